-- view tags: one row for each tag that people gave a run (--tag K=V, gbq tag)
-- column run_id: the run
-- column key: name of the tag; a run has each once
-- column value: a number where it reads as one ("iter_ms=12.3"), else text
CREATE VIEW tags AS
SELECT run_id, key, value FROM tag;
