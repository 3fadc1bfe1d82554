// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that read at indices from a tensor (gather), and ops that return indices (argmax, argmin,
// search_sorted, flat_nonzero). An index out of range fails the run. gather_nd is in Scatter.td, beside its counterpart scatter_nd;
// top_k is in reduction/Cumulative.td.
#ifndef RLX_INDEX_TD
#define RLX_INDEX_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_GatherOp : RLX_CoreOp<"gather", [RLX_MayFail, RLX_KeepsElements]> {
  let summary = "gathers slices along an axis";
  let description = [{
    *Semantics*: NumPy's `take`: `result[a.., i.., b..] = data[a.., indices[i..], b..]`, where `a..`
    are the dimensions before `axis` and `b..` those after it. Negative indices count from the end.
    An index outside [-size, size) fails the run. ONNX `Gather`. For example, an embedding lookup is
    a gather with axis 0.

    *Shape rule*: `axis` must be in [-rank, rank) of `data` (gather_c1). `data` must not be empty
    along `axis` if there are indices (gather_c2).

    *Types*: `data` of all element types, narrow ones too; integer indices.

    *Example*:
    ```mlir
    %0 = rlx.gather %table, %ids axis = 0 : (tensor<1000x64xf32>, tensor<?x7xi64>) -> tensor<?x7x64xf32>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$data, RLX_IntTensor:$indices, I64Attr:$axis);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat =
      "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def RLX_GatherElementsOp : RLX_CoreOp<"gather_elements", [RLX_MayFail, RLX_KeepsElements]> {
  let summary = "gathers one element per index along an axis";
  let description = [{
    *Semantics*: `result[p] = data[q]`, where `q` is `p` with `q[axis] = indices[p]`. Negative
    indices count from the end. An index outside [-size, size) fails the run. ONNX `GatherElements`,
    PyTorch `gather`.

    *Shape rule*: `axis` must be in [-rank, rank) (gather_elements_c1). The ranks must be equal
    (gather_elements_c2). In dimensions other than `axis`, `indices` must not be larger than `data`
    (gather_elements_c3). `data` must not be empty along `axis` if there are indices
    (gather_elements_c4). The result has the shape of `indices`.

    *Types*: `data` of all element types, narrow ones too; integer indices.

    *Example*:
    ```mlir
    %0 = rlx.gather_elements %x, %ids axis = 1 : (tensor<?x8xf32>, tensor<?x3xi32>) -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins RLX_StoredTensor:$data, RLX_IntTensor:$indices, I64Attr:$axis);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat =
      "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

class RLX_ArgReduceOp<string mnemonic> : RLX_CoreOp<mnemonic> {
  let arguments = (ins RLX_Tensor:$input, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "false">:$keep_dims,
      DefaultValuedAttr<BoolAttr, "false">:$select_last);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat =
      "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def RLX_ArgMaxOp : RLX_ArgReduceOp<"argmax"> {
  let summary = "index of the largest element along an axis";
  let description = [{
    *Semantics*: the index along `axis` of the largest element. Among equal elements it is the first
    one or, with `select_last`, the last one. NaN is larger than every number, as in NumPy. ONNX
    `ArgMax`.

    *Shape rule*: `axis` must be in [-rank, rank) (argmax_c1) and not empty (argmax_c2). It is
    dropped or, with `keep_dims`, kept with size 1.

    *Types*: all element types except complex; the result is i64.

    *Example*:
    ```mlir
    %0 = rlx.argmax %x axis = -1 : (tensor<?x1000xf32>) -> tensor<?xi64>
    ```
  }];
}

def RLX_ArgMinOp : RLX_ArgReduceOp<"argmin"> {
  let summary = "index of the smallest element along an axis";
  let description = [{
    *Semantics*: the index along `axis` of the smallest element. Among equal elements it is the
    first one or, with `select_last`, the last one. NaN is smaller than every number, as in NumPy.
    ONNX `ArgMin`.

    *Shape rule*: `axis` must be in [-rank, rank) (argmin_c1) and not empty (argmin_c2). It is
    dropped or, with `keep_dims`, kept with size 1.

    *Types*: all element types except complex; the result is i64.

    *Example*:
    ```mlir
    %0 = rlx.argmin %x axis = 0 {keep_dims = true} : (tensor<4x?xi8>) -> tensor<1x?xi64>
    ```
  }];
}

def RLX_SearchSortedOp : RLX_CoreOp<"search_sorted", [RLX_NoFusion]> {
  let summary = "the places of values in a sorted list";
  let description = [{
    *Semantics*: for each value the number of elements of `sorted` that are less than it or, with
    `right`, at most as large. That is the index at which the value can be inserted so that the list
    stays sorted, before or behind equal elements. NaN is larger than every number, and equal to
    NaN. If the list is not in ascending order, the result is some number from 0 to the size of the
    list. NumPy `searchsorted`.

    *Shape rule*: `sorted` must have rank 1 (search_sorted_c1). The element types must be equal
    (search_sorted_c2). The result has the shape of the values.

    *Types*: numbers; the result is i64.

    *Numerics*: exact.

    *Example*:
    ```mlir
    %0 = rlx.search_sorted %sums, %n {right = true} : (tensor<?xi64>, tensor<8x3xi64>) -> tensor<8x3xi64>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$sorted, RLX_NumberTensor:$values,
      DefaultValuedAttr<BoolAttr, "false">:$right);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def RLX_FlatNonzeroOp : RLX_CoreOp<"flat_nonzero", [RLX_NoFusion]> {
  let summary = "the indices of the flags that are set";
  let description = [{
    *Semantics*: element j of the result is the index of the set flag number j, counted from 0.
    `sums[b]` must be the number of set flags among the first `(b + 1) * block`, so that a search
    for flag j reads one block of flags only. The result must not have more elements than there are
    set flags. If the sums are others, or the result has more elements, its elements are
    unspecified. NumPy `flatnonzero`.

    *Shape rule*: `flags` must have rank 1 (flat_nonzero_c1), and `block` must be positive
    (flat_nonzero_c2). `sums` must have shape [ceil(flags / block)] (flat_nonzero_c3). There must be
    one size, which is not negative (flat_nonzero_c4).

    *Types*: `flags` are i1, `sums` and the result i64.

    *Numerics*: exact.

    *Example*:
    ```mlir
    %0 = rlx.flat_nonzero %flags, %sums to [%count] block = 256 : (tensor<1000xi1>, tensor<4xi64>, index) -> tensor<?xi64>
    ```
  }];
  let arguments = (ins RankedTensorOf<[I1]>:$flags, RankedTensorOf<[I64]>:$sums,
      Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes, I64Attr:$block);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = [{
    $flags `,` $sums `to` custom<DynamicIndexList>($sizes, $static_sizes) `block` `=` $block
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RLX_INDEX_TD
