gbq ingest -q $FIXTURES/mixtral_moe && gbq breaks
