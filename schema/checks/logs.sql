-- logs.sql - what logs tell: configurations, phases, collectives, problems.
-- Laws of stored rows, for gbq check: each query selects what breaks one. Its
-- first column is the run (NULL: none), the others tell the row.

-- check config-numbers: config_no of config counts from 1 without a gap
SELECT run_id, count(*) AS rows, min(config_no) AS first, max(config_no) AS last
FROM config GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT config_no) <> count(*);

-- check config-set: every configuration is of a run and has its set, every
--   item its set
SELECT run_id, config_no, config_id FROM config
WHERE config_id NOT IN (SELECT config_id FROM config_set)
UNION ALL
SELECT NULL, NULL, config_id FROM config_set
WHERE config_id NOT IN (SELECT config_id FROM config)
UNION ALL
SELECT NULL, key, config_id FROM config_item
WHERE config_id NOT IN (SELECT config_id FROM config_set);

-- check phase-numbers: phase_no of phase counts from 1 without a gap
SELECT run_id, count(*) AS rows, min(phase_no) AS first, max(phase_no) AS last
FROM phase GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT phase_no) <> count(*);

-- check phase-seconds: a phase was called, and its own seconds are part of
--   all its seconds
SELECT run_id, phase_no, phase, calls, total_s, self_s FROM phase
WHERE calls < 1 OR phase = '' OR total_s < 0
	OR self_s > total_s + 1e-6 * (1 + total_s);

-- check collective-numbers: collective_no of collective counts from 1
--   without a gap
SELECT run_id, count(*) AS rows, min(collective_no) AS first, max(collective_no) AS last
FROM collective GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT collective_no) <> count(*);

-- check collective-name: a collective has a name and a position
SELECT run_id, collective_no, position, name FROM collective
WHERE name = '' OR position < 0;

-- check problem-numbers: problem_no of problem counts from 1 without a gap
SELECT run_id, count(*) AS rows, min(problem_no) AS first, max(problem_no) AS last
FROM problem GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT problem_no) <> count(*);

-- check problem-words: severities are words of view problems, a problem has
--   a code and a message
SELECT run_id, problem_no, severity, code FROM problem
WHERE severity NOT IN ('note', 'warning', 'loss', 'error')
	OR code = '' OR code GLOB '*[^a-z0-9_]*' OR message = '';
