/*
 * url.c - reads the address of a ClickHouse server. Knows nothing of HTTP.
 */
#include "remote/http.h"

#include <stdlib.h>
#include <string.h>

#include "util/input_text.h"

enum { PORT = 8123, TLS_PORT = 8443, MAX_PASSWORD_FILE = 64 << 10 };

static const struct slice plain_scheme = { "clickhouse://", 13 };
static const struct slice tls_scheme = { "clickhouses://", 14 };

bool
remote_url_is(const char *text)
{
	struct slice all = slice_of(text);

	return slice_starts(all, plain_scheme) ||
	    slice_starts(all, tls_scheme);
}

static int
hex_digit(char byte)
{
	const char *digits = "0123456789abcdef";
	const char *at = byte ? strchr(digits, byte | 0x20) : NULL;

	return at ? (int)(at - digits) : -1;
}

/* The text with %XX decoded; NULL where a % is wrong or bytes are control. */
static const char *
url_decode(struct remote_url *url, struct slice text)
{
	char *out = arena_alloc(&url->arena, text.len + 1);
	size_t len = 0;

	for (size_t i = 0; i < text.len; i++) {
		char byte = text.at[i];

		if (byte == '%') {
			int high, low;

			if (text.len - i < 3)
				return NULL;
			high = hex_digit(text.at[i + 1]);
			low = hex_digit(text.at[i + 2]);
			if (high < 0 || low < 0)
				return NULL;
			byte = (char)(high << 4 | low);
			i += 2;
		}
		if ((unsigned char)byte < ' ' || byte == 127)
			return NULL;
		out[len++] = byte;
	}
	return out;
}

static enum gbq_status
url_bad(struct error *error, const char *what)
{
	return error_set(error, GBQ_USAGE, "%s; an address is "
	    "clickhouse://USER@HOST:PORT/DATABASE", what);
}

/* "host", "host:8123", "[::1]:8123" */
static enum gbq_status
read_host(struct remote_url *url, struct slice text, struct error *error)
{
	struct remote_host *host = array_add(&url->hosts);
	size_t bracket = slice_find_byte(text, ']');
	size_t colon = slice_find_last_byte(text, ':');
	int64_t port = url->tls ? TLS_PORT : PORT;

	if (colon != SIZE_MAX && bracket != SIZE_MAX && colon < bracket)
		colon = SIZE_MAX;
	if (colon != SIZE_MAX && (!slice_to_int(slice_part(text, colon + 1,
	    text.len), &port) || port < 1 || port > 65535))
		return url_bad(error, "a port is a number up to 65535");
	text = slice_part(text, 0, colon);
	for (size_t i = 0; i < text.len; i++) {
		if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789"
		    "ABCDEFGHIJKLMNOPQRSTUVWXYZ.-_[]:", text.at[i]))
			return url_bad(error, "the name of a host is wrong");
	}
	if (text.len == 0)
		return url_bad(error, "a host is missing");
	host->name = slice_string(&url->arena, text);
	host->port = (int)port;
	return GBQ_OK;
}

static enum gbq_status
read_hosts(struct remote_url *url, struct slice text, struct error *error)
{
	enum gbq_status status;
	size_t comma;

	do {
		comma = slice_find_byte(text, ',');
		status = read_host(url, slice_part(text, 0, comma), error);
		text = slice_part(text, comma == SIZE_MAX ? text.len :
		    comma + 1, text.len);
	} while (status == GBQ_OK && comma != SIZE_MAX);
	return status;
}

static enum gbq_status
read_user(struct remote_url *url, struct slice text, struct error *error)
{
	if (slice_find_byte(text, ':') != SIZE_MAX)
		return error_set(error, GBQ_USAGE, "the address holds a "
		    "password, which everyone who lists processes sees: leave "
		    "it out and set GBQ_CLICKHOUSE_PASSWORD, or "
		    "GBQ_CLICKHOUSE_PASSWORD_FILE to the file that has it");
	url->user = url_decode(url, text);
	return url->user && *url->user ? GBQ_OK :
	    url_bad(error, "the user is wrong");
}

/* "1" or "0" into *flag. */
static enum gbq_status
read_flag(struct slice name, const char *value, bool *flag,
    struct error *error)
{
	if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
		return error_set(error, GBQ_USAGE, "%.*s of an address is "
		    "0 or 1, not '%s'", (int)name.len, name.at, value);
	*flag = *value == '1';
	return GBQ_OK;
}

static enum gbq_status read_password_file(struct remote_url *url,
    const char *path, struct error *error);

static enum gbq_status
url_read_parameter(struct remote_url *url, struct slice text,
    struct error *error)
{
	size_t equals = slice_find_byte(text, '=');
	struct slice name = slice_part(text, 0, equals);
	const char *value = url_decode(url, slice_part(text,
	    equals == SIZE_MAX ? text.len : equals + 1, text.len));
	bool verify = true;
	enum gbq_status status;

	if (!value || equals == SIZE_MAX)
		return url_bad(error, "a parameter is NAME=VALUE");
	if (slice_equal(name, LITERAL("tls")))
		return read_flag(name, value, &url->tls, error);
	if (slice_equal(name, LITERAL("verify"))) {
		status = read_flag(name, value, &verify, error);
		url->no_verify = !verify;
		return status;
	}
	if (slice_equal(name, LITERAL("password_file")))
		return read_password_file(url, value, error);
	if (slice_equal(name, LITERAL("ca")))
		url->ca_file = value;
	else if (slice_equal(name, LITERAL("layout")))
		url->layout = value;
	else
		return error_set(error, GBQ_USAGE, "an address has no "
		    "parameter '%.*s', but tls, verify, ca, layout and "
		    "password_file", (int)(name.len > 40 ? 40 : name.len),
		    name.at);
	return GBQ_OK;
}

static enum gbq_status
read_parameters(struct remote_url *url, struct slice text,
    struct error *error)
{
	enum gbq_status status = GBQ_OK;
	size_t end;

	while (status == GBQ_OK && text.len) {
		end = slice_find_byte(text, '&');
		status = url_read_parameter(url, slice_part(text, 0, end),
		    error);
		text = slice_part(text, end == SIZE_MAX ? text.len : end + 1,
		    text.len);
	}
	return status;
}

/* ---- the password ---- */

/* It becomes a header of HTTP: no line may end in it. */
static enum gbq_status
take_password(struct remote_url *url, struct slice text,
    struct error *error)
{
	for (size_t i = 0; i < text.len; i++) {
		if ((unsigned char)text.at[i] < ' ')
			return error_set(error, GBQ_USAGE,
			    "the password has a control character in it");
	}
	url->password = slice_string(&url->arena, text);
	return GBQ_OK;
}

static enum gbq_status
read_password_file(struct remote_url *url, const char *path,
    struct error *error)
{
	struct buffer text = { 0 };
	enum gbq_status status = input_text_read(&text, path, MAX_PASSWORD_FILE,
	    error);
	struct slice rest = buffer_slice(&text), line;

	if (status == GBQ_OK && !slice_next_line(&rest, &line))
		status = error_set(error, GBQ_NO_INPUT,
		    "%s holds no password", path);
	if (status == GBQ_OK) {
		if (slice_ends(line, LITERAL("\r")))
			line.len--;
		status = take_password(url, line, error);
	}
	buffer_release(&text);
	return status;
}

static enum gbq_status
find_password(struct remote_url *url, struct error *error)
{
	const char *text = getenv("GBQ_CLICKHOUSE_PASSWORD");
	const char *path = getenv("GBQ_CLICKHOUSE_PASSWORD_FILE");

	if (url->password)
		return GBQ_OK;
	if (text)
		return take_password(url, slice_of(text), error);
	if (path && *path)
		return read_password_file(url, path, error);
	url->password = "";
	return GBQ_OK;
}

/* ---- all of it ---- */

static enum gbq_status
url_read_place(struct remote_url *url, struct slice place, struct slice query,
    struct error *error)
{
	size_t slash = slice_find_byte(place, '/');
	struct slice hosts = slice_part(place, 0, slash);
	struct slice database = slice_part(place, slash == SIZE_MAX ?
	    place.len : slash + 1, place.len);
	size_t at = slice_find_last_byte(hosts, '@');
	enum gbq_status status = GBQ_OK;

	if (at != SIZE_MAX) {
		status = read_user(url, slice_part(hosts, 0, at), error);
		hosts = slice_part(hosts, at + 1, hosts.len);
	}
	if (status == GBQ_OK)
		status = read_parameters(url, query, error);
	/* behind the parameters: tls changes the port */
	if (status == GBQ_OK)
		status = read_hosts(url, hosts, error);
	if (status == GBQ_OK && database.len) {
		url->database = url_decode(url, database);
		if (!url->database)
			status = url_bad(error, "the database is wrong");
	}
	return status;
}

enum gbq_status
remote_url_read(struct remote_url *url, const char *text,
    struct error *error)
{
	struct slice rest = slice_of(text), query = LITERAL("");
	enum gbq_status status;
	size_t mark;

	memset(url, 0, sizeof(*url));
	arena_init(&url->arena);
	url->user = url->database = "default";
	if (slice_take(&rest, tls_scheme))
		url->tls = true;
	else if (!slice_take(&rest, plain_scheme))
		return url_bad(error, "this is no address of a cluster");
	mark = slice_find_byte(rest, '?');
	if (mark != SIZE_MAX)
		query = slice_part(rest, mark + 1, rest.len);
	status = url_read_place(url, slice_part(rest, 0, mark), query, error);
	return status == GBQ_OK ? find_password(url, error) : status;
}

void
remote_url_release(struct remote_url *url)
{
	array_release(&url->hosts);
	arena_release(&url->arena);
	memset(url, 0, sizeof(*url));
}
