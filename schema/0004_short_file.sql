-- The part of a break's file that people are told. gbq upgrade fills it for
-- the rows that are there, from the file.
ALTER TABLE break_event ADD COLUMN short_file TEXT;
