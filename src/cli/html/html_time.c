/*
 * html_time.c - compile time by frame and by phase, as bars.
 */
#include <string.h>

#include "cli/format/row.h"
#include "cli/html/html.h"

enum { MOST_BARS = 20 };

/* What comes behind this many is folded. */
static void
fold_after(struct buffer *out, size_t count, size_t total_shown)
{
	if (count == total_shown + 1)
		buffer_add_string(out, "</table><details class=\"rest\">"
		    "<summary>the rest</summary><table class=\"bars\">\n");
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
html_time_add_frame(struct buffer *out, const struct gbq_query *row,
    double longest)
{
	struct gbq_value seconds = row_value(row, "entire_frame_s");

	buffer_add_string(out, "<tr><th scope=\"row\"><b>");
	html_text(out, row_text(row, "function"));
	buffer_add_string(out, "</b> ");
	html_path(out, row_text(row, "file"), row_is_null(row, "line") ?
	    GBQ_NO_LINE : row_integer(row, "line"));
	buffer_add_string(out, "</th><td class=\"chart\">");
	add_frame_parts(out, row, longest);
	buffer_add_string(out, "</td><td class=\"num\">");
	html_seconds(out, &seconds);
	buffer_printf(out, "</td><td class=\"num dim\">%lld\xc3\x97</td>"
	    "</tr>\n", (long long)row_integer(row, "compiles"));
}

static void
add_phase(struct buffer *out, const struct gbq_query *row, double longest)
{
	struct gbq_value seconds = row_value(row, "self_s");
	const struct html_part part = { "rest", "seconds of its own",
	    row_real(row, "self_s") };

	buffer_add_string(out, "<tr><th scope=\"row\"><code>");
	html_text(out, row_text(row, "phase"));
	buffer_add_string(out, "</code></th><td class=\"chart\">");
	html_bar(out, &part, 1, longest);
	buffer_add_string(out, "</td><td class=\"num\">");
	html_seconds(out, &seconds);
	buffer_printf(out, "</td><td class=\"num dim\">%lld\xc3\x97</td>"
	    "</tr>\n", (long long)row_integer(row, "calls"));
}

typedef void bar_function(struct buffer *out, const struct gbq_query *row,
    double longest);

/* The rows come dearest first: the first one fills its bar. */
static int
add_bars(struct html *html, const char *name, const char *seconds,
    bar_function *add, size_t *count)
{
	struct gbq_query *query = NULL;
	double longest = 0;
	int exit_status = query_saved(html->context, &query, name,
	    html->run_id);

	while (query_next(html->context, query, &exit_status)) {
		if (row_is_null(query, seconds))
			continue;
		if (++*count == 1)
			longest = row_real(query, seconds);
		fold_after(&html->body, *count, MOST_BARS);
		add(&html->body, query, longest);
	}
	gbq_finish(query);
	if (*count > MOST_BARS)
		buffer_add_string(&html->body, "</table></details>\n");
	else
		buffer_add_string(&html->body, "</table>\n");
	return exit_status;
}

int
html_time(struct html *html)
{
	size_t mark = html_begin(html, "time", "Compile time", NULL);
	size_t frames = 0, phases = 0, before;
	int exit_status;

	buffer_add_string(&html->body, "<h3>By frame</h3><p class=\"legend\">"
	    "<i class=\"key restart\"></i>lost in restarts and skips "
	    "<i class=\"key backend\"></i>backend <i class=\"key rest\"></i>"
	    "the rest</p><table class=\"bars\">\n");
	exit_status = add_bars(html, "time", "entire_frame_s",
	    html_time_add_frame, &frames);
	before = html->body.len;
	buffer_add_string(&html->body, "<h3>By phase <small>without the "
	    "phases inside it</small></h3><table class=\"bars\">\n");
	if (!exit_status)
		exit_status = add_bars(html, "phases", "self_s", add_phase,
		    &phases);
	if (!phases)
		html->body.len = before;
	html_end(html, mark, frames);
	return exit_status;
}
