/*
 * completion_zsh.c - _arguments for each command.
 */
#include "cli/manual/manual.h"

#include <string.h>

static const char head[] =
"#compdef gbq\n"
"# zsh completion of gbq. Made by gbq completion zsh: do not edit.\n"
"\n"
"_gbq_query() {\n"
"	gbq ${opt_args[--db]:+--db} ${opt_args[--db]} -q \"$@\" 2>/dev/null\n"
"}\n"
"\n"
"_gbq_runs() {\n"
"	local -a names\n"
"	names=(${(f)\"$(_gbq_query sql -f raw \"SELECT name FROM runs\n"
"	    GROUP BY name ORDER BY max(run_id) DESC LIMIT 1000\")\"} @latest)\n"
"	compadd -a names\n"
"	_files\n"
"}\n"
"\n"
"_gbq_views() {\n"
"	compadd ${(f)\"$(_gbq_query schema -f raw | cut -f 1)\"}\n"
"}\n"
"\n"
"_gbq_queries() {\n"
"	compadd -P ${1:-''} ${(f)\"$(_gbq_query queries -f raw | cut -f 1)\"}\n"
"}\n\n";

/* Quote a text within "[…]" of a specification. */
static void
add_help(struct buffer *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("[]:\\", *text))
			buffer_add_byte(out, '\\');
		if (*text == '\'')
			buffer_add_string(out, "'\\''");
		else
			buffer_add_byte(out, *text == '\n' ? ' ' : *text);
	}
}

/* "'--in[only in files …]:WHAT:(graph code …)'" */
static void
add_spec(struct buffer *out, const struct command *command,
    const struct option_spec *spec, const char *name)
{
	size_t before;

	buffer_printf(out, " \\\n		'*%s[", name);
	add_help(out, spec->help);
	buffer_add_byte(out, ']');
	if (spec->argument) {
		buffer_printf(out, ":%s:", spec->argument);
		before = out->len;
		buffer_add_byte(out, '(');
		completion_values(out, command, spec);
		buffer_add_byte(out, ')');
		if (out->len == before + 2)
			out->len = before;
		if (completion_takes_file(spec))
			buffer_add_string(out, "_files");
		else if (out->len == before)
			buffer_add_byte(out, ' ');
	}
	buffer_add_byte(out, '\'');
}

static void
add_options(struct buffer *out, const struct command *command)
{
	struct completion_options options = completion_start(command);
	const struct option_spec *spec;
	char name[64];

	while ((spec = completion_next(&options)) != NULL) {
		snprintf(name, sizeof(name), "--%s", spec->name);
		add_spec(out, command, spec, name);
		if (!spec->letter)
			continue;
		snprintf(name, sizeof(name), "-%c", spec->letter);
		add_spec(out, command, spec, name);
	}
}

static void
completion_zsh_add_command(struct buffer *out, const struct command *command)
{
	static const char *const actions[][2] = { { "runs", "_gbq_runs" },
		{ "files", "_files" }, { "views", "_gbq_views" },
		{ "queries", "_gbq_queries" }, { "commands", "_gbq_commands" },
		{ "", " " } };
	const char *kind = completion_arguments(command);

	buffer_printf(out, "	%s) _arguments", command->name);
	add_options(out, command);
	for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++) {
		if (strcmp(actions[i][0], kind) != 0)
			continue;
		buffer_printf(out, " \\\n		'*:%s:%s%s' ;;\n",
		    *kind ? kind : "argument", actions[i][1],
		    strcmp(command->name, "sql") == 0 ? " @" : "");
	}
}

void
completion_zsh(FILE *out)
{
	const struct command *command = NULL;
	struct buffer text = { 0 };

	buffer_add_string(&text, head);
	buffer_add_string(&text, "_gbq_commands() {\n	local -a names\n"
	    "	names=(");
	while ((command = command_next(command)) != NULL) {
		buffer_printf(&text, "\n		'%s:", command->name);
		add_help(&text, command->summary);
		buffer_add_byte(&text, '\'');
	}
	buffer_add_string(&text, "\n	)\n	_describe command names\n}\n\n"
	    "_gbq() {\n	local curcontext=$curcontext state line\n"
	    "	typeset -A opt_args\n	_arguments -C");
	add_options(&text, NULL);
	buffer_add_string(&text, " \\\n		'1:command:_gbq_commands' \\\n"
	    "		'*::argument:->rest' && return\n"
	    "	[[ $state = rest ]] || return 1\n	case $line[1] in\n");
	while ((command = command_next(command)) != NULL)
		completion_zsh_add_command(&text, command);
	buffer_add_string(&text, "	esac\n}\n\n_gbq \"$@\"\n");
	fwrite(buffer_string(&text), 1, text.len, out);
	buffer_release(&text);
}
