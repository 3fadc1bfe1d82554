// What a mixture of experts is made of, as ops: choices of experts, products with those chosen, and
// ops that bring the one to the other.
#ifndef RLX_EXPERTROUTINGINTERFACE_TD
#define RLX_EXPERTROUTINGINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_ExpertMatmulOpInterface : OpInterface<"ExpertMatmulOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    A matrix product whose rows choose one of several matrices: the experts of a mixture.
  }];
  let methods = [
    InterfaceMethod<"The expert of each row: integers, of which negative ones count from the end.",
      "::mlir::Value", "getIndices">,
    InterfaceMethod<"The matrices; the first dimension counts them.", "::mlir::Value",
      "getWeights">
  ];
}

def RLX_ExpertChoiceOpInterface : OpInterface<"ExpertChoiceOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op that chooses positions along a dimension of its input: of scores of experts, experts.
  }];
  let methods = [
    InterfaceMethod<"What is chosen from.", "::mlir::Value", "getInput">,
    InterfaceMethod<"The dimension of input and positions; may count from the end.", "int64_t",
      "getAxis">,
    InterfaceMethod<"The positions chosen.", "::mlir::Value", "getIndices">
  ];
}

// Every element of the result is an element of operand 0, elsewhere or in another type: an op that
// may stand between a choice of experts and their products.
def RLX_KeepsElements : NativeOpTrait<"KeepsElements"> {
  let cppNamespace = "::rlx::OpTrait";
}

#endif // RLX_EXPERTROUTINGINTERFACE_TD
