/*
 * join_costs.c - forms that the text does not say, what became of each
 * compile, and the time that it lost.
 */
#include "ingest/join/join.h"

#include <math.h>
#include <stdlib.h>

#include "parse/reason/reason.h"

/* Which compiles failed with something that is none of their breaks. */
static bool *
find_other_failures(const struct join *join)
{
	bool *failed = mem_calloc(join->rows->compiles.count + 1,
	    sizeof(*failed));
	size_t i;

	for (i = 0; i < join->rows->failures.count; i++) {
		const struct failure_out *failure =
		    &join->rows->failures.items[i];

		if (failure->compile != NO_ROW && failure->event == NO_ROW)
			failed[failure->compile] = true;
	}
	return failed;
}

/*
 * Where the text does not say (torch to 2.8, data-dependent jumps): resume if
 * the compile has a restart or a guard count, skip if it has neither and did
 * not fail otherwise.
 */
static enum break_form
form_of_compile(const struct join *join, const bool *failed_otherwise,
    size_t index)
{
	const struct compile_row *compile;

	if (index == NO_ROW)
		return FORM_UNKNOWN;
	compile = &join->rows->compiles.items[index];
	if (compile->restart_rows ||
	    (compile->metrics && compile->metrics->guards != UNKNOWN_INT))
		return FORM_RESUME;
	if (!compile->metrics || failed_otherwise[index])
		return FORM_UNKNOWN;
	return FORM_SKIP;
}

void
join_forms(struct join *join)
{
	bool *failed = find_other_failures(join);
	size_t i;

	for (i = 0; i < join->rows->events.count; i++) {
		struct event_row *event = &join->rows->events.items[i];

		if (event->form == FORM_UNKNOWN)
			event->form = form_of_compile(join, failed,
			    event->compile);
	}
	free(failed);
}

/* What the failures and events of a compile make of it. */
struct outcome {
	bool failed;		/* a failure that skipped nothing */
	bool skipped;		/* a failure that is a skip */
};

static void
add_outcomes(const struct join *join, struct outcome *outcomes)
{
	size_t i;

	for (i = 0; i < join->rows->failures.count; i++) {
		const struct failure_out *failure =
		    &join->rows->failures.items[i];

		if (failure->compile == NO_ROW)
			continue;
		if (failure->event != NO_ROW && join->rows->events.
		    items[failure->event].form == FORM_SKIP)
			outcomes[failure->compile].skipped = true;
		else
			outcomes[failure->compile].failed = true;
	}
}

static enum compile_status
status_of(const struct join *join, const struct compile_row *compile,
    const struct outcome *outcome)
{
	if (compile->limit_hit)
		return COMPILE_LIMIT;
	if (outcome->failed)
		return COMPILE_FAILED;
	if (outcome->skipped)
		return COMPILE_SKIPPED;
	/* What has been compiled backward was finished before. */
	if (!compile->metrics)
		return join->rows->run.expects_metrics && !compile->has_row &&
		    !compile->backward && compile->key.frame != NO_ID ?
		    COMPILE_UNFINISHED : COMPILE_UNKNOWN;
	if (compile->metrics->guards == UNKNOWN_INT)
		return COMPILE_SKIPPED;
	return compile->metrics->graph_ops > 0 ? COMPILE_OK : COMPILE_EMPTY;
}

/*
 * Dynamo's time before restart: lost in restarts, or in a frame that then
 * failed or was skipped. A failure clears the restart set, so that the time
 * before it counts as lost by the skip.
 */
static void
set_lost(struct compile_row *compile)
{
	const struct metrics *metrics = compile->metrics;

	compile->lost_restart_s = compile->lost_skip_s = NAN;
	if (!metrics)
		return;
	compile->lost_restart_s = compile->lost_skip_s = 0;
	if (metrics->fail_type.at)
		compile->lost_skip_s = metrics->before_restart_s;
	else if (metrics->restart_reasons.count)
		compile->lost_restart_s = metrics->before_restart_s;
}

/* Each event gets an equal share of what its compile lost. */
static void
share_lost(struct join *join)
{
	size_t i;

	for (i = 0; i < join->rows->events.count; i++) {
		struct event_row *event = &join->rows->events.items[i];
		const struct compile_row *compile;

		event->lost_restart_s = event->lost_skip_s = NAN;
		if (event->compile == NO_ROW)
			continue;
		compile = &join->rows->compiles.items[event->compile];
		event->lost_restart_s = compile->lost_restart_s /
		    (double)compile->break_events;
		event->lost_skip_s = compile->lost_skip_s /
		    (double)compile->break_events;
	}
}

void
join_costs(struct join *join)
{
	struct outcome *outcomes = mem_calloc(join->rows->compiles.count,
	    sizeof(*outcomes));
	size_t i;

	add_outcomes(join, outcomes);
	for (i = 0; i < join->rows->compiles.count; i++) {
		struct compile_row *compile = &join->rows->compiles.items[i];

		compile->status = status_of(join, compile, &outcomes[i]);
		set_lost(compile);
	}
	share_lost(join);
	free(outcomes);
}
