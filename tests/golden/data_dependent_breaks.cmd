gbq ingest -q $FIXTURES/pair_cond_before && gbq breaks
