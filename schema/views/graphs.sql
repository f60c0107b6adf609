-- view graphs: one row for each graph text among a compile's files; a compile
--   has several: one a stage, and more with DDP splits or subgraphs
-- column run_id: the run
-- column rank: rank of its compile; else NULL
-- column process: pid of its compile; else NULL
-- column compile_id: the compile
-- column instance: instance of that compile
-- column stage: dynamo, pre_grad, joint, forward, backward, inference,
--   post_grad, output_code or other
-- column artifact_path: its file in the run, for gbq cat
-- column nodes: nodes of the outermost module: parameters of its forward,
--   statements and the return, as torch's graph_node_count; NULL for output
--   code and for texts that are no FX graph
-- column ops: calls among them (functions, methods, modules, operators,
--   indexing), as torch's graph_op_count
-- column inputs: parameters among them (of a joint graph the unpacked ones),
--   as torch's graph_input_count
-- column hash: hash of its text: equal means equal byte for byte; of output
--   code without the highlighting of tlparse's page
-- column normalised_hash: the same without comments, source lines, names of
--   values and inputs, addresses, object ids, device numbers and numbers of
--   symbols: equal over runs, ranks and moved lines; sizes still count
-- column ops_hash: hash of its targets in order and the dtypes of inputs and
--   results; sizes, strides, names and other arguments do not count; NULL for
--   output code
-- column graph_id: number of the graph in the run
-- column compile_no: the compile, for joins
-- column handle: what the graph is called everywhere: g and graph_id
CREATE VIEW graphs AS
SELECT g.run_id, c.rank, c.process, c.compile_id, c.instance, g.stage,
	(SELECT path FROM artifact AS a
	    WHERE a.run_id = g.run_id AND a.artifact_no = g.artifact_no)
	    AS artifact_path,
	g.nodes, g.ops, g.inputs, g.hash, g.normalised_hash, g.ops_hash,
	g.graph_no AS graph_id, g.compile_no,
	'g' || g.graph_no AS handle
FROM graph AS g
LEFT JOIN compile AS c
    ON c.run_id = g.run_id AND c.compile_no = g.compile_no;
