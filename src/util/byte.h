/*
 * byte.h - what kind of a byte: that of ASCII, whatever the locale is.
 */
#ifndef GBQ_UTIL_BYTE_H
#define GBQ_UTIL_BYTE_H

#include <stdbool.h>

static inline bool
byte_is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

static inline bool
byte_is_letter(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static inline bool
byte_is_letter_or_digit(char byte)
{
	return byte_is_letter(byte) || byte_is_digit(byte);
}

/* Whether a name of Python or SQL may hold it: '_' and all above ASCII, too. */
static inline bool
byte_is_name(char byte)
{
	return byte_is_letter_or_digit(byte) || byte == '_' || (byte & 0x80);
}

/* The value of a hex digit; -1: it is none. */
static inline int
byte_hex_value(char byte)
{
	if (byte_is_digit(byte))
		return byte - '0';
	if (byte >= 'a' && byte <= 'f')
		return byte - 'a' + 10;
	if (byte >= 'A' && byte <= 'F')
		return byte - 'A' + 10;
	return -1;
}

#endif
