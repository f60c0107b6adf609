/*
 * html_time.c - compile time by frame and by phase, as bars.
 */
#include "cli/format/row.h"
#include "cli/html/html.h"

/* The rows come most expensive first: the first one fills its bar. */
static double
time_longest(struct html_rows *rows, const struct gbq_query *row,
    const char *seconds)
{
	double *longest = rows->state;

	if (rows->count == 1)
		*longest = row_real(row, seconds);
	return *longest;
}

static void
add_frame_parts(struct buffer *out, const struct gbq_query *row,
    double longest)
{
	double all = row_real(row, "entire_frame_s");
	double lost = row_real(row, "lost_s");
	double backend = row_real(row, "backend_s");
	const struct html_part parts[] = {
		{ "restart", "lost in restarts and skips", lost },
		{ "backend", "backend", backend },
		{ "rest", "the rest", all - lost - backend },
	};

	html_bar(out, parts, 3, longest);
}

static void
time_add_frame_bar(struct html_rows *rows, const struct gbq_query *row)
{
	struct gbq_value seconds = row_value(row, "entire_frame_s");
	struct buffer *out = &rows->html->body;

	buffer_add_string(out, "<tr><th scope=\"row\"><b>");
	html_text(out, row_text(row, "function"));
	buffer_add_string(out, "</b> ");
	html_path(out, row);
	buffer_add_string(out, "</th><td class=\"chart\">");
	add_frame_parts(out, row, time_longest(rows, row, "entire_frame_s"));
	buffer_add_string(out, "</td><td class=\"num\">");
	html_seconds(out, &seconds);
	buffer_printf(out, "</td><td class=\"num dim\">%lld\xc3\x97</td>"
	    "</tr>\n", (long long)row_integer(row, "compiles"));
}

static void
time_add_phase_bar(struct html_rows *rows, const struct gbq_query *row)
{
	struct gbq_value seconds = row_value(row, "self_s");
	const struct html_part part = { "rest", "seconds of its own",
	    row_real(row, "self_s") };
	struct buffer *out = &rows->html->body;

	buffer_add_string(out, "<tr><th scope=\"row\"><code>");
	html_text(out, row_text(row, "phase"));
	buffer_add_string(out, "</code></th><td class=\"chart\">");
	html_bar(out, &part, 1, time_longest(rows, row, "self_s"));
	buffer_add_string(out, "</td><td class=\"num\">");
	html_seconds(out, &seconds);
	buffer_printf(out, "</td><td class=\"num dim\">%lld\xc3\x97</td>"
	    "</tr>\n", (long long)row_integer(row, "calls"));
}

#define BARS .fold = 20, .begin = "<table class=\"bars\">\n",		\
	.end = "</table>\n", .state_size = sizeof(double)

const struct html_section html_time = {
	.id = "time", .title = "Compile time",
	.lists = { {
		.query = "time", .needs = "entire_frame_s",
		.heading = "<h3>By frame</h3><p class=\"legend\"><i class=\""
		    "key restart\"></i>lost in restarts and skips <i class=\""
		    "key backend\"></i>backend <i class=\"key rest\"></i>"
		    "the rest</p>",
		.add_row = time_add_frame_bar, BARS
	}, {
		.query = "phases", .needs = "self_s", .beside = true,
		.heading = "<h3>By phase <small>without the phases inside it"
		    "</small></h3>",
		.add_row = time_add_phase_bar, BARS
	} }
};
