/*
 * schema.h - the tables and views of a database: made, moved to the newest
 * version, compared with what this program makes.
 */
#ifndef GBQ_STORE_SCHEMA_H
#define GBQ_STORE_SCHEMA_H

#include "store/store_private.h"

/* Newest schema version: the number of schema/NNNN_*.sql files. */
int schema_version(void);

/*
 * In a transaction: run the migrations after the version that the database
 * has (0: it is empty), make the views and the kinds of breaks anew.
 */
enum gbq_status schema_migrate(struct store *store, int version,
    struct error *error);

/* Make the views anew, in a transaction. */
enum gbq_status schema_make_views(struct store *store, struct error *error);

/*
 * Append the names of the views that are not as this program makes them, with
 * commas: of another gbq, changed, or not there.
 */
enum gbq_status schema_list_odd_views(sqlite3 *db, struct buffer *names,
    struct error *error);

/*
 * Make this connection see the program's own views in place of those in the
 * file, which stay as they are. A view of a stranger could be one that never
 * ends, or lies.
 */
enum gbq_status schema_shadow_views(struct store *store, struct error *error);

/*
 * DATABASE unless all tables and indexes are as the migrations make them.
 * Others may be there beside them; nothing of gbq looks at them.
 */
enum gbq_status schema_check_tables(struct store *store, struct error *error);

#endif
