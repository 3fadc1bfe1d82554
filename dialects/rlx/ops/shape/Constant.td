// Constants.
#ifndef RLX_CONSTANT_TD
#define RLX_CONSTANT_TD

include "dialects/rlx/ir/RLXBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def RLX_ConstantOp : RLX_CoreOp<"constant", [ConstantLike]> {
  let summary = "constant tensor";
  let description = [{
    *Semantics*: `result = value`. ONNX `Constant` and initialisers. Large constants are
    `dense_resource`, which is not printed with the IR.

    *Shape rule*: the type of `value`, a ranked tensor (constant_c1) of an rlx element type
    (constant_c2), which takes fewer than 2^63 bytes (constant_c5).

    *Types*: every element type. `value` is `dense` or `dense_resource` (constant_c3), and a
    resource that is present has as many bytes as the type needs (constant_c4).

    *Example*:
    ```mlir
    %0 = rlx.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs RLX_AnyTensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

#endif // RLX_CONSTANT_TD
