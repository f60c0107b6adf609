/*
 * insert.h - the rows of a run, table by table, inside its transaction.
 */
#ifndef GBQ_STORE_INSERT_INSERT_H
#define GBQ_STORE_INSERT_INSERT_H

#include "store/content/content.h"
#include "store/insert/writer.h"

void insert_run(struct writer *writer, const struct capture *capture,
    const struct rows *rows);
void insert_tags(struct writer *writer, const struct gbq_tag *tags,
    size_t count);
void insert_artifacts(struct writer *writer, const struct capture *capture,
    const struct rows *rows, const struct contents *contents);
void insert_empty_folders(struct writer *writer,
    const struct capture *capture);
void insert_compiles(struct writer *writer, const struct rows *rows);
void insert_metric_tables(struct writer *writer, struct capture *scratch,
    const struct rows *rows);
void insert_events(struct writer *writer, const struct capture *capture,
    const struct rows *rows);
void insert_sites(struct writer *writer, const struct rows *rows);

/* Which site goes with which; the sites above recompiles. */
void insert_followers(struct writer *writer, const struct rows *rows);

/* Derive the work list of a run from the rows and counts that are stored. */
enum gbq_status insert_triage(struct store *store, int64_t run_id,
    struct error *error);

void insert_restarts(struct writer *writer, const struct rows *rows);
void insert_failures(struct writer *writer, const struct rows *rows);
void insert_recompiles(struct writer *writer, const struct rows *rows);
void insert_causes(struct writer *writer, const struct rows *rows);
void insert_bytecodes(struct writer *writer, const struct rows *rows);
void insert_caches(struct writer *writer, const struct rows *rows);
void insert_graphs(struct writer *writer, const struct rows *rows);

/* Configurations and phases, from logs. */
void insert_configs(struct writer *writer, const struct log_records *log);
void insert_phases(struct writer *writer, const struct log_records *log);

void insert_collectives(struct writer *writer,
    const struct capture *capture);

void insert_problems(struct writer *writer, const struct capture *capture);

/* Derive the counts of the run row from the rows that are stored. */
enum gbq_status insert_counts(struct store *store, int64_t run_id,
    const struct run_row *run, struct error *error);

#endif
