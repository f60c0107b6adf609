/*
 * cmd_gate.c - gbq gate: for CI. Exit status 1 where the run does not keep to
 * a limit or has a site that the baseline has not.
 */
#include <string.h>
#include <unistd.h>

#include "cli/diff/diff.h"
#include "cli/format/format.h"
#include "cli/format/row.h"

/* "120", "120s": seconds. */
static bool
read_seconds(const char *text, double *seconds)
{
	struct slice number = slice_of(text);

	if (slice_ends(number, LITERAL("s")))
		number.len--;
	return option_read_real(number, seconds);
}

/* Without any, only a broken run fails: hardly what a CI job wants. */
static void
warn_if_unlimited(struct context *context)
{
	static const enum option_id limits[] = { OPTION_MAX_SITES,
		OPTION_MAX_EVENTS, OPTION_MAX_RECOMPILES,
		OPTION_MAX_FAILURES, OPTION_MAX_TIME, OPTION_BASELINE };

	for (size_t i = 0; i < LENGTH(limits); i++) {
		if (context_has(context, limits[i]))
			return;
	}
	context_note(context, "no limit and no --baseline: only whether the "
	    "run is complete was checked");
}

static int
read_limits(struct context *context, struct gbq_gate_limits *limits)
{
	const struct {
		enum option_id id;
		int64_t *limit;
	} numbers[] = {
		{ OPTION_MAX_SITES, &limits->max_sites },
		{ OPTION_MAX_EVENTS, &limits->max_events },
		{ OPTION_MAX_RECOMPILES, &limits->max_recompiles },
		{ OPTION_MAX_FAILURES, &limits->max_failures },
	};
	const char *seconds = context_value(context, OPTION_MAX_TIME);

	for (size_t i = 0; i < LENGTH(numbers); i++) {
		if (context_has(context, numbers[i].id) &&
		    !option_number(&context->options, numbers[i].id,
		    numbers[i].limit))
			return context_usage(context, "--%s needs a number, "
			    "not '%s'", option_find(numbers[i].id)->name,
			    context_value(context, numbers[i].id));
	}
	if (seconds && !read_seconds(seconds, &limits->max_time_s))
		return context_usage(context, "--max-time needs seconds, not "
		    "'%s'", seconds);
	limits->own = context_has(context, OPTION_OWN);
	limits->allow_incomplete = context_has(context,
	    OPTION_ALLOW_INCOMPLETE);
	limits->allow_unread = context_has(context, OPTION_ALLOW_UNREAD);
	return 0;
}

/* A list of allowed sites says why for each of them. */
static int
read_allowed(struct context *context, struct gbq_side **side)
{
	const char *path = context_value(context, OPTION_ALLOW);
	const struct gbq_diff_site *bare;
	enum gbq_status status;

	if (!path)
		return 0;
	status = gbq_side_of_baseline(context->gbq, path, side);
	if (status != GBQ_OK)
		return context_error(context, status);
	bare = gbq_side_uncommented(*side);
	if (!bare)
		return 0;
	return context_fail(context, EXIT_USAGE, "%s: no comment says why "
	    "the site at %s:%lld may stay: write '# …' in a line above it",
	    path, bare->file ? bare->file : "?", (long long)bare->line);
}

/* ---- GitHub: workflow commands ---- */

/* property: of a command, where ':' and ',' end a value. */
static void
github_text(struct buffer *out, const char *text, bool property)
{
	for (; text && *text; text++) {
		if (*text == '%' || *text == '\n' || *text == '\r' ||
		    (property && (*text == ':' || *text == ',')))
			buffer_printf(out, "%%%02X", (unsigned char)*text);
		else
			buffer_add_byte(out, *text);
	}
}

/* Paths below the current folder are the repository's. */
static const char *
gate_short_path(const char *path)
{
	char folder[4096];
	size_t len;

	if (!path || !getcwd(folder, sizeof(folder)))
		return path;
	len = strlen(folder);
	return strncmp(path, folder, len) == 0 && path[len] == '/' ?
	    path + len + 1 : path;
}

static void
add_github(struct buffer *out, const struct gbq_gate *gate)
{
	for (size_t i = 0; i < gate->rules.count; i++) {
		const struct gbq_gate_rule *rule = &gate->rules.items[i];

		if (!rule->checked)
			continue;
		buffer_printf(out, "::%s title=gbq %s::", rule->passed ?
		    "notice" : "error", rule->name);
		github_text(out, rule->text, false);
		buffer_add_byte(out, '\n');
	}
	for (size_t i = 0; i < gate->sites.count; i++) {
		const struct gbq_diff_site *site = gate->sites.items[i].site;
		struct buffer text = { 0 };

		buffer_add_string(out, "::error ");
		if (site->file) {
			buffer_add_string(out, "file=");
			github_text(out, gate_short_path(site->file), true);
			if (site->line != GBQ_NO_LINE)
				buffer_printf(out, ",line=%lld",
				    (long long)site->line);
			buffer_add_byte(out, ',');
		}
		buffer_printf(out, "title=graph break (%s)::",
		    gate->sites.items[i].rule);
		diff_add_break(&text, site);
		github_text(out, buffer_string(&text), false);
		buffer_add_byte(out, '\n');
		buffer_release(&text);
	}
}

/* ---- JUnit ---- */

static void
xml_text(struct buffer *out, const char *text)
{
	for (; text && *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (byte == '<')
			buffer_add_string(out, "&lt;");
		else if (byte == '>')
			buffer_add_string(out, "&gt;");
		else if (byte == '&')
			buffer_add_string(out, "&amp;");
		else if (byte == '"')
			buffer_add_string(out, "&quot;");
		else if (byte >= 0x20 || byte == '\t')
			buffer_add_byte(out, *text);
	}
}

static void
add_junit_sites(struct buffer *out, const struct gbq_gate *gate,
    const char *rule)
{
	for (size_t i = 0; i < gate->sites.count; i++) {
		const struct gbq_diff_site *site = gate->sites.items[i].site;
		struct buffer text = { 0 };

		if (strcmp(gate->sites.items[i].rule, rule) != 0)
			continue;
		diff_add_break(&text, site);
		xml_text(out, buffer_string(&text));
		buffer_add_byte(out, '\n');
		buffer_release(&text);
	}
}

static void
add_junit(struct buffer *out, const struct gbq_gate *gate)
{
	size_t checked = 0, failures = 0;

	for (size_t i = 0; i < gate->rules.count; i++) {
		checked += gate->rules.items[i].checked;
		failures += !gate->rules.items[i].passed;
	}
	buffer_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<testsuite name=\"gbq gate\" tests=\"%zu\" failures=\"%zu\">\n",
	    checked, failures);
	for (size_t i = 0; i < gate->rules.count; i++) {
		const struct gbq_gate_rule *rule = &gate->rules.items[i];

		if (!rule->checked)
			continue;
		buffer_printf(out, "  <testcase classname=\"gbq\" "
		    "name=\"%s\"", rule->name);
		if (rule->passed) {
			buffer_add_string(out, "/>\n");
			continue;
		}
		buffer_add_string(out, ">\n    <failure message=\"");
		xml_text(out, rule->text);
		buffer_add_string(out, "\">");
		add_junit_sites(out, gate, rule->name);
		buffer_add_string(out, "</failure>\n  </testcase>\n");
	}
	buffer_add_string(out, "</testsuite>\n");
}

/* ---- JSON and people ---- */

static void
gate_add_json(struct buffer *out, const struct gbq_gate *gate)
{
	buffer_printf(out, "{\"gbq_format\": 1, \"passed\": %s,\n"
	    " \"rules\": [", gate->passed ? "true" : "false");
	for (size_t i = 0; i < gate->rules.count; i++) {
		const struct gbq_gate_rule *rule = &gate->rules.items[i];

		buffer_printf(out, "%s\n  {\"rule\": \"%s\", \"passed\": %s, "
		    "\"value\": ", i ? "," : "", rule->name,
		    !rule->checked ? "null" : rule->passed ? "true" :
		    "false");
		format_json_value(out, &rule->value, false);
		buffer_add_string(out, ", \"limit\": ");
		format_json_value(out, &rule->limit, false);
		buffer_add_string(out, ", \"text\": ");
		json_quote(out, slice_of(rule->text));
		buffer_add_byte(out, '}');
	}
	buffer_add_string(out, "],\n \"sites\": [");
	for (size_t i = 0; i < gate->sites.count; i++) {
		buffer_printf(out, "%s\n  {\"rule\": \"%s\", \"site\": ",
		    i ? "," : "", gate->sites.items[i].rule);
		record_json(out, &diff_site_record,
		    gate->sites.items[i].site);
		buffer_add_byte(out, '}');
	}
	buffer_printf(out, "],\n \"allowed_sites\": %zu, \"gone_sites\": %zu, "
	    "\"changed_sites\": %zu}\n", gate->allowed_sites,
	    gate->gone_sites, gate->changed_sites);
}

static void
add_people(struct buffer *out, const struct gbq_gate *gate,
    const struct gbq_diff_run *run)
{
	buffer_add_string(out, gate->passed ? "passed: " : "FAILED: ");
	add_text(out, run->name);
	buffer_add_byte(out, '\n');
	for (size_t i = 0; i < gate->rules.count; i++) {
		const struct gbq_gate_rule *rule = &gate->rules.items[i];

		if (!rule->checked)
			continue;
		buffer_printf(out, "  %-4s %-15s %s\n", rule->passed ? "ok" :
		    "FAIL", rule->name, rule->text);
		for (size_t k = 0; k < gate->sites.count; k++) {
			const struct gbq_gate_site *found =
			    &gate->sites.items[k];

			if (strcmp(found->rule, rule->name) != 0)
				continue;
			buffer_printf(out, "         %s  ",
			    found->site->handle ? found->site->handle : "?");
			diff_add_kind(out, found->site);
			buffer_add_string(out, "\n             ");
			diff_add_place(out, found->site);
			buffer_add_byte(out, '\n');
		}
	}
	if (gate->allowed_sites) {
		buffer_add_string(out, "  ");
		add_number_of(out, (int64_t)gate->allowed_sites,
		    "allowed site");
		buffer_add_string(out, " not counted\n");
	}
	if (gate->gone_sites) {
		buffer_add_string(out, "  ");
		add_number_of(out, (int64_t)gate->gone_sites, "site");
		buffer_add_string(out, " of the baseline gone: "
		    "'gbq baseline' writes a smaller one\n");
	}
}

static int
write_gate(struct context *context, const struct gbq_gate *gate,
    const struct gbq_diff_run *run)
{
	const char *format = context_value(context, OPTION_GATE_FORMAT);
	struct buffer out = { 0 };

	if (!format || strcmp(format, "table") == 0)
		add_people(&out, gate, run);
	else if (strcmp(format, "json") == 0)
		gate_add_json(&out, gate);
	else if (strcmp(format, "github") == 0)
		add_github(&out, gate);
	else
		add_junit(&out, gate);
	fwrite(buffer_string(&out), 1, out.len, context->out);
	buffer_release(&out);
	return gate->passed ? 0 : EXIT_NEGATIVE;
}

static int
gate_main(struct context *context)
{
	const char *baseline = context_value(context, OPTION_BASELINE);
	struct gbq_side *side = NULL, *allowed = NULL, *base = NULL;
	struct gbq_gate_limits limits;
	struct gbq_gate *gate = NULL;
	enum gbq_status status;
	int exit_status;

	gbq_gate_init(&limits);
	exit_status = read_limits(context, &limits);
	if (!exit_status)
		warn_if_unlimited(context);
	if (!exit_status)
		exit_status = read_allowed(context, &allowed);
	if (!exit_status && baseline)
		exit_status = diff_open_side(context, baseline, &base);
	if (!exit_status)
		exit_status = diff_open_side(context,
		    context->argument_count ? context->arguments[0] : NULL,
		    &side);
	if (!exit_status) {
		limits.baseline = base;
		limits.allowed = allowed;
		status = gbq_gate_side(context->gbq, side, &limits, &gate);
		exit_status = status == GBQ_OK ? write_gate(context, gate,
		    gbq_side_run(side)) : context_error(context, status);
	}
	gbq_gate_free(gate);
	gbq_side_free(side);
	gbq_side_free(base);
	gbq_side_free(allowed);
	return exit_status;
}

const struct command command_gate = {
	.name = "gate", .group = GROUP_CI,
	.next = { "gbq triage RUN", "what to fix first" },
	.arguments = "[RUN]",
	.summary = "for CI: does the run keep to limits and a baseline",
	.text = "Exit status 1 where it does not. A run that did not end, "
	    "lost data or cannot show\nthat it is whole, as a console text, "
	    "does not pass without --allow-incomplete;\none with messages of "
	    "torch that were not understood, without --allow-unread. What\n"
	    "is not known keeps to no limit. With --own only sites in your "
	    "own code count. A\nsite of the baseline that has another kind "
	    "now is no new site. -f json has all\nrules; passed is null "
	    "where no limit was given.\n"
	    RUN_TEXT,
	.examples = "  gbq gate --max-sites 3 --max-failures 0\n"
	    "  gbq gate tl_out --baseline breaks.baseline -f github\n",
	.options = (const enum option_id[]){
		OPTION_MAX_SITES, OPTION_MAX_EVENTS, OPTION_MAX_RECOMPILES,
		OPTION_MAX_FAILURES, OPTION_MAX_TIME, OPTION_BASELINE,
		OPTION_ALLOW, OPTION_ALLOW_INCOMPLETE, OPTION_ALLOW_UNREAD,
		OPTION_OWN, OPTION_GATE_FORMAT, OPTION_OUTPUT, OPTION_END
	},
	.max_arguments = 1, .run = gate_main,
};
