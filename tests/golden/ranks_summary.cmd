gbq ingest -q $FIXTURES/dist_diverge_break && gbq summary && gbq breaks
