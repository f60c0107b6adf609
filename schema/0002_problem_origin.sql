-- Whether a problem was met when the input was listed or unpacked, so that the
-- stored contents do not tell it: gbq rebuild keeps such rows.
ALTER TABLE problem ADD COLUMN from_input INTEGER NOT NULL DEFAULT 0;

UPDATE problem SET from_input = 1
WHERE code = 'file_skipped' OR code = 'nested_archive'
	OR code GLOB 'archive_*';
