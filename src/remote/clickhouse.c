/*
 * clickhouse.c - requests to ClickHouse: addresses, settings, errors, and
 * which of them are worth another try.
 */
#include "remote/clickhouse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "remote/http.h"

enum {
	TRIES = 3,
	MAX_ANSWER = 256000000,		/* bytes of rows, in memory */
	FIRST_WAIT_MS = 200, MAX_WAIT_MS = 5000
};

/* What a user may set. */
enum freedom {
	SETS_ALL,
	SETS_NO_READONLY,		/* it has readonly=2 */
	SETS_NOTHING			/* it has readonly=1 */
};

struct clickhouse {
	struct remote_url url;
	struct http *http;
	struct clickhouse_options options;
	size_t host;			/* that answered last */
	enum freedom freedom;
	int version, code;
	char version_text[32];
	struct http_answer answer;
};

/* A request in the making. */
struct order {
	const char *sql;		/* in the address where body is data */
	struct slice body;
	bool is_insert, in_database, this_host_only;
	const struct clickhouse_setting *settings;
	bool sent_again;
};

/* ---- settings ---- */

static const struct clickhouse_setting read_settings[] = {
	{ "readonly", "1" },
	{ "join_use_nulls", "1" },
	{ "join_default_strictness", "ALL" },
	{ "distributed_product_mode", "local" },
	{ NULL, NULL }
};

static const struct clickhouse_setting write_settings[] = {
	/* the answer comes when the shards have the rows */
	{ "insert_distributed_sync", "1" },
	/* rows that were taken away may come again */
	{ "insert_deduplicate", "0" },
	{ NULL, NULL }
};

static bool
has_setting(const struct clickhouse_setting *settings, const char *name)
{
	for (; settings && settings->name; settings++) {
		if (strcmp(settings->name, name) == 0)
			return true;
	}
	return false;
}

static void
clickhouse_add_parameter(struct buffer *out, const char *name,
    struct slice value)
{
	buffer_printf(out, "&%s=", name);
	http_escape(out, value);
}

static void
add_settings(const struct clickhouse *ch, const struct order *order,
    struct buffer *out)
{
	const struct clickhouse_setting *own = ch->options.writes ?
	    write_settings : read_settings;

	if (ch->freedom == SETS_NOTHING)
		return;
	for (; own->name; own++) {
		if (has_setting(order->settings, own->name) ||
		    (ch->freedom == SETS_NO_READONLY &&
		    strcmp(own->name, "readonly") == 0))
			continue;
		clickhouse_add_parameter(out, own->name, slice_of(own->value));
	}
	for (own = order->settings; own && own->name; own++)
		clickhouse_add_parameter(out, own->name, slice_of(own->value));
}

/* wait_end_of_query: errors that come late are no rows under HTTP 200. */
static void
add_address(const struct clickhouse *ch, const struct order *order,
    struct buffer *out)
{
	const struct remote_host *host = &ch->url.hosts.items[ch->host];

	buffer_printf(out, "%s://%s:%d/?wait_end_of_query=1"
	    "&default_format=TabSeparatedWithNamesAndTypes",
	    ch->url.tls ? "https" : "http", host->name, host->port);
	if (order->in_database)
		clickhouse_add_parameter(out, "database",
		    slice_of(ch->url.database));
	add_settings(ch, order, out);
	if (order->is_insert)
		clickhouse_add_parameter(out, "query", slice_of(order->sql));
}

/* ---- errors ---- */

/* Errors of the server that may be none the next time. */
static bool
code_passes(int code, bool is_insert)
{
	switch (code) {
	case 32:	/* read after the end: a shard is gone; a cut body */
	case 95:	/* cannot read from a socket */
	case 96:	/* cannot write to a socket */
	case 202:	/* too many simultaneous queries */
	case 203:	/* no free connection */
	case 209:	/* socket timeout */
	case 210:	/* network error */
	case 279:	/* all connection tries failed: a shard is down */
		return true;
	case 33:	/* cannot read all data */
	case 159:	/* timeout exceeded */
	case 241:	/* memory limit exceeded */
	case 252:	/* too many parts: merges are behind */
	case 319:	/* unknown status of the insert */
	case 354:	/* inflate failed: the body was cut */
	case 999:	/* the keeper is not there */
		return is_insert;
	default:
		return false;
	}
}

static bool
http_passes(long code)
{
	return code == 429 || code == 502 || code == 503 || code == 504;
}

static enum gbq_status
status_of_code(int code)
{
	switch (code) {
	case 202:
	case 252:
		return GBQ_BUSY;
	case 158:	/* too many rows */
	case 159:
	case 241:
	case 307:	/* too many bytes */
	case 396:	/* too long a result */
		return GBQ_LIMIT;
	case 32:
	case 95:
	case 96:
	case 209:
	case 210:
	case 279:
		return GBQ_IO;
	default:
		return GBQ_DATABASE;
	}
}

static void
fill_error(const struct clickhouse *ch, enum gbq_status status,
    const char *text, struct slice message, struct error *error)
{
	const struct remote_host *host = &ch->url.hosts.items[ch->host];

	error_set(error, status, "%s:%d: %s%.*s", host->name, host->port,
	    text, message.len > 380 ? 380 : (int)message.len, message.at);
}

/* What the server says is wrong; *again whether it may pass. */
static enum gbq_status
clickhouse_refused(struct clickhouse *ch, bool is_insert, bool *again,
    struct error *error)
{
	struct slice message = slice_trim(buffer_slice(&ch->answer.body));
	enum gbq_status status = GBQ_DATABASE;
	char text[80];

	ch->code = remote_error_code(message, &message);
	if (ch->code) {
		snprintf(text, sizeof(text), "Code %d: ", ch->code);
		status = status_of_code(ch->code);
	} else {
		snprintf(text, sizeof(text), "HTTP status %ld: ",
		    ch->answer.code);
		if (ch->answer.code == 429 || ch->answer.code == 503)
			status = GBQ_BUSY;
	}
	*again = ch->code ? code_passes(ch->code, is_insert) :
	    http_passes(ch->answer.code);
	if (ch->answer.code == 401 || ch->code == 193 || ch->code == 192 ||
	    ch->code == 516)
		snprintf(text, sizeof(text), "user '%.40s' or the password is "
		    "wrong: ", ch->url.user);
	/* joins of distributed tables, by a user who may set nothing */
	if (ch->code == 288 && ch->freedom == SETS_NOTHING)
		message = LITERAL("the profile of the user needs "
		    "distributed_product_mode=local, or readonly=2 in place "
		    "of 1");
	fill_error(ch, status, text, message, error);
	return status;
}

/* ---- one request, with tries ---- */

/* Milliseconds before the try of that number, some more for each: two that
 * wait for the same server do not come back together. */
static long
wait_of(int attempt)
{
	long ms = FIRST_WAIT_MS << (attempt > 5 ? 5 : attempt);
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = ms > MAX_WAIT_MS ? MAX_WAIT_MS : ms;
	return ms + now.tv_nsec / 1000 % (ms / 4 + 1);
}

/* Sleep; false where it was stopped. */
static bool
pause_ms(struct clickhouse *ch, long ms)
{
	const struct gbq_limits *limits = &ch->options.limits;
	struct timespec step = { 0, 50 * 1000 * 1000 };

	for (; ms > 0; ms -= 50) {
		if (limits->stop && limits->stop(limits->stop_data))
			return false;
		nanosleep(&step, NULL);
	}
	return true;
}

static enum gbq_status
post_once(struct clickhouse *ch, struct order *order, bool *again,
    struct error *error)
{
	struct buffer url = { 0 };
	struct http_request request = { .body = order->body,
	    .is_gzip = order->is_insert, .max_answer = MAX_ANSWER,
	    .limits = ch->options.limits };
	struct error inner = { GBQ_OK, "" };
	enum gbq_status status;

	ch->code = 0;
	add_address(ch, order, &url);
	request.url = buffer_string(&url);
	status = http_post(ch->http, &request, &ch->answer, again, &inner);
	buffer_release(&url);
	if (status != GBQ_OK)
		fill_error(ch, status, "", slice_of(inner.message), error);
	else if (ch->answer.code != 200 ||
	    (order->is_insert && ch->answer.body.len))
		status = clickhouse_refused(ch, order->is_insert, again, error);
	return status;
}

/* The server that answered last comes first, then the others of the address;
 * only those that do not answer at all are passed over. */
static enum gbq_status
post_anywhere(struct clickhouse *ch, struct order *order, bool *again,
    struct error *error)
{
	size_t hosts = order->this_host_only ? 1 : ch->url.hosts.count;
	enum gbq_status status;

	for (;;) {
		status = post_once(ch, order, again, error);
		if (status != GBQ_IO || !*again || --hosts == 0 ||
		    ch->answer.code)
			return status;
		order->sent_again = true;
		ch->host = (ch->host + 1) % ch->url.hosts.count;
	}
}

static enum gbq_status
clickhouse_post(struct clickhouse *ch, struct order *order, struct error *error)
{
	int tries = ch->options.tries ? ch->options.tries : TRIES, attempt;
	enum gbq_status status = GBQ_OK;
	bool again = false;

	for (attempt = 0; attempt < tries; attempt++) {
		if (attempt && !pause_ms(ch, wait_of(attempt - 1)))
			return error_set(error, GBQ_INTERRUPTED,
			    "interrupted");
		order->sent_again = order->sent_again || attempt > 0;
		status = post_anywhere(ch, order, &again, error);
		if (status == GBQ_OK || !again)
			break;
	}
	return status;
}

/* ---- statements ---- */

static enum gbq_status
clickhouse_read_rows(struct clickhouse *ch, struct remote_rows *rows,
    struct error *error)
{
	struct buffer spare = rows->body;
	struct error inner = { GBQ_OK, "" };
	enum gbq_status status;

	if (ch->answer.body.len &&
	    strncmp(ch->answer.type, "text/tab-separated-values", 25) != 0) {
		rows->at = rows->columns.count = 0;
		return error_set(error, GBQ_USAGE, "leave FORMAT out of "
		    "the SQL: gbq makes its own (-f)");
	}
	rows->body = ch->answer.body;
	ch->answer.body = spare;
	status = remote_rows_begin(rows, &ch->code, &inner);
	if (status != GBQ_OK) {
		status = ch->code ? status_of_code(ch->code) : status;
		fill_error(ch, status, "", slice_of(inner.message), error);
	}
	return status;
}

enum gbq_status
clickhouse_query(struct clickhouse *ch, const char *sql,
    const struct clickhouse_setting *settings, struct remote_rows *rows,
    struct error *error)
{
	struct order order = { .sql = sql, .body = slice_of(sql),
	    .in_database = true, .settings = settings };
	enum gbq_status status = clickhouse_post(ch, &order, error);

	return status == GBQ_OK ? clickhouse_read_rows(ch, rows, error)
				   : status;
}

enum gbq_status
clickhouse_do(struct clickhouse *ch, const char *sql,
    const struct clickhouse_setting *settings, struct error *error)
{
	struct order order = { .sql = sql, .body = slice_of(sql),
	    .in_database = true, .settings = settings };

	return clickhouse_post(ch, &order, error);
}

static enum gbq_status
post_on(struct clickhouse *ch, size_t host, bool in_database,
    const char *sql, struct error *error)
{
	struct order order = { .sql = sql, .body = slice_of(sql),
	    .in_database = in_database, .this_host_only = true };
	size_t before = ch->host;
	enum gbq_status status;

	ch->host = host;
	status = clickhouse_post(ch, &order, error);
	ch->host = before;
	return status;
}

enum gbq_status
clickhouse_do_on(struct clickhouse *ch, size_t host, bool in_database,
    const char *sql, struct error *error)
{
	return post_on(ch, host, in_database, sql, error);
}

enum gbq_status
clickhouse_query_on(struct clickhouse *ch, size_t host, bool in_database,
    const char *sql, struct remote_rows *rows, struct error *error)
{
	enum gbq_status status = post_on(ch, host, in_database, sql, error);

	return status == GBQ_OK ? clickhouse_read_rows(ch, rows, error)
				   : status;
}

enum gbq_status
clickhouse_insert(struct clickhouse *ch, const char *statement,
    const struct clickhouse_setting *settings, struct slice gzip_body,
    bool *repeated, struct error *error)
{
	struct order order = { .sql = statement, .body = gzip_body,
	    .is_insert = true, .in_database = true, .settings = settings };
	enum gbq_status status = clickhouse_post(ch, &order, error);

	*repeated = *repeated || order.sent_again;
	return status;
}

void
clickhouse_literal(struct buffer *out, struct slice text)
{
	if (!text.at) {
		buffer_add_string(out, "NULL");
		return;
	}
	buffer_add_byte(out, '\'');
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '\0') {
			buffer_add_string(out, "\\0");
			continue;
		}
		if (text.at[i] == '\'' || text.at[i] == '\\')
			buffer_add_byte(out, '\\');
		buffer_add_byte(out, text.at[i]);
	}
	buffer_add_byte(out, '\'');
}

/* ---- connecting ---- */

static enum gbq_status
ask_version(struct clickhouse *ch, struct error *error)
{
	struct order order = { .body = LITERAL("SELECT version()") };
	struct remote_rows rows = { 0 };
	enum gbq_status status = clickhouse_post(ch, &order, error);
	int major = 0, minor = 0;
	bool row = false;

	if (status == GBQ_OK)
		status = clickhouse_read_rows(ch, &rows, error);
	if (status == GBQ_OK)
		status = remote_rows_next(&rows, &row, error);
	if (status == GBQ_OK && row && rows.cells[0].bytes)
		snprintf(ch->version_text, sizeof(ch->version_text), "%s",
		    rows.cells[0].bytes);
	remote_rows_release(&rows);
	if (status != GBQ_OK)
		return status;
	if (sscanf(ch->version_text, "%d.%d", &major, &minor) != 2)
		return error_set(error, GBQ_DATABASE, "%s: this is no "
		    "ClickHouse server", ch->url.hosts.items[ch->host].name);
	ch->version = major * 1000 + minor;
	return GBQ_OK;
}

/* A user that may set nothing: are its settings those that gbq needs? */
static enum gbq_status
check_settings(struct clickhouse *ch, struct error *error)
{
	struct order order = { .body = LITERAL("SELECT name FROM "
	    "system.settings WHERE name = 'join_use_nulls' AND value = '1'") };
	struct remote_rows rows = { 0 };
	enum gbq_status status = clickhouse_post(ch, &order, error);
	bool row = false;

	if (status == GBQ_OK)
		status = clickhouse_read_rows(ch, &rows, error);
	if (status == GBQ_OK)
		status = remote_rows_next(&rows, &row, error);
	remote_rows_release(&rows);
	if (status == GBQ_OK && !row)
		fill_error(ch, status = GBQ_DATABASE, "the profile of the "
		    "user forbids settings, and has not what gbq's SQL needs: "
		    "give it readonly=2, or join_use_nulls=1",
		    LITERAL(""), error);
	return status;
}

/* Find out what the user may set by trying, the most first. */
static enum gbq_status
clickhouse_learn(struct clickhouse *ch, struct error *error)
{
	enum gbq_status status = ask_version(ch, error);

	while (status != GBQ_OK && ch->code == 164 &&
	    ch->freedom != SETS_NOTHING && !ch->options.writes) {
		ch->freedom++;
		status = ask_version(ch, error);
	}
	if (status == GBQ_OK && ch->freedom == SETS_NOTHING)
		status = check_settings(ch, error);
	return status;
}

enum gbq_status
clickhouse_connect(struct clickhouse **out, const char *url,
    const struct clickhouse_options *options, struct error *error)
{
	struct clickhouse *ch = mem_calloc(1, sizeof(*ch));
	enum gbq_status status = remote_url_read(&ch->url, url, error);

	*out = NULL;
	if (options)
		ch->options = *options;
	if (status == GBQ_OK)
		status = http_new(&ch->http, &ch->url, error);
	if (status == GBQ_OK)
		status = clickhouse_learn(ch, error);
	if (status != GBQ_OK) {
		clickhouse_close(ch);
		return status;
	}
	*out = ch;
	return GBQ_OK;
}

void
clickhouse_close(struct clickhouse *ch)
{
	if (!ch)
		return;
	http_free(ch->http);
	buffer_release(&ch->answer.body);
	remote_url_release(&ch->url);
	free(ch);
}

const struct remote_url *
clickhouse_url(const struct clickhouse *ch)
{
	return &ch->url;
}

int
clickhouse_version(const struct clickhouse *ch)
{
	return ch->version;
}

const char *
clickhouse_version_text(const struct clickhouse *ch)
{
	return ch->version_text;
}

int
clickhouse_code(const struct clickhouse *ch)
{
	return ch->code;
}

void
clickhouse_set_timeout(struct clickhouse *ch, double timeout_s)
{
	ch->options.limits.timeout_s = timeout_s;
}
