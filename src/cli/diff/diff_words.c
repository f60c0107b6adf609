/*
 * diff_words.c - sites, counts and states of a diff in words.
 */
#include <math.h>
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/format/row.h"

#define VIA " \xe2\x86\x90 "

const char *
diff_state_word(const struct gbq_diff_pair *pair)
{
	if (pair->uncertain)
		return pair->state == GBQ_STATE_GONE ? "gone?" : "new?";
	return gbq_state_name(pair->state);
}

const struct gbq_diff_site *
diff_shown_site(const struct gbq_diff_pair *pair)
{
	return pair->sides[1] ? pair->sides[1] : pair->sides[0];
}

bool
diff_is_phase(const struct gbq_diff_total *total)
{
	return strncmp(total->name, "phase.", strlen("phase.")) == 0;
}

void
diff_add_value(struct buffer *out, const struct gbq_value *value)
{
	if (value->type == GBQ_INTEGER)
		buffer_printf(out, "%lld", (long long)value->integer);
	else if (value->type == GBQ_REAL)
		buffer_printf(out, "%.2f", value->real);
	else
		buffer_add_byte(out, '?');
}

void
diff_add_delta(struct buffer *out, const struct gbq_value *values)
{
	double delta;

	if (values[0].type == GBQ_NULL || values[1].type == GBQ_NULL)
		return;
	if (values[0].type == GBQ_INTEGER && values[1].type == GBQ_INTEGER) {
		buffer_printf(out, "%+lld", (long long)(values[1].integer -
		    values[0].integer));
		return;
	}
	delta = values[1].real - values[0].real;
	/* No "-0.000". */
	if (fabs(delta) < 0.0000005)
		delta = 0;
	buffer_printf(out, "%+.6f", delta);
	while (out->bytes[out->len - 1] == '0')
		out->len--;
	if (out->bytes[out->len - 1] == '.')
		out->len--;
}

void
diff_add_kind(struct buffer *out, const struct gbq_diff_site *site)
{
	if (site->gb_id) {
		add_text(out, site->gb_id);
		buffer_add_byte(out, ' ');
	}
	add_text(out, site->kind);
	if (site->detail) {
		buffer_add_string(out, ": ");
		add_text(out, site->detail);
	}
}

static void
diff_words_add_line(struct buffer *out, int64_t line)
{
	if (line != GBQ_NO_LINE)
		buffer_printf(out, ":%lld", (long long)line);
}

void
diff_add_place(struct buffer *out, const struct gbq_diff_site *site)
{
	bool has_via = site->via_file && (!site->file ||
	    strcmp(site->via_file, site->file) != 0 ||
	    site->via_line != site->line);

	add_path(out, site->file);
	diff_words_add_line(out, site->line);
	if (site->function) {
		buffer_add_byte(out, ' ');
		add_text(out, site->function);
	}
	if (!has_via)
		return;
	buffer_add_string(out, VIA);
	add_path(out, site->via_file);
	diff_words_add_line(out, site->via_line);
	if (site->via_function) {
		buffer_add_byte(out, ' ');
		add_text(out, site->via_function);
	}
}

void
diff_add_break(struct buffer *out, const struct gbq_diff_site *site)
{
	if (site->handle)
		buffer_printf(out, "%s  ", site->handle);
	diff_add_kind(out, site);
	buffer_add_string(out, " in ");
	diff_add_place(out, site);
}
