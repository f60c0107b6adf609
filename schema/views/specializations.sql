-- view specializations: one row for each symbol that a compile specialised to a
--   value ("Symbolic shape specializations" of the metrics page, or the record
--   symbolic_shape_specialization)
-- column run_id: the run
-- column rank: rank of its compile; else NULL
-- column process: pid of its compile; else NULL
-- column compile_id: the compile
-- column instance: instance of that compile
-- column symbol: the symbol: s0
-- column sources: the inputs behind it: L['x'].size()[0]; NULL if not told
-- column value: the value that it was fixed to; NULL if not told
-- column user_stack: stack of the user's code at that point, one frame a line;
--   NULL if not told
-- column framework_stack: torch's own stack at that point; NULL if not told
-- column position: place among the compile's rows, from 0
-- column compile_no: the compile, for joins
CREATE VIEW specializations AS
SELECT x.run_id, c.rank, c.process, c.compile_id, c.instance, x.symbol,
	x.sources, x.value,
	(SELECT body FROM text WHERE text_id = x.user_stack_text)
	    AS user_stack,
	(SELECT body FROM text WHERE text_id = x.framework_stack_text)
	    AS framework_stack,
	x.position, x.compile_no
FROM specialization AS x
LEFT JOIN compile AS c
    ON c.run_id = x.run_id AND c.compile_no = x.compile_no;
