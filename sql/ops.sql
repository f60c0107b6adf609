-- name: ops
-- question: Where does an op or kernel occur, in which graph?
-- help: graphs of a run that have an op; the line in the text: gbq search
-- param: run: the run
-- param: op: a text in the op's name, such as addmm
-- param: stage: only of this stage: dynamo, forward, post_grad, output_code …
-- columns: op, stage, calls, compile_id, rank, process
SELECT op, stage, sum(count) AS calls, compile_id, rank, process
FROM graph_ops
WHERE run_id = :run AND (:op IS NULL OR op LIKE '%' || :op || '%')
    AND (:stage IS NULL OR stage = :stage)
GROUP BY op, stage, compile_id, rank, process
ORDER BY op, stage, coalesce(rank, 0), coalesce(process, 0),
    min(compile_no), compile_id;
