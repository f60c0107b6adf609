-- Advice on kinds of graph breaks, run after load.sql: what people who debug
-- torch.compile do about each, best first. ease: 0 a setting or a logging
-- call, 1 a local rewrite, 2 restructure or library. flag: a setting that can
-- remove the break; the advice says where it may only move it.

-- Kinds that torch 2.13's registry does not have. What torch prints without
-- an id stands under its kind, as counting and matching do.
INSERT OR IGNORE INTO kind (gb_id, kind, hint_class, doc_url) VALUES
	('GB9493', 'GB9493', NULL, 'https://meta-pytorch.github.io/compile-graph-break-site/gb/gb9493.html'),
	('data-dependent guard', 'data-dependent guard', NULL, NULL);

WITH advised (gb_id, ease, flag, advice) AS (VALUES
('GB0003', 1, NULL,
'Build a list with a comprehension or a plain loop in place of the generator, or consume the generator outside the compiled code and pass the values in.'),
('GB0007', 2, NULL,
'Dynamo leaves this callee out on purpose (clocks, random numbers, locks, C functions). Call it outside the compiled code; or put torch.compiler.disable on the smallest function round it, which leaves one break at that call; or make it an opaque operator with @leaf_function. Where torch or a library does this once, outside the hot path, it can stay.'),
('GB0025', 0, NULL,
'Somebody asked for this break with torch._dynamo.graph_break(). Delete the call if it is yours; where torch or a library placed it on purpose, it can stay.'),
('GB0029', 0, 'torch._dynamo.config.compiled_autograd',
'A hook on an intermediate tensor needs compiled autograd: set torch._dynamo.config.compiled_autograd = True, or take the hook off while compiling, or write the gradient change as a torch.autograd.Function.'),
('GB0033', 1, 'torch._dynamo.config.capture_scalar_outputs',
'The value of a tensor is wanted as a Python number. Stay with tensors (indexing, scatter, torch.where), which also saves a device sync. torch._dynamo.config.capture_scalar_outputs = True traces the call but may only move the break to the next line that uses the value as a bound or an index, and can turn it into an error there; otherwise move the call out of the compiled code.'),
('GB0035', 1, NULL,
'A branch depends on the contents of an object. Use torch.cond for a plain if/else, torch.where where both sides may be computed, torch._check or a Python constant where the value never changes while tracing; otherwise restructure so that the decision is made outside.'),
('GB0036', 2, 'torch._dynamo.config.capture_dynamic_output_shape_ops',
'The size of the result depends on the data (nonzero, unique, boolean masks). Keep shapes fixed: torch.where, gather, padding; for mixture-of-experts loops look for a switch of the library (transformers: _experts_implementation = "batched_mm"), or subclass and override the method. capture_dynamic_output_shape_ops = True may only move the break to the next line that uses the result as a loop bound or an index, or turn it into an error.'),
('GB0039', 1, 'torch._dynamo.config.recompile_limit',
'The function was compiled again too often, and from now on runs eager. Find the guard that keeps failing (gbq recompiles --by cause): mark a changing size with mark_dynamic or pad it, keep counters and changing numbers out of the compiled code. Raise torch._dynamo.config.recompile_limit only where the number of variants is known and small.'),
('GB0059', 0, 'torch._dynamo.config.reorderable_logging_functions',
'For print and other logging: add the function to torch._dynamo.config.reorderable_logging_functions (the output comes after the graph, no code change) or to ignore_logging_functions (dropped while compiling), write torch._higher_order_ops.print("format {}", x), or delete it. For other builtins use the torch function for it (torch.maximum, abs, torch.argsort for sorted).'),
('GB0066', 1, NULL,
'There is always another break inside this context manager: mend that one, and this goes too. Or open the context manager outside the compiled code.'),
('GB0083', 0, 'torch._dynamo.config.compiled_autograd',
'Backward hooks on modules need compiled autograd: set torch._dynamo.config.compiled_autograd = True, or take the hook off while compiling.'),
('GB0098', 1, NULL,
'The callee is under torch.compiler.disable, which costs one break at each call. Can stay where that is wanted; otherwise narrow the disabled part, or use @leaf_function or a custom operator, which do not break.'),
('GB0099', 1, NULL,
'The callee is under torch.compiler.disable, which costs one break at each call. Can stay where that is wanted; otherwise narrow the disabled part, or use @leaf_function or a custom operator, which do not break.'),
('GB0105', 0, 'torch._dynamo.config.trace_numpy',
'Tracing of numpy was switched off: set torch._dynamo.config.trace_numpy = True, or use the torch function in place of numpy.'),
('GB0109', 1, NULL,
'Stay with tensors, or convert to an integer dtype before tolist(): only integers can be traced as list items. Otherwise move the call out of the compiled code.'),
('GB0124', 0, 'torch._dynamo.config.capture_scalar_outputs',
'Stay with tensors in place of .item(), which also saves a device sync. torch._dynamo.config.capture_scalar_outputs = True captures the call, but a later use of the number as a branch, bound or index may break in its turn; otherwise move the call out of the compiled code.'),
('GB0142', 1, NULL,
'Enter the context manager outside the compiled code, or take one that Dynamo supports (torch.no_grad in place of torch.inference_mode). One that is entered on the first call only can be warmed up with one eager call before torch.compile.'),
('GB0147', 2, NULL,
'Use a torch equivalent if there is one. Otherwise hide the function from Dynamo without a break: @leaf_function with register_fake (opaque; name what it writes in mutates_args), @nonstrict_trace when its operators should still be compiled, or torch.library.custom_op with register_fake for third-party code with a clear output shape. torch.compiler.disable leaves one break at the call.'),
('GB0156', 2, NULL,
'Dynamo cannot trace this method (often a C method: ContextVar.get, locks, loggers). Call it outside the compiled code, or put torch.compiler.disable on the smallest function round it (one break stays) or @leaf_function. If the frame exists only because its caller broke, mend the caller first.'),
('GB0170', 1, NULL,
'A Python branch or loop condition depends on a tensor. Use torch.cond for a plain if/else, torch.where without a branch, torch._check or a Python constant where the value never changes while tracing; otherwise make the decision outside the compiled code, or switch the option off that needs it.'),
('GB0206', 1, NULL,
'Set requires_grad before compiling, or use the library''s own switch (freeze_...()), or override the method that sets it.'),
('GB0208', 1, NULL,
'This torch function returns something other than tensors. Call it outside the compiled code and pass the result in, or compile a smaller part that does not hold it.'),
('GB0219', 2, NULL,
'The backend or the fake-tensor run failed, so the code ran eager. Read the exception in the text (its WON''T CONVERT twin has the whole traceback) and treat the operator that it names.'),
('GB0291', 0, 'torch._dynamo.config.ignore_logging_functions',
'Remove the cause of the log line or warning, as the message itself often tells how. Otherwise torch._dynamo.config.ignore_logging_functions.add(the bound logging function), or reorderable_logging_functions to keep the output, or delete the call.'),
('GB0467', 2, NULL,
'Code sets an attribute on an object that Dynamo does not model (handles, counters, registries). Do it before compiling, for instance with one eager call first, or override the method that does it.'),
('GB4347', 1, NULL,
'Replace the iterator made in C by a plain Python loop or list. Often the frame exists only because its caller broke: mend the caller first.'),
('GB7000', 1, NULL,
'A break inside a loop sends the whole function to eager. There is always another break at the same place: mend that one and both are gone.'),
('GB9493', 1, NULL,
'Replace the special method or iterator made in C by a plain Python loop or list. Often the frame exists only because its caller broke: mend the caller first.'),
('data-dependent guard', 1, NULL,
'Tracing went on with a number that only the data know, and then had to decide something about it. State what is known with torch._check, or keep the value a tensor. It comes after a capture_... flag: consider taking the flag back.')
)
UPDATE kind SET advice = advised.advice, ease = advised.ease, flag = advised.flag
FROM advised WHERE advised.gb_id = kind.gb_id;
