/*
 * search_text.c - escapes all that comes from files; cuts lines around the
 * match, but only on a terminal.
 */
#include "cli/commands/look/look.h"

#include <string.h>

#include "cli/screen/terminal.h"
#include "util/text.h"

#define ELLIPSIS "\xe2\x80\xa6"

enum { MAX_FILES = 10, NUMBER_COLUMNS = 8 };

/* "run: path [0/0]" */
static void
search_text_add_file(const struct search_text *text,
    const struct gbq_search_file *file, struct buffer *out)
{
	if (text->name_runs) {
		terminal_escape(out, slice_of(file->run ? file->run : "?"));
		buffer_add_string(out, ": ");
	}
	color_begin(out, text->colors, COLOR_TITLE);
	terminal_escape(out, slice_of(file->path ? file->path : "?"));
	color_end(out, text->colors, COLOR_TITLE);
	if (file->compile_id) {
		buffer_add_string(out, " [");
		terminal_escape(out, slice_of(file->compile_id));
		buffer_add_byte(out, ']');
	}
	if (file->rank >= 0)
		buffer_printf(out, " rank %lld", (long long)file->rank);
	buffer_add_byte(out, '\n');
}

static void
search_text_add_heading(const struct search_text *text,
    const struct gbq_search_hit *hit, struct buffer *out)
{
	size_t shown = hit->file_count;

	/* Rather than one more line that says so. */
	if (shown > MAX_FILES + 1)
		shown = MAX_FILES;
	if (text->lines)
		buffer_add_byte(out, '\n');
	for (size_t i = 0; i < shown; i++) {
		buffer_add_string(out, i ? "= " : "");
		search_text_add_file(text, &hit->files[i], out);
	}
	if (shown < hit->file_count) {
		buffer_add_string(out, "= ");
		add_more(out, hit->file_count - shown, "file", NULL);
		buffer_add_byte(out, '\n');
	}
}

/* What is shown of a line: parts before, of and behind the match. */
struct shown {
	struct slice before, match, after;
	bool is_cut;		/* something before is not shown */
};

static bool
search_text_continues(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Begin the line so far before the match that this has room. */
static struct shown
choose_part(const struct search_text *text,
    const struct gbq_search_line *line)
{
	struct slice whole = { line->text, line->len };
	size_t room = text->screen_width, from = 0;

	if (room && line->end > room - room / 4)
		from = line->start > room / 4 ? line->start - room / 4 : 0;
	while (from > 0 && from < line->len &&
	    search_text_continues(line->text[from]))
		from--;
	/* No more than can be seen: lines may be megabytes long. */
	if (room && whole.len > from + 4 * room)
		whole.len = from + 4 * room;
	return (struct shown){
		.before = slice_part(whole, from, line->start),
		.match = slice_part(whole, line->start, line->end),
		.after = slice_part(whole, line->end, whole.len),
		.is_cut = from > 0
	};
}

/* Append escaped text of at most *room columns; false: it was cut. */
static bool
add_fitting(struct buffer *out, struct slice raw, size_t *room,
    const struct colors *colors, enum color_role role)
{
	struct buffer escaped = { 0 };
	struct slice fitting;
	bool fits;

	terminal_escape(&escaped, raw);
	fitting = terminal_fit(buffer_slice(&escaped), *room);
	fits = fitting.len == escaped.len;
	if (!fitting.len)
		role = COLOR_NONE;
	color_begin(out, colors, role);
	buffer_add_slice(out, fitting);
	color_end(out, colors, role);
	*room -= terminal_width_of(fitting);
	buffer_release(&escaped);
	return fits;
}

static void
add_line_text(const struct search_text *text,
    const struct gbq_search_line *line, struct buffer *out)
{
	struct shown shown = choose_part(text, line);
	size_t room = text->screen_width > NUMBER_COLUMNS + 2 ?
	    text->screen_width - NUMBER_COLUMNS - 2 : SIZE_MAX;
	enum color_role around = line->is_context ? COLOR_NOTE : COLOR_NONE;
	bool fits;

	buffer_add_string(out, shown.is_cut ? ELLIPSIS : "");
	fits = add_fitting(out, shown.before, &room, text->colors, around);
	fits = fits && add_fitting(out, shown.match, &room, text->colors,
	    COLOR_MATCH);
	fits = fits && add_fitting(out, shown.after, &room, text->colors,
	    around);
	buffer_add_string(out, fits ? "\n" : ELLIPSIS "\n");
}

static bool
search_text_add_line(struct search_text *text,
    const struct gbq_search_line *line, bool is_first, struct buffer *out)
{
	if (text->limit && text->lines >= text->limit)
		return false;
	if (text->has_context && !is_first && line->number > text->last + 1)
		buffer_add_string(out, "     --\n");
	buffer_printf(out, "%6lld%c ", (long long)line->number,
	    line->is_context ? '-' : ':');
	add_line_text(text, line, out);
	text->last = line->number;
	text->lines++;
	return true;
}

bool
search_text_add(struct search_text *text, const struct gbq_search_hit *hit)
{
	struct buffer out = { 0 };
	bool more = !text->limit || text->lines < text->limit;

	if (more && !hit->is_more)
		search_text_add_heading(text, hit, &out);
	if (more && hit->is_binary) {
		buffer_add_string(&out, "        binary file matches\n");
		text->lines++;
	}
	for (size_t i = 0; i < hit->line_count && more; i++) {
		more = search_text_add_line(text, &hit->lines[i],
		    !hit->is_more && i == 0, &out);
		/* Lines may be long and many. */
		fwrite(buffer_string(&out), 1, out.len, text->out);
		buffer_clear(&out);
	}
	fwrite(buffer_string(&out), 1, out.len, text->out);
	buffer_release(&out);
	return more && !ferror(text->out);
}
