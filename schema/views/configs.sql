-- view configs: one row for each setting of torch that the log of the run
--   holds: the *_config fields of the first metrics record of each rank.
--   Reports without raw.log or raw.jsonl have none
-- column run_id: the run
-- column rank: rank that wrote it; NULL in a run of one rank
-- column process: pid of the writer; NULL in a run of one process
-- column system: whose configuration: dynamo, inductor, functorch, compiler
-- column key: name of the setting
-- column value: its value as JSON; a text without quotes
CREATE VIEW configs AS
SELECT c.run_id, c.rank, c.process, c.system, i.key, i.value
FROM config AS c
JOIN config_item AS i ON i.config_id = c.config_id;
