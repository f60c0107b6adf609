-- How often a problem was met, and what of a run nothing understood. Only the
-- files tell the latter: of older runs it is unknown until gbq rebuild.
ALTER TABLE problem ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
ALTER TABLE run ADD COLUMN unread INTEGER;

-- The version of the code that read the run; NULL: that of gbq 0.1.
ALTER TABLE run ADD COLUMN reader INTEGER;
