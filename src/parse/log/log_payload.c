/*
 * log_payload.c - payloads of trace logs. The md5 is torch's, of the payload
 * before its lines got their TABs; a log that was copied through a text mode
 * has "\r\n", and so may the payload itself (kinds.md, 25 and 38).
 */
#include "parse/log/log.h"

#include <string.h>

enum {
	SPILL_BYTES = 1 << 20,
	KEPT_CAPACITY = 8 << 20		/* of the buffer, between payloads */
};

void
log_payload_init(struct log_payload *payload)
{
	*payload = (struct log_payload){ .md5 = hash_new(HASH_MD5),
	    .unix_md5 = hash_new(HASH_MD5) };
}

void
log_payload_release(struct log_payload *payload)
{
	hash_free(payload->md5);
	hash_free(payload->unix_md5);
	buffer_release(&payload->bytes);
}

void
log_payload_clear(struct log_payload *payload)
{
	if (payload->bytes.capacity > KEPT_CAPACITY)
		buffer_release(&payload->bytes);
	buffer_clear(&payload->bytes);
	payload->spilled = payload->lines = 0;
	payload->has_carriage_return = false;
}

/* Add bytes to a hash with each "\r\n" made "\n". */
static void
hash_unix(struct hash *hash, struct slice bytes)
{
	size_t from = 0, at = 0, found;

	for (;;) {
		found = slice_find_byte(slice_part(bytes, at, bytes.len),
		    '\r');
		if (found == SIZE_MAX)
			break;
		at += found + 1;
		if (at < bytes.len && bytes.at[at] == '\n') {
			hash_add(hash, slice_part(bytes, from, at - 1));
			from = at;
		}
	}
	hash_add(hash, slice_part(bytes, from, bytes.len));
}

/* Hash what is there; the last two bytes stay, they may be "\r\n". */
static void
log_payload_spill(struct log_payload *payload)
{
	struct slice all = buffer_slice(&payload->bytes);
	struct slice part = slice_part(all, 0, all.len - 2);

	if (payload->spilled == 0) {
		hash_begin(payload->md5);
		hash_begin(payload->unix_md5);
	}
	if (part.at[part.len - 1] == '\r')
		part.len--;
	payload->has_carriage_return |= slice_contains(part, LITERAL("\r"));
	hash_add(payload->md5, part);
	hash_unix(payload->unix_md5, part);
	payload->spilled += (int64_t)part.len;
	all = slice_part(all, part.len, all.len);
	memmove(payload->bytes.bytes, all.at, all.len);
	payload->bytes.len = all.len;
}

void
log_payload_add(struct log_payload *payload, struct slice part)
{
	size_t limit = payload->spilled ? SPILL_BYTES : LOG_PAYLOAD_MAX;

	buffer_add_slice(&payload->bytes, part);
	if (payload->bytes.len > limit)
		log_payload_spill(payload);
}

static bool
hash_is(struct hash *hash, struct slice md5)
{
	char hex[HASH_HEX_SIZE];

	hash_end(hash, hex);
	return slice_equal(slice_of(hex), md5);
}

static bool
log_payload_fits(struct log_payload *payload, struct slice md5)
{
	if (!payload->spilled)
		hash_begin(payload->md5);
	hash_add(payload->md5, buffer_slice(&payload->bytes));
	return hash_is(payload->md5, md5);
}

/* The same with each "\r\n" as "\n", and no '\r' at the end. */
static bool
fits_unix(struct log_payload *payload, struct slice md5)
{
	struct slice bytes = buffer_slice(&payload->bytes);

	if (!payload->has_carriage_return &&
	    slice_find_byte(bytes, '\r') == SIZE_MAX)
		return false;
	if (!payload->spilled)
		hash_begin(payload->unix_md5);
	if (slice_ends(bytes, LITERAL("\r")))
		bytes.len--;
	hash_unix(payload->unix_md5, bytes);
	return hash_is(payload->unix_md5, md5);
}

static void
make_unix(struct buffer *bytes)
{
	char *to = bytes->bytes;
	size_t i;

	for (i = 0; i < bytes->len; i++) {
		if (bytes->bytes[i] != '\r' || (i + 1 < bytes->len &&
		    bytes->bytes[i + 1] != '\n'))
			*to++ = bytes->bytes[i];
	}
	bytes->len = bytes->len ? (size_t)(to - bytes->bytes) : 0;
}

bool
log_payload_finish(struct log_payload *payload, struct slice md5,
    bool open_line, bool is_unix_log)
{
	struct buffer *bytes = &payload->bytes;

	if (!open_line && bytes->len)
		bytes->len--;
	if (is_unix_log && log_payload_fits(payload, md5))
		return true;
	if (fits_unix(payload, md5)) {
		make_unix(bytes);
		return true;
	}
	if (is_unix_log)
		return false;
	if (log_payload_fits(payload, md5))
		return true;
	make_unix(bytes);
	return false;
}

struct slice
log_payload_text(const struct log_payload *payload)
{
	if (payload->spilled)
		return (struct slice){ 0 };
	return buffer_slice(&payload->bytes);
}
