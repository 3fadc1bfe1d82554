// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that every GPU target shares, in the order in which the Vulkan target runs them
// (conversions/spirv/VulkanTarget.cpp). The phase linalg runs rlx-decompose-attention again.
#ifndef RLX_CONVERSIONS_GPU_PASSES_TD
#define RLX_CONVERSIONS_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def DecomposeAttentionPass : FunctionPass<"rlx-decompose-attention"> {
  let summary = "Decompose the attention ops that a GPU does not compute as one kernel";
  let description = [{
    In a model, `rlx.attention` stays whole if `rlx-gpu-schedule` has a schedule for it on the
    device and there is enough work:

    - *flash attention*: at least 16 queries, or a dynamic number equal to the number of keys. With
      more than 4,096 keys, the tiles of 64 queries must fill half of the compute units.
    - *decode attention*: at most 8 queries that share a KV head, and workgroups for three quarters
      of the compute units.

    All other attention becomes a matmul, a softmax and a matmul, which are separate kernels. Unlike
    the decomposition of `rlx-decompose-ops`, these matmuls read the keys in place.

    In a kernel (`lir.kernel`) all ops but attention have been lowered to linalg. There the pass
    decomposes and lowers the attention that `rlx-gpu-schedule` cannot take. Remarks of
    category `rlx-decompose-attention` give the reason.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = [
    "::rlx::RLXDialect", "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::vector::VectorDialect"
  ];
}

def SplitReductionPass : FunctionPass<"rlx-split-reduction"> {
  let summary = "Split long reductions into two kernels";
  let description = [{
    If there are fewer rows than half of the compute units, each row of at least 65,536 elements is
    reduced in equal partitions. There are up to 8 partitions for each compute unit in all. The
    first kernel reduces the partitions, the second one reduces the partial results. The reduced
    dimensions must be the last ones, and all sizes static.

    Sums of f16 and bf16 stay whole, because partial results would be rounded. Remarks of category
    `rlx-split-reduction` give the number of partitions, or the reason why long rows stay whole.

    For example:
    ```mlir
    %0 = rlx.reduce_sum %x axes = [0] : (tensor<1048576xf32>) -> tensor<f32>
    // becomes
    %1 = rlx.reshape %x to [1, 1024, 1024] : (tensor<1048576xf32>) -> tensor<1x1024x1024xf32>
    %2 = rlx.reduce_sum %1 axes = [2] : (tensor<1x1024x1024xf32>) -> tensor<1x1024xf32>
    %3 = rlx.reduce_sum %2 axes = [1] : (tensor<1x1024xf32>) -> tensor<1xf32>
    %0 = rlx.reshape %3 to [] : (tensor<1xf32>) -> tensor<f32>
    ```
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def SplitScanPass : FunctionPass<"rlx-split-scan"> {
  let summary = "Split long prefix scans into scans of partitions";
  let description = [{
    If few rows (PrefixScanOpInterface) are very long, each row is cut into partitions that are
    scanned in parallel. An exclusive scan of the partial results gives the offset of each
    partition, which is added to its elements. Remarks of category `rlx-split-scan` give the number
    of partitions, or the reason why long rows stay whole.

    For example, on a GPU of 132 compute units the cumulative sum of 2^24 elements becomes three
    ops: `rlx.cumsum` of `tensor<1x1024x16384xf32>`, an exclusive `rlx.cumsum` of the 1,024 last
    elements, and an `rlx.add` of both.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def SortScatterUpdatesPass : FunctionPass<"rlx-sort-scatter-updates"> {
  let summary = "Sort the updates of a scatter by the index that they change";
  let description = [{
    Sorts the updates of scatters (ScatterOpInterface) with many updates of few elements each. The
    sort is stable, so updates of the same index keep their order. Each element of the result then
    finds its updates by a binary search: `rlx.scatter_nd` with `lir.sorted_indices`. A gather from
    a table of all indices checks them first. Remarks of category `rlx-sort-scatter-updates` name
    the sorted scatters, and the reason why many updates were not sorted.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def SplitTopKPass : FunctionPass<"rlx-split-topk"> {
  let summary = "Split top-k and sort of long rows into partitions";
  let description = [{
    Splits ops that select the first elements of rows in an order (TopKOpInterface), if a row is
    longer than one workgroup sorts:

    - If k is at most a quarter of the elements that a workgroup sorts, each partition selects its
      own top k, and further kernels select from these candidates.
    - Otherwise partitions are sorted, and sorted partitions are merged pairwise by ops with
      `lir.sorted_run`.

    Rows are split if they are fewer than half of the compute units, if their number is dynamic, or
    if k is too large for one workgroup to stream the row. Their length must be static, and their
    elements signed. The device needs 64-bit integers and a buffer that holds the indices of all
    elements. A selection of experts (ExpertRoutingInterface.td) stays one op if a workgroup can
    stream its rows. Remarks of category `rlx-split-topk` give the number of partitions, or the
    reason why long rows stay whole.

    For example, k = 50 of 128,256 elements: 128 partitions of 1,002 elements select 6,400
    candidates, 8 partitions of 800 select 400, and one kernel selects 50 of these.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def FoldTransposesIntoMatmulPass : FunctionPass<"rlx-fold-transposes-into-matmul"> {
  let summary = "Fold transposes into the matmuls that read them";
  let description = [{
    A matmul with a transposed operand becomes an `rlx.dot_general` that reads the operand in its
    memory order. This needs contiguous elements that stay within one matrix. A transpose without
    other users is removed. Two kinds of transposes stay:

    - those of weights, which are prepared once;
    - those that make columns of the rhs contiguous if the lhs has 1,024 rows or more, because such
      matmuls read rows faster.

    For example:
    ```mlir
    %t = rlx.transpose %b perm = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %0 = rlx.matmul %a, %t : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
    // becomes
    %0 = rlx.dot_general %a, %b contract [1] x [1] : (tensor<16x32xf32>, tensor<64x32xf32>) -> tensor<16x64xf32>
    ```
  }];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def PadMatmulsPass : FunctionPass<"rlx-pad-matmuls"> {
  let summary = "Pad matmul operands for cooperative matrices";
  let description = [{
    Memory moves 16 bytes at once if rows of a tensor are a multiple of 16 bytes. This pass pads the
    operands of f16 and bf16 matmuls (`rlx.matmul`, `rlx.dot_general`) to such rows, on devices
    whose cooperative matrices multiply the type. Rows, columns and K must be static and at least
    512.

    Operands that are contiguous along K get zeros up to a multiple of 32 terms, and the other
    operand is extended alike. An operand that is contiguous across K is transposed first, so that
    the result keeps its sizes. Copies of params and constants are made once. Copies that each run
    makes must take less time than the matmul gains.

    For example, `rlx.matmul` of `tensor<600x1001xf16>` and `tensor<1001x777xf16>` becomes three
    steps: `rlx.pad` of the lhs to `tensor<600x1024xf16>`, `rlx.transpose` and `rlx.pad` of the rhs
    to `tensor<777x1024xf16>`, and `rlx.dot_general` of both.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def DequantizeWeightsPass : FunctionPass<"rlx-dequantize-weights"> {
  let summary = "Dequantize block-quantized weights once, before matmuls with many rows";
  let description = [{
    An `rlx.dequant_matmul` of f16 or bf16 with a static number of at least 256 rows becomes an
    `rlx.dequantize_blocks` to the rows' type and an `rlx.dot_general`. The device's cooperative
    matrices must multiply that type. Otherwise every tile of the matmul would decode its weights
    again. Decoding them once costs 2 bytes per weight, written and read once.

    The weights are decoded in each run (`rlx.no_hoist`), even those of params, so that the decoded
    copy exists only while the matmul runs. Large weights are also transposed, in the same kernel,
    because matmuls read rows across K faster. Matmuls with fewer rows, or a dynamic number of rows,
    decode in their tiles.

    For example, `rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<512x4096xf16>,
    tensor<1024x2304xui8>)` becomes `rlx.dequantize_blocks %w scheme = q4_0 to f16`, `rlx.transpose
    %0 perm = [1, 0]` and `rlx.dot_general %x, %1 contract [1] x [0]`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def SplitKPass : FunctionPass<"rlx-split-k"> {
  let summary = "Split matmuls with few tiles along K";
  let description = [{
    A matmul of f16, bf16 or f32 that has too few tiles is split along K into 2, 4 or 8 matmuls with
    f32 results, of at least 1,024 terms each. A sum adds the partial results. Consumers of the
    matmul are computed in the kernel of that sum. The matmul must have static sizes, at least 64
    rows and columns, and fewer than two tiles of 128 x 128 per compute unit. Remarks of category
    `rlx-split-k` give the number of partitions, or the reason why a long K is not split.

    For example, `rlx.matmul` of `tensor<512x14336xf16>` and `tensor<14336x4096xf16>` becomes an
    `rlx.dot_general` of `tensor<512x2x7168xf16>` and `tensor<2x7168x4096xf16>` to f32, a sum over
    the first dimension of `tensor<2x512x4096xf32>`, and a cast.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def SelectWorkgroupOpsPass : FunctionPass<"rlx-select-workgroup-ops"> {
  let summary = "Select the prefix-scan and top-k ops that one workgroup per row computes";
  let description = [{
    Marks an op of a kernel with `lir.workgroup_op`, so that `rlx-lower-to-linalg` leaves it to a
    schedule:

    - prefix scans (PrefixScanOpInterface) with few long rows, for the schedule `prefix-scan`;
    - top-k and sort ops (TopKOpInterface) whose rows one workgroup can sort, for
      the schedule `top-k`.

    All other such ops become sequential loops, one invocation per slice of the result. Remarks of
    category `rlx-select-workgroup-ops` name the marked ops, and the reason for the others.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">,
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose schedules are asked">
  ];
}

def ConvertPadToGenericPass : FunctionPass<"rlx-convert-pad-to-generic"> {
  let summary = "Convert constant pads to generic ops that compute each element";
  let description = [{
    A `tensor.pad` with a constant value becomes a linalg.generic. Its body reads an element of the
    source or yields the value. The consumer of the padded tensor can then fuse it.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect"];
}

def FuseExtractProducersPass : FunctionPass<"rlx-fuse-extract-producers"> {
  let summary = "Fuse the producer of an extracted element into the body that reads it";
  let description = [{
    A `tensor.extract` in the body of a linalg op may read the result of an op that computes each
    element by itself. The extract becomes that computation. So a kernel does not have such an op
    beside its root op, and its elements can be distributed to invocations.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

def NarrowIndexCastsPass : FunctionPass<"rlx-narrow-index-casts"> {
  let summary = "Convert indices to floats through i32 instead of i64";
  let description = [{
    `arith.sitofp` and `arith.uitofp` of an index that was cast to i64 convert the index as an i32.
    An index has 32 bits on Vulkan devices, and some of them lack i64. The pass runs on device
    kernels only, because an index of the CPU has 64 bits.

    For example, `arith.index_cast %i : index to i64` and `arith.sitofp` to f32 become
    `arith.index_cast %i : index to i32` and `arith.sitofp`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AssignDevicesPass : Pass<"rlx-assign-devices", "::mlir::ModuleOp"> {
  let summary = "Assign kernels that the GPU cannot run to the CPU";
  let description = [{
    Works on a program whose kernels are linalg on tensors. These kernels move to the module
    `kernels_cpu`:

    - kernels with f64 functions that the device does not have, for example `exp`;
    - kernels with types that the device lacks;
    - kernels whose loops take more iterations than the device completes (`maxLoopIterations`). If
      the number depends on dynamic sizes, a guard checks it at run time instead.

    Kernels of the CPU, user kernels and conditions of control flow get host buffers, with copies to
    and from device buffers.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">,
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose kernels are assigned">,
    Option<"strict", "strict", "bool", "false", "Report an error for such kernels instead">
  ];
  // Plans of the schedule `invocations` tile a copy of the kernel.
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SpecializeMatmulsPass : Pass<"rlx-specialize-matmuls", "::mlir::ModuleOp"> {
  let summary = "Specialize matmuls and attention of dynamic sizes for few and for many rows";
  let description = [{
    Works on a program whose kernels are linalg on tensors. If the number of rows or columns of a
    matmul is dynamic, its kernel gets a variant for fewer than 8 of them. If cooperative matrices
    would compute the matmul, it gets another variant for fewer than 64, and one for fewer than 256
    if its weights are block-quantized and can be decoded once (`rlx-decode-weights`). If integer dot
    products compute few rows by such weights, the variants are for a single row, fewer than 8 and fewer
    than 192 (`rlx-quantize-rows`). The last number is 64 if cooperative matrices take more rows, and the
    weights cannot be decoded once. Without cooperative matrices, there is a variant for sizes with too
    few tiles of 64 x 64 to fill the device. One dispatch becomes one dispatch per variant. Attention with a dynamic number of queries gets a variant for fewer than
    16, which is decode attention.

    The attribute `lir.when`, over the dims of a kernel, says which variant has work. The grids of
    the others are empty, and the device receives no commands for them.

    For example, the kernel `@matmul` gets `lir.when = affine_map<()[s0] -> ((s0 floordiv 8)
    ceildiv 2147483648)>`, and a variant `@matmul_below_8`. In each run one of the two has
    workgroups.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">,
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose kernels are specialized">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DecodeWeightsPass : Pass<"rlx-decode-weights", "::mlir::ModuleOp"> {
  let summary = "Decode block-quantized weights once for matmuls with many rows";
  let description = [{
    Runs after `rlx-specialize-matmuls`. A kernel that has work from 256 rows on (192 if integer dot
    products take fewer rows), and multiplies by cooperative matrices, gets the decoded weights as another operand. A dispatch before it decodes
    them to a temporary of f16 or bf16, in the same runs (`lir.when`). Temporaries of several matmuls
    share memory. Decoded weights of more than 256 MiB stay packed.

    For example, in `lir.dispatch @matmul ins(%x, %blocks)` with `%blocks : memref<4096x2304xi8>` of
    `q4_k`, `@matmul` becomes a kernel with a third operand, `memref<4096x4096xf16>`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">,
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose kernels are changed">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def SplitOperandsPass : Pass<"rlx-split-operands", "::mlir::ModuleOp"> {
  let summary = "Multiply rows of the precision high by matrix instructions of warpgroups";
  let description = [{
    Runs after `rlx-specialize-matmuls`, for devices with `wgmma`. It takes kernels that multiply 192
    rows of f32 or more by block-quantized weights, with the row precision `high`. They get rows and
    weights as sums of two bf16. Three products of parts are one contraction, over three times as many
    terms. Dispatches before it make the parts, in the same runs (`lir.when`).

    For example, in `lir.dispatch @matmul ins(%x, %blocks)` with `%x : memref<?x4096xf32>`, `@matmul`
    gets operands of `memref<?x3x4096xbf16>` and `memref<14336x3x4096xbf16>`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">,
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose kernels are changed">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def NarrowRowsPass : Pass<"rlx-narrow-rows", "::mlir::ModuleOp"> {
  let summary = "Round the rows of matmuls for cooperative matrices once";
  let description = [{
    Runs after `rlx-decode-weights`. A kernel that multiplies 64 rows or more by cooperative matrices,
    and may round its rows to their type (`lir.operand_precision`), gets the rounded rows as another
    operand. A dispatch before it rounds them, in the same runs (`lir.when`). Matmuls that read the
    same rows share it.

    For example, in `lir.dispatch @matmul ins(%x, %weights)` with `%x : memref<?x4096xf32>`, `@matmul`
    becomes a kernel with a third operand, `memref<?x4096xbf16>`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">,
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose kernels are changed">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def QuantizeRowsPass : Pass<"rlx-quantize-rows", "::mlir::ModuleOp"> {
  let summary = "Convert the rows of block-quantized matmuls to bytes once";
  let description = [{
    Runs after `rlx-mark-aligned-operands`. A kernel that multiplies 2 to 191 rows by block-quantized
    weights, with integer dot products, gets the bytes of the rows as another operand. A dispatch
    before it converts the rows, in the same runs (`lir.when`). Matmuls that read the same rows share
    it. A single row is converted by each workgroup again, as another dispatch takes longer.

    For example, in `lir.dispatch @matmul ins(%x, %blocks)` with `%x : memref<?x4096xf32>`, `@matmul`
    becomes a kernel with a third operand, `memref<192x2304xi32>`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">,
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose kernels are changed">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
}

def MarkAlignedOperandsPass : Pass<"rlx-mark-aligned-operands", "::mlir::ModuleOp"> {
  let summary = "Mark GPU kernels whose operands begin at aligned addresses";
  let description = [{
    Marks kernels with `lir.aligned` if all operands of all their dispatches are whole buffers or
    views with an offset that is a multiple of 16 bytes. Their memory can be read in vectors of 16
    bytes.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose kernels are marked">
  ];
}

def GpuSchedulePass : FunctionPass<"rlx-gpu-schedule"> {
  let summary = "Write each kernel by the first schedule that takes it";
  let description = [{
    The schedules are tried in this order (`conversions/gpu/schedule/Schedules.cpp`). The first one
    that has a plan writes the kernel in its buffer form and records `lir.grid`,
    `lir.workgroup_size` and `lir.cost`.

    - `decode-attention`: an `rlx.attention` with few queries. One workgroup takes a KV head and the
      queries that read it; each subgroup takes some of the keys.
    - `cooperative-flash-attention`: an `rlx.attention` of f16 or bf16 on a device with cooperative
      matrices, whose heads have a multiple of 16 elements, at most 128. One workgroup computes 64
      queries of a head, 32 keys at a time, with a running softmax. Scores stay in registers, and
      accumulators are rescaled only if a weight would exceed 2^8.
    - `flash-attention`: the same with scalar arithmetic, for heads of a multiple of 8 elements (4
      for f32). Keys that no query of the tile sees are skipped.
    - `cooperative-matmul`: a contraction of f16 or bf16 (matmul, batched matmul, convolution) on a
      device with cooperative matrices.
    - `matmul`: any other contraction each of whose operands depends on separate loops. A workgroup
      loads K-slices of both operands into shared memory and accumulates one tile, whose elements
      pass through the epilogue.
    - `quantize-rows`: the bytes of rows, which `rlx-quantize-rows` asks for.
    - `integer-gemv`: fewer than 192 rows by block-quantized weights, on a device with integer dot
      products, if a precision of rows is given. A workgroup converts a single row to bytes in shared
      memory.
    - `row-reduction`: sums, softmax, norms and GEMV. Invocations of a workgroup reduce partitions of
      a row and combine the partial results, by `gpu.shuffle` within a subgroup (`subgroupShuffle`,
      results of 32 bits or more), and through shared memory otherwise. Invocations are numbered by
      subgroup and lane. On devices with `linearSubgroupOrder` their own order is used
      (`lir.linear_subgroup_order`), except for rows with gathered access. An invocation decodes up
      to 64 contiguous block-quantized weights at once, in up to 4 rows.
    - `prefix-scan`, `top-k`: an op that stayed, since `rlx-select-workgroup-ops` has marked it, one
      workgroup per row. Top-k and sort use a bitonic network in shared memory; longer rows keep the best k
      elements and sort them again with the next ones.
    - `elementwise`: each element is computed by itself, from inputs that are contiguous where the
      result is, or block-quantized. Row sizes are a known multiple of the vector width. If an input
      is contiguous along another dimension, as in a transpose of 2^20 elements or more, an
      invocation computes a square tile. A reduction of up to 8 terms per element is allowed.
    - `invocations`: every kernel. The op that produces the result becomes an `scf.forall` over
      single elements, and its producers are computed there. A loop stays untiled if tiling would
      recompute an expensive value for every element, such as the sum that a row is divided by.

    A remark of the category `rlx-schedule` names the schedule; others say why earlier ones declined
    the kernel.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">,
    Option<"target", "target", "std::string", "\"vulkan\"", "Target whose own schedules are tried first">,
    ListOption<"only", "only", "std::string", "Try these schedules only">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::gpu::GPUDialect", "::rlx::lir::LIRDialect"];
}

def DistributeToInvocationsPass : FunctionPass<"rlx-distribute-to-invocations"> {
  let summary = "Distribute a bufferized kernel to invocations";
  let description = [{
    The scf.forall of the kernel becomes its body for one invocation. The first of the three
    coordinates after the kernel's buffers is the number of the invocation. Small allocations become
    private memory, others slices of the workspace. Checks set the status. Records `lir.grid`
    (workgroups) and `lir.workspace` (bytes of all invocations).
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"];
}

def ScalarizeVectorsPass : FunctionPass<"rlx-scalarize-vectors"> {
  let summary = "Replace vectors by scalars";
  let description = [{
    Each element of a vector becomes a scalar. Vector reads and writes of memory become scalar ones.
    Floats that SPIR-V does not compute with become integers of their size.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect"];
}

def FlattenBuffersPass : FunctionPass<"rlx-flatten-buffers"> {
  let summary = "Flatten the buffers of a kernel to one index each";
  let description = [{
    The arguments become one-dimensional buffers, one for each binding and element type, the scalars
    of the ABI (runtime/device/KernelBindings.h), and the number of the invocation. Records the ABI
    as `lir.kernel_abi`. For example, element (i, j) of a `memref<4x8xf32>` gets the index 8
    i + j.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect"];
}

def SimplifyBlockIndicesPass : FunctionPass<"rlx-simplify-block-indices"> {
  let summary = "Express indices within a block by the index of its first element";
  let description = [{
    Simplifies division and remainder of an index by a block size. If the first part of the index is
    a multiple of a number that divides the divisor, a smaller constant added to it does not change
    the quotient and comes out of the remainder. So `rlx-vectorize-accesses` sees that the elements
    of a block are contiguous, and shared values are computed once.

    For example, `(8 * %i + 3) rem 32` becomes `(8 * %i) rem 32 + 3`, and `(8 * %i + 3) div 32`
    becomes `(8 * %i) div 32`. If the number divides everything but a constant, no division is left:
    `(64 * %i + 37) rem 32` becomes `5`, and `(64 * %i + 37) div 32` becomes `2 * %i + 1`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def VectorizeAccessesPass : FunctionPass<"rlx-vectorize-accesses"> {
  let summary = "Vectorize contiguous loads and stores";
  let description = [{
    Contiguous scalar loads become one vector load of up to 16 bytes, if the first address is a
    known multiple of the width. The same holds for stores with no conflicting access between them.
    Elements in shared memory become vectors if all accesses allow it. Two bytes form a word if the
    device has 16-bit words in buffers. A kernel loads memory that it does not write only once.

    Works on kernels with flat buffers (`rlx-flatten-buffers`). Operands begin at multiples of 16
    bytes in kernels with `lir.aligned`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "Device profile: a built-in name or a JSON file">
  ];
  let dependentDialects = ["::mlir::vector::VectorDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def ConvertNarrowIntToFloatPass : FunctionPass<"rlx-convert-narrow-int-to-float"> {
  let summary = "Convert narrow integers to f32 through the bits of a float";
  let description = [{
    `arith.sitofp` and `arith.uitofp` to f32 of an i32 with few significant bits, for example after
    `arith.andi`, become `arith.ori` with the bits of 2^23, `arith.bitcast` and `arith.subf`. This
    is exact. Bits of a byte within a word are used in place, and `math.fma` scales them back. GPUs
    convert, shift and mask at a fraction of their arithmetic rate, and block-quantized weights are
    such integers.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def FactorDequantScalesPass : FunctionPass<"rlx-factor-dequant-scales"> {
  let summary = "Factor block scales and offsets out of dot products";
  let description = [{
    Three rewrites of f32 sums:

    - `sum(x_i * (s * q_i))` becomes `s * sum(x_i * q_i)`, or NaN if the scale is infinite. This is
      done if the `x_i` were f16, whose products with the integers of blocks cannot overflow.
    - `sum(x_i * (s * q_i + m))` of 12 or more terms gets `m * sum(x_i)` as one `math.fma`, if
      several rows of weights share `sum(x_i)`.
    - An `arith.addf` of a product becomes one `math.fma`, if only such sums use it.

    All ops must have the flags `reassoc` and `contract`, as those of matmuls with block-quantized
    weights have. Multiplications and additions of a model's separate ops do not have them.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif // RLX_CONVERSIONS_GPU_PASSES_TD
