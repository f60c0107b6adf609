-- view sites: one row for each distinct place of break events in a run:
--   (gb_id or kind, file, line, function), and, where the place's owner is
--   torch or stdlib, the via place too. Kind, detail and place are those of
--   the site's first event. gbq breaks lists them by eager_frames, then
--   lost_restart_s + lost_skip_s, then events, all falling, then file, line.
-- column run_id: the run
-- column site_id: number of the site in the run
-- column gb_id: as in view breaks; NULL where no id is known
-- column kind: the kind line, else the normalised first line
-- column detail: the callee or operator that the text names
-- column file: the place: where Dynamo gave up; NULL if not known
-- column short_file: the end of file, below the last site-packages,
--   dist-packages or Python's library folder, else its last three parts
-- column line: its line
-- column function: its function
-- column source: its source line
-- column owner: who owns file: user, library, stdlib, torch or generated
-- column library: name of the library if owner is library
-- column via_file: the innermost frame outside torch and stdlib, what a person
--   can act on; NULL if there is none
-- column via_line: its line
-- column via_function: its function
-- column via_source: its source line
-- column own_file: the innermost frame of owner user at or below the compiled
--   frame; NULL if there is none
-- column own_line: its line
-- column own_function: its function
-- column own_source: its source line
-- column hint_class: class of the first event's hints, as in view breaks
-- column flag: a setting that can remove it; NULL if none is known
-- column forms: JSON object, events by form: {"resume": 6, "skip": 2}
-- column events: its rows in view breaks
-- column compiles: compiles that hold it
-- column frames: frames that hold it: compiles, where recompiles of one frame
--   count once
-- column max_compiles_per_frame: most compiles of one frame that hold it: how
--   far recompiles repeat it
-- column eager_frames: frames that run eager by it, in whole or from here on:
--   those with an event of form skip or no_resume
-- column first_call_only: 1 if its frames were compiled again later without
--   it (no later compile of them has it, and at least half were compiled
--   again); 0 if a frame was compiled again with it; NULL if that is not known
-- column ranks: JSON array of the ranks that have it; NULL in a run of one
--   rank
-- column first_compile_id: compile of its first event that has one
-- column compile_s: seconds of the compiles that hold it. These overlap with
--   those of other sites: never add them
-- column lost_restart_s: its share of the compiles' lost_restart_s: each
--   compile's, divided over its events. These may be added
-- column lost_skip_s: its share of the compiles' lost_skip_s, likewise
-- column cascade_events: events in compiles that resume after this site (by
--   resume names, transitively) plus its own consequences; NULL where names
--   do not tell, and beyond 2,000 compiles and events
-- column first_event_id: its first event, in view breaks
-- column handle: what the site is called everywhere: s and site_id
CREATE VIEW sites AS
SELECT s.run_id, s.site_id, e.gb_id,
	(SELECT body FROM text WHERE text_id = e.kind_text) AS kind,
	(SELECT body FROM text WHERE text_id = e.detail_text) AS detail,
	(SELECT body FROM text WHERE text_id = e.file_text) AS file,
	e.short_file, e.line,
	(SELECT body FROM text WHERE text_id = e.function_text) AS function,
	(SELECT body FROM text WHERE text_id = e.source_text) AS source,
	e.owner, e.library,
	(SELECT body FROM text WHERE text_id = e.via_file_text) AS via_file,
	e.via_line,
	(SELECT body FROM text WHERE text_id = e.via_function_text)
	    AS via_function,
	(SELECT body FROM text WHERE text_id = e.via_source_text)
	    AS via_source,
	(SELECT body FROM text WHERE text_id = e.own_file_text) AS own_file,
	e.own_line,
	(SELECT body FROM text WHERE text_id = e.own_function_text)
	    AS own_function,
	(SELECT body FROM text WHERE text_id = e.own_source_text)
	    AS own_source,
	e.hint_class,
	(SELECT flag FROM kind WHERE kind.gb_id = e.gb_id) AS flag,
	s.forms, s.events, s.compiles, s.frames, s.max_compiles_per_frame,
	s.eager_frames, s.first_call_only, s.ranks, s.first_compile_id,
	s.compile_s, s.lost_restart_s, s.lost_skip_s, s.cascade_events,
	s.first_event AS first_event_id, 's' || s.site_id AS handle
FROM site AS s
LEFT JOIN break_event AS e
    ON e.run_id = s.run_id AND e.event_id = s.first_event;
