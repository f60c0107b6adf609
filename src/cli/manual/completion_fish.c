/*
 * completion_fish.c - one line a command and option.
 */
#include "cli/manual/manual.h"

#include <string.h>

static const char head[] =
"# fish completion of gbq. Made by gbq completion fish: do not edit.\n"
"\n"
"function __gbq_query\n"
"    set -l words (commandline -opc)\n"
"    set -l db\n"
"    if set -l at (contains -i -- --db $words)\n"
"        set db --db $words[(math $at + 1)]\n"
"    end\n"
"    gbq $db -q $argv 2>/dev/null\n"
"end\n"
"\n"
"function __gbq_runs\n"
"    __gbq_query sql -f raw \"SELECT name FROM runs\n"
"        GROUP BY name ORDER BY max(run_id) DESC LIMIT 1000\"\n"
"    echo @latest\n"
"end\n"
"\n"
"function __gbq_views\n"
"    __gbq_query schema -f raw | cut -f 1\n"
"end\n"
"\n"
"function __gbq_queries\n"
"    __gbq_query queries -f raw | cut -f 1 | string replace -r '^' \"$argv\"\n"
"end\n"
"\n"
"complete -c gbq -f\n";

#define NO_COMMAND "not __fish_seen_subcommand_from $__gbq_commands"

static void
add_option(struct buffer *out, const struct command *command,
    const struct option_spec *spec)
{
	size_t before;

	buffer_add_string(out, "complete -c gbq");
	if (command)
		buffer_printf(out, " -n '__fish_seen_subcommand_from %s'",
		    command->name);
	if (spec->letter)
		buffer_printf(out, " -s %c", spec->letter);
	buffer_printf(out, " -l %s -d ", spec->name);
	completion_quote(out, spec->help);
	if (spec->argument) {
		buffer_add_string(out, completion_takes_file(spec) ? " -r -F" :
		    " -x");
		before = out->len;
		buffer_add_string(out, " -a '");
		completion_values(out, command, spec);
		if (out->len == before + 5)
			out->len = before;
		else
			buffer_add_byte(out, '\'');
	}
	buffer_add_byte(out, '\n');
}

static void
add_arguments(struct buffer *out, const struct command *command)
{
	const char *kind = completion_arguments(command);

	if (!*kind)
		return;
	buffer_printf(out, "complete -c gbq -n '__fish_seen_subcommand_from "
	    "%s'", command->name);
	if (strcmp(kind, "runs") == 0)
		buffer_add_string(out, " -F -k -a '(__gbq_runs)'");
	else if (strcmp(kind, "files") == 0)
		buffer_add_string(out, " -F");
	else if (strcmp(kind, "commands") == 0)
		buffer_add_string(out, " -a \"$__gbq_commands\"");
	else
		buffer_printf(out, " -a '(__gbq_%s%s)'", kind,
		    strcmp(command->name, "sql") == 0 ? " @" : "");
	buffer_add_byte(out, '\n');
}

static void
completion_fish_add_command(struct buffer *out, const struct command *command)
{
	const enum option_id *id = command->options;

	buffer_printf(out, "complete -c gbq -n '" NO_COMMAND "' -a %s -d ",
	    command->name);
	completion_quote(out, command->summary);
	buffer_add_byte(out, '\n');
	for (; id && *id != OPTION_END; id++)
		add_option(out, command, option_find(*id));
	add_arguments(out, command);
}

void
completion_fish(FILE *out)
{
	const struct command *command = NULL;
	struct buffer text = { 0 };

	buffer_add_string(&text, head);
	buffer_add_string(&text, "set -g __gbq_commands");
	while ((command = command_next(command)) != NULL)
		buffer_printf(&text, " %s", command->name);
	buffer_add_byte(&text, '\n');
	for (const enum option_id *id = global_options; *id != OPTION_END;
	    id++)
		add_option(&text, NULL, option_find(*id));
	while ((command = command_next(command)) != NULL)
		completion_fish_add_command(&text, command);
	fwrite(buffer_string(&text), 1, text.len, out);
	buffer_release(&text);
}
