-- The part of a break's file that people are told. gbq upgrade fills it for
-- the rows that are there, from the file.
ALTER TABLE break_event ADD COLUMN short_file TEXT;

-- The values of a cause may be as long as the log. WITHOUT ROWID, SQLite reads
-- all of a row to tell its key, which each guard failure asks for.
CREATE TABLE kept AS SELECT * FROM recompile_cause;
DROP TABLE recompile_cause;
CREATE TABLE recompile_cause (
	run_id INTEGER NOT NULL REFERENCES run,
	cause_id INTEGER NOT NULL,
	guard_class TEXT NOT NULL,
	source TEXT,
	root_source TEXT,
	guard_values TEXT,
	limit_hit INTEGER NOT NULL,
	PRIMARY KEY (run_id, cause_id)
);
INSERT INTO recompile_cause SELECT * FROM kept;
DROP TABLE kept;
