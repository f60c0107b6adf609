/*
 * inputs.c - looks at each given path: folder, log, console text or archive.
 * Only archives are not opened here: that can take long.
 */
#include "ingest/job/inputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "source/archive/archive.h"

/* A path that was given. */
struct given {
	struct inputs *inputs;
	const char *path;
	struct slice label;	/* what names begin with, or absent */
	struct slice real;	/* absolute, or absent */
};

static struct input_unit *
add_unit(struct given *given, const char *path)
{
	struct input_unit *unit = array_add(&given->inputs->units);

	unit->path = path;
	return unit;
}

static void
inputs_refuse(struct given *given, const struct error *error)
{
	add_unit(given, given->path)->refusal = *error;
}

static struct input_place *
inputs_add_place(struct inputs *inputs)
{
	struct input_place *place = mem_calloc(1, sizeof(*place));

	place->problems.arena = &inputs->arena;
	place->problems.rank = NO_ID;
	*array_add(&inputs->places) = place;
	return place;
}

/* ---- what an unchanged input is known by ---- */

static bool
add_to_stamp(struct hash *hash, const struct folder_file *file,
    struct slice path)
{
	struct buffer line = { 0 };

	buffer_add_slice(&line, path);
	buffer_add_byte(&line, '\0');
	buffer_printf(&line, "%lld %llx\n", (long long)file->size,
	    (unsigned long long)file->stamp);
	hash_add(hash, buffer_slice(&line));
	buffer_release(&line);
	return file->stamp != 0;
}

/* Set the stamp of files (indexes NULL: of the one) below a root. */
static void
set_stamp(struct given *given, struct input_unit *unit,
    const struct folder_file *files, const size_t *indexes, size_t count,
    struct slice root)
{
	struct hash *hash = hash_new(HASH_SHA256);
	size_t skip = root.len ? root.len + 1 : 0, i;
	bool known = given->real.at && count > 0;

	hash_begin(hash);
	hash_add(hash, LITERAL("1\n"));		/* version of this */
	for (i = 0; i < count && known; i++) {
		const struct folder_file *file =
		    &files[indexes ? indexes[i] : i];

		known = add_to_stamp(hash, file, slice_part(file->path, skip,
		    file->path.len));
	}
	hash_end(hash, unit->stamp);
	hash_free(hash);
	if (known)
		unit->input.path = slice_of(inputs_path_inside(given->real.at,
		    root, &given->inputs->arena));
}

/* ---- folders ---- */

/* Looks into the log files of a folder. */
struct sniffing {
	const struct source *source;
	struct error error;	/* the machine failed: no list can be made */
};

/* Is a log file of a folder a trace? */
static bool
is_trace_file(void *data, size_t file)
{
	struct sniffing *sniffing = data;
	struct error error = { .status = GBQ_OK };
	enum input_kind kind = detect_file(&sniffing->source->folder,
	    &sniffing->source->files[file], &error);

	if (error.status == GBQ_IO || error.status == GBQ_LIMIT)
		sniffing->error = error;
	return kind == INPUT_TRACE;
}

static void
inputs_add_run(struct given *given, struct input_place *place,
    const struct found_report *run)
{
	struct arena *arena = &given->inputs->arena;
	struct input_unit *unit = add_unit(given,
	    inputs_path_inside(given->path, run->root, arena));
	size_t i;

	unit->place = place;
	unit->run = run;
	unit->name = input_name_of_run(given->label, given->real.at ?
	    given->real : slice_of(given->path), run->root, arena);
	for (i = 0; i < run->files.count; i++)
		unit->bytes += place->source.files[run->files.items[i]].size;
	set_stamp(given, unit, place->source.files, run->files.items,
	    run->files.count, run->root);
}

static void
add_archive(struct given *given, struct input_place *place, size_t index)
{
	struct arena *arena = &given->inputs->arena;
	const struct folder_file *file = &place->source.files[index];
	struct input_unit *unit = add_unit(given,
	    inputs_path_inside(given->path, file->path, arena));

	unit->place = place;
	unit->file = index;
	unit->bytes = file->size;
	unit->name = input_name_join(given->label,
	    archive_name_stem(file->path), arena);
	set_stamp(given, unit, file, NULL, 1, file->path);
}

/* The file's bytes are a run's or it is an archive on its own. */
static void
add_archives(struct given *given, struct input_place *place)
{
	bool *used = mem_calloc(place->source.count, sizeof(*used));
	size_t i, k;

	for (i = 0; i < place->found.reports.count; i++) {
		const struct found_report *run =
		    &place->found.reports.items[i];

		for (k = 0; k < run->files.count; k++)
			used[run->files.items[k]] = true;
	}
	for (i = 0; i < place->source.count; i++) {
		if (!used[i] &&
		    archive_name_is_archive(place->source.files[i].path))
			add_archive(given, place, i);
	}
	free(used);
}

static int
compare_units(const void *a, const void *b)
{
	return strcmp(((const struct input_unit *)a)->path,
	    ((const struct input_unit *)b)->path);
}

/* A file that is a run by itself. */
static void
inputs_add_file(struct given *given, struct input_place *place,
    enum input_kind kind)
{
	struct found_report *run = array_add(&place->found.reports);

	run->root = LITERAL("");
	run->kind = kind == INPUT_TRACE ? RUN_TRACE : kind == INPUT_PART ?
	    RUN_REPORT : RUN_CONSOLE;
	*array_add(&run->files) = 0;
	inputs_add_run(given, place, run);
}

static void
find_in_folder(struct given *given)
{
	struct input_place *place = inputs_add_place(given->inputs);
	struct sniffing sniffing = { .source = &place->source };
	size_t first = given->inputs->units.count, i;
	enum input_kind only = INPUT_UNKNOWN;
	struct error error;

	if (source_open_folder(&place->source, given->path,
	    &given->inputs->arena, &place->problems, &error) != GBQ_OK) {
		inputs_refuse(given, &error);
		return;
	}
	find_reports(&place->source, is_trace_file, &sniffing, &place->found);
	if (place->source.count == 1)
		only = detect_file(&place->source.folder,
		    &place->source.files[0], &error);
	source_rest(&place->source);
	if (sniffing.error.status != GBQ_OK) {
		inputs_refuse(given, &sniffing.error);
		return;
	}
	for (i = 0; i < place->found.reports.count; i++)
		inputs_add_run(given, place, &place->found.reports.items[i]);
	if (place->found.reports.count == 0 && only == INPUT_PART)
		inputs_add_file(given, place, only);
	add_archives(given, place);
	if (given->inputs->units.count > first) {
		qsort(&given->inputs->units.items[first],
		    given->inputs->units.count - first,
		    sizeof(struct input_unit), compare_units);
		return;
	}
	error_set(&error, GBQ_NO_INPUT, "%s: no tlparse report, no trace "
	    "log and no archive in it (console text is taken by its own path)",
	    given->path);
	inputs_refuse(given, &error);
}

/* ---- files ---- */

static void
find_archive(struct given *given, const struct stat *st)
{
	struct input_unit *unit = add_unit(given, given->path);
	struct folder_file file = { LITERAL(""), 0, 0 };

	if (given->label.at)
		unit->name = archive_name_stem(given->label);
	if (!st)
		return;
	unit->bytes = file.size = st->st_size;
	file.stamp = S_ISREG(st->st_mode) ? folder_stamp(st) : 0;
	set_stamp(given, unit, &file, NULL, 1, LITERAL(""));
}

/* The console of a run that printed nothing of torch.compile, or any text. */
static void
refuse_text(struct given *given)
{
	struct error error;

	error_set(&error, GBQ_NO_INPUT, "%s: no message of torch._dynamo in "
	    "it; was TORCH_LOGS set?", given->path);
	inputs_refuse(given, &error);
}

static void
find_file(struct given *given, const struct stat *st)
{
	struct input_place *place;
	enum input_kind kind;
	struct error error = { .status = GBQ_OK };

	if (!S_ISREG(st->st_mode)) {
		find_archive(given, st);
		return;
	}
	place = inputs_add_place(given->inputs);
	if (source_open_file(&place->source, given->real.at ?
	    given->real.at : given->path, &given->inputs->arena, &error) !=
	    GBQ_OK) {
		inputs_refuse(given, &error);
		return;
	}
	kind = detect_given_file(&place->source.folder,
	    &place->source.files[0], &error);
	source_rest(&place->source);
	if (error.status == GBQ_IO || error.status == GBQ_LIMIT)
		inputs_refuse(given, &error);
	else if (kind == INPUT_UNKNOWN)
		find_archive(given, st);
	else if (kind == INPUT_TEXT)
		refuse_text(given);
	else
		inputs_add_file(given, place, kind);
}

static void
inputs_find_path(struct given *given)
{
	struct error error;
	struct stat st;
	char *real;

	if (strcmp(given->path, "-") == 0) {
		find_archive(given, NULL);
		return;
	}
	if (stat(given->path, &st) != 0) {
		error_set_input(&error, given->path);
		inputs_refuse(given, &error);
		return;
	}
	real = realpath(given->path, NULL);
	given->real = slice_copy(&given->inputs->arena, slice_of(real));
	free(real);
	if (S_ISDIR(st.st_mode))
		find_in_folder(given);
	else
		find_file(given, &st);
}

void
inputs_find(struct inputs *inputs, const char *const *paths, size_t count)
{
	struct input_labels labels = input_labels_of(paths, count);
	size_t i;

	memset(inputs, 0, sizeof(*inputs));
	arena_init(&inputs->arena);
	for (i = 0; i < count; i++) {
		struct given given = { .inputs = inputs, .path = paths[i],
		    .label = input_label(&labels, paths[i],
		    &inputs->arena) };

		inputs_find_path(&given);
	}
	/* The units are in place now. */
	for (i = 0; i < inputs->units.count; i++)
		inputs->units.items[i].input.stamp =
		    inputs->units.items[i].stamp;
}

/* An unchanged unit is one whose console text is unchanged, too. */
static void
stamp_console(struct input_unit *unit, const struct folder_file *file)
{
	struct hash *hash = hash_new(HASH_SHA256);

	hash_begin(hash);
	hash_add(hash, slice_of(unit->stamp));
	if (!add_to_stamp(hash, file, file->path))
		unit->input.path = (struct slice){ 0 };
	hash_end(hash, unit->stamp);
	hash_free(hash);
}

/* It is looked into, hashed and read: each time from its beginning. */
static enum gbq_status
open_console(struct source *console, const char *path, struct arena *arena,
    struct error *error)
{
	struct stat st;
	char *real;
	enum gbq_status status;

	if (stat(path, &st) != 0)
		return error_set_input(error, path);
	if (!S_ISREG(st.st_mode))
		return error_set(error, GBQ_NO_INPUT, "%s: is not a file; "
		    "console text is read from a file, not from a pipe",
		    path);
	real = realpath(path, NULL);
	status = source_open_file(console, real ? real : path, arena, error);
	free(real);
	return status;
}

enum gbq_status
inputs_add_console(struct inputs *inputs, const char *path,
    struct error *error)
{
	struct source *console = mem_calloc(1, sizeof(*console));
	struct error unread = { .status = GBQ_OK };
	enum gbq_status status = open_console(console, path, &inputs->arena,
	    error);
	enum input_kind kind;
	size_t i;

	if (status != GBQ_OK) {
		free(console);
		return status;
	}
	inputs->console = console;
	kind = detect_file(&console->folder, &console->files[0], &unread);
	if (unread.status != GBQ_OK)
		return error_set(error, unread.status, "%s", unread.message);
	if (kind == INPUT_TRACE || kind == INPUT_PART)
		return error_set(error, GBQ_USAGE, "%s: is a %s, "
		    "not console text", path, kind == INPUT_TRACE ?
		    "trace log" : "part of a report");
	source_rest(console);
	for (i = 0; i < inputs->units.count; i++)
		stamp_console(&inputs->units.items[i], &console->files[0]);
	return GBQ_OK;
}

void
inputs_release(struct inputs *inputs)
{
	size_t i;

	if (inputs->console)
		source_close(inputs->console);
	free(inputs->console);

	for (i = 0; i < inputs->places.count; i++) {
		struct input_place *place = inputs->places.items[i];

		source_close(&place->source);
		found_reports_release(&place->found);
		array_release(&place->problems.list);
		free(place);
	}
	array_release(&inputs->places);
	array_release(&inputs->units);
	arena_release(&inputs->arena);
}

/* ---- what is inside ---- */

struct slice
inputs_name_inside(const struct input_unit *archive, struct slice root,
    struct arena *arena)
{
	if (archive->name.at)
		return input_name_inside(archive->name, root, arena);
	return root.len ? slice_copy(arena, root) :
	    archive_name_stem(input_name_of_run((struct slice){ 0 },
	    archive->input.path.at ? archive->input.path :
	    slice_of(archive->path), root, arena));
}

const char *
inputs_path_inside(const char *path, struct slice root, struct arena *arena)
{
	struct buffer joined = { 0 };
	const char *copy;

	buffer_add_string(&joined, path);
	while (joined.len > 1 && joined.bytes[joined.len - 1] == '/')
		joined.len--;
	if (root.len) {
		buffer_add_byte(&joined, '/');
		buffer_add_slice(&joined, root);
	}
	copy = slice_string(arena, buffer_slice(&joined));
	buffer_release(&joined);
	return copy;
}
