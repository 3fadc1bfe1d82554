// Passes that every GPU target shares.
#ifndef RLX_CONVERSIONS_GPU_PASSES_TD
#define RLX_CONVERSIONS_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def SelectWorkgroupOpsPass : FunctionPass<"rlx-select-workgroup-ops"> {
  let summary = "Choose the running sums and sorts that a GPU's invocations share row by row";
  let description = [{
    Marks the op of a kernel (`lir.workgroup_op`) that `rlx-lower-to-linalg` is to leave to a schedule: of running
    sums (PrefixScanOpInterface) those whose rows are few and long, to `rlx-schedule-scan`; of what chooses the
    first elements of rows in an order (TopKOpInterface) what a workgroup sorts, to
    `rlx-schedule-topk`. All others become loops in order, a slice of the result each. Remarks of
    category `rlx-select-workgroup-ops` say which and why.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
}

def AssignDevicesPass : Pass<"rlx-assign-devices", "::mlir::ModuleOp"> {
  let summary = "Move kernels that a Vulkan device cannot run to the CPU";
  let description = [{
    Works on a program whose kernels are linalg on tensors. Kernels with functions of f64 that SPIR-V does not
    have, or types that the device lacks, go to the module `kernels_cpu`; so do kernels with longer loops than the
    device runs to their end (`maxLoopIterations`), which a guard refuses where sizes of a run decide that. They, kernels of the user and
    conditions of control flow get buffers of the host and copies from and to the device's.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device: a profile's name or file">,
    Option<"strict", "strict", "bool", "false", "Report such kernels instead">
  ];
  // Kernels are scheduled on trial.
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::spirv::SPIRVDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::vector::VectorDialect"];
}

def SpecializeMatmulsPass : Pass<"rlx-specialize-matmuls", "::mlir::ModuleOp"> {
  let summary = "Give products kernels for few and for many rows where the run decides that";
  let description = [{
    Works on a program whose kernels are linalg on tensors. A product on a Vulkan device whose number of rows or
    columns a run decides gets one more kernel, for fewer than 8 of them, and where matrices of the device would
    compute it, another one for fewer than 64. A dispatch of the product becomes one of each. What kernel has
    work says its attribute `lir.when`, over its dims: the grid of the others is empty, and a device is given
    nothing of them.

    *Example*: of the dispatch of `@product`, with `lir.when = affine_map<()[s0] -> ((s0 floordiv 8) ceildiv
    2147483648)>` now, and one of `@product_below_8` one has workgroups.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device: a profile's name or file">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SplitReductionPass : FunctionPass<"rlx-split-reduction"> {
  let summary = "Reduce few long rows part by part on a GPU";
  let description = [{
    Fewer rows than half of the device's processors, of 65,536 elements and more, in the last dimensions of
    a static shape, are cut into equal parts, in all about 8 for each processor. A reduction reduces each
    part, and another one what these come to. Sums of f16 and bf16 stay whole, as what a part comes to
    would be rounded. Remarks of category `rlx-split-reduction` say into how many parts, and why few long
    rows were not cut.

    *Example*: `rlx.reduce_sum %x axes = [] : (tensor<1048576xf32>) -> tensor<f32>` becomes sums
    of 1024 rows of 1024 elements, and the sum of these.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def SplitScanPass : FunctionPass<"rlx-split-scan"> {
  let summary = "Compute running sums of few long rows part by part on a GPU";
  let description = [{
    Few rows (PrefixScanOpInterface) that are very long are cut into parts, which workgroups share: each
    part has a running sum of its own, to which what lies before it is added: a running sum of what the
    parts come to. Remarks of category `rlx-split-scan` say into how many parts, and why few long rows were
    not cut.

    *Example*: of 2^24 elements on a GPU with 132 processors, `rlx.cumsum` of `tensor<1x1024x16384xf32>`,
    an exclusive `rlx.cumsum` of its 1,024 last elements, and an `rlx.add` of the two.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def SplitTopKPass : FunctionPass<"rlx-split-topk"> {
  let summary = "Sort rows, and choose from them, part by part on a GPU";
  let description = [{
    An op that chooses the first elements of rows in an order (TopKOpInterface), and whose rows are
    longer than a workgroup sorts, chooses from parts of them, and then from what these have chosen. Where
    more is chosen than a quarter of what a workgroup sorts, parts are sorted and then merged, two at a
    time, by ops with `lir.sorted_run`. Rows are cut if there are fewer than half of the processors or an
    unknown number of them, or if too much is chosen to go along them; they have a known length, elements
    with a sign, and the device 64-bit integers and a buffer for all positions. A choice of experts
    (ExpertRoutingInterface.td) stays one op where a workgroup can go along its rows. Remarks of category
    `rlx-split-topk` say into how many parts, and why longer rows were not cut.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def SortScatterUpdatesPass : FunctionPass<"rlx-sort-scatter-updates"> {
  let summary = "Sort the updates of a scatter by what they change, on a GPU";
  let description = [{
    Of an op with many updates of few elements each (ScatterOpInterface) the updates are sorted first, by what they change and then by their order, so that each element of the result finds
    its own: `rlx.scatter_nd` with `lir.sorted_indices`. A gather from the numbers of what may be changed
    checks the indices. Remarks of category `rlx-sort-scatter-updates` say which were sorted, and why many updates
    were not.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def FoldTransposesIntoMatmulPass : FunctionPass<"rlx-fold-transposes-into-matmul"> {
  let summary = "Let products on a GPU read transposed factors as they lie";
  let description = [{
    A product of a factor that is transposed, while the model runs, becomes one that reads the factor
    in the order of its dimensions in memory (`rlx.dot_general`), if neighbours in memory stay
    neighbours in a matrix. A transpose that nobody else reads goes. Transposed weights are prepared
    and stay, and so do transposes into columns of the right factor if the left one has 1,024 rows
    or more, which are multiplied with rows faster.

    *Example*: `rlx.transpose %b perm = [1, 0]` and `rlx.matmul %a, %t` become
    `rlx.dot_general %a, %b contract [1] x [1]`.
  }];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def DequantizeWeightsPass : FunctionPass<"rlx-dequantize-weights"> {
  let summary = "Unpack weights in blocks before products of many rows on a GPU";
  let description = [{
    An `rlx.dequant_matmul` of f16 or bf16 with 256 rows or more, as many as its type says, becomes
    an `rlx.dequantize_blocks` to the rows' type and an `rlx.dot_general`, on devices whose matrix units
    multiply that type. A product that unpacks does so again for each of its tiles; unpacked, 2 bytes a
    weight are written and read once more. The weights are unpacked in each run (`rlx.no_hoist`), even
    those of params, so that they take their room while the product runs only. Large ones are transposed
    too, in the same kernel: products read rows across the sum faster. Where rows are few, or counted
    by a run, the product unpacks.

    *Example*: `rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<512x4096xf16>,
    tensor<1024x2304xui8>)` becomes `rlx.dequantize_blocks %w scheme = q4_0 to f16`, `rlx.transpose %0
    perm = [1, 0]` and `rlx.dot_general %x, %1 contract [1] x [0]`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def PadMatmulsPass : FunctionPass<"rlx-pad-matmuls"> {
  let summary = "Pad factors of products for a GPU's matrix units to whole pieces of memory";
  let description = [{
    Memory moves 16 bytes at a time where rows of a tensor are a multiple of that. In a product
    (`rlx.matmul`, `rlx.dot_general`) of f16 or bf16 with static sizes, of 512 rows, columns and terms
    or more, a factor whose rows are not is copied: rows along the sum get zeros at their end, up to a
    multiple of 32 terms, and so does the sum in the other factor; a factor with rows across the sum is
    transposed first, so that the result keeps its sizes. Devices whose matrix units multiply the type
    only. Copies of params and constants are made once; those that each run makes have to take less
    time than the product gains.

    *Example*: `rlx.matmul %a, %b : (tensor<600x1001xf16>, tensor<1001x777xf16>)` becomes `rlx.pad` of
    `%a` to `tensor<600x1024xf16>`, `rlx.transpose` and `rlx.pad` of `%b` to `tensor<777x1024xf16>`, and
    `rlx.dot_general` of these.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def DecomposeAttentionPass : FunctionPass<"rlx-decompose-attention"> {
  let summary = "Decompose attention that a GPU does not compute as one kernel";
  let description = [{
    In a model, attention stays whole that `rlx-schedule-attention` has a form for on the device, and
    that has enough queries: at least 16, or as many as there are keys, and where there are more than
    4,096 keys, at least a tile for every second processor; or few, of at most 8 that share a head of keys, but for
    three quarters of the processors at least. All other is decomposed, to products and a softmax that become
    kernels of their own; unlike those of `rlx-decompose-ops` the products read keys where they are. In a kernel (`lir.kernel`), all of which has been lowered to linalg but
    attention, that is decomposed and lowered too where `rlx-schedule-attention` will not take the
    kernel. Remarks of category `rlx-decompose-attention` say why.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = [
    "::rlx::RLXDialect", "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::vector::VectorDialect"
  ];
}

def SplitKPass : FunctionPass<"rlx-split-k"> {
  let summary = "Cut the sums of products with few tiles into parts on a GPU";
  let description = [{
    A product of f16, bf16 or f32 with static sizes, 64 rows and columns or more, and fewer tiles of
    128 x 128 than keep the device's processors busy with two each, is cut along its sum into 2, 4 or 8 products
    of at least 1,024 terms with results of f32, and a sum adds these. What consumes the product is
    computed in the kernel of that sum. Remarks of category `rlx-split-k` say into how many parts,
    and why few tiles of long sums were not cut.

    *Example*: `rlx.matmul %a, %b : (tensor<512x14336xf16>, tensor<14336x4096xf16>)` becomes
    `rlx.dot_general` of `tensor<512x2x7168xf16>` and `tensor<2x7168x4096xf16>` to f32, a sum over the
    first dimension of `tensor<2x512x4096xf32>`, and a cast.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::rlx::RLXDialect", "::mlir::arith::ArithDialect"];
}

def MarkAlignedOperandsPass : Pass<"rlx-mark-aligned-operands", "::mlir::ModuleOp"> {
  let summary = "Find kernels for Vulkan whose operands begin at aligned places";
  let description = [{
    Marks kernels that the module's programs dispatch, all of whose operands are whole buffers or views
    from a multiple of 16 bytes on (`lir.aligned`). Memory of these can be read in pieces of 16 bytes.
  }];
}

def ConvertPadToGenericPass : FunctionPass<"rlx-convert-pad-to-generic"> {
  let summary = "Make padded tensors ones that compute each element";
  let description = [{
    A `tensor.pad` by a value becomes a linalg.generic whose body reads an element or yields the value,
    so that it can be part of what reads it.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect"];
}

def FuseExtractProducersPass : FunctionPass<"rlx-fuse-extract-producers"> {
  let summary = "Compute in a body what it reads from an op of elements";
  let description = [{
    A `tensor.extract` in the body of a linalg op, from the result of one that computes each element by
    itself, becomes that computation. So a kernel has no such op beside the one that makes its result,
    and its elements can be shared among invocations.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

def ScalarizeVectorsPass : FunctionPass<"rlx-scalarize-vectors"> {
  let summary = "Make a scalar of each element of vectors";
  let description = [{
    What reads and writes vectors in memory does so element by element. Floats that SPIR-V does not
    compute with become integers of their size.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect",
                           "::mlir::arith::ArithDialect"];
}

def ScheduleMatmulPass : FunctionPass<"rlx-schedule-matmul"> {
  let summary = "Share the tiles of products of matrices among workgroups of a GPU";
  let description = [{
    Takes kernels whose result is computed from one sum of products, where each factor depends on
    loops of its own: products, batched ones, convolutions. The kernel gets its buffer form: a workgroup
    brings pieces of both factors into shared memory and adds up a tile, whose elements then
    become those of the result. On devices with cooperative matrices the subgroups multiply factors of
    f16 so. Records `lir.grid`, `lir.workgroup_size` and `lir.cost`. Other kernels stay as
    they are.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::math::MathDialect",
                           "::mlir::bufferization::BufferizationDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

def ScheduleAttentionPass : FunctionPass<"rlx-schedule-attention"> {
  let summary = "Share the queries of attention among workgroups of a GPU";
  let description = [{
    Takes kernels with an `rlx.attention` of f32, f16 or bf16 whose heads have 128 elements at most, a multiple
    of 8, or of 4 of f32. The kernel gets its buffer form: a workgroup takes 64 queries of a head, brings
    32 keys, and then their values, into shared memory at a time, and keeps the softmax of each query and
    its sums of values up to date. Of few queries (see `rlx-decompose-attention`) a workgroup takes a head of keys and
    those that read it, and each subgroup, by itself, some of the keys. Keys that no query of the tile sees are left out. On devices with
    cooperative matrices the subgroups multiply f16 and bf16 so, where heads have a multiple of 16
    elements; scores then stay with the invocations, and what weights are relative to follows the largest
    score only where a weight would be more than 2^8. What follows the attention is computed where its
    result is written. Records `lir.grid`, `lir.workgroup_size` and `lir.cost`. Other kernels stay as they
    are.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::math::MathDialect",
                           "::mlir::bufferization::BufferizationDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

def ScheduleReductionPass : FunctionPass<"rlx-schedule-reduction"> {
  let summary = "Share the elements of rows that are reduced among workgroups of a GPU";
  let description = [{
    Takes kernels that reduce along rows of their inputs and maybe compute elements of the same row
    with the results: sums, softmax, norms. The kernel gets its buffer form: the invocations of a workgroup
    reduce parts of a row. What these come to they reduce within their subgroup by `gpu.shuffle`, if the
    device has `subgroupShuffle` and results have 32 bits or more; and from subgroup to subgroup, or from
    invocation to invocation, through shared memory. A kernel that exchanges so has workgroups of whole
    subgroups, and numbers its invocations by subgroup and lane; or, on devices with the feature
    `linearSubgroupOrder`, takes them for neighbours (`lir.consecutive_subgroups`), but for rows that are
    read at computed places. Of numbers in blocks an invocation takes up to 64 neighbours at once, in up to 4
    rows, as long as every invocation has some. Records `lir.grid`, `lir.workgroup_size` and `lir.cost`. Other kernels stay as they are.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect", "::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

def ScheduleScanPass : FunctionPass<"rlx-schedule-scan"> {
  let summary = "Share the elements of running sums among the invocations of workgroups of a GPU";
  let description = [{
    Takes kernels with an op that `rlx-select-workgroup-ops` has marked. The kernel gets its buffer form: a
    workgroup walks along a row, a tile after the other. Its invocations combine neighbours of a
    tile each, exchange what these come to, and combine what lies before them with their elements.
    Records `lir.grid`, `lir.workgroup_size` and `lir.cost`. Other kernels stay as they are.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::spirv::SPIRVDialect"];
}

def ScheduleTopKPass : FunctionPass<"rlx-schedule-topk"> {
  let summary = "Sort rows by the invocations of workgroups of a GPU";
  let description = [{
    Takes kernels with an op that chooses the first elements of rows (TopKOpInterface) and that
    `rlx-select-workgroup-ops` has marked. The kernel gets its buffer form: a workgroup sorts a row in shared memory,
    by a bitonic network, and writes what comes first. Of longer rows it keeps as many as are chosen, and
    sorts them again with the next ones. Records `lir.grid`, `lir.workgroup_size` and `lir.cost`. Other
    kernels stay as they are.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::spirv::SPIRVDialect"];
}

def ScheduleElementwisePass : FunctionPass<"rlx-schedule-elementwise"> {
  let summary = "Give invocations of a GPU several neighbouring elements each";
  let description = [{
    Takes kernels that compute every element of their result by itself, from elements that lie side by
    side in memory where those of the result do, or from a block that neighbours have in common, and whose
    rows are known to have a multiple of as many as memory moves at once. Where neighbours along another
    dimension are read, as in a transpose, an invocation takes a square of them, if there are 2^20
    elements or more. A reduction of up to 8 steps for each element may be among them. The kernel gets its
    buffer form. Records `lir.grid`,
    `lir.workgroup_size` and `lir.cost`. Other kernels stay as they are.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

def TileToInvocationsPass : FunctionPass<"rlx-tile-to-invocations"> {
  let summary = "Tile a kernel's result into elements, each for an invocation of a GPU";
  let description = [{
    The op that produces the kernel's result becomes an scf.forall over single elements; its
    producers are computed there. A loop of the result stays whole where something dear would be
    computed again for each of its steps, say the sum that a row is divided by. Records the
    kernel's estimated cost (`lir.cost`).
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DistributeToInvocationsPass : FunctionPass<"rlx-distribute-to-invocations"> {
  let summary = "Make a bufferised kernel compute what one invocation of a GPU does";
  let description = [{
    The first of the three coordinates behind the kernel's buffers is the invocation's number then.
    Small allocations become private memory, others pieces of
    the workspace; checks set the status. Records `lir.grid` (workgroups) and `lir.workspace` (bytes
    of all invocations).
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::affine::AffineDialect",
                           "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"];
}

def SimplifyBlockIndicesPass : FunctionPass<"rlx-simplify-block-indices"> {
  let summary = "Compute the places of neighbours in blocks from that of the first one";
  let description = [{
    Of an index whose first part is a multiple of a number, divided by a multiple of the same number:
    what is added to that part, as long as it is smaller, changes no quotient and comes out of the
    remainder. So `rlx-vectorize-accesses` sees that elements of a block which are decoded one by one lie
    side by side, and what they share is computed once.

    *Example*: `(8 * %i + 3) rem 32` becomes `(8 * %i) rem 32 + 3`, and `(8 * %i + 3) div 32`
    becomes `(8 * %i) div 32`. Where the number divides all but a constant nothing is left to divide:
    `(64 * %i + 37) rem 32` becomes `5`, and `(64 * %i + 37) div 32` becomes `2 * %i + 1`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ConvertNarrowIntToFloatPass : FunctionPass<"rlx-convert-narrow-int-to-float"> {
  let summary = "Convert integers of few bits to f32 through the bits of a float";
  let description = [{
    `arith.sitofp` and `arith.uitofp` to f32 of what `arith.andi` leaves of an i32, maybe with a constant
    added to it, become `arith.ori` with the bits of 2^23, `arith.bitcast` and `arith.subf`, which are
    exact. Bits of a byte that is part of a word are taken where they are in the word, and `math.fma`
    moves them. GPUs convert, shift and mask at a fraction of the rate at which they compute, and weights
    in blocks are nothing but such integers.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def FactorDequantScalesPass : FunctionPass<"rlx-factor-dequant-scales"> {
  let summary = "Take what all numbers of a block are multiplied by, or moved by, out of sums of products";
  let description = [{
    `math.fma` of f32 after `math.fma`, whose factors are a number and the product of another one and a
    scale, the same in all, become a sum of products without the scale, and one `math.fma` with it, or with
    NaN if it is infinite. That is done where the numbers were f16, whose products with the integers of
    blocks are far from what overflows. What is added to 12 or more products with the scale, which have no
    other user, becomes one `math.fma` too, with the sum of the numbers or with NaN, where other
    `math.fma` take each of these too: those of other rows of weights, which have that sum in common. An `arith.addf` of a product, from which only such `math.fma` take a
    factor, becomes one with the product. All of them, the products too, have the flags `reassoc` and `contract`, as products by
    weights in blocks have: what a model multiplies or adds in an op of its own has not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def VectorizeAccessesPass : FunctionPass<"rlx-vectorize-accesses"> {
  let summary = "Read and write neighbouring elements together";
  let description = [{
    Loads of elements that lie next to one another become one load of a vector of up to 16 bytes,
    where the first is known to be at a multiple of its size; stores too, with nothing between them
    that could tell. Elements of memory that is shared become vectors if all that touch it can do so.
    Two bytes make a word of their own where the device has words of 16 bits in buffers.
    What a kernel does not write it loads once. For kernels on flat buffers (`rlx-flatten-buffers`);
    operands are known to begin at such places in kernels that are `lir.aligned`.
  }];
  let options = [
    Option<"device", "device", "std::string", "\"vulkan1.1\"",
           "The device to make code for: a profile's name or file">
  ];
  let dependentDialects = ["::mlir::vector::VectorDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

#endif // RLX_CONVERSIONS_GPU_PASSES_TD
