-- view graph_ops: one row for each operator of a graph
-- column run_id: the run
-- column rank: rank of the graph's compile; else NULL
-- column process: pid of the graph's compile; else NULL
-- column compile_id: the graph's compile
-- column stage: stage of the graph, as in view graphs; add up one stage only
-- column op: target as the graph's text names it: torch.relu, aten.mm.default
--   (without torch.ops), Tensor.sum for x.sum(), operator.add for x + y,
--   operator.getitem for x[0], getattr for x.T, call_module for self.lin(x)
-- column count: calls of it in this graph, bodies of cond, map and the like
--   included, each once; their sum is graphs.ops where there are no bodies
-- column instance: instance of the compile
-- column graph_id: the graph, in view graphs
-- column compile_no: the compile, for joins
CREATE VIEW graph_ops AS
SELECT o.run_id, c.rank, c.process, c.compile_id, g.stage, o.op, o.count,
	c.instance, o.graph_no AS graph_id, g.compile_no
FROM graph_op AS o
LEFT JOIN graph AS g ON g.run_id = o.run_id AND g.graph_no = o.graph_no
LEFT JOIN compile AS c
    ON c.run_id = g.run_id AND c.compile_no = g.compile_no;
