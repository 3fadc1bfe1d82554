// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes, operands, results, regions and failures of an op; see Importing.h. The builders of
// rlx ops are in Building.cpp.
#include "importers/stablehlo/Importing.h"

#include "dialects/bridge/ElementTypes.h"
#include "importers/stablehlo/OpTable.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace rlx::shlo {

// ---- places ----

// The innermost location of a file in `loc`: of calls, that of the callee. Looks at `most`
// locations at most, since locations may be in each other many times.
static FileLineColRange fileOf(Location loc, int &most) {
  if (auto file = dyn_cast<FileLineColRange>(loc))
    return file;
  if (--most < 0)
    return {};
  if (auto name = dyn_cast<NameLoc>(loc))
    return fileOf(name.getChildLoc(), most);
  if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    FileLineColRange file = fileOf(call.getCallee(), most);
    return file ? file : fileOf(call.getCaller(), most);
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (FileLineColRange file = fileOf(part, most))
        return file;
  return {};
}

static FileLineColRange fileOf(Location loc) {
  int most = 256;
  return fileOf(loc, most);
}

// The name of the op or function in a location, without the mark that JAX puts behind some.
static StringRef nameIn(Location loc) {
  auto name = dyn_cast<NameLoc>(loc);
  return name ? name.getName().getValue().rtrim(':') : StringRef();
}

Location userLocation(Location loc, std::optional<Location> call) {
  MLIRContext *context = loc.getContext();
  FileLineColRange file = fileOf(loc);
  std::string name = nameIn(loc).str();
  if (!file && call) {
    file = fileOf(*call);
    const StringRef outer = nameIn(*call);
    if (!outer.empty())
      name = name.empty() ? outer.str() : (outer + "/" + name).str();
  }
  Location place = UnknownLoc::get(context);
  if (file)
    place = FileLineColLoc::get(context, file.getFilename(), file.getStartLine(),
                                file.getStartColumn());
  return name.empty() ? place : NameLoc::get(StringAttr::get(context, name), place);
}

std::string titleOf(Operation *op) {
  const std::string name = op->getName().getStringRef().str();
  auto target = dyn_cast_or_null<StringAttr>(op->getAttr("call_target_name"));
  return target && name == "stablehlo.custom_call" ? name + " @" + target.str() : name;
}

bool isSupported(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !dtypeOf(tensor.getElementType()))
    return false;
  int64_t count = 1;
  for (int64_t size : tensor.getShape())
    if (!ShapedType::isDynamic(size) &&
        (size >= kMostSize || llvm::MulOverflow(count, std::max<int64_t>(size, 1), count) ||
         count >= kMostSize))
      return false;
  return true;
}

void expectPadding(Node &op, int64_t low, int64_t high) {
  op.expect(low > -kMostSize && low < kMostSize && high > -kMostSize && high < kMostSize,
            "padding of less than 2^40");
}

// ---- texts ----

std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : "x") + (ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  return "[" + text + "]";
}

std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return text;
}

ArrayRef<int64_t> shapeOf(Value tensor) {
  return tensor ? cast<RankedTensorType>(tensor.getType()).getShape() : ArrayRef<int64_t>();
}

Type elementOf(Value tensor) {
  return tensor ? cast<RankedTensorType>(tensor.getType()).getElementType() : Type();
}

int64_t productOf(ArrayRef<int64_t> sizes) {
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return ShapedType::kDynamic;
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

std::optional<IntList> constantIntegers(Value value) {
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (!op || (op->getName().getStringRef() != "stablehlo.constant" &&
              op->getName().getStringRef() != "rlx.constant"))
    return std::nullopt;
  return integersOf(op->getAttr("value"));
}

// ---- failing ----

Node::Node(State &state, Operation *source)
    : st(state), op(source), location(userLocation(source->getLoc())),
      results(source->getNumResults()) {}

void Node::fail(const Twine &message, ErrorKind kind) {
  if (!failed) {
    InFlightDiagnostic error = emitError(location);
    error << "'" << titleOf(op) << "' op " << message;
    if (kind == ErrorKind::Unsupported)
      rlx::unsupported(std::move(error));
  }
  failed = true;
}

bool Node::expect(bool holds, const Twine &expected) {
  if (!holds)
    fail("expects " + expected);
  return !failed;
}

// ---- attributes ----

Attribute Node::attr(StringRef name) const {
  return op->getAttr(name);
}

int64_t Node::integer(StringRef name, std::optional<int64_t> fallback) {
  Attribute attribute = attr(name);
  if (!attribute && fallback)
    return *fallback;
  auto value = dyn_cast_or_null<IntegerAttr>(attribute);
  if (value && value.getValue().getBitWidth() <= 64)
    return value.getValue().getSExtValue();
  expect(false, "attribute '" + name + "' to be an integer, but got " +
                    (attribute ? attributeText(attribute) : "none"));
  return 0;
}

bool Node::flag(StringRef name, bool fallback) {
  Attribute attribute = attr(name);
  if (!attribute)
    return fallback;
  auto value = dyn_cast<BoolAttr>(attribute);
  expect(!!value, "attribute '" + name + "' to be a bool, but got " + attributeText(attribute));
  return value ? value.getValue() : fallback;
}

IntList Node::integers(StringRef name, std::optional<size_t> count,
                       std::optional<int64_t> fallback) {
  Attribute attribute = attr(name);
  if (!attribute && fallback)
    return IntList(count.value_or(0), *fallback);
  std::optional<IntList> values = integersOf(attribute);
  // A splat of another type of array, such as dense<1> : tensor<2xi64>, has all of its elements.
  if (!values)
    expect(false, "attribute '" + name + "' to be a list of integers, but got " +
                      (attribute ? attributeText(attribute) : "none"));
  else if (count && values->size() != *count)
    expect(false, "attribute '" + name + "' to have " + Twine(*count) + " integers, but got " +
                      Twine(values->size()));
  else
    return *values;
  return IntList(count.value_or(0), fallback.value_or(0));
}

std::string Node::choice(StringRef name, StringRef kind, StringRef fallback) {
  Attribute attribute = attr(name);
  if (!attribute)
    return fallback.str();
  std::string value = enumValue(attribute, kind);
  expect(!value.empty(),
         "attribute '" + name + "' to be a " + kind + ", but got " + attributeText(attribute));
  return value.empty() ? fallback.str() : value;
}

Fields Node::fields(StringRef name, StringRef mnemonic) {
  Attribute attribute = attr(name);
  std::optional<Fields> fields = Fields::parse(attribute, mnemonic);
  expect(fields.has_value(), "attribute '" + name + "' to have the form #stablehlo." + mnemonic +
                                 "<field = 0, other = [0, 1]>, but got " +
                                 (attribute ? attributeText(attribute) : "none"));
  return fields.value_or(Fields());
}

void Node::expectAllRead(StringRef name, const Fields &fields) {
  const std::string field = fields.unread();
  if (!field.empty())
    fail("has the unknown field '" + Twine(field) + "' in attribute '" + name + "'");
}

// ---- operands and results ----

Value Node::in(unsigned i) {
  if (i >= numInputs()) {
    fail("expects an operand #" + Twine(i));
    return {};
  }
  Value value = st.values.lookup(op->getOperand(i));
  if (!value)
    fail("uses operand #" + Twine(i) + ", which is not computed before it");
  return value;
}

Values Node::inputs() {
  Values all;
  for (unsigned i = 0; i < numInputs(); ++i)
    all.push_back(in(i));
  return all;
}

RankedTensorType Node::resultType(unsigned i) {
  if (i < numResults())
    if (auto type = dyn_cast<RankedTensorType>(op->getResult(i).getType()))
      return type;
  expect(false, "a result #" + Twine(i) + " that is a ranked tensor");
  return RankedTensorType::get({}, builder().getF32Type());
}

ArrayRef<int64_t> Node::resultShape(unsigned i) {
  return resultType(i).getShape();
}

void Node::set(unsigned i, Value value) {
  if (i < results.size())
    results[i] = value;
}

LogicalResult Node::finish() {
  for (unsigned i = 0; i < numResults() && !failed; ++i) {
    if (!results[i]) {
      fail("has no value for result #" + Twine(i));
      break;
    }
    auto type = cast<RankedTensorType>(results[i].getType());
    RankedTensorType declared = resultType(i);
    const bool isRight = type.getElementType() == declared.getElementType() &&
                         (st.isElementwise ||
                          succeeded(verifyCompatibleShape(type.getShape(), declared.getShape())));
    if (!isRight)
      fail("declares result #" + Twine(i) + " as " + typeText(declared) +
           ", but its operands and attributes give " + typeText(type));
  }
  for (unsigned i = 0; i < numResults() && !failed; ++i)
    st.values[op->getResult(i)] = results[i];
  return success(!failed);
}

// ---- regions ----

bool Node::expectReducer(unsigned count) {
  return expect(count >= 1 && numInputs() == 2 * count && numResults() == count,
                "one initial value and one result for each tensor") &&
         expectRegions(1, 2 * count) &&
         expect(body(0).back().getNumOperands() == count,
                "a region that yields " + Twine(count) + " values");
}

bool Node::expectRegions(unsigned count, unsigned arguments) {
  if (!expect(op->getNumRegions() == count,
              Twine(count) + " regions, but got " + Twine(op->getNumRegions())))
    return false;
  for (unsigned i = 0; i < count; ++i) {
    Region &region = op->getRegion(i);
    if (!expect(region.hasOneBlock() && !region.front().empty(),
                "region #" + Twine(i) + " to have one block that ends with stablehlo.return") ||
        !expect(region.front().getNumArguments() == arguments,
                "region #" + Twine(i) + " to have " + Twine(arguments) + " arguments, but got " +
                    Twine(region.front().getNumArguments())))
      return false;
  }
  return !failed;
}

RegionScope::RegionScope(State &state, TypeRange arguments, Location loc)
    : state(state), loc(loc), holder(ModuleOp::create(loc)),
      before(state.builder.saveInsertionPoint()) {
  Region &region = holder->getRegion();
  region.getBlocks().clear();
  state.builder.createBlock(&region, {}, arguments, SmallVector<Location>(arguments.size(), loc));
}

RegionScope::~RegionScope() {
  state.builder.restoreInsertionPoint(before);
}

std::unique_ptr<Region> RegionScope::yield(ValueRange values) {
  OperationState end(loc, "rlx.yield", values, {});
  state.builder.create(end);
  auto made = std::make_unique<Region>();
  made->takeBody(holder->getRegion());
  return made;
}

std::unique_ptr<Region> Node::region(unsigned i, ArrayRef<Value> inits, ArrayRef<bool> fixed) {
  if (failed)
    return std::make_unique<Region>();
  auto isFixed = [&](size_t argument) { return !fixed.empty() && fixed[argument]; };
  SmallVector<Type> types;
  for (auto [argument, init] : llvm::enumerate(inits))
    if (!isFixed(argument))
      types.push_back(init.getType());
  RegionScope scope(st, types, location);
  unsigned next = 0;
  for (auto [argument, from] : llvm::enumerate(body(i).getArguments()))
    st.values[from] = isFixed(argument) ? inits[argument] : scope.block().getArgument(next++);
  Values yielded;
  failed = mlir::failed(st.importBlock(body(i), yielded));
  if (failed)
    return std::make_unique<Region>();
  const bool isPerArgument = yielded.size() == fixed.size(); // not the condition of a loop
  Values kept;
  for (auto [argument, value] : llvm::enumerate(yielded))
    if (!isPerArgument || !isFixed(argument))
      kept.push_back(value);
  return scope.yield(kept);
}

Values Node::applied(unsigned i, ArrayRef<Value> arguments, ArrayRef<int64_t> shape) {
  if (failed || llvm::is_contained(arguments, Value()))
    return {};
  const bool before = st.isElementwise;
  st.isElementwise = true;
  llvm::scope_exit restore([&] { st.isElementwise = before; });
  for (auto [from, to] : llvm::zip(body(i).getArguments(), arguments))
    st.values[from] = to;
  Values yielded;
  if (mlir::failed(st.importBlock(body(i), yielded))) {
    failed = true;
    return {};
  }
  for (Value &value : yielded)
    value = expand(value, shape);
  return failed ? Values() : yielded;
}

StringRef Node::bodyKind(unsigned i) {
  if (i >= op->getNumRegions() || !op->getRegion(i).hasOneBlock() ||
      body(i).getNumArguments() != 2 || body(i).empty())
    return "";
  Block &block = body(i);
  Operation &last = block.back(), &first = block.front();
  if (last.getNumOperands() != 1)
    return "";
  if (last.getOperand(0) == block.getArgument(1))
    return "return";
  const bool isOneOp = &first != &last && first.getNextNode() == &last &&
                       first.getNumOperands() == 2 && first.getNumResults() == 1 &&
                       last.getOperand(0) == first.getResult(0);
  if (!isOneOp || first.getOperand(0) == first.getOperand(1))
    return "";
  for (Value operand : first.getOperands())
    if (!llvm::is_contained(block.getArguments(), operand))
      return "";
  return first.getName().getStringRef();
}

} // namespace rlx::shlo
