/*
 * archive_limits.h - how much an archive may cost, and the meter that stops
 * a pass over it when a limit is reached.
 *
 * What an archive says of its sizes may be a lie, so the meter counts the
 * bytes that really come out of it and those that were really read.
 */
#ifndef GBQ_SOURCE_ARCHIVE_LIMITS_H
#define GBQ_SOURCE_ARCHIVE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

struct archive_limits {
	int64_t total_bytes;	/* unpacked, all together; packed, if spooled */
	int64_t entry_bytes;	/* unpacked, of one file */
	int64_t entries;	/* of any kind */
	int64_t ratio;		/* unpacked for each packed byte; 0: any */
	int64_t ratio_floor;	/* unpacked bytes that no ratio forbids */
	int64_t dictionary_bytes; /* xz: what unpacking needs at once */
	int filters;		/* compressions inside each other */
	size_t name_bytes;	/* of the name of an entry */
};

/*
 * 8 GiB, 2 GiB a file, 2,000,000 entries, 1,000 to 1 above 64 MiB, 128 MiB of
 * dictionary, 3 filters, names of 4,096 bytes.
 */
struct archive_limits archive_limits_default(void);

/* What --limit-bytes sets: of all files together and of each. */
void archive_limits_set_bytes(struct archive_limits *limits, int64_t bytes);

/* What one pass over an archive has cost so far. */
struct archive_meter {
	const struct archive_limits *limits;
	const char *name;	/* of the archive, for messages */
	int64_t packed_bytes;	/* size of the archive */
	int64_t read_bytes;	/* of the archive, again and again counted */
	int64_t stream_bytes;	/* came out of the filters */
	int64_t given_bytes;	/* came out as content of entries */
	int64_t entry_given;	/* of those, for the entry at hand */
	int64_t entries;
	struct error error;	/* status is LIMIT once a limit is reached */
};

void archive_meter_init(struct archive_meter *meter,
    const struct archive_limits *limits, const char *name,
    int64_t packed_bytes);

/* Whether a limit was reached: nothing more may be read. */
bool archive_meter_stopped(const struct archive_meter *meter);

/* Count; false once a limit is reached, meter->error says which. */
bool archive_meter_stream(struct archive_meter *meter, int64_t bytes);
bool archive_meter_given(struct archive_meter *meter, int64_t bytes);
bool archive_meter_entry(struct archive_meter *meter);

/* Stop because the archive claims too many entries. */
void archive_meter_too_many(struct archive_meter *meter);

/* Check what an entry says of its size, and the sum of all so far. */
bool archive_meter_declared(struct archive_meter *meter, int64_t bytes,
    int64_t sum);

/* Check the number of filters, the dictionary that a filter asks for. */
bool archive_meter_filters(struct archive_meter *meter, int filters);
bool archive_meter_dictionary(struct archive_meter *meter, int64_t bytes);

#endif
