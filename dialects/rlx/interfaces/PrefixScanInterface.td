// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of prefix scans (cumulative sums and similar) for targets that distribute one row
// among the invocations of a workgroup, or split it among workgroups. Targets that scan in order
// use the op's `lowerToLinalg` instead.
#ifndef RLX_RUNNINGINTERFACE_TD
#define RLX_RUNNINGINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_PrefixScanOpInterface : OpInterface<"PrefixScanOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op with one result of the input's shape. Each result element combines the input's elements up
    to its own index along a dimension: a prefix scan. The combiner is associative and commutative,
    so a target may group the elements in any way, for example in a work-efficient scan (Blelloch).
  }];
  let methods = [
    InterfaceMethod<"The tensor that is scanned.", "::mlir::Value", "getInput">,
    InterfaceMethod<"The scanned dimension; may count from the end.", "int64_t", "getAxis">,
    InterfaceMethod<"Whether the scan starts at the end of the dimension.", "bool", "getReverse">,
    InterfaceMethod<"Whether the scan leaves out the element at the index itself.", "bool",
      "getExclusive">,
    InterfaceMethod<[{
        The type of the accumulator. Floats are converted to it and back; other elements keep their
        type, made signless.
      }], "::mlir::Type", "getScanType">,
    InterfaceMethod<"The initial value of the scan, of the accumulator's type.",
      "::mlir::TypedAttr", "getStart">,
    InterfaceMethod<"Combines two values of the accumulator's type, in any order.",
      "::mlir::Value", "combineScan",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$lhs,
           "::mlir::Value":$rhs)>,
    InterfaceMethod<"Combines two tensors of one rank elementwise; they broadcast.",
      "::mlir::Value", "combineTensors",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$lhs,
           "::mlir::Value":$rhs)>,
    InterfaceMethod<"Makes the op scan another input along another dimension.", "void", "runAlong",
      (ins "::mlir::Value":$input, "int64_t":$axis)>,
    InterfaceMethod<"", "void", "setExclusive", (ins "bool":$exclusive)>
  ];
}

#endif // RLX_RUNNINGINTERFACE_TD
