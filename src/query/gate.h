/*
 * gate.h - does a run keep to limits and to a baseline?
 */
#ifndef GBQ_QUERY_GATE_H
#define GBQ_QUERY_GATE_H

#include "query/diff/diff.h"

enum gbq_status gate_make(const struct gbq_side *side,
    const struct gbq_gate_limits *limits, struct gbq_gate **out,
    struct error *error);

void gate_free(struct gbq_gate *gate);

#endif
