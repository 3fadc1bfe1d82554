// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that move elements without changing them: reshape, transpose, slice, concat, expand, pad.
// Sizes, starts and pads may be constants or `index` operands. They take all element types, and
// most of them fuse into the kernels that read the result.
#ifndef RLX_SHAPE_TD
#define RLX_SHAPE_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ReshapeOp : RLX_CoreOp<"reshape", [RLX_ReshapesOperand]> {
  let summary = "the same elements in row-major order with other sizes";
  let description = [{
    *Semantics*: the elements of `input` in row-major order, with the sizes `sizes`. A size is a
    constant or an `index` operand. No data is moved. ONNX `Reshape`, whose sizes 0 and -1 importers
    resolve.

    *Shape rule*: the numbers of elements must be equal (reshape_c1). Sizes must not be negative
    (reshape_c2).

    *Types*: all element types, narrow ones too.

    *Example*:
    ```mlir
    %0 = rlx.reshape %x to [%n, 12, 32] : (tensor<?x384xf32>, index) -> tensor<?x12x32xf32>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$input, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$static_sizes);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat = [{
    $input `to` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def RLX_TransposeOp : RLX_CoreOp<"transpose", [RLX_KeepsElements]> {
  let summary = "permutes the dimensions";
  let description = [{
    *Semantics*: dimension `i` of the result is dimension `perm[i]` of the input: `result[i_0, ..] =
    input[j..]` with `j[perm[k]] = i_k`. ONNX `Transpose`, whose default importers write out (it
    reverses the dimensions).

    *Shape rule*: `perm` must be a permutation of `0 .. rank-1` (transpose_c1).

    *Types*: all element types, narrow ones too.

    *Example*:
    ```mlir
    %0 = rlx.transpose %x perm = [0, 2, 1] : (tensor<?x4x8xf32>) -> tensor<?x8x4xf32>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$input, DenseI64ArrayAttr:$perm);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat =
      "operands `perm` `=` $perm attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def RLX_SliceOp : RLX_CoreOp<"slice", [AttrSizedOperandSegments, RLX_MayFailWhereDynamic,
                                       RLX_KeepsElements]> {
  let summary = "a strided slice";
  let description = [{
    *Semantics*: `result[i, ..] = input[starts[0] + i * strides[0], ..]`. Starts and sizes are
    constants or `index` operands. A negative stride reads backwards. Nothing is clamped; importers
    of ONNX `Slice` convert ends to sizes.

    *Shape rule*: there is one start, one size and one stride per dimension; no strides at all means
    1 (slice_c1). Strides must not be 0 (slice_c2). Every element that is read must be inside the
    input (slice_c3). Sizes must not be negative (slice_c4). The magnitude of strides must be below
    2^31 (slice_c5). Dynamic bounds are checked in the run.

    *Types*: all element types, narrow ones too.

    *Example*:
    ```mlir
    %0 = rlx.slice %x from [0, %s] sizes [%n, 2] strides = [1, -3] : (tensor<?x8xf32>, index, index) -> tensor<?x2xf32>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$input, Variadic<Index>:$starts, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$static_starts, DenseI64ArrayAttr:$static_sizes,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strides);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat = [{
    $input `from` custom<DynamicIndexList>($starts, $static_starts)
    `sizes` custom<DynamicIndexList>($sizes, $static_sizes) (`strides` `=` $strides^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let extraClassDeclaration = inferDeclaration # [{
    int64_t getStride(unsigned dim) { return getStrides().empty() ? 1 : getStrides()[dim]; }
  }];
  let extraClassDefinition = inferDefinition # [{
    // The verifier has checked static bounds.
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      bool isStatic =
          getStarts().empty() && getSizes().empty() && getInput().getType().hasStaticShape();
      return isStatic ? ::mlir::Speculation::Speculatable : ::mlir::Speculation::NotSpeculatable;
    }
  }];
}

def RLX_ConcatOp : RLX_CoreOp<"concat", [RLX_NoFusion]> {
  let summary = "concatenates tensors along an axis";
  let description = [{
    *Semantics*: the inputs, in order, along `axis`. ONNX `Concat`.

    *Shape rule*: there is at least one input (concat_c1). `axis` must be in [-rank, rank)
    (concat_c2). Ranks must be equal (concat_c3). Sizes must be equal, except along `axis`, where
    they are added (concat_c4). Element types must be equal (concat_c5).

    *Types*: all element types, narrow ones too.

    *Example*:
    ```mlir
    %0 = rlx.concat %a, %b axis = 1 : (tensor<?x3xf32>, tensor<?x5xf32>) -> tensor<?x8xf32>
    ```
  }];
  let arguments = (ins Variadic<RLX_StoredTensor>:$inputs, I64Attr:$axis);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat =
      "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
}

def RLX_ExpandOp : RLX_CoreOp<"expand", [RLX_KeepsElements]> {
  let summary = "broadcasts to given sizes";
  let description = [{
    *Semantics*: NumPy's `broadcast_to`. Dimensions are matched from the last one; missing
    dimensions and those of size 1 are repeated. A size is a constant or an `index` operand.
    Importers of ONNX `Expand` compute the sizes, because its rule broadcasts both ways.

    *Shape rule*: the result has at least the input's rank (expand_c1). An input dimension is
    statically 1, or has the result's size (expand_c2). Sizes must not be negative (expand_c3).

    *Types*: all element types, narrow ones too.

    *Example*:
    ```mlir
    %0 = rlx.expand %x to [%n, 4, 8] : (tensor<4x1xf32>, index) -> tensor<?x4x8xf32>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$input, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$static_sizes);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat = [{
    $input `to` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
}

def RLX_DynamicExpandOp : RLX_CoreOp<"dynamic_expand", [RLX_NoFusion, RLX_KeepsEqualShape]> {
  let summary = "broadcasts dimensions whose size may be 1 when the program runs";
  let description = [{
    *Semantics*: NumPy's `broadcast_to` for the dimensions `dims`. A size of 1 is repeated, and every
    other size must be equal to the given one. The other dimensions stay. A size is a constant or an
    `index` operand. `rlx.expand` repeats dimensions that are statically 1. Only this op repeats a
    dynamic size.

    If no size changes in a run, the program computes nothing: kernels read the input in place of the
    result.

    *Shape rule*: `dims` are in ascending order, at least 0 and below the rank (dynamic_expand_c1).
    There is one size for each of them (dynamic_expand_c2). Such a dimension of the input is 1 or has
    the given size (dynamic_expand_c3). Sizes must not be negative (dynamic_expand_c4).

    *Types*: all element types, narrow ones too.

    *Example*:
    ```mlir
    %0 = rlx.dynamic_expand %mask dims = [0, 2] to [%b, 9] : (tensor<?x1x?xf32>, index) -> tensor<?x1x9xf32>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$input, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$dims, DenseI64ArrayAttr:$static_sizes);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat = [{
    $input `dims` `=` $dims `to` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_PadOp : RLX_CoreOp<"pad", [AttrSizedOperandSegments]> {
  let summary = "adds elements before and after each dimension";
  let description = [{
    *Semantics*: adds `low[i]` elements before and `high[i]` elements after dimension `i`. The mode
    defines their values:

    - `constant`: `value`, or 0 without it;
    - `edge`: the nearest element of the input;
    - `reflect`: the input mirrored at its first and last element, which are not repeated;
    - `wrap`: the input repeated periodically.

    Pads are constants or `index` operands. ONNX `Pad`, whose negative pads importers convert to
    slices.

    *Shape rule*: there is one low and one high pad per dimension (pad_c1). Pads must not be
    negative (pad_c2). `value` is a rank-0 tensor of the input's element type (pad_c3), and is
    allowed only with `constant` (pad_c4). With `reflect`, a padded dimension must be larger than
    its pads; with `edge` or `wrap` it must not be empty (pad_c5).

    *Types*: all element types, narrow ones too.

    *Example*:
    ```mlir
    %0 = rlx.pad constant %x, %v low [0, %p] high [0, 2] : (tensor<?x8xf32>, tensor<f32>, index) -> tensor<?x?xf32>
    %1 = rlx.pad reflect %x low [0, 1] high [0, 2] : (tensor<?x8xf32>) -> tensor<?x11xf32>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$input, Optional<RLX_StoredTensor>:$value, Variadic<Index>:$low,
      Variadic<Index>:$high, DenseI64ArrayAttr:$static_low, DenseI64ArrayAttr:$static_high,
      RLX_PadMode:$mode);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat = [{
    $mode $input (`,` $value^)? `low` custom<DynamicIndexList>($low, $static_low)
    `high` custom<DynamicIndexList>($high, $static_high) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
}

#endif // RLX_SHAPE_TD
