/*
 * html_write.c - text, numbers and bars as HTML. No style attributes: the
 * page's policy forbids them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/start/next_steps.h"
#include "cli/format/row.h"
#include "cli/html/html.h"
#include "cli/screen/terminal.h"

static void
html_write_add_escaped(struct buffer *out, struct slice text)
{
	static const struct { char byte; const char *entity; } entities[] = {
		{ '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" },
		{ '"', "&quot;" }, { '\'', "&#39;" },
	};
	size_t i, k;

	for (i = 0; i < text.len; i++) {
		for (k = 0; k < LENGTH(entities); k++) {
			if (text.at[i] == entities[k].byte)
				break;
		}
		if (k < LENGTH(entities))
			buffer_add_string(out, entities[k].entity);
		else
			buffer_add_byte(out, text.at[i]);
	}
}

void
html_take(struct buffer *out, struct buffer *text)
{
	html_write_add_escaped(out, buffer_slice(text));
	buffer_clear(text);
}

void
html_words(struct buffer *out,
    void (*add)(struct buffer *out, const struct gbq_query *row),
    const struct gbq_query *row)
{
	struct buffer words = { 0 };

	add(&words, row);
	html_take(out, &words);
	buffer_release(&words);
}

void
html_slice(struct buffer *out, struct slice text)
{
	struct buffer safe = { 0 };

	terminal_escape(&safe, text);
	html_take(out, &safe);
	buffer_release(&safe);
}

void
html_text(struct buffer *out, const char *text)
{
	html_slice(out, slice_of(text ? text : "?"));
}

void
html_attribute(struct buffer *out, const char *name, const char *value)
{
	buffer_printf(out, " %s=\"", name);
	html_text(out, value);
	buffer_add_byte(out, '"');
}

void
html_chip(struct buffer *out, const char *class, const char *text)
{
	buffer_printf(out, "<span class=\"chip %s\">", class);
	html_text(out, text);
	buffer_add_string(out, "</span>");
}

void
html_handle_link(struct buffer *out, const char *handle)
{
	buffer_add_string(out, "<a href=\"#");
	html_text(out, handle);
	buffer_add_string(out, "\">");
	html_text(out, handle);
	buffer_add_string(out, "</a>");
}

void
html_link(struct buffer *out, const char *address)
{
	struct slice text = slice_of(address);

	if (!slice_starts(text, LITERAL("https://")) &&
	    !slice_starts(text, LITERAL("http://"))) {
		html_text(out, address);
		return;
	}
	buffer_add_string(out, "<a rel=\"noopener noreferrer\"");
	html_attribute(out, "href", address);
	buffer_add_byte(out, '>');
	html_text(out, address);
	buffer_add_string(out, "</a>");
}

void
html_seconds(struct buffer *out, const struct gbq_value *value)
{
	if (value->type == GBQ_NULL)
		buffer_add_byte(out, '?');
	else
		add_seconds(out, value->type == GBQ_INTEGER ?
		    (double)value->integer : value->real);
}

/* Digits in groups of three, a thin space between them. */
static void
add_digits(struct buffer *out, int64_t number)
{
	char digits[32];
	int len = snprintf(digits, sizeof(digits), "%lld", (long long)number);

	for (int i = 0; i < len; i++) {
		int left = len - i;

		buffer_add_byte(out, digits[i]);
		if (left > 1 && left % 3 == 1 && digits[i] != '-' && len > 4)
			buffer_add_string(out, "\xe2\x80\xaf");
	}
}

void
html_number(struct buffer *out, const struct gbq_value *value)
{
	if (value->type == GBQ_INTEGER)
		add_digits(out, value->integer);
	else if (value->type == GBQ_REAL)
		buffer_printf(out, "%.3g", value->real);
	else
		buffer_add_byte(out, '?');
}

/* A line may be broken behind each folder. */
static void
add_folders(struct buffer *out, struct slice path)
{
	size_t slash;

	while ((slash = slice_find_byte(path, '/')) != SIZE_MAX) {
		html_write_add_escaped(out, slice_part(path, 0, slash + 1));
		buffer_add_string(out, "<wbr>");
		path = slice_part(path, slash + 1, path.len);
	}
	html_write_add_escaped(out, path);
}

void
html_name(struct buffer *out, const char *name)
{
	struct buffer safe = { 0 };

	terminal_escape(&safe, slice_of(name));
	add_folders(out, buffer_slice(&safe));
	buffer_release(&safe);
}

void
html_path(struct buffer *out, const struct gbq_query *row)
{
	const char *path = row_text(row, "file");
	struct buffer text = { 0 };

	buffer_add_string(out, "<span class=\"path\"");
	html_attribute(out, "title", path);
	buffer_add_byte(out, '>');
	add_path(&text, path);
	add_folders(out, buffer_slice(&text));
	if (!row_is_null(row, "line"))
		buffer_printf(out, ":%lld",
		    (long long)row_integer(row, "line"));
	buffer_add_string(out, "</span>");
	buffer_release(&text);
}

void
html_code(struct buffer *out, const char *source)
{
	if (!source || !*source)
		return;
	buffer_add_string(out, "<code class=\"line\">");
	html_text(out, source);
	buffer_add_string(out, "</code>");
}

void
html_steps(struct buffer *out, const char *category)
{
	const char *steps = next_steps(category);

	if (!steps)
		return;
	buffer_add_string(out, "<pre class=\"steps\">");
	html_write_add_escaped(out, slice_of(steps));
	buffer_add_string(out, "</pre>");
}

void
html_bar(struct buffer *out, const struct html_part *parts, size_t count,
    double whole)
{
	double from = 0;

	buffer_add_string(out, "<svg class=\"bar\" viewBox=\"0 0 1000 10\" "
	    "preserveAspectRatio=\"none\" aria-hidden=\"true\">"
	    "<rect class=\"track\" width=\"1000\" height=\"10\"/>");
	for (size_t i = 0; i < count && whole > 0; i++) {
		double width = 1000 * parts[i].value / whole;

		if (!(width > 0))
			continue;
		if (width < 2)
			width = 2;
		buffer_printf(out, "<rect class=\"%s\" x=\"%.1f\" "
		    "width=\"%.1f\" height=\"10\"><title>", parts[i].class,
		    from, width);
		html_text(out, parts[i].title);
		buffer_add_string(out, "</title></rect>");
		from += width;
	}
	buffer_add_string(out, "</svg>");
}
