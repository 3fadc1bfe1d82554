// Declarations of the rlx -> rlx passes, in alphabetical order. One pass a file, named after it.
#ifndef RLX_PASSES_TD
#define RLX_PASSES_TD

include "mlir/Pass/PassBase.td"
include "passes/FunctionPass.td"

def ConvertLayoutPass : FunctionPass<"rlx-convert-layout"> {
  let summary = "Move images to channels-last layout";
  let description = [{
    Convolutions, transposed ones and those of integers too, and poolings of rank-4 tensors become
    channels last, between transposes; the transposes behind them sink through elementwise ops,
    reductions, concatenations and `rlx.resize`. Run canonicalize afterwards: it cancels what meets.
    Without `sink` the transposes stay where they are. Quantisation is elementwise once it is
    decomposed.
  }];
  let options = [
    Option<"sink", "sink", "bool", "true", "Move transposes behind the ops that use their results">
  ];
}

def DecomposeOpsPass : Pass<"rlx-decompose-ops"> {
  let summary = "Rewrite composite ops as simpler rlx ops";
  let description = [{
    Calls `decompose` on every composite op until none is left, except the ops named by `keep`;
    with `keep-lowerable`, those that can be lowered to linalg as they are; and, with `keep-rows`, softmax and
    normalisations, whose parts reduce the same rows (`RowReductionComposite`). Fails, naming op and
    reason, when a decomposition declines.
  }];
  let options = [
    ListOption<"keep", "keep", "std::string", "Names of ops to leave as they are">,
    Option<"keepLowerable", "keep-lowerable", "bool", "false",
           "Leave ops that have a lowering to linalg of their own">,
    Option<"keepRows", "keep-rows", "bool", "false", "Leave ops whose parts reduce the same rows">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def FoldConstantsPass : Pass<"rlx-fold-constants", "::mlir::ModuleOp"> {
  let summary = "Evaluate ops on constants at compile time";
  let description = [{
    Runs each pure rlx op whose operands are all constants in the reference interpreter, and folds
    the index arithmetic around it. An op with a larger operand or result than `max-elements` is
    left alone, and so is one that fails on its constants (that is an error when the model runs);
    remarks say why.

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
           "Leave rlx ops alone and fold index arithmetic only">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
                           "::rlx::RLXDialect"];
}

def FoldReshapesPass : FunctionPass<"rlx-fold-reshapes"> {
  let summary = "Remove reshapes to the sizes that a tensor has";
  let description = [{
    Proves with the symbolic shape analysis what the types of dynamic tensors do not show.

    ```mlir
    %n = tensor.dim %x, %c0 : tensor<?x4xf32>
    %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
    %1 = rlx.reshape %0 to [%n, 4] : (tensor<?x4xf32>, index) -> tensor<?x4xf32>
    // becomes
    %0 = rlx.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
  }];
}

def FuseAttentionPass : Pass<"rlx-fuse-attention"> {
  let summary = "Recognise attention in its primitive form";
  let description = [{
    A matrix product, a scale, an added mask, a softmax over the last axis and another matrix product,
    all over [batch, heads, ..], become `rlx.attention`. One thing changes: where every score of a
    query is -inf (a row that the mask hides whole), the softmax gave NaN and `rlx.attention` gives
    zeros, as fused attention does in the frameworks.
  }];
}

def FoldScalesPass : Pass<"rlx-fold-scales"> {
  let summary = "Fold scales and offsets of channels into the weights before them";
  let description = [{
    What multiplies, divides or shifts the channels of a convolution, or the columns of a product, by
    params or constants becomes part of its weights, which are computed once. So does inference batch
    normalisation. Elsewhere two such scales in a row become one. Weights of f16 and bf16, and
    results with another reader, stay as they are.

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

def FuseElementwisePass : FunctionPass<"rlx-fuse-elementwise"> {
  let summary = "Turn chains of elementwise ops into rlx.elementwise_region";
  let description = [{
    Two or more elementwise ops of one shape become a region where only the last one's result is
    used outside; scalar constants move inside. The CPU's pipeline does without: it groups the same
    chains when it outlines kernels.

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

def FuseEpiloguePass : Pass<"rlx-fuse-epilogue"> {
  let summary = "Fuse biases, activations and residuals into matmul, conv and normalisation";
  let description = [{
    Also names the Gaussian error linear unit, which exporters write with `erf`, so that it can be the
    activation of a product.
  }];
}

def ConvertPrecisionPass : FunctionPass<"rlx-convert-precision"> {
  let summary = "Multiply f32 tensors in f16 or bf16";
  let description = [{
    Products of f32 tensors (`rlx.matmul`, `rlx.dot_general`, `rlx.fused_matmul_bias_act`,
    `rlx.grouped_matmul`, `rlx.conv`, `rlx.conv_transpose`, `rlx.attention`) take their operands, and
    give their result, in the type `to`; casts stand around them. What they add up they add up in
    f32, and all other ops stay as they are: mixed precision, as PyTorch's `autocast` has it. Inputs,
    outputs and params keep their types; the casts of params are prepared once. f16 makes infinities
    of what is greater than 65504.

    *Example*: with `to=f16` a product of `tensor<4x8xf32>` and `tensor<8x2xf32>` becomes
    ```mlir
    %a = rlx.cast %x to f16 : (tensor<4x8xf32>) -> tensor<4x8xf16>
    %b = rlx.cast %w to f16 : (tensor<8x2xf32>) -> tensor<8x2xf16>
    %p = rlx.matmul %a, %b : (tensor<4x8xf16>, tensor<8x2xf16>) -> tensor<4x2xf16>
    %0 = rlx.cast %p to f32 : (tensor<4x2xf16>) -> tensor<4x2xf32>
    ```
  }];
  let options = [Option<"to", "to", "std::string", /*default=*/"\"f16\"", "f16 or bf16">];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def FuseQuantizedPass : FunctionPass<"rlx-fuse-quantized"> {
  let summary = "Multiply quantised tensors as integers";
  let description = [{
    A convolution or matrix product of a dequantised tensor with dequantised weights becomes
    `rlx.q_conv` or `rlx.q_matmul` where its result is quantised: with a bias of i32 on the scale of
    the sums, or none, and behind a `relu` or `clamp`, which becomes a clamp of the integers, or
    nothing where that is what saturation does. Otherwise it becomes `rlx.conv_integer` or
    `rlx.matmul_integer`, times the product of the scales.

    Integer sums are exact, so that a result may lie one step beside the one of f32 sums, where that
    is near the middle between two steps. Scales must be constants, positive, and neither denormal
    nor infinite; weights params or constants; and no sum may leave 32 bits, whatever the elements.
    Run `rlx-sink-dequantize` before.

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
  let dependentDialects = ["::rlx::RLXDialect"];
}

def HoistWeightPreparationPass : FunctionPass<"rlx-hoist-weight-preparation"> {
  let summary = "Move what depends on params only out of control flow";
  let description = [{
    An op in a region of control flow that reads params and constants only moves before it, where it
    becomes part of what is prepared once. Ops that may fail in a run (not speculatable: `rlx.gather`,
    `rlx.dense_solve`, ..) stay: where the region does not run, a wrong index or a singular matrix is
    no error.

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

def InterpretPass : Pass<"rlx-interpret", "::mlir::ModuleOp"> {
  let summary = "Run every function without arguments in the reference interpreter";
  let description = [{
    Leaves the module as it is. Fails, with an error at the op, when an op cannot be run or a
    `check.expect_*` fails. With `print`, prints each function's results as constants to standard
    error.
  }];
  let options = [
    Option<"print", "print", "bool", "false", "Print the results">
  ];
}

def LegalizeBroadcastPass : FunctionPass<"rlx-legalize-broadcast"> {
  let summary = "Make the broadcasting of elementwise ops explicit";
  let description = [{
    Operands of elementwise ops (and inputs of elementwise regions) that are smaller than the result
    pass through `rlx.expand` first. For targets that cannot read an operand at other positions than
    the result's; the CPU needs it not.

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

def MarkSourcesPass : Pass<"rlx-mark-sources", "::mlir::ModuleOp"> {
  let summary = "Mark every op's location with its number and name";
  let description = [{
    So that whatever an op becomes, it is known what it came from. For compilations that keep the
    model's ops apart: the kernels of `rlx-outline-kernels=fuse=false` have ops with one mark.
  }];
}

def OutlineKernelsPass : Pass<"rlx-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Turn models into lir programs of dispatches and outlined kernels";
  let description = [{
    Every function of the module becomes a `lir.program`; groups of ops become functions in the
    module `kernels_<target>`, still as rlx ops on tensors. Equal kernels are merged. Fails when a
    size depends on the data of a run.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cpu\"", "The target the kernels are for">,
    Option<"fuse", "fuse", "bool", "true",
           "Let kernels have ops that came from several ops of the model">
  ];
  let dependentDialects = ["::rlx::lir::LIRDialect", "::mlir::func::FuncDialect"];
}

def RefineShapesPass : Pass<"rlx-refine-shapes", "::mlir::ModuleOp"> {
  let summary = "Give results the best types that inference knows";
  let description = [{
    Runs each op's inference, in order, and turns `?` into sizes where they are known. Results of
    functions that nobody in the module calls follow. A value that is passed to a call or to an op
    with regions keeps its type (a remark says so). Fails, at the op, when a declared type
    contradicts inference.

    ```mlir
    %0 = rlx.add %a, %b : (tensor<?x3xf32>, tensor<2x1xf32>) -> tensor<?x?xf32>
    // becomes
    %0 = rlx.add %a, %b : (tensor<?x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def RemoveDeadOpsPass : Pass<"rlx-remove-dead-ops", "::mlir::ModuleOp"> {
  let summary = "Remove ops whose results nobody uses, and change nothing else";
}

def SinkDequantizePass : FunctionPass<"rlx-sink-dequantize"> {
  let summary = "Move quantised tensors as integers";
  let description = [{
    Dequantisations sink below ops that only move or select elements (`transpose`, `reshape`,
    `slice`, `gather`, `concat` of equal parameters, `resize` to the nearest, `pool` of maxima or
    minima), and disappear with quantisations to the same parameters.

    ```mlir
    %0 = rlx.dequantize %q scale %s : (tensor<?x4xi8>, tensor<f32>) -> tensor<?x4xf32>
    %1 = rlx.transpose %0 perm = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
    %2 = rlx.quantize %1 scale %s to i8 : (tensor<4x?xf32>, tensor<f32>) -> tensor<4x?xi8>
    // becomes
    %2 = rlx.transpose %q perm = [1, 0] : (tensor<?x4xi8>) -> tensor<4x?xi8>
    ```
  }];
}

def SplitTransposedConvolutionsPass
    : FunctionPass<"rlx-split-transposed-convolutions"> {
  let summary = "Make transposed convolutions ordinary ones";
  let description = [{
    An `rlx.conv_transpose` with strides becomes one `rlx.conv` with channels for every phase, that
    is every remainder of a result position modulo the strides; where the phases have different
    numbers of taps, or channels have groups, one `rlx.conv` a phase. Their results are interleaved,
    and cut where pads say so. Elementwise ops of one operand that follow move in front of that. Ops
    with strides and dilations, kernels smaller than their strides, or filters that depend on inputs
    stay.

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

def VerifyInputPass : Pass<"rlx-verify-input", "::mlir::ModuleOp"> {
  let summary = "Check the form of a model";
  let description = [{
    Every public function is a model: its arguments are ranked tensors with `rlx.kind` ("input" or
    "param") and a unique `rlx.name`; `rlx.dims`, if given, has a string for each size, empty for
    static ones; results are ranked tensors with a unique `rlx.name`, and may have `rlx.dims` for
    those who read the model; neither has another attribute of rlx. The body consists of rlx ops and
    size arithmetic. An op of rlx has its own attributes only, besides any with a prefix
    (`tool.note`) but `lir.`, by which passes tell each other what they know. The resources that
    constants name are there.
  }];
}

def WidenAttentionPass : FunctionPass<"rlx-widen-attention"> {
  let summary = "Compute attention of f16 and bf16 as one of f32";
  let description = [{
    An `rlx.attention` of f16 or bf16 computes in f32 and rounds its result. It becomes one of f32 between
    casts, for which targets have fast kernels.

    ```mlir
    %0 = rlx.attention %q, %k, %k layout = bhsd mask = causal : (tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>, tensor<1x2x?x64xf16>) -> tensor<1x2x?x64xf16>
    // becomes
    %1 = rlx.cast %q to f32 : (tensor<1x2x?x64xf16>) -> tensor<1x2x?x64xf32>
    %2 = rlx.cast %k to f32 : (tensor<1x2x?x64xf16>) -> tensor<1x2x?x64xf32>
    %3 = rlx.attention %1, %2, %2 layout = bhsd mask = causal : (tensor<1x2x?x64xf32>, tensor<1x2x?x64xf32>, tensor<1x2x?x64xf32>) -> tensor<1x2x?x64xf32>
    %0 = rlx.cast %3 to f16 : (tensor<1x2x?x64xf32>) -> tensor<1x2x?x64xf16>
    ```
  }];
  let dependentDialects = ["::rlx::RLXDialect"];
}

def WidenConvolutionsPass : FunctionPass<"rlx-widen-convolutions"> {
  let summary = "Make one-dimensional convolutions two-dimensional";
  let description = [{
    An `rlx.conv`, `rlx.conv_integer` or `rlx.conv_transpose` over one spatial dimension becomes one
    over images of one row, between reshapes, so that it takes the kernels that targets have for
    images.

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

#endif // RLX_PASSES_TD
