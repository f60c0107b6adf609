/*
 * hash.c - digests by libcrypto.
 */
#include "util/hash.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdlib.h>

struct hash {
	EVP_MD_CTX *context;
	const EVP_MD *kind;
};

/* libcrypto also tells from where. */
static void *
hash_allocate(size_t size, const char *file, int line)
{
	(void)file;
	(void)line;
	return mem_alloc(size);
}

static void *
hash_reallocate(void *old, size_t size, const char *file, int line)
{
	(void)file;
	(void)line;
	if (size == 0) {
		free(old);
		return NULL;
	}
	return mem_realloc(old, size);
}

static void
hash_release(void *memory, const char *file, int line)
{
	(void)file;
	(void)line;
	free(memory);
}

void
hash_prepare(void)
{
	/* Refused, and not needed, once libcrypto is in use. */
	CRYPTO_set_mem_functions(hash_allocate, hash_reallocate, hash_release);
}

/* A digest that was not computed would be that of other bytes. */
static void
hash_check(int done)
{
	if (!done)
		mem_fail();
}

struct hash *
hash_new(enum hash_kind kind)
{
	struct hash *hash = mem_calloc(1, sizeof(*hash));

	hash->context = EVP_MD_CTX_new();
	hash->kind = kind == HASH_MD5 ? EVP_md5() : EVP_sha256();
	if (!hash->context)
		mem_fail();
	hash_begin(hash);
	return hash;
}

void
hash_free(struct hash *hash)
{
	if (!hash)
		return;
	EVP_MD_CTX_free(hash->context);
	free(hash);
}

void
hash_begin(struct hash *hash)
{
	hash_check(EVP_DigestInit_ex(hash->context, hash->kind, NULL));
}

void
hash_add(struct hash *hash, struct slice bytes)
{
	if (bytes.len)
		hash_check(EVP_DigestUpdate(hash->context, bytes.at,
		    bytes.len));
}

void
hash_end(struct hash *hash, char hex[HASH_HEX_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char digest[EVP_MAX_MD_SIZE];
	size_t i;

	hash_check(EVP_DigestFinal_ex(hash->context, digest, NULL));
	for (i = 0; i < HASH_BYTES; i++) {
		hex[2 * i] = digits[digest[i] >> 4];
		hex[2 * i + 1] = digits[digest[i] & 15];
	}
	hex[HASH_HEX_SIZE - 1] = '\0';
}

void
hash_of(struct slice bytes, char hex[HASH_HEX_SIZE])
{
	struct hash *hash = hash_new(HASH_SHA256);

	hash_add(hash, bytes);
	hash_end(hash, hex);
	hash_free(hash);
}

bool
hash_parse(const char *hex, unsigned char bytes[HASH_BYTES])
{
	int high, low;
	size_t i;

	for (i = 0; i < HASH_BYTES; i++) {
		high = byte_hex_value(hex[2 * i]);
		low = high < 0 ? -1 : byte_hex_value(hex[2 * i + 1]);
		if (low < 0)
			return false;
		bytes[i] = (unsigned char)(high * 16 + low);
	}
	return hex[HASH_HEX_SIZE - 1] == '\0';
}
