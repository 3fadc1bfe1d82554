// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of pack_blocks: it copies the units of a block of every row of a panel to their
// places. Each byte of the weights is read and written once.
//
//   workgroup x: panel x
//   for block: for row: copy the units; zeros for rows beyond the last one
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/builder/KernelBuilder.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ops/packed/BlockPanels.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

constexpr int64_t kPackedBytesPerNanosecond = 4; // of one core, for cost estimates

class PackBlocksEmitter {
public:
  PackBlocksEmitter(KernelBuilder &builder, PackBlocksOp op)
      : k(builder), layout(*blockPanels(op.getScheme())), input(k.argument(op.getWeights())) {}

  void emit() {
    Value first = k.mul(k.workgroup(0), kPanelRows);
    Value rows = k.min(k.sub(k.size(input, 0), first), k.c(kPanelRows));
    k.loop(k.c(0), k.size(k.output(), 1), 1, [&](Value block) {
      Value begin = k.mul(block, layout.bytes);
      k.loop(k.c(0), rows, 1, [&](Value row) {
        forUnits(block, row, [&](VectorType type, int64_t offset) -> Value {
          return vector::LoadOp::create(k.b, k.loc, type, input,
                                        ValueRange{k.add(first, row), k.add(begin, offset)});
        });
      });
      k.loop(rows, k.c(kPanelRows), 1, [&](Value row) {
        forUnits(block, row, [&](VectorType type, int64_t) { return k.splat(type, 0); });
      });
    });
  }

private:
  // Stores the units of a row's block; `read` makes one, by its offset in the block.
  void forUnits(Value block, Value row, function_ref<Value(VectorType, int64_t)> read) {
    for (const PanelPart &part : layout.parts()) {
      auto type = VectorType::get({part.unit}, k.b.getI8Type());
      Value place = k.mul(row, part.unit);
      for (int64_t offset = part.offset; offset < part.offset + part.bytes; offset += part.unit)
        vector::StoreOp::create(
            k.b, k.loc, read(type, offset), k.output(),
            ValueRange{k.workgroup(0), block, k.add(place, offset * kPanelRows)});
    }
  }

  KernelBuilder &k;
  const BlockPanels &layout;
  Value input;
};

class PlannedPackBlocks : public KernelPlan {
public:
  explicit PlannedPackBlocks(const FusedKernel &fused)
      : fused(fused), op(cast<PackBlocksOp>(fused.root)) {}

  LogicalResult emit(func::FuncOp) override {
    KernelBuilder builder(fused);
    PackBlocksEmitter(builder, op).emit();
    AffineExpr one = builder.constantExpr(1), panels = builder.outputSizeExpr(0);
    AffineExpr bytes =
        panels * builder.outputSizeExpr(1) * (blockPanels(op.getScheme())->bytes * kPanelRows);
    builder.finish({panels, one, one}, builder.constantExpr(0),
                   bytes.floorDiv(kPackedBytesPerNanosecond));
    return success();
  }

private:
  FusedKernel fused;
  PackBlocksOp op;
};

std::unique_ptr<KernelPlan> planPackBlocks(func::FuncOp kernel, const CpuModel &,
                                           LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchFusedKernel(kernel, why);
  if (failed(fused))
    return nullptr;
  if (!isa<PackBlocksOp>(fused->root) || !fused->consumers.empty()) {
    (void)why.because("the kernel has more than the root op");
    return nullptr;
  }
  return std::make_unique<PlannedPackBlocks>(*fused);
}

} // namespace

extern const CpuSchedule kPackBlocks;
const CpuSchedule kPackBlocks = {"pack_blocks", "rlx.pack_blocks", takesAnyTypes, planPackBlocks};

} // namespace rlx::cpu
