/*
 * clock.h - times as seconds.
 */
#ifndef GBQ_UTIL_CLOCK_H
#define GBQ_UTIL_CLOCK_H

#include <time.h>

/* What a clock of clock_gettime() shows. */
static inline double
clock_seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What the clock shows that is never set. */
static inline double
monotonic_seconds(void)
{
	return clock_seconds(CLOCK_MONOTONIC);
}

#endif
