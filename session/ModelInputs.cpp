// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the model function and refines the shapes of its arguments.
//
// Users of a refined argument are refined too, or nothing is.
#include "session/ModelInputs.h"

#include "passes/RefineUses.h"
#include "runtime/base/StrCat.h"

using namespace mlir;

namespace rlx {

rt::StatusOr<func::FuncOp> modelFunction(ModuleOp module) {
  func::FuncOp found;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    if (found)
      return rt::invalidArgument("expected one model function, but the module has several");
    found = function;
  }
  if (!found || !found.getBody().hasOneBlock())
    return rt::invalidArgument("the module has no model function");
  return found;
}

bool isModelInput(func::FuncOp model, unsigned argument) {
  auto kind = model.getArgAttrOfType<StringAttr>(argument, "rlx.kind");
  return kind && kind.getValue() == "input";
}

rt::Status refineArgument(func::FuncOp model, unsigned argument, ArrayRef<int64_t> shape) {
  BlockArgument value = model.getArgument(argument);
  auto type = cast<RankedTensorType>(value.getType());
  auto refined = RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  if (!refineType(value, refined)) {
    std::string text;
    llvm::raw_string_ostream(text) << type << " cannot become " << refined;
    return rt::unsupported(rt::strCat("a user of argument ", argument,
                                      " needs a size to be dynamic: its type ", text));
  }
  if (auto names = model.getArgAttrOfType<ArrayAttr>(argument, "rlx.dims")) {
    SmallVector<Attribute> left(names.begin(), names.end());
    for (auto [dim, name] : llvm::enumerate(left))
      if (dim < shape.size() && !ShapedType::isDynamic(shape[dim]))
        name = StringAttr::get(model.getContext(), "");
    model.setArgAttr(argument, "rlx.dims", ArrayAttr::get(model.getContext(), left));
  }
  model.setFunctionType(FunctionType::get(model.getContext(), model.getBody().getArgumentTypes(),
                                          model.getFunctionType().getResults()));
  return rt::okStatus();
}

} // namespace rlx
