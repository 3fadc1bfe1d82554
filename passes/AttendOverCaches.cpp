// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-attend-over-caches`: attention over the first rows of a cache becomes attention
// over the whole cache, with a mask that hides the others. So no op copies these rows.
//
//   %k = rlx.slice %keys sizes [b, h, total, d]
//   %0 = rlx.attention %q, %k, %v, %mask            ->  %m = rlx.pad %mask, -inf to the capacity
//                                                       %0 = rlx.attention %q, %keys, %values, %m
#include "passes/Passes.h"

#include "dialects/rlx/interfaces/ScatterInterface.h"
#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "passes/FunctionPass.h"
#include "passes/PatternUtils.h"
#include "passes/SymbolicShapes.h"

namespace rlx {
#define GEN_PASS_DEF_ATTENDOVERCACHESPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

// The first rows of a cache.
struct Rows {
  SliceOp slice;
  OpFoldResult count;
};

// Rows along `axis` that are all there is along the other axes.
std::optional<Rows> rowsOfCache(Value tensor, unsigned axis, const SymbolicShapes &shapes) {
  auto slice = tensor.getDefiningOp<SliceOp>();
  if (!slice || !slice.getInput().getDefiningOp<ScatterOpInterface>() ||
      !slice.getStarts().empty() ||
      llvm::any_of(slice.getStaticStarts(), [](int64_t start) { return start != 0; }) ||
      llvm::any_of(slice.getStrides(), [](int64_t stride) { return stride != 1; }))
    return std::nullopt;
  ArrayRef<Dim> all = shapes.shape(slice.getInput()), rows = shapes.shape(slice.getResult());
  for (unsigned i = 0; i < all.size(); ++i)
    if (i != axis && !shapes.areEqual(all[i], rows[i]))
      return std::nullopt;
  OpBuilder b(slice);
  SmallVector<OpFoldResult> sizes = getMixedValues(slice.getStaticSizes(), slice.getSizes(), b);
  return Rows{slice, sizes[axis]};
}

// Null, or why the mask cannot have a value for each row of the cache.
const char *whyNotPadded(AttentionOp op) {
  if (op.getMask() && tensorType(op.getMask()).getShape().back() == 1)
    return "all keys share one element of its mask";
  return nullptr;
}

// The mask of an attention over all rows of a cache.
class MaskBuilder {
public:
  MaskBuilder(AttentionOp op, Rows keys)
      : op(op), b(op), c(b, op.getLoc()), count(keys.count),
        room(tensor::getMixedSize(b, c.loc, keys.slice.getInput(), op.sequenceDim())) {}

  Value build() { return op.getMask() ? padded() : visible(); }

private:
  Value asIndex(OpFoldResult size) { return getValueOrCreateConstantIndexOp(b, c.loc, size); }

  // The rows behind the first ones are hidden.
  Value padded() {
    Value mask = op.getMask();
    Value hidden;
    if (op.getMaskKind() == AttentionMask::Bias)
      hidden = c.scalar(getElementTypeOrSelf(mask.getType()), -HUGE_VAL);
    Value rest = arith::SubIOp::create(b, c.loc, asIndex(room), asIndex(count));
    const SmallVector<int64_t> none(tensorType(mask).getRank(), 0);
    SmallVector<int64_t> behind = none;
    behind.back() = ShapedType::kDynamic;
    return c.make<PadOp>(mask, hidden, ValueRange(), ValueRange(rest), none, behind,
                         PadMode::Constant);
  }

  // The mask of an attention without an operand for it: [1, 1, 1 or queries, room].
  Value visible() {
    const OpFoldResult one = b.getIndexAttr(1);
    Value key = c.iota(b.getIndexAttr(0), {one, one, one, room}, 3);
    if (op.getMaskKind() == AttentionMask::None)
      return c.make<CompareOp>(ComparePredicate::lt, key, c.iota(count, {one, one, one, one}, 3));
    OpFoldResult queries = tensor::getMixedSize(b, c.loc, op.getQuery(), op.sequenceDim());
    // Queries are aligned with the last keys.
    Value first = arith::SubIOp::create(b, c.loc, asIndex(count), asIndex(queries));
    Value seen =
        c.make<CompareOp>(ComparePredicate::le, key, c.iota(first, {one, one, queries, one}, 2));
    if (op.getMaskKind() == AttentionMask::Causal)
      return seen;
    Value window = arith::ConstantIndexOp::create(b, c.loc, *op.getWindow());
    Value begin = arith::SubIOp::create(b, c.loc, first, window);
    Value isRecent =
        c.make<CompareOp>(ComparePredicate::ge, key, c.iota(begin, {one, one, queries, one}, 2));
    return c.make<AndOp>(seen, isRecent);
  }

  AttentionOp op;
  OpBuilder b;
  OpComposer c;
  OpFoldResult count, room;
};

// Masks of attentions that have equal ones, e.g. of all layers.
class CacheMasks {
public:
  explicit CacheMasks(const SymbolicShapes &shapes) : shapes(shapes) {}

  Value get(AttentionOp op, Rows keys) {
    const unsigned axis = op.sequenceDim();
    const Key key = {op->getBlock(),
                     op.getMask(),
                     op.getMaskKind(),
                     op.getWindow().value_or(0),
                     shapes.shape(op.getQuery())[axis],
                     shapes.shape(keys.slice.getResult())[axis],
                     shapes.shape(keys.slice.getInput())[axis]};
    for (const auto &[known, mask] : masks)
      if (known == key)
        return mask;
    masks.emplace_back(key, MaskBuilder(op, keys).build());
    return masks.back().second;
  }

private:
  // The block, the mask, its kind and window, the queries, the rows in use and all rows.
  using Key = std::tuple<Block *, Value, AttentionMask, int64_t, Dim, Dim, Dim>;
  const SymbolicShapes &shapes;
  std::vector<std::pair<Key, Value>> masks; // before the first attention that has it
};

void rewrite(AttentionOp op, Rows keys, Rows values, Value mask) {
  OpBuilder b(op);
  const AttentionMask kind = op.getMask() ? op.getMaskKind() : AttentionMask::Custom;
  Value result = AttentionOp::create(b, op.getLoc(), op.getQuery(), keys.slice.getInput(),
                                     values.slice.getInput(), mask, op.getLayout(), kind,
                                     IntegerAttr(), op.getScaleAttr(), op.getSoftcapAttr());
  remark::passed(op.getLoc(), remark::RemarkOpts::name("AttendOverCache").category("rlx-caches"))
      << "attention reads the cache in its place";
  op.replaceAllUsesWith(result);
  op.erase();
}

struct AttendOverCaches : rlx::impl::AttendOverCachesPassBase<AttendOverCaches> {
  using AttendOverCachesPassBase::AttendOverCachesPassBase;

  void runOnBody() override {
    SmallVector<AttentionOp> ops;
    getOperation().walk([&](AttentionOp op) {
      if (op.getKey().getDefiningOp<SliceOp>() && op.getValue().getDefiningOp<SliceOp>())
        ops.push_back(op);
    });
    if (ops.empty())
      return; // the analysis costs more than this search
    FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(getOperation());
    if (failed(shapes))
      return signalPassFailure();
    std::vector<std::tuple<AttentionOp, Rows, Rows, Value>> found;
    CacheMasks masks(*shapes);
    for (AttentionOp op : ops) {
      const unsigned axis = op.sequenceDim();
      std::optional<Rows> keys = rowsOfCache(op.getKey(), axis, *shapes),
                          values = rowsOfCache(op.getValue(), axis, *shapes);
      if (!keys || !values ||
          !shapes->areEqual(shapes->shape(op.getKey())[axis], shapes->shape(op.getValue())[axis]))
        continue;
      if (const char *why = whyNotPadded(op))
        remark::missed(op.getLoc(),
                       remark::RemarkOpts::name("AttendOverCache").category("rlx-caches"))
            << (Twine("attention copies the rows of a cache: ") + why).str();
      else
        found.emplace_back(op, *keys, *values, masks.get(op, *keys));
    }
    for (auto &[op, keys, values, mask] : found)
      rewrite(op, keys, values, mask);
  }
};

} // namespace
