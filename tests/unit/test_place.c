/*
 * test_place.c - whose a file is, and its short name: one of each, however
 * the path is written.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/place.h"

static void
expect_short(const char *path, const char *wanted)
{
	struct slice got = path_short(slice_of(path));
	char text[256];

	assert_true(got.len < sizeof(text));
	memcpy(text, got.at, got.len);
	text[got.len] = '\0';
	assert_string_equal(text, wanted);
}

static void
expect_owner(const char *path, enum owner_kind kind, const char *library)
{
	struct owner owner = owner_of(slice_of(path), NULL);

	assert_int_equal(owner.kind, kind);
	assert_true(slice_equal(owner.library, slice_of(library)));
}

static void
a_library_is_below_the_last_folder_of_packages(void **state)
{
	(void)state;
	expect_short("/srv/venv/lib/python3.11/site-packages/torch/nn/m.py",
	    "torch/nn/m.py");
	expect_short("/usr/lib/python3/dist-packages/numpy/core/x.py",
	    "numpy/core/x.py");
	expect_short("/opt/conda/envs/t/lib/python3.10/site-packages/a.py",
	    "a.py");
	expect_short("/opt/app/site-packages/v/lib/python3.12/site-packages/"
	    "timm/models/vit.py", "timm/models/vit.py");
	expect_short("/v/site-packages/pip/dist-packages/tv/a.py", "tv/a.py");
	expect_short("/v/dist-packages/pip/site-packages/tv/a.py", "tv/a.py");
	expect_short("/v/site-packages/foo-1.0-py3.9.egg/foo/a.py",
	    "foo-1.0-py3.9.egg/foo/a.py");
	expect_short("site-packages/a/b/c/d.py", "a/b/c/d.py");
	/* other folders of nearly that name */
	expect_short("/x/my-site-packages/a/b/c/d.py", "b/c/d.py");
	expect_short("/x/site-packages.old/a/b/c/d.py", "b/c/d.py");
	expect_short("/v/site-packages", "/v/site-packages");
}

static void
windows_has_other_separators(void **state)
{
	(void)state;
	expect_short("C:\\Python311\\Lib\\site-packages\\lib_a\\b\\c\\x.py",
	    "lib_a\\b\\c\\x.py");
	expect_short("C:\\Users\\me\\miniconda3\\envs\\t\\Lib\\site-packages"
	    "\\torch\\_dynamo\\x.py", "torch\\_dynamo\\x.py");
	expect_short("D:\\site-packages\\v\\Lib/site-packages/a\\b\\c/d.py",
	    "a\\b\\c/d.py");
	expect_short("C:\\Program Files\\Python311\\Lib\\json\\decoder.py",
	    "json\\decoder.py");
	expect_short("C:\\Users\\me\\src\\a\\b.py", "src\\a\\b.py");
	expect_short("C:\\a\\b.py", "C:\\a\\b.py");
}

static void
python_and_others(void **state)
{
	(void)state;
	expect_short("/usr/lib/python3.11/json/decoder.py",
	    "json/decoder.py");
	expect_short("/a/lib/python3.9/b/lib/python3.11/functools.py",
	    "functools.py");
	expect_short("/opt/python/python311.zip/json/decoder.py",
	    "json/decoder.py");
	expect_short("/x/lib/python-tools/a/b/c.py", "a/b/c.py");
	expect_short("/dev/shm/uid-1/train#link-tree/a/b/c/d.py", "b/c/d.py");
	expect_short("/x/eggs/foo-1.0-py3.egg/foo/a.py",
	    "foo-1.0-py3.egg/foo/a.py");
	expect_short("/srv/models/llama/attention.py",
	    "models/llama/attention.py");
	expect_short("/train.py", "/train.py");
	expect_short("train.py", "train.py");
	expect_short("../train.py", "../train.py");
	expect_short("<eval_with_key>.12", "<eval_with_key>.12");
	expect_short("<string>", "<string>");
	expect_short("", "");
	expect_short("/", "/");
}

static void
parts_that_name_nothing_do_not_count(void **state)
{
	(void)state;
	expect_short("/v//site-packages//.//torch/nn/m.py", "torch/nn/m.py");
	expect_short("/home/me/work/./a//b.py", "work/./a//b.py");
	expect_short("/home/me//a/b.py", "me//a/b.py");
	expect_short("./train.py", "train.py");
	expect_short(".\\train.py", "train.py");
	expect_short("./", "./");
	expect_owner("/v/site-packages//torch/nn/m.py", OWNER_TORCH, NULL);
	expect_owner("/v/site-packages/./numpy/a.py", OWNER_LIBRARY, "numpy");
}

static void
owners_of_paths(void **state)
{
	(void)state;
	expect_owner(NULL, OWNER_UNKNOWN, NULL);
	expect_owner("/srv/train.py", OWNER_USER, NULL);
	expect_owner("/srv/my-site-packages/a/b.py", OWNER_USER, NULL);
	expect_owner("<string>", OWNER_GENERATED, NULL);
	expect_owner("<stdin>", OWNER_USER, NULL);
	expect_owner("/v/lib/python3.11/json/x.py", OWNER_STDLIB, NULL);
	expect_owner("/x/python311.zip/json/x.py", OWNER_STDLIB, NULL);
	expect_owner("C:\\Python311\\Lib\\json\\x.py", OWNER_STDLIB, NULL);
	expect_owner("C:\\work\\Lib\\json\\x.py", OWNER_USER, NULL);
	expect_owner("/x/lib/python-tools/x.py", OWNER_USER, NULL);
	expect_owner("/v/site-packages/foo.py", OWNER_LIBRARY, "foo");
	expect_owner("/v/site-packages/foo-1.0.egg/foo/a.py", OWNER_LIBRARY,
	    "foo");
	expect_owner("/x/foo-1.0.egg/foo/a.py", OWNER_LIBRARY, "foo");
	expect_owner("/x/link-tree/foo/a.py", OWNER_LIBRARY, "foo");
	expect_owner("/v/site-packages/a/dist-packages/b/c.py",
	    OWNER_LIBRARY, "b");
	expect_owner("C:\\Lib\\site-packages\\torch\\a.py", OWNER_TORCH, NULL);
	expect_owner("/usr/lib/python3.12/dist-packages/torch/a.py",
	    OWNER_TORCH, NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_library_is_below_the_last_folder_of_packages),
		cmocka_unit_test(windows_has_other_separators),
		cmocka_unit_test(python_and_others),
		cmocka_unit_test(parts_that_name_nothing_do_not_count),
		cmocka_unit_test(owners_of_paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
