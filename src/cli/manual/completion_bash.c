/*
 * completion_bash.c - one function, its data as cases. The word at hand is cut
 * at white space, not at bash's word breaks: names of runs have ':' and '@'.
 */
#include "cli/manual/manual.h"

static const char head[] =
    "# bash completion of gbq. Made by gbq completion bash: do not edit.\n\n";

static const char tail[] =
"\n"
"# _gbq_query COMMAND...: gbq on the database that the command line names\n"
"_gbq_query() {\n"
"	gbq ${_gbq_db:+--db \"$_gbq_db\"} -q \"$@\" 2>/dev/null\n"
"}\n"
"\n"
"# _gbq_words KIND: words for an argument, one a line\n"
"_gbq_words() {\n"
"	case $1 in\n"
"	runs) _gbq_query sql -f raw \"SELECT name FROM runs\n"
"	    GROUP BY name ORDER BY max(run_id) DESC LIMIT 1000\" ;;\n"
"	views) _gbq_query schema -f raw | cut -f 1 ;;\n"
"	queries) _gbq_query queries -f raw | cut -f 1 |\n"
"	    sed \"s/^/$2/\" ;;\n"
"	commands) _gbq_commands ;;\n"
"	esac\n"
"}\n"
"\n"
"# _gbq_read: command and database of the words before the one at hand\n"
"_gbq_read() {\n"
"	local word last=\n"
"	_gbq_command= _gbq_db= _gbq_last=\n"
"	for word; do\n"
"		case $last in\n"
"		--db) _gbq_db=$word ;;\n"
"		*) [[ $word = -* || -n $_gbq_command || $last = --color ]] ||\n"
"		    _gbq_command=$word ;;\n"
"		esac\n"
"		[[ $word = --db=* ]] && _gbq_db=${word#--db=}\n"
"		last=$word\n"
"	done\n"
"	_gbq_last=$last\n"
"}\n"
"\n"
"# _gbq_offer FILES WORD...: those that begin as the word at hand\n"
"_gbq_offer() {\n"
"	local word files=$1\n"
"	shift\n"
"	for word; do\n"
"		[[ $word = \"$cur\"* ]] && COMPREPLY+=(\"$word\")\n"
"	done\n"
"	[[ $files ]] || return 0\n"
"	compopt -o filenames 2>/dev/null\n"
"	while IFS= read -r word; do\n"
"		COMPREPLY+=(\"$word\")\n"
"	done < <(compgen -f -- \"$cur\")\n"
"}\n"
"\n"
"_gbq_argument() {\n"
"	local kind words=()\n"
"	kind=$(_gbq_arguments \"$_gbq_command\")\n"
"	mapfile -t words < <(_gbq_words \"$kind\" \\\n"
"	    \"$([[ $_gbq_command = sql ]] && echo @)\")\n"
"	[[ $kind = runs || $kind = files ]] && kind=files || kind=\n"
"	_gbq_offer \"$kind\" \"${words[@]}\"\n"
"}\n"
"\n"
"# _gbq_value OPTION: false where it takes none\n"
"_gbq_value() {\n"
"	local values\n"
"	values=$(_gbq_values \"$_gbq_command $1\") || return\n"
"	if [[ $values = FILE ]]; then\n"
"		_gbq_offer files\n"
"	else\n"
"		# shellcheck disable=SC2086 # words\n"
"		_gbq_offer '' $values\n"
"	fi\n"
"}\n"
"\n"
"_gbq() {\n"
"	local cur before broken _gbq_command _gbq_db _gbq_last\n"
"	COMPREPLY=()\n"
"	before=${COMP_LINE:0:COMP_POINT}\n"
"	cur=${before##*[[:space:]]}\n"
"	before=${before%\"$cur\"}\n"
"	broken=${cur%\"${cur##*[$COMP_WORDBREAKS]}\"}\n"
"	# shellcheck disable=SC2086 # words\n"
"	set -f; set -- $before; set +f\n"
"	shift\n"
"	_gbq_read \"$@\"\n"
"	if [[ $cur = --*=* ]]; then\n"
"		_gbq_last=${cur%%=*} cur=${cur#*=}\n"
"		_gbq_value \"$_gbq_last\"\n"
"		return 0\n"
"	fi\n"
"	if [[ $_gbq_last = -?* ]] && _gbq_value \"$_gbq_last\"; then\n"
"		:\n"
"	elif [[ $cur = -* ]]; then\n"
"		# shellcheck disable=SC2046 # words\n"
"		_gbq_offer '' $(_gbq_options \"$_gbq_command\")\n"
"	elif [[ -z $_gbq_command ]]; then\n"
"		# shellcheck disable=SC2046 # words\n"
"		_gbq_offer '' $(_gbq_commands)\n"
"	else\n"
"		_gbq_argument\n"
"	fi\n"
"	COMPREPLY=(\"${COMPREPLY[@]#\"$broken\"}\")\n"
"}\n"
"\n"
"complete -F _gbq gbq\n";

static void
add_commands(struct buffer *out)
{
	const struct command *command = NULL;

	buffer_add_string(out, "_gbq_commands() {\n	printf '%s\\n'");
	while ((command = command_next(command)) != NULL)
		buffer_printf(out, " %s", command->name);
	buffer_add_string(out, "\n}\n\n_gbq_arguments() {\n"
	    "	case $1 in\n");
	while ((command = command_next(command)) != NULL)
		buffer_printf(out, "	%s) echo '%s' ;;\n", command->name,
		    completion_arguments(command));
	buffer_add_string(out, "	esac\n}\n\n");
}

static void
add_option_names(struct buffer *out, const struct command *command)
{
	struct completion_options options = completion_start(command);
	const struct option_spec *spec;

	buffer_printf(out, "	%s) echo '", command ? command->name : "''");
	while ((spec = completion_next(&options)) != NULL)
		buffer_printf(out, " --%s", spec->name);
	buffer_add_string(out, "' ;;\n");
}

/* "'search -f' | 'search --format') echo 'table csv …' ;;" */
static void
add_option_values(struct buffer *out, const struct command *command)
{
	struct completion_options options = completion_start(command);
	const char *name = command ? command->name : "";
	const struct option_spec *spec;

	while ((spec = completion_next(&options)) != NULL) {
		if (!spec->argument)
			continue;
		buffer_add_byte(out, '\t');
		if (spec->letter)
			buffer_printf(out, "'%s -%c' | ", name, spec->letter);
		buffer_printf(out, "'%s --%s') echo '", name, spec->name);
		if (completion_takes_file(spec))
			buffer_add_string(out, "FILE");
		completion_values(out, command, spec);
		buffer_add_string(out, "' ;;\n");
	}
}

void
completion_bash(FILE *out)
{
	const struct command *command = NULL;
	struct buffer text = { 0 };

	buffer_add_string(&text, head);
	add_commands(&text);
	buffer_add_string(&text, "_gbq_options() {\n	case $1 in\n");
	while ((command = command_next(command)) != NULL)
		add_option_names(&text, command);
	add_option_names(&text, NULL);
	buffer_add_string(&text, "	esac\n}\n\n"
	    "_gbq_values() {\n	case $1 in\n");
	while ((command = command_next(command)) != NULL)
		add_option_values(&text, command);
	add_option_values(&text, NULL);
	buffer_add_string(&text, "	*) return 1 ;;\n	esac\n}\n");
	buffer_add_string(&text, tail);
	fwrite(buffer_string(&text), 1, text.len, out);
	buffer_release(&text);
}
