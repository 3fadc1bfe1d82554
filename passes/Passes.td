// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rlx -> rlx passes, in pipeline order (compiler/Phases.cpp): phases input, simplify, fuse,
// decompose (as the CPU target runs them) and kernels. The first one is on request, before them, and
// the last three are in no pipeline. One pass per file, named after it.
#ifndef RLX_PASSES_TD
#define RLX_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def UpdateCachesInPlacePass : FunctionPass<"rlx-update-caches-in-place"> {
  let summary = "Give caches that grow by concatenation a capacity";
  let description = [{
    An input `past` and an output `concat(past, new)` become a cache: an input and an output of one
    size, whose runs write the new rows behind those of earlier runs. The size of the past along the
    axis becomes an i64 input, which has the name of that dimension, or `past_sequence_length`. The
    cache has the dimension `capacity` instead. It is an error of a run if the cache has no room.

    All other ops compute the same values: where the model reads the past or the output, they get a
    slice of the cache. `rlx-attend-over-caches` removes these slices.

    ```mlir
    func.func @main(%past: tensor<1x?x8xf32> {rlx.kind = "input", rlx.name = "past", rlx.dims = ["", "past_length", ""]},
                    %new: tensor<1x2x8xf32> {rlx.kind = "input", rlx.name = "new"})
        -> (tensor<1x?x8xf32> {rlx.name = "present"}) {
      %0 = rlx.concat %past, %new axis = 1 : (tensor<1x?x8xf32>, tensor<1x2x8xf32>) -> tensor<1x?x8xf32>
      return %0 : tensor<1x?x8xf32>
    }
    // becomes
    func.func @main(%past: tensor<1x?x8xf32> {rlx.kind = "input", rlx.name = "past", rlx.dims = ["", "capacity", ""]},
                    %past_length: tensor<i64> {rlx.kind = "input", rlx.name = "past_length"},
                    %new: tensor<1x2x8xf32> {rlx.kind = "input", rlx.name = "new"})
        -> (tensor<1x?x8xf32> {rlx.name = "present"}) {
      … // %indices are those of two rows from %past_length on
      %0 = rlx.scatter_nd %past, %indices, %new : (tensor<1x?x8xf32>, tensor<1x2x2xi64>, tensor<1x2x8xf32>) -> tensor<1x?x8xf32>
      return %0 : tensor<1x?x8xf32>
    }
    ```

    It is an error if an output concatenates an input in another way, e.g. behind the new rows, and
    if the model has neither such a pair nor an input whose elements an output updates.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::tensor::TensorDialect"];
}

def VerifyInputPass : Pass<"rlx-verify-input", "::mlir::ModuleOp"> {
  let summary = "Check the form of a model";
  let description = [{
    Every public function is a model with these properties:

    - Arguments are ranked tensors with `rlx.kind` ("input" or "param") and a unique `rlx.name`.
    - `rlx.dims` is optional. It has one string per dimension, empty for a static size.
    - Results are ranked tensors with a unique `rlx.name`, and may have `rlx.dims` for readers of
      the model.
    - Arguments and results have no other attribute of rlx.
    - The body consists of rlx ops and size arithmetic.
    - An rlx op has its declared attributes, and may have others with a prefix, for example
      `tool.note`. The prefix `lir.` is reserved for the compiler.
    - The resources that constants name exist.
  }];
}

def RefineShapesPass : Pass<"rlx-refine-shapes", "::mlir::ModuleOp"> {
  let summary = "Refine result types by shape inference";
  let description = [{
    Runs the inference of each op in order, and replaces `?` by known sizes. Results of functions
    without a caller in the module follow. A value that is passed to a call, or to an op with
    regions, keeps its type, and a remark says so. It is an error at the op if a declared type
    contradicts inference.

    ```mlir
    %0 = rlx.add %a, %b : (tensor<?x3xf32>, tensor<2x1xf32>) -> tensor<?x?xf32>
    // becomes
    %0 = rlx.add %a, %b : (tensor<?x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def SinkDequantizePass : FunctionPass<"rlx-sink-dequantize"> {
  let summary = "Move quantized tensors as integers";
  let description = [{
    Sinks `rlx.dequantize` below ops that only move or select elements: `transpose`, `reshape`,
    `slice`, `gather`, `concat` with equal parameters, nearest-neighbor `resize`, and `pool` of
    maxima or minima. A dequantize and a quantize with equal parameters cancel.

    ```mlir
    %0 = rlx.dequantize %q scale %s : (tensor<?x4xi8>, tensor<f32>) -> tensor<?x4xf32>
    %1 = rlx.transpose %0 perm = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
    %2 = rlx.quantize %1 scale %s to i8 : (tensor<4x?xf32>, tensor<f32>) -> tensor<4x?xi8>
    // becomes
    %2 = rlx.transpose %q perm = [1, 0] : (tensor<?x4xi8>) -> tensor<4x?xi8>
    ```
  }];
}

def FuseQuantizedPass : FunctionPass<"rlx-fuse-quantized"> {
  let summary = "Compute matmuls and convolutions of quantized tensors as integers";
  let description = [{
    A convolution or matmul of a dequantized tensor with dequantized weights becomes `rlx.q_conv` or
    `rlx.q_matmul`, if its result is quantized. A bias must be i32 with the scale of the
    accumulators. A following `relu` or `clamp` becomes a clamp of integers, or nothing if
    saturation already does it. If the result is not quantized, the op becomes `rlx.conv_integer` or
    `rlx.matmul_integer`, and its result is multiplied by both scales.

    Integer sums are exact. So a result may differ by one quantization step from that of f32 sums,
    if these lie near the middle of two steps. Scales must be constant, positive and normal numbers,
    and weights must be params or constants. No sum may overflow 32 bits, for any elements. Run
    `rlx-sink-dequantize` before this pass.

    The weights of a matmul may also be data, such as the keys and values of an attention. They have
    one scale then, and the result is quantized. A dynamic length of the dot products gets a guard.

    ```mlir
    %0 = rlx.dequantize %q scale %s zero_point %z : (tensor<?x64xui8>, tensor<f32>, tensor<ui8>) -> tensor<?x64xf32>
    %1 = rlx.dequantize %w scale %t : (tensor<64x32xi8>, tensor<f32>) -> tensor<64x32xf32>
    %2 = rlx.matmul %0, %1 : (tensor<?x64xf32>, tensor<64x32xf32>) -> tensor<?x32xf32>
    %3 = rlx.relu %2 : (tensor<?x32xf32>) -> tensor<?x32xf32>
    %4 = rlx.quantize %3 scale %u to ui8 : (tensor<?x32xf32>, tensor<f32>) -> tensor<?x32xui8>
    // becomes, with %m = s * t / u
    %4 = rlx.q_matmul %q, %w lhs_zero_point %z multiplier %m to ui8 : (tensor<?x64xui8>, tensor<64x32xi8>, tensor<ui8>, tensor<f32>) -> tensor<?x32xui8>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::tensor::TensorDialect", "::rlx::RLXDialect"];
}

def FoldConstantsPass : Pass<"rlx-fold-constants", "::mlir::ModuleOp"> {
  let summary = "Evaluate ops on constants at compile time";
  let description = [{
    Runs each pure rlx op on constants in the reference interpreter, and folds the index arithmetic
    around it. Ops with an operand or result of more than `max-elements` elements stay. So do ops
    that fail on their constants, because they must fail at run time. Remarks give the reason.

    ```mlir
    %0 = rlx.add %c1, %c2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    // becomes
    %0 = rlx.constant dense<[4.0, 6.0]> : tensor<2xf32>
    ```
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", "65536",
           "Largest operand or result that is folded">,
    Option<"indicesOnly", "indices-only", "bool", "false",
           "Fold index arithmetic only">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
                           "::rlx::RLXDialect"];
}

def AssertEqualSizesPass : FunctionPass<"rlx-assert-equal-sizes"> {
  let summary = "Assert equalities of sizes that the symbolic shape analysis makes use of";
  let description = [{
    If an op requires that min(n, 4) and n are equal, the analysis takes them for one size. Later
    passes may then remove the op. The assertion at the start of the function stays, so a run with
    n = 6 is an error.

    ```mlir
    %0 = rlx.slice %x from [0] sizes [%m] : (tensor<?xf32>, index) -> tensor<?xf32>
    %1 = rlx.add %0, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    // becomes
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %least = arith.minsi %n, %c4 : index
    %equal = arith.cmpi eq, %least, %n : index
    cf.assert %equal, "broadcast, in which no dynamic size is repeated"
    %0 = rlx.slice ...
    ```
  }];
}

def FoldReshapesPass : FunctionPass<"rlx-fold-reshapes"> {
  let summary = "Remove reshapes and slices to the shape that a tensor already has";
  let description = [{
    Uses the symbolic shape analysis, which proves equalities that the types of dynamic tensors do
    not show.

    ```mlir
    %n = tensor.dim %x, %c0 : tensor<?x4xf32>
    %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
    %1 = rlx.reshape %0 to [%n, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
    // becomes
    %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
  }];
}

def FoldExpandsPass : FunctionPass<"rlx-fold-expands"> {
  let summary = "Remove expansions of dynamic sizes that are equal, and hoist the others";
  let description = [{
    Uses the symbolic shape analysis: an expansion is removed if no size changes in any run that goes
    on. Others move above elementwise ops without another user, so that these can be fused with the
    ops behind them.

    ```mlir
    %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
    %1 = rlx.dynamic_expand %0 dims = [0] to [%n] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
    // becomes
    %0 = rlx.dynamic_expand %x dims = [0] to [%n] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
    %1 = rlx.relu %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
  }];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def RemoveDeadOpsPass : Pass<"rlx-remove-dead-ops", "::mlir::ModuleOp"> {
  let summary = "Remove ops without users, and change nothing else";
  let description = [{
    Replaces the canonicalizer in compilations that keep the ops of the model apart (mode eager).
  }];
}

def MarkSourcesPass : Pass<"rlx-mark-sources", "::mlir::ModuleOp"> {
  let summary = "Mark the location of every op with its number and name";
  let description = [{
    The marks survive all rewrites, so the source of any later op is known. The pass is for
    compilations that keep the ops of the model apart. There, all ops of a kernel of
    `rlx-outline-kernels=fuse=false` have the same mark.
  }];
}

def FoldPadsPass : FunctionPass<"rlx-fold-pads"> {
  let summary = "Fold pads of zeros into the convolutions that read them";
  let description = [{
    An `rlx.pad` of zeros with constant pads of spatial dimensions becomes part of the pads of an
    `rlx.conv`. An `rlx.transpose` may be between them. Convolutions with windows of one element
    stay, because they become products.

    ```mlir
    %0 = rlx.pad constant %x low [0, 0, 0, 0] high [0, 0, 1, 1] : (tensor<1x3x8x8xf32>) -> tensor<1x3x9x9xf32>
    %1 = rlx.conv %0, %w strides = [2, 2] : (tensor<1x3x9x9xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x4x4xf32>
    // becomes
    %1 = rlx.conv %x, %w strides = [2, 2] pads = [0, 0, 1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x4x4xf32>
    ```
  }];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def FuseAttentionPass : Pass<"rlx-fuse-attention"> {
  let summary = "Recognize attention that is written as primitive ops";
  let description = [{
    A matmul, a softmax over the last axis and a second matmul, over [batch, heads, ..] or with batch
    and heads in one dimension, become `rlx.attention`. Between them may be

    - scales, also of query or key, by constants or by one factor for each head;
    - masks: numbers that are added, and `rlx.where` with -inf or a number of at most -1e4. A
      comparison of iotas that keeps the keys up to the query's position becomes `mask = causal`;
    - a soft cap, `rlx.tanh` between a division and a multiplication;
    - limits beyond +-1e4, which no score is expected to reach, and casts;
    - `where(is_nan(weights), 0, weights)`.

    Heads of keys and values that are repeated for groups of query heads are read as they are. The
    layout is the one that most operands have. A remark at the softmax tells why one between two
    matmuls is no attention.

    Results change in two cases. If a mask hides a whole row with -inf, the softmax gave NaN, and
    `rlx.attention` gives zeros, as fused attention in other frameworks does. In f16, a row that is
    hidden by finite numbers may have other weights.

    ```mlir
    %kt = rlx.transpose %k perm = [0, 1, 3, 2] : (tensor<1x4x9x8xf32>) -> tensor<1x4x8x9xf32>
    %s = rlx.matmul %q, %kt : (tensor<1x4x2x8xf32>, tensor<1x4x8x9xf32>) -> tensor<1x4x2x9xf32>
    %p = rlx.softmax %s axis = -1 : (tensor<1x4x2x9xf32>) -> tensor<1x4x2x9xf32>
    %0 = rlx.matmul %p, %v : (tensor<1x4x2x9xf32>, tensor<1x4x9x8xf32>) -> tensor<1x4x2x8xf32>
    // becomes
    %0 = rlx.attention %q, %k, %v layout = bhsd mask = none scale = 1.0 : (tensor<1x4x2x8xf32>, tensor<1x4x9x8xf32>, tensor<1x4x9x8xf32>) -> tensor<1x4x2x8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
                           "::rlx::RLXDialect"];
}

def AttendOverCachesPass : FunctionPass<"rlx-attend-over-caches"> {
  let summary = "Attend over caches without a copy of their rows";
  let description = [{
    If keys and values of `rlx.attention` are the first rows of tensors that a scatter has updated,
    they become the whole tensors. The mask gets more elements, which hide the other rows. An
    attention without a mask operand gets `mask = custom`.

    ```mlir
    %k = rlx.slice %keys from [0, 0, 0, 0] sizes [1, 4, %n, 8] : (tensor<1x4x?x8xf32>, index) -> tensor<1x4x?x8xf32>
    %v = rlx.slice %values from [0, 0, 0, 0] sizes [1, 4, %n, 8] : (tensor<1x4x?x8xf32>, index) -> tensor<1x4x?x8xf32>
    %0 = rlx.attention %q, %k, %v, %bias layout = bhsd mask = bias : (tensor<1x4x2x8xf32>, tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>, tensor<1x1x2x?xf32>) -> tensor<1x4x2x8xf32>
    // becomes
    %m = rlx.pad constant %bias, %inf low [0, 0, 0, 0] high [0, 0, 0, %rest] : (tensor<1x1x2x?xf32>, tensor<f32>, index) -> tensor<1x1x2x?xf32>
    %0 = rlx.attention %q, %keys, %values, %m layout = bhsd mask = bias : (tensor<1x4x2x8xf32>, tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>, tensor<1x1x2x?xf32>) -> tensor<1x4x2x8xf32>
    ```

    A remark tells why an attention still reads a copy.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def FuseNormalizationPass : Pass<"rlx-fuse-normalization"> {
  let summary = "Recognize normalizations that are written as primitive ops";
  let description = [{
    A tensor, or its deviations from the mean, over the root of the mean of their squares becomes
    `rlx.rms_norm` or `rlx.layer_norm`. The axes are the last ones. A division by the root, and a
    product with its reciprocal or a power of -0.5, are the same. Gamma and beta that follow become
    operands, and casts from f16 or bf16 to f32 and back become part of the norm. Intermediate values
    must have no other user. In f16 and bf16, gamma and beta are then applied before the result is
    rounded.

    ```mlir
    %s = rlx.mul %x, %x : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    %m = rlx.reduce_mean %s axes = [1] {keep_dims = true} : (tensor<?x8xf32>) -> tensor<?x1xf32>
    %a = rlx.add %m, %eps : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x1xf32>
    %r = rlx.sqrt %a : (tensor<?x1xf32>) -> tensor<?x1xf32>
    %0 = rlx.div %x, %r : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
    // becomes
    %0 = rlx.rms_norm %x axis = 1 eps = 1.0e-6 : (tensor<?x8xf32>) -> tensor<?x8xf32>
    ```
  }];
}

def FuseEpiloguePass : Pass<"rlx-fuse-epilogue"> {
  let summary = "Fuse biases, activations and residuals into matmul, convolution and normalization";
  let description = [{
    Also recognizes GELU that exporters write with `erf`, so that it can be the activation of a
    matmul. For example:

    - `add(matmul(x, w), b)` and an activation become `rlx.fused_matmul_bias_act`.
    - `layer_norm(add(x, r))` becomes `rlx.fused_residual_ln`.
    - A bias of channels becomes the bias operand of a convolution.

    Intermediate values must have no other user.
  }];
}

def FoldScalesPass : Pass<"rlx-fold-scales"> {
  let summary = "Fold scales and offsets of channels into the preceding weights";
  let description = [{
    Multiplication, division and offset of the channels of a convolution, or of the columns of a
    matmul, by params or constants become part of the weights. These are computed once. The same
    holds for batch normalization in inference. Elsewhere two consecutive scales become one. Weights
    of f16 and bf16, and results with other users, stay.

    ```mlir
    %0 = rlx.conv %x, %w : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
    %1 = rlx.mul %0, %s : (tensor<1x16x8x8xf32>, tensor<1xf32>) -> tensor<1x16x8x8xf32>
    // becomes, where %w and %s are params
    %2 = rlx.reshape %s to [] : (tensor<1xf32>) -> tensor<f32>
    %3 = rlx.mul %w, %2 : (tensor<16x3x1x1xf32>, tensor<f32>) -> tensor<16x3x1x1xf32>
    %1 = rlx.conv %x, %3 : (tensor<1x3x8x8xf32>, tensor<16x3x1x1xf32>) -> tensor<1x16x8x8xf32>
    ```
  }];
}

def ConvertPrecisionPass : FunctionPass<"rlx-convert-precision"> {
  let summary = "Compute f32 matmuls and convolutions in f16 or bf16";
  let description = [{
    f32 matmuls and convolutions take their operands, and give their result, in the type `to`,
    between casts. These are `rlx.matmul`, `rlx.dot_general`, `rlx.fused_matmul_bias_act`,
    `rlx.grouped_matmul`, `rlx.conv`, `rlx.conv_transpose` and `rlx.attention`. Their accumulators
    stay f32, and so do all other ops. This is mixed precision, like PyTorch's `autocast`. Inputs,
    outputs and params keep their types, and the casts of params run once. Values above 65504 become
    infinite in f16.

    With `packed`, for targets that multiply rows of f16 by packed weights faster, so do
    `rlx.dequant_matmul` ops, except for those with `row_precision = exact`.

    For example, with `to=f16` a matmul of `tensor<4x8xf32>` and `tensor<8x2xf32>` becomes
    ```mlir
    %a = rlx.cast %x to f16 : (tensor<4x8xf32>) -> tensor<4x8xf16>
    %b = rlx.cast %w to f16 : (tensor<8x2xf32>) -> tensor<8x2xf16>
    %p = rlx.matmul %a, %b : (tensor<4x8xf16>, tensor<8x2xf16>) -> tensor<4x2xf16>
    %0 = rlx.cast %p to f32 : (tensor<4x2xf16>) -> tensor<4x2xf32>
    ```
  }];
  let options = [
    Option<"to", "to", "std::string", /*default=*/"\"f16\"", "f16 or bf16">,
    Option<"packed", "packed", "bool", "false",
           "Convert the rows of matmuls by block-quantized weights, too, and queries whose keys and "
           "values have the type already">
  ];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def SetRowPrecisionPass : FunctionPass<"rlx-set-row-precision"> {
  let summary = "Set how far block-quantized matmuls may round their rows";
  let description = [{
    `rlx.dequant_matmul` and `rlx.dequant_grouped_matmul` ops get the `row_precision` that the option `to` has. Those that say `exact`
    keep it: importers write it for the logits of a language model.

    For example, with `to=fast`
    ```mlir
    %0 = rlx.dequant_matmul %x, %w scheme = q8_0 : (tensor<?x64xf32>, tensor<32x68xui8>) -> tensor<?x32xf32>
    ```
    becomes
    ```mlir
    %0 = rlx.dequant_matmul %x, %w scheme = q8_0 row_precision = fast : (tensor<?x64xf32>, tensor<32x68xui8>) -> tensor<?x32xf32>
    ```
  }];
  let options = [Option<"to", "to", "std::string", /*default=*/"\"high\"", "exact, high or fast">];
}

def RecodeBlocksPass : FunctionPass<"rlx-recode-blocks"> {
  let summary = "Recode blocks of codebooks before they are decoded";
  let description = [{
    Kernels decode blocks without the tables of codebooks. `rlx.dequantize_blocks`,
    `rlx.dequant_matmul` and `rlx.dequant_grouped_matmul` of such schemes read the results of
    `rlx.recode_blocks`. Those of weights are computed once, when params are set.

    ```mlir
    %0 = rlx.dequant_matmul %x, %w scheme = iq2_xxs : (tensor<?x512xf32>, tensor<64x132xui8>) -> tensor<?x64xf32>
    // becomes
    %r = rlx.recode_blocks %w scheme = iq2_xxs : (tensor<64x132xui8>) -> tensor<64x280xui8>
    %0 = rlx.dequant_matmul %x, %r scheme = iq2_c32 : (tensor<?x512xf32>, tensor<64x280xui8>) -> tensor<?x64xf32>
    ```
  }];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def WidenAttentionPass : FunctionPass<"rlx-widen-attention"> {
  let summary = "Compute f16 and bf16 attention in f32";
  let description = [{
    An `rlx.attention` of f16 or bf16 is defined to compute in f32 and to round its result. It
    becomes an attention of an f32 query, for which the CPU has fast kernels. They widen keys and
    values as they read them, which keep their type. Casts of keys and values from f16 or bf16
    become part of an f32 attention, too. GPUs have kernels of f16 and bf16: there it is only for
    the casts, such as those of a cache.

    ```mlir
    %0 = rlx.attention %q, %k, %k layout = bhsd mask = causal : (tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>) -> tensor<1x2x?x64xf16>
    // becomes
    %1 = rlx.cast %q to f32 : (tensor<1x2x?x64xf16>) -> tensor<1x2x?x64xf32>
    %2 = rlx.attention %1, %k, %k layout = bhsd mask = causal : (tensor<1x2x?x64xf32>, tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>) -> tensor<1x2x?x64xf32>
    %0 = rlx.cast %2 to f16 : (tensor<1x2x?x64xf32>) -> tensor<1x2x?x64xf16>
    ```
  }];
  let options = [
    Option<"convertsF16", "converts-f16", "bool", /*default=*/"true",
           "kernels read keys and values of f16; otherwise they are cast to f32">,
    Option<"foldCasts", "fold-casts", "bool", /*default=*/"true",
           "casts of keys and values become part of an f32 attention">,
    Option<"widen", "widen", "bool", /*default=*/"true",
           "attention of f16 and bf16 becomes f32; otherwise only casts are folded">];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def DecomposeOpsPass : Pass<"rlx-decompose-ops"> {
  let summary = "Decompose composite ops into simpler rlx ops";
  let description = [{
    Calls `decompose` on every composite op until none is left. Options keep some ops whole. It is
    an error with the op and the reason if a decomposition fails. For example, `rlx.softmax` becomes
    a maximum, a subtraction, an exponential, a sum and a division.
  }];
  let options = [
    ListOption<"keep", "keep", "std::string", "Names of ops that stay as they are">,
    Option<"keepLowerable", "keep-lowerable", "bool", "false",
           "Keep ops that have their own lowering to linalg">,
    Option<"keepElements", "keep-elements", "bool", "false",
           "Keep ops that have a lowering to independent elements (ElementLowerableOpInterface)">,
    Option<"keepRows", "keep-rows", "bool", "false",
           "Keep softmax and normalizations, whose parts reduce the same rows "
           "(RowReductionComposite)">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def WidenConvolutionsPass : FunctionPass<"rlx-widen-convolutions"> {
  let summary = "Convert one-dimensional convolutions to two-dimensional ones";
  let description = [{
    An `rlx.conv`, `rlx.conv_integer` or `rlx.conv_transpose` with one spatial dimension becomes a
    convolution of images with one row, between reshapes. So it can use the kernels for images.

    ```mlir
    %0 = rlx.conv %x, %w pads = [1, 1] : (tensor<?x8x20xf32>, tensor<16x8x3xf32>) -> tensor<?x16x20xf32>
    // becomes, with %n the size of the batch
    %1 = rlx.reshape %x to [%n, 8, 1, 20] : (tensor<?x8x20xf32>, index) -> tensor<?x8x1x20xf32>
    %2 = rlx.reshape %w to [16, 8, 1, 3] : (tensor<16x8x3xf32>) -> tensor<16x8x1x3xf32>
    %3 = rlx.conv %1, %2 strides = [1, 1] pads = [0, 1, 0, 1] dilations = [1, 1] : (tensor<?x8x1x20xf32>, tensor<16x8x1x3xf32>) -> tensor<?x16x1x20xf32>
    %0 = rlx.reshape %3 to [%n, 16, 20] : (tensor<?x16x1x20xf32>, index) -> tensor<?x16x20xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
                           "::rlx::RLXDialect"];
}

def ConvertLayoutPass : FunctionPass<"rlx-convert-layout"> {
  let summary = "Convert images to channels-last layout";
  let description = [{
    Convolutions, transposed and integer ones too, and pools of rank-4 tensors become channels-last
    between transposes, and so do convolutions of rank 5 that are not depthwise. The transposes behind them sink through elementwise ops, reductions,
    `rlx.concat`, `rlx.resize`, `rlx.slice` and `rlx.pad`, and so do those that the model has.
    Rank-3 tensors between convolutions of images with one row are such images, too.
    Quantization is elementwise after its decomposition. Run canonicalize afterwards to cancel
    transposes that meet.
  }];
  let options = [
    Option<"sink", "sink", "bool", "true", "Move transposes behind the ops that use their results">
  ];
}

def SplitTransposedConvolutionsPass
    : FunctionPass<"rlx-split-transposed-convolutions"> {
  let summary = "Convert transposed convolutions to ordinary ones";
  let description = [{
    An `rlx.conv_transpose` with strides becomes one `rlx.conv` whose channels hold all phases. A
    phase is a remainder of the result index modulo the strides. If phases have different numbers of
    taps, or if channels have groups, each phase becomes a separate `rlx.conv`. The results are
    interleaved, and cropped by the pads. Elementwise ops with one operand that follow move in front
    of the interleaving.

    These ops stay: those with strides and dilations, those with kernels smaller than their strides,
    and those whose filters depend on inputs.

    ```mlir
    %0 = rlx.conv_transpose %x, %w strides = [2, 2] data_format = channels_last : (tensor<1x8x8x3xf32>, tensor<3x4x2x2xf32>) -> tensor<1x16x16x4xf32>
    // becomes, with %f made of %w
    %1 = rlx.conv %x, %f strides = [1, 1] pads = [0, 0, 0, 0] dilations = [1, 1] data_format = channels_last : (tensor<1x8x8x3xf32>, tensor<16x3x1x1xf32>) -> tensor<1x8x8x16xf32>
    %2 = rlx.reshape %1 to [1, 8, 8, 2, 2, 4] : (tensor<1x8x8x16xf32>) -> tensor<1x8x8x2x2x4xf32>
    %3 = rlx.transpose %2 perm = [0, 1, 3, 2, 4, 5] : (tensor<1x8x8x2x2x4xf32>) -> tensor<1x8x2x8x2x4xf32>
    %0 = rlx.reshape %3 to [1, 16, 16, 4] : (tensor<1x8x2x8x2x4xf32>) -> tensor<1x16x16x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect", "::rlx::RLXDialect"];
}

def HoistWeightPreparationPass : FunctionPass<"rlx-hoist-weight-preparation"> {
  let summary = "Hoist ops on params only out of control flow";
  let description = [{
    An op in a region of control flow that reads only params and constants moves before the region.
    There it becomes part of `lir.prepare` and runs once. Ops that may fail at run time stay (not
    speculatable: `rlx.gather`, `rlx.dense_solve`, ..). If their region does not run, a wrong index
    or a singular matrix is no error.

    ```mlir
    %0 = rlx.if %p : tensor<i1> -> (tensor<4xf32>) {
      %1 = rlx.exp %w : (tensor<4xf32>) -> tensor<4xf32> // %w is a param
      %2 = rlx.add %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      rlx.yield %2 : tensor<4xf32>
    } else {
      rlx.yield %x : tensor<4xf32>
    }
    // becomes
    %1 = rlx.exp %w : (tensor<4xf32>) -> tensor<4xf32>
    %0 = rlx.if %p : tensor<i1> -> (tensor<4xf32>) {
      %2 = rlx.add %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      rlx.yield %2 : tensor<4xf32>
    } else {
      rlx.yield %x : tensor<4xf32>
    }
    ```
  }];
}

def OutlineKernelsPass : Pass<"rlx-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Outline models into lir programs of dispatches and kernels";
  let description = [{
    Every function of the module becomes a `lir.program`. Groups of ops become functions in the
    module `kernels_<target>`, still as rlx ops on tensors. Equal kernels are merged. It is an error
    if a size depends on the data of a run.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cpu\"", "Target of the kernels">,
    Option<"fuse", "fuse", "bool", "true",
           "Allow kernels with ops that come from several ops of the model">,
    Option<"updateInPlace", "update-in-place", "bool", "false",
           "Copy the data of scatters, and let their kernels change the copy">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::func::FuncDialect"];
}

def FuseElementwisePass : FunctionPass<"rlx-fuse-elementwise"> {
  let summary = "Fuse chains of elementwise ops into rlx.elementwise_region";
  let description = [{
    Two or more elementwise ops of one shape become a region, if only the result of the last one has
    other users. Scalar constants move inside. No pipeline runs this pass: `rlx-outline-kernels`
    groups the same chains.

    ```mlir
    %0 = rlx.add %x, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
    %1 = rlx.relu %0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
    // becomes
    %1 = rlx.elementwise_region %x, %b : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32> {
    ^bb0(%arg0: tensor<2x?xf32>, %arg1: tensor<?xf32>):
      %2 = rlx.add %arg0, %arg1 : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
      %3 = rlx.relu %2 : (tensor<2x?xf32>) -> tensor<2x?xf32>
      rlx.yield %3 : tensor<2x?xf32>
    }
    ```
  }];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def LegalizeBroadcastPass : FunctionPass<"rlx-legalize-broadcast"> {
  let summary = "Make broadcasting of elementwise ops explicit";
  let description = [{
    Operands of elementwise ops, and inputs of elementwise regions, that are smaller than the result
    pass through `rlx.expand` first. The pass is for targets that read operands only at the index of
    the result. No pipeline runs it.

    ```mlir
    %0 = rlx.add %x, %b : (tensor<2x?xf32>, tensor<1xf32>) -> tensor<2x?xf32>
    // becomes
    %n = tensor.dim %x, %c1 : tensor<2x?xf32>
    %1 = rlx.expand %b to [2, %n] : (tensor<1xf32>, index) -> tensor<2x?xf32>
    %0 = rlx.add %x, %1 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect", "::rlx::RLXDialect"];
}

def InterpretPass : Pass<"rlx-interpret", "::mlir::ModuleOp"> {
  let summary = "Run every function without arguments in the reference interpreter";
  let description = [{
    Does not change the module. It is an error at the op if an op cannot run or a `check.expect_*`
    fails.
  }];
  let options = [
    Option<"print", "print", "bool", "false",
           "Print each function's results as constants to standard error">
  ];
}

#endif // RLX_PASSES_TD
