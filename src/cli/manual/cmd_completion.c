/*
 * cmd_completion.c - gbq completion: the script of a shell, for make and
 * packagers; gbq __complete: the words that those scripts offer.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/manual/manual.h"
#include "util/embedded.h"

static int
completion_main(struct context *context)
{
	const char *shell = context->arguments[0];
	const struct embedded_file *script;
	struct buffer name = { 0 };

	buffer_printf(&name, "src/cli/manual/completion.%s", shell);
	script = embedded_find(buffer_string(&name));
	buffer_release(&name);
	if (!script)
		return context_usage(context, "there is completion for bash, "
		    "zsh and fish, not for '%s'", shell);
	fwrite(script->bytes, 1, script->size, context->out);
	return 0;
}

const struct command command_completion = {
	.name = "completion", .group = GROUP_DATABASE,
	.arguments = "bash|zsh|fish",
	.summary = "write a script that completes words in a shell",
	.text = "For packagers: 'make install' does it.\n",
	.examples = "  source <(gbq completion bash)\n",
	.min_arguments = 1, .max_arguments = 1, .run = completion_main,
	.is_hidden = true,
};

/* ---- the words before the one at hand ---- */

/* What they have said. */
struct said {
	const struct command *command;
	bool is_unknown;		/* there is no such command */
	const struct option_spec *option;	/* its value comes next */
	bool options_end;		/* "--" was there */
	size_t argument_count;		/* behind the command */
};

/* The options of the command, then the global ones; NULL: no more. */
static const struct option_spec *
said_option(const struct said *said, size_t *at)
{
	const enum option_id *own = said->command ? said->command->options :
	    NULL;
	bool no_on = said->command && !said->command->has_on;
	size_t own_count = 0, i;
	enum option_id id;

	while (own && own[own_count] != OPTION_END)
		own_count++;
	do {
		i = (*at)++;
		id = i < own_count ? own[i] : global_options[i - own_count];
	} while (id == OPTION_ON && no_on);
	return option_find(id);
}

/* The option of a long name, or of a letter; NULL: it takes no value. */
static const struct option_spec *
said_with_value(const struct said *said, struct slice name, char letter)
{
	const struct option_spec *spec;

	for (size_t i = 0; (spec = said_option(said, &i)) != NULL;) {
		if (letter ? spec->letter == letter :
		    slice_equal(slice_of(spec->name), name))
			return spec->argument ? spec : NULL;
	}
	return NULL;
}

/*
 * The option that takes a value in a word such as "--owner=l", "-fj" or "-vf",
 * and where the value begins; NULL: it is the next word.
 */
static const struct option_spec *
said_value(const struct said *said, const char *word, const char **value)
{
	struct slice rest = slice_of(word), name;
	const struct option_spec *spec = NULL;

	*value = NULL;
	if (slice_take(&rest, LITERAL("--"))) {
		name = slice_part(rest, 0, slice_find_byte(rest, '='));
		if (name.len < rest.len)
			*value = name.at + name.len + 1;
		return said_with_value(said, name, '\0');
	}
	while (!spec && *word && *++word)
		spec = said_with_value(said, rest, *word);
	if (spec && word[1])
		*value = word + 1;
	return spec;
}

/* Read one word; a database that it names is noted in the context. */
static void
said_word(struct said *said, struct context *context, const char *word)
{
	const struct option_spec *option = said->option;
	const char *value = word;

	said->option = NULL;
	if (!option && !said->options_end && word[0] == '-' && word[1]) {
		said->options_end = strcmp(word, "--") == 0;
		option = said_value(said, word, &value);
		if (!value)
			said->option = option;
	} else if (!option && !said->command && !said->is_unknown) {
		said->command = command_find(context->commands, word);
		said->is_unknown = !said->command;
	} else if (!option) {
		said->argument_count++;
	}
	if (option && option->id == OPTION_DB)
		context->options.last[OPTION_DB] = value;
}

/* ---- what can stand in its place ---- */

/* A line: the word, and what it is. Not for names that a line cannot hold. */
static void
offer_word(const struct context *context, struct slice prefix,
    const char *word, const char *help)
{
	FILE *out = context->out;

	for (const char *at = word; *at; at++) {
		if ((unsigned char)*at < ' ' || *at == '\x7f')
			return;
	}
	fprintf(out, "%.*s%s", (int)prefix.len, prefix.at, word);
	if (help)
		fputc('\t', out);
	for (; help && *help; help++)
		fputc(*help == '\n' ? ' ' : *help, out);
	fputc('\n', out);
}

static int
offer_runs(struct context *context)
{
	struct gbq_query *query = NULL;
	int exit_status = database_open_any(context);
	const char *name;

	if (!exit_status)
		exit_status = query_saved(context, &query, "run_names", 0);
	while (query_next(context, query, &exit_status)) {
		name = gbq_column(query, 0).bytes;
		if (name)
			offer_word(context, LITERAL(""), name, NULL);
	}
	gbq_finish(query);
	offer_word(context, LITERAL(""), "@latest", NULL);
	return exit_status;
}

static void
offer_views(struct context *context)
{
	const struct gbq_view_doc *views;
	size_t count;

	views = gbq_view_list(context->gbq, &count);
	for (size_t i = 0; i < count; i++)
		offer_word(context, LITERAL(""), views[i].name, NULL);
}

/* Those that answer a question. */
static void
offer_queries(struct context *context, struct slice prefix)
{
	const struct gbq_saved *queries;
	size_t count;

	queries = gbq_saved_list(context->gbq, &count);
	for (size_t i = 0; i < count; i++) {
		if (queries[i].question)
			offer_word(context, prefix, queries[i].name,
			    queries[i].question);
	}
}

static void
offer_commands(struct context *context)
{
	const struct command *command = NULL;

	while ((command = command_next(context->commands, command)) != NULL)
		offer_word(context, LITERAL(""), command->name,
		    command->summary);
}

static void
offer_options(struct context *context, const struct said *said)
{
	const struct option_spec *spec;

	for (size_t i = 0; (spec = said_option(said, &i)) != NULL;) {
		offer_word(context, LITERAL("--"), spec->name, spec->help);
		if (spec->letter)
			offer_word(context, LITERAL("-"),
			    (char[]){ spec->letter, '\0' }, spec->help);
	}
}

/*
 * The first line tells whether the shell is to offer its files, too, and what
 * of the word at hand stands before a file's name. The others are words.
 */
static void
offer_begin(struct context *context, bool files, struct slice prefix)
{
	fprintf(context->out, "%s\t%.*s\n", files ? "files" : "words",
	    (int)prefix.len, prefix.at);
}

/* The values of an option, the prefix before each. */
static void
offer_values(struct context *context, const struct said *said,
    const struct option_spec *spec, struct slice prefix)
{
	struct slice rest = slice_of(spec->values), value;

	offer_begin(context, strcmp(spec->argument, "FILE") == 0 ||
	    strcmp(spec->argument, "DIR") == 0, prefix);
	if (spec->id == OPTION_FORMAT) {
		for (const struct format *format = formats; format->name;
		    format++)
			offer_word(context, prefix, format->name, NULL);
		if (said->command && said->command->has_gcc)
			offer_word(context, prefix, "gcc", NULL);
	}
	while (rest.len) {
		value = slice_part(rest, 0, slice_find(rest, LITERAL(", ")));
		fprintf(context->out, "%.*s%.*s\n", (int)prefix.len,
		    prefix.at, (int)value.len, value.at);
		rest = slice_part(rest, value.len + 2, rest.len);
	}
}

/* Whether the arguments of a command have that word. */
static bool
takes_argument(const struct said *said, const char *word)
{
	return strstr(said->command->arguments, word) != NULL;
}

static int
offer_arguments(struct context *context, const struct said *said)
{
	bool queries = takes_argument(said, "SQL|NAME") &&
	    said->argument_count == 0;
	bool runs = !queries && (takes_argument(said, "RUN") ||
	    takes_argument(said, "BASE"));

	offer_begin(context, runs || takes_argument(said, "PATH") ||
	    takes_argument(said, "DB"), LITERAL(""));
	if (runs)
		return offer_runs(context);
	if (queries)
		offer_queries(context, LITERAL("@"));
	if (takes_argument(said, "VIEW"))
		offer_views(context);
	else if (queries || takes_argument(said, "[NAME]"))
		offer_queries(context, LITERAL(""));
	else if (takes_argument(said, "[COMMAND]"))
		offer_commands(context);
	return 0;
}

static int
complete_main(struct context *context)
{
	struct said said = { NULL };
	const struct option_spec *spec;
	const char *word = "", *value = NULL;
	int last = context->argument_count - 1;

	for (int i = 0; i < last; i++)
		said_word(&said, context, context->arguments[i]);
	if (last >= 0)
		word = context->arguments[last];
	spec = said.option;
	if (!spec && !said.options_end && *word == '-')
		spec = said_value(&said, word, &value);
	if (spec && (said.option || value)) {
		offer_values(context, &said, spec, slice_part(slice_of(word),
		    0, value ? (size_t)(value - word) : 0));
	} else if (!said.options_end && *word == '-') {
		offer_begin(context, false, LITERAL(""));
		offer_options(context, &said);
	} else if (said.command) {
		return offer_arguments(context, &said);
	} else if (!said.is_unknown) {
		offer_begin(context, false, LITERAL(""));
		offer_commands(context);
	}
	return 0;
}

const struct command command_complete = {
	.name = "__complete", .group = GROUP_DATABASE,
	.arguments = "-- [WORD…]",
	.summary = "what can stand in place of the last word",
	.text = "For the scripts of 'gbq completion'. The words are those "
	    "behind gbq. The first line\nis 'files' if files may stand there, "
	    "too, else 'words', and behind a tab what of\nthe word comes "
	    "before the file's name. The others are a word each, with what it\n"
	    "is behind a tab.\n",
	.max_arguments = ANY_NUMBER, .run = complete_main, .is_hidden = true,
};
