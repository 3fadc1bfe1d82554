// Ops that reduce rows, as passes see them: reductions, and what is made of several of one row.
#ifndef RLX_REDUCTIONINTERFACE_TD
#define RLX_REDUCTIONINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_ReductionOpInterface : OpInterface<"ReductionOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    A reduction of one tensor along axes, of which those that are reduced are dropped or stay with size 1.
    Reducing parts and then what these come to gives the same, but for rounding.
  }];
  let methods = [
    InterfaceMethod<"What is reduced.", "::mlir::Value", "getInput">,
    InterfaceMethod<"They may count from the end; none stands for all.",
      "::llvm::ArrayRef<int64_t>", "getAxes">,
    InterfaceMethod<"", "void", "setAxes", (ins "::llvm::ArrayRef<int64_t>":$axes)>,
    InterfaceMethod<"Whether reduced axes stay with size 1.", "bool", "getKeepDims">,
    InterfaceMethod<"", "void", "setKeepDims", (ins "bool":$keep)>,
    InterfaceMethod<
      "Whether parts, rounded to the element type, come to what is as precise as the whole.", "bool",
      "isPreciseInParts", (ins), "", [{
        auto type = ::llvm::dyn_cast<::mlir::FloatType>(
            ::mlir::getElementTypeOrSelf($_op.getInput().getType()));
        return !type || type.getWidth() >= 32;
      }]>
  ];
}

// A composite op whose parts reduce the same rows. They make one good kernel on every target, so the
// op stays whole until kernels are outlined.
def RLX_RowReductionComposite : NativeOpTrait<"RowReductionComposite"> {
  let cppNamespace = "::rlx::OpTrait";
}

#endif // RLX_REDUCTIONINTERFACE_TD
