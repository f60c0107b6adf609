/*
 * redact.h - takes out of texts what is not to be shared: the names of
 * folders and files, source lines. Pure text work.
 *
 * Parts of a path become 8 hex digits each, the same everywhere, so that equal
 * paths stay equal; who can guess a name can check the guess.
 */
#ifndef GBQ_MODEL_REDACT_H
#define GBQ_MODEL_REDACT_H

#include "util/text.h"

/*
 * Append a path with its parts hashed, but for what lies below site-packages,
 * dist-packages or python3.x, and torch's own folders. Endings stay.
 */
void redact_path(struct buffer *out, struct slice path);

/* Append "a.py:f>b.py:g" with the paths redacted. */
void redact_chain(struct buffer *out, struct slice chain);

/* Append free text: each absolute path and each File "…" in it redacted. */
void redact_paths_in(struct buffer *out, struct slice text);

#endif
