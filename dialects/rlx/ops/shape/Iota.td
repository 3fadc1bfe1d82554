// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ascending indices. Kernels compute them where they are used, so an iota costs no memory. For
// example, causal masks and one-hot encodings are comparisons with an iota. Floating-point ranges
// are an iota, a cast and a multiplication.
#ifndef RLX_IOTA_TD
#define RLX_IOTA_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_IotaOp : RLX_CoreOp<"iota"> {
  let summary = "ascending integers along one axis";
  let description = [{
    *Semantics*: `result[i0, i1, ..] = start + i_axis`. Sizes are constants or `index` operands.
    ONNX `Range` with another step is an iota times the step. Masks that depend on indices are
    comparisons of two iotas, for example a causal mask.

    *Shape rule*: the result has the given sizes. `axis` must be in [-rank, rank) (iota_c1).
    Constant sizes must not be negative (iota_c2).

    *Types*: the result is i64.

    *Example*:
    ```mlir
    %0 = rlx.iota from %start to [%n, 1] axis = 0 : (index, index) -> tensor<?x1xi64>
    ```
  }];
  let arguments = (ins Index:$start, Variadic<Index>:$sizes, DenseI64ArrayAttr:$static_sizes,
                       I64Attr:$axis);
  let results = (outs RLX_Tensor:$result);
  let assemblyFormat = [{
    `from` $start `to` custom<DynamicIndexList>($sizes, $static_sizes) `axis` `=` $axis attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // RLX_IOTA_TD
