// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmul and the general contraction of two tensors. Every target schedules the linalg form of
// these ops: as packed panels on the CPU, as cooperative matrices or SIMT tiles on GPUs. Fused and
// quantized forms are in attention/Fused.td and quant/.
#ifndef RLX_LINALG_TD
#define RLX_LINALG_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_MatmulOp : RLX_CoreOp<"matmul"> {
  let summary = "matmul with broadcast batch dimensions";
  let description = [{
    *Semantics*: `result[b.., m, n] = sum_k lhs[b.., m, k] * rhs[b.., k, n]`. An operand of rank 1
    is a row `lhs[k]` or a column `rhs[k]`; the result then has no dimension m or n. NumPy `matmul`,
    ONNX `MatMul`.

    *Shape rule*: ranks are at least 1 (matmul_c1). The inner sizes must be equal (matmul_c2).
    Leading dimensions broadcast (matmul_c3). Element types must be equal (matmul_c4).

    *Numerics*: floating-point sums accumulate in at least f32. Integer sums wrap in the element
    type.

    *Example*:
    ```mlir
    %0 = rlx.matmul %a, %b : (tensor<?x4x8xf32>, tensor<8x16xf32>) -> tensor<?x4x16xf32>
    ```
  }];
  let arguments = (ins RLX_FieldTensor:$lhs, RLX_FieldTensor:$rhs);
  let results = (outs RLX_FieldTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasCanonicalizeMethod = 1;
}

def RLX_DotGeneralOp : RLX_CoreOp<"dot_general"> {
  let summary = "contraction over any dimensions";
  let description = [{
    *Semantics*: pairs of `batch` dimensions are iterated together, and pairs of `contract`
    dimensions are summed: `result[b.., l.., r..] = sum_k lhs[b, l, k] * rhs[b, r, k]`. Here `l..`
    and `r..` are the other dimensions of lhs and rhs, in their order. With `to`, the result has
    that element type, and products and sums are computed in it: for example i8 times i8 in i32, or
    f16 times f16 in f32. StableHLO `dot_general`.

    *Shape rule*: dimension numbers are in [0, rank) (dot_general_c1) and occur once per operand
    (dot_general_c2). lhs and rhs have equally many (dot_general_c3). Paired sizes must be equal
    (dot_general_c4), and so must element types (dot_general_c5). `to` must be floating-point like
    the operands or an integer like them, and not narrower (dot_general_c6).

    *Types*: numbers.

    *Numerics*: as `rlx.matmul`. Integers are widened to `to` by their own signedness.

    *Canonical form*: `rlx.matmul`, if lhs has its batch dimensions first and its contracted
    dimensions last. With batch dimensions, rhs must also have its batch, contracted and other
    dimensions in this order.

    *Example*:
    ```mlir
    %0 = rlx.dot_general %q, %k batch [0, 2] x [0, 2] contract [3] x [3] : (tensor<?x5x4x16xf32>, tensor<?x7x4x16xf32>) -> tensor<?x4x5x7xf32>
    %1 = rlx.dot_general %x, %w contract [1] x [1] to i32 : (tensor<?x64xi8>, tensor<8x64xi8>) -> tensor<?x8xi32>
    ```
  }];
  let arguments = (ins RLX_FieldTensor:$lhs, RLX_FieldTensor:$rhs,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_batch,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_batch,
      DenseI64ArrayAttr:$lhs_contract, DenseI64ArrayAttr:$rhs_contract,
      OptionalAttr<TypeAttrOf<RLX_Number>>:$to);
  let results = (outs RLX_FieldTensor:$result);
  let assemblyFormat = [{
    operands (`batch` $lhs_batch^ `x` $rhs_batch)? `contract` $lhs_contract `x` $rhs_contract
    (`to` $to^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasCanonicalizeMethod = 1;
}

#endif // RLX_LINALG_TD
