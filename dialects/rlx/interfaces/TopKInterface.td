// Ops that choose the first elements of rows in an order, as seen by targets that share one such row
// among many invocations.
#ifndef RLX_SELECTIONINTERFACE_TD
#define RLX_SELECTIONINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_TopKOpInterface : OpInterface<"TopKOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op with two results: along a dimension the first `k` elements of the input in some order, and
    their positions there, as i64. Of elements of which none comes first the one at the lower position
    does.

    `rlx-split-topk` sets the attribute `lir.sorted_run`, and nobody else may: the rows are two runs
    of so many elements, each in the op's order already. Schedules leave such ops alone (`planTopK`),
    and the op's `lowerToElements` merges the runs, where `lowerToLinalg` would sort them again. So an op
    of this interface has `RLX_ElementLowerableOpInterface` too, or takes no notice of the attribute: that
    is slow, but right.
  }];
  let methods = [
    InterfaceMethod<"What is chosen from.", "::mlir::Value", "getInput">,
    InterfaceMethod<"The dimension; may count from the end.", "int64_t", "getAxis">,
    InterfaceMethod<"How many are chosen.", "uint64_t", "getK">,
    InterfaceMethod<"Chooses as many from another tensor, along another dimension.", "void",
      "chooseFrom", (ins "::mlir::Value":$input, "uint64_t":$k, "int64_t":$axis)>,
    InterfaceMethod<[{
        Whether an element comes before another. Both are of the input's element type, or of a wider
        one that holds its elements exactly.
      }], "::mlir::Value", "comesBefore",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$lhs,
           "::mlir::Value":$rhs)>,
    InterfaceMethod<"An element of that type, before which every other one comes, or none.",
      "::mlir::TypedAttr", "getLastElement", (ins "::mlir::Type":$type)>
  ];
}

#endif // RLX_SELECTIONINTERFACE_TD
