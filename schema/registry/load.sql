-- Fills "kind" and "kind_wording" of a new database from torch's registry of
-- graph-break kinds. :registry is the text of graph_break_registry.json:
-- {"GB0059": [{"Gb_type", "Context", "Explanation", "Hints"}, ...], ...},
-- of one id the newest wording first.
--
-- The registry was made by reading torch's source, so a field may hold a
-- variable's name or an expression in place of the text ("_gb_type", "msg",
-- "str(e)"). Each field is therefore taken from the newest wording in which
-- it can be read. The newest entry of GB0170 has no hints, since its call
-- computes them: its hints come from the entry before.

INSERT INTO kind (gb_id, kind, explanation, context, hints, versions, doc_url)
SELECT
	registry.key,
	(SELECT trim(value ->> '$.Gb_type')
	    FROM json_each(registry.value)
	    WHERE trim(value ->> '$.Gb_type') GLOB '[^_]*'
		OR value ->> '$.Gb_type' GLOB '_* *'
	    ORDER BY key LIMIT 1) AS wording,
	(SELECT trim(value ->> '$.Explanation')
	    FROM json_each(registry.value)
	    WHERE trim(value ->> '$.Explanation') GLOB '[^"]* *'
	    ORDER BY key LIMIT 1),
	(SELECT nullif(trim(value ->> '$.Context'), '')
	    FROM json_each(registry.value)
	    ORDER BY key LIMIT 1),
	(SELECT json(value -> '$.Hints')
	    FROM json_each(registry.value)
	    ORDER BY json_array_length(value, '$.Hints') = 0, key LIMIT 1),
	(SELECT json_group_array(json_object(
		'kind', value ->> '$.Gb_type',
		'explanation', value ->> '$.Explanation',
		'context', value ->> '$.Context',
		'hints', json(value -> '$.Hints')))
	    FROM json_each(registry.value)),
	'https://meta-pytorch.github.io/compile-graph-break-site/gb/'
	    || lower(registry.key) || '.html'
FROM json_each(:registry) AS registry
WHERE wording IS NOT NULL;

-- The texts of graph_break_hints.py; of several the lowest rank is the class.
WITH class_text (rank, class, hint) AS (VALUES
	(1, 'USER_ERROR', 'Your code may result in an error when running in eager. Please double check that your code doesn''t contain a similar error when actually running eager/uncompiled. You can do this by removing the `torch.compile` call, or by using `torch.compiler.set_stance("force_eager")`.'),
	(2, 'DYNAMO_BUG', 'This is likely to be a Dynamo bug. Please report an issue to PyTorch.'),
	(3, 'DIFFICULT', 'This graph break may be difficult to debug. Please report an issue to PyTorch for assistance.'),
	(4, 'FUNDAMENTAL', 'This graph break is fundamental - it is unlikely that Dynamo will ever be able to trace through your code. Consider finding a workaround.'),
	(5, 'SUPPORTABLE', 'It may be possible to write Dynamo tracing rules for this code. Please report an issue to PyTorch if you encounter this graph break often and it is causing performance issues.'),
	(6, 'CAUSED_BY_EARLIER_GRAPH_BREAK', 'This graph break may have been caused by an earlier graph break. Resolving the earlier graph break may resolve this one.'),
	(7, 'INFERENCE_MODE', 'Avoid using `tensor.is_inference()` and `torch.is_inference_mode_enabled()` in your compile code. This is primarily used in conjunction with `torch.inference_mode`. Consider using `torch.no_grad` instead because `torch.no_grad` leads to same improvements as `inference_mode` when `torch.compile` is used.'),
	(8, 'SPARSE_TENSOR', 'Sparse tensor operations are not yet fully supported in torch.compile with fullgraph=True. Consider using fullgraph=False to allow graph breaks, or move sparse tensor creation outside the compiled region.')
)
UPDATE kind SET hint_class = coalesce(
	(SELECT class FROM json_each(kind.hints) AS given
	    JOIN class_text ON class_text.hint = trim(given.value)
	    ORDER BY rank LIMIT 1),
	'NONE');

-- Every readable wording to its id. Two ids share a wording twice
-- ("Failed to make weakref to User Object", "bad device argument to
-- torch.get_device_module"): the lower one, which torch used first.
INSERT INTO kind_wording (kind, gb_id)
SELECT trim(version.value ->> '$.kind') AS wording, min(gb_id)
FROM kind, json_each(kind.versions) AS version
WHERE wording GLOB '[^_]*' OR wording GLOB '_* *'
GROUP BY wording;
