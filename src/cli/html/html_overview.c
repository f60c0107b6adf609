/*
 * html_overview.c - the top of the page: what makes counts doubtful, all
 * counts of the run as tiles, and its environment.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/format/row.h"
#include "cli/format/text.h"
#include "cli/html/html.h"

static void
add_doubts(struct html *html, const struct run_facts *facts)
{
	for (size_t i = 0; i < facts->doubts.count; i++) {
		buffer_add_string(&html->body,
		    "<p class=\"doubt\" role=\"note\">");
		html_take(&html->body, &facts->doubts.items[i]);
		buffer_add_string(&html->body, "</p>\n");
	}
}

/* A tile: a number, its name, and what it is made of. */
static void
begin_tile(struct buffer *out, const char *class, const char *name)
{
	buffer_printf(out, "<div class=\"tile%s%s\"><dt>%s</dt><dd>",
	    *class ? " " : "", class, name);
}

static void
add_tile(struct html *html, const struct gbq_query *row, const char *name,
    const char *column, const char *class, struct buffer *detail)
{
	struct gbq_value value = row_value(row, column);
	bool breaks = strncmp(column, "break_", strlen("break_")) == 0;

	begin_tile(&html->body, value.type != GBQ_NULL && value.real > 0 ?
	    class : "", name);
	buffer_add_string(&html->body, "<b>");
	if (breaks && html->at_least && value.type != GBQ_NULL)
		buffer_add_string(&html->body, "\xe2\x89\xa5\xe2\x80\xaf");
	html_number(&html->body, &value);
	buffer_add_string(&html->body, "</b><span>");
	html_take(&html->body, detail);
	buffer_add_string(&html->body, "</span></dd></div>\n");
}

static void
add_time_tile(struct html *html, const struct gbq_query *row)
{
	struct gbq_value total = row_value(row, "compile_s");
	double restart = row_real(row, "lost_restart_s");
	double skip = row_real(row, "lost_skip_s");
	double backend = row_real(row, "backend_s");
	double whole = row_real(row, "compile_s");
	const struct html_part parts[] = {
		{ "restart", "lost in restarts", restart },
		{ "skip", "lost in frames then skipped", skip },
		{ "backend", "backend", backend },
		{ "rest", "the rest", whole - restart - skip - backend },
	};
	struct buffer text = { 0 };

	begin_tile(&html->body, "wide", "compile time");
	buffer_add_string(&html->body, "<b>");
	html_seconds(&html->body, &total);
	buffer_add_string(&html->body, "</b>");
	html_bar(&html->body, parts, 4, whole);
	buffer_add_string(&html->body, "<span>");
	for (size_t i = 0; i < 3 && total.type != GBQ_NULL; i++) {
		buffer_printf(&html->body, "<i class=\"key %s\"></i>",
		    parts[i].class);
		add_seconds(&text, parts[i].value);
		add_share(&text, parts[i].value, whole);
		buffer_printf(&text, " %s ", parts[i].title);
		html_take(&html->body, &text);
	}
	buffer_add_string(&html->body, "</span></dd></div>\n");
	buffer_release(&text);
}

static void
add_detail(struct buffer *detail, const struct gbq_query *row,
    const char *column, const char *words)
{
	if (row_is_null(row, column))
		return;
	buffer_printf(detail, "%s%lld %s", detail->len ? ", " : "",
	    (long long)row_integer(row, column), words);
}

static void
add_break_tiles(struct html *html, const struct gbq_query *row)
{
	struct buffer detail = { 0 };

	add_detail(&detail, row, "own_sites", "in own code");
	add_tile(html, row, "sites of graph breaks", "break_sites", "bad",
	    &detail);
	form_counts(&detail, row_text(row, "forms"));
	add_tile(html, row, "break events", "break_events", "bad", &detail);
	buffer_add_string(&detail, "frames skipped or not resumed");
	add_tile(html, row, "eager events", "eager_events",
	    "bad", &detail);
	buffer_release(&detail);
}

static void
add_tiles(struct html *html, const struct gbq_query *row)
{
	struct buffer detail = { 0 };

	buffer_add_string(&html->body, "<dl class=\"tiles\">\n");
	add_break_tiles(html, row);
	form_counts(&detail, row_text(row, "statuses"));
	add_tile(html, row, "compiles", "compiles", "", &detail);
	add_detail(&detail, row, "graph_ops", "ops");
	add_detail(&detail, row, "largest_graph_ops", "in the largest");
	add_detail(&detail, row, "graphs_captured", "captured in all");
	add_tile(html, row, "graphs", "graphs", "", &detail);
	add_detail(&detail, row, "guard_failures", "guard failures");
	add_detail(&detail, row, "limit_hits", "limit hits");
	add_tile(html, row, "recompiles", "recompiles", "warn", &detail);
	form_counts(&detail, row_text(row, "failure_categories"));
	add_tile(html, row, "failures that are no break", "failures", "bad",
	    &detail);
	add_detail(&detail, row, "cache_misses", "misses");
	add_detail(&detail, row, "cache_bypasses", "bypasses");
	add_tile(html, row, "cache hits", "cache_hits", "", &detail);
	add_tile(html, row, "restarts", "restart_rows", "", &detail);
	form_counts(&detail, row_text(row, "severities"));
	add_tile(html, row, "problems of the input", "problems", "warn",
	    &detail);
	add_time_tile(html, row);
	buffer_add_string(&html->body, "</dl>\n");
	buffer_release(&detail);
}

/* ---- environment ---- */

static void
html_overview_add_fact(struct buffer *out, const char *name, const char *value)
{
	buffer_add_string(out, "<div><dt>");
	html_text(out, name);
	buffer_add_string(out, "</dt><dd>");
	html_text(out, value);
	buffer_add_string(out, "</dd></div>\n");
}

static void
add_number_fact(struct buffer *out, const struct gbq_query *row,
    const char *name, const char *column)
{
	struct gbq_value value = row_value(row, column);

	buffer_printf(out, "<div><dt>%s</dt><dd>", name);
	html_number(out, &value);
	buffer_add_string(out, "</dd></div>\n");
}

static void
html_overview_add_environment(struct html *html, const struct gbq_query *row,
    const struct run_facts *facts)
{
	static const char *const texts[][2] = {
		{ "torch", "torch_version" }, { "commit", "torch_commit" },
		{ "input", "source_kind" }, { "layout", "layout" },
		{ "mode", "mode" }, { "job", "job" },
		{ "started", "started_at" },
		{ "last record", "last_record_at" },
		{ "counts are", "counts_are" }, { "from", "source_path" },
	};
	struct buffer *out = &html->body;

	buffer_add_string(out, "<dl class=\"facts\">\n");
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (row_text(row, texts[i][1]))
			html_overview_add_fact(out, texts[i][0], row_text(row,
			    texts[i][1]));
	}
	add_number_fact(out, row, "ranks", "ranks");
	add_number_fact(out, row, "unfinished compiles", "unfinished");
	add_number_fact(out, row, "bytes of files", "content_bytes");
	if (*facts->tags)
		html_overview_add_fact(out, "tags", facts->tags);
	buffer_add_string(out, "</dl>\n");
}

static int
add_row_of_run(struct html *html, const struct gbq_query *row)
{
	struct run_facts facts;
	size_t mark;
	int exit_status = run_facts_load(html->context, html->run_id, &facts);

	if (exit_status)
		return exit_status;
	html->at_least = facts.at_least;
	add_doubts(html, &facts);
	mark = html_begin(html, "counts", "Counts", NULL);
	add_tiles(html, row);
	html_overview_add_environment(html, row, &facts);
	html_end(html, mark, 1);
	html->links.items[html->links.count - 1].count = 0;
	run_facts_release(&facts);
	return 0;
}

int
html_overview(struct html *html)
{
	struct gbq_query *query = NULL;
	int exit_status = query_saved(html->context, &query, "summary",
	    html->run_id);

	if (query_next(html->context, query, &exit_status))
		exit_status = add_row_of_run(html, query);
	gbq_finish(query);
	return exit_status;
}
