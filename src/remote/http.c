/*
 * http.c - HTTP by libcurl, loaded by dlopen(): linking it would cost every
 * start of gbq the loading of some forty libraries.
 */
#include "remote/http.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Its checks are macros that would call the functions by their names. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#include "gbq.h"

enum {
	CONNECT_TIMEOUT_S = 10,
	/* A server that works on a query sends nothing: only probes tell. */
	KEEPALIVE_S = 30
};

/* The functions of libcurl in use. */
struct curl_library {
	void *handle;
	CURLcode (*global_init)(long flags);
	CURL *(*easy_init)(void);
	CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
	CURLcode (*easy_perform)(CURL *easy);
	CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
	void (*easy_cleanup)(CURL *easy);
	const char *(*easy_strerror)(CURLcode code);
	struct curl_slist *(*slist_append)(struct curl_slist *list,
	    const char *text);
	void (*slist_free_all)(struct curl_slist *list);
};

struct http {
	struct curl_library curl;
	CURL *easy;
	struct curl_slist *headers;	/* of every request */
	struct curl_slist *gzip_headers; /* the same for a gzip body */
	char message[CURL_ERROR_SIZE];
	/* of the request at hand */
	const struct http_request *request;
	struct http_answer *answer;
	bool too_long, stopped;
};

/* ---- loading ---- */

/* ISO C has no cast from dlsym()'s pointer to that of a function. */
static bool
load_function(void *handle, const char *name, void *pointer)
{
	void *symbol = dlsym(handle, name);

	memcpy(pointer, &symbol, sizeof(symbol));
	return symbol != NULL;
}

static bool
load_functions(struct curl_library *curl)
{
	const struct { const char *name; void *pointer; } functions[] = {
		{ "curl_global_init", &curl->global_init },
		{ "curl_easy_init", &curl->easy_init },
		{ "curl_easy_setopt", &curl->easy_setopt },
		{ "curl_easy_perform", &curl->easy_perform },
		{ "curl_easy_getinfo", &curl->easy_getinfo },
		{ "curl_easy_cleanup", &curl->easy_cleanup },
		{ "curl_easy_strerror", &curl->easy_strerror },
		{ "curl_slist_append", &curl->slist_append },
		{ "curl_slist_free_all", &curl->slist_free_all }
	};

	for (size_t i = 0; i < LENGTH(functions); i++) {
		if (!load_function(curl->handle, functions[i].name,
		    functions[i].pointer))
			return false;
	}
	return true;
}

/* It stays loaded: its libraries do not survive being taken out again. */
static enum gbq_status
load_curl(struct curl_library *curl, struct error *error)
{
	static const char *const names[] = { "libcurl.so.4",
		"libcurl-gnutls.so.4" };

	for (size_t i = 0; i < LENGTH(names); i++) {
		curl->handle = dlopen(names[i], RTLD_NOW | RTLD_NODELETE);
		if (curl->handle && load_functions(curl) &&
		    curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
			return GBQ_OK;
	}
	return error_set(error, GBQ_IO, "a cluster is reached by "
	    "libcurl.so.4, which cannot be loaded (Debian: apt-get install "
	    "libcurl4)");
}

/* ---- what libcurl calls ---- */

static size_t
take_body(char *bytes, size_t size, size_t count, void *data)
{
	struct http *http = data;
	struct buffer *body = &http->answer->body;
	size_t max = http->request->max_answer, len = size * count;

	if (max && len > max - body->len) {
		http->too_long = true;
		return 0;
	}
	buffer_add(body, bytes, len);
	return len;
}

static int
ask_stop(void *data, curl_off_t down_all, curl_off_t down, curl_off_t up_all,
    curl_off_t up)
{
	struct http *http = data;
	const struct gbq_limits *limits = &http->request->limits;

	(void)down_all, (void)down, (void)up_all, (void)up;
	if (limits->stop && limits->stop(limits->stop_data))
		http->stopped = true;
	return http->stopped;
}

/* ---- the handle ---- */

static struct curl_slist *
make_headers(struct http *http, const struct remote_url *url, bool is_gzip)
{
	struct curl_slist *list = NULL;
	struct buffer line = { 0 };

	/* no "100 Continue": a server may not know of it */
	list = http->curl.slist_append(list, "Expect:");
	list = http->curl.slist_append(list,
	    "Content-Type: application/octet-stream");
	if (is_gzip)
		list = http->curl.slist_append(list,
		    "Content-Encoding: gzip");
	buffer_printf(&line, "X-ClickHouse-User: %s", url->user);
	list = http->curl.slist_append(list, buffer_string(&line));
	buffer_clear(&line);
	/* "NAME;" is how libcurl is told of an empty header */
	buffer_printf(&line, *url->password ? "X-ClickHouse-Key: %s" :
	    "X-ClickHouse-Key;", url->password);
	list = http->curl.slist_append(list, buffer_string(&line));
	memset(line.bytes, 0, line.len);
	buffer_release(&line);
	return list;
}

#define SET(option, value) \
	http->curl.easy_setopt(http->easy, (option), (value))

static void
set_options(struct http *http, const struct remote_url *url)
{
	SET(CURLOPT_NOSIGNAL, 1L);
	SET(CURLOPT_USERAGENT, "gbq/" GBQ_VERSION);
#if LIBCURL_VERSION_NUM >= 0x075500
	SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
	SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
	SET(CURLOPT_FOLLOWLOCATION, 0L);
	SET(CURLOPT_CONNECTTIMEOUT, (long)CONNECT_TIMEOUT_S);
	SET(CURLOPT_TCP_KEEPALIVE, 1L);
	SET(CURLOPT_TCP_KEEPIDLE, (long)KEEPALIVE_S);
	SET(CURLOPT_TCP_KEEPINTVL, (long)KEEPALIVE_S);
	SET(CURLOPT_ERRORBUFFER, http->message);
	SET(CURLOPT_WRITEFUNCTION, take_body);
	SET(CURLOPT_WRITEDATA, (void *)http);
	SET(CURLOPT_XFERINFOFUNCTION, ask_stop);
	SET(CURLOPT_XFERINFODATA, (void *)http);
	SET(CURLOPT_NOPROGRESS, 0L);
	SET(CURLOPT_POST, 1L);
	SET(CURLOPT_SSL_VERIFYPEER, url->no_verify ? 0L : 1L);
	SET(CURLOPT_SSL_VERIFYHOST, url->no_verify ? 0L : 2L);
	if (url->ca_file)
		SET(CURLOPT_CAINFO, url->ca_file);
}

enum gbq_status
http_new(struct http **out, const struct remote_url *url,
    struct error *error)
{
	struct http *http = mem_calloc(1, sizeof(*http));
	enum gbq_status status = load_curl(&http->curl, error);

	*out = NULL;
	if (status == GBQ_OK) {
		http->easy = http->curl.easy_init();
		if (!http->easy)
			status = error_set(error, GBQ_LIMIT,
			    "libcurl cannot be started");
	}
	if (status != GBQ_OK) {
		free(http);
		return status;
	}
	set_options(http, url);
	http->headers = make_headers(http, url, false);
	http->gzip_headers = make_headers(http, url, true);
	*out = http;
	return GBQ_OK;
}

void
http_free(struct http *http)
{
	if (!http)
		return;
	http->curl.easy_cleanup(http->easy);
	http->curl.slist_free_all(http->headers);
	http->curl.slist_free_all(http->gzip_headers);
	free(http);
}

/* ---- a request ---- */

/* Whether a failure may be another one, or none, the next time. */
static bool
can_pass(CURLcode code)
{
	switch (code) {
	case CURLE_COULDNT_CONNECT:
	case CURLE_SEND_ERROR:
	case CURLE_RECV_ERROR:
	case CURLE_GOT_NOTHING:
	case CURLE_PARTIAL_FILE:
	case CURLE_OPERATION_TIMEDOUT:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_WEIRD_SERVER_REPLY:
		return true;
	default:
		return false;
	}
}

static enum gbq_status
http_failed(struct http *http, CURLcode code, bool *again, struct error *error)
{
	const char *text = *http->message ? http->message :
	    http->curl.easy_strerror(code);

	*again = false;
	if (http->stopped)
		return error_set(error, GBQ_INTERRUPTED, "interrupted");
	if (http->too_long)
		return error_set(error, GBQ_LIMIT, "the answer has more "
		    "than %zu MB: ask for less",
		    http->request->max_answer / 1000000);
	if (code == CURLE_OPERATION_TIMEDOUT &&
	    http->request->limits.timeout_s > 0)
		return error_set(error, GBQ_LIMIT, "%s", text);
	*again = can_pass(code);
	return error_set(error, GBQ_IO, "%s", text);
}

static void
set_request(struct http *http, const struct http_request *request)
{
	SET(CURLOPT_URL, request->url);
	SET(CURLOPT_POSTFIELDS, request->body.len ? request->body.at : "");
	SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body.len);
	SET(CURLOPT_HTTPHEADER, request->is_gzip ? http->gzip_headers :
	    http->headers);
	SET(CURLOPT_TIMEOUT_MS, (long)(request->limits.timeout_s * 1000));
}

enum gbq_status
http_post(struct http *http, const struct http_request *request,
    struct http_answer *answer, bool *again, struct error *error)
{
	const char *type = NULL;
	bool ignored;
	CURLcode code;

	if (!again)
		again = &ignored;
	*again = false;
	buffer_clear(&answer->body);
	answer->code = 0;
	*answer->type = *http->message = 0;
	http->request = request;
	http->answer = answer;
	http->too_long = http->stopped = false;
	set_request(http, request);
	code = http->curl.easy_perform(http->easy);
	if (code != CURLE_OK)
		return http_failed(http, code, again, error);
	http->curl.easy_getinfo(http->easy, CURLINFO_RESPONSE_CODE,
	    &answer->code);
	http->curl.easy_getinfo(http->easy, CURLINFO_CONTENT_TYPE, &type);
	snprintf(answer->type, sizeof(answer->type), "%s", type ? type : "");
	return GBQ_OK;
}

void
http_escape(struct buffer *out, struct slice text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.at[i];

		if (byte && strchr(plain, byte))
			buffer_add_byte(out, text.at[i]);
		else
			buffer_printf(out, "%%%02X", byte);
	}
}
