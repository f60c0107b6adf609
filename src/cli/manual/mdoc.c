/*
 * mdoc.c - escapes and breaks lines; knows no page.
 */
#include "cli/manual/manual.h"

#include <ctype.h>
#include <string.h>

#include "util/text.h"

#define ELLIPSIS "\xe2\x80\xa6"

enum { LINE_COLUMNS = 74 };

/* One character or what stands for it; how many bytes were taken. */
static size_t
mdoc_put(FILE *out, const char *at)
{
	if (strncmp(at, ELLIPSIS, 3) == 0) {
		fputs("...", out);
		return 3;
	}
	if (*at == '\\')
		fputs("\\e", out);
	else
		fputc(*at, out);
	return 1;
}

void
mdoc_word(FILE *out, const char *text)
{
	while (*text)
		text += mdoc_put(out, text);
}

void
mdoc_argument(FILE *out, const char *text)
{
	fputc('"', out);
	while (*text) {
		if (*text == '"')
			fputc('"', out);
		if (*text == '-')
			fputc('\\', out);
		text += mdoc_put(out, text);
	}
	fputc('"', out);
}

/* Whether the next word begins a new sentence. */
static bool
ends_sentence(struct slice word, struct slice next)
{
	return slice_ends(word, LITERAL(".")) && next.len &&
	    (isupper((unsigned char)next.at[0]) || next.at[0] == '\'');
}

static bool
mdoc_next_word(struct slice *rest, struct slice *word)
{
	size_t space;

	*rest = slice_trim(*rest);
	space = slice_find_byte(*rest, ' ');
	*word = slice_part(*rest, 0, space);
	*rest = slice_part(*rest, word->len, rest->len);
	return word->len > 0;
}

static void
put_word(FILE *out, struct slice word)
{
	for (size_t i = 0; i < word.len;)
		i += mdoc_put(out, word.at + i);
}

/* A line of filled text, broken where it is long and behind sentences. */
static void
put_line(FILE *out, struct slice line)
{
	struct slice word, last = { "", 0 };
	size_t used = 0;

	while (mdoc_next_word(&line, &word)) {
		if (used && (used + 1 + word.len > LINE_COLUMNS ||
		    ends_sentence(last, word))) {
			fputc('\n', out);
			used = 0;
		}
		if (used)
			fputc(' ', out);
		else if (strchr(".'", word.at[0]))
			fputs("\\&", out);
		put_word(out, word);
		used += word.len + 1;
		last = word;
	}
	fputc('\n', out);
}

void
mdoc_text(FILE *out, const char *text)
{
	struct slice rest = slice_of(text), line;
	bool begun = false, paragraph = false;

	while (slice_next_line(&rest, &line)) {
		line = slice_trim(line);
		/* A paragraph of its own wherever a text has it. */
		paragraph = paragraph || line.len == 0 ||
		    slice_starts(line, LITERAL("Exit status:")) ||
		    slice_starts(line, LITERAL("RUN is "));
		if (line.len == 0)
			continue;
		if (begun && paragraph)
			fputs(".Pp\n", out);
		put_line(out, line);
		begun = true;
		paragraph = false;
	}
}

void
mdoc_display(FILE *out, const char *text)
{
	struct slice rest = slice_of(text), line;

	fputs(".Bd -literal -offset indent\n", out);
	while (slice_next_line(&rest, &line)) {
		slice_take(&line, LITERAL("  "));
		if (line.len && strchr(".'", line.at[0]))
			fputs("\\&", out);
		for (size_t i = 0; i < line.len;)
			i += mdoc_put(out, line.at + i);
		fputc('\n', out);
	}
	fputs(".Ed\n", out);
}

static void
put_option(FILE *out, const struct option_spec *spec)
{
	fputs(".It ", out);
	if (spec->letter)
		fprintf(out, "Fl %c , ", spec->letter);
	fprintf(out, "Fl Fl %s", spec->name);
	if (spec->argument) {
		fputs(" Ar ", out);
		mdoc_argument(out, spec->argument);
	}
	fputc('\n', out);
	mdoc_text(out, spec->help);
	/* The help of some names only the first. */
	if (spec->values && strstr(spec->help, ELLIPSIS)) {
		fputs("One of\n", out);
		mdoc_text(out, spec->values);
	}
}

void
mdoc_options(FILE *out, const enum option_id *list)
{
	const struct option_spec *spec;

	fputs(".Bl -tag -width Ds\n", out);
	for (; *list != OPTION_END; list++) {
		spec = option_find(*list);
		if (spec)
			put_option(out, spec);
	}
	fputs(".El\n", out);
}
