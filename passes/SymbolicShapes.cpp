// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inference, index arithmetic and guards over symbols; see SymbolicShapes.h.
//
// Affine expressions are kept small: beyond a number of terms, a size is an error.
#include "passes/SymbolicShapes.h"

#include "dialects/rlx/interfaces/ControlFlowInterface.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/interfaces/Parts.h"
#include "dialects/rlx/ir/ControlFlowOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/InferenceRules.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "passes/ModelOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx {
namespace {
// Symbols of sizes that no input determines are numbered from here.
constexpr unsigned kFirstUnknown = 1u << 20;
// Longer expressions become derived symbols. Expressions share subtrees in memory, but are
// simplified, printed and evaluated as trees. A chain of ops that use a size twice doubles the tree
// at every op.
constexpr unsigned kMaxTerms = 64;
// Symbols with longer names are numbered.
constexpr size_t kMaxName = 64;

// value = more - less: terms with a negative factor go to `less`.
void splitBySign(Dim value, Dim &more, Dim &less) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(value);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    splitBySign(binary.getLHS(), more, less);
    splitBySign(binary.getRHS(), more, less);
    return;
  }
  Dim factor = binary && binary.getKind() == AffineExprKind::Mul ? binary.getRHS() : value;
  auto constant = dyn_cast<AffineConstantExpr>(factor);
  if (constant && constant.getValue() < 0 && constant.getValue() != INT64_MIN)
    less = less - value;
  else
    more = more + value;
}

// Constants in sizes stay far below values whose sums would wrap.
LogicalResult checkConstants(Operation *op, Dim dim) {
  std::optional<int64_t> large;
  dim.walk([&](AffineExpr expr) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      if (constant.getValue() > kMaxElements || constant.getValue() < -kMaxElements)
        large = constant.getValue();
  });
  if (!large)
    return success();
  return unsupported(op->emitOpError("computes a size with "))
         << *large << "; numbers above " << kMaxElements << " are not supported";
}

// Whether the loop has an iteration in every run.
bool hasIteration(ScanOp scan) {
  if (scan.getLength())
    return *scan.getLength() > 0;
  return cast<RankedTensorType>(scan.getInputs().front().getType()).getDimSize(0) >
         0; // kDynamic is negative
}

// Whether the place in messages has the operator of a node, which is the user's word for the op.
bool hasOperator(Location loc) {
  while (auto fused = dyn_cast<FusedLoc>(loc)) {
    if (fused.getLocations().empty())
      return false;
    loc = fused.getLocations().front();
  }
  auto node = dyn_cast<NameLoc>(splitParts(loc).location);
  return node && !nodeKind(node).empty();
}

// The innermost region around the op that not every run enters: a branch of rlx.if, or the body of
// a loop.
Region *branchAround(Operation *op) {
  for (Region *region = op->getParentRegion(); region; region = region->getParentRegion()) {
    Operation *parent = region->getParentOp();
    auto scan = dyn_cast_or_null<ScanOp>(parent);
    auto loop = dyn_cast_or_null<WhileOp>(parent);
    if (isa_and_nonnull<IfOp>(parent) || (scan && !hasIteration(scan)) ||
        (loop && region == &loop.getBody()))
      return region;
  }
  return nullptr;
}
} // namespace

// The name that the op has in models: the compiler replaces it by one with packed weights.
static StringRef modelOpName(StringRef name) {
  if (name == DepthwiseConvOp::getOperationName())
    return ConvOp::getOperationName();
  name.consume_back("_packed");
  return name;
}

class SymbolicShapes::Context : public InferContext {
public:
  Context(SymbolicShapes &analysis, Operation *op)
      : InferContext(op->getContext(), op->getLoc(), op->getName().getStringRef()),
        analysis(analysis), branch(branchAround(op)), isInIf(op->getParentOfType<IfOp>()), op(op),
        loc(op->getLoc()), opName(modelOpName(op->getName().getStringRef())) {}

  Dims shape(Value value) override { return Dims(analysis.shape(value)); }
  Dim index(Value value) override { return analysis.index(value); }
  Dim unknown() override { return analysis.unknown(); }
  Dim decided(unsigned result, unsigned dim) override {
    return analysis.decidedSize(op, result, dim);
  }
  bool isNonNegative(Dim value) override { return analysis.isNonNegative(value); }

  void requireEqual(Dim lhs, Dim rhs, const Twine &why) override {
    lhs = analysis.simplify(lhs);
    rhs = analysis.simplify(rhs);
    if (lhs == rhs || !analysis.isKnown({lhs, rhs}))
      return;
    lhs = analysis.behindLoops(op, lhs);
    rhs = analysis.behindLoops(op, rhs);
    // A computed size is known too late to stand for another one, and a run takes one branch of an
    // if. What all runs rely on, they check, also those in which the loop has no iteration.
    const bool isUsed = !isInIf && !analysis.isComputed(lhs) && !analysis.isComputed(rhs) &&
                        analysis.derived.addEquality(lhs, rhs);
    Region *entered = isUsed ? nullptr : branch;
    if (isKnownGuard(lhs, rhs, /*atLeast=*/false, entered) ||
        isKnownGuard(rhs, lhs, /*atLeast=*/false, entered))
      return;
    addGuard(lhs, rhs, /*atLeast=*/false, why, entered);
    analysis.knownGuards.back().isUsed = isUsed && !isa<cf::AssertOp>(op);
  }

  // A size that is neither 1 nor the other one does not broadcast to it.
  void requireBroadcast(Dim from, Dim to, const Twine &why) override {
    from = analysis.simplify(from);
    to = analysis.simplify(to);
    if (from == to || from == constant(1) || !analysis.isKnown({from, to}))
      return;
    // A size broadcasts to that of broadcasting it if the order does not matter.
    const std::pair<Dim, Dim> *operands = analysis.derived.findBroadcast(to);
    Dim other = operands && operands->second == from ? operands->first : to;
    requireEqual(to, analysis.broadcastSize(from, other), why);
  }

  // Written as a comparison of two sums without negative terms, which is more readable than one
  // with 0. A sum is compared with a constant.
  void requireNonNegative(Dim value, const Twine &why) override {
    value = analysis.simplify(value);
    if (!analysis.isKnown(value))
      return;
    value = analysis.behindLoops(op, value);
    Dim more = constant(0), less = constant(0);
    splitBySign(value, more, less);
    if (auto sum = dyn_cast<AffineBinaryOpExpr>(more);
        sum && less == constant(0) && sum.getKind() == AffineExprKind::Add)
      if (std::optional<int64_t> known = staticValue(sum.getRHS())) {
        more = sum.getLHS();
        less = constant(-*known);
      }
    if (!isKnownGuard(more, less, /*atLeast=*/true, branch))
      addGuard(more, less, /*atLeast=*/true, why, branch);
  }

private:
  bool isKnownGuard(Dim lhs, Dim rhs, bool atLeast, Region *entered) const {
    const std::optional<unsigned> own = analysis.branchSymbol(entered);
    return llvm::any_of(analysis.knownGuards, [&](const Guard &guard) {
      return guard.atLeast == atLeast && guard.lhs == lhs && guard.rhs == rhs &&
             (!guard.branch || guard.branch == own);
    });
  }

  void addGuard(Dim lhs, Dim rhs, bool atLeast, const Twine &why, Region *entered) {
    const std::string place = placeText(loc);
    const std::string message = hasOperator(loc) ? why.str() : opName + ": " + why.str();
    analysis.knownGuards.push_back(
        {lhs, rhs, atLeast, place, message, /*from=*/{}, /*to=*/{},
         entered ? std::optional(analysis.enterBranch(entered)) : std::nullopt, loc, why.str(),
         /*isUsed=*/false});
  }

  SymbolicShapes &analysis;
  Region *branch; // that must be entered for the op to run, if any
  bool isInIf;
  Operation *op;
  Location loc;
  std::string opName;
};

FailureOr<SymbolicShapes> SymbolicShapes::compute(func::FuncOp function) {
  SymbolicShapes analysis;
  analysis.context = function.getContext();
  if (failed(analysis.addArguments(function)))
    return failure();
  for (Operation &op : function.getBody().front().without_terminator())
    if (failed(analysis.visit(&op)))
      return failure();
  analysis.applyEqualities();
  return analysis;
}

// Guards hold in every run. So a derived symbol that one makes equal to another size is that size
// everywhere, and passes that follow see equal sizes.
void SymbolicShapes::applyEqualities() {
  for (auto &[value, dims] : shapes)
    for (Dim &dim : dims)
      dim = derived.resolve(dim);
  for (auto &[value, dim] : indices)
    dim = derived.resolve(dim);
}

Dim SymbolicShapes::addSymbol(Symbol symbol) {
  knownSymbols.push_back(std::move(symbol));
  return getAffineSymbolExpr(knownSymbols.size() - 1, context);
}

// The size for names of symbols: "n + 1".
std::string SymbolicShapes::text(Dim dim) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto operand = [&](Dim inner) -> std::string {
    std::string result = this->text(inner);
    return isa<AffineBinaryOpExpr>(inner) ? "(" + result + ")" : result;
  };
  if (auto symbol = dyn_cast<AffineSymbolExpr>(dim)) {
    if (symbol.getPosition() < knownSymbols.size())
      return knownSymbols[symbol.getPosition()].name;
    return "?";
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(dim);
  if (!binary) {
    os << dim;
    return text;
  }
  const char *names[] = {" + ", " * ", " mod ", " floordiv ", " ceildiv "};
  auto kind = static_cast<unsigned>(dim.getKind()) - static_cast<unsigned>(AffineExprKind::Add);
  std::string rhs = operand(binary.getRHS());
  StringRef sign = names[kind], magnitude = rhs;
  if (dim.getKind() == AffineExprKind::Add && magnitude.consume_front("-"))
    sign = " - ";
  text = (operand(binary.getLHS()) + sign + magnitude).str();
  return text.size() > kMaxName ? "?" : text;
}

Dim SymbolicShapes::extremum(Extremum kind, Dim lhs, Dim rhs) {
  lhs = simplify(lhs);
  rhs = simplify(rhs);
  if (!isKnown({lhs, rhs}))
    return unknown();
  return derived.get(kind, lhs, rhs, [&] {
    std::string name =
        (kind == Extremum::Min ? "min(" : "max(") + text(lhs) + ", " + text(rhs) + ")";
    if (name.size() > kMaxName)
      name = "size" + std::to_string(knownSymbols.size());
    return addSymbol({std::move(name), 0, 0, Source::Derived, {kind, lhs, rhs}});
  });
}

// The size of dimensions of sizes lhs and rhs that are broadcast: rhs if lhs is 1, otherwise lhs.
Dim SymbolicShapes::broadcastSize(Dim lhs, Dim rhs) {
  lhs = simplify(lhs);
  rhs = simplify(rhs);
  if (!isKnown({lhs, rhs}))
    return unknown();
  Dim isOne = extremum(Extremum::Max, extremum(Extremum::Min, lhs, 2 - lhs),
                       getAffineConstantExpr(0, context));
  return derived.broadcast(lhs, rhs, isOne, /*areCompatible=*/false,
                           [&](const DerivedSizes::Definition &definition) {
                             std::string name = "broadcast(" + text(lhs) + ", " + text(rhs) + ")";
                             if (name.size() > kMaxName)
                               name = "size" + std::to_string(knownSymbols.size());
                             return addSymbol({std::move(name), 0, 0, Source::Derived, definition});
                           });
}

// For `select(a == 1, b, a)`, as importers write the size of a dimension that is broadcast.
std::optional<Dim> SymbolicShapes::selectBroadcast(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  APInt one;
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq ||
      compare.getLhs() != select.getFalseValue() ||
      !matchPattern(compare.getRhs(), m_ConstantInt(&one)) || !one.isOne())
    return std::nullopt;
  return broadcastSize(index(select.getFalseValue()), index(select.getTrueValue()));
}

bool SymbolicShapes::areEqual(Dim lhs, Dim rhs) const {
  return lhs == rhs || llvm::any_of(knownGuards, [&](const Guard &guard) {
           return !guard.atLeast && !guard.branch &&
                  ((guard.lhs == lhs && guard.rhs == rhs) ||
                   (guard.lhs == rhs && guard.rhs == lhs));
         });
}

// A size that grows was 1. If one becomes 0, the result has no elements, and no one asks.
Dim SymbolicShapes::computeKeepsShape(Operation *op) {
  Dim zero = getAffineConstantExpr(0, context), one = getAffineConstantExpr(1, context), all = one;
  for (auto [from, to] : llvm::zip(shape(op->getOperand(0)), shape(op->getResult(0))))
    if (from != to)
      all = all * extremum(Extremum::Max, extremum(Extremum::Min, from - to + 1, one), zero);
  return shortened(all);
}

Dim SymbolicShapes::shortened(Dim dim) {
  if (!isKnown(dim))
    return dim;
  return simplify(derived.named(dim, kMaxTerms, [&] {
    return addSymbol({"size" + std::to_string(knownSymbols.size()),
                      0,
                      0,
                      Source::Derived,
                      {std::nullopt, dim, dim}});
  }));
}

// 1 if the relation holds, otherwise 0. For integers, lhs >= rhs is clamp(lhs - rhs + 1, 0, 1).
Dim SymbolicShapes::compareIndices(arith::CmpIPredicate predicate, Dim lhs, Dim rhs) {
  using Predicate = arith::CmpIPredicate;
  Dim zero = getAffineConstantExpr(0, context), one = getAffineConstantExpr(1, context);
  auto atLeast = [&](Dim l, Dim r) {
    return extremum(Extremum::Max, extremum(Extremum::Min, l - r + 1, one), zero);
  };
  switch (predicate) {
  case Predicate::sge:
    return atLeast(lhs, rhs);
  case Predicate::sgt:
    return atLeast(lhs, rhs + 1);
  case Predicate::sle:
    return atLeast(rhs, lhs);
  case Predicate::slt:
    return atLeast(rhs, lhs + 1);
  case Predicate::eq:
    return atLeast(lhs, rhs) + atLeast(rhs, lhs) - 1;
  case Predicate::ne:
    return 2 - atLeast(lhs, rhs) - atLeast(rhs, lhs);
  default: // unsigned
    return unknown();
  }
}

// The guard compares the numbers that the condition does, if it is a comparison: its message has
// them.
void SymbolicShapes::addAssertion(cf::AssertOp check) {
  Context ctx(*this, check);
  auto compare = check.getArg().getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return ctx.requireEqual(index(check.getArg()), ctx.constant(1), check.getMsg());
  Dim lhs = index(compare.getLhs()), rhs = index(compare.getRhs());
  if (compare.getPredicate() == arith::CmpIPredicate::eq)
    return ctx.requireEqual(lhs, rhs, check.getMsg());
  if (compare.getPredicate() == arith::CmpIPredicate::sge)
    return ctx.requireNonNegative(lhs - rhs, check.getMsg());
  if (compare.getPredicate() == arith::CmpIPredicate::sle)
    return ctx.requireNonNegative(rhs - lhs, check.getMsg());
  ctx.requireEqual(compareIndices(compare.getPredicate(), lhs, rhs), ctx.constant(1),
                   check.getMsg());
}

std::optional<unsigned> SymbolicShapes::computedBy(Operation *cast) const {
  auto it = computed.find(cast);
  return it == computed.end() ? std::nullopt : std::optional(it->second);
}

// "node.0", as for inputs. Of the second tensor that a node computes, element 0 is "node(2).0".
std::string SymbolicShapes::elementName(StringRef node, unsigned number) const {
  for (unsigned tensor = 1;; ++tensor) {
    const std::string which = tensor == 1 ? "" : ("(" + Twine(tensor) + ")").str();
    std::string name = (node + which + "." + Twine(number)).str();
    if (llvm::none_of(knownSymbols, [&](const Symbol &each) { return each.name == name; }))
      return name;
  }
}

// The symbol of an element that the run computes. An earlier cast of the same element has it if it
// comes first in every run.
Dim SymbolicShapes::computeElement(Operation *cast, unsigned number) {
  auto extract = cast->getOperand(0).getDefiningOp<tensor::ExtractOp>();
  SmallVector<Operation *, 1> &earlier = casts[{extract.getTensor(), number}];
  for (Operation *other : earlier)
    if (other->getBlock()->findAncestorOpInBlock(*cast))
      return getAffineSymbolExpr(computed.lookup(other), context);
  earlier.push_back(cast);
  computed[cast] = knownSymbols.size();
  std::string name = "size" + std::to_string(knownSymbols.size());
  if (auto node = dyn_cast<NameLoc>(splitParts(extract.getLoc()).location))
    name = elementName(node.getName().getValue(), number);
  Dim symbol = addSymbol({std::move(name), 0, number, Source::Computed, {}});
  derived.setSigned(symbol);
  return symbol;
}

// One symbol, and a second one for the next iteration of a loop.
Dim SymbolicShapes::decidedSize(Operation *op, unsigned result, unsigned dim) {
  auto [it, inserted] = decided.try_emplace({op, {result, dim}}, Dim());
  if (!inserted)
    return it->second;
  std::string name = ("size" + Twine(knownSymbols.size())).str();
  if (auto node = dyn_cast<NameLoc>(splitParts(op->getLoc()).location))
    name = (node.getName().getValue() + "." + Twine(result) + "[" + Twine(dim) + "]").str();
  decidedSymbols[knownSymbols.size()] = op;
  it->second = addSymbol({name, 0, 0, Source::Computed, {}});
  if (isa<WhileOp>(op)) {
    loops[knownSymbols.size() - 1] = op;
    next[knownSymbols.size() - 1] = knownSymbols.size();
    addSymbol({name + "'", 0, 0, Source::Computed, {}});
  }
  return decided[{op, {result, dim}}];
}

std::optional<unsigned> SymbolicShapes::branchSymbolAround(Operation *op) const {
  for (Region *at = op->getParentRegion(); at; at = at->getParentRegion())
    if (std::optional<unsigned> symbol = branchSymbol(at))
      return symbol;
  return std::nullopt;
}

unsigned SymbolicShapes::enterBranch(Region *branch) {
  auto [it, inserted] = branches.try_emplace(branch, knownSymbols.size());
  const unsigned number = it->second;
  if (inserted)
    addSymbol({"branch" + std::to_string(number), 0, 0, Source::Computed, {}});
  return number;
}

// A guard is checked whenever a size of it is set. So one of an op behind a loop must not have a
// size that each iteration sets, but the last one.
Dim SymbolicShapes::behindLoops(Operation *op, Dim dim) {
  DenseMap<AffineExpr, AffineExpr> replaced;
  dim.walk([&](AffineExpr expr) {
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    if (!symbol)
      return;
    if (const DerivedSizes::Definition *definition = derived.find(expr)) {
      const DerivedSizes::Definition old = *definition; // new symbols move it
      Dim lhs = behindLoops(op, old.lhs), rhs = old.kind ? behindLoops(op, old.rhs) : old.rhs;
      if (lhs != old.lhs || rhs != old.rhs)
        replaced[expr] = old.kind ? extremum(*old.kind, lhs, rhs) : lhs;
      return;
    }
    Operation *loop = loops.lookup(symbol.getPosition());
    if (!loop || loop->isAncestor(op))
      return;
    auto [it, inserted] = finals.try_emplace(symbol.getPosition(), knownSymbols.size());
    const unsigned number = it->second;
    if (inserted)
      addSymbol({"final " + knownSymbols[symbol.getPosition()].name, 0, 0, Source::Computed, {}});
    replaced[expr] = getAffineSymbolExpr(number, context);
  });
  return replaced.empty() ? dim : simplify(dim.replace(replaced));
}

// `cast` turns an element of a tensor into an index.
FailureOr<Dim> SymbolicShapes::readElement(Operation *cast) {
  // An element of a constant, which a pass has folded.
  if (APInt known; matchPattern(cast->getOperand(0), m_ConstantInt(&known)))
    return getAffineConstantExpr(isa<arith::IndexCastUIOp>(cast) ? int64_t(known.getZExtValue())
                                                                 : known.getSExtValue(),
                                 context);
  auto extract = cast->getOperand(0).getDefiningOp<tensor::ExtractOp>();
  if (!extract)
    return reportForeignOp(cast);
  auto argument = dyn_cast<BlockArgument>(extract.getTensor());
  auto type = dyn_cast<RankedTensorType>(extract.getTensor().getType());
  auto function =
      dyn_cast_or_null<func::FuncOp>(argument ? argument.getOwner()->getParentOp() : nullptr);
  // The runtime extends elements so: a bool is 0 or 1, and other signless integers have a sign.
  if (isa<arith::IndexCastUIOp>(cast) != extract.getType().isInteger(1))
    return unsupported(
        cast->emitOpError("expects arith.index_castui for a boolean, and arith.index_cast for "
                          "other integers"));
  uint64_t number = 0;
  for (auto [index, size] : llvm::zip(extract.getIndices(), type.getShape())) {
    APInt at;
    if (!matchPattern(index, m_ConstantInt(&at)) || at.isNegative() || at.getActiveBits() > 31)
      return unsupported(extract->emitOpError("expects constant indices"));
    number = number * (ShapedType::isDynamic(size) ? 1 : size) + at.getZExtValue();
  }
  if (number > UINT32_MAX || (type.getRank() > 1 && !type.hasStaticShape()))
    return unsupported(extract->emitOpError("expects an element of a small tensor"));
  auto kind = function ? function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "rlx.kind")
                       : StringAttr();
  if (!function || (kind && kind.getValue() == "param"))
    return computeElement(cast, number);
  auto [it, inserted] = elements.try_emplace({argument, static_cast<unsigned>(number)}, Dim());
  if (!inserted)
    return it->second;
  auto own = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "rlx.name");
  std::string name = own ? own.str() : ("arg" + Twine(argument.getArgNumber())).str();
  name += "." + std::to_string(number); // dimensions have brackets
  it->second = addSymbol({std::move(name),
                          argument.getArgNumber(),
                          static_cast<unsigned>(number),
                          Source::Element,
                          {}});
  derived.setSigned(it->second);
  return it->second;
}

LogicalResult SymbolicShapes::addArguments(func::FuncOp function) {
  llvm::StringMap<unsigned> byName;
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type)
      continue;
    unsigned number = argument.getArgNumber();
    auto names = function.getArgAttrOfType<ArrayAttr>(number, "rlx.dims");
    auto own = function.getArgAttrOfType<StringAttr>(number, "rlx.name");
    std::string tensor = own ? own.str() : ("arg" + Twine(number)).str();
    Dims dims;
    for (auto [i, size] : llvm::enumerate(type.getShape())) {
      if (!ShapedType::isDynamic(size)) {
        dims.push_back(getAffineConstantExpr(size, context));
        continue;
      }
      std::string name = (tensor + "[" + Twine(i) + "]").str(); // no model uses such a name
      if (names && i < names.size())
        if (auto given = dyn_cast<StringAttr>(names[i]); given && !given.empty())
          name = given.str();
      auto [it, inserted] = byName.try_emplace(name, knownSymbols.size());
      if (inserted)
        knownSymbols.push_back({name, number, static_cast<unsigned>(i)});
      dims.push_back(getAffineSymbolExpr(it->second, context));
    }
    shapes[argument] = dims;
  }
  return success();
}

// A declared static size is a promise that inference could not prove.
FailureOr<Dims> SymbolicShapes::declaredDims(Operation *op, Value value, ArrayRef<Dim> inferred) {
  Context ctx(*this, op);
  Dims dims;
  for (auto [dim, size] : llvm::zip(inferred, cast<ShapedType>(value.getType()).getShape())) {
    Dim simple = shortened(derived.resolve(dim));
    if (!ShapedType::isDynamic(size) && !InferContext::isStatic(simple)) {
      ctx.requireEqual(simple, ctx.constant(size), "a size declared static");
      simple = ctx.constant(size);
    }
    dims.push_back(simple);
  }
  return dims;
}

LogicalResult SymbolicShapes::visitRegions(Operation *op) {
  auto control = dyn_cast<ControlFlowOpInterface>(op);
  if (!control)
    return success();
  Context ctx(*this, op);
  for (Region &region : op->getRegions()) {
    for (BlockArgument argument : region.getArguments()) {
      FailureOr<Dims> dims = declaredDims(op, argument, control.argumentShape(ctx, argument));
      if (failed(dims))
        return failure();
      shapes[argument] = *dims;
    }
    for (Block &block : region)
      for (Operation &inner : block.without_terminator())
        if (failed(visit(&inner)))
          return failure();
  }
  return success();
}

// The message of a reshape shows both shapes, if they are known where the guard is checked.
void SymbolicShapes::showShapes(Guard &guard, Operation *op, ArrayRef<Dim> to) {
  if (guard.atLeast) // of one size
    return;
  llvm::SmallDenseSet<unsigned> known = computedIn({guard.lhs, guard.rhs});
  auto shown = [&](ArrayRef<Dim> dims) {
    return Dims(llvm::map_range(dims, [&](Dim dim) { return behindLoops(op, simplify(dim)); }));
  };
  Dims before = shown(shape(op->getOperand(0))), after = shown(to);
  for (Dim dim : llvm::concat<Dim>(before, after))
    if (!isKnown(dim) ||
        llvm::any_of(computedIn(dim), [&](unsigned symbol) { return !known.contains(symbol); }))
      return;
  guard.from = before;
  guard.to = after;
}

LogicalResult SymbolicShapes::visit(Operation *op) {
  if (auto inferable = dyn_cast<SymbolicShapeOpInterface>(op)) {
    if (failed(visitRegions(op)))
      return failure();
    Context ctx(*this, op);
    SmallVector<InferredType, 1> results;
    const size_t numGuards = knownGuards.size();
    if (failed(inferable.inferSymbolic(ctx, results)))
      return failure();
    if (op->hasTrait<OpTrait::ReshapesOperand>())
      for (Guard &guard : llvm::drop_begin(knownGuards, numGuards))
        showShapes(guard, op, results.front().dims);
    for (auto [result, inferred] : llvm::zip(op->getResults(), results)) {
      FailureOr<Dims> dims = declaredDims(op, result, inferred.dims);
      if (failed(dims))
        return failure();
      shapes[result] = *dims;
    }
    if (op->hasTrait<OpTrait::KeepsEqualShape>())
      kept[op] = computeKeepsShape(op);
    return success();
  }
  // The cast of an element to an index is a symbol, and an assertion compares by itself.
  bool isAsserted =
      isa<arith::CmpIOp>(op) && llvm::all_of(op->getUsers(), llvm::IsaPred<cf::AssertOp>);
  bool isElement = isa<tensor::ExtractOp>(op) ||
                   (isa<arith::ConstantOp>(op) && isa<IntegerType>(op->getResult(0).getType()));
  if (isElement || isAsserted)
    return success();
  if (auto check = dyn_cast<cf::AssertOp>(op)) {
    addAssertion(check);
    return success();
  }
  for (Value result : op->getResults()) {
    if (!result.getType().isIndex() && !result.getType().isInteger(1))
      return reportForeignOp(op);
    if (failed(checkDivision(op)))
      return failure();
    Dim value;
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
      FailureOr<Dim> element = readElement(op);
      if (failed(element))
        return failure();
      value = *element;
    } else {
      value = evaluateIndex(op);
    }
    value = shortened(value);
    if (failed(checkConstants(op, value)))
      return failure();
    indices[result] = value;
  }
  return success();
}

// For non-negative operands, divisions that round towards zero and unsigned ones agree with those
// of affine expressions.
LogicalResult SymbolicShapes::checkDivision(Operation *op) {
  bool rounds = isa<arith::FloorDivSIOp, arith::CeilDivSIOp>(op);
  if (!rounds &&
      !isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivUIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return success();
  Context ctx(*this, op);
  Dim lhs = index(op->getOperand(0)), rhs = index(op->getOperand(1));
  if (!rounds && failed(expectNonNegative(
                     ctx, lhs, "expects a non-negative dividend" + ifKnown(", but got ", lhs))))
    return failure();
  return expectNonNegative(ctx, rhs - 1,
                           "expects a divisor of at least 1" + ifKnown(", but got ", rhs));
}

Dim SymbolicShapes::evaluateIndex(Operation *op) {
  APInt constant;
  if (matchPattern(op, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> i = dim.getConstantIndex();
    ArrayRef<Dim> sizes = shape(dim.getSource());
    return i && *i >= 0 && *i < int64_t(sizes.size()) ? sizes[*i] : unknown();
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    SmallVector<AffineExpr> dims, symbols;
    for (auto [i, operand] : llvm::enumerate(apply.getMapOperands()))
      (i < map.getNumDims() ? dims : symbols).push_back(index(operand));
    return map.getResult(0).replaceDimsAndSymbols(dims, symbols);
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (std::optional<Dim> size = selectBroadcast(select))
      return *size;
    Dim yes = index(select.getTrueValue()), no = index(select.getFalseValue());
    return no + index(select.getCondition()) * (yes - no);
  }
  if (isa<affine::AffineMinOp, affine::AffineMaxOp>(op)) {
    auto map = cast<AffineMapAttr>(op->getAttr("map")).getValue();
    SmallVector<AffineExpr> dims, symbols;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      (i < map.getNumDims() ? dims : symbols).push_back(index(operand));
    Dim best;
    for (AffineExpr expr : map.getResults()) {
      Dim next = expr.replaceDimsAndSymbols(dims, symbols);
      Extremum kind = isa<affine::AffineMinOp>(op) ? Extremum::Min : Extremum::Max;
      best = best ? extremum(kind, best, next) : next;
    }
    return best;
  }
  if (op->getNumOperands() != 2)
    return unknown();
  Dim lhs = index(op->getOperand(0)), rhs = index(op->getOperand(1));
  return llvm::TypeSwitch<Operation *, Dim>(op)
      .Case<arith::AddIOp>([&](auto) { return lhs + rhs; })
      .Case<arith::SubIOp>([&](auto) { return lhs - rhs; })
      .Case<arith::MulIOp>([&](auto) { return lhs * rhs; })
      .Case<arith::FloorDivSIOp, arith::DivSIOp, arith::DivUIOp>(
          [&](auto) { return lhs.floorDiv(rhs); })
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>([&](auto) { return lhs.ceilDiv(rhs); })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto) { return lhs % rhs; })
      .Case<arith::MinSIOp>([&](auto) { return extremum(Extremum::Min, lhs, rhs); })
      .Case<arith::MaxSIOp>([&](auto) { return extremum(Extremum::Max, lhs, rhs); })
      .Case<arith::CmpIOp>(
          [&](arith::CmpIOp compare) { return compareIndices(compare.getPredicate(), lhs, rhs); })
      .Default([&](auto) { return unknown(); });
}

ArrayRef<Dim> SymbolicShapes::shape(Value tensor) const {
  auto it = shapes.find(tensor);
  return it == shapes.end() ? ArrayRef<Dim>() : ArrayRef<Dim>(it->second);
}

Dim SymbolicShapes::index(Value value) const {
  auto it = indices.find(value);
  return it == indices.end() ? const_cast<SymbolicShapes *>(this)->unknown() : it->second;
}

Dim SymbolicShapes::unknown() {
  return getAffineSymbolExpr(kFirstUnknown + unknowns++, context);
}

llvm::SmallDenseSet<unsigned> SymbolicShapes::computedIn(ArrayRef<Dim> dims) const {
  llvm::SmallDenseSet<unsigned> result, seen;
  SmallVector<Dim> open(dims);
  while (!open.empty())
    open.pop_back_val().walk([&](AffineExpr expr) {
      auto symbol = dyn_cast<AffineSymbolExpr>(expr);
      if (!symbol || symbol.getPosition() >= knownSymbols.size() ||
          !seen.insert(symbol.getPosition()).second)
        return;
      const Symbol &known = knownSymbols[symbol.getPosition()];
      if (known.source == Source::Computed)
        result.insert(symbol.getPosition());
      else if (known.source == Source::Derived)
        open.append({known.definition.lhs, known.definition.rhs});
    });
  return result;
}

Dim SymbolicShapes::simplify(Dim dim) const {
  if (!isKnown(dim))
    return dim;
  return simplifyAffineExpr(dim, 0, knownSymbols.size());
}

bool SymbolicShapes::isKnown(Dim dim) const {
  bool known = true;
  dim.walk([&](AffineExpr expr) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      known &= symbol.getPosition() < knownSymbols.size();
  });
  return known;
}

bool SymbolicShapes::isKnown(ArrayRef<Dim> dims) const {
  return llvm::all_of(dims, [&](Dim dim) { return isKnown(dim); });
}

} // namespace rlx
