/*
 * url.h - the address of a ClickHouse server or cluster:
 * clickhouse://USER@HOST:PORT,HOST:PORT/DATABASE?NAME=VALUE&…
 *
 * A password is never part of it: an address stands in process lists and in
 * the history of shells.
 */
#ifndef GBQ_REMOTE_URL_H
#define GBQ_REMOTE_URL_H

#include "util/error.h"
#include "util/text.h"

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
 * read. Release it in any case.
 */
enum status remote_url_read(struct remote_url *url, const char *text,
    struct error *error);

void remote_url_release(struct remote_url *url);

#endif
