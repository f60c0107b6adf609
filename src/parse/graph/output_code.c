/*
 * output_code.c - takes the highlighting off Inductor's output code and
 * hashes it. The code is not parsed: it is several languages in one file.
 */
#include "parse/graph/output_code.h"

#include <string.h>

#include "parse/graph/graph_private.h"

/* What tlparse (syntect) escapes. */
static const struct {
	struct slice entity;
	char byte;
} entities[] = {
	{ { "&lt;", 4 }, '<' },
	{ { "&gt;", 4 }, '>' },
	{ { "&amp;", 5 }, '&' },
	{ { "&quot;", 6 }, '"' },
	{ { "&#39;", 5 }, '\'' },
};

/* Length of the entity at the start of a text, 1 for none; *byte is it. */
static size_t
entity_length(struct slice text, char *byte)
{
	size_t i;

	for (i = 0; i < LENGTH(entities); i++) {
		if (slice_starts(text, entities[i].entity)) {
			*byte = entities[i].byte;
			return entities[i].entity.len;
		}
	}
	*byte = '&';
	return 1;
}

/*
 * <pre style="…">, a newline, spans, </pre> and a newline: in between, tags
 * go and entities become what they stand for.
 */
struct slice
output_code_text(struct arena *arena, struct slice bytes)
{
	struct slice text = bytes, end = LITERAL("</pre>\n");
	char *out;
	size_t i = 0, len = 0, step;

	if (!slice_starts(bytes, LITERAL("<pre style=")))
		return bytes;
	text = slice_part(text, slice_find_byte(text, '>') + 1, text.len);
	slice_take(&text, LITERAL("\n"));
	if (slice_ends(text, end))
		text.len -= end.len;
	out = arena_alloc(arena, text.len + 1);
	while (i < text.len) {
		struct slice rest = slice_part(text, i, text.len);

		step = 1;
		if (rest.at[0] == '<') {
			step = slice_find_byte(rest, '>');
			i += step == SIZE_MAX ? rest.len : step + 1;
			continue;
		}
		if (rest.at[0] == '&')
			step = entity_length(rest, &out[len++]);
		else
			out[len++] = rest.at[0];
		i += step;
	}
	return (struct slice){ out, len };
}

/*
 * Without comments: whole lines "# Topologically Sorted …" and "// …", and
 * what stands behind code. "#include" and "#pragma" are no comments.
 */
static struct slice
without_comment(struct slice line)
{
	struct slice start = slice_trim(line);
	size_t at;

	if (slice_starts(start, LITERAL("# ")) ||
	    slice_starts(start, LITERAL("//")) ||
	    slice_equal(start, LITERAL("#")))
		return LITERAL("");
	at = slice_find(line, LITERAL("  # "));
	return slice_trim_end(slice_part(line, 0, at));
}

/* Where a quoted absolute path begins, at its '/'; the length if nowhere. */
static size_t
output_code_find_path(struct slice line)
{
	size_t i;

	for (i = 0; i + 1 < line.len; i++) {
		if ((line.at[i] == '"' || line.at[i] == '\'') &&
		    line.at[i + 1] == '/')
			return i + 1;
	}
	return line.len;
}

static void
write_line(struct graph_normal *normal, struct slice line)
{
	size_t path, end;

	line = without_comment(line);
	if (!line.len)
		return;
	while (line.len) {
		path = output_code_find_path(line);
		graph_normal_code(normal, slice_part(line, 0, path));
		line = slice_part(line, path, line.len);
		if (!line.len)
			break;
		graph_normal_word(normal, "path");
		/* The path ends at a quote of the kind before it. */
		end = slice_find_byte(line, line.at[-1]);
		line = slice_part(line, end, line.len);
		if (line.len) {
			graph_normal_code(normal, slice_part(line, 0, 1));
			line = slice_part(line, 1, line.len);
		}
	}
	graph_normal_line(normal);
}

void
output_code_parse(const struct parse_context *context, struct slice bytes,
    struct graph *graph)
{
	struct slice text = output_code_text(context->arena, bytes), line;
	struct graph_normal normal;

	memset(graph, 0, sizeof(*graph));
	graph->nodes = graph->ops = graph->inputs = UNKNOWN_INT;
	graph_normal_init(&normal);
	hash_add(normal.hash, text);
	hash_end(normal.hash, graph->hash);
	hash_begin(normal.hash);
	while (slice_next_line(&text, &line))
		write_line(&normal, line);
	graph_normal_end(&normal, graph->normalised_hash);
	graph_normal_release(&normal);
}
