/*
 * cmd_completion.c - gbq completion: the script of a shell. For make and
 * packagers.
 */
#include <string.h>

#include "cli/context.h"
#include "cli/manual/manual.h"

static int
completion_main(struct context *context)
{
	static const struct {
		const char *shell;
		void (*write)(FILE *out);
	} shells[] = { { "bash", completion_bash }, { "zsh", completion_zsh },
		{ "fish", completion_fish } };

	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++) {
		if (strcmp(shells[i].shell, context->arguments[0]) == 0) {
			shells[i].write(context->out);
			return 0;
		}
	}
	return context_usage(context, "there is completion for bash, zsh and "
	    "fish, not for '%s'", context->arguments[0]);
}

const struct command command_completion = {
	.name = "completion", .arguments = "bash|zsh|fish",
	.summary = "write a script that completes words in a shell",
	.text = "For packagers: 'make install' does it.\n",
	.examples = "  source <(gbq completion bash)\n",
	.min_arguments = 1, .max_arguments = 1, .run = completion_main,
	.is_hidden = true,
};
