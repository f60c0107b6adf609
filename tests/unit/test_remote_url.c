/*
 * test_remote_url.c - addresses of clusters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "remote/http.h"

static int
begin(void **state)
{
	(void)state;
	unsetenv("GBQ_CLICKHOUSE_PASSWORD");
	unsetenv("GBQ_CLICKHOUSE_PASSWORD_FILE");
	return 0;
}

static void
all_parts_are_read(void **state)
{
	struct remote_url url;

	(void)state;
	assert_int_equal(remote_url_read(&url, "clickhouse://me%40x@a:1,[::1]/"
	    "gbq?tls=1&layout=cluster%3Dc&ca=/x.pem&verify=0", NULL),
	    GBQ_OK);
	assert_string_equal(url.user, "me@x");
	assert_string_equal(url.password, "");
	assert_string_equal(url.database, "gbq");
	assert_string_equal(url.layout, "cluster=c");
	assert_string_equal(url.ca_file, "/x.pem");
	assert_true(url.tls && url.no_verify);
	assert_int_equal(url.hosts.count, 2);
	assert_string_equal(url.hosts.items[0].name, "a");
	assert_int_equal(url.hosts.items[0].port, 1);
	assert_string_equal(url.hosts.items[1].name, "[::1]");
	assert_int_equal(url.hosts.items[1].port, 8443);
	remote_url_release(&url);
}

static void
what_is_left_out_has_a_default(void **state)
{
	struct remote_url url;

	(void)state;
	assert_int_equal(remote_url_read(&url, "clickhouse://host", NULL),
	    GBQ_OK);
	assert_string_equal(url.user, "default");
	assert_string_equal(url.database, "default");
	assert_int_equal(url.hosts.items[0].port, 8123);
	assert_false(url.tls || url.no_verify);
	assert_null(url.layout);
	remote_url_release(&url);
	assert_int_equal(remote_url_read(&url, "clickhouses://host/", NULL),
	    GBQ_OK);
	assert_int_equal(url.hosts.items[0].port, 8443);
	assert_true(url.tls);
	remote_url_release(&url);
}

static void
a_password_in_an_address_is_refused_and_not_repeated(void **state)
{
	static const char *const texts[] = { "clickhouse://me:hush@host/db",
		"clickhouse://me:hush@x@host/db", "clickhouse://:hush@host",
		"clickhouse://me:hush/a@host/db" };
	struct remote_url url;
	struct error error;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		assert_int_equal(remote_url_read(&url, texts[i], &error),
		    GBQ_USAGE);
		assert_null(strstr(error.message, "hush"));
		remote_url_release(&url);
	}
}

static void
wrong_addresses_are_refused(void **state)
{
	static const char *const texts[] = { "http://host", "clickhouse://",
		"clickhouse://host:0", "clickhouse://host:70000",
		"clickhouse://host:x", "clickhouse://a,,b", "clickhouse://@a",
		"clickhouse://a/b?tls=2", "clickhouse://a/b?nonsense=1",
		"clickhouse://a/b?tls", "clickhouse://a/%0a",
		"clickhouse://a/%4",
		"clickhouse://a b/", "clickhouse://%0d@a/" };
	struct remote_url url;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		assert_int_equal(remote_url_read(&url, texts[i], NULL),
		    GBQ_USAGE);
		remote_url_release(&url);
	}
	assert_false(remote_url_is("http://host"));
	assert_true(remote_url_is("clickhouses://"));
}

static void
write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void
a_password_comes_from_the_environment_or_a_file(void **state)
{
	char path[] = "/tmp/gbq_url_XXXXXX", text[80];
	struct remote_url url;
	int descriptor = mkstemp(path);

	(void)state;
	assert_true(descriptor >= 0);
	write_file(path, "from a file\nmore\n");
	setenv("GBQ_CLICKHOUSE_PASSWORD_FILE", path, 1);
	assert_int_equal(remote_url_read(&url, "clickhouse://a", NULL), 0);
	assert_string_equal(url.password, "from a file");
	remote_url_release(&url);
	setenv("GBQ_CLICKHOUSE_PASSWORD", "from it", 1);
	assert_int_equal(remote_url_read(&url, "clickhouse://a", NULL), 0);
	assert_string_equal(url.password, "from it");
	remote_url_release(&url);
	snprintf(text, sizeof(text), "clickhouse://a/?password_file=%s", path);
	assert_int_equal(remote_url_read(&url, text, NULL), 0);
	assert_string_equal(url.password, "from a file");
	remote_url_release(&url);
	setenv("GBQ_CLICKHOUSE_PASSWORD", "a\r\nHeader: b", 1);
	assert_int_equal(remote_url_read(&url, "clickhouse://a", NULL),
	    GBQ_USAGE);
	remote_url_release(&url);
	unlink(path);
	assert_int_equal(remote_url_read(&url, text, NULL), GBQ_NO_INPUT);
	remote_url_release(&url);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(all_parts_are_read, begin),
		cmocka_unit_test_setup(what_is_left_out_has_a_default, begin),
		cmocka_unit_test_setup(
		    a_password_in_an_address_is_refused_and_not_repeated,
		    begin),
		cmocka_unit_test_setup(wrong_addresses_are_refused, begin),
		cmocka_unit_test_setup(
		    a_password_comes_from_the_environment_or_a_file, begin)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
