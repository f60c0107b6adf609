/*
 * envelope.h - one record of a trace log or of raw.jsonl: what it is, which
 * compile it belongs to, and its value as JSON.
 */
#ifndef GBQ_PARSE_LOG_ENVELOPE_H
#define GBQ_PARSE_LOG_ENVELOPE_H

#include "parse/parse.h"

/* What a record is, by its distinguishing key. */
enum envelope_kind {
	ENVELOPE_NONE,		/* it has no distinguishing key */
	ENVELOPE_OTHER,		/* a key that gbq does not know */
	ENVELOPE_STR,
	ENVELOPE_CHROMIUM_EVENT,
	ENVELOPE_DESCRIBE_TENSOR,
	ENVELOPE_DESCRIBE_STORAGE,
	ENVELOPE_DESCRIBE_SOURCE,
	ENVELOPE_ARTIFACT,
	ENVELOPE_DYNAMO_START,
	ENVELOPE_COMPILATION_METRICS,
	ENVELOPE_BWD_COMPILATION_METRICS,
	ENVELOPE_AOT_BWD_COMPILATION_METRICS,
	ENVELOPE_DYNAMO_GUARDS,
	ENVELOPE_DYNAMO_CPP_GUARDS_STR,
	ENVELOPE_DYNAMO_OUTPUT_GRAPH,
	ENVELOPE_CREATE_SYMBOL,
	ENVELOPE_CREATE_UNBACKED_SYMBOL,
	ENVELOPE_SYMBOLIC_SHAPE_SPECIALIZATION,
	ENVELOPE_GUARD_ADDED,
	ENVELOPE_GUARD_ADDED_FAST,
	ENVELOPE_GRAPH,			/* aot_*_graph and the like */
	ENVELOPE_GRAPH_DUMP,
	ENVELOPE_INDUCTOR_OUTPUT_CODE,
	ENVELOPE_OPTIMIZE_DDP_SPLIT_GRAPH,
	ENVELOPE_OPTIMIZE_DDP_SPLIT_CHILD,
	ENVELOPE_DUMP_FILE,
	ENVELOPE_LINK,
	ENVELOPE_EXPORTED_PROGRAM,
	ENVELOPE_EXPORT_REPORT		/* draft export: *_fake_kernel, … */
};

/*
 * A record. Ids that it does not have are NO_ID, texts absent, numbers
 * UNKNOWN_INT.
 */
struct envelope {
	enum envelope_kind kind;
	struct slice kind_name;		/* torch's key */
	struct slice name;		/* of artifact, graph_dump, dump_file,
					   link, split child; file name of
					   inductor_output_code */
	struct slice encoding;		/* of an artifact */
	struct slice value;		/* JSON behind the key */
	struct slice stack;		/* JSON; torch.export: for ids */
	struct compile_key key;
	int64_t attempt;
	struct slice md5;		/* of the payload; absent: no payload */
	/* only raw.jsonl has these in the JSON */
	struct slice source_file;
	int64_t source_line;
	int64_t thread;
	struct slice timestamp;
	struct slice payload_file;
};

/*
 * Read a record's JSON; texts borrow from it or lie in the arena. False if it
 * is not one JSON object. A known key wins over an unknown one, the first of
 * several over the others.
 */
bool envelope_parse(struct arena *arena, struct slice json,
    struct envelope *out);

#endif
