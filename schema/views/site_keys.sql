-- view site_keys: one row for each site: by what gbq diff finds it in another
--   run. The parts are free of what differs from run to run: line numbers,
--   addresses, object ids, symbol numbers, temporary folders, where Python is
--   installed. The same rows of another run are the same break.
-- column run_id: the run
-- column site_id: the site, in view sites
-- column version: version of the rules that made the parts
-- column kind: gb_id, else the kind line
-- column wording: the kind line
-- column detail: the callee or operator that the text names; NULL if none
-- column file: a library's below site-packages (<site>/numpy/x.py), the
--   standard library's below its folder (<std>/functools.py), torch/…, others
--   as they are
-- column function: the function; of a resume function the one it resumes
-- column source: the source line without blanks; NULL if not known
-- column chain: files and functions from the outermost frame to the place,
--   without torch's, repeats of one function (resume functions) once; of the
--   site's events the shortest; NULL if not known
-- column via: of a place in torch or stdlib the file, function and source line
--   of its via place; else NULL
-- column own: 1 if it is in one's own code: owner user, or owner torch or
--   stdlib, reached from a frame of owner user
CREATE VIEW site_keys AS
SELECT run_id, site_id, version,
	(SELECT body FROM text WHERE text_id = kind_text) AS kind,
	(SELECT body FROM text WHERE text_id = wording_text) AS wording,
	(SELECT body FROM text WHERE text_id = detail_text) AS detail,
	(SELECT body FROM text WHERE text_id = file_text) AS file,
	(SELECT body FROM text WHERE text_id = function_text) AS function,
	(SELECT body FROM text WHERE text_id = source_text) AS source,
	(SELECT body FROM text WHERE text_id = chain_text) AS chain,
	(SELECT body FROM text WHERE text_id = via_text) AS via,
	own
FROM site_key;
