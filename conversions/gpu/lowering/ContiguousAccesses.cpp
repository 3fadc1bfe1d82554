// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects accesses of a block by memory and LinearIndex, and takes the longest aligned runs (see
// ContiguousAccesses.h). For example, loads at 4 i, 4 i + 1, 4 i + 2 and 4 i + 3 are a run of four.
// Those at 4 i + 1 to 4 i + 4 are none of four, but hold one of two.
#include "conversions/gpu/lowering/ContiguousAccesses.h"

#include <map>

#include "conversions/gpu/builder/VectorWidth.h"
#include "conversions/gpu/lowering/LinearIndex.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace rlx {
namespace {

std::optional<gpu::AddressSpace> spaceOf(Value memory) {
  auto space =
      dyn_cast_or_null<gpu::AddressSpaceAttr>(cast<MemRefType>(memory.getType()).getMemorySpace());
  return space ? std::optional(space.getValue()) : std::nullopt;
}

// Accesses of one memory at indices that differ by constants.
struct AccessGroup {
  Value memory;
  LinearIndex first;
  std::map<int64_t, Operation *> accesses;

  bool isOf(Value other, const LinearIndex &index) const {
    return memory == other && first.hasSameTerms(index);
  }

  // Removes runs from the accesses, the longest first.
  void addRuns(int64_t minBits, SmallVectorImpl<AccessRun> &runs) {
    const int64_t divisor = first.divisor();
    Type element = cast<MemRefType>(memory.getType()).getElementType();
    for (int64_t lanes = maxLanes(element);
         lanes > 1 && lanes * element.getIntOrFloatBitWidth() >= minBits; lanes /= 2) {
      if (divisor % lanes != 0)
        continue;
      for (auto [offset, op] : std::map(accesses))
        if (offset % lanes == 0)
          if (AccessRun run = runFrom(offset, lanes); !run.empty()) {
            for (int64_t lane = 0; lane < lanes; ++lane)
              accesses.erase(offset + lane);
            runs.push_back(std::move(run));
          }
    }
  }

private:
  AccessRun runFrom(int64_t offset, int64_t lanes) const {
    AccessRun run;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      auto at = accesses.find(offset + lane);
      if (at == accesses.end())
        return {};
      run.push_back(at->second);
    }
    return run;
  }
};

// Finds runs in a block, in one kind of memory; other kinds do not alias it. Loads are collected
// until something may write the memory, and stores until something may read or write it.
class RunFinder {
public:
  RunFinder(gpu::AddressSpace space, int64_t minBits, SmallVectorImpl<AccessRun> &runs)
      : space(space), minBits(minBits), runs(runs) {}

  void visit(Block &block) {
    for (Operation &op : block) {
      if (isa<memref::LoadOp, memref::StoreOp>(op)) {
        if (spaceOf(memoryOf(&op)) == space)
          visitAccess(op);
      } else if (!isMemoryEffectFree(&op)) {
        flush(loads);
        flush(stores);
      }
    }
    flush(loads);
    flush(stores);
  }

private:
  void visitAccess(Operation &op) {
    const bool isLoad = isa<memref::LoadOp>(op);
    flush(isLoad ? stores : loads);
    SmallVector<AccessGroup> &waiting = isLoad ? loads : stores;
    const Value memory = memoryOf(&op);
    const LinearIndex index = LinearIndex::of(indexOf(&op));
    auto *same = llvm::find_if(waiting, [&](auto &each) { return each.isOf(memory, index); });
    // A store to a possibly equal index has to come after the earlier ones.
    if (!isLoad && (same == waiting.end() || same->accesses.contains(index.constant))) {
      flush(stores);
      same = waiting.end();
    }
    if (same == waiting.end()) {
      waiting.push_back({memory, index, {}});
      same = &waiting.back();
    }
    same->accesses.emplace(index.constant, &op);
  }

  void flush(SmallVector<AccessGroup> &waiting) {
    for (AccessGroup &each : waiting)
      each.addRuns(minBits, runs);
    waiting.clear();
  }

  gpu::AddressSpace space;
  int64_t minBits;
  SmallVectorImpl<AccessRun> &runs;
  SmallVector<AccessGroup> loads, stores;
};

} // namespace

Value memoryOf(Operation *access) {
  auto load = dyn_cast<memref::LoadOp>(access);
  return load ? load.getMemRef() : cast<memref::StoreOp>(access).getMemRef();
}

Value indexOf(Operation *access) {
  auto load = dyn_cast<memref::LoadOp>(access);
  return load ? load.getIndices().front() : cast<memref::StoreOp>(access).getIndices().front();
}

bool isShared(Value memory) {
  return memory.getDefiningOp<memref::AllocOp>() && spaceOf(memory) == gpu::AddressSpace::Workgroup;
}

SmallVector<AccessRun> findContiguousAccesses(func::FuncOp kernel, int64_t minBits) {
  SmallVector<AccessRun> runs;
  kernel.walk([&](Block *block) {
    RunFinder(gpu::AddressSpace::Global, minBits, runs).visit(*block);
    RunFinder(gpu::AddressSpace::Workgroup, minBits, runs).visit(*block);
  });
  return runs;
}

} // namespace rlx
