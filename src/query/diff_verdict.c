/*
 * diff_verdict.c - did it get better? Sites decide, then frames left eager;
 * failures and a run that captured nothing weigh against it. Seconds and the
 * number of events say nothing.
 */
#include "query/diff.h"

#include <string.h>

#define ARROW " \xe2\x86\x92 "

/* What a verdict is made of; counts of -1 are not known. */
struct signals {
	size_t gone, added, changed;
	int64_t eager[GBQ_SIDES], ops[GBQ_SIDES], failures[GBQ_SIDES];
	int64_t unfinished[GBQ_SIDES];
	int64_t sites[GBQ_SIDES], events[GBQ_SIDES], recompiles[GBQ_SIDES];
	bool known;
};

static void
read_signals(const struct diff_build *build, struct signals *signals)
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
}

/* -1, 0 or 1 as the count fell, stayed or rose; 0 where not known. */
static int
direction(const int64_t values[GBQ_SIDES])
{
	if (values[0] < 0 || values[1] < 0)
		return 0;
	return (values[1] > values[0]) - (values[1] < values[0]);
}

static bool
captured_nothing(const struct signals *signals)
{
	return signals->ops[0] > 0 && signals->ops[1] == 0;
}

/* A tenth more ops captured: new breaks may come with it. */
static bool
captured_more(const struct signals *signals)
{
	return signals->ops[0] >= 0 &&
	    signals->ops[1] * 10 >= signals->ops[0] * 11 &&
	    signals->ops[1] > signals->ops[0];
}

/* By the sites alone: 1 better, -1 worse, 0 same, 2 mixed. */
static int
judge_sites(const struct signals *signals)
{
	int eager = direction(signals->eager);

	if (signals->gone && signals->added)
		return 2;
	if (signals->gone)
		return 1;
	if (signals->added)
		return captured_more(signals) || eager < 0 ? 2 : -1;
	return -eager;
}

static const char *
judge(const struct signals *signals)
{
	int failures = direction(signals->failures);
	int unfinished = direction(signals->unfinished);
	int hurt = failures > 0 || unfinished > 0;
	int sites;

	if (captured_nothing(signals))
		return "worse";
	if (!signals->known)
		return "unknown";
	sites = judge_sites(signals);
	if (sites == 2)
		return hurt && direction(signals->ops) < 0 ? "worse" :
		    "mixed";
	/* Fewer breaks since it failed before it came there. */
	if (hurt)
		return sites > 0 && direction(signals->ops) >= 0 ? "mixed" :
		    "worse";
	if (failures < 0 || unfinished < 0)
		return sites < 0 ? "mixed" : "better";
	return sites > 0 ? "better" : sites < 0 ? "worse" : "same";
}

static void
add_part(struct buffer *why, const char *name,
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
add_sites(struct buffer *why, const struct signals *signals)
{
	if (!signals->gone && !signals->added && !signals->changed) {
		buffer_add_string(why, "no site gone, new or changed");
		return;
	}
	if (signals->gone)
		buffer_printf(why, "%zu site%s gone", signals->gone,
		    signals->gone == 1 ? "" : "s");
	else
		buffer_add_string(why, "no site gone");
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
	if (signals->known) {
		if (why.len)
			buffer_add_string(&why, "; ");
		add_sites(&why, signals);
	}
	add_part(&why, "eager frames", signals->eager, false);
	add_part(&why, "ops captured", signals->ops, false);
	add_part(&why, "failures", signals->failures, false);
	add_part(&why, "unfinished compiles", signals->unfinished, false);
	return diff_take(build, &why);
}

/* Sites lead, events follow; more of these alone is no new break. */
static const char *
say_progress(struct diff_build *build, const struct signals *signals)
{
	struct buffer text = { 0 };

	add_part(&text, "sites", signals->sites, true);
	add_part(&text, "events", signals->events, true);
	add_part(&text, "recompiles", signals->recompiles, false);
	if (!signals->added && direction(signals->events) > 0)
		buffer_add_string(&text, " (more events of breaks that were "
		    "there: more frames or recompiles reach them)");
	return diff_take(build, &text);
}

void
diff_verdict(struct diff_build *build)
{
	struct signals signals;

	read_signals(build, &signals);
	build->diff.verdict = judge(&signals);
	build->diff.why = say_why(build, &signals);
	build->diff.progress = say_progress(build, &signals);
}
