/*
 * known_artifacts.h - names of artifacts that torch and tlparse write and that
 * hold no count of breaks, recompiles or failures: kept as text, not a news.
 */
#ifndef GBQ_PARSE_LOG_KNOWN_ARTIFACTS_H
#define GBQ_PARSE_LOG_KNOWN_ARTIFACTS_H

#include <stdbool.h>

#include "util/text.h"

/* Whether a file in a compile's folder, of kind FILE_OTHER, has such a name. */
bool artifact_is_known(struct slice name);

#endif
