gbq ingest -q $FIXTURES/mixtral_moe && gbq --color always compiles
