gbq ingest -q $FIXTURES/name_exec_string_lambda && gbq breaks && gbq problems
