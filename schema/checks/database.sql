-- database.sql - what SQLite itself knows to check.
-- Laws of stored rows, for gbq check: each query selects what breaks one. Its
-- first column is the run (NULL: none), the others tell the row.

-- check integrity: SQLite finds the file sound, page by page
SELECT NULL AS run_id, integrity_check AS message
FROM pragma_integrity_check WHERE integrity_check <> 'ok';

-- check foreign-keys: what a row refers to by a declared foreign key exists
SELECT NULL AS run_id, "table", rowid, parent FROM pragma_foreign_key_check;
