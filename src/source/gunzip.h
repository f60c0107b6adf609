/*
 * gunzip.h - unpacks gzip bytes as they stream in.
 */
#ifndef GBQ_SOURCE_GUNZIP_H
#define GBQ_SOURCE_GUNZIP_H

#include "util/text.h"

struct gunzip;

/* Unpacked bytes go to use(data, piece). */
struct gunzip *gunzip_new(void (*use)(void *data, struct slice piece),
    void *data);

/* Take the next bytes; false if they are no gzip. Members may follow. */
bool gunzip_feed(struct gunzip *gunzip, struct slice piece);

/* The input is over: false if it is cut. Frees it. */
bool gunzip_end(struct gunzip *gunzip);

#endif
