// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A conformance function as a model that can be compiled: its inputs become arguments, and the
// values it has expectations for become results.
//
// A conformance function has no arguments: check.fill and check.literal ops make its values. A
// compiler would fold them, so they become arguments here.
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

  mlir::OwningOpRef<mlir::ModuleOp> module; // one public function and its callees
  std::vector<Argument> arguments;
  std::vector<mlir::Type> resultTypes;
  // Results are those of the function, then the `actual` operand of each expectation, in order.
  // These ops belong to the original function.
  size_t numFunctionResults = 0;
  std::vector<mlir::Operation *> expectations;
};

// Does not change `function` or its module.
llvm::Expected<ModelForm> toModelForm(mlir::func::FuncOp function);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_MODELFORM_H
