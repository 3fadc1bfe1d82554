// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of top-k and sort ops, for targets that distribute one row among the invocations of
// a workgroup, or split a long row into parts whose results are selected from or merged. Other
// targets use the op's `lowerToLinalg`.
#ifndef RLX_SELECTIONINTERFACE_TD
#define RLX_SELECTIONINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_TopKOpInterface : OpInterface<"TopKOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op with two results: the first `k` elements of the input along a dimension in the op's order,
    and their indices as i64. Among equal elements, the one with the lower index comes first.

    `rlx-split-topk` alone sets the attribute `lir.sorted_run`. It says that each row consists of
    two runs of the given length, both already in the op's order. Schedules do not take such ops
    (`planTopK`). The op's `lowerToElements` merges the runs, while `lowerToLinalg` would sort them
    again. Therefore an op of this interface also has `RLX_ElementLowerableOpInterface`, or ignores
    the attribute, which is slow but right.
  }];
  let methods = [
    InterfaceMethod<"The tensor to select from.", "::mlir::Value", "getInput">,
    InterfaceMethod<"The dimension; may count from the end.", "int64_t", "getAxis">,
    InterfaceMethod<"The number of selected elements.", "uint64_t", "getK">,
    InterfaceMethod<"Makes the op select `k` elements of another tensor and dimension.", "void",
      "chooseFrom", (ins "::mlir::Value":$input, "uint64_t":$k, "int64_t":$axis)>,
    InterfaceMethod<[{
        Whether one element comes before another. Both have the input's element type, or a wider
        type that represents its elements exactly.
      }], "::mlir::Value", "comesBefore",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$lhs,
           "::mlir::Value":$rhs)>,
    InterfaceMethod<"An element of that type that comes after every other one, or null.",
      "::mlir::TypedAttr", "getLastElement", (ins "::mlir::Type":$type)>
  ];
}

#endif // RLX_SELECTIONINTERFACE_TD
