-- name: show_graphs
-- help: graphs of a compile
-- param: run: the run
-- param: compile: the compile's compile_no
-- columns: columns of view graphs
-- table: graph_id, stage, ops, nodes, inputs, artifact_path
SELECT *
FROM graphs
WHERE run_id = :run AND compile_no = :compile
ORDER BY stage, artifact_path;
