/*
 * show_text.c - an event or a site as a compiler tells of an error: what, where
 * with the source line, who called, and what to do.
 */
#include <string.h>

#include "cli/commands/look/look.h"
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/screen/terminal.h"

enum { SHOWN_FRAMES = 3, SHOWN_EVENTS = 8, LINE_WIDTH = 79 };

static const char *
show_form_word(const char *form)
{
	static const char *const words[][2] = {
		{ "resume", "resumed" }, { "no_resume", "not resumed" },
		{ "skip", "skipped" }, { "error", "raised" },
	};

	for (size_t i = 0; form && i < LENGTH(words); i++) {
		if (strcmp(form, words[i][0]) == 0)
			return words[i][1];
	}
	return "form unknown";
}

/* "e1  KIND", and behind it, or below where there is no room, the facts. */
static void
show_text_add_head(struct buffer *out, const struct gbq_query *row,
    struct slice facts, const struct colors *colors)
{
	struct buffer kind = { 0 };
	size_t width;

	site_kind(&kind, row);
	width = strlen(row_text(row, "handle")) + 2 +
	    terminal_width_of(buffer_slice(&kind)) + 2 +
	    terminal_width_of(facts);
	color_begin(out, colors, COLOR_TITLE);
	add_text(out, row_text(row, "handle"));
	buffer_add_string(out, "  ");
	buffer_add_slice(out, buffer_slice(&kind));
	color_end(out, colors, COLOR_TITLE);
	buffer_add_string(out, width > LINE_WIDTH ? "\n    " : "  ");
	buffer_add_slice(out, facts);
	buffer_add_byte(out, '\n');
	buffer_release(&kind);
}

/* "  --> FILE:LINE in FUNCTION" and the line of code. */
static void
show_text_add_place(struct buffer *out, const struct gbq_query *row)
{
	int64_t line = row_integer(row, "line");

	if (row_text(row, "file")) {
		buffer_add_string(out, "  --> ");
		add_path(out, row_text(row, "file"));
		if (!row_is_null(row, "line"))
			buffer_printf(out, ":%lld", (long long)line);
		if (row_text(row, "function")) {
			buffer_add_string(out, " in ");
			add_text(out, row_text(row, "function"));
		}
		buffer_add_byte(out, '\n');
	}
	if (row_text(row, "source")) {
		if (!row_is_null(row, "line"))
			buffer_printf(out, "%lld", (long long)line);
		buffer_add_string(out, " |     ");
		add_text(out, row_text(row, "source"));
		buffer_add_byte(out, '\n');
	}
}

/* The saved query of an event; exit status. */
static int
show_text_open(struct context *context, struct gbq_query **query,
    const char *name, int64_t run_id, int64_t event)
{
	int exit_status = query_saved(context, query, name, run_id);

	if (!exit_status)
		gbq_bind_integer(*query, "event", event);
	return exit_status;
}

/* "generic.py:1036" */
static void
show_text_add_frame(struct buffer *out, const struct gbq_query *row)
{
	struct slice file = slice_of(row_text(row, "file") ?
	    row_text(row, "file") : "?");
	size_t slash = slice_find_last_byte(file, '/');

	terminal_escape(out, slice_part(file, slash == SIZE_MAX ? 0 :
	    slash + 1, file.len));
	if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
}

/* "  called from  a.py:14 → b.py:3 → … (10 frames, -v)", outermost first. */
static int
show_text_add_calls(struct context *context, struct buffer *out,
    int64_t run_id, int64_t event)
{
	struct gbq_query *query = NULL;
	struct buffer calls = { 0 };
	size_t frames = 0, shown = 0;
	int exit_status = show_text_open(context, &query, "show_frames",
	    run_id, event);

	while (query_next(context, query, &exit_status)) {
		frames++;
		if (shown == SHOWN_FRAMES ||
		    string_equal(row_text(query, "owner"), "torch"))
			continue;
		buffer_add_string(&calls, shown++ ? " \xe2\x86\x92 " : "");
		show_text_add_frame(&calls, query);
	}
	gbq_finish(query);
	/* The last frame is the place itself. */
	if (frames > 1 && shown) {
		buffer_printf(out, "  called from  %s", buffer_string(&calls));
		if (frames > shown)
			buffer_printf(out, " \xe2\x86\x92 \xe2\x80\xa6 (%zu "
			    "frames, -v)", frames);
		buffer_add_byte(out, '\n');
	}
	buffer_release(&calls);
	return exit_status;
}

/* torch's hints, and where the kind is explained. */
static int
show_text_add_hints(struct context *context, struct buffer *out,
    const struct gbq_query *row, int64_t event)
{
	struct gbq_query *query = NULL;
	int exit_status = show_text_open(context, &query, "show_hints",
	    row_id(row, "run_id"), event);

	while (query_next(context, query, &exit_status))
		add_wrapped(out, "hint", row_text(query, "hint"));
	gbq_finish(query);
	if (row_text(row, "flag"))
		add_wrapped(out, "setting", row_text(row, "flag"));
	buffer_add_string(out, "    more: gbq explain ");
	add_text(out, row_text(row, "handle"));
	buffer_printf(out, ", gbq cat e%lld, -v\n", (long long)event);
	return exit_status;
}

static int
show_text_add_body(struct context *context, struct buffer *out,
    const struct gbq_query *row, int64_t event)
{
	int exit_status;

	show_text_add_place(out, row);
	exit_status = show_text_add_calls(context, out,
	    row_id(row, "run_id"), event);
	return exit_status ? exit_status :
	    show_text_add_hints(context, out, row, event);
}

int
show_event_text(struct context *context, struct buffer *out,
    const struct gbq_query *row)
{
	struct buffer facts = { 0 };
	int exit_status;

	buffer_add_string(&facts, show_form_word(row_text(row, "form")));
	if (!row_is_null(row, "site_id"))
		buffer_printf(&facts, " \xc2\xb7 s%lld",
		    (long long)row_id(row, "site_id"));
	if (row_text(row, "compile_id")) {
		buffer_add_string(&facts, " \xc2\xb7 compile ");
		compile_label(&facts, row);
	}
	show_text_add_head(out, row, buffer_slice(&facts),
	    context_colors(context));
	exit_status = show_text_add_body(context, out, row,
	    row_id(row, "event_id"));
	buffer_release(&facts);
	return exit_status;
}

/* "  events  e1 [0/0], e5 [0/1], … (12 events, -v)" */
static int
show_text_add_events(struct context *context, struct buffer *out,
    const struct gbq_query *row)
{
	struct gbq_query *query = NULL;
	size_t count = 0;
	int exit_status = query_saved(context, &query, "show_site_events",
	    row_id(row, "run_id"));

	if (!exit_status)
		gbq_bind_integer(query, "site", row_id(row, "site_id"));
	while (query_next(context, query, &exit_status)) {
		if (count++ >= SHOWN_EVENTS)
			continue;
		buffer_add_string(out, count == 1 ? "  events  " : ", ");
		add_text(out, row_text(query, "handle"));
		if (row_text(query, "compile_id")) {
			buffer_add_byte(out, ' ');
			compile_label(out, query);
		}
	}
	gbq_finish(query);
	if (count > SHOWN_EVENTS)
		buffer_printf(out, ", \xe2\x80\xa6 (%zu events, -v)", count);
	buffer_add_string(out, count ? "\n" : "");
	return exit_status;
}

int
show_site_text(struct context *context, struct buffer *out,
    const struct gbq_query *row)
{
	struct buffer facts = { 0 };
	int exit_status;

	site_costs(&facts, row, false, NULL);
	show_text_add_head(out, row, buffer_slice(&facts),
	    context_colors(context));
	buffer_release(&facts);
	exit_status = show_text_add_body(context, out, row,
	    row_id(row, "first_event_id"));
	return exit_status ? exit_status :
	    show_text_add_events(context, out, row);
}
