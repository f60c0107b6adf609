/*
 * report_harness.h - small reports made of literal texts, ingested into a
 * database in memory and asked by SQL.
 */
#ifndef GBQ_TESTS_REPORT_HARNESS_H
#define GBQ_TESTS_REPORT_HARNESS_H

#include <stddef.h>

struct harness;

/* A new empty report folder. */
struct harness *harness_new(void);
void harness_free(struct harness *harness);

/* Write a file of the report; folders are made as needed. */
void harness_file(struct harness *harness, const char *path,
    const char *text);

/*
 * A metrics page: body stands for the sections behind "Stack" of a real page.
 * frame is "FILE:LINE in FUNCTION".
 */
void harness_metrics(struct harness *harness, const char *path,
    const char *id, const char *frame, const char *body);

/* Ingest the folder; fails the test if that fails. */
void harness_ingest(struct harness *harness);

/*
 * Result of a query as "a|b" with '\n' between rows, NULL as "-"; valid until
 * the next call.
 */
const char *harness_rows(struct harness *harness, const char *sql);

/* A failures page with these rows (as tlparse writes them). */
void harness_failures(struct harness *harness, const char *rows);

#endif
