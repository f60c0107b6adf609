/*
 * html_diff.c - did it get better: verdict, counts before and after as pairs
 * of bars, sites by state, recompiles, failures, what differs around the code.
 */
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/format/row.h"
#include "cli/html/html.h"

static void
html_diff_add_run(struct buffer *out, const char *label,
    const struct gbq_diff_run *run)
{
	buffer_printf(out, "<span><em>%s</em> ", label);
	html_text(out, run->run_id || run->is_baseline ? run->name :
	    run->source_path);
	if (run->torch_version) {
		buffer_add_string(out, " <span class=\"dim\">torch ");
		html_text(out, run->torch_version);
		buffer_add_string(out, "</span>");
	}
	buffer_add_string(out, "</span>");
}

static void
html_diff_add_verdict(struct buffer *out, const struct gbq_diff *diff)
{
	buffer_add_string(out, "<div class=\"verdict ");
	buffer_add_string(out, strcmp(diff->verdict, "better") == 0 ? "good" :
	    strcmp(diff->verdict, "worse") == 0 ? "bad" : "plain");
	buffer_add_string(out, "\"><p class=\"word\">");
	html_text(out, diff->verdict);
	buffer_add_string(out, "</p><p>");
	html_text(out, diff->why);
	if (diff->progress) {
		buffer_add_string(out, "<br>");
		html_text(out, diff->progress);
	}
	buffer_add_string(out, "</p><p class=\"sides\">");
	html_diff_add_run(out, "base", &diff->runs[0]);
	html_diff_add_run(out, "new", &diff->runs[1]);
	buffer_add_string(out, "</p></div>\n");
}

/* ---- totals ---- */

static double
number_of(const struct gbq_value *value)
{
	return value->type == GBQ_INTEGER ? (double)value->integer :
	    value->type == GBQ_REAL ? value->real : 0;
}

/* Counts that both have as nothing say nothing; phases have too many. */
static bool
is_shown(const struct gbq_diff_total *total)
{
	return strncmp(total->name, "phase.", strlen("phase.")) != 0 &&
	    (number_of(&total->values[0]) > 0 ||
	    number_of(&total->values[1]) > 0);
}

static void
add_total_bars(struct buffer *out, const struct gbq_diff_total *total)
{
	double base = number_of(&total->values[0]);
	double found = number_of(&total->values[1]);
	double whole = base > found ? base : found;
	const struct html_part before = { "before", "base", base };
	const struct html_part after = { "after", "new", found };

	html_bar(out, &before, 1, whole);
	html_bar(out, &after, 1, whole);
}

/* A name of the program, or a tag of a user: words for "_". */
static void
html_diff_add_words(struct buffer *out, const char *name)
{
	struct buffer words = { 0 };

	buffer_add_string(&words, name);
	for (size_t i = 0; i < words.len; i++) {
		if (words.bytes[i] == '_')
			words.bytes[i] = ' ';
	}
	html_text(out, buffer_string(&words));
	buffer_release(&words);
}

/* Which change of a count is good: -1 less, 1 more; 0: says nothing. */
static int
good_change(const char *name)
{
	static const struct { const char *name; int good; } counts[] = {
		{ "break_sites", -1 }, { "break_events", -1 },
		{ "break_kinds", -1 }, { "eager_frames", -1 },
		{ "failures", -1 }, { "unfinished", -1 },
		{ "recompiles", -1 }, { "guard_failures", -1 },
		{ "restart_rows", -1 }, { "graph_ops", 1 },
	};

	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		if (strcmp(name, counts[i].name) == 0)
			return counts[i].good;
	}
	return 0;
}

static void
html_diff_add_total(struct buffer *out, const struct gbq_diff_total *total)
{
	struct buffer delta = { 0 };
	double change = (number_of(&total->values[1]) -
	    number_of(&total->values[0])) * good_change(total->name);

	if (total->values[0].type == GBQ_REAL &&
	    total->values[1].type == GBQ_REAL)
		buffer_printf(&delta, "%+.2f", total->values[1].real -
		    total->values[0].real);
	else
		diff_add_delta(&delta, total->values);
	buffer_add_string(out, "<tr><th scope=\"row\">");
	html_diff_add_words(out, total->name);
	buffer_add_string(out, "</th><td class=\"num\">");
	html_number(out, &total->values[0]);
	buffer_add_string(out, "</td><td class=\"num\">");
	html_number(out, &total->values[1]);
	buffer_add_string(out, "</td><td class=\"chart pair\">");
	add_total_bars(out, total);
	buffer_printf(out, "</td><td class=\"num %s\">",
	    change > 0 ? "good" : change < 0 ? "worse" : "dim");
	html_take(out, &delta);
	buffer_add_string(out, "</td></tr>\n");
	buffer_release(&delta);
}

static void
html_diff_add_totals(struct html *html, const struct gbq_diff *diff)
{
	struct buffer *out = &html->body;

	buffer_add_string(out, "<h3>Before and after</h3><table "
	    "class=\"bars totals\"><thead><tr><th scope=\"col\">count</th>"
	    "<th scope=\"col\" class=\"num\"><i class=\"key before\"></i>"
	    "base</th><th scope=\"col\" class=\"num\"><i class=\"key after\">"
	    "</i>new</th><th scope=\"col\"></th><th scope=\"col\" "
	    "class=\"num\">change</th></tr></thead>\n");
	for (size_t i = 0; i < diff->totals.count; i++) {
		if (is_shown(&diff->totals.items[i]))
			html_diff_add_total(out, &diff->totals.items[i]);
	}
	buffer_add_string(out, "</table>\n");
}

/* ---- sites ---- */

static void
html_diff_add_side(struct buffer *out, const struct gbq_diff_site *site)
{
	struct buffer text = { 0 };

	buffer_add_string(out, "<div class=\"kind\">");
	diff_add_kind(&text, site);
	html_take(out, &text);
	buffer_add_string(out, "</div><div class=\"place\"");
	html_attribute(out, "title", site->file);
	buffer_add_byte(out, '>');
	diff_add_place(&text, site);
	html_take(out, &text);
	buffer_add_string(out, "</div>");
	html_code(out, site->source);
	buffer_release(&text);
}

static void
html_diff_add_events(struct buffer *out, const struct gbq_diff_site *site,
    const char *label)
{
	long long events = site ? (long long)site->events : 0;

	buffer_printf(out, "<td class=\"num\" data-label=\"%s\" "
	    "data-v=\"%lld\">%lld</td>", label, events, events);
}

static void
html_diff_add_site(struct buffer *out, const struct gbq_diff_pair *pair)
{
	const struct gbq_diff_site *base = pair->sides[0];
	const struct gbq_diff_site *found = pair->sides[1];
	const char *state = gbq_state_name(pair->state);

	buffer_printf(out, "<tr><td data-label=\"state\" data-v=\"%s\">",
	    state);
	html_chip(out, state, diff_state_word(pair));
	buffer_add_string(out, "</td><td class=\"main\" "
	    "data-label=\"break\">");
	if (pair->state == GBQ_STATE_CHANGED) {
		html_diff_add_side(out, base);
		buffer_add_string(out, "<div class=\"arrow\">\xe2\x86\x93"
		    "</div>");
	}
	html_diff_add_side(out, found ? found : base);
	buffer_add_string(out, "</td>");
	html_diff_add_events(out, base, "base");
	html_diff_add_events(out, found, "new");
	buffer_printf(out, "<td data-label=\"found by\"%s%s%s>",
	    pair->pass ? " data-v=\"" : "", pair->pass ? pair->pass : "",
	    pair->pass ? "\"" : "");
	if (pair->pass)
		html_text(out, pair->pass);
	buffer_add_string(out, "</td><td data-label=\"note\">");
	if (pair->note)
		html_text(out, pair->note);
	buffer_add_string(out, "</td></tr>\n");
}

static void
html_diff_add_sites(struct html *html, const struct gbq_diff *diff)
{
	struct buffer *out = &html->body;

	if (diff->sites.count == 0)
		return;
	buffer_add_string(out, "<h3>Sites");
	for (int state = GBQ_STATES - 1; state >= 0; state--) {
		if (diff->states[state])
			buffer_printf(out, " <span class=\"chip %s\">%zu %s"
			    "</span>",
			    gbq_state_name((enum gbq_diff_state)state),
			    diff->states[state],
			    gbq_state_name((enum gbq_diff_state)state));
	}
	buffer_add_string(out, "</h3><div class=\"scroll\"><table class=\""
	    "list\"><thead><tr><th scope=\"col\" data-filter>state</th><th "
	    "scope=\"col\">break</th><th scope=\"col\" class=\"num\">base"
	    "</th><th scope=\"col\" class=\"num\">new</th><th scope=\"col\" "
	    "data-filter>found by</th><th scope=\"col\">note</th></tr>"
	    "</thead><tbody>\n");
	for (size_t i = 0; i < diff->sites.count; i++)
		html_diff_add_site(out, &diff->sites.items[i]);
	buffer_add_string(out, "</tbody></table></div>\n");
}

/* ---- the rest ---- */

/* What is new, gone or has another count. */
static void
html_diff_add_items(struct html *html, const char *heading,
    const struct gbq_diff_item_pair *items, size_t count)
{
	struct buffer *out = &html->body;
	size_t shown = 0;

	for (size_t i = 0; i < count; i++) {
		const struct gbq_diff_item *item = items[i].sides[1] ?
		    items[i].sides[1] : items[i].sides[0];
		const char *state = gbq_state_name(items[i].state);

		if (items[i].state == GBQ_STATE_SAME && !items[i].note)
			continue;
		if (shown++ == 0)
			buffer_printf(out, "<h3>%s</h3><ul class=\"items\">"
			    "\n", heading);
		buffer_add_string(out, "<li>");
		html_chip(out, state, state);
		html_text(out, item->category ? item->category : "");
		buffer_add_string(out, " <code>");
		html_text(out, item->name ? item->name : item->text);
		buffer_printf(out, "</code> <span class=\"dim\">%lld \xe2\x86"
		    "\x92 %lld</span></li>\n", items[i].sides[0] ?
		    (long long)items[i].sides[0]->count : 0,
		    items[i].sides[1] ?
		    (long long)items[i].sides[1]->count : 0);
	}
	if (shown)
		buffer_add_string(out, "</ul>\n");
}

static void
html_diff_add_environment(struct html *html, const struct gbq_diff *diff)
{
	struct buffer *out = &html->body;

	if (diff->environment.count == 0)
		return;
	buffer_add_string(out, "<h3>Environment</h3><div class=\"scroll\">"
	    "<table class=\"list\"><thead><tr><th scope=\"col\">what</th>"
	    "<th scope=\"col\">base</th><th scope=\"col\">new</th></tr>"
	    "</thead><tbody>\n");
	for (size_t i = 0; i < diff->environment.count; i++) {
		const struct gbq_diff_fact *fact =
		    &diff->environment.items[i];

		buffer_add_string(out, "<tr><td data-label=\"what\"><code>");
		html_text(out, fact->key);
		for (int side = 0; side < GBQ_SIDES; side++) {
			buffer_printf(out, "</code></td><td data-label=\""
			    "%s\"><code>", side ? "new" : "base");
			html_text(out, fact->values[side] ?
			    fact->values[side] : "-");
		}
		buffer_add_string(out, "</code></td></tr>\n");
	}
	buffer_add_string(out, "</tbody></table></div>\n");
}

static void
add_caches(struct html *html, const struct gbq_diff *diff)
{
	struct buffer text = { 0 };

	diff_cache_text(&text, diff, 0);
	if (text.len) {
		buffer_add_string(&html->body, "<h3>Caches</h3><pre>");
		html_take(&html->body, &text);
		buffer_add_string(&html->body, "</pre>\n");
	}
	buffer_release(&text);
}

void
html_diff(struct html *html, const struct gbq_diff *diff)
{
	size_t mark = html_begin(html, "diff", "Did it get better?", NULL);

	html_diff_add_verdict(&html->body, diff);
	html_diff_add_totals(html, diff);
	html_diff_add_sites(html, diff);
	html_diff_add_items(html, "Recompiles", diff->recompiles.items,
	    diff->recompiles.count);
	html_diff_add_items(html, "Failures", diff->failures.items,
	    diff->failures.count);
	html_diff_add_environment(html, diff);
	add_caches(html, diff);
	html_end(html, mark, 1);
	html->links.items[html->links.count - 1].count = 0;
}
