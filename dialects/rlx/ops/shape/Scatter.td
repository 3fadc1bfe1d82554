// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that write, and read, at indices from tensors: scatters, and gather_nd. Several updates of
// one element are applied in order, so results are the same in every run. An index out of range
// fails the run.
#ifndef RLX_SCATTER_TD
#define RLX_SCATTER_TD

include "dialects/rlx/interfaces/ScatterInterface.td"
include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_ScatterElementsOp : RLX_CoreOp<"scatter_elements", [RLX_NoFusion, RLX_MayFail,
    RLX_ScatterOpInterface]> {
  let summary = "scatters one element per index along an axis";
  let description = [{
    *Semantics*: starts with `result = data`. For every index `p` of `updates`, in row-major order,
    it then updates `result[q]`, where `q` is `p` with `q[axis] = indices[p]`. With `reduction`
    `none` the element becomes `updates[p]`, so the last of several updates wins. With `add` or
    `mul`, the update is added to the old element or multiplied with it. With `max` or `min`, the
    greater or the lesser of both stays. Negative indices count from the end. An index outside [-size, size) fails the run. ONNX `ScatterElements`, `Scatter`;
    PyTorch `scatter`.

    *Shape rule*: `axis` must be in [-rank, rank) (scatter_elements_c1). The ranks must be equal
    (scatter_elements_c2). In dimensions other than `axis`, `indices` must not be larger than `data`
    (scatter_elements_c3). `data` must not be empty along `axis` if there are indices
    (scatter_elements_c4). `updates` has the shape of `indices` (scatter_elements_c5) and the element type of `data`
    (scatter_elements_c6), which must not be i1 with a reduction (scatter_elements_c7). The result
    has the shape of `data`.

    *Types*: `data` of all element types except complex; integer indices.

    *Numerics*: f16 and bf16 are added and multiplied in f32, and every element is rounded once.
    Integers wrap. The maximum and the minimum are those of `rlx.max` and `rlx.min`: NaN if either
    element is NaN.

    *Example*:
    ```mlir
    %0 = rlx.scatter_elements %x, %ids, %u axis = 1 reduction = add : (tensor<?x8xf32>, tensor<?x3xi32>, tensor<?x3xf32>) -> tensor<?x8xf32>
    ```
  }];
  let arguments = (ins RLX_Tensor:$data, RLX_IntTensor:$indices, RLX_Tensor:$updates,
      I64Attr:$axis,
      DefaultValuedAttr<RLX_ScatterReduction, "::rlx::ScatterReduction::None">:$reduction);
  let results = (outs RLX_Tensor:$result);
  let assemblyFormat = [{
    operands `axis` `=` $axis (`reduction` `=` $reduction^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = inferDeclaration # [{
    // ScatterOpInterface
    bool canUpdateInPlace();
    int64_t getNumIndexed();
    int64_t getNumPartitions();
    ::mlir::Value readTable(::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value table);
  }];
}

def RLX_ScatterNDOp : RLX_CoreOp<"scatter_nd", [RLX_NoFusion, RLX_MayFail, RLX_ScatterOpInterface,
    DeclareOpInterfaceMethods<RLX_ElementLowerableOpInterface>]> {
  let summary = "scatters slices";
  let description = [{
    *Semantics*: the last dimension of `indices`, of size `n`, holds an index into the first `n`
    dimensions of `data`. The op starts with `result = data`. For every index `p` of the other
    dimensions of `indices`, in row-major order, it then updates the slice `result[indices[p, 0],
    .., indices[p, n - 1]]`. With `reduction` `none` the slice becomes `updates[p]`, so the last of
    several updates wins. With `add` or `mul`, the update is added to the old slice or multiplied
    with it. With `max` or `min`, the greater or the lesser of both stays. Negative indices count
    from the end. An index outside [-size, size) fails the run. ONNX `ScatterND`.

    `unique_indices` promises that no two updates have the same index, as in XLA's scatter. If two
    have it and `reduction` is `none`, the elements of the slice are those of either of them. A GPU
    that updates `data` in place then writes each update by itself. Without the promise it looks at
    all later updates. Elsewhere the promise has no effect.

    *Shape rule*: the last size of `indices` must be static (scatter_nd_c1) and in [0, rank] of
    `data` (scatter_nd_c2). `updates` has the shape of `indices` without its last dimension,
    followed by the shape of `data` without the first `n` dimensions (scatter_nd_c3). It has the
    element type of `data` (scatter_nd_c4), which must not be i1 with a reduction (scatter_nd_c5).
    The first `n` dimensions of `data` must not be empty if there are indices (scatter_nd_c6). The
    result has the shape of `data`.

    *Types*: `data` of all element types except complex; integer indices.

    *Numerics*: f16 and bf16 are added and multiplied in f32, and every element is rounded once.
    Integers wrap. The maximum and the minimum are those of `rlx.max` and `rlx.min`: NaN if either
    element is NaN.

    *Example*:
    ```mlir
    %0 = rlx.scatter_nd %x, %ids, %u reduction = none : (tensor<9x?xf32>, tensor<4x1xi64>, tensor<4x?xf32>) -> tensor<9x?xf32>
    ```
  }];
  let arguments = (ins RLX_Tensor:$data, RLX_IntTensor:$indices, RLX_Tensor:$updates,
      DefaultValuedAttr<RLX_ScatterReduction, "::rlx::ScatterReduction::None">:$reduction,
      DefaultValuedAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs RLX_Tensor:$result);
  let assemblyFormat = [{
    operands (`reduction` `=` $reduction^)? (`unique_indices` `=` $unique_indices^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = inferDeclaration # [{
    // ScatterOpInterface
    bool canUpdateInPlace();
    int64_t getNumIndexed();
    int64_t getNumPartitions();
    ::mlir::Value readTable(::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value table);
  }];
}

def RLX_ScatterAddOp : RLX_CompositeOp<"scatter_add", [RLX_MayFail]> {
  let summary = "sums slices by index";
  let description = [{
    *Semantics*: `result[i] = sum of updates[p] over all p with indices[p] = i`, and 0 if there is
    no such `p`. Negative indices count from the end. An index outside [-size, size) fails the run.
    This is the gradient of an embedding lookup; other systems call it a segment sum.

    *Shape rule*: exactly one size is given, of at least 1 (scatter_add_c1). The first sizes of
    `updates` are those of `indices` (scatter_add_c2). The result has the given size, followed by
    the other sizes of `updates`.

    *Types*: `updates` of numbers; integer indices.

    *Numerics*: f16 and bf16 accumulate in f32; integers wrap. Terms are added in the row-major
    order of `indices`.

    *Example*:
    ```mlir
    %0 = rlx.scatter_add %u, %ids into [1000] : (tensor<?x64xf32>, tensor<?xi64>) -> tensor<1000x64xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$updates, RLX_IntTensor:$indices, Variadic<Index>:$sizes,
      DenseI64ArrayAttr:$static_sizes);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = [{
    $updates `,` $indices `into` custom<DynamicIndexList>($sizes, $static_sizes) attr-dict `:`
    functional-type(operands, results)
  }];
}

def RLX_GatherNDOp : RLX_CoreOp<"gather_nd", [RLX_MayFail]> {
  let summary = "gathers slices";
  let description = [{
    *Semantics*: the last dimension of `indices`, of size `n`, holds an index into `n` dimensions of
    `data`, namely those after the first `b = batch_dims`: `result[p.., s..] = data[p_0, ..,
    p_(b-1), indices[p.., 0], .., indices[p.., n - 1], s..]`, where `p..` are all dimensions of
    `indices` except the last. Negative indices count from the end. An index outside [-size, size)
    fails the run. ONNX `GatherND`.

    *Shape rule*: `batch_dims` must not be negative, and must be less than the ranks of `data` and
    `indices` (gather_nd_c1). The last size of `indices` must be static (gather_nd_c2) and in [0,
    rank of `data` - b] (gather_nd_c3). The first `b` sizes must be equal (gather_nd_c4). The `n`
    dimensions of `data` must not be empty if there are indices (gather_nd_c5).

    *Types*: `data` of all element types; integer indices.

    *Example*:
    ```mlir
    %0 = rlx.gather_nd %x, %ids batch_dims = 1 : (tensor<?x5x8xf32>, tensor<?x3x1xi64>) -> tensor<?x3x8xf32>
    ```
  }];
  let arguments = (ins RLX_AnyTensor:$data, RLX_IntTensor:$indices,
      DefaultValuedAttr<I64Attr, "0">:$batch_dims);
  let results = (outs RLX_AnyTensor:$result);
  let assemblyFormat = [{
    operands `batch_dims` `=` $batch_dims attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_SCATTER_TD
