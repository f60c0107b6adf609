-- The tables. They are private: they may change with user_version; the views
-- of schema/views/ are what users and queries see.
--
-- Every row of a run carries run_id first in its key, so that one run lies
-- together and goes with one DELETE a table. Texts are stored once a run in
-- "text" and named by id (columns ending in _text). NULL means not known.

-- What made this file: key 'created_by' (gbq version).
CREATE TABLE meta (
	key TEXT PRIMARY KEY,
	value
) WITHOUT ROWID;

-- Kinds of graph breaks: torch's registry (schema/registry/) and advice.
CREATE TABLE kind (
	gb_id TEXT PRIMARY KEY,	-- 'GB0059'
	kind TEXT NOT NULL,	-- newest readable wording of the kind line
	explanation TEXT,
	context TEXT,
	hints TEXT,		-- JSON array
	hint_class TEXT,
	versions TEXT,		-- JSON array of all wordings, newest first
	doc_url TEXT,
	advice TEXT,
	ease INTEGER,		-- 0 setting or logging call, 1 local rewrite, 2 more
	flag TEXT		-- a setting that removes it
) WITHOUT ROWID;

-- Every wording of a kind line that torch's registry knows, to its id.
CREATE TABLE kind_wording (
	kind TEXT PRIMARY KEY,
	gb_id TEXT NOT NULL REFERENCES kind
) WITHOUT ROWID;

-- One ingested report, trace folder or console text. The counts are derived
-- from the rows below when the run is stored.
CREATE TABLE run (
	run_id INTEGER PRIMARY KEY AUTOINCREMENT,	-- never used again
	run_key TEXT NOT NULL UNIQUE,	-- 32 hex digits: paths, sizes, contents
	name TEXT NOT NULL,
	job TEXT,
	mode TEXT NOT NULL,
	source_kind TEXT NOT NULL,
	source_path TEXT NOT NULL,
	torch_version TEXT,
	torch_commit TEXT,
	layout TEXT NOT NULL,
	ranks INTEGER NOT NULL,		-- 1 where rows carry no rank
	started_at TEXT,
	ingested_at TEXT NOT NULL,
	complete INTEGER,
	counts_are TEXT NOT NULL,
	compiles INTEGER, graphs INTEGER, graphs_captured INTEGER,
	graph_ops INTEGER, restart_rows INTEGER, failure_rows INTEGER,
	break_events INTEGER, break_sites INTEGER, break_kinds INTEGER,
	torch_break_counter INTEGER, failures INTEGER, recompiles INTEGER,
	guard_failures INTEGER, unfinished INTEGER, last_record_at TEXT,
	compile_s REAL, bwd_s REAL, lost_restart_s REAL, lost_skip_s REAL,
	cache_hits INTEGER, cache_misses INTEGER, cache_bypasses INTEGER,
	content_bytes INTEGER, problems INTEGER,
	first_text INTEGER, last_text INTEGER	-- the run's range in "text"
);

CREATE INDEX run_by_name ON run (name);

CREATE TABLE tag (
	run_id INTEGER NOT NULL REFERENCES run,
	key TEXT NOT NULL,
	value,
	PRIMARY KEY (run_id, key)
) WITHOUT ROWID;

-- What was ingested, to be recognised without reading it. An archive has a row
-- for each run in it; they come and go together.
CREATE TABLE input (
	path BLOB NOT NULL,	-- absolute, of the run's folder or the archive
	position INTEGER NOT NULL,	-- of the run in the archive
	run_id INTEGER NOT NULL REFERENCES run,
	stamp TEXT NOT NULL,	-- of path, size, times and inode of all files
	PRIMARY KEY (path, position)
) WITHOUT ROWID;

CREATE INDEX input_by_run ON input (run_id);

-- Texts of all runs; each run owns a range of ids (run.first_text …).
CREATE TABLE text (
	text_id INTEGER PRIMARY KEY,
	body TEXT NOT NULL
);

-- Configurations are the same for most runs of a sweep: each distinct one is
-- stored once (hash: of its JSON text).
CREATE TABLE config_set (
	config_id INTEGER PRIMARY KEY,
	hash TEXT NOT NULL UNIQUE
);

CREATE TABLE config_item (
	config_id INTEGER NOT NULL REFERENCES config_set,
	key TEXT NOT NULL,
	value TEXT,		-- JSON, strings without quotes
	PRIMARY KEY (config_id, key)
) WITHOUT ROWID;

CREATE TABLE config (
	run_id INTEGER NOT NULL REFERENCES run,
	config_no INTEGER NOT NULL,
	rank INTEGER,
	process INTEGER,
	system TEXT NOT NULL,	-- 'dynamo', 'inductor', 'functorch', …
	config_id INTEGER NOT NULL REFERENCES config_set,
	PRIMARY KEY (run_id, config_no)
) WITHOUT ROWID;

CREATE INDEX config_by_set ON config (config_id);

-- Files of the run.
CREATE TABLE artifact (
	run_id INTEGER NOT NULL REFERENCES run,
	artifact_no INTEGER NOT NULL,
	compile_no INTEGER,
	rank INTEGER,
	process INTEGER,
	compile_id TEXT,	-- also where no compile has it ('-/-')
	attempt INTEGER,
	path TEXT NOT NULL,	-- relative to the run's root
	path_bytes BLOB,	-- the same where it is no valid UTF-8; else NULL
	log_offset INTEGER,	-- of a record that only a log has: no file
	name TEXT NOT NULL,	-- without number and extension
	number INTEGER,		-- tlparse's running file number
	kind TEXT NOT NULL,
	content_id INTEGER NOT NULL REFERENCES content,
	PRIMARY KEY (run_id, artifact_no)
) WITHOUT ROWID;

CREATE INDEX artifact_by_content ON artifact (content_id);

-- Folders without files below the run's root, for gbq extract.
CREATE TABLE empty_folder (
	run_id INTEGER NOT NULL REFERENCES run,
	folder_no INTEGER NOT NULL,
	path BLOB NOT NULL,
	PRIMARY KEY (run_id, folder_no)
) WITHOUT ROWID;

-- What files hold, each content once over all runs. A run that was ingested
-- with --no-content has contents of its own, of which only hash and size are
-- known (kept is 0).
CREATE TABLE content (
	content_id INTEGER PRIMARY KEY,
	hash BLOB NOT NULL,	-- SHA-256, first 16 bytes
	kept INTEGER NOT NULL,	-- 1: the bytes are here, 0: they are not
	bytes INTEGER NOT NULL,
	block_id INTEGER,	-- of the first byte; NULL: not kept, or empty
	offset INTEGER,		-- of the first byte in the block, uncompressed
	blocks INTEGER,		-- how many it touches: block_id, block_id + 1 …
	UNIQUE (hash, kept)
);

CREATE INDEX content_by_block ON content (block_id)
    WHERE block_id IS NOT NULL;

-- Contents one behind the other, compressed. block_id is 2^20 times the
-- number of a chain and the number in the chain; a content that does not fit
-- into its block goes on at the start of the next.
CREATE TABLE block (
	block_id INTEGER PRIMARY KEY,
	raw_bytes INTEGER NOT NULL,	-- uncompressed
	data BLOB NOT NULL		-- one zstd frame
);

CREATE TABLE compile (
	run_id INTEGER NOT NULL REFERENCES run,
	compile_no INTEGER NOT NULL,
	rank INTEGER,
	process INTEGER,
	compile_id TEXT NOT NULL,
	compiled_autograd_id INTEGER,
	frame_id INTEGER,
	frame_compile_id INTEGER,
	instance INTEGER NOT NULL,
	attempts INTEGER,
	function_text INTEGER,	-- resumed function's name
	frame_name_text INTEGER, -- as torch names the frame, resume names too
	file_text INTEGER,
	line INTEGER,
	owner TEXT,
	status TEXT NOT NULL,
	tlparse_status TEXT,
	started_at TEXT,
	ended_at TEXT,
	last_record TEXT,
	entire_frame_s REAL, backend_s REAL, inductor_s REAL, codegen_s REAL,
	bwd_inductor_s REAL, bwd_codegen_s REAL,
	lost_restart_s REAL, lost_skip_s REAL,
	cache_size INTEGER, accumulated_cache_size INTEGER,
	guards INTEGER, shape_env_guards INTEGER,
	graph_ops INTEGER, graph_nodes INTEGER, graph_inputs INTEGER,
	graphs INTEGER,			-- with an op, of the last attempt
	graphs_captured INTEGER NOT NULL,
	restart_rows INTEGER, break_events INTEGER, recompiles INTEGER,
	limit_hit INTEGER NOT NULL,
	fail_type TEXT,
	first_file_number INTEGER,
	metrics_text INTEGER,		-- JSON object of the metric fields
	entry_file_text INTEGER,	-- the call of compiled code that led here
	entry_line INTEGER,
	entry_function_text INTEGER,
	PRIMARY KEY (run_id, compile_no)
) WITHOUT ROWID;

-- Distinct places of break events.
CREATE TABLE site (
	run_id INTEGER NOT NULL REFERENCES run,
	site_id INTEGER NOT NULL,
	first_event INTEGER NOT NULL,	-- kind and place are this event's
	events INTEGER NOT NULL,
	compiles INTEGER NOT NULL,
	frames INTEGER NOT NULL,
	max_compiles_per_frame INTEGER NOT NULL,
	eager_frames INTEGER NOT NULL,
	first_call_only INTEGER,
	forms TEXT NOT NULL,		-- JSON {"resume": 6, "skip": 2}
	ranks TEXT,			-- JSON array; NULL: run of one rank
	first_compile_id TEXT,
	compile_s REAL,
	lost_restart_s REAL,
	lost_skip_s REAL,
	cascade_events INTEGER,
	PRIMARY KEY (run_id, site_id)
) WITHOUT ROWID;

-- What tells a site in another run (gbq diff): parts made free of what differs
-- from run to run, by the rules of that version. Derived: gbq rebuild.
CREATE TABLE site_key (
	run_id INTEGER NOT NULL REFERENCES run,
	site_id INTEGER NOT NULL,
	version INTEGER NOT NULL,
	kind_text INTEGER,		-- gb_id, else the kind line
	wording_text INTEGER,		-- the kind line
	detail_text INTEGER,
	file_text INTEGER,
	function_text INTEGER,
	source_text INTEGER,		-- without blanks
	chain_text INTEGER,		-- who called whom, resume frames collapsed
	via_text INTEGER,		-- place in torch or stdlib: reached from
	own INTEGER NOT NULL,		-- 1: in one's own code
	PRIMARY KEY (run_id, site_id)
) WITHOUT ROWID;

-- A site that goes, most likely, when another one is mended. Derived.
CREATE TABLE site_follower (
	run_id INTEGER NOT NULL REFERENCES run,
	site_id INTEGER NOT NULL,
	leader_id INTEGER NOT NULL,
	why TEXT NOT NULL,		-- 'inlined', 'one_change', 'first_call'
	PRIMARY KEY (run_id, site_id)
) WITHOUT ROWID;

-- Sites whose breaks made torch compile on its own what was compiled again.
-- resumes: its function resumes after the break; 0: called below it. Derived.
CREATE TABLE compile_below (
	run_id INTEGER NOT NULL REFERENCES run,
	compile_no INTEGER NOT NULL,
	site_id INTEGER NOT NULL,
	resumes INTEGER NOT NULL,
	PRIMARY KEY (run_id, compile_no, site_id, resumes)
) WITHOUT ROWID;

-- The work list of a run, derived by schema/derived/triage.sql.
CREATE TABLE triage_item (
	run_id INTEGER NOT NULL REFERENCES run,
	position INTEGER NOT NULL,	-- 0: what makes counts doubtful
	item TEXT NOT NULL,
	verdict TEXT,
	because TEXT NOT NULL,
	text TEXT NOT NULL,
	leader INTEGER,
	lost_s REAL,
	eager_frames INTEGER,
	events INTEGER,
	recompiles INTEGER,
	recompile_s REAL,
	frees_sites INTEGER,		-- that vanish with it
	frees_events INTEGER,
	frees_recompiles INTEGER,
	cascade_events INTEGER,
	own INTEGER,
	ease INTEGER,
	site_id INTEGER,
	cause_id INTEGER,
	failure_id INTEGER,
	compile_no INTEGER
);

CREATE INDEX triage_item_by_run ON triage_item (run_id);

CREATE TABLE break_event (
	run_id INTEGER NOT NULL REFERENCES run,
	event_id INTEGER NOT NULL,
	compile_no INTEGER,
	rank INTEGER,
	process INTEGER,
	attempt INTEGER,
	site_id INTEGER NOT NULL,
	evidence TEXT NOT NULL,
	notice INTEGER NOT NULL,	-- a text without its own header
	form TEXT,
	gb_id TEXT,
	kind_text INTEGER NOT NULL,
	detail_text INTEGER,
	explanation_text INTEGER,
	context_text INTEGER,
	hint_class TEXT,
	consequence_gb_id TEXT,
	file_text INTEGER, line INTEGER, function_text INTEGER,
	source_text INTEGER,
	place_from TEXT,
	owner TEXT,
	library TEXT,
	via_file_text INTEGER, via_line INTEGER, via_function_text INTEGER,
	via_source_text INTEGER,
	own_file_text INTEGER, own_line INTEGER, own_function_text INTEGER,
	own_source_text INTEGER,
	caller_file_text INTEGER, caller_line INTEGER,
	caller_function_text INTEGER,
	raised_file_text INTEGER, raised_line INTEGER,
	raised_function_text INTEGER,
	instruction TEXT,
	doc_url TEXT,
	artifact_no INTEGER,
	twin_artifact_no INTEGER,
	reason_text INTEGER NOT NULL,
	PRIMARY KEY (run_id, event_id)
) WITHOUT ROWID;

CREATE TABLE hint (
	run_id INTEGER NOT NULL REFERENCES run,
	event_id INTEGER NOT NULL,
	position INTEGER NOT NULL,	-- from 0, chain parts one after another
	hint_text INTEGER NOT NULL,
	hint_class TEXT NOT NULL,
	PRIMARY KEY (run_id, event_id, position)
) WITHOUT ROWID;

-- User stack of an event; depth 0 is the outermost frame.
CREATE TABLE stack_frame (
	run_id INTEGER NOT NULL REFERENCES run,
	event_id INTEGER NOT NULL,
	depth INTEGER NOT NULL,
	file_text INTEGER NOT NULL,
	line INTEGER,
	function_text INTEGER,
	source_text INTEGER,
	owner TEXT NOT NULL,
	PRIMARY KEY (run_id, event_id, depth)
) WITHOUT ROWID;

CREATE TABLE restart (
	run_id INTEGER NOT NULL REFERENCES run,
	restart_no INTEGER NOT NULL,
	compile_no INTEGER NOT NULL,
	attempt INTEGER,
	position INTEGER NOT NULL,	-- in the set as written, from 0
	class TEXT NOT NULL,
	gb_id TEXT,
	event_id INTEGER,
	reason_text INTEGER NOT NULL,
	PRIMARY KEY (run_id, restart_no)
) WITHOUT ROWID;

CREATE TABLE failure (
	run_id INTEGER NOT NULL REFERENCES run,
	failure_no INTEGER NOT NULL,
	compile_no INTEGER,
	rank INTEGER,
	process INTEGER,
	compile_id TEXT NOT NULL,	-- '-/-' where the record has none
	instance INTEGER,
	attempt INTEGER,
	stage TEXT NOT NULL,
	category TEXT NOT NULL,
	gb_id TEXT,
	kind TEXT,
	event_id INTEGER,
	fail_type TEXT NOT NULL,
	reason_text INTEGER,
	file_text INTEGER, line INTEGER, function_text INTEGER,
	own_file_text INTEGER, own_line INTEGER,
	PRIMARY KEY (run_id, failure_no)
) WITHOUT ROWID;

CREATE TABLE guard_failure (
	run_id INTEGER NOT NULL REFERENCES run,
	compile_no INTEGER NOT NULL,
	position INTEGER NOT NULL,
	missed_compile_id TEXT,
	guard_class TEXT,
	source TEXT,
	expected TEXT,
	actual TEXT,
	cause_id INTEGER,
	guard_text INTEGER,
	file_text INTEGER, line INTEGER, function_text INTEGER,
	PRIMARY KEY (run_id, compile_no, position)
) WITHOUT ROWID;

-- For the counts of a cause; the key's other columns come with it.
CREATE INDEX guard_failure_by_cause ON guard_failure (run_id, cause_id)
    WHERE cause_id IS NOT NULL;

CREATE TABLE recompile_cause (
	run_id INTEGER NOT NULL REFERENCES run,
	cause_id INTEGER NOT NULL,
	guard_class TEXT NOT NULL,
	source TEXT,
	root_source TEXT,
	guard_values TEXT,
	limit_hit INTEGER NOT NULL,
	PRIMARY KEY (run_id, cause_id)
) WITHOUT ROWID;

CREATE TABLE specialization (
	run_id INTEGER NOT NULL REFERENCES run,
	compile_no INTEGER NOT NULL,
	position INTEGER NOT NULL,
	symbol TEXT,
	sources TEXT,
	value TEXT,
	user_stack_text INTEGER,
	framework_stack_text INTEGER,
	PRIMARY KEY (run_id, compile_no, position)
) WITHOUT ROWID;

CREATE TABLE guard_added (
	run_id INTEGER NOT NULL REFERENCES run,
	compile_no INTEGER NOT NULL,
	position INTEGER NOT NULL,
	expression TEXT,
	sources TEXT,
	value TEXT,
	user_stack_text INTEGER,
	framework_stack_text INTEGER,
	PRIMARY KEY (run_id, compile_no, position)
) WITHOUT ROWID;

CREATE TABLE graph (
	run_id INTEGER NOT NULL REFERENCES run,
	graph_no INTEGER NOT NULL,
	compile_no INTEGER NOT NULL,
	stage TEXT NOT NULL,
	artifact_no INTEGER NOT NULL,
	nodes INTEGER, ops INTEGER, inputs INTEGER,
	hash TEXT, normalised_hash TEXT, ops_hash TEXT,
	PRIMARY KEY (run_id, graph_no)
) WITHOUT ROWID;

CREATE TABLE graph_op (
	run_id INTEGER NOT NULL REFERENCES run,
	graph_no INTEGER NOT NULL,
	op TEXT NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (run_id, graph_no, op)
) WITHOUT ROWID;

CREATE TABLE bytecode (
	run_id INTEGER NOT NULL REFERENCES run,
	compile_no INTEGER NOT NULL,
	position INTEGER NOT NULL,
	function_text INTEGER NOT NULL,
	original_artifact INTEGER,
	modified_artifact INTEGER,
	instructions_before INTEGER, instructions_after INTEGER,
	added INTEGER, removed INTEGER,
	PRIMARY KEY (run_id, compile_no, position)
) WITHOUT ROWID;

CREATE TABLE cache_event (
	run_id INTEGER NOT NULL REFERENCES run,
	artifact_no INTEGER NOT NULL,
	compile_no INTEGER,
	cache TEXT NOT NULL,
	state TEXT NOT NULL,
	key TEXT,
	reason TEXT,
	PRIMARY KEY (run_id, artifact_no)
) WITHOUT ROWID;

CREATE TABLE phase (
	run_id INTEGER NOT NULL REFERENCES run,
	phase_no INTEGER NOT NULL,
	rank INTEGER,
	process INTEGER,
	compile_id TEXT,
	phase TEXT NOT NULL,
	calls INTEGER NOT NULL,
	total_s REAL, self_s REAL,
	PRIMARY KEY (run_id, phase_no)
) WITHOUT ROWID;

CREATE TABLE collective (
	run_id INTEGER NOT NULL REFERENCES run,
	collective_no INTEGER NOT NULL,
	rank INTEGER,
	process INTEGER,
	compile_id TEXT,
	position INTEGER NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (run_id, collective_no)
) WITHOUT ROWID;

CREATE TABLE problem (
	run_id INTEGER NOT NULL REFERENCES run,
	problem_no INTEGER NOT NULL,
	rank INTEGER,
	process INTEGER,
	severity TEXT NOT NULL,
	code TEXT NOT NULL,
	file TEXT,
	offset INTEGER,
	message TEXT NOT NULL,
	PRIMARY KEY (run_id, problem_no)
) WITHOUT ROWID;
