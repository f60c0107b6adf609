/*
 * diff_markdown.c - a diff for the text of a pull request.
 */
#include <string.h>

#include "cli/diff/diff.h"
#include "cli/format/row.h"

void
markdown_text(struct buffer *out, const char *text)
{
	struct buffer plain = { 0 };

	add_text(&plain, text);
	for (size_t i = 0; i < plain.len; i++) {
		if (plain.bytes[i] == '<')
			buffer_add_string(out, "&lt;");
		else if (strchr("|*_`[]\\", plain.bytes[i]))
			buffer_printf(out, "\\%c", plain.bytes[i]);
		else
			buffer_add_byte(out, plain.bytes[i]);
	}
	buffer_release(&plain);
}

static void
add_buffer(struct buffer *out, struct buffer *text)
{
	markdown_text(out, buffer_string(text));
	buffer_release(text);
}

static void
diff_markdown_add_run(struct buffer *out, const struct gbq_diff_run *run)
{
	markdown_text(out, run->name);
	if (run->torch_version) {
		buffer_add_string(out, " (torch ");
		markdown_text(out, run->torch_version);
		buffer_add_byte(out, ')');
	}
}

static void
diff_markdown_add_totals(struct buffer *out, const struct gbq_diff *diff)
{
	buffer_add_string(out, "\n| total | base | new | delta |\n"
	    "| --- | ---: | ---: | ---: |\n");
	for (size_t i = 0; i < diff->totals.count; i++) {
		const struct gbq_diff_total *total = &diff->totals.items[i];
		struct buffer values = { 0 }, delta = { 0 };
		const char *arrow;

		if (total->values[0].type == GBQ_REAL &&
		    total->values[1].type == GBQ_REAL)
			buffer_printf(&delta, "%+.3f", total->values[1].real -
			    total->values[0].real);
		else
			diff_add_delta(&delta, total->values);
		if (i >= 2 && (strncmp(total->name, "phase.", 6) == 0 ||
		    delta.len == 0 ||
		    strcmp(buffer_string(&delta), "+0") == 0)) {
			buffer_release(&delta);
			continue;
		}
		diff_add_values(&values, total->values);
		arrow = strstr(buffer_string(&values), DIFF_ARROW);
		buffer_add_string(out, "| ");
		markdown_text(out, total->name);
		buffer_printf(out, " | %.*s | %s | %s |\n",
		    (int)(arrow - values.bytes), values.bytes,
		    arrow + strlen(DIFF_ARROW), delta.len ?
		    buffer_string(&delta) : "");
		buffer_release(&values);
		buffer_release(&delta);
	}
}

static void
diff_markdown_add_site(struct buffer *out, const struct gbq_diff_pair *pair)
{
	const struct gbq_diff_site *site = pair->sides[1] ? pair->sides[1] :
	    pair->sides[0];
	struct buffer kind = { 0 }, place = { 0 };

	if (pair->state == GBQ_STATE_CHANGED) {
		diff_add_kind(&kind, pair->sides[0]);
		buffer_add_string(&kind, DIFF_ARROW);
	}
	diff_add_kind(&kind, site);
	diff_add_place(&place, site);
	buffer_printf(out, "| %s | ", diff_state_word(pair));
	add_buffer(out, &kind);
	buffer_add_string(out, " | ");
	add_buffer(out, &place);
	buffer_printf(out, " | %lld | %lld | ",
	    pair->sides[0] ? (long long)pair->sides[0]->events : 0,
	    pair->sides[1] ? (long long)pair->sides[1]->events : 0);
	if (pair->note)
		markdown_text(out, pair->note);
	buffer_add_string(out, " |\n");
}

static void
diff_markdown_add_sites(struct buffer *out, const struct gbq_diff *diff,
    size_t limit)
{
	size_t same = diff->states[GBQ_STATE_SAME];
	size_t count = diff->sites.count - same, i, added = 0;

	if (count == 0) {
		buffer_printf(out, "\nAll %zu sites are the same.\n", same);
		return;
	}
	buffer_add_string(out, "\n| state | break | place | base | new | note "
	    "|\n| --- | --- | --- | ---: | ---: | --- |\n");
	for (i = 0; i < diff->sites.count; i++) {
		if (diff->sites.items[i].state == GBQ_STATE_SAME)
			continue;
		if (limit && added == limit)
			break;
		diff_markdown_add_site(out, &diff->sites.items[i]);
		added++;
	}
	buffer_add_byte(out, '\n');
	if (count > added)
		buffer_printf(out, "%zu more sites differ. ", count - added);
	buffer_printf(out, "%zu site%s the same.\n", same,
	    same == 1 ? " is" : "s are");
}

static void
diff_markdown_add_environment(struct buffer *out, const struct gbq_diff *diff)
{
	if (diff->environment.count)
		buffer_add_byte(out, '\n');
	for (size_t i = 0; i < diff->environment.count; i++) {
		const struct gbq_diff_fact *fact =
		    &diff->environment.items[i];

		if (diff_is_one_sided(fact))
			continue;
		buffer_add_string(out, "- ");
		markdown_text(out, fact->key);
		buffer_add_string(out, ": ");
		markdown_text(out, fact->values[0] ? fact->values[0] : "-");
		buffer_add_string(out, DIFF_ARROW);
		markdown_text(out, fact->values[1] ? fact->values[1] : "-");
		buffer_add_byte(out, '\n');
	}
}

static void
diff_markdown_add_items(struct buffer *out, const char *what,
    const struct gbq_diff_item_pair *items, size_t count)
{
	bool first = true;

	for (size_t i = 0; i < count; i++) {
		const struct gbq_diff_item *item = items[i].sides[1] ?
		    items[i].sides[1] : items[i].sides[0];

		if (items[i].state == GBQ_STATE_SAME && !items[i].note)
			continue;
		if (first)
			buffer_printf(out, "\n%s:\n", what);
		first = false;
		buffer_printf(out, "- %s: ", gbq_state_name(items[i].state));
		markdown_text(out, item->name ? item->name : item->text);
		buffer_printf(out, " (%lld" DIFF_ARROW "%lld)\n",
		    items[i].sides[0] ? (long long)items[i].sides[0]->count :
		    0, items[i].sides[1] ?
		    (long long)items[i].sides[1]->count : 0);
	}
}

/* The lines for people, their indent as that of a list. */
static void
diff_markdown_add_cache(struct buffer *out, const struct gbq_diff *diff,
    size_t limit)
{
	struct buffer text = { 0 }, plain = { 0 };
	struct slice rest, line;

	diff_cache_text(&text, diff, limit);
	if (text.len)
		buffer_add_string(out, "\nCache:\n");
	rest = buffer_slice(&text);
	while (slice_next_line(&rest, &line)) {
		buffer_add_string(out, slice_take(&line, LITERAL("    ")) ?
		    "  - " : "- ");
		buffer_clear(&plain);
		buffer_add_slice(&plain, slice_trim(line));
		markdown_text(out, buffer_string(&plain));
		buffer_add_byte(out, '\n');
	}
	buffer_release(&plain);
	buffer_release(&text);
}

void
diff_markdown(struct buffer *out, const struct gbq_diff *diff, size_t limit)
{
	buffer_printf(out, "### Graph breaks: %s\n\n", diff->verdict);
	markdown_text(out, diff->why);
	buffer_add_string(out, ".\n\nBase: ");
	diff_markdown_add_run(out, &diff->runs[0]);
	buffer_add_string(out, ", new: ");
	diff_markdown_add_run(out, &diff->runs[1]);
	buffer_add_string(out, ".\n");
	diff_markdown_add_environment(out, diff);
	diff_markdown_add_totals(out, diff);
	diff_markdown_add_sites(out, diff, limit);
	diff_markdown_add_items(out, "Recompiles", diff->recompiles.items,
	    diff->recompiles.count);
	diff_markdown_add_items(out, "Failures", diff->failures.items,
	    diff->failures.count);
	diff_markdown_add_cache(out, diff, limit);
}
