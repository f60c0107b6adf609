/*
 * known_artifacts.c - the names, by trace_structured() calls of torch 2.3 to
 * 2.14 and files of tlparse 0.3 and 0.4.
 */
#include "parse/log/known_artifacts.h"

static const char *const known_artifacts[] = {
	"after_activation_quantization_bwd_aten_pass",
	"after_activation_quantization_fwd_aten_pass",
	"after_joint_graph",
	"after_pre_grad_graph",
	"aot_autograd_runtime_wrappers",
	"aot_forward_graph_fw_metadata",
	"aot_forward_graph_fw_subclass_metadata",
	"aot_inference_graph_after_hop_passes",
	"aot_joint_graph_sync_decision_cross_ranks",
	"aot_saved_tensors_hooks_graphs",
	"aotautograd_cache_pickle_failure",
	"backward_epilogue",
	"backward_prologue",
	"before_activation_quantization_bwd_aten_pass",
	"before_activation_quantization_fwd_aten_pass",
	"before_joint_graph",
	"before_post_grad_graph",
	"before_pre_grad_graph",
	"compile_worker_sidecar_death",
	"compile_worker_status",
	"compiled_autograd_graph_pre_reordering",
	"compiled_fn_wrapper",
	"compiled_function_backward",
	"compiled_function_forward",
	"compiler_collective",
	"dynamo_cache_bypass",
	"dynamo_cache_entries",
	"dynamo_cache_exception",
	"dynamo_side_effects",
	"eager_compile_backwards_failure",
	"fx_bucketing_passes_all_gather_buckets",
	"fx_bucketing_passes_reduce_scatter_buckets",
	"fx_compute_nodes_runtime_estimation",
	"fx_graph_bundled_cache_hit",
	"fx_interpreter_error",
	"fx_net_acc_splitter_finder_events",
	"get_extra_remote_code_state",
	"get_local_code_state",
	"get_remote_code_state",
	"graph_execution",
	"inductor_aot_kernel_code",
	"inductor_aot_wrapper_code",
	"inductor_autotune_at_compile_time_code",
	"inductor_fx_passes_overlap_bucketing",
	"inductor_overlap_cyclic_extra_deps",
	"inductor_runtime_and_tensor_meta",
	"inductor_spmd_graph_mismatch",
	"inductor_triton_kernel_to_post_grad_nodes",
	"invoke_subgraph_backward_duplicate",
	"make_fx_fail_partial",
	"min_cut_failed_edge_list",
	"min_cut_failed_fx_graph",
	"min_cut_failed_svg",
	"min_cut_information",
	"mutation_epilogue",
	"output_alias_wrapper",
	"overlap_scheduling_graph_after",
	"overlap_scheduling_graph_before",
	"pge_profile_vs_analytical",
	"post_decomp_comms",
	"pre_bucketing_collective_sizes",
	"pre_bucketing_collective_sizes_after",
	"pre_bucketing_fsdp_collectives",
	"pre_decomp_comms",
	"precompile_cache_bypass",
	"put_local_code_state",
	"put_remote_code_state",
	"reorder_communication_preserving_peak_memory",
	"runtime_wrapper_orchestration",
	"scheduler_nodes_before_comm_overlap",
	"sink_waits_iterative_info",
	"torch._functorch.config",
	"triton_kernel_info",
};

/* What these begin with goes on with numbers, passes or functions. */
static const char *const known_artifact_starts[] = {
	"<eval_with_key>",		/* code of torch.fx */
	"flex_gemm_",
	"inductor_provenance_tracking_",
	"provenance_tracking_",
};

static const char *const known_artifact_ends[] = {
	"_post_grad", "_pre_grad",	/* passes of the pattern matcher */
};

bool
artifact_is_known(struct slice name)
{
	size_t i;

	if (slice_starts_any(name, known_artifact_starts,
	    LENGTH(known_artifact_starts)))
		return true;
	for (i = 0; i < LENGTH(known_artifact_ends); i++) {
		if (slice_ends(name, slice_of(known_artifact_ends[i])))
			return true;
	}
	for (i = 0; i < LENGTH(known_artifacts); i++) {
		if (slice_equal(name, slice_of(known_artifacts[i])))
			return true;
	}
	return false;
}
