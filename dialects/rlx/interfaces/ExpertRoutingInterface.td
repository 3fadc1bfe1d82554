// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interfaces of the ops of a mixture of experts (MoE): the selection of experts, the matmuls
// with the selected experts, and the ops between the two. Passes use them to find layers whose
// routing the runtime can observe.
#ifndef RLX_EXPERTROUTINGINTERFACE_TD
#define RLX_EXPERTROUTINGINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_ExpertMatmulOpInterface : OpInterface<"ExpertMatmulOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    A matmul in which each row selects one of several weight matrices: the experts of an MoE layer.
  }];
  let methods = [
    InterfaceMethod<"The expert of each row: integers; negative ones count from the end.",
      "::mlir::Value", "getIndices">,
    InterfaceMethod<"The weight matrices; dimension 0 is the expert.", "::mlir::Value",
      "getWeights">
  ];
}

def RLX_ExpertChoiceOpInterface : OpInterface<"ExpertChoiceOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op that selects indices along a dimension of its input. If the input holds router scores, the
    indices are experts.
  }];
  let methods = [
    InterfaceMethod<"The values to select from.", "::mlir::Value", "getInput">,
    InterfaceMethod<"The dimension of input and indices; may count from the end.", "int64_t",
      "getAxis">,
    InterfaceMethod<"The selected indices.", "::mlir::Value", "getIndices">
  ];
}

// Every element of the result is an element of operand 0, at another index or in another type. Such
// an op may be between a router's selection and the matmuls with its experts.
def RLX_KeepsElements : NativeOpTrait<"KeepsElements"> {
  let cppNamespace = "::rlx::OpTrait";
}

#endif // RLX_EXPERTROUTINGINTERFACE_TD
