/*
 * test_content.c - contents go in once and come back byte for byte, whatever
 * their size; what nobody names goes; damage is told.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/content/content.h"
#include "store/content/content_private.h"
#include "util/pack/compress.h"

/* A database in memory with the contents of one run in the making. */
struct world {
	struct store *store;
	struct contents *contents;
	struct error error;
};

static int
set_up(void **state)
{
	struct world *world = mem_calloc(1, sizeof(*world));

	store_open(&world->store, NULL, GBQ_MEMORY, &world->error);
	world->contents = contents_new(world->store, true, 0);
	*state = world;
	return world->store ? 0 : -1;
}

static int
tear_down(void **state)
{
	struct world *world = *state;

	contents_free(world->contents);
	store_close(world->store, NULL);
	free(world);
	return 0;
}

/* Bytes that do not compress, the same for the same seed; heap. */
static struct slice
noise(size_t len, uint32_t seed)
{
	char *bytes = mem_realloc(NULL, len + 1);

	for (size_t i = 0; i < len; i++) {
		seed = seed * 1664525 + 1013904223;
		bytes[i] = (char)(seed >> 24);
	}
	return (struct slice){ bytes, len };
}

static void
release(struct slice bytes)
{
	free((void *)(uintptr_t)bytes.at);
}

static size_t
add(struct world *world, struct slice bytes)
{
	char hex[HASH_HEX_SIZE];

	hash_of(bytes, hex);
	return contents_add(world->contents, hex, bytes);
}

/* Add in pieces of that many bytes. */
static size_t
add_pieces(struct world *world, struct slice bytes, size_t piece)
{
	char hex[HASH_HEX_SIZE];

	hash_of(bytes, hex);
	contents_begin(world->contents);
	for (size_t i = 0; i < bytes.len; i += piece)
		contents_piece(world->contents,
		    slice_part(bytes, i, i + piece));
	return contents_end(world->contents, hex, (int64_t)bytes.len);
}

static int64_t
number(struct world *world, const char *sql)
{
	sqlite3_stmt *statement;
	int64_t value = -1;

	assert_int_equal(sqlite3_prepare_v2(store_db(world->store), sql, -1,
	    &statement, NULL), SQLITE_OK);
	if (sqlite3_step(statement) == SQLITE_ROW)
		value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

static void
run_sql(struct world *world, const char *sql)
{
	assert_int_equal(sqlite3_exec(store_db(world->store), sql, NULL, NULL,
	    NULL), SQLITE_OK);
}

/* Write what was added, as artifacts of a run, and begin anew. */
static void
store_run(struct world *world, int64_t run_id)
{
	sqlite3 *db = store_db(world->store);

	if (sqlite3_get_autocommit(db))
		run_sql(world, "BEGIN");
	assert_int_equal(contents_write(world->contents, &world->error),
	    GBQ_OK);
	for (size_t i = 0; i < 3; i++) {
		char *sql = sqlite3_mprintf("INSERT INTO artifact (run_id,"
		    " artifact_no, path, name, kind, content_id) SELECT %lld,"
		    " content_id, 'p', 'n', 'k', content_id FROM content"
		    " WHERE content_id = %lld", (long long)run_id,
		    (long long)i + 1);

		run_sql(world, sql);
		sqlite3_free(sql);
	}
	run_sql(world, "COMMIT");
	contents_free(world->contents);
	world->contents = contents_new(world->store, true, 2);
}

static bool
collect(void *data, struct slice piece)
{
	buffer_add_slice(data, piece);
	return true;
}

static enum gbq_status
read_hash(struct world *world, const char *hex, struct buffer *out)
{
	struct content_reader *reader =
	    content_reader_new(store_db(world->store));
	enum gbq_status status;

	buffer_clear(out);
	status = content_read(reader, hex, collect, out, &world->error);
	content_reader_free(reader);
	return status;
}

static enum gbq_status
read_back(struct world *world, struct slice bytes)
{
	char hex[HASH_HEX_SIZE];
	struct buffer out = { 0 };
	enum gbq_status status;

	hash_of(bytes, hex);
	status = read_hash(world, hex, &out);
	if (status == GBQ_OK)
		assert_true(slice_equal(buffer_slice(&out), bytes));
	buffer_release(&out);
	return status;
}

/* ---- compression ---- */

static void
a_frame_comes_back_and_a_damaged_one_is_refused(void **state)
{
	struct compressor *compressor = compressor_new();
	struct decompressor *decompressor = decompressor_new();
	struct slice bytes = noise(100000, 1);
	struct buffer frame = { 0 }, out = { 0 };

	(void)state;
	compressor_run(compressor, bytes, &frame);
	assert_true(decompressor_run(decompressor, buffer_slice(&frame),
	    bytes.len, &out));
	assert_true(slice_equal(buffer_slice(&out), bytes));
	assert_false(decompressor_run(decompressor, buffer_slice(&frame),
	    bytes.len - 1, &out));
	assert_false(decompressor_run(decompressor, buffer_slice(&frame),
	    bytes.len + 1, &out));
	frame.bytes[50000] ^= 1;
	assert_false(decompressor_run(decompressor, buffer_slice(&frame),
	    bytes.len, &out));
	buffer_release(&frame);
	buffer_release(&out);
	release(bytes);
	compressor_free(compressor);
	decompressor_free(decompressor);
}

/* ---- packing ---- */

struct sunk {
	int blocks;
	int64_t last;
	size_t raw_bytes;
};

static void
count_block(void *data, const struct packed_block *block)
{
	struct sunk *sunk = data;

	sunk->blocks++;
	sunk->last = block->number;
	sunk->raw_bytes += block->raw_bytes;
}

static void
contents_follow_each_other_over_the_ends_of_blocks(void **state)
{
	struct sunk sunk = { 0, -1, 0 };
	struct content_pack *pack = content_pack_new(0, count_block, &sunk);
	struct slice bytes = noise(LARGE_BLOCK_BYTES - 10, 2);
	struct content_place place;

	(void)state;
	place = content_pack_add(pack, bytes);
	assert_int_equal(place.blocks, 1);
	place = content_pack_add(pack, slice_part(bytes, 0, 70000));
	assert_int_equal(place.block, 0);
	assert_int_equal(place.offset, LARGE_BLOCK_BYTES - 10);
	assert_int_equal(place.blocks, 2);
	place = content_pack_add(pack, slice_part(bytes, 0, 10));
	assert_int_equal(place.chain, CHAIN_SMALL);
	assert_int_equal(place.offset, 0);
	content_pack_finish(pack);
	assert_int_equal(sunk.blocks, 3);
	assert_int_equal(sunk.raw_bytes, bytes.len + 70010);
	content_pack_free(pack);
	release(bytes);
}

static void
a_content_that_fills_its_block_touches_no_other(void **state)
{
	struct sunk sunk = { 0, -1, 0 };
	struct content_pack *pack = content_pack_new(0, count_block, &sunk);
	struct slice bytes = noise(LARGE_BLOCK_BYTES, 3);
	struct content_place place = content_pack_add(pack, bytes);

	(void)state;
	assert_int_equal(place.blocks, 1);
	content_pack_finish(pack);
	assert_int_equal(sunk.blocks, 1);
	content_pack_free(pack);
	release(bytes);
}

static void
a_dropped_content_gives_its_block_numbers_back(void **state)
{
	struct sunk sunk = { 0, -1, 0 };
	struct content_pack *pack = content_pack_new(0, count_block, &sunk);
	struct slice bytes = noise(LARGE_BLOCK_BYTES + 5, 4);
	struct content_place place;

	(void)state;
	content_pack_begin(pack);
	content_pack_piece(pack, slice_part(bytes, 0, 100000));
	content_pack_end(pack);
	content_pack_begin(pack);
	content_pack_piece(pack, bytes);
	assert_int_equal(content_pack_drop(pack), 1);
	content_pack_begin(pack);
	content_pack_piece(pack, slice_part(bytes, 0, 100000));
	place = content_pack_end(pack);
	assert_int_equal(place.block, 1);
	assert_int_equal(place.offset, 0);
	content_pack_free(pack);
	release(bytes);
}

/* ---- writing and reading ---- */

static void
contents_of_all_sizes_come_back(void **state)
{
	static const size_t sizes[] = { 0, 1, 2, 65535, 65536, 65537, 1048576,
		4194303, 4194304, 4194305, 9000001 };
	enum { COUNT = sizeof(sizes) / sizeof(sizes[0]) };
	struct world *world = *state;
	struct slice bytes[COUNT];

	for (size_t i = 0; i < COUNT; i++) {
		bytes[i] = noise(sizes[i], (uint32_t)i);
		add(world, bytes[i]);
	}
	store_run(world, 1);
	for (size_t i = 0; i < COUNT; i++) {
		assert_int_equal(read_back(world, bytes[i]), GBQ_OK);
		release(bytes[i]);
	}
	assert_int_equal(number(world, "SELECT count(*) FROM content"),
	    COUNT);
}

static void
many_small_contents_share_blocks(void **state)
{
	struct world *world = *state;
	char text[32];

	for (int i = 0; i < 5000; i++) {
		snprintf(text, sizeof(text), "content number %d", i);
		add(world, slice_of(text));
	}
	store_run(world, 1);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 1);
	for (int i = 0; i < 5000; i += 100) {
		snprintf(text, sizeof(text), "content number %d", i);
		assert_int_equal(read_back(world, slice_of(text)), GBQ_OK);
	}
}

static void
equal_contents_are_stored_once(void **state)
{
	struct world *world = *state;
	size_t first = add(world, LITERAL("the same"));

	assert_int_equal(add(world, LITERAL("the same")), first);
	store_run(world, 1);
	add(world, LITERAL("the same"));
	store_run(world, 2);
	assert_int_equal(number(world, "SELECT count(*) FROM content"), 1);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 1);
}

static void
a_content_in_pieces_comes_back_and_a_known_one_adds_none(void **state)
{
	struct world *world = *state;
	struct slice bytes = noise(10 << 20, 5);
	int64_t blocks;

	add(world, slice_part(bytes, 0, 100000));
	add_pieces(world, bytes, 999999);
	add(world, slice_part(bytes, 0, 200000));
	store_run(world, 1);
	assert_int_equal(read_back(world, bytes), GBQ_OK);
	assert_int_equal(read_back(world, slice_part(bytes, 0, 200000)),
	    GBQ_OK);
	blocks = number(world, "SELECT count(*) FROM block");
	add_pieces(world, bytes, 1 << 20);
	contents_lock(world->contents);
	add_pieces(world, bytes, 1 << 20);
	store_run(world, 2);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), blocks);
	release(bytes);
}

/* As the payloads of a log do. */
static void
whole_contents_may_come_between_pieces(void **state)
{
	struct world *world = *state;
	struct slice bytes = noise(10 << 20, 11);
	char hex[HASH_HEX_SIZE];

	contents_begin(world->contents);
	for (size_t i = 0; i < bytes.len; i += 1 << 20) {
		contents_piece(world->contents,
		    slice_part(bytes, i, i + (1 << 20)));
		add(world, slice_part(bytes, i, i + 500000));
		add(world, slice_part(bytes, i, i + 100));
	}
	hash_of(bytes, hex);
	contents_end(world->contents, hex, (int64_t)bytes.len);
	contents_begin(world->contents);
	contents_piece(world->contents, bytes);
	add(world, LITERAL("last"));
	contents_drop(world->contents);
	store_run(world, 1);
	assert_int_equal(read_back(world, bytes), GBQ_OK);
	assert_int_equal(read_back(world, LITERAL("last")), GBQ_OK);
	for (size_t i = 0; i < bytes.len; i += 1 << 20) {
		assert_int_equal(read_back(world, slice_part(bytes, i,
		    i + 500000)), GBQ_OK);
		assert_int_equal(read_back(world, slice_part(bytes, i,
		    i + 100)), GBQ_OK);
	}
	assert_int_equal(number(world, "SELECT sum(raw_bytes) FROM block"),
	    (10 << 20) + 10 * 500100 + 4);
	release(bytes);
}

static void
more_than_the_spool_holds_begins_the_transaction(void **state)
{
	struct world *world = *state;
	struct slice bytes = noise(70 << 20, 6);

	add(world, LITERAL("before"));
	add_pieces(world, bytes, 1 << 20);
	assert_false(sqlite3_get_autocommit(store_db(world->store)));
	add(world, LITERAL("after"));
	/* Known by now: its blocks are taken out of the database again. */
	add_pieces(world, bytes, 1 << 20);
	store_run(world, 1);
	assert_int_equal(read_back(world, bytes), GBQ_OK);
	assert_int_equal(read_back(world, LITERAL("before")), GBQ_OK);
	assert_int_equal(read_back(world, LITERAL("after")), GBQ_OK);
	assert_int_equal(number(world, "SELECT sum(raw_bytes) FROM block"),
	    (70 << 20) + 11);
	release(bytes);
}

static void
contents_that_are_freed_before_the_commit_leave_nothing(void **state)
{
	struct world *world = *state;

	contents_lock(world->contents);
	add(world, LITERAL("lost"));
	contents_free(world->contents);
	world->contents = NULL;
	assert_true(sqlite3_get_autocommit(store_db(world->store)));
	assert_int_equal(number(world, "SELECT count(*) FROM content"), 0);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 0);
}

static void
contents_not_kept_are_known_by_hash_only(void **state)
{
	struct world *world = *state;

	contents_free(world->contents);
	world->contents = contents_new(world->store, false, 0);
	add(world, LITERAL("secret"));
	add_pieces(world, LITERAL("a long secret"), 5);
	store_run(world, 1);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 0);
	assert_int_equal(number(world, "SELECT sum(bytes) FROM content"), 19);
	assert_int_equal(read_back(world, LITERAL("secret")),
	    GBQ_NO_INPUT);
	/* Another run may keep the same bytes, beside it. */
	add(world, LITERAL("secret"));
	store_run(world, 2);
	assert_int_equal(read_back(world, LITERAL("secret")), GBQ_OK);
	assert_int_equal(number(world, "SELECT count(*) FROM content"), 3);
}

static void
a_content_that_vanished_meanwhile_must_be_read_again(void **state)
{
	struct world *world = *state;

	add(world, LITERAL("here"));
	store_run(world, 1);
	add(world, LITERAL("here"));
	run_sql(world, "DELETE FROM content; DELETE FROM block; BEGIN");
	assert_int_equal(contents_write(world->contents, &world->error),
	    GBQ_BUSY);
	assert_true(contents_changed(world->contents));
	run_sql(world, "ROLLBACK");
}

static void
a_content_that_came_meanwhile_is_not_stored_twice(void **state)
{
	struct world *world = *state;
	struct contents *other = contents_new(world->store, true, 2);
	char hex[HASH_HEX_SIZE];
	size_t index;

	hash_of(LITERAL("both"), hex);
	index = contents_add(other, hex, LITERAL("both"));
	add(world, LITERAL("both"));
	store_run(world, 1);
	run_sql(world, "BEGIN");
	assert_int_equal(contents_write(other, &world->error), GBQ_OK);
	run_sql(world, "COMMIT");
	assert_int_equal(contents_id(other, index), 1);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 1);
	contents_free(other);
}

/* ---- removing ---- */

static void
remove_run(struct world *world, int64_t run_id)
{
	assert_int_equal(store_remove_run(world->store, run_id,
	    &world->error), GBQ_OK);
}

static void
contents_of_other_runs_stay(void **state)
{
	struct world *world = *state;
	struct slice bytes = noise(5 << 20, 7);

	add(world, bytes);
	add(world, LITERAL("one"));
	store_run(world, 1);
	remove_run(world, 2);
	assert_int_equal(read_back(world, bytes), GBQ_OK);
	run_sql(world, "INSERT INTO artifact (run_id, artifact_no, path,"
	    " name, kind, content_id) VALUES (2, 1, 'p', 'n', 'k', 1)");
	remove_run(world, 1);
	assert_int_equal(read_back(world, bytes), GBQ_OK);
	assert_int_equal(read_back(world, LITERAL("one")), GBQ_NO_INPUT);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 2);
	remove_run(world, 2);
	assert_int_equal(number(world, "SELECT count(*) FROM content"), 0);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 0);
	release(bytes);
}

/* The second content lies in the blocks 0, 1 and 2 of its chain. */
static void
a_block_stays_while_a_content_reaches_into_it(void **state)
{
	struct world *world = *state;
	struct slice bytes = noise(9 << 20, 8);

	add(world, slice_part(bytes, 0, 100000));
	add(world, bytes);
	add(world, slice_part(bytes, 0, 300000));
	store_run(world, 1);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 3);
	run_sql(world, "UPDATE artifact SET run_id = 2 WHERE content_id = 2");
	remove_run(world, 1);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 3);
	assert_int_equal(read_back(world, bytes), GBQ_OK);
	remove_run(world, 2);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 0);
	release(bytes);
}

static void
blocks_between_used_ones_go(void **state)
{
	struct world *world = *state;
	struct slice bytes = noise(17 << 20, 9);

	add(world, slice_part(bytes, 0, 100000));
	add(world, bytes);
	add(world, slice_part(bytes, 0, 300000));
	store_run(world, 1);
	run_sql(world, "UPDATE artifact SET run_id = 2 WHERE content_id <> 2");
	remove_run(world, 1);
	assert_int_equal(number(world, "SELECT count(*) FROM block"), 2);
	assert_int_equal(read_back(world, slice_part(bytes, 0, 300000)),
	    GBQ_OK);
	release(bytes);
}

/* ---- damage ---- */

static void
damage_is_told_and_never_read(void **state)
{
	static const char *const damages[] = {
		"UPDATE block SET data = zeroblob(length(data))",
		"UPDATE block SET data = substr(data, 1, 100)",
		"UPDATE block SET data = 'text'",
		"UPDATE block SET raw_bytes = raw_bytes - 1",
		"UPDATE block SET raw_bytes = 1 << 40",
		"UPDATE block SET raw_bytes = -1",
		"UPDATE block SET block_id = -block_id",
		"DELETE FROM block",
		"UPDATE content SET offset = offset + 1",
		"UPDATE content SET offset = -1",
		"UPDATE content SET offset = 1 << 40",
		"UPDATE content SET bytes = bytes - 1",
		"UPDATE content SET bytes = 9223372036854775807",
		"UPDATE content SET block_id = 9223372036854775807",
		"UPDATE content SET block_id = NULL",
		"UPDATE content SET hash = zeroblob(16)",
	};
	struct world *world = *state;
	struct slice bytes = noise(100000, 10);

	add(world, bytes);
	store_run(world, 1);
	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		run_sql(world, "SAVEPOINT whole");
		run_sql(world, damages[i]);
		assert_int_not_equal(read_back(world, bytes), GBQ_OK);
		run_sql(world, "ROLLBACK TO whole; RELEASE whole");
	}
	assert_int_equal(read_back(world, bytes), GBQ_OK);
	run_sql(world, "DELETE FROM block");
	assert_int_equal(read_back(world, bytes), GBQ_DATABASE);
	assert_non_null(strstr(world->error.message, "damaged"));
	release(bytes);
}

static void
what_is_no_hash_is_refused(void **state)
{
	struct world *world = *state;
	struct buffer out = { 0 };

	assert_int_equal(read_hash(world, "", &out), GBQ_USAGE);
	assert_int_equal(read_hash(world, "0123", &out), GBQ_USAGE);
	assert_int_equal(read_hash(world,
	    "0123456789abcdef0123456789abcdeg", &out), GBQ_USAGE);
	assert_int_equal(read_hash(world,
	    "0123456789abcdef0123456789abcdef0", &out), GBQ_USAGE);
	assert_int_equal(read_hash(world,
	    "0123456789abcdef0123456789abcdef", &out), GBQ_NO_INPUT);
	buffer_release(&out);
}

static bool
refuse(void *data, struct slice piece)
{
	(void)data;
	(void)piece;
	return false;
}

static void
the_reader_can_stop(void **state)
{
	struct world *world = *state;
	struct content_reader *reader;
	char hex[HASH_HEX_SIZE];

	add(world, LITERAL("text"));
	store_run(world, 1);
	hash_of(LITERAL("text"), hex);
	reader = content_reader_new(store_db(world->store));
	assert_int_equal(content_read(reader, hex, refuse, NULL,
	    &world->error), GBQ_IO);
	content_reader_free(reader);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_frame_comes_back_and_a_damaged_one_is_refused),
		TEST(contents_follow_each_other_over_the_ends_of_blocks),
		TEST(a_content_that_fills_its_block_touches_no_other),
		TEST(a_dropped_content_gives_its_block_numbers_back),
		TEST(contents_of_all_sizes_come_back),
		TEST(many_small_contents_share_blocks),
		TEST(equal_contents_are_stored_once),
		TEST(a_content_in_pieces_comes_back_and_a_known_one_adds_none),
		TEST(whole_contents_may_come_between_pieces),
		TEST(more_than_the_spool_holds_begins_the_transaction),
		TEST(contents_that_are_freed_before_the_commit_leave_nothing),
		TEST(contents_not_kept_are_known_by_hash_only),
		TEST(a_content_that_vanished_meanwhile_must_be_read_again),
		TEST(a_content_that_came_meanwhile_is_not_stored_twice),
		TEST(contents_of_other_runs_stay),
		TEST(a_block_stays_while_a_content_reaches_into_it),
		TEST(blocks_between_used_ones_go),
		TEST(damage_is_told_and_never_read),
		TEST(what_is_no_hash_is_refused),
		TEST(the_reader_can_stop)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
