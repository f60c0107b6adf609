-- view phases: one row for each phase of a compile, from the chromium events
--   (raw log, chromium_events.json): all its begin/end pairs of one name
-- column run_id: the run
-- column rank: rank of the events; else NULL
-- column process: pid of the events; else NULL
-- column compile_id: the compile that the events name, even where only they
--   name it; NULL where they name none
-- column phase: name of the phase as torch has it: backend_compile
-- column calls: number of pairs
-- column total_s: seconds between begin and end, added up. Phases nest: never
--   add total_s of several
-- column self_s: seconds without those of nested phases. These may be added
CREATE VIEW phases AS
SELECT run_id, rank, process, compile_id, phase, calls, total_s, self_s
FROM phase;
