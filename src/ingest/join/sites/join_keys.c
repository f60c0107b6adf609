/*
 * join_keys.c - the parts of each site's key, by which gbq diff finds it in
 * another run. A site's events may differ in a part: the smallest text is
 * taken, so that the order of events, compiles and ranks does not matter.
 */
#include "ingest/join/sites/sites.h"

#include <string.h>

/* The smaller text, but any rather than none. */
static void
keys_keep_smallest(struct slice *kept, struct slice text)
{
	if (text.at && (!kept->at || slice_compare(text, *kept) < 0))
		*kept = text;
}

/* The shorter chain, of equally long ones the smaller. */
static void
keep_shortest(struct slice *kept, struct slice text)
{
	if (text.at && (!kept->at || text.len < kept->len ||
	    (text.len == kept->len && slice_compare(text, *kept) < 0)))
		*kept = text;
}

/* Make a buffer a text of the run and empty it. */
static struct slice
keys_take(struct join *join, struct buffer *buffer)
{
	struct slice text = intern(&join->capture->texts,
	    buffer_slice(buffer));

	buffer_clear(buffer);
	return text;
}

static struct slice
text_key(struct join *join, struct slice text, struct buffer *scratch)
{
	if (!text.at)
		return text;
	match_key_text(scratch, text);
	return keys_take(join, scratch);
}

static struct slice
chain_key(struct join *join, const stack_array *stack, struct buffer *scratch)
{
	size_t i;

	for (i = 0; i < stack->count; i++)
		match_key_frame(scratch, &stack->items[i],
		    &join->capture->torch_roots);
	return scratch->len ? keys_take(join, scratch) : (struct slice){ 0 };
}

static struct slice
via_key(struct join *join, const struct place *via, struct buffer *scratch)
{
	if (!via->file.at)
		return via->file;
	match_key_path(scratch, via->file, &join->capture->torch_roots);
	buffer_add_byte(scratch, ':');
	match_key_function(scratch, via->function);
	buffer_add_byte(scratch, ':');
	match_key_source(scratch, via->source);
	return keys_take(join, scratch);
}

static void
keys_add_place(struct join *join, const struct event_row *event,
    struct match_key *key, struct buffer *scratch)
{
	const slice_array *roots = &join->capture->torch_roots;
	bool foreign = event->owner.kind == OWNER_TORCH ||
	    event->owner.kind == OWNER_STDLIB;

	if (event->place.file.at) {
		match_key_path(scratch, event->place.file, roots);
		keys_keep_smallest(&key->file, keys_take(join, scratch));
	}
	if (event->place.function.at) {
		match_key_function(scratch, event->place.function);
		keys_keep_smallest(&key->function, keys_take(join, scratch));
	}
	if (event->place.source.at) {
		match_key_source(scratch, event->place.source);
		keys_keep_smallest(&key->source, keys_take(join, scratch));
	}
	if (foreign)
		keys_keep_smallest(&key->via,
		    via_key(join, &event->via, scratch));
	key->own |= event->owner.kind == OWNER_USER || (foreign &&
	    owner_of(event->via.file, roots).kind == OWNER_USER);
}

static void
keys_add_event(struct join *join, const struct event_row *event,
    struct match_key *key, struct buffer *scratch)
{
	keys_keep_smallest(&key->wording, text_key(join, event->kind, scratch));
	keys_keep_smallest(&key->detail,
	    text_key(join, event->detail, scratch));
	keep_shortest(&key->chain, chain_key(join, &event->reason->user_stack,
	    scratch));
	keys_add_place(join, event, key, scratch);
	key->kind = event->gb_id.at ? event->gb_id : key->wording;
}

void
join_keys(struct join *join)
{
	struct rows *rows = join->rows;
	struct buffer scratch = { 0 };
	struct match_key *key;
	size_t i;

	for (i = 0; i < rows->sites.count; i++) {
		key = array_add(&rows->keys);
		memset(key, 0, sizeof(*key));
	}
	for (i = 0; i < rows->events.count; i++)
		keys_add_event(join, &rows->events.items[i],
		    &rows->keys.items[rows->events.items[i].site], &scratch);
	buffer_release(&scratch);
}
