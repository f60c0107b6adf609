-- view breaks: one row for each break event: one time Dynamo gave up inside a
--   frame. One event counts once: the reason file, the restart it caused and
--   the Unsupported failure of the skip it caused are one row here (views
--   restarts and failures name it by event_id). A chain ("While handling this
--   graph break, another …") is one event: the first break is its kind, the
--   later ones are consequences. A recompile repeats events, not sites.
-- column run_id: the run
-- column rank: rank of its compile; else NULL
-- column process: pid of its compile; else NULL
-- column event_id: number of the event in the run
-- column compile_id: the compile that broke; NULL if the input names none
-- column instance: instance of that compile
-- column attempt: the attempt that broke, from 0; NULL where the evidence does
--   not tell (restart, failure)
-- column evidence: what tells of it, best first: reason (a
--   dynamo_graph_break_reason file); restart (a restart reason of class
--   graph_break that no reason file of the compile explains, that is, none
--   holds its text up to and with its first "For more details" line);
--   failure (a fail type Unsupported that is not the recompile limit and whose
--   text no reason file of the compile holds: fullgraph, error_on_graph_break,
--   skips before torch 2.6); console (a console text, which torch
--   de-duplicates)
-- column form: resume (compiled up to here, resumed after); no_resume (the
--   rest of the function runs eager); skip (the whole function runs eager);
--   error (fullgraph: it raised). Where the text does not say (torch up to
--   2.8, data-dependent jumps): resume if the compile has a restart or a guard
--   count, skip if it has neither and did not fail otherwise, else NULL.
--   Evidence restart: resume; evidence failure before torch 2.6: skip
-- column gb_id: GB0059: the id in the text, else the one that the registry
--   gives for the kind line (torch 2.7 and 2.8 print none), else NULL
-- column kind: the kind line ("Failed to trace builtin operator"), else the
--   normalised first line. Counting and matching use gb_id, else kind
-- column detail: the callee or operator that the text names:
--   aten.nonzero.default, ContextVar.get
-- column explanation: the text's Explanation; NULL if it has none
-- column context: the text's Developer debug context; NULL if it has none
-- column hint_class: by the texts of its hints, of several the first in this
--   order: USER_ERROR, DYNAMO_BUG, DIFFICULT, FUNDAMENTAL, SUPPORTABLE,
--   CAUSED_BY_EARLIER_GRAPH_BREAK, INFERENCE_MODE, SPARSE_TENSOR, NONE
-- column flag: a setting that can remove a break of this kind, from view
--   break_kinds (whose advice says where it may only move it); NULL if none
-- column consequence_gb_id: id of the next break of its chain (GB7000 for a
--   break in a loop); NULL if it is no chain
-- column file: the place: where Dynamo gave up, as the text's header names it,
--   the innermost frame of the user stack, torch and stdlib included. Where
--   the text names none (torch before 2.6): the compile's own frame
-- column short_file: the end of file, below the last site-packages,
--   dist-packages or Python's library folder, else its last three parts
-- column line: line of the place. Where the text names none, the line that a
--   following resume function tells, else NULL
-- column function: function of the place: from the frame, the WON'T CONVERT
--   twin or the compile; of a resume frame the function that it resumes
-- column source: source line of the place
-- column place_from: how the place is known: stack (a frame of the user
--   stack), header (the text's header or, where a failure has none, the
--   "In file" line beside it; no frame of the stack has it), resume (a
--   following resume function) or frame (the compiled frame); NULL if unknown
-- column owner: who owns file: user, library, stdlib, torch or generated
-- column library: name of the library if owner is library
-- column via_file: via: the innermost frame outside torch and stdlib, what a
--   person can act on; NULL if there is none
-- column via_line: its line
-- column via_function: its function
-- column via_source: its source line
-- column own_file: own place: the innermost frame of owner user at or below
--   the compiled frame; NULL if there is none
-- column own_line: its line
-- column own_function: its function
-- column own_source: its source line
-- column caller_file: caller: the innermost frame of owner user above the
--   compiled frame; NULL if there is none
-- column caller_line: its line
-- column caller_function: its function
-- column raised_file: the line of Dynamo that gave up, from the internal
--   traceback; NULL where the text has none
-- column raised_line: its line
-- column raised_function: its function
-- column instruction: bytecode instruction being traced, from the preamble:
--   CALL; NULL if it names none
-- column doc_url: the link in the text; NULL if it has none
-- column artifact_path: path of the reason file in the run, for gbq cat; NULL
--   unless evidence is reason
-- column twin_path: path of its WON'T CONVERT text, which belongs to the
--   GB0219 event of the same compile and attempt; NULL if there is none
-- column reason: the break's own text: from the kind line to the end of the
--   last part, without header, preamble and tracebacks (the whole file is
--   artifact_path); of other evidence the restart or fail reason
-- column site_id: its site, in view sites
-- column compile_no: the compile, for joins; NULL if the input names none
-- column notice: 1 for a notice, a text that begins "Graph break: " and has no
--   line "Graph break in user code"; 0 for all others
-- column handle: what the event is called everywhere: e and event_id
CREATE VIEW breaks AS
SELECT e.run_id, e.rank, e.process, e.event_id, c.compile_id, c.instance,
	e.attempt, e.evidence, e.form, e.gb_id,
	(SELECT body FROM text WHERE text_id = e.kind_text) AS kind,
	(SELECT body FROM text WHERE text_id = e.detail_text) AS detail,
	(SELECT body FROM text WHERE text_id = e.explanation_text)
	    AS explanation,
	(SELECT body FROM text WHERE text_id = e.context_text) AS context,
	e.hint_class,
	(SELECT flag FROM kind WHERE kind.gb_id = e.gb_id) AS flag,
	e.consequence_gb_id,
	(SELECT body FROM text WHERE text_id = e.file_text) AS file,
	e.short_file, e.line,
	(SELECT body FROM text WHERE text_id = e.function_text) AS function,
	(SELECT body FROM text WHERE text_id = e.source_text) AS source,
	e.place_from, e.owner, e.library,
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
	(SELECT body FROM text WHERE text_id = e.caller_file_text)
	    AS caller_file,
	e.caller_line,
	(SELECT body FROM text WHERE text_id = e.caller_function_text)
	    AS caller_function,
	(SELECT body FROM text WHERE text_id = e.raised_file_text)
	    AS raised_file,
	e.raised_line,
	(SELECT body FROM text WHERE text_id = e.raised_function_text)
	    AS raised_function,
	e.instruction, e.doc_url,
	(SELECT path FROM artifact AS a
	    WHERE a.run_id = e.run_id AND a.artifact_no = e.artifact_no)
	    AS artifact_path,
	(SELECT path FROM artifact AS a
	    WHERE a.run_id = e.run_id AND a.artifact_no = e.twin_artifact_no)
	    AS twin_path,
	(SELECT body FROM text WHERE text_id = e.reason_text) AS reason,
	e.site_id, e.compile_no, e.notice, 'e' || e.event_id AS handle
FROM break_event AS e
LEFT JOIN compile AS c
    ON c.run_id = e.run_id AND c.compile_no = e.compile_no;
