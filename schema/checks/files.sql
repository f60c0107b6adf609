-- files.sql - inputs, artifacts, contents and blocks.
-- Laws of stored rows, for gbq check: each query selects what breaks one. Its
-- first column is the run (NULL: none), the others tell the row.

-- check input-positions: an archive's runs are numbered from 0 without a gap
SELECT min(run_id) AS run_id, count(*) AS rows, max(position) AS last
FROM input GROUP BY path
HAVING min(position) <> 0 OR last <> count(*) - 1;

-- check artifact-numbers: artifact_no of artifact counts from 1 without a
--   gap
SELECT run_id, count(*) AS rows, min(artifact_no) AS first, max(artifact_no) AS last
FROM artifact GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT artifact_no) <> count(*);

-- check empty-folder-numbers: folder_no of empty_folder counts from 1
--   without a gap
SELECT run_id, count(*) AS rows, min(folder_no) AS first, max(folder_no) AS last
FROM empty_folder GROUP BY run_id
HAVING first <> 1 OR last <> count(*) OR count(DISTINCT folder_no) <> count(*);

-- check artifact-content: every artifact has a content
SELECT run_id, artifact_no, content_id FROM artifact
WHERE content_id NOT IN (SELECT content_id FROM content);

-- check artifact-path: paths are relative and stay below the run's folder,
--   and are there once
SELECT run_id, artifact_no, path FROM artifact
WHERE log_offset IS NULL AND (path = '' OR path GLOB '/*'
	OR '/' || path || '/' GLOB '*/../*'
	OR '/' || path || '/' GLOB '*//*')
UNION ALL
SELECT run_id, max(artifact_no), path FROM artifact
WHERE log_offset IS NULL GROUP BY run_id, coalesce(path_bytes, path)
HAVING count(*) > 1;

-- check artifact-compile: an artifact of a compile is of its id, rank and
--   process
SELECT a.run_id, a.artifact_no, a.compile_no FROM artifact AS a
LEFT JOIN compile AS c ON c.run_id = a.run_id AND c.compile_no = a.compile_no
WHERE a.compile_no IS NOT NULL AND (c.compile_no IS NULL
	OR c.compile_id IS NOT a.compile_id OR c.rank IS NOT a.rank
	OR c.process IS NOT a.process);

-- check empty-folder-is-empty: no artifact lies in an empty folder
SELECT f.run_id, f.folder_no FROM empty_folder AS f
WHERE EXISTS (SELECT 1 FROM artifact AS a
	WHERE a.run_id = f.run_id AND a.log_offset IS NULL
	    AND substr(coalesce(a.path_bytes, CAST(a.path AS BLOB)), 1,
		length(f.path) + 1) = CAST(f.path || x'2f' AS BLOB));

-- check content-is-used: every content is of an artifact
SELECT NULL AS run_id, content_id FROM content
WHERE content_id NOT IN (SELECT content_id FROM artifact);

-- check content-hash: a hash is 16 bytes
SELECT NULL AS run_id, content_id FROM content
WHERE typeof(hash) <> 'blob' OR length(hash) <> 16;

-- check content-place: a content that is kept lies in blocks that are there,
--   others in none
SELECT NULL AS run_id, content_id, bytes, block_id FROM content
WHERE kept NOT IN (0, 1) OR bytes < 0
	OR (block_id IS NULL) <> (kept = 0 OR bytes = 0)
	OR (block_id IS NULL) <> (offset IS NULL)
	OR (block_id IS NULL) <> (blocks IS NULL)
UNION ALL
SELECT NULL, c.content_id, c.bytes, c.block_id FROM content AS c
LEFT JOIN block AS b ON b.block_id = c.block_id
WHERE c.block_id IS NOT NULL AND (b.block_id IS NULL
	OR c.offset < 0 OR c.offset >= b.raw_bytes
	OR c.blocks < 1 OR c.blocks <> (SELECT count(*) FROM block AS o
	    WHERE o.block_id BETWEEN c.block_id
		AND c.block_id + c.blocks - 1));

-- check block-is-used: every block holds a part of a content
SELECT NULL AS run_id, block_id, raw_bytes FROM block
WHERE raw_bytes < 1 OR typeof(data) <> 'blob'
	OR coalesce((SELECT max(c.block_id + c.blocks) FROM content AS c
	    WHERE c.block_id = (SELECT max(d.block_id) FROM content AS d
		WHERE d.block_id <= block.block_id)), 0) <= block_id;
