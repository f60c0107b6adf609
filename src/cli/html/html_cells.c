/*
 * html_cells.c - how values stand in the cells of tables.
 */
#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/format/words.h"
#include "cli/html/html.h"

static void
cell_add_text(struct buffer *out, const struct html_value *value)
{
	if (value->is.type == GBQ_TEXT)
		html_name(out, value->is.bytes);
	else if (value->is.type != GBQ_NULL)
		html_number(out, &value->is);
}

static void
cell_add_number(struct buffer *out, const struct html_value *value)
{
	html_number(out, &value->is);
}

static void
cell_add_seconds(struct buffer *out, const struct html_value *value)
{
	html_seconds(out, &value->is);
}

static void
cell_add_code(struct buffer *out, const struct html_value *value)
{
	buffer_add_string(out, "<code>");
	cell_add_text(out, value);
	buffer_add_string(out, "</code>");
}

/* A class that only names what the program knows: letters and '_'. */
static void
chip_add_class(struct buffer *out, struct slice word)
{
	size_t i;

	for (i = 0; i < word.len && (word.at[i] == '_' ||
	    (word.at[i] >= 'a' && word.at[i] <= 'z')); i++)
		buffer_add_byte(out, word.at[i]);
}

static void
cell_add_chip(struct buffer *out, const struct html_value *value)
{
	buffer_add_string(out, "<span class=\"chip ");
	chip_add_class(out, slice_of(value_text(&value->is)));
	buffer_add_string(out, "\">");
	if (value->is.type == GBQ_TEXT)
		html_name(out, word_of(value->column->name,
		    value->is.bytes));
	else
		cell_add_text(out, value);
	buffer_add_string(out, "</span>");
}

static void
cell_add_path(struct buffer *out, const struct html_value *value)
{
	html_path(out, value->row);
}

static void
cell_add_compile(struct buffer *out, const struct html_value *value)
{
	html_words(out, compile_label, value->row);
}

static void
cell_add_lines(struct buffer *out, const struct html_value *value)
{
	struct slice rest = slice_of(value_text(&value->is));
	struct slice line = { "", 0 };

	slice_next_line(&rest, &line);
	if (slice_trim(rest).len == 0) {
		html_slice(out, line);
		return;
	}
	buffer_add_string(out, "<details><summary>");
	html_slice(out, line);
	buffer_add_string(out, "</summary><pre>");
	while (slice_next_line(&rest, &line)) {
		html_slice(out, line);
		buffer_add_byte(out, '\n');
	}
	buffer_add_string(out, "</pre></details>");
}

static void
cell_add_fold(struct buffer *out, const struct html_value *value)
{
	buffer_printf(out, "<details><summary>%s</summary>",
	    value->column->title);
	html_text(out, value_text(&value->is));
	buffer_add_string(out, "</details>");
}

static void
cell_add_flag(struct buffer *out, const struct html_value *value)
{
	if (value->is.integer)
		html_chip(out, value->column->title, value->column->title);
}

static void
flag_add_key(struct buffer *out, const struct html_value *value)
{
	if (value->is.integer)
		buffer_add_string(out, value->column->title);
}

static const char *const break_forms[] = { "resume", "no_resume", "skip",
	"error" };

static void
cell_add_forms(struct buffer *out, const struct html_value *value)
{
	for (size_t i = 0; i < LENGTH(break_forms); i++) {
		int64_t count = count_in(value_text(&value->is),
		    break_forms[i]);

		if (count)
			buffer_printf(out, "<span class=\"chip %s\">%lld %s"
			    "</span>", break_forms[i], (long long)count,
			    word_of("form", break_forms[i]));
	}
}

/* Each form is a choice of its own: "resume|skip". */
static void
forms_add_key(struct buffer *out, const struct html_value *value)
{
	for (size_t i = 0; i < LENGTH(break_forms); i++) {
		if (count_in(value_text(&value->is), break_forms[i]))
			buffer_printf(out, "%s%s", out->len ? "|" : "",
			    break_forms[i]);
	}
}

const struct html_cell cell_text = { .class = "text", .add = cell_add_text };
const struct html_cell cell_number = { .number = true,
	.add = cell_add_number };
const struct html_cell cell_count = { .number = true, .shows_null = true,
	.add = cell_add_number };
const struct html_cell cell_seconds = { .number = true,
	.add = cell_add_seconds };
const struct html_cell cell_code = { .class = "code", .shows_null = true,
	.add = cell_add_code };
const struct html_cell cell_chip = { .add = cell_add_chip };
const struct html_cell cell_path = { .class = "file", .add = cell_add_path };
const struct html_cell cell_forms = { .add = cell_add_forms,
	.add_key = forms_add_key };
const struct html_cell cell_compile = { .shows_null = true,
	.add = cell_add_compile };
const struct html_cell cell_lines = { .class = "lines",
	.add = cell_add_lines };
const struct html_cell cell_fold = { .class = "lines", .add = cell_add_fold };
const struct html_cell cell_flag = { .add = cell_add_flag,
	.add_key = flag_add_key };
