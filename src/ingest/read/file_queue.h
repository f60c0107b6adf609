/*
 * file_queue.h - files of a run on their way into its capture and contents:
 * read, hashed and parsed by any thread, then taken by the run's, in the order
 * in which they were put.
 */
#ifndef GBQ_INGEST_READ_FILE_QUEUE_H
#define GBQ_INGEST_READ_FILE_QUEUE_H

#include "ingest/read/read.h"
#include "source/source.h"
#include "store/content/content.h"

struct file_queue;

enum {
	/* Larger files are not to be put by file_queue_read(). */
	FILE_QUEUE_READ_MAX = 4 << 20
};

struct file_queue_plan {
	struct capture *capture;
	struct contents *contents;
	size_t threads;		/* besides the calling one */
	/* So many bytes of a file were read; may be NULL. */
	void (*progress)(void *data, size_t bytes);
	/* The file became too large meanwhile: it must be streamed now. */
	void (*stream)(void *data, struct source *source, size_t file);
	void *data;
};

/* The capture must hold all files of the source. */
struct file_queue *file_queue_new(const struct file_queue_plan *plan);

/* What was put is taken first. */
void file_queue_free(struct file_queue *queue);

/* Put a file of an open folder. index: in capture.files, here and below. */
void file_queue_read(struct file_queue *queue, size_t index,
    struct source *source, size_t file);

/*
 * Put a file whose bytes are here: *bytes gets a buffer that is empty. why:
 * NULL, or why they are not all.
 */
void file_queue_put(struct file_queue *queue, size_t index,
    struct buffer *bytes, const char *why);

/* Put a payload of a log, which is copied; parse: not only keep it. */
void file_queue_put_payload(struct file_queue *queue, size_t index,
    struct slice payload, bool parse);

/*
 * Read a payload as that file, whose hash and contents stay those of its own
 * bytes; the file is replaced, see capture_drop_replaced().
 */
void file_queue_replace(struct file_queue *queue, size_t index,
    struct slice payload);

/* All that was put is taken afterwards. */
void file_queue_drain(struct file_queue *queue);

/* Why the machine failed at a file, or status OK. */
const struct error *file_queue_failure(const struct file_queue *queue);

/* How many files the source has: those first in capture.files. */
size_t file_queue_listed(const struct file_queue *queue);

/* A problem row: the file could not be read. */
void file_queue_add_unreadable(struct capture *capture,
    const struct captured_file *file, const char *why);

#endif
