/*
 * index_page.c - compile ids of the stack trie with their stacks.
 */
#include "parse/page/index_page.h"

#include <string.h>

#include "parse/page/page.h"

/*
 * Each entry has a stack of its own. A made-up page with many ids deep in one
 * stack would need quadratic memory, so beyond this many frames in all entries
 * have none. Real reports have some 10,000.
 */
enum { FRAME_LIMIT = 1000 * 1000 };

struct index_reader {
	struct parse_context *context;
	index_entry_array *out;
	slice_array *links;
	struct page_stack stack;
	struct page_text heading;
	size_t frames, without_stack;
	bool in_h1, is_export;
};

static void
on_link(void *data, struct slice compile_id, struct slice status,
    const stack_array *path)
{
	struct index_reader *reader = data;
	struct index_entry *entry = array_add(reader->out);
	size_t i;

	entry->compile_id = compile_id;
	entry->status = status;
	if (path->count > FRAME_LIMIT - reader->frames) {
		reader->without_stack++;
		return;
	}
	for (i = 0; i < path->count; i++)
		*array_add(&entry->stack) = path->items[i];
	reader->frames += path->count;
}

static void
index_page_on_start(void *data, enum page_tag tag,
    const struct page_attributes *attributes)
{
	struct index_reader *reader = data;
	struct slice link;

	if (tag == TAG_A) {
		link = page_link(reader->context->arena, attributes);
		if (link.len && link.at[0] != '#')
			*array_add(reader->links) = link;
	}
	if (page_stack_start(&reader->stack, tag, attributes))
		return;
	if (tag == TAG_H1) {
		reader->in_h1 = true;
		page_text_clear(&reader->heading);
	}
}

static void
index_page_on_end(void *data, enum page_tag tag)
{
	struct index_reader *reader = data;

	if (page_stack_end(&reader->stack, tag) || tag != TAG_H1)
		return;
	reader->in_h1 = false;
	if (slice_equal(slice_trim(page_text_escaped(&reader->heading)),
	    LITERAL("Draft Export Report")))
		reader->is_export = true;
}

static void
index_page_on_text(void *data, struct slice escaped)
{
	struct index_reader *reader = data;

	if (!page_stack_text(&reader->stack, escaped) && reader->in_h1)
		page_text_add(&reader->heading, escaped);
}

void
index_page_parse(struct parse_context *context, struct slice page,
    index_entry_array *out, slice_array *links, bool *is_export)
{
	static const struct page_handler handler = {
		index_page_on_start, index_page_on_end, index_page_on_text
	};
	struct index_reader reader = { .context = context, .out = out,
	    .links = links };
	struct page_damage damage;

	memset(out, 0, sizeof(*out));
	page_stack_init(&reader.stack, context->arena);
	reader.stack.on_link = on_link;
	reader.stack.data = &reader;
	damage = page_read(page, &handler, &reader);
	page_report(context, page, &damage, page.len);
	if (reader.without_stack)
		problem_add(context->problems, SEVERITY_LOSS,
		    "index_stacks_limit", UNKNOWN_INT,
		    "%zu compiles have no stack: over %d frames in all",
		    reader.without_stack, FRAME_LIMIT);
	*is_export = reader.is_export;
	page_stack_release(&reader.stack);
	page_text_release(&reader.heading);
}
