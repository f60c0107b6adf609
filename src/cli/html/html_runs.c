/*
 * html_runs.c - many runs on one page: counts over runs or the values of a
 * tag as charts, blast radius of kinds and sites, a table of the runs.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/row.h"
#include "cli/html/html.h"

/* A chart of one count: a column for each value. */
static const struct {
	const char *name, *title;
	bool seconds;
} charts[] = {
	{ "break_sites", "sites of graph breaks", false },
	{ "break_events", "break events", false },
	{ "failures", "failures that are no break", false },
	{ "recompiles", "recompiles", false },
	{ "graph_ops", "ops captured", false },
	{ "compile_s", "compile seconds", true },
};

enum { CHARTS = sizeof(charts) / sizeof(*charts), HEIGHT = 100 };

struct point {
	char *label;
	double values[CHARTS];
	bool known[CHARTS];
};

typedef ARRAY_OF(struct point) point_array;

static const struct html_column kind_columns[] = {
	{ "new", "is_new", HTML_FLAG, true },
	{ "id", "gb_id", HTML_TEXT, false },
	{ "kind", "kind", HTML_TEXT, false },
	{ "runs", "runs", HTML_NUMBER, false },
	{ "events", "events", HTML_NUMBER, false },
	{ "radius", "radius", HTML_NUMBER, false },
	{ "sites", "sites", HTML_NUMBER, false },
	{ "first run", "first_run", HTML_TEXT, false },
	{ "advice", "advice", HTML_FOLD, false },
};

static const struct html_column site_columns[] = {
	{ "new", "is_new", HTML_FLAG, true },
	{ "id", "gb_id", HTML_TEXT, true },
	{ "runs", "runs", HTML_NUMBER, false },
	{ "events", "events", HTML_NUMBER, false },
	{ "radius", "radius", HTML_NUMBER, false },
	{ "place", "file", HTML_PATH, false },
	{ "function", "function", HTML_TEXT, false },
	{ "line", "source", HTML_CODE, false },
	{ "first run", "first_run", HTML_TEXT, false },
};

static const struct html_column run_columns[] = {
	{ "run", "name", HTML_TEXT, false },
	{ "tag", "by", HTML_TEXT, true },
	{ "status", "status", HTML_CHIP, true },
	{ "sites", "break_sites", HTML_NUMBER, false },
	{ "events", "break_events", HTML_NUMBER, false },
	{ "skip", "skip", HTML_NUMBER, false },
	{ "failures", "failures", HTML_NUMBER, false },
	{ "recompiles", "recompiles", HTML_NUMBER, false },
	{ "ops", "graph_ops", HTML_NUMBER, false },
	{ "seconds", "compile_s", HTML_SECONDS, false },
};

static int
html_runs_open_query(struct html *html, const char *name, const char *glob,
    struct gbq_query **query)
{
	int exit_status = query_saved(html->context, query, name, 0);

	if (!exit_status)
		exit_status = query_bind_options(html->context, *query);
	if (!exit_status && glob && gbq_bind_text(*query, "glob", glob) !=
	    GBQ_OK)
		exit_status = context_error(html->context, GBQ_USAGE);
	return exit_status;
}

static int
read_points(struct html *html, const char *glob, point_array *points)
{
	struct gbq_query *query = NULL;
	int exit_status = html_runs_open_query(html, "trend", glob, &query);

	while (query_next(html->context, query, &exit_status)) {
		struct point *point = array_add(points);
		struct gbq_value value = row_value(query, "value");
		struct buffer label = { 0 };

		if (value.type == GBQ_TEXT)
			html_text(&label, value.bytes);
		else
			html_number(&label, &value);
		buffer_string(&label);
		point->label = label.bytes;
		for (size_t i = 0; i < CHARTS; i++) {
			point->values[i] = row_real(query, charts[i].name);
			point->known[i] = !row_is_null(query, charts[i].name);
		}
	}
	gbq_finish(query);
	return exit_status;
}

static void
free_points(point_array *points)
{
	for (size_t i = 0; i < points->count; i++)
		free(points->items[i].label);
	array_release(points);
}

static void
html_runs_add_number(struct buffer *out, size_t chart, double number,
    bool known)
{
	struct gbq_value value = { .type = !known ? GBQ_NULL :
	    charts[chart].seconds ? GBQ_REAL : GBQ_INTEGER,
	    .integer = (int64_t)number, .real = number };

	if (charts[chart].seconds)
		html_seconds(out, &value);
	else
		html_number(out, &value);
}

static void
html_runs_add_columns(struct buffer *out, const point_array *points,
    size_t chart, double highest)
{
	for (size_t i = 0; i < points->count; i++) {
		const struct point *point = &points->items[i];
		double height = highest > 0 ? HEIGHT *
		    point->values[chart] / highest : 0;

		if (height < 1)
			height = 1;
		buffer_printf(out, "<rect class=\"%s\" x=\"%zu.08\" y=\"%.2f"
		    "\" width=\".84\" height=\"%.2f\"><title>%s: ",
		    i + 1 == points->count ? "after" : "before", i,
		    HEIGHT - height, height, point->label);
		html_runs_add_number(out, chart, point->values[chart],
		    point->known[chart]);
		buffer_add_string(out, "</title></rect>");
	}
}

static void
add_chart(struct buffer *out, const point_array *points, size_t chart)
{
	const struct point *first = &points->items[0];
	const struct point *last = &points->items[points->count - 1];
	double highest = 0;

	for (size_t i = 0; i < points->count; i++) {
		if (points->items[i].values[chart] > highest)
			highest = points->items[i].values[chart];
	}
	buffer_printf(out, "<figure><figcaption>%s <b>",
	    charts[chart].title);
	html_runs_add_number(out, chart, last->values[chart],
	    last->known[chart]);
	buffer_printf(out, "</b></figcaption><svg class=\"columns\" "
	    "viewBox=\"0 0 %zu %d\" preserveAspectRatio=\"none\" role=\"img\""
	    " aria-label=\"%s\">", points->count, HEIGHT,
	    charts[chart].title);
	html_runs_add_columns(out, points, chart, highest);
	buffer_printf(out, "</svg><p class=\"axis\"><span>%s</span><span>"
	    "highest ", first->label);
	html_runs_add_number(out, chart, highest, true);
	buffer_printf(out, "</span><span>%s</span></p></figure>\n",
	    last->label);
}

static int
add_trend(struct html *html, const char *glob)
{
	size_t mark = html_begin(html, "trend", "Trend",
	    "in the order in which they were ingested");
	point_array points = { 0 };
	int exit_status = read_points(html, glob, &points);

	buffer_add_string(&html->body, "<div class=\"figures\">\n");
	for (size_t i = 0; i < CHARTS && points.count; i++)
		add_chart(&html->body, &points, i);
	buffer_add_string(&html->body, "</div>\n");
	html_end(html, mark, points.count);
	free_points(&points);
	return exit_status;
}

static int
add_table(struct html *html, const char *id, const char *title,
    const char *note, const char *name, const char *glob,
    const struct html_column *columns, size_t column_count)
{
	size_t mark = html_begin(html, id, title, note), count = 0;
	struct gbq_query *query = NULL;
	int exit_status = html_runs_open_query(html, name, glob, &query);

	if (!exit_status)
		exit_status = html_table(html, query, columns, column_count,
		    &count);
	gbq_finish(query);
	html_end(html, mark, count);
	return exit_status;
}

int
html_runs(struct html *html, const char *glob)
{
	int exit_status = add_trend(html, glob);

	if (!exit_status)
		exit_status = add_table(html, "kinds", "Kinds",
		    "blast radius: runs times events", "kinds", glob,
		    HTML_COLUMNS(kind_columns));
	if (!exit_status)
		exit_status = add_table(html, "sites", "Sites",
		    "the lines that break most runs", "kinds_sites", glob,
		    HTML_COLUMNS(site_columns));
	if (!exit_status)
		exit_status = add_table(html, "runs", "Runs", NULL, "sweep",
		    glob, HTML_COLUMNS(run_columns));
	return exit_status;
}
