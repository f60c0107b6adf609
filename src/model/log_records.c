/*
 * log_records.c - life of log records, and times of log lines.
 */
#include "model/log_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/order.h"

enum { DAY_S = 86400, QUARTER_S = 900 };

void
log_records_init(struct log_records *records)
{
	memset(records, 0, sizeof(*records));
	records->first_absolute_us = UNKNOWN_INT;
	records->break_counter = UNKNOWN_INT;
}

void
log_records_release(struct log_records *records)
{
	size_t i;

	for (i = 0; i < records->compiles.count; i++) {
		array_release(&records->compiles.items[i].stack);
		metrics_free_arrays(&records->compiles.items[i].tables);
	}
	for (i = 0; i < records->metrics.count; i++)
		metrics_free_arrays(&records->metrics.items[i].metrics);
	array_release(&records->compiles);
	array_release(&records->metrics);
	array_release(&records->phases);
	array_release(&records->configs);
	array_release(&records->only);
	row_index_release(&records->configs_by_writer);
	row_index_release(&records->only_by_name);
}

/* Days from 1970-01-01 to a date of the Gregorian calendar. */
static int64_t
days_of(int64_t year, int month, int day)
{
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t year_of_era = y - era * 400;
	int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 +
	    day - 1;
	int64_t day_of_era = year_of_era * 365 + year_of_era / 4 -
	    year_of_era / 100 + day_of_year;

	return era * 146097 + day_of_era - 719468;
}

static void
date_of(int64_t days, int64_t *year, int *month, int *day)
{
	int64_t z = days + 719468;
	int64_t era = (z >= 0 ? z : z - 146096) / 146097;
	int64_t day_of_era = z - era * 146097;
	int64_t year_of_era = (day_of_era - day_of_era / 1460 +
	    day_of_era / 36524 - day_of_era / 146096) / 365;
	int64_t day_of_year = day_of_era - (365 * year_of_era +
	    year_of_era / 4 - year_of_era / 100);
	int64_t shifted = (5 * day_of_year + 2) / 153;

	*day = (int)(day_of_year - (153 * shifted + 2) / 5 + 1);
	*month = (int)(shifted < 10 ? shifted + 3 : shifted - 9);
	*year = year_of_era + era * 400 + (*month <= 2);
}

/* Seconds since 1970 of a line in its local time, had it that year. */
static int64_t
log_records_seconds_of(const struct log_time *time, int64_t year)
{
	return days_of(year, time->month, time->day) * DAY_S +
	    time->hour * 3600 + time->minute * 60 + time->second;
}

/*
 * The year that a line's local time must have to lie within half a year of
 * an absolute time.
 */
static int64_t
year_near(const struct log_time *time, int64_t absolute_s)
{
	int64_t year, best = 0, distance, nearest = INT64_MAX, base;
	int month, day;

	date_of(absolute_s / DAY_S, &base, &month, &day);
	for (year = base - 1; year <= base + 1; year++) {
		distance = llabs(log_records_seconds_of(time, year) -
		    absolute_s);
		if (distance < nearest) {
			nearest = distance;
			best = year;
		}
	}
	return best;
}

struct slice
log_time_utc(struct arena *arena, const struct log_records *records,
    const struct log_time *time)
{
	int64_t reference_s, zone_s, local_s, utc_s, year;
	char text[64];
	int month, day;

	if (records->first_absolute_us == UNKNOWN_INT || time->month == 0 ||
	    records->first_absolute.month == 0)
		return (struct slice){ 0 };
	reference_s = records->first_absolute_us / 1000000;
	local_s = log_records_seconds_of(&records->first_absolute,
	    year_near(&records->first_absolute, reference_s));
	/* Zones are whole quarters of an hour. */
	zone_s = local_s - reference_s;
	zone_s = (zone_s >= 0 ? zone_s + QUARTER_S / 2 :
	    zone_s - QUARTER_S / 2) / QUARTER_S * QUARTER_S;
	utc_s = log_records_seconds_of(time,
		    year_near(time, reference_s + zone_s)) -
	    zone_s;
	date_of(utc_s >= 0 ? utc_s / DAY_S : (utc_s - DAY_S + 1) / DAY_S,
	    &year, &month, &day);
	utc_s = ((utc_s % DAY_S) + DAY_S) % DAY_S;
	snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ",
	    (int)year, month, day, (int)(utc_s / 3600),
	    (int)(utc_s / 60 % 60), (int)(utc_s % 60),
	    (int)time->microsecond);
	return slice_copy(arena, slice_of(text));
}

int
log_time_compare(const struct log_time *a, const struct log_time *b)
{
	int months = a->month - b->month;
	int64_t left, right;

	/* December of one year before January of the next. */
	if (months > 6 || months < -6)
		return months > 0 ? -1 : 1;
	left = log_records_seconds_of(a, 2000) * 1000000 + a->microsecond;
	right = log_records_seconds_of(b, 2000) * 1000000 + b->microsecond;
	return ORDER_OF(left, right);
}
