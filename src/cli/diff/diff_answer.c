/*
 * diff_answer.c - whether a diff is a negative answer: --exit-code, --fail-on.
 */
#include <string.h>

#include "cli/diff/diff.h"

/* Whether a total rose. */
static bool
total_rose(const struct gbq_diff *diff, const char *name)
{
	const struct gbq_diff_total *total = gbq_diff_total(diff, name);

	return total && total->values[0].type != GBQ_NULL &&
	    total->values[1].type != GBQ_NULL &&
	    total->values[1].real > total->values[0].real;
}

/* "N%" or "N": more than N per cent more seconds. */
static int
fails_on_time(const struct context *context, const struct gbq_diff *diff,
    struct slice percent, bool *fails)
{
	const struct gbq_diff_total *total = gbq_diff_total(diff,
	    "compile_s");
	double limit;

	if (slice_ends(percent, LITERAL("%")))
		percent.len--;
	if (!option_read_real(percent, &limit))
		return context_usage(context, "--fail-on time:N%% needs a "
		    "number, not '%.*s'", (int)percent.len, percent.at);
	if (total && total->values[0].type != GBQ_NULL &&
	    total->values[1].type != GBQ_NULL)
		*fails |= total->values[1].real > total->values[0].real *
		    (1 + limit / 100);
	return 0;
}

static int
fails_on(const struct context *context, const struct gbq_diff *diff,
    struct slice word, bool *fails)
{
	static const struct {
		const char *word, *total;
	} totals[] = {
		{ "sites", "break_sites" }, { "events", "break_events" },
		{ "recompiles", "recompiles" }, { "failures", "failures" },
	};
	struct slice rest = word;

	if (slice_take(&rest, LITERAL("time:")))
		return fails_on_time(context, diff, rest, fails);
	for (int state = GBQ_STATE_CHANGED; state < GBQ_STATES; state++) {
		if (slice_equal(word,
		    slice_of(gbq_state_name((enum gbq_diff_state)state)))) {
			*fails |= diff->states[state] != 0;
			return 0;
		}
	}
	for (size_t i = 0; i < LENGTH(totals); i++) {
		if (slice_equal(word, slice_of(totals[i].word))) {
			*fails |= total_rose(diff, totals[i].total);
			return 0;
		}
	}
	return context_usage(context, "--fail-on takes new, gone, changed, "
	    "sites, events, recompiles, failures and time:N%%, not '%.*s'",
	    (int)word.len, word.at);
}

int
diff_answer(const struct context *context, const struct gbq_diff *diff)
{
	struct slice rest = slice_of(context_value(context, OPTION_FAIL_ON));
	bool is_unknown = strcmp(diff->verdict, "unknown") == 0 ||
	    diff->doubt;
	bool fails = false;
	int exit_status = 0;

	/* Where a side may lack something nothing can be ruled out. */
	if (context_has(context, OPTION_EXIT_CODE))
		fails = is_unknown || diff->states[GBQ_STATE_NEW] ||
		    diff->states[GBQ_STATE_GONE] ||
		    diff->states[GBQ_STATE_CHANGED];
	fails |= rest.at && is_unknown;
	while (rest.at && !exit_status) {
		size_t comma = slice_find_byte(rest, ',');

		exit_status = fails_on(context, diff,
		    slice_trim(slice_part(rest, 0, comma)), &fails);
		if (comma == SIZE_MAX)
			break;
		rest = slice_part(rest, comma + 1, rest.len);
	}
	return exit_status ? exit_status : fails ? EXIT_NEGATIVE : 0;
}
