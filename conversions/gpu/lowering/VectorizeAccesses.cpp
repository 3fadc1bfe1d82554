// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-vectorize-accesses: loads and stores of contiguous elements become accesses of vectors, of up
// to 16 bytes. Schedules emit scalars, and this pass finds the runs (ContiguousAccesses.h).
//
// before: %a = memref.load %x[4 * %i]; %b = memref.load %x[4 * %i + 1]; ..
// after:  %v = memref.load %x4[%i] : memref<?xvector<4xf32>>; %a = vector.extract %v[0]; ..
//
// For kernels on flat buffers (rlx-flatten-buffers).
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/lowering/ContiguousAccesses.h"
#include "conversions/gpu/lowering/LinearIndex.h"
#include "conversions/kernel/BufferForm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace rlx {
#define GEN_PASS_DEF_VECTORIZEACCESSESPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

// Bits of the narrowest word in buffers.
int64_t minBits(const rlx::rt::DeviceProfile &profile) {
  return profile.has("shaderInt16") && profile.has("storageBuffer16BitAccess") ? 16 : 32;
}

struct VectorizeAccesses : rlx::impl::VectorizeAccessesPassBase<VectorizeAccesses> {
  using VectorizeAccessesPassBase::VectorizeAccessesPassBase;

  void runOnBody() override {
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    views.clear();
    laneOf.clear();
    reuseLoads();
    SmallVector<rlx::AccessRun> runs =
        rlx::findContiguousAccesses(getOperation(), minBits(*profile));
    widenShared(runs);
    SmallVector<rlx::AccessRun> stores;
    for (rlx::AccessRun &run : runs)
      if (isa<memref::LoadOp>(run.front()))
        load(run);
      else
        stores.push_back(run);
    for (const rlx::AccessRun &run : stores)
      store(run);
    for (auto &[memory, vectors] : views)
      if (rlx::isShared(memory.first))
        memory.first.getDefiningOp()->erase();
  }

private:
  // Null for memory that is no buffer.
  Attribute bindingOf(Value memory) {
    auto argument = dyn_cast<BlockArgument>(memory);
    return argument ? getOperation().getArgAttr(argument.getArgNumber(), rlx::kBindingAttr)
                    : Attribute();
  }

  // A buffer that the kernel does not write is constant: a loaded value is reused, whatever is
  // between the loads.
  void reuseLoads() {
    DenseSet<Attribute> written;
    getOperation().walk([&](Operation *op) {
      if (auto store = dyn_cast<memref::StoreOp>(op))
        written.insert(bindingOf(store.getMemRef()));
      else if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op))
        written.insert(bindingOf(atomic.getMemref()));
    });
    SmallVector<memref::LoadOp> all;
    getOperation().walk<WalkOrder::PreOrder>([&](memref::LoadOp load) {
      if (Attribute binding = bindingOf(load.getMemRef()); binding && !written.contains(binding))
        all.push_back(load);
    });
    DominanceInfo dominance(getOperation());
    DenseMap<std::pair<Value, Value>, SmallVector<memref::LoadOp>> loads;
    for (memref::LoadOp load : all) {
      auto &same = loads[{load.getMemRef(), load.getIndices().front()}];
      auto *known = llvm::find_if(same, [&](memref::LoadOp other) {
        return dominance.dominates(other.getOperation(), load.getOperation());
      });
      if (known == same.end()) {
        same.push_back(load);
        continue;
      }
      load.replaceAllUsesWith(known->getResult());
      load.erase();
    }
  }

  // Shared memory becomes vectors only if all of its accesses do.
  void widenShared(SmallVector<rlx::AccessRun> &runs) {
    DenseSet<Operation *> inRuns;
    llvm::MapVector<Value, size_t> lanes; // of shared memory; 1 for scalars
    for (const rlx::AccessRun &run : runs) {
      inRuns.insert(run.begin(), run.end());
      size_t &count = lanes.try_emplace(rlx::memoryOf(run.front()), run.size()).first->second;
      count = count == run.size() ? count : 1;
    }
    lanes.remove_if([](auto &each) { return !rlx::isShared(each.first); });
    for (auto &[memory, count] : lanes)
      if (!canWiden(memory, static_cast<int64_t>(count), inRuns))
        count = 1;
    llvm::erase_if(runs, [&](const rlx::AccessRun &run) {
      return lanes.lookup(rlx::memoryOf(run.front())) == 1;
    });
    for (auto [memory, count] : lanes)
      if (count > 1)
        widenMatrices(memory, static_cast<int64_t>(count));
  }

  static bool canWiden(Value memory, int64_t lanes, const DenseSet<Operation *> &inRuns) {
    if (cast<MemRefType>(memory.getType()).getNumElements() % lanes != 0)
      return false;
    auto areMultiples = [&](auto matrix) {
      auto index = rlx::LinearIndex::of(matrix.getIndices().front());
      return matrix.getLeadDimension().getSExtValue() % lanes == 0 &&
             index.divisor() % lanes == 0 && index.constant % lanes == 0;
    };
    return llvm::all_of(memory.getUsers(), [&](Operation *user) {
      return llvm::TypeSwitch<Operation *, bool>(user)
          .Case<gpu::SubgroupMmaLoadMatrixOp, gpu::SubgroupMmaStoreMatrixOp>(areMultiples)
          .Default([&](Operation *access) { return inRuns.contains(access); });
    });
  }

  void widenMatrices(Value memory, int64_t lanes) {
    auto widen = [&](auto matrix, OpOperand &operand) {
      OpBuilder b(matrix);
      auto index = rlx::LinearIndex::of(matrix.getIndices().front());
      operand.set(viewOf(memory, lanes));
      matrix.getIndicesMutable().assign(index.dividedBy(b, matrix.getLoc(), lanes));
      matrix.setLeadDimensionAttr(b.getIndexAttr(matrix.getLeadDimension().getSExtValue() / lanes));
    };
    for (OpOperand &use : llvm::make_early_inc_range(memory.getUses()))
      llvm::TypeSwitch<Operation *>(use.getOwner())
          .Case<gpu::SubgroupMmaLoadMatrixOp, gpu::SubgroupMmaStoreMatrixOp>(
              [&](auto matrix) { widen(matrix, use); });
  }

  // The memory as one of vectors.
  Value viewOf(Value memory, int64_t lanes) {
    auto type = cast<MemRefType>(memory.getType());
    Type vector = rlx::packedType(type.getElementType(), lanes);
    Value &view = views[{memory, vector}];
    if (view)
      return view;
    if (auto alloc = memory.getDefiningOp<memref::AllocOp>()) {
      OpBuilder b(alloc);
      return view = memref::AllocOp::create(b, alloc.getLoc(),
                                            MemRefType::get({type.getNumElements() / lanes}, vector,
                                                            MemRefLayoutAttrInterface(),
                                                            type.getMemorySpace()));
    }
    func::FuncOp kernel = getOperation();
    auto argument = cast<BlockArgument>(memory);
    const unsigned number = kernel.getNumArguments();
    (void)kernel.insertArgument(number,
                                MemRefType::get({ShapedType::kDynamic}, vector,
                                                MemRefLayoutAttrInterface(), type.getMemorySpace()),
                                kernel.getArgAttrDict(argument.getArgNumber()), argument.getLoc());
    return view = kernel.getArgument(number);
  }

  // The index of a run in a view with vectors of its length.
  static Value vectorIndexOf(OpBuilder &b, Operation *any, int64_t lanes) {
    return rlx::LinearIndex::of(rlx::indexOf(any)).dividedBy(b, any->getLoc(), lanes);
  }

  void load(const rlx::AccessRun &run) {
    const auto lanes = static_cast<int64_t>(run.size());
    Operation *first = *llvm::min_element(
        run, [](Operation *lhs, Operation *rhs) { return lhs->isBeforeInBlock(rhs); });
    OpBuilder b(first);
    Location loc = first->getLoc();
    Type element = first->getResult(0).getType();
    Value memory = viewOf(rlx::memoryOf(first), lanes);
    Value packed = memref::LoadOp::create(b, loc, memory, vectorIndexOf(b, first, lanes));
    for (auto [i, value] : llvm::enumerate(rlx::unpackLanes(b, loc, packed, element))) {
      laneOf[value] = {packed, i};
      run[i]->replaceAllUsesWith(ValueRange{value});
      run[i]->erase();
    }
  }

  void store(const rlx::AccessRun &run) {
    const auto lanes = static_cast<int64_t>(run.size());
    Operation *last = *llvm::max_element(
        run, [](Operation *lhs, Operation *rhs) { return lhs->isBeforeInBlock(rhs); });
    SmallVector<Value> values = bitsOf(llvm::map_to_vector(
        run, [](Operation *op) { return cast<memref::StoreOp>(op).getValue(); }));
    Value memory = viewOf(rlx::memoryOf(last), lanes);
    Value packed = carried(values);
    OpBuilder b(last); // `last` may have moved
    if (!packed)
      packed = pack(b, last->getLoc(), values);
    memref::StoreOp::create(b, last->getLoc(), packed, memory, vectorIndexOf(b, last, lanes));
    for (Operation *op : run)
      op->erase();
  }

  // Words hold only bits. If all lanes are casts from the same type, their sources serve as well.
  static SmallVector<Value> bitsOf(SmallVector<Value> lanes) {
    SmallVector<Value> bits;
    for (Value lane : lanes) {
      auto cast = lane.getDefiningOp<arith::BitcastOp>();
      if (!cast || !areSameWords(cast.getType(), cast.getIn().getType()))
        return lanes;
      bits.push_back(cast.getIn());
    }
    return llvm::all_equal(ValueRange(bits).getTypes()) ? bits : lanes;
  }

  static bool areSameWords(Type lhs, Type rhs) {
    return rlx::packedType(lhs, rlx::maxLanes(lhs)) == rlx::packedType(rhs, rlx::maxLanes(rhs));
  }

  // Lanes that were loaded as a vector are packed already.
  Value pack(OpBuilder &b, Location loc, ValueRange lanes) {
    auto [packed, first] = laneOf.lookup(lanes.front());
    bool isWhole =
        packed && packed.getType() ==
                      rlx::packedType(lanes.front().getType(), static_cast<int64_t>(lanes.size()));
    for (auto [i, lane] : llvm::enumerate(lanes))
      isWhole = isWhole && laneOf.lookup(lane) == std::pair(packed, i);
    return isWhole ? packed : rlx::packLanes(b, loc, lanes);
  }

  // Lanes that a loop only carries from one iteration to the next are carried as one vector. Null
  // for other lanes.
  Value carried(ValueRange lanes) {
    auto first = dyn_cast<BlockArgument>(lanes.front());
    auto loop = first ? dyn_cast<scf::ForOp>(first.getOwner()->getParentOp()) : scf::ForOp();
    if (!loop)
      return {};
    SmallVector<Value> inits, yields;
    for (Value lane : lanes) {
      auto argument = dyn_cast<BlockArgument>(lane);
      if (!argument || argument.getOwner() != loop.getBody() || !argument.hasOneUse() ||
          argument == loop.getInductionVar())
        return {};
      inits.push_back(loop.getTiedLoopInit(argument)->get());
      yields.push_back(loop.getTiedLoopYieldedValue(argument)->get());
    }
    IRRewriter rewriter(loop);
    Value init = pack(rewriter, loop.getLoc(), inits);
    auto yield = [&](OpBuilder &b, Location loc, ArrayRef<BlockArgument>) {
      return SmallVector<Value>{pack(b, loc, yields)};
    };
    FailureOr<LoopLikeOpInterface> wider = loop.replaceWithAdditionalYields(
        rewriter, init, /*replaceInitOperandUsesInLoop=*/false, yield);
    return succeeded(wider) ? Value(wider->getRegionIterArgs().back()) : Value();
  }

  llvm::MapVector<std::pair<Value, Type>, Value> views;
  DenseMap<Value, std::pair<Value, size_t>> laneOf; // index in a loaded vector
};

} // namespace
