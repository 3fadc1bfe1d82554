// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix scans, top-k, sorts and non-maximum suppression: ops with an order along an axis. `rlx.scan`, a loop, is in
// ControlFlow.td.
#ifndef RLX_SCAN_TD
#define RLX_SCAN_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/interfaces/PrefixScanInterface.td"
include "dialects/rlx/interfaces/TopKInterface.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_CumsumOp : RLX_CoreOp<"cumsum", [RLX_NoFusion, RLX_PrefixScanOpInterface]> {
  let summary = "cumulative sum along an axis";
  let description = [{
    *Semantics*: `result[.., i, ..] = sum over j <= i of input[.., j, ..]` along `axis`. With
    `exclusive` the sum is over `j < i`; with `reverse` it is over `j >= i`, or over `j > i`. An
    empty sum is 0. ONNX `CumSum`, NumPy `cumsum`.

    *Shape rule*: `axis` must be in [-rank, rank) (cumsum_c1). The result has the shape of the
    input.

    *Types*: numbers.

    *Numerics*: f16 and bf16 accumulate in f32, and every element is rounded once. Integers wrap.
    The terms are added in order, from the end with `reverse`. GPUs add the terms of few long rows
    in groups, because the invocations of a workgroup share a row.

    *Example*:
    ```mlir
    %0 = rlx.cumsum %x axis = -1 {exclusive = true} : (tensor<?x128xf32>) -> tensor<?x128xf32>
    ```
  }];
  let arguments = (ins RLX_NumberTensor:$input, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "false">:$exclusive,
      DefaultValuedAttr<BoolAttr, "false">:$reverse);
  let results = (outs RLX_NumberTensor:$result);
  let assemblyFormat = "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = inferDeclaration # [{
    // PrefixScanOpInterface
    ::mlir::Type getScanType();
    ::mlir::TypedAttr getStart();
    ::mlir::Value combineScan(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                 ::mlir::Value lhs, ::mlir::Value rhs);
    ::mlir::Value combineTensors(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                 ::mlir::Value lhs, ::mlir::Value rhs);
    void runAlong(::mlir::Value input, int64_t axis);
  }];
}

def RLX_TopKOp : RLX_CoreOp<"top_k", [RLX_NoFusion, RLX_ExpertChoiceOpInterface,
    RLX_TopKOpInterface, DeclareOpInterfaceMethods<RLX_ElementLowerableOpInterface>]> {
  let summary = "the k largest or smallest elements along an axis, and their indices";
  let description = [{
    *Semantics*: selects along `axis` the `k` largest elements, the largest first, and their indices
    in the input. With `largest = false` it selects the `k` smallest, the smallest first. Among
    equal elements the one with the lower index comes first. NaN is larger than every number, and
    equal to NaN. If `k` is the size of the axis, this is a sort, and the indices are a stable
    argsort. ONNX `TopK`.

    *Shape rule*: `axis` must be in [-rank, rank) (top_k_c1). `k` must not be negative (top_k_c2),
    and is at most the size of `axis` (top_k_c3), which it replaces in both results.

    *Types*: all element types except complex; the indices are i64.

    *Numerics*: elements are selected, not computed, so the values are exact.

    *Example*:
    ```mlir
    %v, %i = rlx.top_k %x k = 5 axis = -1 : (tensor<?x1000xf32>) -> (tensor<?x5xf32>, tensor<?x5xi64>)
    ```
  }];
  let arguments = (ins RLX_Tensor:$input, I64Attr:$k, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "true">:$largest);
  let results = (outs RLX_Tensor:$values, RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = [{
    operands `k` `=` $k `axis` `=` $axis attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = inferDeclaration # [{
    // TopKOpInterface
    void chooseFrom(::mlir::Value input, uint64_t k, int64_t axis);
    ::mlir::Value comesBefore(::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value lhs,
                              ::mlir::Value rhs);
    ::mlir::TypedAttr getLastElement(::mlir::Type type);
  }];
}

def RLX_SortOp : RLX_CoreOp<"sort", [RLX_NoFusion]> {
  let summary = "the elements along an axis in order, and their indices";
  let description = [{
    *Semantics*: sorts along `axis`, the smallest element first or, with `descending`, the largest
    first. The second result has the indices in the input. Among equal elements the one with the
    lower index comes first, so the indices are a stable argsort. NaN is larger than every number,
    and equal to NaN. If the size of the axis is static, the op becomes `rlx.top_k`. NumPy `sort`
    and `argsort`.

    *Shape rule*: `axis` must be in [-rank, rank) (sort_c1). Both results have the shape of the
    input.

    *Types*: all element types except complex; the indices are i64.

    *Numerics*: elements are moved, not computed, so the values are exact.

    *Example*:
    ```mlir
    %v, %i = rlx.sort %x axis = -1 {descending = true} : (tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xi64>)
    ```
  }];
  let arguments = (ins RLX_Tensor:$input, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "false">:$descending);
  let results = (outs RLX_Tensor:$values, RankedTensorOf<[I64]>:$indices);
  let assemblyFormat = "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
  let hasCanonicalizeMethod = 1;
}

def RLX_NonMaxSuppressionOp : RLX_CoreOp<"non_max_suppression", [RLX_NoFusion]> {
  let summary = "boxes of the best scores, without those that overlap a better one";
  let description = [{
    *Semantics*: selects boxes for each batch element b and class c. The candidates are the boxes n
    with `scores[b, c, n] > score_threshold`, or all boxes if there is no threshold. They are taken
    in the order of their scores, the highest first, and among equal scores the lowest n first. A
    candidate is kept unless its overlap with a box that was kept before is more than
    `iou_threshold`. There are at most `max_output` kept boxes; a number below 0 counts as 0.

    The overlap is the area of the intersection divided by that of the union; it is 0 if one of the
    areas is 0. A box is `[y1, x1, y2, x2]`, any two opposite corners, or with `center_point_box`
    `[x, y, width, height]` with the centre.

    `indices[b, c, i]` and `kept_scores[b, c, i]` are the number n of the i-th kept box and its
    score. `counts[b, c]` is the number of kept boxes; behind them indices are -1 and scores are 0.
    ONNX `NonMaxSuppression` lists the kept boxes of all b and c.

    *Shape rule*: the boxes are `[B, N, 4]` (non_max_suppression_c1) and the scores `[B, C, N]`
    (non_max_suppression_c2). `max_output` and the thresholds have rank 0 (non_max_suppression_c3).

    *Types*: f32; `max_output`, the indices and the counts are i64.

    *Numerics*: the order of the operations is that of ONNX Runtime, so that overlaps at the
    threshold give the same boxes. NaN is a score larger than every number if there is no threshold,
    otherwise it is no candidate.

    *Example*:
    ```mlir
    %i, %s, %n = rlx.non_max_suppression %boxes, %scores, %max, %iou, %least : (tensor<1x?x4xf32>, tensor<1x80x?xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<1x80x?xi64>, tensor<1x80x?xf32>, tensor<1x80xi64>)
    ```
  }];
  let arguments = (ins RankedTensorOf<[F32]>:$boxes, RankedTensorOf<[F32]>:$scores,
      RankedTensorOf<[I64]>:$max_output, RankedTensorOf<[F32]>:$iou_threshold,
      Optional<RankedTensorOf<[F32]>>:$score_threshold,
      DefaultValuedAttr<BoolAttr, "false">:$center_point_box);
  let results = (outs RankedTensorOf<[I64]>:$indices, RankedTensorOf<[F32]>:$kept_scores,
      RankedTensorOf<[I64]>:$counts);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RLX_SCAN_TD
