/*
 * compile_id.h - compile ids as texts and as folder names.
 */
#ifndef GBQ_PARSE_COMPILE_ID_H
#define GBQ_PARSE_COMPILE_ID_H

#include "model/compile_key.h"

/*
 * Read "[!CA/F/C_A]" (brackets optional): "[0/0]", "[12/3_2]", "[!0/-/-]",
 * "[-/-]". *attempt is 0 where none is written. Rank and process of *key are
 * NO_ID. False, nothing written, for anything else, "(unknown)" too.
 */
bool compile_id_parse(struct slice text, struct compile_key *key,
    int64_t *attempt);

/*
 * Read a report's folder name: "F_C_A" (tlparse to 0.3.30) or "CA_F_C_A"
 * ("-" = none). *attempt is NO_ID where it is "-".
 */
bool compile_folder_parse(struct slice name, struct compile_key *key,
    int64_t *attempt);

/*
 * Take a resume function's name apart: "torch_dynamo_resume_in_f_at_9" gives
 * "f" and 9; also "<resume in f>" of torch before 2.4, line UNKNOWN_INT.
 * Nested names are followed to the innermost function; the line is that of
 * the outermost name. False (and *function = name) for other names.
 */
bool resume_name_parse(struct slice name, struct slice *function,
    int64_t *line);

#endif
