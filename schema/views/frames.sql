-- view frames: one row for each frame of a break event's user stack
-- column run_id: the run
-- column event_id: the event, in view breaks
-- column depth: 0 is the outermost frame
-- column file: file of the frame as the text names it
-- column line: line in it; NULL if the text names none
-- column function: function; of a resume function the one that it resumes
-- column source: first source line; NULL if the text has none
-- column owner: who owns the file: user, library, stdlib, torch or generated
CREATE VIEW frames AS
SELECT run_id, event_id, depth,
	(SELECT body FROM text WHERE text_id = file_text) AS file,
	line,
	(SELECT body FROM text WHERE text_id = function_text) AS function,
	(SELECT body FROM text WHERE text_id = source_text) AS source,
	owner
FROM stack_frame;
