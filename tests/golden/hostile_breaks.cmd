gbq ingest -q $FIXTURES/gb_explicit_break_messages && gbq breaks --all
