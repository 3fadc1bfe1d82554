// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-convert-precision`: mixed precision. Contractions multiply in f16 or bf16;
// accumulators and all other ops stay f32.
//
//   rlx.matmul %a, %b : f32
//     =>  rlx.cast (rlx.matmul (rlx.cast %a to f16), (rlx.cast %b to f16)) to f32
#include "passes/Passes.h"

#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/GroupedMatmulOps.h"
#include "dialects/rlx/ir/MatmulOps.h"
#include "dialects/rlx/ir/PagedAttentionOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "mlir/IR/Remarks.h"

namespace rlx {
#define GEN_PASS_DEF_CONVERTPRECISIONPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

bool isF32(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType().isF32();
}

// Ops dominated by multiplications, which accumulate in f32 for all operand types.
bool isMatmul(Operation *op) {
  if (auto dot = dyn_cast<rlx::DotGeneralOp>(op))
    return !dot.getTo(); // with `to` the accumulators are the result
  // Keys and values that are narrow already may have another type than `to`.
  if (auto attention = dyn_cast<rlx::AttentionOp>(op))
    return isF32(attention.getKey()) && isF32(attention.getValue());
  return isa<rlx::MatmulOp, rlx::FusedMatmulBiasActOp, rlx::GroupedMatmulOp, rlx::ConvOp,
             rlx::ConvTransposeOp>(op);
}

// Ops for kernels that multiply in f16 and bf16 themselves. A paged cache of f32 stays as it is: a
// run would cast all of it.
bool isMatmulOfNarrow(Operation *op, FloatType to) {
  if (auto blocks = dyn_cast<rlx::DequantMatmulOp>(op))
    return blocks.getRowPrecision() != rlx::RowPrecision::Exact;
  auto isNarrow = [&](auto attention) {
    return getElementTypeOrSelf(attention.getKey()) == to &&
           getElementTypeOrSelf(attention.getValue()) == to;
  };
  if (auto attention = dyn_cast<rlx::AttentionOp>(op))
    return isNarrow(attention);
  auto paged = dyn_cast<rlx::PagedAttentionOp>(op);
  return paged && isNarrow(paged);
}

// The value in the narrow type if it exists without rounding: the input of a widening cast,
// possibly behind reshapes, transposes or slices.
Value findNarrow(OpBuilder &b, Value value, FloatType to) {
  Operation *op = value.getDefiningOp();
  if (auto wide = dyn_cast_or_null<rlx::CastOp>(op))
    return getElementTypeOrSelf(wide.getInput().getType()) == to ? wide.getInput() : Value();
  if (!isa_and_nonnull<rlx::ReshapeOp, rlx::TransposeOp, rlx::SliceOp>(op))
    return {};
  Value from = findNarrow(b, op->getOperand(0), to);
  if (!from)
    return {};
  Operation *moved = b.clone(*op);
  moved->setOperand(0, from);
  moved->getResult(0).setType(cast<RankedTensorType>(value.getType()).clone(to));
  return moved->getResult(0);
}

Value narrow(OpBuilder &b, Location loc, Value value, FloatType to) {
  Value there = findNarrow(b, value, to);
  return there ? there : rlx::CastOp::create(b, loc, value, to).getResult();
}

void convert(Operation *op, FloatType to) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  for (OpOperand &operand : op->getOpOperands())
    if (isF32(operand.get()))
      operand.set(narrow(b, loc, operand.get(), to));
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  result.setType(type.clone(to));
  b.setInsertionPointAfter(op);
  auto wide = rlx::CastOp::create(b, loc, type, result, TypeAttr::get(type.getElementType()));
  result.replaceAllUsesExcept(wide, wide);
  remark::passed(loc, remark::RemarkOpts::name("ConvertPrecision").category("rlx-precision"))
      << op->getName().getStringRef();
}

struct ConvertPrecision : rlx::impl::ConvertPrecisionPassBase<ConvertPrecision> {
  using ConvertPrecisionPassBase::ConvertPrecisionPassBase;

  void runOnBody() override {
    func::FuncOp function = getOperation();
    FloatType to;
    if (this->to == "f16")
      to = Float16Type::get(&getContext());
    else if (this->to == "bf16")
      to = BFloat16Type::get(&getContext());
    if (!to) {
      function.emitError("expected a precision of f16 or bf16, but got '") << this->to << "'";
      return signalPassFailure();
    }
    SmallVector<Operation *> matmuls;
    function.walk([&](Operation *op) {
      if ((isMatmul(op) || (packed && isMatmulOfNarrow(op, to))) && isF32(op->getResult(0)))
        matmuls.push_back(op);
    });
    for (Operation *op : matmuls)
      convert(op, to);
  }
};

} // namespace
