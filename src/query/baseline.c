/*
 * baseline.c - baseline files:
 *
 *	gbq-baseline 1
 *	torch 2.13.0+cpu
 *	run NAME
 *
 *	# why it may stay
 *	#: s3
 *	GB0059<TAB>KIND<TAB>DETAIL<TAB>FILE<TAB>LINE<TAB>FUNCTION<TAB>EVENTS
 *	<TAB>OWN<TAB>VIA<TAB>SOURCE
 *
 * on one line each. "#: s3" is the site's handle in the run that it was
 * written from; it is not read back. '-' stands for a text that is not known.
 * Tabs, line ends and backslashes in a text are written as \t, \n and \\. Paths
 * are those of the match keys: libraries below site-packages, so that the file
 * fits other machines.
 */
#include "query/baseline.h"

#include <stdlib.h>
#include <string.h>

#include "util/order.h"

#define FIRST_LINE "gbq-baseline 1"
#define REFERENCE "#: "

enum { FIELDS = 10 };

static void
baseline_add_field(struct buffer *out, struct slice text)
{
	size_t i;

	if (text.len == 0)
		buffer_add_byte(out, '-');
	if (slice_equal(text, LITERAL("-")))
		buffer_add_byte(out, '\\');
	for (i = 0; i < text.len; i++) {
		switch (text.at[i]) {
		case '\t':
			buffer_add_string(out, "\\t");
			break;
		case '\n':
			buffer_add_string(out, "\\n");
			break;
		case '\r':
			buffer_add_string(out, "\\r");
			break;
		case '\\':
			buffer_add_string(out, "\\\\");
			break;
		default:
			buffer_add_byte(out, text.at[i]);
		}
	}
}

static struct slice
read_field(struct gbq_side *side, struct slice field)
{
	char *copy;
	size_t len = 0, i;

	if (slice_equal(field, LITERAL("-")))
		return (struct slice){ 0 };
	copy = arena_copy(&side->arena, field.at, field.len);
	for (i = 0; i < field.len; i++) {
		if (field.at[i] == '\\' && i + 1 < field.len) {
			i++;
			copy[len++] = field.at[i] == 't' ? '\t' :
			    field.at[i] == 'n' ? '\n' :
			    field.at[i] == 'r' ? '\r' : field.at[i];
		} else {
			copy[len++] = field.at[i];
		}
	}
	copy[len] = '\0';
	return (struct slice){ copy, len };
}

static void
baseline_add_site(struct buffer *out, const struct side_site *site)
{
	const struct match_key *key = &site->record.key;

	baseline_add_field(out, slice_of(site->shown.gb_id));
	buffer_add_byte(out, '\t');
	baseline_add_field(out, slice_of(site->shown.kind));
	buffer_add_byte(out, '\t');
	baseline_add_field(out, key->detail);
	buffer_add_byte(out, '\t');
	baseline_add_field(out, key->file);
	if (site->shown.line == GBQ_NO_LINE)
		buffer_add_string(out, "\t-\t");
	else
		buffer_printf(out, "\t%lld\t", (long long)site->shown.line);
	baseline_add_field(out, key->function);
	buffer_printf(out, "\t%lld\t%s\t", (long long)site->shown.events,
	    site->shown.own ? "own" : "other");
	baseline_add_field(out, key->via);
	buffer_add_byte(out, '\t');
	baseline_add_field(out, slice_of(site->shown.source));
	buffer_add_byte(out, '\n');
}

/* By file and line, so that a change of the file reads as one of the code. */
static int
baseline_compare_sites(const void *a, const void *b)
{
	const struct side_site *left = *(const struct side_site *const *)a;
	const struct side_site *right = *(const struct side_site *const *)b;
	int order = slice_compare(left->record.key.file,
	    right->record.key.file);

	if (!order)
		order = ORDER_OF(left->shown.line, right->shown.line);
	if (!order)
		order = slice_compare(left->record.key.kind,
		    right->record.key.kind);
	if (!order)
		order = slice_compare(left->record.key.detail,
		    right->record.key.detail);
	return order ? order : slice_compare(left->record.key.via,
	    right->record.key.via);
}

static void
baseline_add_head(struct buffer *out, const struct gbq_side *side)
{
	buffer_add_string(out, FIRST_LINE "\n");
	buffer_add_string(out, "torch ");
	baseline_add_field(out, slice_of(side->run.torch_version));
	buffer_add_string(out, "\nrun ");
	baseline_add_field(out, slice_of(side->run.name));
	buffer_add_string(out, "\n\n# Sites of graph breaks. Comment lines "
	    "above a site say why it may stay.\n# id\tkind\tdetail\tfile\t"
	    "line\tfunction\tevents\towner\tvia\tsource\n\n");
}

void
baseline_write(const struct gbq_side *side, struct buffer *out)
{
	size_t count = side->sites.count, i;
	const struct side_site **sites = mem_calloc(count + 1,
	    sizeof(const struct side_site *));

	for (i = 0; i < count; i++)
		sites[i] = &side->sites.items[i];
	qsort(sites, count, sizeof(*sites), baseline_compare_sites);
	baseline_add_head(out, side);
	for (i = 0; i < count; i++) {
		if (sites[i]->shown.comment)
			buffer_printf(out, "# %s\n",
			    sites[i]->shown.comment);
		if (sites[i]->shown.handle)
			buffer_printf(out, REFERENCE "%s\n",
			    sites[i]->shown.handle);
		baseline_add_site(out, sites[i]);
	}
	free(sites);
}

const struct slice baseline_head = { "gbq-baseline ", 13 };

bool
baseline_is(struct slice text)
{
	return slice_starts(text, baseline_head);
}

/* Cut a line at its tabs; false unless there are FIELDS parts. */
static bool
cut_fields(struct slice line, struct slice fields[FIELDS])
{
	size_t i, tab;

	for (i = 0; i < FIELDS; i++) {
		tab = slice_find_byte(line, '\t');
		if ((tab == SIZE_MAX) != (i == FIELDS - 1))
			return false;
		fields[i] = slice_part(line, 0, tab);
		if (tab != SIZE_MAX)
			line = slice_part(line, tab + 1, line.len);
	}
	return true;
}

static bool
read_site(struct gbq_side *side, struct slice line, const char *comment)
{
	struct slice fields[FIELDS];
	struct side_site *site;
	struct gbq_diff_site *shown;

	if (!cut_fields(line, fields))
		return false;
	site = array_add(&side->sites);
	shown = &site->shown;
	shown->gb_id = read_field(side, fields[0]).at;
	shown->kind = read_field(side, fields[1]).at;
	shown->detail = read_field(side, fields[2]).at;
	shown->file = read_field(side, fields[3]).at;
	shown->function = read_field(side, fields[5]).at;
	shown->source = read_field(side, fields[9]).at;
	shown->own = slice_equal(fields[7], LITERAL("own"));
	shown->comment = comment;
	shown->line = shown->via_line = GBQ_NO_LINE;
	if (!slice_equal(fields[4], LITERAL("-")) &&
	    !slice_to_int(fields[4], &shown->line))
		return false;
	if (shown->line != GBQ_NO_LINE)
		shown->line = count_capped(shown->line);
	if (!slice_to_int(fields[6], &shown->events) || !shown->kind ||
	    shown->events != count_capped(shown->events))
		return false;
	side_make_key(side, site);
	site->record.key.via = read_field(side, fields[8]);
	return true;
}

/* Lines of the head: torch's version and the run's name. */
static bool
read_head(struct gbq_side *side, struct slice line)
{
	struct side_value *fact;

	if (slice_take(&line, LITERAL("torch "))) {
		side->run.torch_version = read_field(side, line).at;
		if (side->run.torch_version) {
			fact = array_add(&side->facts);
			fact->key = "torch_version";
			fact->text = side->run.torch_version;
		}
		return true;
	}
	if (slice_take(&line, LITERAL("run "))) {
		side->run.name = read_field(side, line).at;
		return true;
	}
	return false;
}

static void
baseline_add_count(struct gbq_side *side, const char *key, int64_t value)
{
	struct side_value *count = array_add(&side->counts);

	count->key = key;
	count->number.type = GBQ_INTEGER;
	count->number.integer = value;
	count->number.real = (double)value;
}

static int64_t
count_kinds(const struct gbq_side *side)
{
	struct slice *kinds = mem_calloc(side->sites.count + 1,
	    sizeof(*kinds));
	int64_t count = 0;
	size_t i;

	for (i = 0; i < side->sites.count; i++)
		kinds[i] = side->sites.items[i].record.key.kind;
	qsort(kinds, side->sites.count, sizeof(*kinds),
	    slice_order);
	for (i = 0; i < side->sites.count; i++)
		count += i == 0 || !slice_equal(kinds[i], kinds[i - 1]);
	free(kinds);
	return count;
}

static void
baseline_finish(struct gbq_side *side)
{
	int64_t events = 0;
	size_t i;

	for (i = 0; i < side->sites.count; i++)
		events += side->sites.items[i].shown.events;
	baseline_add_count(side, "break_sites", (int64_t)side->sites.count);
	baseline_add_count(side, "break_events", events);
	baseline_add_count(side, "break_kinds", count_kinds(side));
}

/* Comment lines one after the other become one, until a line that is none. */
static const char *
add_comment(struct gbq_side *side, const char *before, struct slice line)
{
	struct buffer text = { 0 };
	const char *joined;

	while (slice_take(&line, LITERAL("#")))
		continue;
	line = slice_trim(line);
	if (before)
		buffer_printf(&text, "%s ", before);
	buffer_add_slice(&text, line);
	joined = slice_string(&side->arena, buffer_slice(&text));
	buffer_release(&text);
	return joined;
}

enum gbq_status
baseline_read(struct gbq_side *side, struct slice text, const char *path,
    struct error *error)
{
	const char *comment = NULL;
	struct slice line;
	size_t number = 0;

	side->run.is_baseline = side->run.breaks_known = true;
	side->run.complete = side->run.ranks = -1;
	side->run.unfinished = side->run.failures = side->run.unread = -1;
	if (!baseline_is(text))
		return error_set(error, GBQ_USAGE, "%s: not a baseline",
		    path);
	while (slice_next_line(&text, &line)) {
		number++;
		if (slice_ends(line, LITERAL("\r")))
			line.len--;
		if (number == 1 && !slice_equal(line, LITERAL(FIRST_LINE)))
			return error_set(error, GBQ_USAGE, "%s: not a "
			    "baseline of this version of gbq", path);
		if (slice_starts(line, LITERAL(REFERENCE "s")))
			continue;
		if (slice_starts(line, LITERAL("#"))) {
			comment = add_comment(side, comment, line);
			continue;
		}
		if (number > 1 && slice_trim(line).len &&
		    !read_head(side, line) && !read_site(side, line, comment))
			return error_set(error, GBQ_USAGE, "%s:%zu: not a "
			    "line of a baseline: %d texts with tabs between",
			    path, number, FIELDS);
		comment = NULL;
	}
	baseline_finish(side);
	return GBQ_OK;
}
