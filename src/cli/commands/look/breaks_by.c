/*
 * breaks_by.c - gbq breaks --by own and --first, for people.
 */
#include "cli/commands/look/look.h"

#include <string.h>

#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

static void
add_line_of(struct buffer *out, const struct gbq_query *row,
    const char *file, const char *line, const char *function)
{
	add_path(out, row_text(row, file));
	if (!row_is_null(row, line))
		buffer_printf(out, ":%lld", (long long)row_integer(row, line));
	if (row_text(row, function)) {
		buffer_add_byte(out, ' ');
		add_text(out, row_text(row, function));
	}
}

static void
add_source(struct buffer *out, const char *indent, const char *source)
{
	if (!source)
		return;
	buffer_add_string(out, indent);
	add_text(out, source);
	buffer_add_byte(out, '\n');
}

/* "model.py:27 loss_of  14 events" */
static void
add_own(struct buffer *out, const struct gbq_query *row)
{
	if (row_text(row, "own_file"))
		add_line_of(out, row, "own_file", "own_line", "own_function");
	else
		buffer_add_string(out, "no own code");
	buffer_add_string(out, "  ");
	add_count(out, row, "own_events", "event", false);
	buffer_add_byte(out, '\n');
	add_source(out, "    ", row_text(row, "own_source"));
}

static void
add_below(struct buffer *out, const struct gbq_query *row)
{
	buffer_printf(out, "  %s  ", row_text(row, "handle"));
	add_count(out, row, "events", "event", false);
	if (row_integer(row, "eager_events"))
		buffer_printf(out, " (%lld eager)",
		    (long long)row_integer(row, "eager_events"));
	buffer_add_string(out, "  ");
	add_line_of(out, row, "file", "line", "function");
	buffer_add_string(out, "  ");
	if (row_text(row, "gb_id")) {
		add_text(out, row_text(row, "gb_id"));
		buffer_add_byte(out, ' ');
	}
	add_text(out, row_text(row, "kind"));
	buffer_add_byte(out, '\n');
	add_source(out, "      ", row_text(row, "source"));
}

int
breaks_by_own(struct context *context, struct buffer *out,
    struct gbq_query *query)
{
	struct buffer last = { 0 }, own = { 0 };
	bool first = true;
	int exit_status = 0;

	while (query_next(context, query, &exit_status)) {
		buffer_clear(&own);
		add_own(&own, query);
		if (first || strcmp(buffer_string(&own),
		    buffer_string(&last)) != 0) {
			buffer_add_string(out, first ? "" : "\n");
			buffer_add_slice(out, buffer_slice(&own));
			buffer_clear(&last);
			buffer_add_slice(&last, buffer_slice(&own));
		}
		first = false;
		add_below(out, query);
	}
	buffer_release(&last);
	buffer_release(&own);
	return exit_status;
}

int
breaks_first(struct context *context, struct buffer *out,
    struct gbq_query *query)
{
	struct slice rest, line;
	int exit_status = 0;

	if (!query_next(context, query, &exit_status)) {
		context_none(context, "breaks");
		return exit_status;
	}
	buffer_add_string(out, "fullgraph=True would stop here first:\n");
	event_line(out, query);
	add_source(out, "    ", row_text(query, "source"));
	buffer_add_byte(out, '\n');
	rest = slice_of(row_text(query, "reason") ?
	    row_text(query, "reason") : "");
	while (slice_next_line(&rest, &line)) {
		terminal_escape(out, line);
		buffer_add_byte(out, '\n');
	}
	return 0;
}
