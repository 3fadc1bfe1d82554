// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Mutation.h.
#include "unittests/fuzz/Mutation.h"

#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "passes/RefineUses.h"

using namespace mlir;

namespace rlx::test {
namespace {

template <typename T>
T pick(Random &random, std::initializer_list<T> values) {
  return *(values.begin() + random() % values.size());
}

// The function being mutated.
class Mutation {
public:
  Mutation(func::FuncOp function, const Material &material, Random &random)
      : function(function), material(material), random(random) {}

  void change() {
    switch (random() % 14) {
    case 0:
    case 1:
    case 2:
      return changeAttribute();
    case 3:
      return addAttribute();
    case 4:
      return changeType();
    case 5:
      return makeDynamic();
    case 6:
      return changeOperand();
    case 7:
      return removeOp();
    case 8:
      return repeatOp();
    case 9:
      return changeParam();
    case 10:
      return changeRegion();
    case 11:
      return insertOtherFunction();
    case 12:
      return random() % 2 ? call() : insertOtherFunction();
    default:
      return changeConstant();
    }
  }

  // Infers types from operands again, as far as possible. Does nothing after a change of properties
  // that inference relies on: they are not checked in memory, only in text.
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
  Operation *anyOp(llvm::function_ref<bool(Operation *)> condition) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (op != function && condition(op))
        ops.push_back(op);
    });
    return ops.empty() ? nullptr : ops[random() % ops.size()];
  }

  Operation *anyOp() {
    return anyOp([](Operation *op) { return !op->hasTrait<mlir::OpTrait::IsTerminator>(); });
  }

  // In unsigned arithmetic, which wraps.
  int64_t anyInteger(uint64_t near) {
    switch (random() % 4) {
    case 0:
      return int64_t(near + pick<uint64_t>(random, {uint64_t(-2), uint64_t(-1), 1, 2}));
    case 1:
      return pick<int64_t>(random, {0, 1, -1, 2, 3, 7, 64});
    case 2:
      return int64_t(-near);
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
    if (auto list = dyn_cast<ArrayAttr>(attribute)) {
      SmallVector<Attribute> values(list.getValue());
      if (values.empty() || random() % 4 == 0)
        values.push_back(values.empty() || random() % 2 ? b.getUnitAttr() : values.front());
      else if (random() % 4 == 0)
        values.pop_back();
      else if (Attribute &value = values[random() % values.size()]; true)
        value = changed(value);
      return b.getArrayAttr(values);
    }
    if (auto map = dyn_cast<AffineMapAttr>(attribute))
      return AffineMapAttr::get(changed(map.getValue()));
    return random() % 2 ? attribute : b.getUnitAttr();
  }

  AffineMap changed(AffineMap map) {
    SmallVector<AffineExpr> results(map.getResults());
    AffineExpr any = map.getNumDims() == 0
                         ? getAffineConstantExpr(1, function.getContext())
                         : getAffineDimExpr(random() % map.getNumDims(), function.getContext());
    if (results.empty() || random() % 4 == 0)
      results.push_back(any);
    else if (random() % 4 == 0)
      results.pop_back();
    else if (random() % 2)
      std::swap(results.front(), results.back());
    else
      results[random() % results.size()] = any + int64_t(random() % 3);
    return AffineMap::get(map.getNumDims() + (random() % 8 == 0), map.getNumSymbols(), results,
                          function.getContext());
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
    else if (random() % 3 == 0)
      setAnyAttribute(op, chosen.getName());
    else
      op->setAttr(chosen.getName(), changed(chosen.getValue()));
  }

  void setAnyAttribute(Operation *op, StringAttr name) {
    if (Attribute value = material.anyAttribute(name, random))
      op->setAttr(name, value);
  }

  // Picks an attribute that the op may have.
  void addAttribute() {
    Operation *op = anyOp([](Operation *op) { return !op->getName().getAttributeNames().empty(); });
    if (!op)
      return;
    changedKinds = true;
    ArrayRef<StringAttr> names = op->getName().getAttributeNames();
    setAnyAttribute(op, names[random() % names.size()]);
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

  // Makes sizes of one argument, or of all, dynamic.
  void makeDynamic() {
    if (function.getNumArguments() == 0)
      return;
    unsigned chosen = random() % function.getNumArguments();
    bool all = random() % 2;
    for (BlockArgument argument : function.getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type || !(all || argument.getArgNumber() == chosen))
        continue;
      SmallVector<int64_t> shape(type.getRank(), ShapedType::kDynamic);
      if (!shape.empty() && random() % 2)
        shape.back() = type.getShape().back();
      argument.setType(RankedTensorType::get(shape, type.getElementType()));
    }
    inferTypes();
  }

  // Values defined before the op: arguments, and results of earlier ops.
  SmallVector<Value> valuesBefore(Operation *op) {
    SmallVector<Value> values;
    for (; op != function; op = op->getParentOp()) {
      llvm::append_range(values, op->getBlock()->getArguments());
      for (Operation &before : llvm::make_range(op->getBlock()->begin(), op->getIterator()))
        llvm::append_range(values, before.getResults());
    }
    return values;
  }

  // Picks one of `values` to replace `old`, mostly one of the same element type.
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
    Operation *op = anyOp([](Operation *op) { return op->getNumOperands() > 0; });
    if (!op)
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

  // Replaces an argument by a constant of zeros or ones, so that it may be folded.
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

  // Changes the arguments or the yielded values of a block.
  void changeRegion() {
    Operation *op = anyOp([](Operation *op) { return op->getNumRegions() > 0; });
    if (!op)
      return;
    Region &region = op->getRegion(random() % op->getNumRegions());
    if (region.empty() || region.front().empty())
      return;
    changedKinds = true;
    Block &block = region.front();
    Operation *end = &block.back();
    unsigned numArguments = block.getNumArguments();
    switch (random() % 5) {
    case 0:
      if (end->getNumOperands() > 0)
        end->eraseOperand(random() % end->getNumOperands());
      return;
    case 1:
      if (SmallVector<Value> values = valuesBefore(end); !values.empty())
        end->insertOperands(random() % (end->getNumOperands() + 1),
                            values[random() % values.size()]);
      return;
    case 2:
      if (numArguments > 0 && block.getArguments().back().use_empty())
        block.eraseArgument(numArguments - 1);
      return;
    case 3:
      block.addArgument(RankedTensorType::get({2}, anyElementType()), op->getLoc());
      return;
    default:
      if (numArguments > 0)
        if (BlockArgument argument = block.getArgument(random() % numArguments); true)
          argument.setType(changed(argument.getType()));
    }
  }

  // A value of the function of this type, or a new argument.
  Value valueOf(Type type) {
    Block &block = function.getBody().front();
    SmallVector<Value> values = valuesBefore(block.getTerminator());
    llvm::erase_if(values, [&](Value value) { return value.getType() != type; });
    if (!values.empty() && random() % 4)
      return values[random() % values.size()];
    Builder b(function.getContext());
    unsigned index = function.getNumArguments();
    NamedAttrList attributes;
    attributes.set("rlx.kind", b.getStringAttr(random() % 4 ? "input" : "param"));
    attributes.set("rlx.name", b.getStringAttr("b" + Twine(index)));
    if (failed(function.insertArgument(index, type, attributes.getDictionary(b.getContext()),
                                       function.getLoc())))
      llvm::report_fatal_error("cannot add an argument");
    return block.getArgument(index);
  }

  void addResult(Value value) {
    Builder b(function.getContext());
    unsigned index = function.getNumResults();
    auto name = b.getNamedAttr("rlx.name", b.getStringAttr("s" + Twine(index)));
    if (failed(function.insertResult(index, value.getType(), b.getDictionaryAttr(name))))
      llvm::report_fatal_error("cannot add a result");
    Operation *end = function.getBody().front().getTerminator();
    end->insertOperands(end->getNumOperands(), value);
  }

  // Inserts the ops of another function, on values of this one.
  void insertOtherFunction() {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(material.anyFunction(random), function.getContext());
    if (!module)
      return;
    auto other = *module->getOps<func::FuncOp>().begin();
    IRMapping values;
    for (BlockArgument argument : other.getArguments())
      values.map(argument, valueOf(argument.getType()));
    Block &block = other.getBody().front();
    OpBuilder b(function.getBody().front().getTerminator());
    for (Operation &op : block.without_terminator())
      b.clone(op, values);
    for (Value result : block.getTerminator()->getOperands())
      addResult(values.lookupOrDefault(result));
  }

  // Inserts a call of another function.
  void call() {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(material.anyFunction(random), function.getContext());
    auto parent = function->getParentOfType<ModuleOp>();
    if (!module || parent.lookupSymbol("callee"))
      return;
    auto other = *module->getOps<func::FuncOp>().begin();
    other.setName("callee");
    other.setPrivate();
    other.removeArgAttrsAttr();
    other.removeResAttrsAttr();
    other->moveBefore(parent.getBody(), parent.getBody()->end());
    SmallVector<Value> operands;
    for (Type type : other.getArgumentTypes())
      operands.push_back(valueOf(type));
    OpBuilder b(function.getBody().front().getTerminator());
    auto call = func::CallOp::create(b, function.getLoc(), other, operands);
    for (Value result : call.getResults())
      addResult(result);
  }

  func::FuncOp function;
  const Material &material;
  Random &random;
  // An attribute may have another kind now, or an operand another element type.
  bool changedKinds = false;
};

} // namespace

void Material::addAttribute(NamedAttribute attribute) {
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.getValue().print(os);
  constexpr size_t kLongest = 300, kMaxOfOneName = 50;
  if (text.size() > kLongest || text.find("dense_resource") != std::string::npos)
    return;
  std::vector<std::string> &values = attributes[attribute.getName()];
  if (values.empty())
    attributeNames.push_back(attribute.getName().str());
  if (values.size() < kMaxOfOneName && !llvm::is_contained(values, text))
    values.push_back(text);
}

Attribute Material::anyAttribute(StringAttr name, Random &random) const {
  auto found = attributes.find(name);
  if (found == attributes.end() || random() % 4 == 0)
    found = attributes.find(attributeNames[random() % attributeNames.size()]);
  const std::vector<std::string> &values = found->second;
  return parseAttribute(values[random() % values.size()], name.getContext());
}

void mutate(func::FuncOp function, const Material &material, Random &random) {
  Mutation mutation(function, material, random);
  for (unsigned i = 1 + random() % 3; i > 0; --i)
    mutation.change();
}

} // namespace rlx::test
