// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Interpreter.h. Each op is inferred with the sizes of its real operands, then
// evaluated, then rounded. Tensors are moved at their last use, and calls have a limit of depth.
// Errors carry the location of the op.
#include "dialects/rlx/reference/Interpreter.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/ScalarOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace rlx::ref {

char InterpretError::ID = 0;

InterpretError::InterpretError(Operation *op, const Twine &text) : location(op->getLoc()) {
  message = ("'" + op->getName().getStringRef() + "' op: " + text).str();
}

void emitDiagnostics(llvm::Error error, Location fallback) {
  llvm::handleAllErrors(
      std::move(error), [](const InterpretError &e) { emitError(e.getLoc()) << e.getMessage(); },
      [&](const llvm::ErrorInfoBase &e) { emitError(fallback) << e.message(); });
}

namespace {

llvm::Error fail(Operation *op, const Twine &message) {
  return llvm::make_error<InterpretError>(op, message);
}

// Inference with the sizes of real tensors.
class ConcreteInferContext : public InferContext {
public:
  ConcreteInferContext(Operation *op, ArrayRef<Tensor> operands)
      : InferContext(op->getContext(), op->getLoc(), op->getName().getStringRef()) {
    for (auto [value, tensor] : llvm::zip(op->getOperands(), operands))
      known.try_emplace(value, &tensor);
  }

  Dims shape(Value value) override {
    Dims dims;
    auto it = known.find(value);
    if (it == known.end()) { // not an operand: only its type is known
      for (int64_t size : cast<ShapedType>(value.getType()).getShape())
        dims.push_back(ShapedType::isDynamic(size) ? unknown() : constant(size));
      return dims;
    }
    for (int64_t size : it->second->shape)
      dims.push_back(constant(size));
    return dims;
  }
  Dim index(Value value) override {
    auto it = known.find(value);
    return it == known.end() ? unknown() : constant(it->second->ints[0]);
  }
  Dim unknown() override { return getAffineSymbolExpr(nextSymbol++, getContext()); }
  void requireEqual(Dim lhs, Dim rhs, const Twine &why) override {
    std::optional<int64_t> l = staticValue(lhs), r = staticValue(rhs);
    if (l && r && *l != *r && mismatch.empty())
      mismatch = (why + " must be equal, but are " + Twine(*l) + " and " + Twine(*r)).str();
  }

  std::string mismatch;

private:
  llvm::DenseMap<Value, const Tensor *> known;
  unsigned nextSymbol = 0;
};

// Runs the op's inference, and turns its report into an error.
llvm::Error inferConcretely(Operation *op, ArrayRef<Tensor> operands,
                            SmallVectorImpl<InferredType> &results) {
  auto shaped = dyn_cast<SymbolicShapeOpInterface>(op);
  if (!shaped)
    return fail(op, "has no shape inference");
  std::string reported;
  ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &diagnostic) {
    if (reported.empty())
      reported = diagnostic.str();
    return success();
  });
  ConcreteInferContext ctx(op, operands);
  if (failed(shaped.inferSymbolic(ctx, results)))
    return fail(op, reported.empty() ? "shape inference failed" : reported);
  if (!ctx.mismatch.empty())
    return fail(op, ctx.mismatch);
  return llvm::Error::success();
}

// Whether the shape has more than `most` elements, or the product overflows before it meets a 0.
bool hasMoreElements(ArrayRef<int64_t> shape, int64_t most) {
  int64_t count = 1;
  return llvm::any_of(
      shape, [&](int64_t size) { return llvm::MulOverflow(count, size, count) || count > most; });
}

// Empty if `tensor` can be a value of `type`, otherwise the reason.
std::string typeMismatch(const Tensor &tensor, Type type) {
  if (type.isIndex())
    return tensor.rank() == 0 && tensor.elementType.isInteger(64) ? "" : "expects an index";
  auto ranked = dyn_cast<RankedTensorType>(type);
  bool matches = ranked ? ranked.getElementType() == tensor.elementType &&
                              succeeded(verifyCompatibleShape(ranked.getShape(), tensor.shape))
                        : tensor.rank() == 0 && tensor.elementType == type;
  if (matches)
    return "";
  std::string text;
  llvm::raw_string_ostream(text) << "expects " << type << ", but got " << shapeText(tensor);
  return text;
}

// Whether nothing behind `op` in its block, or in a region of it, reads `value`.
bool isLastUse(Value value, Operation *op) {
  if (value.getParentBlock() != op->getBlock())
    return false;
  for (Operation *user : value.getUsers()) {
    Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    if (!inBlock || (inBlock == op && user != op) || op->isBeforeInBlock(inBlock))
      return false;
  }
  return true;
}

} // namespace

llvm::Expected<SmallVector<Tensor>> allocateResults(Operation *op, ArrayRef<Tensor> operands,
                                                    int64_t maxElements) {
  SmallVector<InferredType, 1> inferred;
  if (llvm::Error error = inferConcretely(op, operands, inferred))
    return error;
  if (inferred.size() != op->getNumResults())
    return fail(op, "inferred " + Twine(inferred.size()) + " results");
  SmallVector<Tensor> results;
  for (auto [i, type] : llvm::enumerate(inferred)) {
    SmallVector<int64_t> shape;
    for (Dim dim : type.dims) {
      std::optional<int64_t> size = InferContext::staticValue(dim);
      if (!size || *size < 0)
        return fail(op, "result #" + Twine(i) + " has the sizes " + toString(type.dims));
      shape.push_back(*size);
    }
    if (hasMoreElements(shape, maxElements))
      return fail(op, "result #" + Twine(i) + " with the sizes " + toString(type.dims) +
                          " has more than " + Twine(maxElements) + " elements");
    if (!isSupportedElementType(type.elementType))
      return fail(op, "result #" + Twine(i) + " has an element type rlx does not have");
    results.emplace_back(shape, type.elementType);
    if (std::string text = typeMismatch(results.back(), op->getResult(i).getType()); !text.empty())
      return fail(op, "result #" + Twine(i) + " " + text);
  }
  return results;
}

// The regions' yields determine the sizes of the results, so the op sets the results itself.
Interpreter::Results Interpreter::evaluateControlFlow(Operation *op, ArrayRef<Tensor> operands) {
  SmallVector<Tensor> results(op->getNumResults());
  if (llvm::Error error = cast<ReferenceOpInterface>(op).evaluate(*this, operands, results)) {
    if (error.isA<InterpretError>()) // from an op in a region
      return error;
    return fail(op, llvm::toString(std::move(error)));
  }
  for (auto [i, result] : llvm::enumerate(results))
    if (std::string text = typeMismatch(result, op->getResult(i).getType()); !text.empty())
      return fail(op, "result #" + Twine(i) + " " + text);
  return results;
}

Interpreter::Results Interpreter::evaluate(Operation *op, ArrayRef<Tensor> operands) {
  if (isControlFlow(op))
    return evaluateControlFlow(op, operands);
  Results results = allocateResults(op, operands, options.maxElements);
  if (!results)
    return results;
  if (llvm::Error error = cast<ReferenceOpInterface>(op).evaluate(*this, operands, *results)) {
    if (error.isA<InterpretError>()) // from an op in a region
      return error;
    return fail(op, llvm::toString(std::move(error)));
  }
  for (Tensor &result : *results)
    result.roundToElementType();
  return results;
}

Interpreter::Results Interpreter::call(Operation *op, SmallVector<Tensor> operands) {
  Operation *callee = cast<CallOpInterface>(op).resolveCallable();
  auto function = dyn_cast_or_null<FunctionOpInterface>(callee);
  if (!function)
    return fail(op, "calls something that is not a function of this module");
  return run(function, std::move(operands));
}

Interpreter::Results Interpreter::dispatch(Operation *op, SmallVector<Tensor> operands) {
  if (isa<ReferenceOpInterface>(op))
    return evaluate(op, operands);
  if (isa<CallOpInterface>(op))
    return call(op, std::move(operands));
  Results results = runScalarOp(op, std::move(operands));
  if (results)
    return results;
  return fail(op, llvm::toString(results.takeError()));
}

llvm::Expected<SmallVector<Tensor>> Interpreter::takeOperands(Operation *op) {
  SmallVector<Tensor> operands(op->getNumOperands());
  // Moves a tensor at its last use. Otherwise every activation of a model would stay alive.
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Value value = op->getOperand(i);
    auto it = frame->find(value);
    if (it == frame->end())
      return fail(op, "operand #" + Twine(i) + " has no value");
    bool usedAgain = llvm::is_contained(op->getOperands().drop_front(i + 1), value);
    if (!usedAgain && isLastUse(value, op)) {
      operands[i] = std::move(it->second);
      frame->erase(it);
    } else {
      operands[i] = it->second;
    }
  }
  return operands;
}

Interpreter::Results Interpreter::runBlock(Block &block) {
  for (Operation &op : block) {
    if (options.leavesOut && op.getNumResults() == 0 && options.leavesOut(&op))
      continue;
    llvm::Expected<SmallVector<Tensor>> operands = takeOperands(&op);
    if (!operands)
      return operands.takeError();
    if (op.hasTrait<mlir::OpTrait::IsTerminator>())
      return operands;
    Results results = dispatch(&op, std::move(*operands));
    if (!results)
      return results;
    for (auto [value, tensor] : llvm::zip(op.getResults(), *results)) {
      flushSubnormals(tensor, options.lost);
      if (options.onResult && isa<ShapedType>(value.getType()))
        if (llvm::Error error = options.onResult(cast<OpResult>(value), tensor))
          return error;
      frame->insert_or_assign(value, std::move(tensor));
    }
  }
  return llvm::createStringError("a block has no terminator");
}

Interpreter::Results Interpreter::run(Region &region, ArrayRef<Tensor> arguments) {
  Operation *op = region.getParentOp();
  if (!region.hasOneBlock())
    return fail(op, "expects a region with one block");
  if (region.getNumArguments() != arguments.size())
    return fail(op, "expects " + Twine(region.getNumArguments()) +
                        " arguments for its region, but got " + Twine(arguments.size()));
  Frame own;
  llvm::SaveAndRestore<Frame *> restore(frame, frame ? frame : &own);
  for (auto [value, tensor] : llvm::zip(region.getArguments(), arguments))
    frame->insert_or_assign(value, tensor);
  return runBlock(region.front());
}

llvm::Expected<Tensor> Interpreter::zeros(ArrayRef<int64_t> shape, Type elementType) {
  if (!hasMoreElements(shape, options.maxElements))
    return Tensor(shape, elementType);
  std::string sizes;
  llvm::raw_string_ostream os(sizes);
  llvm::interleave(shape, os, "x");
  return llvm::createStringError("a tensor with the sizes " + sizes + " has more than " +
                                 Twine(options.maxElements) + " elements");
}

llvm::Error Interpreter::runUserKernel(StringRef name, StringRef config, ArrayRef<Tensor> inputs,
                                       MutableArrayRef<Tensor> outputs) {
  if (!options.userKernel)
    return llvm::createStringError("the kernel '" + name +
                                   "' is user code, which the reference interpreter does not have");
  return options.userKernel(name, config, inputs, outputs);
}

Interpreter::Results Interpreter::run(FunctionOpInterface function, SmallVector<Tensor> arguments) {
  Operation *op = function;
  if (function.isExternal() || !function.getFunctionBody().hasOneBlock())
    return fail(op, "expects a function with one block");
  if (function.getNumArguments() != arguments.size())
    return fail(op, "'" + function.getName() + "' expects " + Twine(function.getNumArguments()) +
                        " arguments, but got " + Twine(arguments.size()));
  if (depth >= 64)
    return fail(op, "'" + function.getName() + "' is called recursively");
  llvm::SaveAndRestore<unsigned> deeper(depth, depth + 1);
  Frame own;
  llvm::SaveAndRestore<Frame *> restore(frame, &own);
  for (auto [i, value] : llvm::enumerate(function.getArguments())) {
    if (std::string text = typeMismatch(arguments[i], value.getType()); !text.empty())
      return fail(op, "argument #" + Twine(i) + " of '" + function.getName() + "' " + text);
    flushSubnormals(arguments[i], options.lost);
    own.insert_or_assign(value, std::move(arguments[i]));
  }
  return runBlock(function.getFunctionBody().front());
}

Interpreter::Results Interpreter::runOp(Operation *op, SmallVector<Tensor> operands) {
  Frame own;
  llvm::SaveAndRestore<Frame *> restore(frame, &own);
  return dispatch(op, std::move(operands));
}

} // namespace rlx::ref
