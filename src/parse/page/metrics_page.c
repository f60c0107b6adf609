/*
 * metrics_page.c - the three kinds of metrics pages. A label counts only as a
 * line of its own in its section, so that no failure text can forge one.
 */
#include "parse/page/metrics_page.h"

#include <string.h>

#include "parse/log/metrics_record.h"
#include "parse/page/page.h"

/* Sections without which a page of the stage is not what it should be. */
static const unsigned required_sections[] = {
	[METRICS_FORWARD] = 1u << SECTION_TIMES | 1u << SECTION_FAILURES |
	    1u << SECTION_CACHE | 1u << SECTION_GRAPH,
	[METRICS_BACKWARD] = 1u << SECTION_TIMES | 1u << SECTION_FAILURES,
	[METRICS_AOT_BACKWARD] = 1u << SECTION_FAILURES,
};

struct metrics_reader {
	struct parse_context *context;
	struct metrics *out;
	enum section section;
	unsigned sections_seen;
	unsigned labels_seen;		/* bits, by place in the table */
	const struct label *label;	/* of the last line, NULL: none */
	struct page_text line;		/* text between block elements */
	struct page_text value;		/* of <pre>, <code> or <td> */
	bool in_value, in_abbr;
	bool after_file;		/* ", line N" comes next */
	struct page_stack stack;
	struct metrics_table table;
};

static void *
metrics_page_member(struct metrics_reader *reader, const struct label *label)
{
	return (char *)reader->out + label->member;
}

/* A label counts once: tlparse writes none twice. */
static bool
is_first(struct metrics_reader *reader, const struct label *label)
{
	unsigned bit = 1u << (label - metrics_labels);
	bool is_new = !(reader->labels_seen & bit);

	reader->labels_seen |= bit;
	return is_new;
}

static void
metrics_page_read_number(struct metrics_reader *reader,
    const struct label *label, struct slice text)
{
	double seconds;
	int64_t count;

	if (text.len == 0 || !is_first(reader, label))
		return;
	if (label->kind == LABEL_SECONDS && slice_to_double(text, &seconds) &&
	    seconds_are_sound(seconds))
		*(double *)metrics_page_member(reader, label) = seconds;
	else if (label->kind == LABEL_COUNT && slice_to_int(text, &count))
		*(int64_t *)metrics_page_member(reader, label) = count;
	else
		problem_add(reader->context->problems, SEVERITY_LOSS,
		    "metrics_bad_number", UNKNOWN_INT,
		    "%s is no number that it can be",
		    label->name);
	metrics_field_number(reader->context->arena, reader->out, label->name,
	    text);
}

/* The rest of "In file <pre>X</pre>, line N". */
static void
read_fail_line(struct metrics_reader *reader, struct slice line)
{
	reader->after_file = false;
	if (!slice_take(&line, LITERAL(", line ")) ||
	    !slice_to_int(line, &reader->out->fail_line))
		return;
	metrics_field_number(reader->context->arena, reader->out,
	    "fail_user_frame_lineno", line);
}

/* Take the text since the last block element as a line "LABEL: VALUE". */
static void
finish_line(struct metrics_reader *reader)
{
	struct slice line = page_text_escaped(&reader->line);
	size_t colon;

	line = slice_trim(line);
	if (line.len == 0) {
		page_text_clear(&reader->line);
		return;
	}
	line = slice_trim(page_text_take(&reader->line,
	    reader->context->arena));
	colon = slice_find_byte(line, ':');
	if (reader->after_file)
		read_fail_line(reader, line);
	reader->label = metrics_label_find(reader->section,
	    slice_trim(slice_part(line, 0, colon)));
	if (reader->label && reader->label->kind <= LABEL_COUNT &&
	    colon != SIZE_MAX)
		metrics_page_read_number(reader, reader->label,
		    slice_trim(slice_part(line, colon + 1, line.len)));
}

static void
finish_pre(struct metrics_reader *reader)
{
	const struct label *label = reader->label;
	struct slice text = page_text_take(&reader->value,
	    reader->context->arena);
	struct slice *field;

	reader->in_value = false;
	reader->label = NULL;
	if (!label || text.len == 0 ||
	    (label->kind != LABEL_TEXT && label->kind != LABEL_FILE) ||
	    !is_first(reader, label))
		return;
	field = metrics_page_member(reader, label);
	*field = text;
	reader->after_file = label->kind == LABEL_FILE;
	metrics_field_string(reader->context->arena, reader->out, label->name,
	    text);
}

static void
finish_code(struct metrics_reader *reader)
{
	struct slice text = page_text_take(&reader->value,
	    reader->context->arena);
	slice_array *list;

	reader->in_value = false;
	if (!reader->label || reader->label->kind != LABEL_LIST)
		return;
	/* tlparse puts one blank at both ends; the rest is the reason's. */
	slice_take(&text, LITERAL(" "));
	if (slice_ends(text, LITERAL(" ")))
		text.len--;
	list = metrics_page_member(reader, reader->label);
	*array_add(list) = text;
}

/* "Compilation Info for [0/0] " */
static void
finish_h1(struct metrics_reader *reader)
{
	struct slice heading = page_text_take(&reader->line,
	    reader->context->arena);
	size_t at = slice_find(heading, LITERAL("Compilation Info for "));

	if (at != SIZE_MAX && !reader->out->compile_id.at)
		reader->out->compile_id = slice_trim(slice_part(heading,
		    at + strlen("Compilation Info for "), heading.len));
}

static void
finish_h2(struct metrics_reader *reader)
{
	struct slice heading = slice_trim(page_text_take(&reader->line,
	    reader->context->arena));

	reader->section = metrics_section_find(heading);
	reader->sections_seen |= 1u << reader->section;
	metrics_table_begin(&reader->table,
	    reader->section == SECTION_SPECIALIZATIONS ?
	    TABLE_SPECIALIZATIONS :
	    reader->section == SECTION_GUARDS_ADDED ? TABLE_GUARDS_ADDED :
	    TABLE_NONE);
}

/* ---- events ---- */

static void
metrics_page_on_start(void *data, enum page_tag tag,
    const struct page_attributes *attributes)
{
	struct metrics_reader *reader = data;

	if (page_stack_start(&reader->stack, tag, attributes))
		return;
	switch (tag) {
	case TAG_ABBR:
		reader->in_abbr = true;
		break;
	case TAG_PRE:
	case TAG_CODE:
	case TAG_TD:
		finish_line(reader);
		page_text_clear(&reader->value);
		reader->in_value = true;
		if (tag == TAG_TD)
			metrics_table_cell(&reader->table);
		break;
	case TAG_H1:
	case TAG_H2:
	case TAG_P:
	case TAG_DIV:
	case TAG_LI:
	case TAG_TABLE:
		finish_line(reader);
		if (tag == TAG_H1 || tag == TAG_H2)
			reader->label = NULL;
		break;
	case TAG_TR:
		metrics_table_row(&reader->table);
		break;
	case TAG_BR:
		if (reader->in_value)
			page_text_add(&reader->value, LITERAL("\n"));
		break;
	default:
		break;
	}
}

static void
metrics_page_on_end(void *data, enum page_tag tag)
{
	struct metrics_reader *reader = data;

	if (page_stack_end(&reader->stack, tag)) {
		if (reader->stack.divs)
			return;
		if (reader->section != SECTION_STACK)
			metrics_table_stack(&reader->table, &reader->stack);
		else if (reader->out->stack.count == 0)
			page_stack_move(&reader->stack, &reader->out->stack);
		return;
	}
	switch (tag) {
	case TAG_ABBR:
		reader->in_abbr = false;
		break;
	case TAG_PRE:
		finish_pre(reader);
		break;
	case TAG_CODE:
		finish_code(reader);
		break;
	case TAG_TD:
		metrics_table_text(&reader->table,
		    page_text_take(&reader->value, reader->context->arena));
		reader->in_value = false;
		break;
	case TAG_H1:
		finish_h1(reader);
		break;
	case TAG_H2:
		finish_h2(reader);
		break;
	case TAG_P:
	case TAG_DIV:
		finish_line(reader);
		break;
	default:
		break;
	}
}

static void
metrics_page_on_text(void *data, struct slice escaped)
{
	struct metrics_reader *reader = data;

	if (page_stack_text(&reader->stack, escaped) || reader->in_abbr)
		return;
	page_text_add(reader->in_value ? &reader->value : &reader->line,
	    escaped);
}

/* ---- the page ---- */

static void
add_list_fields(struct metrics_reader *reader)
{
	size_t i;

	for (i = 0; i < metrics_label_total; i++) {
		const struct label *label = &metrics_labels[i];

		if (label->kind == LABEL_LIST)
			metrics_field_list(reader->context->arena, reader->out,
			    label->name, metrics_page_member(reader, label));
	}
}

static void
report_missing(struct metrics_reader *reader)
{
	unsigned missing = required_sections[reader->out->stage] &
	    ~reader->sections_seen;
	unsigned section;

	if (!reader->out->compile_id.at)
		problem_add(reader->context->problems, SEVERITY_LOSS,
		    "metrics_missing_id", UNKNOWN_INT,
		    "the heading names no compile id");
	for (section = 0; section <= SECTION_GUARDS_ADDED; section++) {
		if (missing & 1u << section)
			problem_add(reader->context->problems, SEVERITY_LOSS,
			    "metrics_missing_section", UNKNOWN_INT,
			    "no section \"%s\"",
			    metrics_section_heading(section));
	}
}

void
metrics_page_parse(struct parse_context *context, struct slice page,
    enum metrics_stage stage, struct metrics *out)
{
	static const struct page_handler handler = {
		metrics_page_on_start, metrics_page_on_end, metrics_page_on_text
	};
	struct metrics_reader reader = { .context = context, .out = out };
	struct page_damage damage;

	metrics_init(out, stage);
	page_stack_init(&reader.stack, context->arena);
	reader.table.metrics = out;
	damage = page_read(page, &handler, &reader);
	add_list_fields(&reader);
	if (!page_report(context, page, &damage, page.len))
		report_missing(&reader);
	page_stack_release(&reader.stack);
	page_text_release(&reader.line);
	page_text_release(&reader.value);
}
