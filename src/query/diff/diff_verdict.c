/*
 * diff_verdict.c - did it get better? Sites decide, then frames left eager;
 * failures and a run that captured little or nothing weigh against it. Seconds
 * and the number of events say nothing. Where a side may have more than it
 * shows, "better" and "same" are not known.
 */
#include "query/diff/diff.h"

#include <string.h>

#include "util/order.h"

#define ARROW " \xe2\x86\x92 "

/* What a verdict is made of; counts of -1 are not known. */
struct signals {
	size_t gone, added, changed;
	int64_t eager[GBQ_SIDES], ops[GBQ_SIDES], failures[GBQ_SIDES];
	int64_t unfinished[GBQ_SIDES];
	int64_t sites[GBQ_SIDES], events[GBQ_SIDES], recompiles[GBQ_SIDES];
	bool known;
	const char *doubts;	/* why a side may have more than it shows */
	bool both_texts;		/* neither can be known to be whole */
};

/* Whether the other is of the same kind and not known to be whole either. */
static bool
is_as_open(const struct gbq_diff_run *run, const struct gbq_diff_run *other)
{
	return !other->is_baseline && other->complete != 1 &&
	    string_equal(run->source_kind, other->source_kind);
}

/* Whether both sides are of a kind that cannot be known to be whole. */
static bool
are_both_open(const struct gbq_diff *diff)
{
	return diff->runs[0].complete < 0 && diff->runs[1].complete < 0 &&
	    is_as_open(&diff->runs[0], &diff->runs[1]) &&
	    is_as_open(&diff->runs[1], &diff->runs[0]);
}

/* What commands take it by: runs may have one name, or none of a database. */
static void
add_run_name(struct buffer *out, const struct gbq_diff *diff,
    const struct gbq_diff_run *run)
{
	if (!run->run_id)
		buffer_add_string(out, run->source_path);
	else if (string_equal(diff->runs[0].name, diff->runs[1].name))
		buffer_printf(out, "id:%lld", (long long)run->run_id);
	else
		buffer_add_string(out, run->name);
}

/* What follows "the new run" where it may have more than it shows. */
static bool
diff_verdict_add_doubt(struct buffer *out, const struct gbq_diff *diff,
    int side)
{
	const struct gbq_diff_run *run = &diff->runs[side];

	/* A base of which nothing that counts is lost has all its breaks. */
	if (run->is_baseline || (side == GBQ_SIDE_BASE && run->unread <= 0 &&
	    string_equal(run->counts_are, "exact")))
		return false;
	if (run->complete == 0 && run->loss) {
		buffer_printf(out, " is incomplete: %s", run->loss);
	} else if (run->complete == 0 && run->unfinished > 0) {
		buffer_add_string(out, " is incomplete: ");
		add_number_of(out, run->unfinished, "compile");
		buffer_add_string(out, " did not finish");
	} else if (run->unread > 0) {
		buffer_add_string(out, " has ");
		add_number_of(out, run->unread, "message");
		buffer_add_string(out, " of torch that were not understood");
	} else if (run->complete == 0) {
		buffer_add_string(out, " is incomplete");
	} else if (run->complete < 0 && !is_as_open(run,
	    &diff->runs[!side])) {
		buffer_printf(out, "%s cannot show that it is whole",
		    string_equal(run->source_kind, "console") ?
		    " is a console text, which" : "");
		return true;
	} else {
		return false;
	}
	buffer_add_string(out, " (gbq problems ");
	add_run_name(out, diff, run);
	buffer_add_byte(out, ')');
	return true;
}

/* "the new run is incomplete: 2 pages are gone (gbq problems B)"; or NULL */
static const char *
doubts_of(struct diff_build *build)
{
	static const char *const names[GBQ_SIDES] = { "the base",
		"the new run" };
	struct buffer text = { 0 };
	int side;

	/* What a run lacks it lacks beside itself, too. */
	if (string_equal(build->diff.runs[0].run_key,
	    build->diff.runs[1].run_key))
		return NULL;
	for (side = 0; side < GBQ_SIDES; side++) {
		struct buffer doubt = { 0 };

		if (diff_verdict_add_doubt(&doubt, &build->diff, side))
			buffer_printf(&text, "%s%s%s", text.len ? ", " : "",
			    names[side], buffer_string(&doubt));
		buffer_release(&doubt);
	}
	return text.len ? diff_take(build, &text) : NULL;
}

static void
read_signals(struct diff_build *build, struct signals *signals)
{
	const struct gbq_diff *diff = &build->diff;
	int side;

	signals->gone = diff->states[GBQ_STATE_GONE];
	signals->added = diff->states[GBQ_STATE_NEW];
	signals->changed = diff->states[GBQ_STATE_CHANGED];
	signals->known = true;
	for (side = 0; side < GBQ_SIDES; side++) {
		signals->eager[side] = diff_total_int(diff, "eager_frames",
		    side, -1);
		signals->ops[side] = diff_total_int(diff, "graph_ops", side,
		    -1);
		signals->failures[side] = diff_total_int(diff, "failures",
		    side, -1);
		signals->unfinished[side] = diff_total_int(diff,
		    "unfinished", side, -1);
		signals->sites[side] = diff_total_int(diff, "break_sites",
		    side, -1);
		signals->events[side] = diff_total_int(diff, "break_events",
		    side, -1);
		signals->recompiles[side] = diff_total_int(diff,
		    "recompiles", side, -1);
		signals->known &= diff->runs[side].breaks_known;
	}
	signals->doubts = doubts_of(build);
	signals->both_texts = are_both_open(diff);
}

/* -1, 0 or 1 as the count fell, stayed or rose; 0 where not known. */
static int
diff_verdict_direction(const int64_t values[GBQ_SIDES])
{
	if (values[0] < 0 || values[1] < 0)
		return 0;
	return ORDER_OF(values[1], values[0]);
}

static bool
captured_nothing(const struct signals *signals)
{
	return signals->ops[0] > 0 && signals->ops[1] == 0;
}

/* 1 or -1 where twice as many ops were captured, or half of them. */
static int
capture_change(const struct signals *signals)
{
	const int64_t *ops = signals->ops;

	if (ops[0] <= 0 || ops[1] <= 0)
		return 0;
	return (ops[1] >= 2 * ops[0]) - (ops[0] >= 2 * ops[1]);
}

enum judgement { WORSE = -1, SAME, BETTER, MIXED };

/* Fewer sites of far less code are no clear gain, nor more of far more. */
static enum judgement
judge_sites(const struct signals *signals)
{
	int capture = capture_change(signals);

	if (signals->gone && signals->added)
		return MIXED;
	if (signals->gone)
		return capture < 0 ? MIXED : BETTER;
	if (signals->added)
		return capture > 0 ? MIXED : WORSE;
	return (enum judgement)-diff_verdict_direction(signals->eager);
}

/* The mirror image of what it says where the sides are swapped. */
static enum judgement
diff_verdict_judge(const struct signals *signals)
{
	int failures = diff_verdict_direction(signals->failures);
	int failing = failures ? failures
			       : diff_verdict_direction(signals->unfinished);
	int ops = diff_verdict_direction(signals->ops);
	enum judgement sites = judge_sites(signals);

	if (!failing || sites == MIXED)
		return sites;
	if (sites == SAME || sites == (enum judgement)-failing)
		return (enum judgement)-failing;
	/* Fewer breaks, since it failed before it came to them. */
	return ops == -failing ? (enum judgement)-failing : MIXED;
}

static const char *
shown_verdict(const struct signals *signals)
{
	if (captured_nothing(signals))
		return "worse";
	if (signals->ops[0] == 0 && signals->ops[1] > 0)
		return "better";
	if (!signals->known)
		return "unknown";
	switch (diff_verdict_judge(signals)) {
	case WORSE:
		return "worse";
	case BETTER:
		return "better";
	case MIXED:
		return "mixed";
	case SAME:
		break;
	}
	return "same";
}

static bool
is_doubted(const struct signals *signals)
{
	const char *shown = shown_verdict(signals);

	return signals->doubts && (strcmp(shown, "better") == 0 ||
	    strcmp(shown, "same") == 0);
}

static const char *
verdict_of(const struct signals *signals)
{
	return is_doubted(signals) ? "unknown" : shown_verdict(signals);
}

static void
diff_verdict_add_part(struct buffer *why, const char *name,
    const int64_t values[GBQ_SIDES], bool always)
{
	int side;

	if (!always && values[0] == values[1])
		return;
	if ((values[0] < 0 && values[1] < 0) ||
	    (!always && (values[0] < 0 || values[1] < 0)))
		return;
	buffer_printf(why, "%s%s ", why->len ? ", " : "", name);
	for (side = 0; side < GBQ_SIDES; side++) {
		if (side)
			buffer_add_string(why, ARROW);
		if (values[side] < 0)
			buffer_add_byte(why, '?');
		else
			buffer_printf(why, "%lld", (long long)values[side]);
	}
}

static void
diff_verdict_add_sites(struct buffer *why, const struct signals *signals)
{
	if (!signals->gone && !signals->added && !signals->changed) {
		buffer_add_string(why, "no site gone, new or changed");
		return;
	}
	if (signals->gone)
		add_number_of(why, (int64_t)signals->gone, "site");
	else
		buffer_add_string(why, "no site");
	buffer_add_string(why, " gone");
	if (signals->added)
		buffer_printf(why, ", %zu new", signals->added);
	else
		buffer_add_string(why, ", none new");
	if (signals->changed)
		buffer_printf(why, ", %zu changed (still there, another kind)",
		    signals->changed);
}

static const char *
say_why(struct diff_build *build, const struct signals *signals)
{
	struct buffer why = { 0 };

	if (captured_nothing(signals))
		buffer_add_string(&why, "the new run captured nothing");
	else if (!signals->known)
		buffer_printf(&why, "the breaks of %s are not known",
		    build->diff.runs[0].breaks_known ? "the new run" :
		    build->diff.runs[1].breaks_known ? "the base" : "both");
	if (is_doubted(signals))
		buffer_printf(&why, "%s%s; otherwise %s", why.len ? "; " : "",
		    signals->doubts, shown_verdict(signals));
	if (signals->known) {
		if (why.len)
			buffer_add_string(&why, is_doubted(signals) ? ": " :
			    "; ");
		diff_verdict_add_sites(&why, signals);
	}
	diff_verdict_add_part(&why, "eager frames", signals->eager, false);
	diff_verdict_add_part(&why, "ops captured", signals->ops, false);
	diff_verdict_add_part(&why, "failures", signals->failures, false);
	diff_verdict_add_part(&why, "unfinished compiles", signals->unfinished,
	    false);
	/* It is worse or mixed, but not all of it need be news. */
	if (signals->doubts && !is_doubted(signals) && signals->known)
		buffer_printf(&why, "; %s", signals->doubts);
	if (signals->both_texts && signals->known)
		buffer_add_string(&why, "; as far as the texts tell");
	return diff_take(build, &why);
}

/* Sites lead, events follow; more of these alone is no new break. */
static const char *
say_progress(struct diff_build *build, const struct signals *signals)
{
	struct buffer text = { 0 };

	diff_verdict_add_part(&text, "sites", signals->sites, true);
	diff_verdict_add_part(&text, "events", signals->events, true);
	diff_verdict_add_part(&text, "recompiles", signals->recompiles, false);
	if (!signals->added && diff_verdict_direction(signals->events) > 0)
		buffer_add_string(&text, " (more events of breaks that were "
		    "there: more frames or recompiles reach them)");
	return diff_take(build, &text);
}

void
diff_verdict(struct diff_build *build)
{
	struct signals signals;

	read_signals(build, &signals);
	build->diff.verdict = verdict_of(&signals);
	build->diff.doubt = signals.doubts;
	build->diff.why = say_why(build, &signals);
	build->diff.progress = say_progress(build, &signals);
}
