/*
 * test_write_below.c - nothing is written outside of the folder.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/write_below.h"

struct world {
	char base[64];		/* a new folder; base/out is the root */
	struct buffer path;
	struct write_below *below;
	struct error error;
};

/* A path below base, until the next call. */
static const char *
at(struct world *world, const char *name)
{
	buffer_clear(&world->path);
	buffer_printf(&world->path, "%s/%s", world->base, name);
	return buffer_string(&world->path);
}

static int
set_up(void **state)
{
	struct world *world = mem_calloc(1, sizeof(*world));

	strcpy(world->base, "/tmp/gbq_below_XXXXXX");
	*state = world;
	if (!mkdtemp(world->base))
		return -1;
	return write_below_open(&world->below, at(world, "out"),
	    &world->error) == GBQ_OK ? 0 : -1;
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

static int
tear_down(void **state)
{
	struct world *world = *state;

	write_below_close(world->below);
	nftw(world->base, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	buffer_release(&world->path);
	free(world);
	return 0;
}

/* Make a file; the status. */
static enum gbq_status
create(struct world *world, struct slice path)
{
	int fd = write_below_create(world->below, path, &world->error);

	if (fd < 0)
		return world->error.status;
	close(fd);
	return GBQ_OK;
}

static bool
exists(struct world *world, const char *name)
{
	struct stat st;

	return lstat(at(world, name), &st) == 0;
}

static void
files_are_made_with_their_folders(void **state)
{
	struct world *world = *state;

	assert_int_equal(create(world, LITERAL("a/b/c")), GBQ_OK);
	assert_int_equal(create(world, LITERAL("a/b/d")), GBQ_OK);
	assert_int_equal(create(world, LITERAL("e")), GBQ_OK);
	assert_int_equal(create(world, LITERAL("a/...")), GBQ_OK);
	assert_int_equal(write_below_folder(world->below, LITERAL("f/g"),
	    &world->error), GBQ_OK);
	assert_true(exists(world, "out/a/b/c"));
	assert_true(exists(world, "out/a/b/d"));
	assert_true(exists(world, "out/e"));
	assert_true(exists(world, "out/a/..."));
	assert_true(exists(world, "out/f/g"));
}

static void
paths_that_lead_outside_are_refused(void **state)
{
	static const struct slice paths[] = {
		{ "", 0 }, { "/", 1 }, { "/x", 2 }, { "..", 2 },
		{ "../x", 4 }, { "a/../../x", 9 }, { "a/..", 4 }, { ".", 1 },
		{ "./x", 3 }, { "a//x", 4 }, { "a/", 2 }, { "a\0b", 3 },
		{ "a/b\0/x", 6 }
	};
	struct world *world = *state;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		assert_int_equal(create(world, paths[i]), GBQ_PARTIAL);
		assert_int_equal(write_below_folder(world->below, paths[i],
		    &world->error), GBQ_PARTIAL);
	}
	assert_false(exists(world, "x"));
	assert_false(exists(world, "out/a"));
}

static void
links_are_not_followed(void **state)
{
	struct world *world = *state;

	assert_int_equal(symlink("..", at(world, "out/up")), 0);
	assert_int_equal(symlink("../target", at(world, "out/file")), 0);
	assert_int_equal(create(world, LITERAL("up/x")), GBQ_PARTIAL);
	assert_int_equal(create(world, LITERAL("file")), GBQ_PARTIAL);
	assert_int_equal(write_below_folder(world->below, LITERAL("up"),
	    &world->error), GBQ_PARTIAL);
	assert_false(exists(world, "x"));
	assert_false(exists(world, "target"));
}

static void
a_folder_that_becomes_a_link_is_not_followed(void **state)
{
	struct world *world = *state;
	char *old;

	assert_int_equal(create(world, LITERAL("a/b/one")), GBQ_OK);
	assert_int_equal(create(world, LITERAL("c/other")), GBQ_OK);
	old = strdup(at(world, "out/a"));
	assert_int_equal(rename(old, at(world, "out/moved")), 0);
	assert_int_equal(symlink("../..", old), 0);
	assert_int_equal(create(world, LITERAL("a/x")), GBQ_PARTIAL);
	assert_false(exists(world, "x"));
	free(old);
}

static void
what_is_there_is_not_overwritten(void **state)
{
	struct world *world = *state;

	assert_int_equal(create(world, LITERAL("a")), GBQ_OK);
	assert_int_equal(create(world, LITERAL("a")), GBQ_PARTIAL);
	assert_int_equal(create(world, LITERAL("a/b")), GBQ_PARTIAL);
	assert_int_equal(create(world, LITERAL("c/d")), GBQ_OK);
	assert_int_equal(create(world, LITERAL("c")), GBQ_PARTIAL);
	assert_int_equal(create(world, LITERAL("a")), GBQ_PARTIAL);
	/* Nothing was made, so nothing is undone. */
	write_below_undo(world->below);
	assert_true(exists(world, "out/a"));
	assert_true(exists(world, "out/c/d"));
	assert_int_equal(create(world, LITERAL("e")), GBQ_OK);
	write_below_undo(world->below);
	assert_false(exists(world, "out/e"));
}

static void
long_names_and_deep_folders_are_refused(void **state)
{
	struct world *world = *state;
	struct buffer path = { 0 };

	for (int i = 0; i < 300; i++)
		buffer_add_byte(&path, 'n');
	assert_int_equal(create(world, buffer_slice(&path)), GBQ_PARTIAL);
	buffer_clear(&path);
	for (int i = 0; i < 2000; i++)
		buffer_add_string(&path, "d/");
	buffer_add_byte(&path, 'f');
	assert_int_equal(create(world, buffer_slice(&path)), GBQ_PARTIAL);
	assert_false(exists(world, "out/d"));
	buffer_release(&path);
}

static void
only_a_new_or_empty_folder_is_taken(void **state)
{
	struct world *world = *state;
	struct write_below *other;

	assert_int_equal(write_below_open(&other, at(world, "out"),
	    &world->error), GBQ_OK);
	write_below_close(other);
	assert_int_equal(create(world, LITERAL("a")), GBQ_OK);
	assert_int_equal(write_below_open(&other, at(world, "out"),
	    &world->error), GBQ_USAGE);
	assert_int_equal(write_below_open(&other, at(world, "out/a"),
	    &world->error), GBQ_USAGE);
	assert_int_equal(write_below_open(&other, at(world, "no/folder"),
	    &world->error), GBQ_IO);
	assert_null(other);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(files_are_made_with_their_folders),
		TEST(paths_that_lead_outside_are_refused),
		TEST(links_are_not_followed),
		TEST(a_folder_that_becomes_a_link_is_not_followed),
		TEST(what_is_there_is_not_overwritten),
		TEST(long_names_and_deep_folders_are_refused),
		TEST(only_a_new_or_empty_folder_is_taken)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
