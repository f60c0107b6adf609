gbq ingest -q $FIXTURES/gb_data_dependent_branch && gbq breaks
