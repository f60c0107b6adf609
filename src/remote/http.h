/*
 * http.h - the address of a ClickHouse server or cluster:
 * clickhouse://USER@HOST:PORT,HOST:PORT/DATABASE?NAME=VALUE&…
 *
 * A password is never part of it: an address stands in process lists and in
 * the history of shells.
 */
#ifndef GBQ_REMOTE_HTTP_H
#define GBQ_REMOTE_HTTP_H

#include "gbq.h"
#include "util/error.h"
#include "util/text.h"

struct http;

struct remote_host {
	const char *name;		/* [::1] with its brackets */
	int port;
};

/* Texts live as long as the arena. */
struct remote_url {
	struct arena arena;
	ARRAY_OF(struct remote_host) hosts;	/* at least one */
	const char *user;		/* "default" where none is given */
	const char *password;		/* "" where there is none */
	const char *database;		/* "default" where none is given */
	const char *layout;		/* layout=…; or NULL */
	const char *ca_file;		/* ca=FILE: certificates; or NULL */
	bool tls;			/* clickhouses:// or tls=1 */
	bool no_verify;			/* verify=0 */
};

/* Whether a text is meant as such an address, right or wrong. */
bool remote_url_is(const char *text);

/*
 * Read an address, and the password from $GBQ_CLICKHOUSE_PASSWORD, or from the
 * first line of the file that password_file=FILE in the address, or else
 * $GBQ_CLICKHOUSE_PASSWORD_FILE, names. Ports default to 8123, with TLS 8443.
 * %XX stands for a byte. USAGE: the text is no such address, or has a password
 * in it (which the message does not repeat); NO_INPUT: a file that cannot be
 * read; LIMIT: one of more than 64 KiB. Release it in any case.
 */
enum gbq_status remote_url_read(struct remote_url *url, const char *text,
    struct error *error);

void remote_url_release(struct remote_url *url);

/*
 * ---- http.c ----
 *
 * POST over HTTP by libcurl, which is loaded at the first use: a
 * program that needs no network starts without it. Knows nothing of SQL.
 */

/* What to send. All zero but url is an empty POST. */
struct http_request {
	const char *url;
	struct slice body;
	bool is_gzip;			/* the body is: Content-Encoding */
	size_t max_answer;		/* bytes; 0: no limit */
	struct gbq_limits limits;	/* timeout of the whole; stop */
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
enum gbq_status http_new(struct http **out, const struct remote_url *url,
    struct error *error);
void http_free(struct http *http);

/*
 * Send and receive; answer->body is emptied first. OK: an answer came,
 * whatever its code. IO: none came; *again (may be NULL) tells whether that
 * can pass (a connection refused or cut) or not (a certificate that is not
 * trusted). LIMIT: timeout or too long an answer; INTERRUPTED.
 */
enum gbq_status http_post(struct http *http, const struct http_request *request,
    struct http_answer *answer, bool *again, struct error *error);

/* Append the bytes with all but letters, digits and "-._~" as %XX. */
void http_escape(struct buffer *out, struct slice text);

#endif
