/*
 * sheet_text.c - a sheet on a terminal.
 */
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/diff/sheet.h"
#include "cli/format/row.h"
#include "cli/format/words.h"

static void
text_add_verdict(struct buffer *out, const struct sheet *sheet,
    const struct colors *colors)
{
	enum color_role role = word_role("verdict",
	    slice_of(sheet->verdict));

	color_add(out, colors, role ? role : COLOR_TITLE, sheet->verdict);
	buffer_add_string(out, ": ");
	add_text(out, sheet->why);
	if (sheet->progress) {
		buffer_add_string(out, "\n        ");
		add_text(out, sheet->progress);
	}
	buffer_add_string(out, "\nbase  ");
	add_text(out, sheet->sides[0]);
	buffer_add_string(out, "\nnew   ");
	add_text(out, sheet->sides[1]);
	buffer_add_byte(out, '\n');
}

/* What is longer than its column takes the room it needs. */
static void
text_add_cells(struct buffer *out, const struct sheet_column *columns,
    const char *const *cells)
{
	struct buffer cell = { 0 };

	for (int i = 0; i < SHEET_CELLS; i++) {
		buffer_clear(&cell);
		if (cells[i])
			add_text(&cell, cells[i]);
		if (columns[i].width)
			buffer_printf(out, "%*s", i ? columns[i].width :
			    -columns[i].width, buffer_string(&cell));
		else
			buffer_printf(out, "  %s", buffer_string(&cell));
	}
	buffer_release(&cell);
}

static void
text_add_heading(struct buffer *out, const struct sheet_section *section,
    const struct colors *colors)
{
	struct sheet_column columns[SHEET_CELLS];
	const char *cells[SHEET_CELLS];
	struct buffer heading = { 0 };

	buffer_add_string(&heading, section->heading);
	if (section->shape == SHEET_TABLE) {
		memcpy(columns, section->columns, sizeof(columns));
		columns[0].width += 2;		/* rows are indented */
		for (int i = 0; i < SHEET_CELLS; i++)
			cells[i] = columns[i].heading;
		buffer_clear(&heading);
		text_add_cells(&heading, columns, cells);
	}
	buffer_add_string(out, out->len ? "\n" : "");
	color_add(out, colors, COLOR_TITLE, buffer_string(&heading));
	buffer_add_byte(out, '\n');
	buffer_release(&heading);
}

/* "gone    " */
static void
text_add_state(struct buffer *out, const char *state,
    const struct colors *colors)
{
	color_add(out, colors, word_role("state", slice_of(state)), state);
	buffer_printf(out, "%*s", 8 - (int)strlen(state), "");
}

/* The kind before a change stands above the new one. */
static void
text_add_site(struct buffer *out, const struct sheet_row *row,
    const struct colors *colors)
{
	const struct gbq_diff_pair *pair = row->pair;

	text_add_state(out, diff_state_word(pair), colors);
	sheet_add_handles(out, row);
	if (pair->state == GBQ_STATE_CHANGED) {
		diff_add_kind(out, pair->sides[0]);
		buffer_add_string(out, "\n         " DIFF_ARROW);
	}
	diff_add_kind(out, diff_shown_site(pair));
	buffer_add_string(out, "\n          ");
	color_begin(out, colors, COLOR_PATH);
	diff_add_place(out, diff_shown_site(pair));
	color_end(out, colors, COLOR_PATH);
	if (row->cells[1]) {
		buffer_add_string(out, "\n              ");
		color_begin(out, colors, COLOR_SOURCE);
		add_text(out, row->cells[1]);
		color_end(out, colors, COLOR_SOURCE);
	}
	buffer_add_string(out, "\n          ");
	add_text(out, row->cells[0]);
}

static void
text_add_stat(struct buffer *out, const struct sheet_row *row,
    const struct colors *colors)
{
	const struct gbq_diff_site *site = diff_shown_site(row->pair);

	text_add_state(out, diff_state_word(row->pair), colors);
	buffer_add_byte(out, ' ');
	sheet_add_handles(out, row);
	diff_add_place(out, site);
	buffer_add_string(out, " | ");
	add_text(out, site->gb_id ? site->gb_id : site->kind);
	buffer_printf(out, ", %s", row->cells[0]);
}

static void
text_add_item(struct buffer *out, const struct sheet_row *row,
    const struct colors *colors)
{
	text_add_state(out, gbq_state_name(row->state), colors);
	buffer_printf(out, "%lld" DIFF_ARROW "%lld  ",
	    (long long)row->counts[0], (long long)row->counts[1]);
	add_text(out, row->cells[0]);
	if (row->cells[1]) {
		buffer_add_string(out, "\n          ");
		add_text(out, row->cells[1]);
	}
}

static void
text_add_run(struct buffer *out, const struct sheet_row *row)
{
	buffer_printf(out, "%-8s ", row->cells[1]);
	add_text(out, row->cells[0]);
	if (row->cells[2]) {
		buffer_add_string(out, ": ");
		add_text(out, row->cells[2]);
	}
}

static void
text_add_row(struct buffer *out, const struct sheet_section *section,
    const struct sheet_row *row, const struct colors *colors)
{
	switch (section->shape) {
	case SHEET_FACTS:
		sheet_add_fact(out, row, add_text);
		break;
	case SHEET_TABLE:
		text_add_cells(out, section->columns, row->cells);
		break;
	case SHEET_SITES:
		text_add_site(out, row, colors);
		break;
	case SHEET_STAT:
		text_add_stat(out, row, colors);
		break;
	case SHEET_ITEMS:
		text_add_item(out, row, colors);
		break;
	case SHEET_RUNS:
		text_add_run(out, row);
		break;
	case SHEET_LINES:
		buffer_printf(out, "%*s", 2 * row->depth, "");
		add_text(out, row->cells[0]);
		break;
	}
	buffer_add_byte(out, '\n');
}

static void
text_add_section(struct buffer *out, const struct sheet_section *section,
    const struct colors *colors)
{
	bool stat = section->shape == SHEET_STAT;

	if (section->heading && !stat)
		text_add_heading(out, section, colors);
	for (size_t i = 0; i < section->rows.count; i++) {
		buffer_add_string(out, stat ? " " : "  ");
		text_add_row(out, section, &section->rows.items[i], colors);
	}
	if (section->more)
		buffer_printf(out, "  … %zu more\n", section->more);
	if (section->note)
		buffer_printf(out, "  %s\n", section->note);
	if (stat)
		buffer_printf(out, " %s\n", section->heading);
}

void
sheet_text(struct buffer *out, const struct sheet *sheet,
    const struct colors *colors)
{
	if (sheet->verdict)
		text_add_verdict(out, sheet, colors);
	for (size_t i = 0; i < sheet->sections.count; i++)
		text_add_section(out, &sheet->sections.items[i], colors);
}
