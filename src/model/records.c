/*
 * records.c - names of the small enumerations, and reporting of problems.
 */
#include "model/records.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/table.h"

const char *
severity_name(enum severity severity)
{
	static const char *const names[] = {
		[SEVERITY_NOTE] = "note",
		[SEVERITY_WARNING] = "warning",
		[SEVERITY_LOSS] = "loss",
		[SEVERITY_ERROR] = "error",
	};

	return names[severity];
}

const char *
break_form_name(enum break_form form)
{
	static const char *const names[] = {
		[FORM_UNKNOWN] = NULL,
		[FORM_RESUME] = "resume",
		[FORM_NO_RESUME] = "no_resume",
		[FORM_SKIP] = "skip",
		[FORM_ERROR] = "error",
	};

	return names[form];
}

void
problem_add(struct problem_list *problems, enum severity severity,
    const char *code, int64_t offset, const char *format, ...)
{
	struct problem *problem = array_add(&problems->list);
	char message[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(message, sizeof(message), format, arguments);
	va_end(arguments);
	problem->severity = severity;
	problem->code = code;
	problem->path = problems->path;
	problem->offset = offset;
	problem->message = slice_copy(problems->arena, slice_of(message));
	problem->rank = problems->rank;
	problem->count = 1;
}

static const char unread_code[] = "unread";

static bool
problem_is_unread(const struct problem *problem)
{
	return strcmp(problem->code, unread_code) == 0;
}

/* A wording without what differs from time to time: its numbers. */
static struct slice
problem_fold_wording(struct arena *arena, struct slice wording)
{
	enum { MAX_WORDING = 160 };
	struct buffer folded = { 0 };
	struct slice copy;
	bool in_number = false;

	wording = slice_trim(slice_part(wording, 0, MAX_WORDING));
	for (size_t i = 0; i < wording.len; i++) {
		bool digit = byte_is_digit(wording.at[i]) || (in_number &&
		    (wording.at[i] == 'x' ||
		    byte_hex_value(wording.at[i]) >= 0));

		if (!digit || !in_number)
			buffer_add_byte(&folded, digit ? 'N' : wording.at[i]);
		in_number = digit;
	}
	copy = slice_copy(arena, buffer_slice(&folded));
	buffer_release(&folded);
	return copy;
}

void
problem_add_unread(struct problem_list *problems, enum severity severity,
    struct slice wording, int64_t offset)
{
	/* Looked back so far, and told so many; what is more is one. */
	enum { LOOK_BACK = 64, MAX_PROBLEMS = 1000 };
	struct slice folded = problem_fold_wording(problems->arena, wording);
	size_t count = problems->list.count, at = count;

	if (count > MAX_PROBLEMS)
		folded = LITERAL("other messages");
	while (at > 0 && count - at < LOOK_BACK) {
		struct problem *problem = &problems->list.items[--at];

		if (problem->severity == severity &&
		    problem_is_unread(problem) &&
		    slice_equal(problem->message, folded)) {
			problem->count++;
			return;
		}
	}
	problem_add(problems, severity, unread_code, offset, "%.*s",
	    (int)folded.len, folded.at);
}

void
problems_merge_unread(struct problem_list *problems)
{
	struct hash_table first = { 0 };
	struct buffer key = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < problems->list.count; i++) {
		struct problem *problem = &problems->list.items[i];
		struct table_entry *entry = NULL;

		if (problem_is_unread(problem)) {
			buffer_clear(&key);
			buffer_add_string(&key,
			    severity_name(problem->severity));
			buffer_add_slice(&key, problem->message);
			entry = table_put(&first, buffer_slice(&key),
			    problems->arena);
		}
		if (entry && entry->value) {
			problems->list.items[entry->value - 1].count +=
			    problem->count;
			continue;
		}
		if (entry)
			entry->value = kept + 1;
		problems->list.items[kept++] = *problem;
	}
	problems->list.count = kept;
	table_release(&first);
	buffer_release(&key);
}

int64_t
problems_unread(const struct problem_list *problems)
{
	int64_t unread = 0;

	for (size_t i = 0; i < problems->list.count; i++) {
		const struct problem *problem = &problems->list.items[i];

		if (problem_is_unread(problem) &&
		    problem->severity > SEVERITY_NOTE)
			unread += problem->count;
	}
	return unread;
}

void
reason_free_arrays(struct reason *reason)
{
	size_t i;

	for (i = 0; i < reason->parts.count; i++)
		array_release(&reason->parts.items[i].hints);
	array_release(&reason->parts);
	array_release(&reason->user_stack);
}

/* Less than 30,000 years: what is more would not add up with others. */
bool
seconds_are_sound(double seconds)
{
	return seconds >= 0 && seconds < 1e12;
}

void
metrics_init(struct metrics *metrics, enum metrics_stage stage)
{
	memset(metrics, 0, sizeof(*metrics));
	metrics->stage = stage;
	metrics->entire_frame_s = metrics->backend_s = NAN;
	metrics->inductor_s = metrics->codegen_s = NAN;
	metrics->before_restart_s = NAN;
	metrics->cache_size = metrics->accumulated_cache_size = UNKNOWN_INT;
	metrics->guards = metrics->shape_env_guards = UNKNOWN_INT;
	metrics->graph_ops = metrics->graph_nodes = UNKNOWN_INT;
	metrics->graph_inputs = metrics->fail_line = UNKNOWN_INT;
	metrics->co_firstlineno = metrics->num_graph_breaks = UNKNOWN_INT;
	metrics->start_time_us = metrics->end_time_us = UNKNOWN_INT;
	metrics->duration_us = metrics->is_runtime = UNKNOWN_INT;
	metrics->is_forward = metrics->has_guarded_code = UNKNOWN_INT;
}

void
metrics_free_arrays(struct metrics *metrics)
{
	size_t i;

	for (i = 0; i < metrics->specializations.count; i++) {
		array_release(&metrics->specializations.items[i].user_stack);
		array_release(
		    &metrics->specializations.items[i].framework_stack);
	}
	for (i = 0; i < metrics->guards_added.count; i++) {
		array_release(&metrics->guards_added.items[i].user_stack);
		array_release(&metrics->guards_added.items[i].framework_stack);
	}
	array_release(&metrics->specializations);
	array_release(&metrics->guards_added);
	array_release(&metrics->restart_reasons);
	array_release(&metrics->compliant_ops);
	array_release(&metrics->non_compliant_ops);
	array_release(&metrics->stack);
	array_release(&metrics->fields);
}

void
index_entries_free(index_entry_array *entries)
{
	size_t i;

	for (i = 0; i < entries->count; i++)
		array_release(&entries->items[i].stack);
	array_release(entries);
}
