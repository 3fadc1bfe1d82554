// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions over any set of axes: sum, mean, max, min, product. Accumulators have at least 32 bits
// for floats. The order of terms is unspecified, so that targets can vectorize and split
// reductions. Index reductions (argmax, argmin) are in shape/Gather.td.
#ifndef RLX_REDUCTION_TD
#define RLX_REDUCTION_TD

include "dialects/rlx/interfaces/ReductionInterface.td"
include "dialects/rlx/ir/RLXBase.td"

// An empty list of axes means all axes. Reduced dimensions are dropped or, with `keep_dims`, kept
// with size 1. `own`: the methods of the interface that the op implements itself.
class RLX_ReduceOp<string mnemonic, Type type, list<string> own = []>
    : RLX_CoreOp<mnemonic, [DeclareOpInterfaceMethods<RLX_ReductionOpInterface, own>]> {
  let arguments = (ins type:$input, DenseI64ArrayAttr:$axes,
                       DefaultValuedAttr<BoolAttr, "false">:$keep_dims);
  let results = (outs type:$result);
  let assemblyFormat =
      "operands `axes` `=` $axes attr-dict `:` functional-type(operands, results)";
}

def RLX_ReduceSumOp : RLX_ReduceOp<"reduce_sum", RLX_FieldTensor> {
  let summary = "sum over axes";
  let description = [{
    *Semantics*: the sum of the elements along `axes`; empty `axes` means all. An empty sum is 0.
    ONNX `ReduceSum`.

    *Shape rule*: reduced dimensions are dropped or, with `keep_dims`, kept with size 1. Axes must
    be in [-rank, rank) (reduce_c1) and distinct (reduce_c2).

    *Types*: numbers and complex numbers.

    *Numerics*: f16 and bf16 accumulate in f32; integers wrap. The order of summation is
    unspecified.

    *Example*:
    ```mlir
    %0 = rlx.reduce_sum %x axes = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
    ```
  }];
}

def RLX_ReduceMeanOp : RLX_ReduceOp<"reduce_mean", RLX_NumberTensor, ["isPreciseInParts"]> {
  let summary = "mean over axes";
  let description = [{
    *Semantics*: the sum along `axes` (empty means all) divided by the number of its terms. The mean
    of no elements is NaN for floats and 0 for integers. ONNX `ReduceMean`.

    *Shape rule*: as `rlx.reduce_sum` (reduce_c1, reduce_c2).

    *Types*: numbers.

    *Numerics*: f16 and bf16 accumulate in f32. Integers are summed in 64 bits, which wrap, and the
    division truncates toward zero. The order of summation is unspecified.

    *Example*:
    ```mlir
    %0 = rlx.reduce_mean %x axes = [-1] {keep_dims = true} : (tensor<2x3xf32>) -> tensor<2x1xf32>
    ```
  }];
}

def RLX_ReduceMaxOp : RLX_ReduceOp<"reduce_max", RLX_Tensor, ["isPreciseInParts"]> {
  let summary = "maximum over axes";
  let description = [{
    *Semantics*: the largest element along `axes` (empty means all); NaN if there is one. The
    maximum of no elements is -infinity for floats and the smallest value for integers. For i1 it is
    `or`. ONNX `ReduceMax`.

    *Shape rule*: as `rlx.reduce_sum` (reduce_c1, reduce_c2).

    *Types*: all element types except complex.

    *Example*:
    ```mlir
    %0 = rlx.reduce_max %x axes = [0, 2] : (tensor<2x3x?xi8>) -> tensor<3xi8>
    ```
  }];
}

def RLX_ReduceMinOp : RLX_ReduceOp<"reduce_min", RLX_Tensor, ["isPreciseInParts"]> {
  let summary = "minimum over axes";
  let description = [{
    *Semantics*: the smallest element along `axes` (empty means all); NaN if there is one. The
    minimum of no elements is infinity for floats and the largest value for integers. For i1 it is
    `and`. ONNX `ReduceMin`.

    *Shape rule*: as `rlx.reduce_sum` (reduce_c1, reduce_c2).

    *Types*: all element types except complex.

    *Example*:
    ```mlir
    %0 = rlx.reduce_min %x axes = [] : (tensor<2x3xui8>) -> tensor<ui8>
    ```
  }];
}

def RLX_ReduceProdOp : RLX_ReduceOp<"reduce_prod", RLX_NumberTensor> {
  let summary = "product over axes";
  let description = [{
    *Semantics*: the product of the elements along `axes` (empty means all). An empty product is 1.
    ONNX `ReduceProd`.

    *Shape rule*: as `rlx.reduce_sum` (reduce_c1, reduce_c2).

    *Types*: numbers.

    *Numerics*: f16 and bf16 accumulate in f32; integers wrap. The order of multiplication is
    unspecified.

    *Example*:
    ```mlir
    %0 = rlx.reduce_prod %x axes = [1] : (tensor<2x3xf32>) -> tensor<2xf32>
    ```
  }];
}

#endif // RLX_REDUCTION_TD
