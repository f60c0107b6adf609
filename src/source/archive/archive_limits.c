/*
 * archive_limits.c - counting what a pass over an archive costs. Must not
 * know how archives are read.
 */
#include "source/archive/archive.h"

#include <string.h>

struct archive_limits
archive_limits_default(void)
{
	return (struct archive_limits){
		.total_bytes = INT64_C(8) << 30,
		.entry_bytes = INT64_C(2) << 30,
		.entries = 2000000,
		.ratio = 1000,
		.ratio_floor = INT64_C(64) << 20,
		.dictionary_bytes = INT64_C(128) << 20,
		.filters = 3,
		.name_bytes = 4096
	};
}

void
archive_limits_set_bytes(struct archive_limits *limits, int64_t bytes)
{
	limits->total_bytes = bytes;
	limits->entry_bytes = bytes;
}

void
archive_meter_init(struct archive_meter *meter,
    const struct archive_limits *limits, const char *name,
    int64_t packed_bytes)
{
	*meter = (struct archive_meter){ .limits = limits, .name = name,
	    .packed_bytes = packed_bytes };
}

bool
archive_meter_stopped(const struct archive_meter *meter)
{
	return meter->error.status != GBQ_OK;
}

static bool
too_many_bytes(struct archive_meter *meter)
{
	error_set(&meter->error, GBQ_LIMIT,
	    "%s: unpacks to more than %lld bytes (raise with --limit-bytes)",
	    meter->name, (long long)meter->limits->total_bytes);
	return false;
}

static bool
entry_too_large(struct archive_meter *meter)
{
	error_set(&meter->error, GBQ_LIMIT, "%s: a file in it unpacks to"
	    " more than %lld bytes (raise with --limit-bytes)", meter->name,
	    (long long)meter->limits->entry_bytes);
	return false;
}

static bool
ratio_too_high(struct archive_meter *meter)
{
	error_set(&meter->error, GBQ_LIMIT, "%s: unpacks to more than %lld"
	    " times its size (raise with --limit-ratio)", meter->name,
	    (long long)meter->limits->ratio);
	return false;
}

/*
 * The packed bytes are those read so far, but each once only: entries may
 * share their packed bytes to make much of little.
 */
static bool
check_unpacked(struct archive_meter *meter)
{
	const struct archive_limits *limits = meter->limits;
	int64_t unpacked = meter->stream_bytes > meter->given_bytes ?
	    meter->stream_bytes : meter->given_bytes;
	int64_t packed = meter->read_bytes < meter->packed_bytes ?
	    meter->read_bytes : meter->packed_bytes;

	if (archive_meter_stopped(meter))
		return false;
	if (unpacked > limits->total_bytes)
		return too_many_bytes(meter);
	if (limits->ratio > 0 && unpacked > limits->ratio_floor &&
	    unpacked / limits->ratio > packed)
		return ratio_too_high(meter);
	return true;
}

bool
archive_meter_stream(struct archive_meter *meter, int64_t bytes)
{
	meter->stream_bytes += bytes;
	return check_unpacked(meter);
}

bool
archive_meter_given(struct archive_meter *meter, int64_t bytes)
{
	meter->given_bytes += bytes;
	meter->entry_given += bytes;
	if (!check_unpacked(meter))
		return false;
	return meter->entry_given <= meter->limits->entry_bytes ||
	    entry_too_large(meter);
}

void
archive_meter_too_many(struct archive_meter *meter)
{
	error_set(&meter->error, GBQ_LIMIT, "%s: holds more than"
	    " %lld entries (raise with --limit-entries)", meter->name,
	    (long long)meter->limits->entries);
}

bool
archive_meter_entry(struct archive_meter *meter)
{
	meter->entry_given = 0;
	if (++meter->entries > meter->limits->entries)
		archive_meter_too_many(meter);
	return !archive_meter_stopped(meter);
}

bool
archive_meter_declared(struct archive_meter *meter, int64_t bytes,
    int64_t sum)
{
	const struct archive_limits *limits = meter->limits;

	if (bytes > limits->entry_bytes)
		return entry_too_large(meter);
	if (limits->ratio > 0 && sum > limits->ratio_floor &&
	    sum / limits->ratio > meter->packed_bytes)
		return ratio_too_high(meter);
	return sum <= limits->total_bytes || too_many_bytes(meter);
}

bool
archive_meter_filters(struct archive_meter *meter, int filters)
{
	if (filters > meter->limits->filters)
		error_set(&meter->error, GBQ_LIMIT,
		    "%s: compressed more than %d times over", meter->name,
		    meter->limits->filters);
	return !archive_meter_stopped(meter);
}

bool
archive_meter_dictionary(struct archive_meter *meter, int64_t bytes)
{
	long long limit = (long long)meter->limits->dictionary_bytes;

	if (bytes > limit)
		error_set(&meter->error, GBQ_LIMIT, "%s: needs more than"
		    " %lld MiB of memory to unpack (compress it anew with a"
		    " smaller window or dictionary)", meter->name,
		    limit >> 20);
	return !archive_meter_stopped(meter);
}
