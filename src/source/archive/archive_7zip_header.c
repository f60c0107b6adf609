/*
 * archive_7zip_header.c - walks what stands before the list of entries: which
 * streams there are; and the list up to the names. Every read is checked;
 * after one beyond the end all others give 0 and the walk is bad.
 */
#include "source/archive/archive_7zip.h"

#include <string.h>

enum {
	ID_END = 0x00, ID_HEADER = 0x01, ID_STREAMS = 0x04, ID_FILES = 0x05,
	ID_PACKED = 0x06, ID_UNPACKED = 0x07, ID_PARTS = 0x08, ID_SIZE = 0x09,
	ID_CHECKSUMS = 0x0a, ID_FOLDER = 0x0b, ID_UNPACKED_SIZE = 0x0c,
	ID_PART_COUNT = 0x0d, ID_NAMES = 0x11, ID_PACKED_HEADER = 0x17
};

/* One folder: a chain of coders, whose output is cut into entries. */
struct packed_folder {
	uint64_t parts;
	bool has_checksum;
};

struct walk {
	struct slice rest;
	bool is_bad;
	ARRAY_OF(struct packed_folder) folders;
	uint64_t outputs;		/* of all coders */
};

static void
sevenzip_skip(struct walk *walk, uint64_t len)
{
	if (len > walk->rest.len) {
		walk->is_bad = true;
		len = walk->rest.len;
	}
	walk->rest = slice_part(walk->rest, (size_t)len, walk->rest.len);
}

static unsigned
next_byte(struct walk *walk)
{
	unsigned byte = walk->rest.len ? (unsigned char)walk->rest.at[0] : 0;

	sevenzip_skip(walk, 1);
	return byte;
}

/* The first byte's high bits tell how many bytes follow. */
static uint64_t
sevenzip_number(struct walk *walk)
{
	unsigned first = next_byte(walk), mask = 0x80;
	uint64_t value = 0;

	for (int i = 0; i < 8; i++, mask >>= 1) {
		if (!(first & mask))
			return value | (uint64_t)(first & (mask - 1)) <<
			    8 * i;
		value |= (uint64_t)next_byte(walk) << 8 * i;
	}
	return value;
}

static void
skip_numbers(struct walk *walk, uint64_t count)
{
	while (count-- && !walk->is_bad)
		sevenzip_number(walk);
}

static void
sevenzip_expect(struct walk *walk, unsigned id, unsigned wanted)
{
	if (id != wanted)
		walk->is_bad = true;
}

/* Checksums, 4 bytes for each that is there; set says which those are. */
static void
skip_checksums(struct walk *walk, uint64_t count,
    void (*set)(struct walk *walk, uint64_t which))
{
	bool all = next_byte(walk) != 0;
	uint64_t there = 0, i;
	unsigned bits = 0;

	for (i = 0; i < count && !walk->is_bad; i++) {
		if (!all && i % 8 == 0)
			bits = next_byte(walk);
		if (all || bits & 0x80u >> i % 8) {
			there++;
			if (set)
				set(walk, i);
		}
		if (there > walk->rest.len)
			walk->is_bad = true;
	}
	sevenzip_skip(walk, there * 4);
}

static void
skip_packed_streams(struct walk *walk, struct archive_7zip_packed *packed)
{
	uint64_t position = sevenzip_number(walk),
		 count = sevenzip_number(walk);
	unsigned id = next_byte(walk);

	if (id == ID_SIZE) {
		if (packed && count == 1) {
			packed->position = position;
			packed->size = sevenzip_number(walk);
		} else {
			skip_numbers(walk, count);
		}
		id = next_byte(walk);
	}
	if (id == ID_CHECKSUMS) {
		skip_checksums(walk, count, NULL);
		id = next_byte(walk);
	}
	sevenzip_expect(walk, id, ID_END);
}

static void
skip_coders(struct walk *walk)
{
	uint64_t coders = sevenzip_number(walk), inputs = 0, outputs = 0;

	while (coders-- && !walk->is_bad) {
		unsigned flags = next_byte(walk);
		bool is_simple = !(flags & 0x10);

		sevenzip_skip(walk, flags & 0x0f);
		inputs += is_simple ? 1 : sevenzip_number(walk);
		outputs += is_simple ? 1 : sevenzip_number(walk);
		if (flags & 0x20)
			sevenzip_skip(walk, sevenzip_number(walk));
		if (flags & 0xc0 || inputs > 64 || outputs > 64)
			walk->is_bad = true;
	}
	if (outputs == 0 || inputs < outputs - 1)
		walk->is_bad = true;
	if (walk->is_bad)
		return;
	skip_numbers(walk, (outputs - 1) * 2);
	if (inputs - (outputs - 1) > 1)
		skip_numbers(walk, inputs - (outputs - 1));
	walk->outputs += outputs;
}

static void
set_folder_checksum(struct walk *walk, uint64_t which)
{
	walk->folders.items[which].has_checksum = true;
}

static void
skip_folders(struct walk *walk)
{
	uint64_t count;
	unsigned id;

	sevenzip_expect(walk, next_byte(walk), ID_FOLDER);
	count = sevenzip_number(walk);
	sevenzip_expect(walk, next_byte(walk), 0);	/* not external */
	while (count-- && !walk->is_bad) {
		struct packed_folder *folder = array_add(&walk->folders);

		folder->parts = 1;
		skip_coders(walk);
	}
	sevenzip_expect(walk, next_byte(walk), ID_UNPACKED_SIZE);
	skip_numbers(walk, walk->outputs);
	id = next_byte(walk);
	if (id == ID_CHECKSUMS && !walk->is_bad) {
		skip_checksums(walk, walk->folders.count,
		    set_folder_checksum);
		id = next_byte(walk);
	}
	sevenzip_expect(walk, id, ID_END);
}

static void
skip_parts(struct walk *walk)
{
	unsigned id = next_byte(walk);
	uint64_t checksums = 0;
	size_t i;

	for (i = 0; id == ID_PART_COUNT && i < walk->folders.count; i++)
		walk->folders.items[i].parts = sevenzip_number(walk);
	if (id == ID_PART_COUNT)
		id = next_byte(walk);
	for (i = 0; i < walk->folders.count && !walk->is_bad; i++) {
		const struct packed_folder *folder = &walk->folders.items[i];

		/* Each but the last part has its size, in a byte at least. */
		if (folder->parts > walk->rest.len + 1)
			walk->is_bad = true;
		else if (id == ID_SIZE && folder->parts)
			skip_numbers(walk, folder->parts - 1);
		if (folder->parts != 1 || !folder->has_checksum)
			checksums += folder->parts;
	}
	if (id == ID_SIZE)
		id = next_byte(walk);
	if (id == ID_CHECKSUMS && !walk->is_bad) {
		skip_checksums(walk, checksums, NULL);
		id = next_byte(walk);
	}
	sevenzip_expect(walk, id, ID_END);
}

static void
skip_streams(struct walk *walk)
{
	unsigned id = next_byte(walk);

	if (id == ID_PACKED) {
		skip_packed_streams(walk, NULL);
		id = next_byte(walk);
	}
	if (id == ID_UNPACKED && !walk->is_bad) {
		skip_folders(walk);
		id = next_byte(walk);
	}
	if (id == ID_PARTS && !walk->is_bad) {
		skip_parts(walk);
		id = next_byte(walk);
	}
	sevenzip_expect(walk, id, ID_END);
}

bool
archive_7zip_is_packed(struct slice header)
{
	return header.len && (unsigned char)header.at[0] == ID_PACKED_HEADER;
}

bool
archive_7zip_parse_packed(struct slice header,
    struct archive_7zip_packed *packed)
{
	/* one folder, not external, one coder: LZMA with 5 properties */
	static const char lzma[] = "\x07\x0b\x01\x00\x01\x23\x03\x01\x01\x05";
	struct walk walk = { .rest = header };

	*packed = (struct archive_7zip_packed){ 0 };
	sevenzip_skip(&walk, 1);
	sevenzip_expect(&walk, next_byte(&walk), ID_PACKED);
	skip_packed_streams(&walk, packed);
	if (walk.is_bad || !slice_take(&walk.rest, (struct slice){ lzma,
	    sizeof(lzma) - 1 }) || walk.rest.len < 5)
		return false;
	memcpy(packed->properties, walk.rest.at, 5);
	for (int i = 4; i > 0; i--)
		packed->dictionary = packed->dictionary << 8 |
		    (unsigned char)packed->properties[i];
	sevenzip_skip(&walk, 5);
	sevenzip_expect(&walk, next_byte(&walk), ID_UNPACKED_SIZE);
	packed->unpacked_size = sevenzip_number(&walk);
	return !walk.is_bad;
}

/* The names among the properties of the entries. */
static struct slice
find_names(struct walk walk)
{
	unsigned id;

	while ((id = next_byte(&walk)) != ID_END && !walk.is_bad) {
		uint64_t len = sevenzip_number(&walk);
		struct slice value = walk.rest;

		sevenzip_skip(&walk, len);
		/* the first byte: not external */
		if (id == ID_NAMES && !walk.is_bad && len && !value.at[0])
			return slice_part(value, 1, (size_t)len);
	}
	return (struct slice){ 0 };
}

bool
archive_7zip_entries(struct slice header, uint64_t *entries,
    struct slice *names)
{
	struct walk walk = { .rest = header };
	unsigned id;

	*entries = 0;
	*names = (struct slice){ 0 };
	sevenzip_expect(&walk, next_byte(&walk), ID_HEADER);
	id = next_byte(&walk);
	if (id == ID_STREAMS && !walk.is_bad) {
		skip_streams(&walk);
		id = next_byte(&walk);
	}
	if (id == ID_FILES) {
		*entries = sevenzip_number(&walk);
		*names = find_names(walk);
	} else {
		sevenzip_expect(&walk, id, ID_END);
	}
	array_release(&walk.folders);
	return !walk.is_bad;
}

/* ---- names: UTF-16LE, a zero behind each ---- */

/*
 * 7-Zip writes the bytes of a name that is no UTF-8, and those that would
 * stand for one of these characters, as characters (7-Zip 26.02, p7zip 16.02).
 */
enum { FIRST_BYTE = 0xef80, LAST_BYTE = 0xefff };

static uint32_t
unit_at(struct slice text, size_t at)
{
	return (uint32_t)(unsigned char)text.at[at] |
	    (uint32_t)(unsigned char)text.at[at + 1] << 8;
}

static struct slice
behind_unit(struct slice text)
{
	return slice_part(text, 2, text.len);
}

bool
archive_7zip_plain(struct slice names)
{
	for (; names.len >= 2; names = behind_unit(names))
		if (unit_at(names, 0) >= 0x80)
			return false;
	return true;
}

/* Take one character, of one unit or of a pair of surrogates. */
static bool
take_character(struct slice *text, uint32_t *code)
{
	uint32_t low;

	*code = unit_at(*text, 0);
	*text = behind_unit(*text);
	if (*code < 0xd800 || *code >= 0xe000)
		return true;
	if (*code >= 0xdc00 || text->len < 2)
		return false;
	low = unit_at(*text, 0);
	if (low < 0xdc00 || low >= 0xe000)
		return false;
	*text = behind_unit(*text);
	*code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
	return true;
}

bool
archive_7zip_take_name(struct slice *names, struct buffer *name)
{
	bool is_valid = names->len >= 2;
	char bytes[4];
	uint32_t code;

	buffer_clear(name);
	while (names->len >= 2 && unit_at(*names, 0) != 0) {
		if (!take_character(names, &code))
			is_valid = false;
		else if (code >= FIRST_BYTE && code <= LAST_BYTE)
			buffer_add_byte(name, (char)(code & 0xff));
		else
			buffer_add(name, bytes,
			    (size_t)(utf8_put(bytes, code) - bytes));
	}
	*names = names->len >= 2 ? behind_unit(*names) : (struct slice){ 0 };
	return is_valid;
}
