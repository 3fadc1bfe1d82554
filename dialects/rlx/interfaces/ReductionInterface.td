// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of reductions as passes see them, and the trait of composite ops with several
// reductions of the same rows. For example, rlx-split-reduction uses it to reduce a long row in two
// kernels. Loops are not its concern.
#ifndef RLX_REDUCTIONINTERFACE_TD
#define RLX_REDUCTIONINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_ReductionOpInterface : OpInterface<"ReductionOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    A reduction of one tensor along axes. Reduced axes are dropped or kept with size 1. Reducing
    partitions of an axis and then the partial results gives the same result, except for rounding.
  }];
  let methods = [
    InterfaceMethod<"The tensor that is reduced.", "::mlir::Value", "getInput">,
    InterfaceMethod<"The reduced axes; they may count from the end; empty means all.",
      "::llvm::ArrayRef<int64_t>", "getAxes">,
    InterfaceMethod<"", "void", "setAxes", (ins "::llvm::ArrayRef<int64_t>":$axes)>,
    InterfaceMethod<"Whether reduced axes are kept with size 1.", "bool", "getKeepDims">,
    InterfaceMethod<"", "void", "setKeepDims", (ins "bool":$keep)>,
    InterfaceMethod<
      "Whether partial results, rounded to the element type, lose no precision.", "bool",
      "isPreciseInParts", (ins), "", [{
        auto type = ::llvm::dyn_cast<::mlir::FloatType>(
            ::mlir::getElementTypeOrSelf($_op.getInput().getType()));
        return !type || type.getWidth() >= 32;
      }]>
  ];
}

// A composite op whose decomposition has several reductions of the same rows, for example softmax.
// They make one good kernel on every target, so the op stays whole until kernels are outlined.
def RLX_RowReductionComposite : NativeOpTrait<"RowReductionComposite"> {
  let cppNamespace = "::rlx::OpTrait";
}

#endif // RLX_REDUCTIONINTERFACE_TD
