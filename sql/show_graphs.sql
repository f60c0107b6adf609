-- name: show_graphs
-- help: graphs of a compile
-- param: run: the run
-- param: compile: the compile's compile_no
-- columns: columns of view graphs
-- table: stage, ops, nodes, inputs, artifact_path
SELECT g.*
FROM graphs AS g
JOIN compiles AS c ON c.run_id = g.run_id AND c.compile_id = g.compile_id
    AND c.instance = g.instance AND c.rank IS g.rank
    AND c.process IS g.process
WHERE g.run_id = :run AND c.compile_no = :compile
ORDER BY g.stage, g.artifact_path;
