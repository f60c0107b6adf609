gbq ingest -q $FIXTURES/reset_repeats && gbq schema breaks -v
