-- view configs: one row for each configuration value that the input holds
--   (the *_config fields of metrics records, config artifacts, versions)
-- column run_id: the run
-- column rank: rank that wrote it; NULL in a run of one rank
-- column process: pid of the writer; NULL in a run of one process
-- column system: whose configuration: dynamo, inductor, functorch, …
-- column key: name of the setting
-- column value: its value as JSON or text, as the input has it
CREATE VIEW configs AS
SELECT run_id, rank, process, system, key, value FROM config;
