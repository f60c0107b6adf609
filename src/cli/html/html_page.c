/*
 * html_page.c - the page around its sections: policy, style, links, script.
 */
#include <string.h>

#include "cli/html/html.h"
#include "util/embedded.h"
#include "util/hash.h"

static void
html_page_add_file(struct buffer *out, const char *name)
{
	const struct embedded_file *file = embedded_find(name);

	if (file)
		buffer_add(out, file->bytes, file->size);
}

/*
 * A hash over all that comes from data: text in there that wanted to name it
 * would have to contain its own hash.
 */
static void
make_nonce(const struct html *html, const char *title,
    char nonce[HASH_HEX_SIZE])
{
	struct hash *hash = hash_new(HASH_SHA256);

	hash_begin(hash);
	hash_add(hash, slice_of(title));
	hash_add(hash, buffer_slice(&html->body));
	hash_end(hash, nonce);
	hash_free(hash);
}

static void
html_page_add_head(struct buffer *out, const char *title, const char *nonce)
{
	buffer_printf(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\""
	    "default-src 'none'; script-src 'nonce-%s'; style-src "
	    "'nonce-%s'; base-uri 'none'; form-action 'none'\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, "
	    "initial-scale=1\">\n<meta name=\"color-scheme\" "
	    "content=\"light dark\">\n<meta name=\"referrer\" "
	    "content=\"no-referrer\">\n<title>", nonce, nonce);
	html_text(out, title);
	buffer_printf(out, " - graph breaks</title>\n"
	    "<style nonce=\"%s\">\n", nonce);
	html_page_add_file(out, "src/cli/html/html.css");
	buffer_add_string(out, "</style>\n</head>\n<body>\n"
	    "<a class=\"to-main\" href=\"#main\">to the content</a>\n");
}

static void
add_links(struct buffer *out, const struct html *html)
{
	buffer_add_string(out, "<nav aria-label=\"sections\"><ul>\n");
	for (size_t i = 0; i < html->links.count; i++) {
		const struct html_link *link = &html->links.items[i];

		buffer_printf(out, "<li><a href=\"#%s\">%s", link->id,
		    link->title);
		if (link->count)
			buffer_printf(out, " <small>%zu</small>",
			    link->count);
		buffer_add_string(out, "</a></li>\n");
	}
	buffer_add_string(out, "</ul></nav>\n");
}

int
html_page(struct html *html, const char *title)
{
	struct buffer out = { 0 };
	char nonce[HASH_HEX_SIZE];

	make_nonce(html, title, nonce);
	html_page_add_head(&out, title, nonce);
	buffer_add_string(&out, "<header><p class=\"brand\">gbq <span>graph "
	    "breaks of torch.compile</span></p><h1>");
	html_text(&out, title);
	buffer_add_string(&out, "</h1></header>\n");
	add_links(&out, html);
	buffer_add_string(&out, "<main id=\"main\">\n");
	buffer_add_slice(&out, buffer_slice(&html->body));
	buffer_printf(&out, "</main>\n<footer>Made by <code>gbq html</code> "
	    GBQ_VERSION ". ? means: the input does not tell.</footer>\n"
	    "<script nonce=\"%s\">\n", nonce);
	html_page_add_file(&out, "src/cli/html/html.js");
	buffer_add_string(&out, "</script>\n</body>\n</html>\n");
	context_write(html->context, &out);
	return 0;
}
