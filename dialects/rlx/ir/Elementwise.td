// Elementwise arithmetic with one or two operands.
#ifndef RLX_ELEMENTWISE_TD
#define RLX_ELEMENTWISE_TD

include "dialects/rlx/ir/RLXBase.td"

def RLX_AddOp : RLX_BinaryOp<"add", RLX_NumberTensor, [Commutative]> {
  let summary = "elementwise sum";
  let description = [{
    *Semantics*: `result[i] = lhs[i] + rhs[i]`; integers wrap. ONNX `Add`.

    *Shape rule*: NumPy broadcasting.

    *Numerics*: one rounding to the element type.

    *Example*:
    ```mlir
    %0 = rlx.add %a, %b : (tensor<2x?xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
    ```
  }];
}

def RLX_MulOp : RLX_BinaryOp<"mul", RLX_NumberTensor, [Commutative]> {
  let summary = "elementwise product";
  let description = [{
    *Semantics*: `result[i] = lhs[i] * rhs[i]`; integers wrap. ONNX `Mul`.

    *Shape rule*: NumPy broadcasting.

    *Numerics*: one rounding to the element type.

    *Example*:
    ```mlir
    %0 = rlx.mul %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

def RLX_ExpOp : RLX_UnaryOp<"exp", RLX_FloatTensor> {
  let summary = "elementwise exponential";
  let description = [{
    *Semantics*: `result[i] = e^input[i]`. ONNX `Exp`.

    *Shape rule*: result like the input.

    *Example*:
    ```mlir
    %0 = rlx.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

#endif // RLX_ELEMENTWISE_TD
