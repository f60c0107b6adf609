/*
 * html_runs.c - many runs on one page: counts over runs or the values of a
 * tag as charts, impact of kinds and sites, a table of the runs.
 */
#include "cli/format/row.h"
#include "cli/html/html.h"

/* A chart of one count: a column for each value. */
static const struct {
	const char *name, *title;
	bool seconds;
} charts[] = {
	{ "break_sites", "sites of graph breaks", false },
	{ "break_events", "break events", false },
	{ "failures", "other failures", false },
	{ "recompiles", "recompiles", false },
	{ "graph_ops", "ops captured", false },
	{ "compile_s", "compile seconds", true },
};

enum { CHARTS = LENGTH(charts), HEIGHT = 100 };

struct point {
	struct buffer label;			/* HTML */
	struct gbq_value values[CHARTS];	/* numbers */
};

typedef ARRAY_OF(struct point) point_array;

static const struct html_column kind_columns[] = {
	{ "new", "is_new", &cell_flag, true },
	{ "id", "gb_id", &cell_text, false },
	{ "kind", "kind", &cell_text, false },
	{ "runs", "runs", &cell_number, false },
	{ "events", "events", &cell_number, false },
	{ "impact", "radius", &cell_number, false },
	{ "sites", "sites", &cell_number, false },
	{ "first run", "first_run", &cell_text, false },
	{ "advice", "advice", &cell_fold, false },
};

static const struct html_column site_columns[] = {
	{ "new", "is_new", &cell_flag, true },
	{ "id", "gb_id", &cell_text, true },
	{ "runs", "runs", &cell_number, false },
	{ "events", "events", &cell_number, false },
	{ "impact", "radius", &cell_number, false },
	{ "place", "file", &cell_path, false },
	{ "function", "function", &cell_text, false },
	{ "line", "source", &cell_code, false },
	{ "first run", "first_run", &cell_text, false },
};

static const struct html_column run_columns[] = {
	{ "run", "name", &cell_text, false },
	{ "tag", "by", &cell_text, true },
	{ "status", "status", &cell_chip, true },
	{ "sites", "break_sites", &cell_number, false },
	{ "events", "break_events", &cell_number, false },
	{ "skip", "skip", &cell_number, false },
	{ "failures", "failures", &cell_number, false },
	{ "recompiles", "recompiles", &cell_number, false },
	{ "ops", "graph_ops", &cell_number, false },
	{ "seconds", "compile_s", &cell_seconds, false },
};

static void
trend_add_row(struct html_rows *rows, const struct gbq_query *row)
{
	point_array *points = rows->state;
	struct point *point = array_add(points);
	struct gbq_value value = row_value(row, "value");

	if (value.type == GBQ_TEXT)
		html_text(&point->label, value.bytes);
	else
		html_number(&point->label, &value);
	for (size_t i = 0; i < CHARTS; i++)
		point->values[i] = row_value(row, charts[i].name);
}

static void
chart_add_number(struct buffer *out, size_t chart,
    const struct gbq_value *number)
{
	if (number->type == GBQ_NULL)
		buffer_add_string(out, "unknown");
	else if (charts[chart].seconds)
		html_seconds(out, number);
	else
		html_number(out, number);
}

/* A column of its own look: unknown is not none. */
static void
chart_add_unknown(struct buffer *out, size_t place, const char *label)
{
	buffer_printf(out, "<rect class=\"unknown\" x=\"%zu.08\" y=\"0\" "
	    "width=\".84\" height=\"%d\"><title>%s: unknown</title></rect>",
	    place, HEIGHT, label);
}

static void
chart_add_columns(struct buffer *out, const point_array *points,
    size_t chart, double highest)
{
	for (size_t i = 0; i < points->count; i++) {
		struct point *point = &points->items[i];
		double height = highest > 0 ? HEIGHT *
		    point->values[chart].real / highest : 0;

		if (point->values[chart].type == GBQ_NULL) {
			chart_add_unknown(out, i,
			    buffer_string(&point->label));
			continue;
		}
		if (height < 1)
			height = 1;
		buffer_printf(out, "<rect class=\"%s\" x=\"%zu.08\" y=\"%.2f"
		    "\" width=\".84\" height=\"%.2f\"><title>%s: ",
		    i + 1 == points->count ? "after" : "before", i,
		    HEIGHT - height, height, buffer_string(&point->label));
		chart_add_number(out, chart, &point->values[chart]);
		buffer_add_string(out, "</title></rect>");
	}
}

static void
trend_add_chart(struct buffer *out, const point_array *points, size_t chart)
{
	struct point *first = &points->items[0];
	struct point *last = &points->items[points->count - 1];
	struct gbq_value highest = { .type = GBQ_NULL };

	for (size_t i = 0; i < points->count; i++) {
		const struct gbq_value *value =
		    &points->items[i].values[chart];

		if (value->type != GBQ_NULL && (highest.type == GBQ_NULL ||
		    value->real > highest.real))
			highest = *value;
	}
	buffer_printf(out, "<figure><figcaption>%s <b>",
	    charts[chart].title);
	chart_add_number(out, chart, &last->values[chart]);
	buffer_printf(out, "</b></figcaption><svg class=\"columns\" "
	    "viewBox=\"0 0 %zu %d\" preserveAspectRatio=\"none\" role=\"img\""
	    " aria-label=\"%s\">", points->count, HEIGHT,
	    charts[chart].title);
	chart_add_columns(out, points, chart, highest.real);
	buffer_printf(out, "</svg><p class=\"axis\"><span>%s</span><span>"
	    "highest ", buffer_string(&first->label));
	chart_add_number(out, chart, &highest);
	buffer_printf(out, "</span><span>%s</span></p></figure>\n",
	    buffer_string(&last->label));
}

static void
trend_finish(struct html_rows *rows)
{
	point_array *points = rows->state;

	for (size_t i = 0; i < CHARTS; i++)
		trend_add_chart(&rows->html->body, points, i);
	for (size_t i = 0; i < points->count; i++)
		buffer_release(&points->items[i].label);
	array_release(points);
}

static const struct html_section html_trend = {
	.id = "trend", .title = "Trend",
	.note = "in the order in which they were ingested",
	.lists = { {
		.query = "trend", .begin = "<div class=\"figures\">\n",
		.end = "</div>\n", .add_row = trend_add_row,
		.finish = trend_finish, .state_size = sizeof(point_array)
	} }
};

static const struct html_section html_kinds = {
	.id = "kinds", .title = "Kinds",
	.note = "impact: runs times events",
	.lists = { { .query = "kinds", .most = HTML_MOST_ROWS,
		HTML_COLUMNS(kind_columns) } }
};

static const struct html_section html_kinds_sites = {
	.id = "sites", .title = "Sites",
	.note = "the lines that break most runs",
	.lists = { { .query = "kinds_sites", .most = HTML_MOST_ROWS,
		HTML_COLUMNS(site_columns) } }
};

static const struct html_section html_sweep = {
	.id = "runs", .title = "Runs",
	.lists = { { .query = "sweep", .most = HTML_MOST_ROWS,
		HTML_COLUMNS(run_columns) } }
};

const struct html_section *const html_runs_sections[] = {
	&html_trend, &html_kinds, &html_kinds_sites, &html_sweep, NULL
};
