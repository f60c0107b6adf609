/*
 * site_text.c - sites and events of graph breaks in words.
 */
#include "cli/format/text.h"

#include <string.h>

#include "cli/format/row.h"
#include "cli/format/words.h"
#include "cli/screen/terminal.h"

#define ARROW " \xe2\x86\x90 "

void
site_kind(struct buffer *out, const struct gbq_query *row)
{
	const char *gb_id = row_text(row, "gb_id");
	const char *detail = row_text(row, "detail");

	if (gb_id) {
		add_text(out, gb_id);
		buffer_add_byte(out, ' ');
	}
	add_text(out, row_text(row, "kind"));
	if (detail) {
		buffer_add_string(out, ": ");
		add_text(out, detail);
	}
}

/* "file:line function" of columns with a prefix. */
static void
site_text_add_place(struct buffer *out, const struct gbq_query *row,
    const char *prefix)
{
	char name[32];

	strcpy(name, prefix);
	strcat(name, "file");
	add_path(out, row_text(row, name));
	strcpy(name + strlen(prefix), "line");
	if (!row_is_null(row, name))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, name));
	strcpy(name + strlen(prefix), "function");
	if (row_text(row, name)) {
		buffer_add_byte(out, ' ');
		add_text(out, row_text(row, name));
	}
}

/* Whether the frames of two prefixes are the same line. */
static bool
site_text_is_same_place(const struct gbq_query *row, const char *a,
    const char *b)
{
	char a_name[32], b_name[32];
	const char *a_file, *b_file;

	strcat(strcpy(a_name, a), "file");
	strcat(strcpy(b_name, b), "file");
	a_file = row_text(row, a_name);
	b_file = row_text(row, b_name);
	if (!a_file || !b_file || strcmp(a_file, b_file) != 0)
		return false;
	strcat(strcpy(a_name, a), "line");
	strcat(strcpy(b_name, b), "line");
	return row_integer(row, a_name) == row_integer(row, b_name);
}

void
place_line(struct buffer *out, const struct gbq_query *row)
{
	const char *last = "";

	site_text_add_place(out, row, "");
	if (row_text(row, "via_file") &&
	    !site_text_is_same_place(row, "", "via_")) {
		buffer_add_string(out, ARROW);
		site_text_add_place(out, row, "via_");
		last = "via_";
	}
	if (row_text(row, "own_file") &&
	    !site_text_is_same_place(row, last, "own_") &&
	    !site_text_is_same_place(row, "", "own_")) {
		buffer_add_string(out, ARROW);
		site_text_add_place(out, row, "own_");
	}
}

void
site_costs(struct buffer *out, const struct gbq_query *row, bool at_least,
    const struct colors *colors)
{
	double lost_s = row_real(row, "lost_restart_s") +
	    row_real(row, "lost_skip_s");
	int64_t eager = row_integer(row, "eager_frames");

	add_count(out, row, "events", "event", at_least);
	buffer_add_string(out, " (");
	add_counts(out, "form", row_text(row, "forms"), colors);
	buffer_add_string(out, ") in ");
	add_count(out, row, "compiles", "compile", false);
	if (eager) {
		buffer_add_string(out, ", ");
		color_begin(out, colors, COLOR_SKIP);
		add_number_of(out, eager, "frame");
		buffer_add_string(out, " eager");
		color_end(out, colors, COLOR_SKIP);
	}
	if (!row_is_null(row, "lost_restart_s")) {
		buffer_add_string(out, ", ");
		add_seconds(out, lost_s);
		buffer_add_string(out, " lost");
	}
	if (row_text(row, "ranks")) {
		buffer_add_string(out, ", ranks ");
		add_text(out, row_text(row, "ranks"));
	}
	if (row_integer(row, "first_call_only"))
		buffer_add_string(out, ", first call only");
}

static void
add_hint(struct buffer *out, const struct gbq_query *row)
{
	const char *hint = row_text(row, "hint_class");
	const char *flag = row_text(row, "flag");

	if (string_equal(hint, "NONE"))
		hint = NULL;
	if (!hint && !flag)
		return;
	buffer_add_string(out, "    ");
	if (hint) {
		buffer_add_string(out, "hint: ");
		add_text(out, hint);
	}
	if (flag) {
		buffer_add_string(out, hint ? "; setting: " : "setting: ");
		add_text(out, flag);
	}
	buffer_add_byte(out, '\n');
}

void
site_text(struct buffer *out, const struct gbq_query *row, bool at_least,
    const struct colors *colors)
{
	color_begin(out, colors, COLOR_TITLE);
	add_text(out, row_text(row, "handle"));
	buffer_add_string(out, "  ");
	site_kind(out, row);
	color_end(out, colors, COLOR_TITLE);
	buffer_add_string(out, "\n    ");
	site_costs(out, row, at_least, colors);
	buffer_add_string(out, "\n    ");
	color_begin(out, colors, COLOR_PATH);
	place_line(out, row);
	color_end(out, colors, COLOR_PATH);
	buffer_add_byte(out, '\n');
	if (row_text(row, "source")) {
		buffer_add_string(out, "        ");
		color_begin(out, colors, COLOR_SOURCE);
		add_text(out, row_text(row, "source"));
		color_end(out, colors, COLOR_SOURCE);
		buffer_add_byte(out, '\n');
	}
	add_hint(out, row);
}

void
compile_label(struct buffer *out, const struct gbq_query *row)
{
	buffer_add_byte(out, '[');
	add_text(out, row_text(row, "compile_id"));
	if (row_integer(row, "attempt") > 0)
		buffer_printf(out, "_%lld",
		    (long long)row_integer(row, "attempt"));
	if (row_integer(row, "instance") > 0)
		buffer_printf(out, "#%lld",
		    (long long)row_integer(row, "instance"));
	if (!row_is_null(row, "rank"))
		buffer_printf(out, "@r%lld",
		    (long long)row_integer(row, "rank"));
	buffer_add_string(out, "]");
}

void
event_line(struct buffer *out, const struct gbq_query *row)
{
	add_text(out, row_text(row, "handle"));
	buffer_add_string(out, "  ");
	compile_label(out, row);
	buffer_add_byte(out, ' ');
	add_text(out, word_of("form", row_text(row, "form")));
	buffer_add_byte(out, ' ');
	site_kind(out, row);
	buffer_add_string(out, "  ");
	place_line(out, row);
	buffer_add_byte(out, '\n');
}

void
frees_text(struct buffer *out, const struct gbq_query *row)
{
	static const char *const counts[][2] = {
		{ "frees_sites", "site" }, { "frees_events", "event" },
		{ "frees_recompiles", "recompile" },
	};
	const char *gap = "; also removes ";

	for (size_t i = 0; i < LENGTH(counts); i++) {
		if (!row_integer(row, counts[i][0]))
			continue;
		buffer_add_string(out, gap);
		add_count(out, row, counts[i][0], counts[i][1], false);
		gap = ", ";
	}
}
