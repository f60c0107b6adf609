/*
 * test_match_key.c - parts of a key are free of what differs between runs.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/match_key.h"

typedef void key_function(struct buffer *out, struct slice text);

static void
path_key(struct buffer *out, struct slice text)
{
	match_key_path(out, text, NULL);
}

static void
expect(key_function *function, const char *text, const char *key)
{
	struct buffer out = { 0 };

	function(&out, slice_of(text));
	assert_string_equal(buffer_string(&out), key);
	buffer_release(&out);
}

static void
addresses_and_object_ids_are_folded(void **state)
{
	(void)state;
	expect(match_key_text, "<function f at 0x7f7f977b36a0>",
	    "<function f at ?>");
	expect(match_key_text, "___check_obj_id(x, 140576345756128)",
	    "___check_obj_id(x, ?)");
	expect(match_key_text, "0x10", "0x10");
	expect(match_key_text, "size (4, 96, 32)", "size (4, 96, 32)");
}

static void
symbols_are_folded_and_names_are_not(void **state)
{
	(void)state;
	expect(match_key_text, "Eq(s77, u0)", "Eq(s?, u?)");
	expect(match_key_text, "zf12 < zuf3", "zf? < zuf?");
	expect(match_key_text, "status s1_x us7", "status s1_x us7");
}

static void
folders_of_an_installation_are_cut(void **state)
{
	(void)state;
	expect(match_key_text,
	    "module /srv/venv/lib/python3.11/site-packages/numpy/x.py",
	    "module numpy/x.py");
	expect(match_key_text, "in /usr/lib/python3.12/functools.py",
	    "in functools.py");
	expect(match_key_text, "/tmp/tmpsodhu1ka/main.c", "/tmp/?/main.c");
}

static void
white_space_is_one_blank(void **state)
{
	(void)state;
	expect(match_key_text, "  a \n\t b  ", "a b");
	expect(match_key_source, "  x = f( a,\tb ) ", "x=f(a,b)");
}

static void
resume_functions_are_what_they_resume(void **state)
{
	(void)state;
	expect(match_key_function, "torch_dynamo_resume_in_forward_at_34",
	    "forward");
	expect(match_key_function, "torch_dynamo_resume_in_"
	    "torch_dynamo_resume_in_f_at_1_at_2", "f");
	expect(match_key_function, "<resume in g>", "g");
	expect(match_key_function, "look_at_1", "look_at_1");
	expect(match_key_text, "call torch_dynamo_resume_in_f_at_1240()",
	    "call f()");
}

static void
paths_are_those_of_the_package(void **state)
{
	(void)state;
	expect(path_key, "/srv/venv214/lib/python3.11/site-packages/tv/a.py",
	    "<site>/tv/a.py");
	expect(path_key, "C:\\py\\Lib\\site-packages\\tv\\a.py",
	    "<site>/tv/a.py");
	expect(path_key, "/x/site-packages/foo-1.0-py3.egg/foo/a.py",
	    "<site>/foo/a.py");
	expect(path_key, "/v/site-packages/app/dist-packages/tv/a.py",
	    "<site>/tv/a.py");
	expect(path_key, "/v/dist-packages/app/site-packages/tv/a.py",
	    "<site>/tv/a.py");
	expect(path_key, "/x/app/link-tree/tv/a.py", "<site>/tv/a.py");
	expect(path_key, "C:\\Python311\\Lib\\json\\a.py",
	    "<std>/json/a.py");
	expect(path_key, "/a/python311.zip/json/a.py", "<std>/json/a.py");
	expect(path_key, "/a/lib/python3.11/functools.py",
	    "<std>/functools.py");
	expect(path_key, "/a/lib/python3.11/site-packages/torch/nn/m.py",
	    "torch/nn/m.py");
	expect(path_key, "/srv/models/m.py", "/srv/models/m.py");
	expect(path_key, "/tmp/ipykernel_12/345.py", "<cell>");
	expect(path_key, "<ipython-input-3-abcdef>", "<cell>");
	expect(path_key, "<eval_with_key>.12", "<eval_with_key>");
}

static void
chain_of(struct buffer *chain, const struct stack_frame *frames, size_t count)
{
	for (size_t i = 0; i < count; i++)
		match_key_frame(chain, &frames[i], NULL);
}

static void
a_chain_collapses_resume_frames_and_drops_torch(void **state)
{
	const struct stack_frame frames[] = {
		{ LITERAL("/srv/m.py"), 1, LITERAL("<module>"), { 0 } },
		{ LITERAL("/v/site-packages/torch/nn/module.py"), 2,
		    LITERAL("_call_impl"), { 0 } },
		{ LITERAL("/srv/m.py"), 3, LITERAL("forward"), { 0 } },
		{ LITERAL("/srv/m.py"), 4,
		    LITERAL("torch_dynamo_resume_in_forward_at_3"), { 0 } },
		{ LITERAL("/srv/m.py"), 5, LITERAL("ward"), { 0 } },
	};
	struct buffer chain = { 0 };

	(void)state;
	chain_of(&chain, frames, 5);
	assert_string_equal(buffer_string(&chain),
	    "m.py:<module>>m.py:forward>m.py:ward");
	buffer_release(&chain);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_and_object_ids_are_folded),
		cmocka_unit_test(symbols_are_folded_and_names_are_not),
		cmocka_unit_test(folders_of_an_installation_are_cut),
		cmocka_unit_test(white_space_is_one_blank),
		cmocka_unit_test(resume_functions_are_what_they_resume),
		cmocka_unit_test(paths_are_those_of_the_package),
		cmocka_unit_test(
		    a_chain_collapses_resume_frames_and_drops_torch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
