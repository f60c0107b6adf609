/*
 * fuzz_compile_id.c - compile ids, folder names, resume names, file names of
 * a report, output of frames: all that reads one short name.
 */
#include "fuzz.h"

#include "parse/compile_id.h"
#include "parse/file_name.h"
#include "parse/guard/python_repr.h"
#include "parse/log/metrics_record.h"

/* What was read, written again, is read to the same. */
static void
check_key(struct fuzz *fuzz)
{
	struct compile_key key = compile_key_none(), again;
	struct buffer text = { 0 };
	int64_t attempt, same;

	if (!compile_id_parse(fuzz->input, &key, &attempt))
		return;
	fuzz_require(key.rank == NO_ID && key.process == NO_ID, "no rank");
	fuzz_require(attempt >= 0 && key.frame >= NO_ID &&
	    key.frame_compile >= NO_ID && key.compiled_autograd >= NO_ID,
	    "no part is negative");
	compile_key_text(&key, &text);
	again = compile_key_none();
	fuzz_require(compile_id_parse(buffer_slice(&text), &again, &same) &&
	    compile_key_compare(&key, &again) == 0,
	    "the text of a compile id is a compile id");
	buffer_release(&text);
}

static void
check_names(struct fuzz *fuzz)
{
	struct captured_file file = { 0 };
	struct slice a = { 0 }, b = { 0 }, rest = fuzz->input;
	struct stack_frame frame = { 0 };
	int64_t line;

	file_name_parse(fuzz->input, &file);
	fuzz_see(file.path);
	fuzz_see(file.name);
	fuzz_require(file.number == UNKNOWN_INT || file.number >= 0,
	    "the number of a file is not negative");
	fuzz_require(file_kind_name(file.kind) != NULL, "a kind");
	if (cache_name_parse(fuzz->input, &a, &b)) {
		fuzz_see(a);
		fuzz_see(b);
	}
	fuzz_see(bytecode_name_function(fuzz->input));
	resume_name_parse(fuzz->input, &a, &line);
	fuzz_see(a);
	fuzz_see(name_in_repr(fuzz->input));
	while (rest.len) {
		size_t before = rest.len;

		fuzz_see(take_variable(&rest));
		fuzz_require(rest.len <= before, "a variable moves forward");
		if (rest.len == before)
			break;
	}
	if (metrics_record_frame(fuzz->input, &frame)) {
		fuzz_see(frame.file);
		fuzz_see(frame.function);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct compile_key key = compile_key_none();
	struct fuzz fuzz;
	int64_t attempt;

	fuzz_begin(&fuzz, data, size);
	check_key(&fuzz);
	if (compile_folder_parse(fuzz.input, &key, &attempt))
		fuzz_require(attempt >= NO_ID && key.frame >= NO_ID,
		    "no part is negative");
	check_names(&fuzz);
	fuzz_end(&fuzz);
	return 0;
}
