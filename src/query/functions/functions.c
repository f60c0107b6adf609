/*
 * functions.c - the table of SQL functions. The program registers them, and so
 * does the loadable extension: nothing here may need more than a connection.
 */
#include "query/functions/functions.h"

#include "query/functions/functions_private.h"

enum {
	/* Of their arguments alone: for views, indices and triggers too. */
	PURE = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
	/*
	 * They read tables by name. Not within views and triggers: those of a
	 * hostile database could make them call themselves.
	 */
	READING = SQLITE_UTF8 | SQLITE_DIRECTONLY,
	FUNCTIONS = 12,
	/* With those of rows, which aggregates.c registers. */
	DOCS = FUNCTIONS + 4
};

static const struct gbq_function_doc docs[DOCS] = {
	{ "content", "content(hash)", "the stored bytes of a hash (column hash "
	    "of artifacts, graphs and others): a text, or a blob where they "
	    "are no UTF-8 text; NULL where they were not kept. Not for use in "
	    "views and triggers" },
	{ "diff_text", "diff_text(a, b)", "the unified diff of two texts; "
	    "empty where they are equal; an error beyond two million lines "
	    "or 128 MB together" },
	{ "owner", "owner(path)", "whose file it is: user, library, stdlib, "
	    "torch or generated. torch's are files below "
	    "site-packages/torch, as a run's own folders are not known here" },
	{ "gb_id", "gb_id(text)", "the id (GB0059) of a break's text or kind "
	    "line: the one that it names, else the one that torch's registry "
	    "gives for it; NULL if none. Not for use in views and triggers" },
	{ "json_int", "json_int(text, name)", "a member of a JSON object that "
	    "is a number without fraction; 0 if there is none" },
	{ "json_num", "json_num(text, name)", "any finite number; 0.0 if "
	    "there is none" },
	{ "json_str", "json_str(text, name)", "a text; '' if there is none" },
	{ "json_raw", "json_raw(text, name)", "the JSON of any member; '' if "
	    "there is none" },
	{ "idiv", "idiv(a, b)", "a / b of whole numbers, towards 0; NULL by "
	    "0" },
	{ "text", "text(x)", "a number as a text" },
	{ "number", "number(text)", "the number that a text is, else NULL" },
	{ "name_glob", "name_glob(text, glob)", "1 where text GLOB glob, else "
	    "0" },
	{ "p50", "p50(x), p90(x), p95(x), p99(x)", "of rows: the value that "
	    "this part of all is below, number min(floor(part * n), n - 1) "
	    "of the sorted ones, from 0; NULLs are left out, as by those "
	    "below" },
	{ "argmin", "argmin(a, x)", "of rows: a of the one with the least x" },
	{ "argmax", "argmax(a, x)", "a of the one with the greatest x" },
	{ "any_value", "any_value(x)", "any" }
};

/* How they are called; in the order of docs. */
static const struct function {
	function_body *body;
	int arguments, flags;
	void *(*new_state)(void);
	void (*free_state)(void *state);
} functions[FUNCTIONS] = {
	{ function_content, 1, READING, content_state_new,
	    content_state_free },
	{ function_diff_text, 2, PURE, NULL, NULL },
	{ function_owner, 1, PURE, NULL, NULL },
	{ function_gb_id, 1, READING, gb_id_state_new, gb_id_state_free },
	{ function_json_int, 2, PURE, NULL, NULL },
	{ function_json_num, 2, PURE, NULL, NULL },
	{ function_json_str, 2, PURE, NULL, NULL },
	{ function_json_raw, 2, PURE, NULL, NULL },
	{ function_idiv, 2, PURE, NULL, NULL },
	{ function_make_text, 1, PURE, NULL, NULL },
	{ function_number, 1, PURE, NULL, NULL },
	{ function_name_glob, 2, PURE, NULL, NULL }
};

int
functions_add(sqlite3 *db)
{
	const struct function *function;
	int code = SQLITE_OK;
	size_t i;

	for (i = 0; i < FUNCTIONS && code == SQLITE_OK; i++) {
		function = &functions[i];
		/* SQLite frees the state, also where this fails */
		code = sqlite3_create_function_v2(db, docs[i].name,
		    function->arguments, function->flags,
		    function->new_state ? function->new_state() : NULL,
		    function->body, NULL, NULL, function->free_state);
	}
	return code == SQLITE_OK ? aggregates_add(db) : code;
}

const struct gbq_function_doc *
functions_list(size_t *count)
{
	*count = DOCS;
	return docs;
}
