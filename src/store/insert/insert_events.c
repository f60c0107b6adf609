/*
 * insert_events.c - break events and their faces.
 */
#include "store/insert/insert.h"

static void
write_place(struct writer *writer, const struct place *place, bool source)
{
	writer_text(writer, place->file);
	writer_known(writer, place->line);
	writer_text(writer, place->function);
	if (source)
		writer_text(writer, place->source);
}

static void
write_text_of(struct writer *writer, const struct event_row *event)
{
	const struct reason_part *part = event->reason->parts.count ?
	    &event->reason->parts.items[0] : NULL;
	struct slice none = { 0 };

	writer_text(writer, event->kind);
	writer_text(writer, event->detail);
	writer_text(writer, part ? part->explanation : none);
	writer_text(writer, part ? part->context : none);
	writer_string(writer, event->hint_class);
	writer_slice(writer, event->consequence_gb_id);
}

static void
write_places(struct writer *writer, const struct event_row *event)
{
	write_place(writer, &event->place, true);
	writer_string(writer, event->place_from);
	writer_string(writer, owner_name(event->owner.kind));
	writer_slice(writer, event->owner.library);
	write_place(writer, &event->via, true);
	write_place(writer, &event->own, true);
	write_place(writer, &event->caller, false);
	writer_text(writer, event->reason->raised_file);
	writer_known(writer, event->reason->raised_line);
	writer_text(writer, event->reason->raised_function);
}

static void
insert_event(struct writer *writer, const struct event_row *event, size_t row)
{
	struct slice doc_url = { 0 };

	if (event->reason->parts.count)
		doc_url = event->reason->parts.items[0].doc_url;
	writer_begin(writer, INSERT_EVENT);
	writer_row(writer, row);
	writer_row(writer, event->compile);
	writer_id(writer, event->key.rank);
	writer_id(writer, event->key.process);
	writer_id(writer, event->attempt);
	writer_row(writer, event->site);
	writer_string(writer, evidence_name(event->evidence));
	writer_int(writer, event->reason->shape == REASON_NOTICE);
	writer_string(writer, break_form_name(event->form));
	writer_slice(writer, event->gb_id);
	write_text_of(writer, event);
	write_places(writer, event);
	writer_slice(writer, event->reason->instruction);
	writer_slice(writer, doc_url);
	writer_row(writer, event->file);
	writer_row(writer, event->twin);
	writer_text(writer, event->reason->body);
	writer_slice(writer, path_short(event->place.file));
	writer_end(writer);
}

static void
insert_hints(struct writer *writer, const struct event_row *event, size_t row)
{
	const struct reason_part *part;
	size_t i;

	if (event->reason->parts.count == 0)
		return;
	part = &event->reason->parts.items[0];
	for (i = 0; i < part->hints.count; i++) {
		writer_begin(writer, INSERT_HINT);
		writer_row(writer, row);
		writer_int(writer, (int64_t)i);
		writer_text(writer, part->hints.items[i]);
		writer_string(writer, event->hint_classes[i]);
		writer_end(writer);
	}
}

static void
insert_stack(struct writer *writer, const struct event_row *event, size_t row,
    const slice_array *roots)
{
	const stack_array *stack = &event->reason->user_stack;
	size_t i;

	for (i = 0; i < stack->count; i++) {
		const struct stack_frame *frame = &stack->items[i];

		writer_begin(writer, INSERT_STACK_FRAME);
		writer_row(writer, row);
		writer_int(writer, (int64_t)i);
		writer_text(writer, frame->file);
		writer_known(writer, frame->line);
		writer_text(writer, frame->function);
		writer_text(writer, frame->source);
		writer_string(writer,
		    owner_name(owner_of(frame->file, roots).kind));
		writer_end(writer);
	}
}

void
insert_events(struct writer *writer, const struct capture *capture,
    const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->events.count; i++) {
		const struct event_row *event = &rows->events.items[i];

		insert_event(writer, event, i);
		insert_hints(writer, event, i);
		insert_stack(writer, event, i, &capture->torch_roots);
	}
}

/* {"resume": 6, "skip": 2}; forms that do not occur are left out. */
static void
insert_events_add_forms(struct buffer *json, const struct site_row *site)
{
	enum break_form form;
	bool first = true;

	buffer_add_byte(json, '{');
	for (form = FORM_UNKNOWN; form <= FORM_ERROR; form++) {
		const char *name = break_form_name(form);

		if (!site->forms[form])
			continue;
		buffer_printf(json, "%s\"%s\":%lld", first ? "" : ",",
		    name ? name : "unknown", (long long)site->forms[form]);
		first = false;
	}
	buffer_add_byte(json, '}');
}

static void
add_ranks(struct buffer *json, const struct site_row *site)
{
	size_t i;

	buffer_add_byte(json, '[');
	for (i = 0; i < site->ranks.count; i++)
		buffer_printf(json, "%s%lld", i ? "," : "",
		    (long long)site->ranks.items[i]);
	buffer_add_byte(json, ']');
}

static void
insert_site(struct writer *writer, const struct rows *rows, size_t row)
{
	const struct site_row *site = &rows->sites.items[row];
	const struct event_row *first =
	    &rows->events.items[site->first_compiled];
	struct buffer forms = { 0 }, ranks = { 0 }, id = { 0 };

	insert_events_add_forms(&forms, site);
	add_ranks(&ranks, site);
	compile_key_text(&first->key, &id);
	writer_begin(writer, INSERT_SITE);
	writer_row(writer, row);
	writer_row(writer, site->first_event);
	writer_int(writer, site->events);
	writer_int(writer, site->compiles);
	writer_int(writer, site->frames);
	writer_int(writer, site->max_compiles_per_frame);
	writer_int(writer, site->eager_frames);
	writer_known(writer, site->first_call_only);
	writer_slice(writer, buffer_slice(&forms));
	writer_slice(writer, site->ranks.count ? buffer_slice(&ranks) :
	    (struct slice){ 0 });
	writer_slice(writer, buffer_slice(&id));
	writer_real(writer, site->compile_s);
	writer_real(writer, site->lost_restart_s);
	writer_real(writer, site->lost_skip_s);
	writer_known(writer, site->cascade_events);
	writer_end(writer);
	buffer_release(&forms);
	buffer_release(&ranks);
	buffer_release(&id);
}

static void
insert_site_key(struct writer *writer, const struct match_key *key,
    size_t row)
{
	writer_begin(writer, INSERT_SITE_KEY);
	writer_row(writer, row);
	writer_int(writer, MATCH_KEY_VERSION);
	writer_text(writer, key->kind);
	writer_text(writer, key->wording);
	writer_text(writer, key->detail);
	writer_text(writer, key->file);
	writer_text(writer, key->function);
	writer_text(writer, key->source);
	writer_text(writer, key->chain);
	writer_text(writer, key->via);
	writer_int(writer, key->own);
	writer_end(writer);
}

void
insert_sites(struct writer *writer, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->sites.count; i++) {
		insert_site(writer, rows, i);
		insert_site_key(writer, &rows->keys.items[i], i);
	}
}

void
insert_restarts(struct writer *writer, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->restarts.count; i++) {
		const struct restart_row *restart = &rows->restarts.items[i];

		writer_begin(writer, INSERT_RESTART);
		writer_row(writer, i);
		writer_row(writer, restart->compile);
		writer_id(writer, restart->attempt);
		writer_int(writer, restart->position);
		writer_string(writer,
		    restart_class_name(restart->restart_class));
		writer_slice(writer, restart->gb_id);
		writer_row(writer, restart->event);
		writer_text(writer, restart->reason);
		writer_end(writer);
	}
}

static void
insert_failure(struct writer *writer, const struct rows *rows,
    const struct failure_out *failure, size_t row)
{
	struct buffer id = { 0 };

	compile_key_text(&failure->key, &id);
	writer_begin(writer, INSERT_FAILURE);
	writer_row(writer, row);
	writer_row(writer, failure->compile);
	writer_id(writer, failure->key.rank);
	writer_id(writer, failure->key.process);
	writer_slice(writer, buffer_slice(&id));
	writer_known(writer, failure->compile == NO_ROW ? UNKNOWN_INT :
	    rows->compiles.items[failure->compile].instance);
	writer_id(writer, failure->attempt);
	writer_string(writer, failure->stage);
	writer_string(writer, failure->category);
	writer_slice(writer, failure->gb_id);
	writer_slice(writer, failure->kind);
	writer_row(writer, failure->event);
	writer_slice(writer, failure->type);
	writer_text(writer, failure->reason);
	write_place(writer, &failure->place, false);
	writer_text(writer, failure->own.file);
	writer_known(writer, failure->own.line);
	writer_end(writer);
	buffer_release(&id);
}

void
insert_failures(struct writer *writer, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->failures.count; i++)
		insert_failure(writer, rows, &rows->failures.items[i], i);
}

void
insert_bytecodes(struct writer *writer, const struct rows *rows)
{
	size_t i, before = NO_ROW;
	int64_t position = 0;

	for (i = 0; i < rows->bytecodes.count; i++) {
		const struct bytecode_row *row = &rows->bytecodes.items[i];

		position = row->compile == before ? position + 1 : 0;
		before = row->compile;
		writer_begin(writer, INSERT_BYTECODE);
		writer_row(writer, row->compile);
		writer_int(writer, position);
		writer_text(writer, row->function);
		writer_row(writer, row->original);
		writer_row(writer, row->modified);
		writer_known(writer, row->change.instructions_before);
		writer_known(writer, row->change.instructions_after);
		writer_known(writer, row->change.added);
		writer_known(writer, row->change.removed);
		writer_end(writer);
	}
}

void
insert_caches(struct writer *writer, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->caches.count; i++) {
		const struct cache_row *row = &rows->caches.items[i];

		writer_begin(writer, INSERT_CACHE_EVENT);
		writer_row(writer, row->cache->file);
		writer_row(writer, row->compile);
		writer_slice(writer, row->cache->cache);
		writer_slice(writer, row->cache->state);
		writer_slice(writer, row->cache->key);
		writer_slice(writer, row->cache->reason);
		writer_end(writer);
	}
}
