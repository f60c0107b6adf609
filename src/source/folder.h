/*
 * folder.h - the files below a folder: listing and reading, never outside it.
 */
#ifndef GBQ_SOURCE_FOLDER_H
#define GBQ_SOURCE_FOLDER_H

#include "model/records.h"
#include "util/error.h"

/* A regular file of the folder. */
struct folder_file {
	struct slice path;	/* relative, '/' between parts, any bytes */
	int64_t size;		/* bytes, when it was listed */
	/* Of device, inode and times; 0: not known, or too new to trust. */
	uint64_t stamp;
};

/* An open folder with the list of its files in order of path bytes. */
struct folder {
	int fd;				/* -1: at rest */
	const char *path;		/* in the arena */
	struct arena *arena;
	ARRAY_OF(struct folder_file) files;
	/* Folders that hold neither files nor folders, in the same order. */
	slice_array empty_folders;
};

/*
 * Open a folder and list it. Links, devices and FIFOs below it are skipped
 * with a warning each; folders that are too deep or cannot be read, with a
 * loss. The arena keeps the paths. IO, LIMIT: the machine failed, see
 * error_set_input().
 */
enum gbq_status folder_open(struct folder *folder, const char *path,
    struct arena *arena, struct problem_list *problems, struct error *error);

/* The same with the one file that path names; it is the whole list. */
enum gbq_status folder_open_file(struct folder *folder, const char *path,
    struct arena *arena, struct error *error);

void folder_close(struct folder *folder);

/*
 * Close the descriptor and keep the list: a folder at rest. folder_attach()
 * makes *own read the same files, with a descriptor of its own, for another
 * thread; folder_detach() closes that.
 */
void folder_rest(struct folder *folder);
enum gbq_status folder_attach(const struct folder *folder, struct folder *own,
    struct error *error);
void folder_detach(struct folder *own);

/*
 * What device, inode and times of a file come to, for an unchanged file the
 * same; 0 where it changed so lately that its next change may not show.
 */
struct stat;
uint64_t folder_stamp(const struct stat *st);

/* Open a file of the list; -1: errno. */
int folder_open_fd(const struct folder *folder,
    const struct folder_file *file);

/*
 * Read a file of the list into *bytes (emptied first), unless it has more than
 * limit bytes: *more, and a part of it is there. It is opened without
 * following links. NO_INPUT: it cannot be read; IO, LIMIT: the machine failed.
 * So for the next two. Any thread may.
 */
enum gbq_status folder_read(const struct folder *folder,
    const struct folder_file *file, size_t limit, struct buffer *bytes,
    bool *more, struct error *error);

/*
 * Read a file in pieces and give each to use(data, piece); for files too
 * large to hold.
 */
enum gbq_status folder_stream(const struct folder *folder,
    const struct folder_file *file,
    void (*use)(void *data, struct slice piece), void *data,
    struct error *error);

/* The first so many bytes of a file, or all if there are fewer. */
enum gbq_status folder_head(const struct folder *folder,
    const struct folder_file *file, size_t count, struct buffer *bytes,
    struct error *error);

#endif
