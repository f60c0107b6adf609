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

#endif
