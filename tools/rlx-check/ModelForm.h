// A conformance function as a model that can be compiled: its inputs become arguments, and what it
// expects something of becomes results.
#ifndef RLX_TOOLS_RLX_CHECK_MODELFORM_H
#define RLX_TOOLS_RLX_CHECK_MODELFORM_H

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace rlx::check {

struct ModelForm {
  struct Argument {
    std::string name;
    bool isParam;
    ref::Tensor value;
  };

  mlir::OwningOpRef<mlir::ModuleOp> module; // holds one public function and what it calls
  std::vector<Argument> arguments;
  std::vector<mlir::Type> resultTypes;
  // The first results are those of the function, then the `actual` operand of each expectation, in
  // order. These ops belong to the original function.
  size_t numFunctionResults = 0;
  std::vector<mlir::Operation *> expectations;
};

// Leaves `function` and its module as they are.
llvm::Expected<ModelForm> toModelForm(mlir::func::FuncOp function);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_MODELFORM_H
