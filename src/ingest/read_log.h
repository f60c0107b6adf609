/*
 * read_log.h - records of a trace log into a capture: what each compile's
 * records tell, and the artifacts that the report has no file of.
 */
#ifndef GBQ_INGEST_READ_LOG_H
#define GBQ_INGEST_READ_LOG_H

#include "ingest/file_queue.h"
#include "model/log_records.h"

/* A log that is being read; several may feed one capture. */
struct log_intake;

/*
 * Begin a log. file is its index in the capture; is_jsonl tells raw.jsonl from
 * raw.log. The report's files must be listed already, and the queue
 * drained; payloads go through it.
 */
struct log_intake *log_intake_new(struct capture *capture,
    struct file_queue *queue, size_t file, bool is_jsonl);

/* Take the next bytes; pieces of any size. */
void log_intake_feed(struct log_intake *intake, struct slice piece);

/* The log is at its end; frees the intake. */
void log_intake_end(struct log_intake *intake);

#endif
