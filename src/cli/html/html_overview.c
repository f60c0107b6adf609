/*
 * html_overview.c - the top of the page: what makes counts doubtful, all
 * counts of the run as tiles, and its environment.
 */
#include <string.h>

#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/html/html.h"

void
html_doubts(struct html *html)
{
	for (size_t i = 0; i < html->facts.doubts.count; i++) {
		buffer_add_string(&html->body,
		    "<p class=\"doubt\" role=\"note\">");
		html_slice(&html->body,
		    buffer_slice(&html->facts.doubts.items[i]));
		buffer_add_string(&html->body, "</p>\n");
	}
}

/* A tile: a number, its name, and what it is made of. */
static const struct html_tile {
	const char *title, *column;
	const char *class;	/* of a number above 0 */
	const char *words;	/* below it: words, or */
	const char *counts;	/* a column, JSON of counts, */
	const char *counted;	/* of such words, or */
	struct tile_part {
		const char *column, *one, *words;
	} parts[3];		/* other numbers */
} tiles[] = {
	{ .title = "sites of graph breaks", .column = "break_sites",
		.class = "bad",
		.parts = { { "own_sites", NULL, "in own code" } } },
	{ .title = "break events", .column = "break_events",
		.class = "bad", .counts = "forms", .counted = "form" },
	{ .title = "eager events", .column = "eager_events",
		.class = "bad", .words = "frames skipped or not resumed" },
	{ .title = "compiles", .column = "compiles", .counts = "statuses",
		.counted = "status" },
	{ .title = "graphs", .column = "graphs", .parts = {
		{ "graph_ops", "op", NULL },
		{ "largest_graph_ops", NULL, "in the largest" },
		{ "graphs_captured", NULL, "captured in all" } } },
	{ .title = "recompiles", .column = "recompiles", .class = "warn",
		.parts = { { "guard_failures", "guard failure", NULL },
		    { "limit_hits", "limit hit", NULL } } },
	{ .title = "other failures", .column = "failures",
		.class = "bad", .counts = "failure_categories",
		.counted = "category" },
	{ .title = "cache hits", .column = "cache_hits", .parts = {
		{ "cache_misses", "miss", NULL },
		{ "cache_bypasses", "bypass", NULL } } },
	{ .title = "restarts", .column = "restart_rows" },
	{ .title = "problems of the input", .column = "problems",
		.class = "warn", .counts = "severities",
		.counted = "severity" },
};

static void
tile_begin(struct buffer *out, const char *class, const char *name)
{
	buffer_printf(out, "<div class=\"tile%s%s\"><dt>%s</dt><dd>",
	    class ? " " : "", class ? class : "", name);
}

static void
tile_add_detail(struct buffer *out, const struct gbq_query *row,
    const struct html_tile *tile)
{
	struct buffer detail = { 0 };

	buffer_add_string(&detail, tile->words);
	if (tile->counts)
		add_counts(&detail, tile->counted, row_text(row,
		    tile->counts), NULL);
	for (size_t i = 0; i < LENGTH(tile->parts); i++) {
		const struct tile_part *part = &tile->parts[i];

		if (!part->column || row_is_null(row, part->column))
			continue;
		buffer_add_string(&detail, detail.len ? ", " : "");
		if (part->one)
			add_count(&detail, row, part->column, part->one,
			    false);
		else
			buffer_printf(&detail, "%lld %s", (long long)
			    row_integer(row, part->column), part->words);
	}
	html_take(out, &detail);
	buffer_release(&detail);
}

static void
add_tile(struct html *html, const struct gbq_query *row,
    const struct html_tile *tile)
{
	struct gbq_value value = row_value(row, tile->column);
	bool breaks = strncmp(tile->column, "break_", strlen("break_")) == 0;

	tile_begin(&html->body, value.type != GBQ_NULL && value.real > 0 ?
	    tile->class : NULL, tile->title);
	buffer_add_string(&html->body, "<b>");
	if (breaks && html->facts.at_least && value.type != GBQ_NULL)
		buffer_add_string(&html->body, "\xe2\x89\xa5\xe2\x80\xaf");
	html_number(&html->body, &value);
	buffer_add_string(&html->body, "</b><span>");
	tile_add_detail(&html->body, row, tile);
	buffer_add_string(&html->body, "</span></dd></div>\n");
}

static void
add_time_tile(struct buffer *out, const struct gbq_query *row)
{
	struct gbq_value total = row_value(row, "compile_s");
	double restart = row_real(row, "lost_restart_s");
	double skip = row_real(row, "lost_skip_s");
	double backend = row_real(row, "backend_s");
	double whole = row_real(row, "compile_s");
	const struct html_part parts[] = {
		{ "restart", "lost in restarts", restart },
		{ "skip", "wasted on frames later skipped", skip },
		{ "backend", "backend", backend },
		{ "rest", "the rest", whole - restart - skip - backend },
	};

	tile_begin(out, "wide", "compile time");
	buffer_add_string(out, "<b>");
	html_seconds(out, &total);
	buffer_add_string(out, "</b>");
	html_bar(out, parts, LENGTH(parts), whole);
	buffer_add_string(out, "<span>");
	for (size_t i = 0; i < 3 && total.type != GBQ_NULL; i++) {
		buffer_printf(out, "<i class=\"key %s\"></i>",
		    parts[i].class);
		add_seconds(out, parts[i].value);
		add_share(out, parts[i].value, whole);
		buffer_printf(out, " %s ", parts[i].title);
	}
	buffer_add_string(out, "</span></dd></div>\n");
}

/* ---- environment ---- */

static const struct {
	const char *title, *column;
	bool number;		/* "?" where not known; texts are left out */
} facts[] = {
	{ "torch", "torch_version", false },
	{ "commit", "torch_commit", false },
	{ "input", "source_kind", false },
	{ "layout", "layout", false },
	{ "mode", "mode", false },
	{ "job", "job", false },
	{ "started", "started_at", false },
	{ "last record", "last_record_at", false },
	{ "counts are", "counts_are", false },
	{ "from", "source_path", false },
	{ "ranks", "ranks", true },
	{ "unfinished compiles", "unfinished", true },
	{ "bytes of files", "content_bytes", true },
};

/* number: NULL for a text. */
static void
overview_add_fact(struct buffer *out, const char *title, const char *text,
    const struct gbq_value *number)
{
	buffer_printf(out, "<div><dt>%s</dt><dd>", title);
	if (number)
		html_number(out, number);
	else
		html_text(out, text);
	buffer_add_string(out, "</dd></div>\n");
}

static void
overview_add_facts(struct html *html, const struct gbq_query *row)
{
	struct buffer *out = &html->body;

	buffer_add_string(out, "<dl class=\"facts\">\n");
	for (size_t i = 0; i < LENGTH(facts); i++) {
		struct gbq_value value = row_value(row, facts[i].column);

		if (facts[i].number || value.type == GBQ_TEXT)
			overview_add_fact(out, facts[i].title,
			    value_text(&value), facts[i].number ? &value :
			    NULL);
	}
	if (*html->facts.tags)
		overview_add_fact(out, "tags", html->facts.tags, NULL);
	buffer_add_string(out, "</dl>\n");
}

static void
overview_add_row(struct html_rows *rows, const struct gbq_query *row)
{
	buffer_add_string(&rows->html->body, "<dl class=\"tiles\">\n");
	for (size_t i = 0; i < LENGTH(tiles); i++)
		add_tile(rows->html, row, &tiles[i]);
	add_time_tile(&rows->html->body, row);
	buffer_add_string(&rows->html->body, "</dl>\n");
	overview_add_facts(rows->html, row);
}

const struct html_section html_counts = {
	.id = "counts", .title = "Counts", .uncounted = true,
	.lists = { { .query = "summary", .add_row = overview_add_row } }
};
