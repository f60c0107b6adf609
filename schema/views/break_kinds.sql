-- view break_kinds: one row for each kind of graph break, from torch's
--   registry (graph_break_registry.json of torch 2.13) with gbq's advice. A
--   registry field may hold a variable's name in place of the text, so each
--   field is taken from the newest wording in which it can be read. Braces
--   {...} stand for what torch fills in.
-- column gb_id: the id: GB0059; stable over the wordings; NULL for a few kinds
--   that torch prints without an id and that gbq has advice on
-- column kind: newest readable wording of the kind line; the id itself where
--   no wording is known
-- column explanation: newest readable explanation; NULL if there is none
-- column context: form of the developer debug context; NULL if there is none
-- column hints: JSON array of the newest hints; NULL if not known
-- column hint_class: class of these hints: USER_ERROR, DYNAMO_BUG, DIFFICULT,
--   FUNDAMENTAL, SUPPORTABLE, CAUSED_BY_EARLIER_GRAPH_BREAK, INFERENCE_MODE,
--   SPARSE_TENSOR or NONE; NULL if the hints are not known
-- column versions: JSON array of all wordings, newest first, unchanged: objects
--   with kind, explanation, context, hints; NULL if the registry has none
-- column doc_url: page on torch's graph-break site
-- column advice: what people do about it, best first; NULL if gbq has none
-- column ease: 0 a setting or a logging call, 1 a local rewrite, 2 restructure
--   or library; NULL where there is no advice
-- column flag: a setting that can remove it; the advice says where it may only
--   move it; NULL if none
CREATE VIEW break_kinds AS
SELECT CASE WHEN gb_id GLOB 'GB[0-9]*' THEN gb_id END AS gb_id, kind,
	explanation, context, hints, hint_class, versions, doc_url, advice, ease, flag
FROM kind;
