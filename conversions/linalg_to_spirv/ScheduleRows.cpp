// Kernels that reduce along rows, and maybe compute with the result in each element of the row
// (softmax, norms, sums): a workgroup takes a row, whose elements its invocations share. Where not
// the elements of a row but the rows are neighbours in memory (sums of columns, products of a
// vector and a matrix), and there are few of them, it takes several.
#include "conversions/Passes.h"

#include "conversions/kernels/KernelCost.h"
#include "conversions/kernels/TileRoot.h"
#include "conversions/linalg_to_spirv/ProfileFile.h"
#include "conversions/linalg_to_spirv/Reduction.h"
#include "conversions/linalg_to_spirv/WorkgroupKernel.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace rlx {
#define GEN_PASS_DEF_SCHEDULEROWSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Shorter rows are better off with an invocation each.
constexpr int64_t kShortRow = 32;
// So are rows that are neighbours, where there are as many as keep a large device busy.
constexpr int64_t kManyRows = 1 << 15;
constexpr int64_t kRowsTogether = 32;
constexpr int64_t kElementsPerInvocation = 4;

// A reduction of a row and where it is in the result: its loops over those of the root. Loops that
// it reduces have no expression.
struct RowReduction {
  rlx::Reduction reduction;
  SmallVector<AffineExpr> loops;
  SmallVector<AffineExpr> sizes; // of the loops
};

// What the root of a kernel is computed from.
class Rows {
public:
  // Nothing if the kernel is not of this kind.
  static std::optional<Rows> find(linalg::LinalgOp root) {
    Rows rows(root);
    if (!rows.analyse() || rows.reductions.empty() || !rows.isWorthIt())
      return std::nullopt;
    return rows;
  }

  linalg::LinalgOp root;
  SmallVector<AffineExpr> sizes;                         // of the root's parallel loops
  llvm::MapVector<Operation *, RowReduction> reductions; // each before those that read it
  // The root's loops: those that say which row it is, and those within the row.
  SmallVector<unsigned> across, within;
  bool together = false; // whether a workgroup takes several rows

  // How many elements a row that is reduced has, nothing if the kernel's sizes decide.
  std::optional<int64_t> length() const {
    int64_t most = 0;
    for (const auto &[op, row] : reductions) {
      int64_t own = 1;
      for (auto [loop, size] : llvm::zip(row.loops, row.sizes)) {
        auto known = dyn_cast<AffineConstantExpr>(size);
        if (!loop && !known)
          return std::nullopt;
        own *= loop ? 1 : known.getValue();
      }
      most = std::max(most, own);
    }
    return most;
  }

  std::optional<int64_t> numRows() const {
    int64_t count = 1;
    for (unsigned loop : across)
      if (auto known = dyn_cast<AffineConstantExpr>(sizes[loop]))
        count *= known.getValue();
      else
        return std::nullopt;
    return count;
  }

private:
  explicit Rows(linalg::LinalgOp root) : root(root) {}

  bool analyse() {
    sizes = rlx::loopSizes(root);
    if (sizes.empty() || llvm::is_contained(root.getStaticLoopRanges(), 0))
      return false;
    SmallVector<AffineExpr> loops;
    for (unsigned i = 0; i < sizes.size(); ++i)
      loops.push_back(getAffineDimExpr(i, root.getContext()));
    bool followed =
        root.getNumReductionLoops() == 0 ? visitOperands(root, loops) : visitReduction(root, loops);
    return followed && splitLoops() && canEmit();
  }

  // `loops`: those of the op over those of the root; null ones are reduced.
  bool visitOperands(linalg::LinalgOp op, ArrayRef<AffineExpr> loops) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto producer = operand.get().getDefiningOp<linalg::LinalgOp>();
      if (!producer) {
        if (operand.get().getDefiningOp() && readsReduction(operand.get()))
          return false;
        continue;
      }
      AffineMap use = op.getMatchingIndexingMap(&operand);
      AffineMap made = producer.getIndexingMapMatchingResult(cast<OpResult>(operand.get()));
      SmallVector<AffineExpr> followed(producer.getNumLoops());
      for (auto [read, written] : llvm::zip(use.getResults(), made.getResults()))
        if (auto to = dyn_cast<AffineDimExpr>(written))
          followed[to.getPosition()] = composed(read, loops);
      bool whole = producer.getNumReductionLoops() == 0 ? visitOperands(producer, followed)
                                                        : visitReduction(producer, followed);
      if (!whole)
        return false;
    }
    return bodyReadsNoReduction(op);
  }

  static AffineExpr composed(AffineExpr read, ArrayRef<AffineExpr> loops) {
    if (isa<AffineConstantExpr>(read))
      return read;
    auto from = dyn_cast<AffineDimExpr>(read);
    return from ? loops[from.getPosition()] : AffineExpr();
  }

  bool visitReduction(linalg::LinalgOp op, ArrayRef<AffineExpr> loops) {
    std::optional<rlx::Reduction> reduction = rlx::Reduction::find(op);
    if (!reduction)
      return false;
    SmallVector<AffineExpr> parallel(loops);
    for (auto [i, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
      if (iterator == utils::IteratorType::reduction)
        parallel[i] = AffineExpr();
      else if (!parallel[i])
        return false;
    if (auto *known = reductions.find(op); known != reductions.end())
      return known->second.loops == parallel;
    SmallVector<AffineExpr> sizes = rlx::loopSizes(op);
    if (sizes.empty() || !visitOperands(op, parallel))
      return false;
    reductions.insert({op, {*reduction, parallel, sizes}});
    return true;
  }

  static bool readsReduction(Value tensor) {
    Operation *op = tensor.getDefiningOp();
    auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
    if (!op || (structured && structured.getNumReductionLoops() != 0))
      return op;
    return llvm::any_of(op->getOperands(), [](Value operand) {
      return isa<ShapedType>(operand.getType()) && readsReduction(operand);
    });
  }

  static bool bodyReadsNoReduction(linalg::LinalgOp op) {
    return !op.getBlock()
                ->walk([](tensor::ExtractOp read) {
                  return readsReduction(read.getTensor()) ? WalkResult::interrupt()
                                                          : WalkResult::advance();
                })
                .wasInterrupted();
  }

  // What all reductions depend on says which row it is, and nothing else may.
  bool splitLoops() {
    llvm::SmallBitVector common(sizes.size(), true);
    for (auto &[op, row] : reductions)
      common &= dependence(row);
    for (auto &[op, row] : reductions)
      if (dependence(row) != common)
        return false;
    auto iterators = root.getIteratorTypesArray();
    for (unsigned i = 0; i < sizes.size(); ++i)
      if (iterators[i] == utils::IteratorType::parallel)
        (common.test(i) ? across : within).push_back(i);
    return true;
  }

  llvm::SmallBitVector dependence(const RowReduction &row) const {
    llvm::SmallBitVector dims(sizes.size());
    for (AffineExpr loop : row.loops)
      if (auto dim = dyn_cast_or_null<AffineDimExpr>(loop))
        dims.set(dim.getPosition());
    return dims;
  }

  bool canEmit() {
    rlx::ElementCheck check;
    for (auto &[op, row] : reductions) {
      if (!check.canEmitBody(row.reduction.op) ||
          !check.canEmit(row.reduction.op.getDpsInits().front()))
        return false;
      check.setKnown(op->getResult(0));
    }
    return check.canEmit(root->getResult(0));
  }

  bool isWorthIt() {
    if (length().value_or(kShortRow) < kShortRow)
      return false;
    auto along = [&](auto &each) { return readsAlongRow(each.second.reduction.op); };
    if (llvm::all_of(reductions, along))
      return true;
    together = within.empty() && numRows().value_or(kManyRows) < kManyRows &&
               llvm::none_of(reductions, along);
    return together;
  }

  // Whether neighbours in the row are neighbours in memory.
  static bool readsAlongRow(linalg::LinalgOp op) {
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      if (map.getNumResults() == 0)
        continue;
      auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
      if (!last || op.getIteratorTypesArray()[last.getPosition()] == utils::IteratorType::parallel)
        return false;
    }
    return true;
  }
};

// Writes the kernel of a workgroup for each row.
class RowKernel {
public:
  RowKernel(func::FuncOp kernel, Rows &rows, int64_t invocations)
      : rows(rows), invocations(invocations), together(rows.together ? kRowsTogether : 1),
        k(kernel, count(rows, rows.across).ceilDiv(together), invocations) {}

  void write() {
    SmallVector<Value> loops(rows.sizes.size());
    Value row = placeRow();
    place(rows.across, row, loops);
    for (auto &[op, row] : rows.reductions)
      k.elements.setKnown(op->getResult(0), reduce(row, loops));
    if (rows.within.empty())
      k.when(isWriter(), [&] { storeAt(loops); });
    else
      k.loop(part, k.size(count(rows, rows.within)), k.constant(parts()), {},
             [&](Value at, ValueRange) {
               SmallVector<Value> here = loops;
               place(rows.within, at, here);
               storeAt(here);
               return SmallVector<Value>();
             });
    k.finish();
  }

private:
  static AffineExpr product(ArrayRef<AffineExpr> sizes, MLIRContext *context) {
    AffineExpr count = getAffineConstantExpr(1, context);
    for (AffineExpr size : sizes)
      count = count * size;
    return count;
  }
  static AffineExpr count(Rows &rows, ArrayRef<unsigned> loops) {
    auto sizes = llvm::map_to_vector(loops, [&](unsigned loop) { return rows.sizes[loop]; });
    return product(sizes, rows.root.getContext());
  }

  SmallVector<AffineExpr> sizesOf(ArrayRef<unsigned> loops) {
    return llvm::map_to_vector(loops, [&](unsigned loop) { return rows.sizes[loop]; });
  }
  // How many invocations share a row.
  int64_t parts() const { return invocations / together; }

  // The invocation's row. Behind the last one it computes that again, without writing it.
  Value placeRow() {
    part = k.local;
    hasRow = {};
    if (together == 1)
      return k.workgroup;
    part = k.div(k.local, k.constant(together));
    own = k.rem(k.local, k.constant(together));
    Value row = k.add(k.mul(k.workgroup, k.constant(together)), own);
    Value rowCount = k.size(count(rows, rows.across));
    hasRow = k.less(row, rowCount);
    Value last = arith::SubIOp::create(k.b, k.loc, rowCount, k.constant(1));
    return arith::MinUIOp::create(k.b, k.loc, row, last);
  }

  void place(ArrayRef<unsigned> loops, Value number, MutableArrayRef<Value> steps) {
    for (auto [loop, at] : llvm::zip(loops, k.positionAt(number, sizesOf(loops))))
      steps[loop] = at;
  }

  // Whether the invocation is the one that writes the result of its row.
  Value isWriter() {
    Value first = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, part, k.constant(0));
    return hasRow ? Value(arith::AndIOp::create(k.b, k.loc, first, hasRow)) : first;
  }

  Value reduce(const RowReduction &row, ArrayRef<Value> rootLoops) {
    rlx::Reduction reduction = row.reduction;
    SmallVector<Value> loops(row.loops.size());
    SmallVector<unsigned> reduced;
    SmallVector<AffineExpr> sizes;
    for (auto [i, loop] : llvm::enumerate(row.loops)) {
      if (loop) {
        loops[i] = rlx::applyToIndices(k.b, k.loc, loop, rootLoops);
        continue;
      }
      reduced.push_back(static_cast<unsigned>(i));
      sizes.push_back(row.sizes[i]);
    }
    Value length = k.size(product(sizes, rows.root.getContext()));
    Value partial = k.loop(part, length, k.constant(parts()), reduction.start(k.b),
                           [&](Value at, ValueRange sofar) {
                             SmallVector<Value> here = loops;
                             for (auto [loop, step] : llvm::zip(reduced, k.positionAt(at, sizes)))
                               here[loop] = step;
                             Value element =
                                 k.elements.inBody(k.b, reduction.op, reduction.element, here);
                             return SmallVector<Value>{reduction.combine(k.b, sofar[0], element)};
                           })
                        .front();
    Value total = share(reduction, partial);
    SmallVector<Value> indices;
    OpOperand *init = reduction.op.getDpsInitOperand(0);
    for (AffineExpr expr : reduction.op.getMatchingIndexingMap(init).getResults())
      indices.push_back(rlx::applyToIndices(k.b, k.loc, expr, loops));
    return reduction.combine(k.b, k.elements.element(k.b, init->get(), indices), total);
  }

  // Halves what is left of each row until one invocation holds it all, for all to read.
  Value share(const rlx::Reduction &reduction, Value partial) {
    Value &memory = shared[partial.getType()];
    if (!memory)
      memory = k.shared(partial.getType(), invocations);
    k.store(partial, memory, k.local);
    k.barrier();
    for (int64_t half = invocations / 2; half >= together; half /= 2) {
      k.when(k.less(k.local, k.constant(half)), [&] {
        Value other = k.load(memory, k.add(k.local, k.constant(half)));
        k.store(reduction.combine(k.b, k.load(memory, k.local), other), memory, k.local);
      });
      k.barrier();
    }
    Value total = k.load(memory, together == 1 ? k.constant(0) : own);
    k.barrier(); // the memory is written again by the next reduction
    return total;
  }

  void storeAt(ArrayRef<Value> loops) {
    OpResult result(rows.root->getResult(0));
    SmallVector<Value> indices;
    for (AffineExpr expr : rows.root.getIndexingMapMatchingResult(result).getResults())
      indices.push_back(isa<AffineConstantExpr>(expr)
                            ? k.constant(0)
                            : loops[cast<AffineDimExpr>(expr).getPosition()]);
    k.storeResult(k.elements.element(k.b, result, indices), indices);
  }

  Rows &rows;
  int64_t invocations, together;
  rlx::WorkgroupKernel k;
  Value part;        // the number of the invocation among those that share its row
  Value own, hasRow; // where there are several: the row's number among them, whether it is one
  DenseMap<Type, Value> shared;
};

struct ScheduleRows : rlx::impl::ScheduleRowsPassBase<ScheduleRows> {
  using ScheduleRowsPassBase::ScheduleRowsPassBase;

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (kernel->hasAttr(rlx::lir::kGridAttr) || kernel.getNumResults() != 1)
      return;
    llvm::Expected<rlx::rt::DeviceProfile> profile = rlx::findProfile(device);
    if (!profile) {
      kernel.emitError() << llvm::toString(profile.takeError());
      return signalPassFailure();
    }
    rlx::eraseFusedOps(kernel);
    Value made = rlx::behindReshapes(kernel.getBody().front().getTerminator()->getOperand(0));
    auto root = made.getDefiningOp<linalg::LinalgOp>();
    if (!root || root->getNumResults() != 1)
      return;
    std::optional<Rows> rows = Rows::find(root);
    if (!rows)
      return;
    rlx::estimateCost(kernel);
    RowKernel(kernel, *rows, invocations(*rows, *profile)).write();
  }

  // About four elements for each, at least a subgroup of most devices; more where there are so few
  // rows that most of a device would have nothing to do.
  static int64_t invocations(const Rows &rows, const rlx::rt::DeviceProfile &profile) {
    constexpr uint64_t kLeast = 32, kUsual = 128, kMost = 256, kMostOfFew = 1024;
    constexpr int64_t kFewRows = 64;
    uint64_t most = rows.numRows().value_or(kFewRows) < kFewRows ? kMostOfFew : kMost;
    uint64_t wanted = kUsual;
    if (rows.together)
      wanted = kMost;
    else if (std::optional<int64_t> length = rows.length())
      wanted = std::clamp(llvm::bit_ceil(static_cast<uint64_t>(*length / kElementsPerInvocation)),
                          kLeast, most);
    return static_cast<int64_t>(
        std::min<uint64_t>(wanted, llvm::bit_floor(profile.maxWorkgroupInvocations)));
  }
};

} // namespace
