/*
 * source.h - the files that an input holds, whatever holds them: a folder, an
 * archive, or a single file.
 */
#ifndef GBQ_SOURCE_SOURCE_H
#define GBQ_SOURCE_SOURCE_H

#include <stdio.h>

#include "source/archive/archive.h"
#include "source/folder.h"
#include "util/text.h"

struct gunzip;

struct source {
	const struct folder_file *files;	/* in order of path bytes */
	size_t count;
	const slice_array *empty_folders;	/* never NULL */
	bool is_archive;
	struct folder folder;			/* unless is_archive */
	struct archive_source archive;		/* if is_archive */
};

/*
 * Open a folder, or a file as a list of one file: *source is the folder that
 * holds it, with only that file.
 */
enum gbq_status source_open_folder(struct source *source, const char *path,
    struct arena *arena, struct problem_list *problems, struct error *error);
enum gbq_status source_open_file(struct source *source, const char *path,
    struct arena *arena, struct error *error);

/*
 * Open an archive; path NULL: standard input. Or one that a descriptor reads,
 * which stays the caller's; name must outlive the source. limits NULL: the
 * defaults.
 */
enum gbq_status source_open_archive(struct source *source, const char *path,
    const struct archive_limits *limits, struct arena *arena,
    struct problem_list *problems, struct error *error);
enum gbq_status source_open_archive_fd(struct source *source, int fd,
    const char *name, const struct archive_limits *limits,
    struct arena *arena, struct problem_list *problems, struct error *error);

void source_close(struct source *source);

/*
 * A source can be read by several threads, each with a copy of its own.
 * source_rest() closes the descriptor of a folder, whose copies have their
 * own; an archive's share the one. The list stays the original's.
 */
void source_rest(struct source *source);
enum gbq_status source_attach(const struct source *source, struct source *own,
    struct problem_list *problems, struct error *error);
void source_detach(struct source *own);

/* What a visit calls for each wanted file: begin, pieces, end. */
struct source_visitor {
	bool (*wanted)(void *data, size_t file);	/* of an archive */
	void (*begin)(void *data, size_t file);
	void (*piece)(void *data, struct slice bytes);
	/* why: NULL if the file was read whole. */
	void (*end)(void *data, size_t file, const char *why);
	void *data;
};

/*
 * Read a file of a folder. One that cannot be read is for the visitor's end().
 * IO, LIMIT: the machine failed (error_set_input()).
 */
enum gbq_status source_visit_file(struct source *source, size_t file,
    const struct source_visitor *visitor, struct error *error);

/*
 * Read the wanted files of an archive in its own order. LIMIT, IO: the visit
 * is over and end() was not called for all.
 */
enum gbq_status source_visit_archive(struct source *source,
    const struct source_visitor *visitor, struct error *error);

/*
 * ---- spool.c ----
 *
 * what has to wait on disk: in $TMPDIR or /tmp, without a name, so that
 * nothing is left behind whatever happens.
 */

/* The folder. */
const char *spool_folder(void);

/* An empty file; -1 or NULL, and errno. */
int spool_open_fd(void);
FILE *spool_open(void);

/*
 * ---- gunzip.c ----
 *
 * unpacks gzip bytes as they stream in.
 */

/* Unpacked bytes go to use(data, piece). */
struct gunzip *gunzip_new(void (*use)(void *data, struct slice piece),
    void *data);

/* Take the next bytes; false if they are no gzip. Members may follow. */
bool gunzip_feed(struct gunzip *gunzip, struct slice piece);

/* The input is over: false if it is cut. Frees it. */
bool gunzip_end(struct gunzip *gunzip);

#endif
