/*
 * page.c - hands the tokens of a page to libxml2's HTML parser.
 * Must not look at what the texts say, nor keep them.
 */
#include "parse/page/page.h"

#include <string.h>

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

/*
 * libxml2 walks its stack of open elements for an end tag that closes none.
 * Real pages have a few dozen open; a made-up page with many of both would
 * take quadratic time, so the elements walked are counted and limited, for
 * each byte of the page (a tag has at least four).
 */
enum { WALK_OF_BYTE = 16 };

/*
 * It also compares all attributes of a tag with each other, and its table of
 * names stops growing at some 10,000: longer tags are given without their
 * attributes (ours take 50 bytes), and a page with so many names is no page of
 * tlparse's, whose pages have less than 100.
 */
enum { LONGEST_TAG = 512, NAME_LIMIT = 20000 };

struct page_reader {
	struct slice tag;		/* at hand */
	struct slice page;
	size_t at;			/* start of the current token */
	const struct page_handler *handler;
	void *data;
	htmlParserCtxtPtr parser;
	size_t depth, closed, walked;
	bool is_over;			/* no more events */
	struct page_damage damage;
};

static enum page_tag
tag_of(const char *name)
{
	static const struct {
		const char *name;
		enum page_tag tag;
	} names[] = {
		{ "a", TAG_A }, { "abbr", TAG_ABBR }, { "br", TAG_BR },
		{ "code", TAG_CODE }, { "div", TAG_DIV }, { "h1", TAG_H1 },
		{ "h2", TAG_H2 }, { "li", TAG_LI }, { "p", TAG_P },
		{ "pre", TAG_PRE }, { "span", TAG_SPAN },
		{ "table", TAG_TABLE }, { "td", TAG_TD }, { "th", TAG_TH },
		{ "tr", TAG_TR }, { "ul", TAG_UL },
	};
	size_t i;

	for (i = 0; i < LENGTH(names); i++) {
		if (strcmp(names[i].name, name) == 0)
			return names[i].tag;
	}
	return TAG_OTHER;
}

struct slice
page_attribute(const struct page_attributes *attributes, const char *name)
{
	const unsigned char *const *at = attributes->list;

	for (; at && at[0]; at += 2) {
		if (strcmp((const char *)at[0], name) == 0)
			return slice_of((const char *)at[1]);
	}
	return (struct slice){ 0 };
}

struct slice
page_link(struct arena *arena, const struct page_attributes *attributes)
{
	struct slice tag = attributes->tag;
	size_t at = slice_find(tag, LITERAL(" href="));
	char quote;

	if (at == SIZE_MAX || at + LITERAL(" href=").len >= tag.len)
		return (struct slice){ 0 };
	tag = slice_part(tag, at + LITERAL(" href=").len, tag.len);
	quote = tag.at[0];
	if (quote != '"' && quote != '\'')
		return (struct slice){ 0 };
	tag = slice_part(tag, 1, tag.len);
	return page_unescape(arena, slice_part(tag, 0,
	    slice_find_byte(tag, quote)));
}

/* ---- libxml2's callbacks ---- */

static void
page_on_start(void *data, const xmlChar *name, const xmlChar **list)
{
	struct page_reader *reader = data;
	const struct page_attributes attributes = {
		(const unsigned char *const *)list, reader->tag
	};

	/* The first two are the html and body of new_parser(). */
	if (++reader->depth > 2 && !reader->is_over)
		reader->handler->start(reader->data,
		    tag_of((const char *)name), &attributes);
}

static void
page_on_end(void *data, const xmlChar *name)
{
	struct page_reader *reader = data;

	reader->closed++;
	if (reader->depth-- > 2 && !reader->is_over)
		reader->handler->end(reader->data, tag_of((const char *)name));
}

static void
page_note_damage(struct page_reader *reader, const char *message)
{
	if (!reader->damage.message)
		reader->damage = (struct page_damage){ message, reader->at };
}

/*
 * Mismatched tags are usual on tlparse's pages ("<p>…</div>") and of no
 * concern; only what makes libxml2 give up is.
 */
static void
on_error(void *data, xmlErrorPtr error)
{
	struct page_reader *reader = data;

	if (error->level == XML_ERR_FATAL)
		page_note_damage(reader, "libxml2 gave up on the page");
}

static htmlParserCtxtPtr
new_parser(struct page_reader *reader)
{
	static const char root[] = "<html><body>";
	xmlSAXHandler sax = {
		.startElement = page_on_start,
		.endElement = page_on_end,
		.serror = on_error,
		.initialized = XML_SAX2_MAGIC,
	};
	htmlParserCtxtPtr parser;

	parser = htmlCreatePushParserCtxt(&sax, reader, NULL, 0, NULL,
	    XML_CHAR_ENCODING_UTF8);
	if (!parser)
		return NULL;
	htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_NOWARNING |
	    HTML_PARSE_NOERROR | HTML_PARSE_NONET | HTML_PARSE_NOIMPLIED |
	    HTML_PARSE_IGNORE_ENC | (int)XML_PARSE_HUGE);
	htmlParseChunk(parser, root, sizeof(root) - 1, 0);
	return parser;
}

/* ---- tokens ---- */

static char
page_harmless(char byte)
{
	if (byte == '\t' || byte == '\n' || byte == '\r')
		return ' ';
	return byte < ' ' || byte > '~' ? '?' : byte;
}

/*
 * The part of a tag that libxml2 gets: of an end tag, or one that is too long,
 * the name. 0: not even that.
 */
static size_t
fed_length(struct slice tag)
{
	size_t name = page_tag_name(tag).len + (tag.at[1] == '/' ? 2 : 1);

	if (tag.at[1] != '/' && tag.len < LONGEST_TAG)
		return tag.len;
	return name < LONGEST_TAG ? name : 0;
}

/*
 * Give libxml2 a tag, with all but printable ASCII made harmless, and quotes
 * that begin no value, too: it would wait for the next one, over the end of
 * the tag.
 */
static void
feed_tag(struct page_reader *reader, struct slice tag)
{
	char copy[LONGEST_TAG + 1], quote = '\0';
	size_t len = fed_length(tag), i;

	if (!len)
		return;
	for (i = 0; i < len; i++) {
		copy[i] = page_harmless(tag.at[i]);
		if (copy[i] != '"' && copy[i] != '\'')
			continue;
		if (!quote && tag.at[i - 1] == '=')
			quote = copy[i];
		else if (copy[i] == quote)
			quote = '\0';
		else if (!quote)
			copy[i] = '?';
	}
	if (len < tag.len)
		copy[len++] = '>';
	htmlParseChunk(reader->parser, copy, (int)len, 0);
	if (reader->parser->input->cur < reader->parser->input->end)
		page_note_damage(reader, "libxml2 finds no end of a tag");
}

static void
read_tag(struct page_reader *reader, struct slice tag)
{
	reader->closed = 0;
	reader->tag = tag;
	feed_tag(reader, tag);
	if (tag.at[1] == '/' && reader->closed == 0) {
		reader->walked += reader->depth;
		if (reader->walked / WALK_OF_BYTE > reader->page.len)
			page_note_damage(reader,
			    "too many end tags that close nothing");
	}
	if (reader->parser->dict &&
	    xmlDictSize(reader->parser->dict) > NAME_LIMIT)
		page_note_damage(reader,
		    "too many names of elements and attributes");
}

static void
page_read_text(struct page_reader *reader, struct slice text)
{
	htmlParseChunk(reader->parser, slice_trim(text).len ? "x" : " ", 1, 0);
	reader->handler->text(reader->data, text);
}

static void
read_tokens(struct page_reader *reader)
{
	struct slice rest = reader->page;
	enum token_kind kind;
	size_t len;

	while (rest.len && !reader->damage.message) {
		struct slice token;

		kind = page_token(rest, &len);
		token = slice_part(rest, 0, len);
		reader->at = (size_t)(rest.at - reader->page.at);
		if (kind == TOKEN_TEXT)
			page_read_text(reader, token);
		else if (kind == TOKEN_TAG)
			read_tag(reader, token);
		else if (kind == TOKEN_CUT)
			page_note_damage(reader,
			    "a tag, comment or script has no end");
		rest = slice_part(rest, len, rest.len);
	}
}

struct page_damage
page_read(struct slice page, const struct page_handler *handler, void *data)
{
	struct page_reader reader = {
		.page = page, .handler = handler, .data = data,
	};

	reader.parser = new_parser(&reader);
	if (!reader.parser) {
		page_note_damage(&reader, "libxml2 makes no parser");
		return reader.damage;
	}
	read_tokens(&reader);
	/* What a cut page leaves open is not whole: it gets no end event. */
	reader.is_over = reader.damage.message || !page_is_whole(page);
	htmlParseChunk(reader.parser, "", 0, 1);
	htmlFreeParserCtxt(reader.parser);
	return reader.damage;
}

/* ---- the page as a whole ---- */

bool
page_is_whole(struct slice page)
{
	return slice_ends(slice_trim_end(page), LITERAL("</html>"));
}

static size_t
first_bad_utf8(struct slice page)
{
	size_t at = 0, len;
	uint32_t code;

	while (at < page.len) {
		if ((unsigned char)page.at[at] < 0x80) {
			at++;
			continue;
		}
		len = utf8_decode(slice_part(page, at, page.len), &code);
		if (len == 0)
			return at;
		at += len;
	}
	return SIZE_MAX;
}

bool
page_report(struct parse_context *context, struct slice page,
    const struct page_damage *found, size_t cut)
{
	bool is_cut = !page_is_whole(page);
	size_t bad = first_bad_utf8(page);

	if (is_cut)
		problem_add(context->problems, SEVERITY_LOSS, "page_cut",
		    (int64_t)cut, "the page has no </html> at its end");
	else if (found && found->message)
		problem_add(context->problems, SEVERITY_LOSS, "html_error",
		    (int64_t)found->offset, "%s", found->message);
	if (bad != SIZE_MAX)
		problem_add(context->problems, SEVERITY_NOTE, "page_encoding",
		    (int64_t)bad, "bytes that are no UTF-8 were kept");
	return is_cut;
}

void
page_begin(void)
{
	/* libxml2 2.9.14 loops for ever where an allocation fails. */
	xmlMemSetup(free, mem_alloc, mem_realloc, mem_strdup);
	xmlInitParser();
}
