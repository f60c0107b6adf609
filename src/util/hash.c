/*
 * hash.c - digests by libcrypto.
 */
#include "util/hash.h"

#include <openssl/evp.h>
#include <stdlib.h>

struct hash {
	EVP_MD_CTX *context;
	const EVP_MD *kind;
};

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
	EVP_DigestInit_ex(hash->context, hash->kind, NULL);
}

void
hash_add(struct hash *hash, struct slice bytes)
{
	if (bytes.len)
		EVP_DigestUpdate(hash->context, bytes.at, bytes.len);
}

void
hash_end(struct hash *hash, char hex[HASH_HEX_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char digest[EVP_MAX_MD_SIZE];
	size_t i;

	EVP_DigestFinal_ex(hash->context, digest, NULL);
	for (i = 0; i < HASH_BYTES; i++) {
		hex[2 * i] = digits[digest[i] >> 4];
		hex[2 * i + 1] = digits[digest[i] & 15];
	}
	hex[HASH_HEX_SIZE - 1] = '\0';
}

static int
digit_value(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	if (digit >= 'A' && digit <= 'F')
		return digit - 'A' + 10;
	return -1;
}

bool
hash_parse(const char *hex, unsigned char bytes[HASH_BYTES])
{
	int high, low;
	size_t i;

	for (i = 0; i < HASH_BYTES; i++) {
		high = digit_value(hex[2 * i]);
		low = high < 0 ? -1 : digit_value(hex[2 * i + 1]);
		if (low < 0)
			return false;
		bytes[i] = (unsigned char)(high * 16 + low);
	}
	return hex[HASH_HEX_SIZE - 1] == '\0';
}
