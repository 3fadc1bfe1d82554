// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants: tensors that are part of the model. Small ones are inline attributes, large ones
// resources. Params, which are set after compilation, are function arguments instead: `rlx.kind =
// "param"`. They are not constants, so nothing folds them.
#ifndef RLX_CONSTANT_TD
#define RLX_CONSTANT_TD

include "dialects/rlx/ir/RLXBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def RLX_ConstantOp : RLX_CoreOp<"constant", [ConstantLike]> {
  let summary = "constant tensor";
  let description = [{
    *Semantics*: `result = value`. ONNX `Constant` and initializers. Large constants are
    `dense_resource` attributes, which are not printed with the IR.

    *Shape rule*: `value` has a ranked tensor type (constant_c1) of an rlx element type
    (constant_c2) with fewer than 2^63 bytes (constant_c5). The result has that type.

    *Types*: all element types, narrow ones too. `value` is `dense` or `dense_resource`
    (constant_c3). A resource that is present must have exactly the bytes of the type (constant_c4).

    *Example*:
    ```mlir
    %0 = rlx.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs RLX_StoredTensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

#endif // RLX_CONSTANT_TD
