/*
 * sheet_markdown.c - a sheet for the text of a pull request.
 */
#include <ctype.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/diff/sheet.h"
#include "cli/format/row.h"

/* A text safe inside a table's cell or a list. */
static void
markdown_add(struct buffer *out, const char *text)
{
	struct buffer plain = { 0 };

	add_text(&plain, text);
	for (size_t i = 0; i < plain.len; i++) {
		if (plain.bytes[i] == '<')
			buffer_add_string(out, "&lt;");
		else if (strchr("|*_`[]\\", plain.bytes[i]))
			buffer_printf(out, "\\%c", plain.bytes[i]);
		else
			buffer_add_byte(out, plain.bytes[i]);
	}
	buffer_release(&plain);
}

static void
markdown_add_cell(struct buffer *out, const char *text)
{
	buffer_add_string(out, "| ");
	if (text)
		markdown_add(out, text);
	buffer_add_byte(out, ' ');
}

static void
markdown_take_cell(struct buffer *out, struct buffer *text)
{
	markdown_add_cell(out, buffer_string(text));
	buffer_release(text);
}

/* A line of its own, that begins with a capital. */
static void
markdown_add_words(struct buffer *out, const char *words, const char *end)
{
	buffer_printf(out, "%c%s%s\n", toupper((unsigned char)*words),
	    words + 1, end);
}

/* The heads of the columns of a table, or a heading. */
static void
markdown_add_head(struct buffer *out, const struct sheet_section *section)
{
	const struct sheet_column *columns = section->columns;

	buffer_add_string(out, out->len ? "\n" : "");
	if (section->shape == SHEET_SITES)
		buffer_add_string(out, "| state | break | place | base | new "
		    "| note |\n| --- | --- | --- | ---: | ---: | --- |\n");
	else if (section->shape == SHEET_RUNS)
		buffer_add_string(out, "| run | verdict | note |\n"
		    "| --- | --- | --- |\n");
	else if (section->shape == SHEET_TABLE)
		buffer_printf(out, "| %s | %s | %s | %s |\n| --- | ---: "
		    "| ---: | ---: |\n", columns[0].heading,
		    columns[1].heading, columns[2].heading,
		    columns[3].heading);
	else
		markdown_add_words(out, section->heading, ":");
}

static void
markdown_add_site(struct buffer *out, const struct sheet_row *row)
{
	const struct gbq_diff_pair *pair = row->pair;
	struct buffer kind = { 0 }, place = { 0 };

	sheet_add_handles(&kind, row);
	if (pair->state == GBQ_STATE_CHANGED) {
		diff_add_kind(&kind, pair->sides[0]);
		buffer_add_string(&kind, DIFF_ARROW);
	}
	diff_add_kind(&kind, diff_shown_site(pair));
	diff_add_place(&place, diff_shown_site(pair));
	markdown_add_cell(out, diff_state_word(pair));
	markdown_take_cell(out, &kind);
	markdown_take_cell(out, &place);
	buffer_printf(out, "| %lld | %lld ", (long long)row->counts[0],
	    (long long)row->counts[1]);
	markdown_add_cell(out, row->cells[2]);
}

static void
markdown_add_row(struct buffer *out, const struct sheet_section *section,
    const struct sheet_row *row)
{
	switch (section->shape) {
	case SHEET_FACTS:
		buffer_add_string(out, "- ");
		sheet_add_fact(out, row, markdown_add);
		break;
	case SHEET_SITES:
	case SHEET_STAT:
		markdown_add_site(out, row);
		break;
	case SHEET_TABLE:
	case SHEET_RUNS:
		for (int i = 0; i < (section->shape == SHEET_RUNS ? 3 :
		    SHEET_CELLS); i++)
			markdown_add_cell(out, row->cells[i]);
		break;
	case SHEET_ITEMS:
		buffer_printf(out, "- %s: ", gbq_state_name(row->state));
		markdown_add(out, row->cells[0]);
		buffer_printf(out, " (%lld" DIFF_ARROW "%lld)",
		    (long long)row->counts[0], (long long)row->counts[1]);
		break;
	case SHEET_LINES:
		buffer_printf(out, "%*s- ", 2 * row->depth, "");
		markdown_add(out, row->cells[0]);
		break;
	}
	buffer_add_string(out, section->shape == SHEET_FACTS ||
	    section->shape == SHEET_ITEMS || section->shape == SHEET_LINES ?
	    "\n" : "|\n");
}

static void
markdown_add_section(struct buffer *out, const struct sheet_section *section)
{
	if (section->rows.count)
		markdown_add_head(out, section);
	for (size_t i = 0; i < section->rows.count; i++)
		markdown_add_row(out, section, &section->rows.items[i]);
	if (section->more)
		buffer_printf(out, "\n%zu more.\n", section->more);
	if (section->note)
		buffer_printf(out, "\n%s.\n", section->note);
	/* Not all of them are listed. */
	if (section->states) {
		buffer_add_byte(out, '\n');
		markdown_add_words(out, section->heading, ".");
	}
}

static void
markdown_add_verdict(struct buffer *out, const struct sheet *sheet)
{
	buffer_printf(out, "### Graph breaks: %s\n\n", sheet->verdict);
	markdown_add(out, sheet->why);
	if (sheet->progress) {
		buffer_add_string(out, "; ");
		markdown_add(out, sheet->progress);
	}
	buffer_add_string(out, ".\n\nBase: ");
	markdown_add(out, sheet->sides[0]);
	buffer_add_string(out, "; new: ");
	markdown_add(out, sheet->sides[1]);
	buffer_add_string(out, ".\n");
}

void
sheet_markdown(struct buffer *out, const struct sheet *sheet)
{
	if (sheet->verdict)
		markdown_add_verdict(out, sheet);
	for (size_t i = 0; i < sheet->sections.count; i++) {
		if (!sheet->sections.items[i].terminal_only)
			markdown_add_section(out, &sheet->sections.items[i]);
	}
}
