-- name: graphs
-- help: graphs of a run's compiles, by compile and stage
-- param: run: the run
-- param: stage: only of this stage
-- param: compile: only of this compile id
-- param: instance: only of this instance of it
-- param: rank: only of this rank
-- columns: all of view graphs
-- table: graph_id, rank, process, compile_id, instance, stage, ops, nodes,
--   inputs, artifact_path
SELECT *
FROM graphs
WHERE run_id = :run
    AND (:stage IS NULL OR stage = :stage)
    AND (:compile IS NULL OR compile_id = :compile)
    AND (:instance IS NULL OR instance = :instance)
    AND (:rank IS NULL OR rank = :rank)
ORDER BY rank, process, compile_no, CASE stage WHEN 'dynamo' THEN 0
    WHEN 'pre_grad' THEN 1 WHEN 'joint' THEN 2 WHEN 'forward' THEN 3
    WHEN 'backward' THEN 4 WHEN 'inference' THEN 5 WHEN 'post_grad' THEN 6
    WHEN 'output_code' THEN 7 ELSE 8 END, graph_id;
