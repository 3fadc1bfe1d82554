// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-update-caches-in-place`: caches that grow by concatenation get a capacity.
//
//   func @main(%past [b, h, past, d], …)       func @main(%cache [b, h, capacity, d], %length, …)
//   %all = rlx.concat %past, %new axis = 2     %now = rlx.scatter_nd %cache, %rows, %new
//   … %all …                              ->   %all = rlx.slice %now sizes [b, h, length + new, d]
//   return %all                                … %all …
//                                              return %now
//
// The first rows of the cache are what the input was. So the values of all other ops stay, however
// they use the past, e.g. for masks. `rlx-attend-over-caches` then removes the slices.
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/ScatterInterface.h"
#include "dialects/rlx/ir/ScatterOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "passes/FunctionPass.h"
#include "passes/PatternUtils.h"
#include "passes/SizeBuilder.h"
#include "llvm/ADT/StringSet.h"

namespace rlx {
#define GEN_PASS_DEF_UPDATECACHESINPLACEPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

constexpr StringLiteral kDefaultLength = "past_sequence_length", kCapacity = "capacity";

// An output that is an input with new rows behind it.
struct CachePair {
  BlockArgument past;
  ConcatOp concat;
  unsigned result; // of the function
  unsigned axis;
};

class CacheRewrite {
public:
  // `shapes` are those of the function as it is.
  CacheRewrite(func::FuncOp function, const SymbolicShapes &shapes)
      : function(function), shapes(shapes), results(function.front().getTerminator()),
        b(OpBuilder::atBlockBegin(&function.front())), sizes(function, shapes) {}

  LogicalResult run() {
    if (failed(findPairs()))
      return failure();
    if (pairs.empty() && !hasUpdates)
      return function.emitError("no output is an input with new rows behind it, "
                                "concat(past, new), or an input with some elements changed; so "
                                "there are no caches to update in place");
    if (!pairs.empty() && failed(addLength()))
      return failure();
    capacity = unusedDim(kCapacity);
    for (CachePair &pair : pairs)
      rewrite(pair);
    for (const CachePair &pair : pairs)
      replaceSizes(pair);
    updateFunctionType();
    return success();
  }

private:
  // ---- search -----------------------------------------------------------------------------------

  LogicalResult findPairs() {
    llvm::SmallDenseSet<Value> taken;
    for (OpOperand &operand : results->getOpOperands()) {
      hasUpdates |= isUpdatedInput(operand.get());
      auto concat = operand.get().getDefiningOp<ConcatOp>();
      if (!concat || llvm::none_of(concat.getInputs(), [&](Value part) { return isInput(part); }))
        continue;
      const auto given = static_cast<int64_t>(concat.getAxis());
      const auto axis =
          static_cast<unsigned>(given < 0 ? given + tensorType(concat).getRank() : given);
      std::string why = whyNot(concat, axis);
      if (why.empty() && !taken.insert(concat.getInputs().front()).second)
        why = "another output updates the same input";
      if (!why.empty())
        return concat.emitError("output '") << nameOfResult(operand.getOperandNumber())
                                            << "' cannot be updated in place: " << why;
      pairs.push_back({cast<BlockArgument>(concat.getInputs().front()), concat,
                       operand.getOperandNumber(), axis});
    }
    return success();
  }

  // Whether the value is an input after updates of some elements: its run needs no copy as it is.
  bool isUpdatedInput(Value value) {
    bool isUpdated = false;
    for (auto update = value.getDefiningOp<ScatterOpInterface>(); update;
         update = value.getDefiningOp<ScatterOpInterface>()) {
      value = update->getOperand(0);
      isUpdated = true;
    }
    return isUpdated && isInput(value);
  }

  bool isInput(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &function.front())
      return false;
    auto kind = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "rlx.kind");
    return kind && kind.getValue() == "input";
  }

  std::string whyNot(ConcatOp concat, unsigned axis) {
    if (!isInput(concat.getInputs().front()))
      return "the new rows stand before those of the input";
    if (concat.getInputs().size() != 2)
      return ("it concatenates " + Twine(concat.getInputs().size()) +
              " tensors, and not an input and its new rows")
          .str();
    Value past = concat.getInputs().front();
    if (concat.getInputs().back() == past)
      return "it concatenates the input with itself";
    if (!tensorType(past).isDynamicDim(axis))
      return ("input '" + nameOfArgument(cast<BlockArgument>(past)) + "' has the static size " +
              Twine(tensorType(past).getDimSize(axis)) + " along axis " + Twine(axis) +
              ", so runs cannot append to it")
          .str();
    return {};
  }

  std::string nameOfArgument(BlockArgument argument) {
    auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "rlx.name");
    return name ? name.str() : ("#" + Twine(argument.getArgNumber())).str();
  }
  std::string nameOfResult(unsigned result) {
    auto name = function.getResultAttrOfType<StringAttr>(result, "rlx.name");
    return name ? name.str() : ("#" + Twine(result)).str();
  }

  // ---- lengths ----------------------------------------------------------------------------------

  // The name of a dimension of an argument; empty for none.
  std::string dimName(BlockArgument argument, unsigned axis) {
    auto dims = function.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(), "rlx.dims");
    return dims ? cast<StringAttr>(dims[axis]).str() : std::string();
  }

  bool hasDim(StringRef name) {
    return llvm::any_of(function.getArguments(), [&](BlockArgument argument) {
      auto dims = function.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(), "rlx.dims");
      return dims && llvm::any_of(dims.getAsValueRange<StringAttr>(),
                                  [&](StringRef dim) { return dim == name; });
    });
  }

  std::string unusedDim(StringRef wanted) {
    std::string name = wanted.str();
    for (int64_t number = 1; hasDim(name); ++number)
      name = (wanted + "_" + Twine(number)).str();
    return name;
  }

  // The name that all caches have for their length, or the default one.
  std::string lengthName() {
    const std::string name = dimName(pairs.front().past, pairs.front().axis);
    const bool isShared = llvm::all_of(
        pairs, [&](const CachePair &pair) { return dimName(pair.past, pair.axis) == name; });
    return isShared && !name.empty() ? name : kDefaultLength.str();
  }

  // An input that says how many rows all caches hold.
  LogicalResult addLength() {
    const std::string name = lengthName();
    if (failed(checkName(name)))
      return failure();
    Location loc = pairs.front().past.getLoc();
    auto type = RankedTensorType::get({}, b.getI64Type());
    const unsigned index = lastPast() + 1;
    auto attributes = b.getDictionaryAttr({b.getNamedAttr("rlx.kind", b.getStringAttr("input")),
                                           b.getNamedAttr("rlx.name", b.getStringAttr(name))});
    if (failed(function.insertArgument(index, type, attributes, loc)))
      return failure();
    Value element = tensor::ExtractOp::create(b, loc, function.getArgument(index), ValueRange());
    length = arith::IndexCastOp::create(b, loc, b.getIndexType(), element);
    lastSize = length;
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    assertThat(loc, arith::CmpIPredicate::sge, length, zero, "'" + name + "' must not be negative");
    for (const CachePair &pair : pairs)
      assertOthers(dimName(pair.past, pair.axis), name);
    return success();
  }

  LogicalResult checkName(StringRef name) {
    for (BlockArgument argument : function.getArguments())
      if (nameOfArgument(argument) == name)
        return function.emitError("caches cannot be updated in place: the number of tokens in them "
                                  "would be an input '")
               << name << "', but the model has an input of this name";
    return success();
  }

  unsigned lastPast() {
    unsigned last = 0;
    for (const CachePair &pair : pairs)
      last = std::max(last, pair.past.getArgNumber());
    return last;
  }

  // Other inputs with a dimension of this name have had the same size.
  void assertOthers(const std::string &dim, const std::string &input) {
    if (dim.empty() || !asserted.insert(dim).second)
      return;
    for (BlockArgument argument : function.getArguments()) {
      auto dims = function.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(), "rlx.dims");
      if (!dims)
        continue;
      for (auto [axis, name] : llvm::enumerate(dims.getAsValueRange<StringAttr>())) {
        const bool isCache = llvm::any_of(pairs, [&](const CachePair &pair) {
          return pair.past == argument && pair.axis == axis;
        });
        if (name == dim && !isCache)
          assertThat(argument.getLoc(), arith::CmpIPredicate::eq,
                     tensor::DimOp::create(b, argument.getLoc(), argument, axis), length,
                     "axis " + Twine(axis) + " of '" + nameOfArgument(argument) +
                         "' must have the size that '" + input + "' says");
      }
    }
  }

  void assertThat(Location loc, arith::CmpIPredicate predicate, Value lhs, Value rhs,
                  const Twine &message) {
    Value holds = arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
    cf::AssertOp::create(b, loc, holds, message.str());
  }

  // ---- rewrite ----------------------------------------------------------------------------------

  void rewrite(CachePair &pair) {
    const Location loc = pair.concat.getLoc();
    remark::passed(loc, remark::RemarkOpts::name("UpdatedInPlace").category("rlx-caches"))
        << ("output '" + nameOfResult(pair.result) + "' is input '" + nameOfArgument(pair.past) +
            "' with new rows at the length of the caches");
    b.setInsertionPoint(pair.concat);
    Value rows = pair.concat.getInputs().back();
    const Append append = appendOf(rows, pair.axis);
    Value updated = ScatterNDOp::create(b, loc, pair.past, append.indices, rows,
                                        ScatterReduction::None, /*unique_indices=*/true);
    Value all = firstRows(loc, updated, pair.axis, append.end);
    results->setOperand(pair.result, updated);
    pair.concat.getResult().replaceAllUsesWith(sameType(loc, all, pair.concat.getType()));
    pair.concat.erase();
    if (all.use_empty())
      all.getDefiningOp()->erase();
    replacePast(pair, updated.getDefiningOp());
    setCapacity(pair);
  }

  // All that reads the past reads the first rows of the cache.
  void replacePast(const CachePair &pair, Operation *update) {
    SmallVector<OpOperand *> reads;
    for (OpOperand &use : pair.past.getUses())
      if (use.getOwner() != update && !isa<tensor::DimOp>(use.getOwner()))
        reads.push_back(&use);
    if (reads.empty())
      return;
    b.setInsertionPointAfterValue(length);
    Value past = firstRows(pair.past.getLoc(), pair.past, pair.axis, length);
    for (OpOperand *read : reads)
      read->set(past);
  }

  // What was the size of a past is the length now.
  void replaceSizes(const CachePair &pair) {
    for (Operation *user : llvm::make_early_inc_range(pair.past.getUsers())) {
      auto dim = dyn_cast<tensor::DimOp>(user);
      if (!dim || dim.getConstantIndex() != int64_t(pair.axis) || capacities.contains(dim))
        continue;
      dim.replaceAllUsesWith(length);
      dim.erase();
    }
  }

  // What caches share to which rows of the same sizes are appended.
  struct Append {
    Value indices; // [size 0, …, size of the axis, axis + 1], of each row
    Value end;     // the length afterwards
  };

  Append appendOf(Value rows, unsigned axis) {
    ArrayRef<Dim> shape = shapes.shape(rows).take_front(axis + 1);
    for (const auto &[known, append] : appends)
      if (ArrayRef(known) == shape)
        return append;
    const Location loc = rows.getLoc();
    SmallVector<OpFoldResult> known;
    for (Dim dim : shape)
      known.push_back(sizeOf(dim, loc));
    // Sizes that the run computes are known at the rows only.
    if (!llvm::all_of(known, [](OpFoldResult size) { return bool(size); }))
      return makeAppend(loc, tensor::getMixedSizes(b, loc, rows), axis);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(lastSize);
    appends.emplace_back(Dims(shape), makeAppend(loc, known, axis));
    return appends.back().second;
  }

  OpFoldResult sizeOf(Dim dim, Location loc) {
    if (auto constant = dyn_cast<AffineConstantExpr>(dim))
      return b.getIndexAttr(constant.getValue());
    Value value = sizes.valueOf(dim, loc);
    if (value)
      lastSize = value;
    return value;
  }

  Append makeAppend(Location loc, ArrayRef<OpFoldResult> rows, unsigned axis) {
    OpComposer c(b, loc);
    Append append;
    append.end =
        arith::AddIOp::create(b, loc, length, getValueOrCreateConstantIndexOp(b, loc, rows[axis]));
    // Equal names of dimensions are one size.
    Value room = tensor::DimOp::create(b, loc, pairs.front().past, pairs.front().axis);
    capacities.insert(room.getDefiningOp());
    assertThat(loc, arith::CmpIPredicate::sge, room, append.end,
               "caches have no room for the new tokens");
    SmallVector<OpFoldResult> sizes(rows.take_front(axis + 1));
    sizes.push_back(b.getIndexAttr(1));
    SmallVector<Value> parts;
    for (unsigned i = 0; i <= axis; ++i)
      parts.push_back(c.iota(i == axis ? OpFoldResult(length) : b.getIndexAttr(0), sizes, i));
    append.indices = parts.size() == 1 ? parts.front() : c.make<ConcatOp>(parts, int64_t(axis + 1));
    return append;
  }

  Value firstRows(Location loc, Value tensor, unsigned axis, Value count) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
    sizes[axis] = count;
    SmallVector<int64_t> constants, starts(sizes.size(), 0);
    SmallVector<Value> dynamic;
    dispatchIndexOpFoldResults(sizes, dynamic, constants);
    return SliceOp::create(b, loc, tensor, ValueRange(), dynamic, starts, constants,
                           ArrayRef<int64_t>());
  }

  // The tensor with the type of the value that it replaces, which may know other sizes.
  Value sameType(Location loc, Value tensor, RankedTensorType type) {
    if (tensor.getType() == type)
      return tensor;
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (type.isDynamicDim(i))
        sizes.push_back(tensor::DimOp::create(b, loc, tensor, i));
    return ReshapeOp::create(b, loc, type, tensor, sizes, type.getShape());
  }

  void setCapacity(const CachePair &pair) {
    const auto renamed = [&](ArrayAttr dims) {
      SmallVector<Attribute> names(dims.begin(), dims.end());
      names[pair.axis] = b.getStringAttr(capacity);
      return b.getArrayAttr(names);
    };
    const unsigned argument = pair.past.getArgNumber();
    auto dims = function.getArgAttrOfType<ArrayAttr>(argument, "rlx.dims");
    if (!dims)
      dims = b.getStrArrayAttr(SmallVector<StringRef>(tensorType(pair.past).getRank()));
    function.setArgAttr(argument, "rlx.dims", renamed(dims));
    if (auto of = function.getResultAttrOfType<ArrayAttr>(pair.result, "rlx.dims"))
      function.setResultAttr(pair.result, "rlx.dims", renamed(of));
  }

  void updateFunctionType() {
    function.setFunctionType(b.getFunctionType(function.getArgumentTypes(),
                                               SmallVector<Type>(results->getOperandTypes())));
  }

  func::FuncOp function;
  const SymbolicShapes &shapes;
  Operation *results; // func.return
  OpBuilder b;
  SizeBuilder sizes;
  std::vector<CachePair> pairs;
  Value length;   // the rows that caches hold before the run
  Value lastSize; // the last of the sizes at the start of the function
  std::vector<std::pair<Dims, Append>> appends;
  llvm::SmallPtrSet<Operation *, 4> capacities; // tensor.dim
  llvm::StringSet<> asserted;
  std::string capacity;
  bool hasUpdates = false;
};

struct UpdateCachesInPlace : rlx::impl::UpdateCachesInPlacePassBase<UpdateCachesInPlace> {
  using UpdateCachesInPlacePassBase::UpdateCachesInPlacePassBase;

  void runOnBody() override {
    if (!getOperation().isPublic())
      return;
    FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(getOperation());
    if (failed(shapes) || failed(CacheRewrite(getOperation(), *shapes).run()))
      signalPassFailure();
  }
};

} // namespace
