/*
 * completion.c - what the scripts of all shells need to know of commands.
 */
#include "cli/manual/manual.h"

#include <string.h>

#include "cli/format/format.h"

struct completion_options
completion_start(const struct command *command)
{
	struct completion_options options = {
		.next = command ? command->options : NULL,
		.no_on = command && !command->has_on
	};

	return options;
}

const struct option_spec *
completion_next(struct completion_options *options)
{
	const struct option_spec *spec = NULL;

	while (!spec) {
		if (!options->next || *options->next == OPTION_END) {
			if (options->is_global)
				return NULL;
			options->is_global = true;
			options->next = global_options;
		}
		spec = option_find(*options->next++);
		if (options->no_on && spec && spec->id == OPTION_ON)
			spec = NULL;
	}
	return spec;
}

const char *
completion_arguments(const struct command *command)
{
	static const struct {
		const char *word, *kind;
	} kinds[] = {
		{ "RUN", "runs" }, { "BASE", "runs" }, { "PATH", "files" },
		{ "DB", "files" }, { "VIEW", "views" }, { "@NAME", "queries" },
		{ "[NAME]", "queries" }, { "[COMMAND]", "commands" }
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strstr(command->arguments, kinds[i].word))
			return kinds[i].kind;
	}
	return "";
}

bool
completion_takes_file(const struct option_spec *spec)
{
	return spec->argument && (strcmp(spec->argument, "FILE") == 0 ||
	    strcmp(spec->argument, "DIR") == 0);
}

void
completion_values(struct buffer *out, const struct command *command,
    const struct option_spec *spec)
{
	size_t before = out->len;

	if (spec->id == OPTION_FORMAT) {
		for (const struct format *format = formats; format->name;
		    format++)
			buffer_printf(out, "%s%s", out->len > before ? " " :
			    "", format->name);
		if (command && command->has_gcc)
			buffer_add_string(out, " gcc");
	}
	for (const char *at = spec->values; at && *at; at++) {
		if (*at != ',')
			buffer_add_byte(out, *at);
	}
}

void
completion_quote(struct buffer *out, const char *text)
{
	buffer_add_byte(out, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			buffer_add_string(out, "'\\''");
		else
			buffer_add_byte(out, *text == '\n' ? ' ' : *text);
	}
	buffer_add_byte(out, '\'');
}
