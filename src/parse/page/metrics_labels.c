/*
 * metrics_labels.c - which label of which section goes to which member. A new
 * metric is a new line here.
 */
#include "parse/page/metrics_page.h"

#include <stddef.h>

#define LABEL(section, kind, text, name, member)			\
	{ SECTION_ ## section, LABEL_ ## kind,				\
	    { text, sizeof(text) - 1 }, name,				\
	    offsetof(struct metrics, member) }

const struct label metrics_labels[] = {
	LABEL(TIMES, SECONDS, "Entire Frame", "entire_frame_compile_time_s",
	    entire_frame_s),
	LABEL(TIMES, SECONDS, "Backend", "backend_compile_time_s", backend_s),
	LABEL(TIMES, SECONDS, "Inductor", "inductor_compile_time_s",
	    inductor_s),
	LABEL(TIMES, SECONDS, "Code Gen Time", "code_gen_time_s", codegen_s),
	LABEL(TIMES, SECONDS, "Dynamo Time Before Restart",
	    "dynamo_time_before_restart_s", before_restart_s),
	LABEL(FAILURES, TEXT, "Failure Exception", "fail_type", fail_type),
	LABEL(FAILURES, TEXT, "Failure Reason", "fail_reason", fail_reason),
	LABEL(FAILURES, FILE, "In file", "fail_user_frame_filename",
	    fail_file),
	LABEL(FAILURES, LIST, "Restart Reasons", "restart_reasons",
	    restart_reasons),
	LABEL(CACHE, COUNT, "Cache Size", "cache_size", cache_size),
	LABEL(CACHE, COUNT, "Accumulated Cache Size",
	    "accumulated_cache_size", accumulated_cache_size),
	LABEL(GRAPH, COUNT, "Guard Count", "guard_count", guards),
	LABEL(GRAPH, COUNT, "Shape Env Guards", "shape_env_guard_count",
	    shape_env_guards),
	LABEL(GRAPH, COUNT, "Graph Ops", "graph_op_count", graph_ops),
	LABEL(GRAPH, COUNT, "Graph Nodes", "graph_node_count", graph_nodes),
	LABEL(GRAPH, COUNT, "Graph Inputs", "graph_input_count",
	    graph_inputs),
	LABEL(CUSTOM_OPS, LIST, "Compliant Custom Ops",
	    "compliant_custom_ops", compliant_ops),
	LABEL(CUSTOM_OPS, LIST, "Non-Compliant Custom Ops",
	    "non_compliant_ops", non_compliant_ops),
};

const size_t metrics_label_total = LENGTH(metrics_labels);

static const struct {
	struct slice heading;
	enum section section;
} sections[] = {
	{ { "Stack", 5 }, SECTION_STACK },
	{ { "Compile Time(seconds)", 21 }, SECTION_TIMES },
	{ { "Restarts and Failures", 21 }, SECTION_FAILURES },
	{ { "Failures", 8 }, SECTION_FAILURES },	/* backward pages */
	{ { "Cache Metrics", 13 }, SECTION_CACHE },
	{ { "Graph Metrics", 13 }, SECTION_GRAPH },
	{ { "Custom Ops", 10 }, SECTION_CUSTOM_OPS },
	{ { "Symbolic shape specializations", 30 },
	    SECTION_SPECIALIZATIONS },
	{ { "Guards added fast", 17 }, SECTION_GUARDS_ADDED },
};

enum { SECTION_TOTAL = LENGTH(sections) };

const struct label *
metrics_label_find(enum section section, struct slice text)
{
	size_t i;

	for (i = 0; i < metrics_label_total; i++) {
		if (metrics_labels[i].section == section &&
		    slice_equal(metrics_labels[i].text, text))
			return &metrics_labels[i];
	}
	return NULL;
}

enum section
metrics_section_find(struct slice heading)
{
	size_t i;

	for (i = 0; i < SECTION_TOTAL; i++) {
		if (slice_equal(sections[i].heading, heading))
			return sections[i].section;
	}
	return SECTION_NONE;
}

const char *
metrics_section_heading(enum section section)
{
	size_t i;

	for (i = 0; i < SECTION_TOTAL; i++) {
		if (sections[i].section == section)
			return sections[i].heading.at;
	}
	return "";
}
