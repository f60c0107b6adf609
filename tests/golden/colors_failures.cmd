gbq ingest -q $FIXTURES/recompile_limit_fail && gbq --color always failures && gbq --color always problems
