gbq ingest -q $FIXTURES/training_steps_optimizer && gbq summary
