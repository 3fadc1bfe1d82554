// Ops whose elements combine all before them along a dimension, as seen by targets that share one
// such row among many invocations.
#ifndef RLX_RUNNINGINTERFACE_TD
#define RLX_RUNNINGINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_PrefixScanOpInterface : OpInterface<"PrefixScanOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op with one result, like its input, whose element combines those of the input up to the same
    place along a dimension, in any grouping and order: a running sum.
  }];
  let methods = [
    InterfaceMethod<"What is combined.", "::mlir::Value", "getInput">,
    InterfaceMethod<"The dimension; may count from the end.", "int64_t", "getAxis">,
    InterfaceMethod<"Whether it begins at the end of the dimension.", "bool", "getReverse">,
    InterfaceMethod<"Whether the input's element at the place itself is left out.", "bool",
      "getExclusive">,
    InterfaceMethod<[{
        The type that elements are combined in: floats are converted to it and back; of other
        elements it is their own, without a sign.
      }], "::mlir::Type", "getScanType">,
    InterfaceMethod<"What there is before the first element, of the running type.",
      "::mlir::TypedAttr", "getStart">,
    InterfaceMethod<"Combines two values of the running type, in any order.",
      "::mlir::Value", "combineScan",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$lhs,
           "::mlir::Value":$rhs)>,
    InterfaceMethod<"The same for each element of tensors of one rank, which broadcast.",
      "::mlir::Value", "combineTensors",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$lhs,
           "::mlir::Value":$rhs)>,
    InterfaceMethod<"Makes it one of another input, along another dimension.", "void", "runAlong",
      (ins "::mlir::Value":$input, "int64_t":$axis)>,
    InterfaceMethod<"", "void", "setExclusive", (ins "bool":$exclusive)>
  ];
}

#endif // RLX_RUNNINGINTERFACE_TD
