// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows rows through a model that is lowered to linalg as a whole; see Rows.h. Knows no rlx op by
// name.
//
// Two lowered copies with different numbers of rows are compared op by op.
#include "session/cache/Rows.h"

#include "compiler/Compiler.h"
#include "conversions/Passes.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "passes/Passes.h"
#include "runtime/base/StrCat.h"
#include "session/ModelInputs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace rlx {
namespace {

// Wraps the locations of the model's ops in their names. Lowered ops keep the location, so errors
// can name the op.
void nameOps(ModuleOp module) {
  module.walk([](Operation *op) {
    if (isa_and_nonnull<RLXDialect>(op->getDialect()))
      op->setLoc(NameLoc::get(op->getName().getIdentifier(), op->getLoc()));
  });
}

std::string nameOf(Operation *op) {
  std::string name = op->getName().getStringRef().str();
  std::string location;
  op->getLoc()->walk([&](Location loc) {
    auto named = dyn_cast<NameLoc>(loc);
    if (!named || !named.getName().getValue().starts_with("rlx."))
      return WalkResult::advance();
    name = named.getName().str();
    location = locationText(named.getChildLoc());
    return WalkResult::interrupt();
  });
  return "'" + name + "'" + (location.empty() ? "" : " at " + location);
}

int64_t product(ArrayRef<int64_t> sizes) {
  int64_t total = 1;
  for (int64_t size : sizes)
    total *= size;
  return total;
}

// The only result index at which the map uses loop `loop`, unchanged; none if there is no such
// index or the loop is used elsewhere too.
std::optional<unsigned> positionOf(AffineMap map, unsigned loop) {
  std::optional<unsigned> position;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(loop))
      continue;
    if (position || !isa<AffineDimExpr>(expr))
      return std::nullopt;
    position = i;
  }
  return position;
}

// Whether an op uses sizes only for a shape, which its result shows anyway.
bool takesShape(Operation *user) {
  if (isa<tensor::EmptyOp>(user))
    return true;
  return isa<tensor::FromElementsOp>(user) && llvm::all_of(user->getUses(), [](OpOperand &use) {
           auto reshape = dyn_cast<tensor::ReshapeOp>(use.getOwner());
           return reshape && use.getOperandNumber() == 1;
         });
}

class RowFinder {
public:
  explicit RowFinder(int64_t rows) : rows(rows) {}

  void start(Value value, unsigned dim) { layouts[value] = {dim, 1}; }
  std::optional<RowLayout> layoutOf(Value value) const {
    auto found = layouts.find(value);
    return found == layouts.end() ? std::nullopt : std::optional(found->second);
  }

  // Sets the places of the op's results. Returns a text if something is wrong.
  std::optional<std::string> visit(Operation *op) {
    if (readsRowsInside(op))
      return "reads single elements of tensors that have the rows";
    if (llvm::none_of(op->getOperands(), [&](Value value) { return layoutOf(value); }))
      return std::nullopt;
    if (auto generic = dyn_cast<linalg::LinalgOp>(op))
      return visitLinalg(generic);
    if (isa<tensor::CastOp>(op))
      return give(op, *layoutOf(op->getOperand(0)));
    if (auto size = dyn_cast<tensor::DimOp>(op))
      return visitSize(size);
    if (isa<tensor::ReshapeOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      return visitReshape(op);
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      return visitExtract(slice);
    if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
      return visitInsert(slice);
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return visitPad(pad);
    return "is not known to keep rows independent";
  }

private:
  using Problem = std::optional<std::string>;

  bool readsRowsInside(Operation *op) const {
    llvm::SetVector<Value> captured;
    for (Region &region : op->getRegions())
      getUsedValuesDefinedAbove(region, captured);
    return llvm::any_of(captured, [&](Value value) { return layoutOf(value); });
  }

  Problem give(Operation *op, RowLayout layout) {
    for (Value result : op->getResults())
      layouts[result] = layout;
    return std::nullopt;
  }

  Problem visitSize(tensor::DimOp op) {
    std::optional<int64_t> dim = op.getConstantIndex();
    bool isOther = dim && *dim != layoutOf(op.getSource())->dim;
    if (isOther || llvm::all_of(op->getUsers(), takesShape))
      return std::nullopt;
    return "computes with the number of rows";
  }

  Problem visitLinalg(linalg::LinalgOp op) {
    constexpr const char *kMixes = "computes results from several rows";
    std::optional<unsigned> loop;
    int64_t chunk = 0;
    for (OpOperand &operand : op->getOpOperands()) {
      std::optional<RowLayout> layout = layoutOf(operand.get());
      if (!layout)
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      auto at = dyn_cast<AffineDimExpr>(map.getResult(layout->dim));
      if (!at || positionOf(map, at.getPosition()) != layout->dim)
        return kMixes;
      if (loop && (*loop != at.getPosition() || chunk != layout->chunk))
        return "combines rows of two tensors at different offsets";
      loop = at.getPosition();
      chunk = layout->chunk;
    }
    if (op.getIteratorTypesArray()[*loop] != utils::IteratorType::parallel)
      return kMixes;
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      std::optional<unsigned> at =
          positionOf(op.getMatchingIndexingMap(op.getDpsInitOperand(i)), *loop);
      if (!at)
        return kMixes;
      layouts[result] = {*at, chunk};
    }
    return std::nullopt;
  }

  // Elements keep their order, so rows must start at multiples of the same number of elements.
  Problem visitReshape(Operation *op) {
    auto from = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    std::optional<RowLayout> layout = layoutOf(op->getOperand(0));
    if (!layout)
      return "computes sizes from values of rows";
    if (!from || !to || !from.hasStaticShape() || !to.hasStaticShape())
      return "changes the shape of a tensor with other dynamic sizes";
    const int64_t outer = product(from.getShape().take_front(layout->dim));
    for (unsigned dim = 0; dim < to.getRank(); ++dim)
      if (product(to.getShape().take_front(dim)) == outer && to.getDimSize(dim) % rows == 0)
        return give(op, {dim, to.getDimSize(dim) / rows});
    return "splits or merges rows when it changes the shape";
  }

  static bool isWhole(ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                      unsigned dim, int64_t size) {
    return offsets[dim] == 0 && sizes[dim] == size && strides[dim] == 1;
  }

  Problem visitExtract(tensor::ExtractSliceOp op) {
    std::optional<RowLayout> layout = layoutOf(op.getSource());
    if (!layout || op.getType().getRank() != op.getSourceType().getRank() ||
        !isWhole(op.getStaticOffsets(), op.getStaticSizes(), op.getStaticStrides(), layout->dim,
                 rows * layout->chunk))
      return "slices the rows";
    return give(op, *layout);
  }

  Problem visitInsert(tensor::InsertSliceOp op) {
    std::optional<RowLayout> source = layoutOf(op.getSource()), dest = layoutOf(op.getDest());
    if (!source && dest)
      return give(op, *dest);
    if (!source || (dest && *dest != *source) ||
        op.getType().getRank() != op.getSourceType().getRank() ||
        op.getType().getDimSize(source->dim) != rows * source->chunk ||
        !isWhole(op.getStaticOffsets(), op.getStaticSizes(), op.getStaticStrides(), source->dim,
                 rows * source->chunk))
      return "concatenates rows with others";
    return give(op, *source);
  }

  Problem visitPad(tensor::PadOp op) {
    std::optional<RowLayout> layout = layoutOf(op.getSource());
    if (!layout || op.getStaticLow()[layout->dim] != 0 || op.getStaticHigh()[layout->dim] != 0)
      return "adds rows";
    return give(op, *layout);
  }

  int64_t rows;
  llvm::DenseMap<Value, RowLayout> layouts;
};

// Lowers the model to linalg. An error names the op that cannot be lowered.
rt::Status lowerWhole(ModuleOp module) {
  DiagnosticCollector diagnostics(module.getContext());
  PassManager pm(module.getContext());
  pm.addPass(createVerifyInputPass());
  pm.addPass(createRefineShapesPass());
  DecomposeOpsPassOptions decompose;
  decompose.keepLowerable = true;
  pm.addPass(createDecomposeOpsPass(decompose));
  pm.addPass(createRefineShapesPass());
  pm.addPass(createLowerToLinalgPass());
  return succeeded(pm.run(module)) ? rt::okStatus() : diagnostics.status();
}

// The same error with the declared shapes, which the user knows, if the declared model has it too.
rt::Status loweringError(const SizedModel &model, rt::Status status) {
  if (!model.declared)
    return status;
  ModuleOp declared = model.declared;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(declared->clone());
  rt::Status shown = lowerWhole(*copy);
  return shown.ok() ? std::move(status) : std::move(shown);
}

rt::Status refusal(Operation *op, const std::string &problem) {
  return rt::unsupported(
      rt::strCat("rows cannot be padded: ", nameOf(op), " ", problem,
                 "; run the model with its dynamic size, which needs no padding"));
}

// Lowers a copy of the model and follows the rows through it.
rt::Status follow(const SizedModel &model, const std::vector<std::optional<unsigned>> &inputs,
                  OwningOpRef<ModuleOp> &lowered, RowFinder &finder) {
  ModuleOp original = model.module;
  lowered = cast<ModuleOp>(original->clone());
  nameOps(*lowered);
  if (rt::Status status = lowerWhole(*lowered); !status.ok())
    return rt::unsupported(rt::strCat(
        "rows cannot be padded: it is unknown whether the model keeps them independent: ",
        loweringError(model, std::move(status)).message()));
  RLX_ASSIGN_OR_RETURN(func::FuncOp function, modelFunction(*lowered));
  size_t input = 0;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (isModelInput(function, i) && input < inputs.size())
      if (std::optional<unsigned> dim = inputs[input++])
        finder.start(function.getArgument(i), *dim);
  for (Operation &op : function.getBody().front())
    if (!isa<func::ReturnOp>(op))
      if (std::optional<std::string> problem = finder.visit(&op))
        return refusal(&op, *problem);
  return rt::okStatus();
}

// Compares two lowered models, which must be equal except for the sizes of tensors with rows.
class RowComparison {
public:
  RowComparison(const RowFinder &inA, const RowFinder &inB) : inA(inA), inB(inB) {}

  // The first op of `a` that differs from that of `b`; null if there is none.
  Operation *compare(func::FuncOp a, func::FuncOp b) {
    return compareBlocks(a.getBody().front(), b.getBody().front());
  }

private:
  Operation *compareBlocks(Block &a, Block &b) {
    for (auto [x, y] : llvm::zip(a.getArguments(), b.getArguments())) {
      if (!fits(x, y))
        return a.getParentOp();
      partner[x] = y;
    }
    auto other = b.begin();
    for (Operation &op : a) {
      if (other == b.end())
        return &op;
      if (Operation *differs = compareOps(op, *other++))
        return differs;
    }
    return other == b.end() ? nullptr : a.getParentOp();
  }

  Operation *compareOps(Operation &a, Operation &b) {
    if (a.getName() != b.getName() || a.getNumOperands() != b.getNumOperands() ||
        a.getNumResults() != b.getNumResults() || a.getNumRegions() != b.getNumRegions() ||
        !attributesFit(a, b))
      return &a;
    for (auto [x, y] : llvm::zip(a.getOperands(), b.getOperands()))
      if (partner.lookup(x) != y)
        return &a;
    for (auto [x, y] : llvm::zip(a.getResults(), b.getResults())) {
      if (!fits(x, y))
        return &a;
      partner[x] = y;
    }
    for (auto [x, y] : llvm::zip(a.getRegions(), b.getRegions())) {
      if (x.getBlocks().size() > 1 || x.getBlocks().size() != y.getBlocks().size())
        return &a;
      if (!x.empty())
        if (Operation *differs = compareBlocks(x.front(), y.front()))
          return differs;
    }
    return nullptr;
  }

  // A tensor with rows may differ only in the number of rows. One without rows may differ only if
  // nobody reads it.
  bool fits(Value a, Value b) {
    if (inA.layoutOf(a) != inB.layoutOf(b))
      return false;
    if (a.getType() == b.getType())
      return true;
    auto x = dyn_cast<RankedTensorType>(a.getType()), y = dyn_cast<RankedTensorType>(b.getType());
    if (!x || !y || x.getRank() != y.getRank() || x.getElementType() != y.getElementType())
      return false;
    std::optional<RowLayout> layout = inA.layoutOf(a);
    if (!layout)
      return isOnlyFilled(a);
    for (unsigned d = 0; d < x.getRank(); ++d)
      if (x.getDimSize(d) != y.getDimSize(d) && d != layout->dim)
        return false;
    return true;
  }

  // Whether it is memory for a result, possibly filled with one value.
  static bool isOnlyFilled(Value value) {
    Operation *maker = value.getDefiningOp();
    return isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(maker) &&
           llvm::all_of(value.getUses(), [](OpOperand &use) {
             if (auto linalgOp = dyn_cast<linalg::LinalgOp>(use.getOwner()))
               return linalgOp.isDpsInit(&use);
             auto insert = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
             return insert && use.get() == insert.getDest();
           });
  }

  // Constant sizes may differ if they are sizes of a value, which is compared itself.
  static bool attributesFit(Operation &a, Operation &b) {
    if (a.getAttrDictionary() == b.getAttrDictionary())
      return true;
    if (isa<arith::ConstantIndexOp>(a) && isa<arith::ConstantIndexOp>(b))
      return llvm::all_of(a.getUsers(), takesShape);
    if (!isa<tensor::ExpandShapeOp, tensor::ExtractSliceOp, tensor::InsertSliceOp>(a))
      return false;
    StringRef sizes = isa<tensor::ExpandShapeOp>(a) ? "static_output_shape" : "static_sizes";
    NamedAttrList x(a.getAttrDictionary()), y(b.getAttrDictionary());
    x.erase(sizes);
    y.erase(sizes);
    return x.getDictionary(a.getContext()) == y.getDictionary(a.getContext());
  }

  const RowFinder &inA, &inB;
  llvm::DenseMap<Value, Value> partner;
};

} // namespace

rt::StatusOr<std::vector<std::optional<unsigned>>>
specialiseModel(ModuleOp module, const std::string &symbol, int64_t size) {
  RLX_ASSIGN_OR_RETURN(func::FuncOp model, modelFunction(module));
  std::vector<std::optional<unsigned>> found;
  std::string names;
  for (unsigned i = 0; i < model.getNumArguments(); ++i) {
    if (!isModelInput(model, i))
      continue;
    found.emplace_back();
    auto dims = model.getArgAttrOfType<ArrayAttr>(i, "rlx.dims");
    auto type = dyn_cast<RankedTensorType>(model.getArgument(i).getType());
    if (!dims || !type || static_cast<int64_t>(dims.size()) != type.getRank())
      continue;
    SmallVector<int64_t> shape(type.getShape());
    for (auto [d, dim] : llvm::enumerate(dims)) {
      auto name = dyn_cast<StringAttr>(dim);
      if (name && !name.empty() && name.getValue() != symbol)
        names += (names.empty() ? "'" : ", '") + name.str() + "'";
      if (!name || name.getValue() != symbol || !type.isDynamicDim(d))
        continue;
      if (found.back())
        return rt::unsupported(rt::strCat("input ", i, " has '", symbol, "' in dimensions ",
                                          *found.back(), " and ", d,
                                          "; it can be padded in one only"));
      found.back() = d;
      shape[d] = size;
    }
    if (!found.back())
      continue;
    RLX_RETURN_IF_ERROR(refineArgument(model, i, shape));
  }
  if (llvm::none_of(found, [](const auto &dim) { return dim.has_value(); }))
    return rt::notFound(rt::strCat("no input has a dynamic size '", symbol, "'; there are ",
                                   names.empty() ? "none with a name" : names));
  return found;
}

rt::StatusOr<std::vector<std::optional<unsigned>>>
leadingRows(ModuleOp module, const std::vector<std::string> &names, int64_t rows) {
  RLX_ASSIGN_OR_RETURN(func::FuncOp model, modelFunction(module));
  std::vector<std::optional<unsigned>> found;
  std::string all;
  size_t matched = 0;
  for (unsigned i = 0; i < model.getNumArguments(); ++i) {
    auto name = model.getArgAttrOfType<StringAttr>(i, "rlx.name");
    if (!isModelInput(model, i) || !name)
      continue;
    found.emplace_back();
    all += (all.empty() ? "'" : ", '") + name.str() + "'";
    if (!llvm::is_contained(names, name.getValue()))
      continue;
    auto type = dyn_cast<RankedTensorType>(model.getArgument(i).getType());
    if (!type || type.getRank() == 0 || type.getDimSize(0) != rows)
      return rt::invalidArgument(rt::strCat("input '", name.str(), "' does not start with the ",
                                            rows, " rows that the model is built for"));
    found.back() = 0;
    ++matched;
  }
  if (names.empty() || matched != names.size())
    return rt::notFound(rt::strCat("expected names of inputs to pad, each once, got ",
                                   names.empty() ? "none" : "'" + llvm::join(names, "', '") + "'",
                                   "; inputs are ", all));
  return found;
}

rt::StatusOr<std::vector<std::optional<RowLayout>>>
findRows(const SizedModel &model, const SizedModel &other,
         const std::vector<std::optional<unsigned>> &inputs) {
  OwningOpRef<ModuleOp> a, b;
  RowFinder inA(model.rows), inB(other.rows);
  RLX_RETURN_IF_ERROR(follow(model, inputs, a, inA));
  RLX_RETURN_IF_ERROR(follow(other, inputs, b, inB));
  RLX_ASSIGN_OR_RETURN(func::FuncOp functionA, modelFunction(*a));
  RLX_ASSIGN_OR_RETURN(func::FuncOp functionB, modelFunction(*b));
  if (Operation *differs = RowComparison(inA, inB).compare(functionA, functionB))
    return refusal(differs, "depends on the number of rows");
  std::vector<std::optional<RowLayout>> outputs;
  for (Value value : functionA.getBody().front().getTerminator()->getOperands())
    outputs.push_back(inA.layoutOf(value));
  return outputs;
}

} // namespace rlx
