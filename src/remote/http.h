/*
 * http.h - POST over HTTP by libcurl, which is loaded at the first use: a
 * program that needs no network starts without it. Knows nothing of SQL.
 */
#ifndef GBQ_REMOTE_HTTP_H
#define GBQ_REMOTE_HTTP_H

#include "remote/url.h"

struct http;

/* What to send. All zero but url is an empty POST. */
struct http_request {
	const char *url;
	struct slice body;
	bool is_gzip;			/* the body is: Content-Encoding */
	double timeout_s;		/* of the whole; 0: none */
	size_t max_answer;		/* bytes; 0: no limit */
	/* Asked now and then; true stops it (INTERRUPTED). May be NULL. */
	bool (*stop)(void *data);
	void *stop_data;
};

struct http_answer {
	long code;			/* 200, …; 0: no answer came */
	struct buffer body;
	char type[128];			/* Content-Type, or "" */
};

/*
 * A new handle that keeps its connections; url (borrowed, outlives it) gives
 * user, password and what TLS trusts. IO: libcurl.so.4 is not installed.
 */
enum status http_new(struct http **out, const struct remote_url *url,
    struct error *error);
void http_free(struct http *http);

/*
 * Send and receive; answer->body is emptied first. OK: an answer came,
 * whatever its code. IO: none came; *again (may be NULL) tells whether that
 * can pass (a connection refused or cut) or not (a certificate that is not
 * trusted). LIMIT: timeout or too long an answer; INTERRUPTED.
 */
enum status http_post(struct http *http, const struct http_request *request,
    struct http_answer *answer, bool *again, struct error *error);

/* Append the bytes with all but letters, digits and "-._~" as %XX. */
void http_escape(struct buffer *out, struct slice text);

#endif
