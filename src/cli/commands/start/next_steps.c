/*
 * next_steps.c - what to run next for a failure, by its category.
 */
#include "cli/commands/start/next_steps.h"

#include <string.h>

#include "util/memory.h"

static const struct {
	const char *category, *text;
} steps[] = {
	{ "graph_break",
	    "TORCH_LOGS=\"graph_breaks\" python SCRIPT\n"
	    "read torch/_dynamo/exc.py, torch/_dynamo/variables/\n" },
	{ "backend",
	    "TORCHDYNAMO_REPRO_AFTER=aot TORCHDYNAMO_REPRO_LEVEL=2 python "
	    "SCRIPT\n"
	    "then python minifier_launcher.py minify, … run\n"
	    "TORCH_COMPILE_DEBUG=1 keeps the graphs: is it lowering, "
	    "scheduling or code generation?\n" },
	{ "recompile_limit",
	    "TORCH_LOGS=\"recompiles,recompiles_verbose,guards\" python "
	    "SCRIPT\n"
	    "gbq recompiles --by cause; then mark_dynamic, padding, or "
	    "torch._dynamo.config.recompile_limit\n"
	    "torch._dynamo.config.fail_on_recompile_limit_hit = True stops "
	    "where it happens\n" },
	{ "accuracy",
	    "TORCHDYNAMO_REPRO_AFTER=aot TORCHDYNAMO_REPRO_LEVEL=4 python "
	    "SCRIPT\n"
	    "compare in fp64; torch._dynamo.config.repro_tolerance is 1e-3\n" },
	{ "dynamo_internal",
	    "TORCHDYNAMO_VERBOSE=1 TORCH_LOGS=\"+dynamo\" python SCRIPT\n"
	    "read torch/_dynamo/symbolic_convert.py, guards.py; for pdb "
	    "TORCHINDUCTOR_COMPILE_THREADS=1\n" },
	{ "runtime_crash",
	    "PYTORCH_NO_CUDA_MEMORY_CACHING=1 CUDA_LAUNCH_BLOCKING=1 python "
	    "SCRIPT\n"
	    "TORCHINDUCTOR_NAN_ASSERTS=1; triton.debug_sync_kernel; read the "
	    "output code: gbq cat ID code\n" },
	{ "triton",
	    "TORCH_LOGS=\"output_code,schedule\" python SCRIPT\n"
	    "check the index arithmetic; read torch/_inductor/codegen/"
	    "triton.py, scheduler.py\n" },
	{ "user_error",
	    "python SCRIPT with torch.compiler.set_stance(\"force_eager\"): "
	    "does it fail in eager too?\n" },
	{ "other",
	    "TORCHDYNAMO_VERBOSE=1 python SCRIPT\n" },
};

const char *
next_steps(const char *category)
{
	size_t i;

	for (i = 0; category && i < LENGTH(steps); i++) {
		if (strcmp(steps[i].category, category) == 0)
			return steps[i].text;
	}
	return NULL;
}
