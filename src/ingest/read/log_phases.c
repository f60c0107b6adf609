/*
 * log_phases.c - phases of compiles, out of a log's chromium events or those
 * that tlparse collects, into the capture.
 */
#include "ingest/read/log.h"

void
log_keep_phases(struct capture *capture, const struct phase_table *table,
    int64_t rank, int64_t process)
{
	size_t i;

	for (i = 0; i < table->phases.count; i++) {
		const struct phase *phase = &table->phases.items[i];

		if (phase->calls == 0)
			continue;
		*array_add(&capture->log.phases) = (struct log_phase){ rank,
		    process, intern(&capture->texts, phase->compile_id),
		    intern(&capture->texts, phase->name),
		    phase->calls, phase->total_s, phase->self_s };
	}
}
