// See ModelMutator.h.
#include "unittests/fuzz/ModelMutator.h"

#include "dialects/Register.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "passes/RefineUses.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace rlx::test {
namespace {

using Random = std::mt19937_64;

template <typename T>
T pick(Random &random, std::initializer_list<T> values) {
  return *(values.begin() + random() % values.size());
}

bool isCheckOp(Operation *op) {
  return op->getName().getDialectNamespace() == "check";
}

// The function as a model: inputs for what check.fill and check.literal make, no expectations,
// names for all.
void toModel(func::FuncOp function) {
  Block &block = function.getBody().front();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (!isCheckOp(&op))
      continue;
    for (Value result : op.getResults())
      result.replaceAllUsesWith(block.addArgument(result.getType(), op.getLoc()));
    op.erase();
  }
  Builder b(function.getContext());
  function.setType(b.getFunctionType(block.getArgumentTypes(), function.getResultTypes()));
  for (unsigned i = 0; i < block.getNumArguments(); ++i) {
    function.setArgAttrs(
        i, ArrayRef<NamedAttribute>{b.getNamedAttr("rlx.kind", b.getStringAttr("input")),
                                    b.getNamedAttr("rlx.name", b.getStringAttr("a" + Twine(i)))});
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    function.setResultAttr(i, "rlx.name", b.getStringAttr("r" + Twine(i)));
}

// One model in the making.
class Mutation {
public:
  Mutation(func::FuncOp function, Random &random) : function(function), random(random) {}

  void change() {
    switch (random() % 8) {
    case 0:
    case 1:
      return changeAttribute();
    case 2:
      return changeType();
    case 3:
      return changeOperand();
    case 4:
      return removeOp();
    case 5:
      return repeatOp();
    case 6:
      return changeParam();
    default:
      return changeConstant();
    }
  }

  // Types that follow from the operands are inferred again, as far as that goes. Not after a change
  // of what inference relies on: in memory, unlike in text, nobody has checked that.
  void inferTypes() {
    if (changedKinds)
      return;
    for (Operation &op : function.getBody().front().without_terminator())
      if (isa<SymbolicShapeOpInterface>(op) &&
          llvm::all_of(op.getOperandTypes(), llvm::IsaPred<RankedTensorType>))
        (void)rlx::inferAgain(&op);
    Operation *end = function.getBody().front().getTerminator();
    function.setType(FunctionType::get(function.getContext(),
                                       function.getBody().front().getArgumentTypes(),
                                       end->getOperandTypes()));
  }

private:
  Operation *anyOp() {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (op != function && !op->hasTrait<mlir::OpTrait::IsTerminator>())
        ops.push_back(op);
    });
    return ops.empty() ? nullptr : ops[random() % ops.size()];
  }

  int64_t anyInteger(int64_t near) {
    switch (random() % 4) {
    case 0:
      return near + pick<int64_t>(random, {-2, -1, 1, 2});
    case 1:
      return pick<int64_t>(random, {0, 1, -1, 2, 3, 7, 64});
    case 2:
      return -near;
    default:
      return pick<int64_t>(
          random, {INT64_MAX, INT64_MIN, INT32_MAX, int64_t(1) << 31, -32, 1000, int64_t(1) << 40});
    }
  }

  double anyDouble() {
    return pick<double>(
        random, {0.0, -0.0, 1.0, -1.0, 0.5, 1e-30, 1e300, HUGE_VAL, -HUGE_VAL, std::nan("")});
  }

  Attribute changed(Attribute attribute) {
    Builder b(function.getContext());
    if (auto value = dyn_cast<IntegerAttr>(attribute)) {
      unsigned width = value.getType().isIndex() ? 64 : value.getType().getIntOrFloatBitWidth();
      int64_t near = width <= 64 ? value.getValue().getSExtValue() : 0;
      return IntegerAttr::get(value.getType(), APInt(width, anyInteger(near), /*isSigned=*/true,
                                                     /*implicitTrunc=*/true));
    }
    if (auto value = dyn_cast<FloatAttr>(attribute))
      return b.getFloatAttr(value.getType(), anyDouble());
    if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute)) {
      SmallVector<int64_t> values(list.asArrayRef());
      if (values.empty() || random() % 4 == 0)
        values.push_back(anyInteger(1));
      else if (random() % 4 == 0)
        values.pop_back();
      else if (int64_t &value = values[random() % values.size()]; true)
        value = anyInteger(value);
      return b.getDenseI64ArrayAttr(values);
    }
    if (auto type = dyn_cast<TypeAttr>(attribute))
      return TypeAttr::get(anyElementType());
    if (isa<StringAttr>(attribute))
      return b.getStringAttr(pick<StringRef>(random, {"", "x", "\xff\n\"", "none"}));
    return random() % 2 ? attribute : b.getUnitAttr();
  }

  void changeAttribute() {
    Operation *op = anyOp();
    if (!op)
      return;
    SmallVector<NamedAttribute> attributes(op->getAttrDictionary().getValue());
    if (attributes.empty())
      return;
    changedKinds = true;
    NamedAttribute chosen = attributes[random() % attributes.size()];
    if (random() % 10 == 0)
      op->removeAttr(chosen.getName());
    else
      op->setAttr(chosen.getName(), changed(chosen.getValue()));
  }

  Type anyElementType() {
    Builder b(function.getContext());
    return pick<Type>(random,
                      {b.getF32Type(), b.getF32Type(), b.getF16Type(), b.getBF16Type(),
                       b.getF64Type(), b.getI1Type(), b.getI8Type(), b.getI32Type(), b.getI64Type(),
                       b.getIntegerType(8, false), b.getIntegerType(64, false),
                       ComplexType::get(b.getF32Type()), b.getIntegerType(4)});
  }

  Type changed(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return type;
    SmallVector<int64_t> shape(tensor.getShape());
    Type element = tensor.getElementType();
    switch (random() % 5) {
    case 0:
      element = anyElementType();
      changedKinds = true;
      break;
    case 1:
      if (shape.size() < 6)
        shape.insert(shape.begin() + random() % (shape.size() + 1),
                     pick<int64_t>(random, {1, 2, ShapedType::kDynamic}));
      break;
    case 2:
      if (!shape.empty())
        shape.erase(shape.begin() + random() % shape.size());
      break;
    default:
      if (!shape.empty())
        shape[random() % shape.size()] =
            pick<int64_t>(random, {0, 1, 2, 3, 5, 17, 64, ShapedType::kDynamic,
                                   ShapedType::kDynamic, int64_t(1) << 33});
    }
    return RankedTensorType::get(shape, element);
  }

  void changeType() {
    SmallVector<Value> values(function.getArguments());
    function.walk([&](Operation *op) { llvm::append_range(values, op->getResults()); });
    if (values.empty())
      return;
    Value value = random() % 2 && function.getNumArguments()
                      ? Value(function.getArgument(random() % function.getNumArguments()))
                      : values[random() % values.size()];
    value.setType(changed(value.getType()));
    if (random() % 4)
      inferTypes();
  }

  // Values that are there before the op: arguments, and results of ops before it in the function.
  SmallVector<Value> valuesBefore(Operation *op) {
    SmallVector<Value> values(function.getArguments());
    Operation *top = function.getBody().front().findAncestorOpInBlock(*op);
    for (Operation &before : function.getBody().front()) {
      if (&before == top)
        break;
      llvm::append_range(values, before.getResults());
    }
    return values;
  }

  // One of `values` to stand where `old` does: mostly one of the same element type.
  Value substitute(Value old, SmallVector<Value> values) {
    if (random() % 4)
      llvm::erase_if(values, [&](Value value) {
        return getElementTypeOrSelf(value.getType()) != getElementTypeOrSelf(old.getType());
      });
    else
      changedKinds = true;
    return values.empty() ? old : values[random() % values.size()];
  }

  void changeOperand() {
    Operation *op = anyOp();
    if (!op || op->getNumOperands() == 0)
      return;
    OpOperand &operand = op->getOpOperand(random() % op->getNumOperands());
    operand.set(substitute(operand.get(), valuesBefore(op)));
    if (random() % 4)
      inferTypes();
  }

  void removeOp() {
    Operation *op = anyOp();
    if (!op)
      return;
    SmallVector<Value> values = valuesBefore(op);
    for (Value result : op->getResults()) {
      if (result.use_empty())
        continue;
      Value other = substitute(result, values);
      if (other == result)
        return;
      result.replaceAllUsesWith(other);
    }
    op->erase();
    inferTypes();
  }

  void repeatOp() {
    Operation *op = anyOp();
    if (!op || op->getNumResults() == 0)
      return;
    OpBuilder b(op);
    b.setInsertionPointAfter(op);
    Operation *copy = b.clone(*op);
    for (OpOperand &operand : copy->getOpOperands())
      if (random() % 2)
        operand.set(substitute(operand.get(), SmallVector<Value>(op->getResults())));
    for (OpOperand &use : llvm::make_early_inc_range(op->getResult(0).getUses()))
      if (use.getOwner() != copy && random() % 2)
        use.set(copy->getResult(0));
    inferTypes();
  }

  void changeParam() {
    if (function.getNumArguments() == 0)
      return;
    function.setArgAttr(random() % function.getNumArguments(), "rlx.kind",
                        StringAttr::get(function.getContext(), random() % 8 ? "param" : "other"));
  }

  // An argument becomes a constant of zeros or ones, so that it may be folded.
  void changeConstant() {
    for (BlockArgument argument : llvm::reverse(function.getArguments())) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type || !type.hasStaticShape() || type.getNumElements() > 4096 || random() % 2)
        continue;
      OpBuilder b = OpBuilder::atBlockBegin(&function.getBody().front());
      Attribute element;
      if (isa<FloatType>(type.getElementType()))
        element = b.getFloatAttr(type.getElementType(), anyDouble());
      else if (isa<IntegerType>(type.getElementType()))
        element = b.getIntegerAttr(type.getElementType(), pick<int64_t>(random, {0, 1, -1, 3}));
      else
        continue;
      OperationState state(argument.getLoc(), "rlx.constant");
      state.addTypes(type);
      state.addAttribute("value", DenseElementsAttr::get(type, element));
      argument.replaceAllUsesWith(b.create(state)->getResult(0));
      return;
    }
  }

  func::FuncOp function;
  Random &random;
  // An attribute may be of another kind now, or an operand of another element type.
  bool changedKinds = false;
};

std::string textOf(func::FuncOp function) {
  std::string text;
  llvm::raw_string_ostream os(text);
  function->print(os, OpPrintingFlags().printGenericOpForm().useLocalScope());
  return text;
}

} // namespace

ModelMutator::ModelMutator(const std::vector<std::string> &folders) {
  for (const std::string &folder : folders) {
    std::error_code error;
    std::vector<std::string> paths;
    for (llvm::sys::fs::directory_iterator it(folder, error), end; it != end && !error;
         it.increment(error))
      if (StringRef(it->path()).ends_with(".mlir"))
        paths.push_back(it->path());
    llvm::sort(paths);
    for (const std::string &path : paths)
      readFile(path);
  }
}

void ModelMutator::readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  DialectRegistry registry;
  rlx::registerDialects(registry);
  context.appendDialectRegistry(registry);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  SmallVector<StringRef> pieces;
  (*buffer)->getBuffer().split(pieces, "// -----");
  for (StringRef piece : pieces) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(piece, &context);
    if (!module)
      continue;
    for (auto function : module->getOps<func::FuncOp>()) {
      if (function.isExternal() || !function.getBody().hasOneBlock())
        continue;
      bool calls =
          function.walk([](func::CallOp) { return WalkResult::interrupt(); }).wasInterrupted();
      if (calls)
        continue;
      function.setPublic();
      toModel(function);
      functions.push_back(textOf(function));
    }
  }
}

OwningOpRef<ModuleOp> ModelMutator::make(MLIRContext &context, uint64_t seed) const {
  Random random(seed);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(functions[random() % functions.size()], &context);
  if (!module)
    return module;
  auto function = *module->getOps<func::FuncOp>().begin();
  Mutation mutation(function, random);
  for (unsigned i = 1 + random() % 3; i > 0; --i)
    mutation.change();
  return module;
}

} // namespace rlx::test
