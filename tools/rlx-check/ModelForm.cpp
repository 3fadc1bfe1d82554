// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites a conformance function as a model. check.fill and check.literal ops become inputs,
// params or constants, and values with expectations become results.
//
// The copy is changed; the original function stays as it is.
#include "tools/rlx-check/ModelForm.h"

#include "dialects/check/CheckDialect.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "passes/RefineUses.h"
#include "tools/rlx-check/Lane.h"

using namespace mlir;

namespace rlx::check {
namespace {

class Builder {
public:
  explicit Builder(ModelForm &form) : form(form) {}

  // Rewrites `function`, in the copied module, as a model.
  llvm::Error build(func::FuncOp function) {
    exposeExpectations(function);
    eraseDeadOps(function);
    for (Operation &op : llvm::make_early_inc_range(function.getBody().front()))
      if (isa<FillOp, LiteralOp>(op))
        if (llvm::Error error = replaceSource(function, &op))
          return error;
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      function.setResultAttr(i, "rlx.name", string("out" + Twine(i)));
      form.resultTypes.push_back(function.getResultTypes()[i]);
    }
    return llvm::Error::success();
  }

private:
  StringAttr string(const Twine &text) { return StringAttr::get(form.module->getContext(), text); }

  // Returns the actual operands of expectations as results, and removes the expectations.
  void exposeExpectations(func::FuncOp function) {
    Operation *terminator = function.getBody().front().getTerminator();
    SmallVector<Value> results(terminator->getOperands());
    form.numFunctionResults = results.size();
    for (Operation &op : llvm::make_early_inc_range(function.getBody().front())) {
      if (!isExpectation(&op))
        continue;
      results.push_back(op.getOperand(0));
      op.erase();
    }
    terminator->setOperands(results);
    SmallVector<Type> types(TypeRange{ValueRange{results}});
    function.setFunctionType(FunctionType::get(function.getContext(), {}, types));
  }

  // The reference computes expected values, not the model.
  static void eraseDeadOps(func::FuncOp function) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
      if (isOpTriviallyDead(&op))
        op.erase();
  }

  llvm::Error replaceSource(func::FuncOp function, Operation *op) {
    auto tensors = ref::Interpreter().runOp(op, {});
    if (!tensors)
      return tensors.takeError();
    ref::Tensor &value = tensors->front();
    Role role = isa<FillOp>(op) ? cast<FillOp>(op).getRole() : cast<LiteralOp>(op).getRole();
    auto concrete = RankedTensorType::get(value.shape, value.elementType);
    if (role == Role::Constant) {
      OpBuilder builder(op);
      Dialect *dialect = op->getContext()->getLoadedDialect<RLXDialect>();
      Operation *constant =
          dialect->materializeConstant(builder, ref::toElements(value), concrete, op->getLoc());
      return replace(op, constant->getResult(0));
    }
    // Params have static sizes. Only inputs may change from run to run.
    return addArgument(function, op,
                       role == Role::Param ? Type(concrete) : op->getResult(0).getType(),
                       role == Role::Param, std::move(value));
  }

  static llvm::Error replace(Operation *op, Value by) {
    if (!replaceByRefined(op->getResult(0), by))
      return llvm::createStringError("a param or constant is used where its '?' must stay");
    op->erase();
    return llvm::Error::success();
  }

  llvm::Error addArgument(func::FuncOp function, Operation *op, Type type, bool isParam,
                          ref::Tensor value) {
    unsigned number = function.getNumArguments();
    std::string name = ((isParam ? "param" : "in") + Twine(number)).str();
    NamedAttrList attributes;
    attributes.set("rlx.kind", string(isParam ? "param" : "input"));
    attributes.set("rlx.name", string(name));
    // Cannot fail: the index is the number of arguments.
    (void)function.insertArgument(number, type, attributes.getDictionary(op->getContext()),
                                  op->getLoc());
    form.arguments.push_back({name, isParam, std::move(value)});
    return replace(op, function.getArgument(number));
  }

  ModelForm &form;
};

} // namespace

llvm::Expected<ModelForm> toModelForm(func::FuncOp function) {
  ModelForm form;
  for (Operation &op : function.getBody().front())
    if (isExpectation(&op))
      form.expectations.push_back(&op);
  form.module = isolate(function);
  auto copy = form.module->lookupSymbol<func::FuncOp>(function.getName());
  if (llvm::Error error = Builder(form).build(copy))
    return error;
  return form;
}

} // namespace rlx::check
