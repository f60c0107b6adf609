/*
 * push_global.c - tables of no run, which every node has whole: break_kinds.
 */
#include <stdio.h>
#include <string.h>

#include "remote/push.h"

struct sending {
	struct push *push;
	struct buffer line;
	int64_t version;
};

/* A copy for each shard: the number in push_shard says where it goes. */
static enum gbq_status
push_global_send_row(void *data, struct slice cells, struct error *error)
{
	struct sending *sending = data;
	struct cluster *cluster = &sending->push->cluster;
	bool is_cluster = cluster->layout.kind == LAYOUT_CLUSTER;

	(void)error;
	for (size_t i = 0; i < (is_cluster ? cluster->shards : 1); i++) {
		buffer_clear(&sending->line);
		buffer_printf(&sending->line, "%lld\t",
		    (long long)sending->version);
		buffer_add_slice(&sending->line, cells);
		if (is_cluster)
			buffer_printf(&sending->line, "\t%zu", i);
		buffer_add_byte(&sending->line, '\n');
		batch_add(sending->push->batch, buffer_slice(&sending->line));
	}
	return GBQ_OK;
}

/*
 * Old rows go by the merge that OPTIMIZE asks for: they have the keys of the
 * new ones.
 */
static enum gbq_status
push_global_send_table(struct push *push, size_t table,
    const struct push_run *entry, struct hash *hash, struct error *error)
{
	const struct push_table *of = &push->tables.items.items[table];
	struct sending sending = { .push = push,
	    .version = entry->version };
	char condition[64];
	enum gbq_status status;

	batch_begin(push->batch);
	buffer_clear(&push->insert);
	push_insert(&push->insert, of, &push->cluster.layout);
	status = push_rows_read(&push->rows, table, 0, hash,
	    push_global_send_row, &sending, error);
	if (status == GBQ_OK)
		status = push_flush(push, error);
	if (status == GBQ_OK)
		status = cluster_do(&push->cluster, "OPTIMIZE TABLE",
		    of->name, "FINAL", error);
	/* kinds that there are no more */
	snprintf(condition, sizeof(condition), "push_version < %lld",
	    (long long)entry->version);
	if (status == GBQ_OK && entry->version > 1)
		status = cluster_delete(&push->cluster, of->name, condition,
		    error);
	buffer_release(&sending.line);
	return status;
}

static enum gbq_status
content_of(struct push *push, size_t table, char content[HASH_HEX_SIZE],
    struct error *error)
{
	struct hash *hash = hash_new(HASH_SHA256);
	enum gbq_status status = push_rows_read(&push->rows, table, 0, hash,
	    NULL, NULL, error);

	hash_end(hash, content);
	hash_free(hash);
	return status;
}

/* The ledger has such a table under the name of the view, as run 0. */
static enum gbq_status
push_table(struct push *push, size_t table, struct error *error)
{
	struct push_runs entries = { 0 };
	struct push_run *entry = array_add(&entries.items);
	struct hash *hash = hash_new(HASH_SHA256);
	char content[HASH_HEX_SIZE] = "";
	enum gbq_status status;

	entry->run_key = entry->name = push->tables.items.items[table].name;
	entry->job = "";
	snprintf(entry->day, sizeof(entry->day), "1970-01-01");
	status = content_of(push, table, content, error);
	if (status == GBQ_OK)
		status = ledger_read(&entries, 0, 1, &push->cluster, error);
	if (status == GBQ_OK && strcmp(entry->content, content) != 0) {
		entry->version++;
		snprintf(entry->content, sizeof(entry->content), "%s",
		    content);
		status = push_global_send_table(push, table, entry, hash,
		    error);
		if (status == GBQ_OK)
			status = ledger_write(entry, 1, &push->cluster,
			    error);
	}
	hash_free(hash);
	push_runs_release(&entries);
	return status;
}

enum gbq_status
push_global(struct push *push, struct error *error)
{
	enum gbq_status status = GBQ_OK;

	for (size_t i = 0; i < push->tables.items.count &&
	    status == GBQ_OK; i++) {
		if (!push->tables.items.items[i].of_runs)
			status = push_table(push, i, error);
	}
	return status;
}
