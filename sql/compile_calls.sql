-- name: compile_calls
-- question: Which call of torch.compile triggered this frame?
-- help: lines of a run that call compiled code, with the frames that were
--   compiled below them
-- param: run: the run
-- columns: entry_file, entry_line, entry_function (the call; NULL: not known),
--   function, file, line (of the frame), compiles, compile_s
SELECT entry_file, entry_line, entry_function, function, file, line,
    count(*) AS compiles, sum(entire_frame_s) AS compile_s
FROM compiles
WHERE run_id = :run
GROUP BY entry_file, entry_line, entry_function, function, file, line
ORDER BY coalesce(entry_file, ''), coalesce(entry_line, 0),
    coalesce(sum(entire_frame_s), 0) DESC,
    coalesce(file, ''), coalesce(line, 0), coalesce(function, '');
