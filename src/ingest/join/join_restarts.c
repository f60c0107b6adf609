/*
 * join_restarts.c - restart rows, and the events that only restarts tell of.
 */
#include "ingest/join/join.h"

#include "parse/reason/reason.h"

/*
 * Restarts that are no graph break, by the text that torch gives them
 * (torch 2.13: exc.py, convert_frame.py; data kinds.md item 6).
 */
static const struct {
	const char *text;
	enum restart_class restart_class;
} restart_texts[] = {
	{ "autograd.grad consumed grad_fns", RESTART_AUTOGRAD_GRAD },
	{ "source-less requires_grad_()", RESTART_REQUIRES_GRAD },
	{ "UnspecializeRestartAnalysis", RESTART_UNSPECIALIZE },
	{ "TensorifyScalarRestartAnalysis", RESTART_TENSORIFY },
	{ "CompileCollectiveRestartAnalysis", RESTART_COLLECTIVE },
	{ "Unknown fail_and_restart_analysis", RESTART_UNKNOWN },
};

/* Only a first line that is such a text counts: a break may quote one. */
static enum restart_class
restarts_classify(struct slice reason)
{
	struct slice rest = reason, line = { 0 };
	size_t i;

	slice_next_line(&rest, &line);
	for (i = 0; i < LENGTH(restart_texts); i++) {
		struct slice text = slice_of(restart_texts[i].text);

		if (slice_starts(line, text) || (line.len &&
		    line.at[0] == '<' && slice_contains(line, text)))
			return restart_texts[i].restart_class;
	}
	return RESTART_GRAPH_BREAK;
}

/*
 * "Unknown fail_and_restart_analysis" is what torch says of the restart that
 * a no_resume break makes (models/ddp_gpt).
 */
static size_t
no_resume_event(const struct join *join, size_t row)
{
	struct compile_row *compile = &join->rows->compiles.items[row];

	while (compile->next_no_resume < compile->reason_events) {
		size_t i = compile->first_event + compile->next_no_resume++;

		if (join->rows->events.items[i].form == FORM_NO_RESUME &&
		    !join->rows->events.items[i].has_restart)
			return i;
	}
	return NO_ROW;
}

static void
set_event(struct join *join, struct restart_row *restart)
{
	const struct compile_row *compile =
	    &join->rows->compiles.items[restart->compile];

	if (restart->restart_class == RESTART_UNKNOWN) {
		restart->event = no_resume_event(join, restart->compile);
		if (restart->event != NO_ROW)
			restart->restart_class = RESTART_GRAPH_BREAK;
		return;
	}
	if (restart->restart_class != RESTART_GRAPH_BREAK)
		return;
	restart->event = join_find_event(join, restart->compile,
	    restart->reason, FORM_RESUME);
	if (restart->event == NO_ROW) {
		restart->event = join_add_event(join, restart->compile,
		    &compile->key, restart->attempt, EVIDENCE_RESTART,
		    restart->reason);
		join->rows->events.items[restart->event].form = FORM_RESUME;
	}
}

void
join_add_restart(struct join *join, size_t compile, int64_t attempt,
    int64_t position, struct slice reason)
{
	struct restart_row restart = { .compile = compile,
	    .attempt = attempt, .position = position, .reason = reason,
	    .event = NO_ROW, .restart_class = restarts_classify(reason) };
	struct restart_row *row;

	set_event(join, &restart);
	if (restart.event != NO_ROW) {
		struct event_row *event =
		    &join->rows->events.items[restart.event];

		restart.gb_id = event->gb_id;
		event->has_restart = true;
	}
	join->rows->compiles.items[compile].restart_rows++;
	row = array_add(&join->rows->restarts);
	*row = restart;
}

/*
 * Known classes first, so that a no_resume event whose own text stands among
 * the reasons is not given to "Unknown …".
 */
static void
add_of_class(struct join *join, size_t compile, bool unknown)
{
	const struct compile_row *row = &join->rows->compiles.items[compile];
	const slice_array *reasons = &row->metrics->restart_reasons;
	size_t i;

	for (i = 0; i < reasons->count; i++) {
		if ((restarts_classify(reasons->items[i]) == RESTART_UNKNOWN) ==
		    unknown)
			join_add_restart(join, compile, row->last_attempt,
			    (int64_t)i, reasons->items[i]);
	}
}

void
join_restarts(struct join *join)
{
	size_t i;

	for (i = 0; i < join->rows->compiles.count; i++) {
		if (!join->rows->compiles.items[i].metrics)
			continue;
		add_of_class(join, i, false);
		add_of_class(join, i, true);
	}
}
