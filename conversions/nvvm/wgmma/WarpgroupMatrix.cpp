// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits wgmma as assembly (see WarpgroupMatrix.h). NVVM's op takes operands in shared memory only,
// and its waits take no values.
#include "conversions/nvvm/wgmma/WarpgroupMatrix.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace rlx {

static StringRef constraintOf(Type type) {
  return type.isF32() ? "f" : type.isInteger(64) ? "l" : "r";
}

// Results are the registers of `tied`. Operands in the text are $0, $1, ..: those, then `inputs`,
// which follow the tied operands as inputs.
WarpgroupMatrix::Values WarpgroupMatrix::assembly(StringRef text, ValueRange tied,
                                                  ValueRange inputs) {
  std::string constraints;
  for (Value value : tied)
    constraints += ("=" + constraintOf(value.getType()) + ",").str();
  for (size_t i = 0; i < tied.size(); ++i)
    constraints += std::to_string(i) + ",";
  for (Value value : inputs)
    constraints += (constraintOf(value.getType()) + ",").str();
  if (!constraints.empty())
    constraints.pop_back();
  SmallVector<Value> operands(tied);
  llvm::append_range(operands, inputs);
  SmallVector<Type> types(tied.getTypes());
  MLIRContext *context = k.b.getContext();
  Type result = types.empty()       ? Type(LLVM::LLVMVoidType::get(context))
                : types.size() == 1 ? types.front()
                                    : Type(LLVM::LLVMStructType::getLiteral(context, types));
  auto op = LLVM::InlineAsmOp::create(
      k.b, k.loc, types.empty() ? TypeRange() : TypeRange(result), operands, text, constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(context, LLVM::AsmDialect::AD_ATT), ArrayAttr());
  Values values;
  if (types.size() == 1)
    values.push_back(op.getResult(0));
  for (size_t i = 0; types.size() > 1 && i < types.size(); ++i)
    values.push_back(LLVM::ExtractValueOp::create(k.b, k.loc, op.getResult(0), i));
  return values;
}

void WarpgroupMatrix::fence(MutableArrayRef<Value> registers) {
  llvm::copy(assembly("wgmma.fence.sync.aligned;", registers, {}), registers.begin());
}

void WarpgroupMatrix::commit() {
  NVVM::WgmmaGroupSyncAlignedOp::create(k.b, k.loc);
}

void WarpgroupMatrix::wait(int64_t pending, MutableArrayRef<Value> registers) {
  const std::string text = "wgmma.wait_group.sync.aligned " + std::to_string(pending) + ";";
  llvm::copy(assembly(text, registers, {}), registers.begin());
}

WarpgroupMatrix::Values WarpgroupMatrix::unset(int64_t columns) {
  return Values(static_cast<size_t>(columns / 2),
                LLVM::PoisonOp::create(k.b, k.loc, k.b.getF32Type()));
}

Value WarpgroupMatrix::instruction(const Twine &text, StringRef constraints, Type type,
                                   ValueRange operands) {
  auto op = LLVM::InlineAsmOp::create(
      k.b, k.loc, type, operands, text.str(), constraints, /*has_side_effects=*/false,
      /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr::get(k.b.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr());
  return op.getResult(0);
}

Value WarpgroupMatrix::exp2(Value value) {
  return instruction("ex2.approx.ftz.f32 $0, $1;", "=f,f", value.getType(), value);
}

Value WarpgroupMatrix::packed(Value low, Value high) {
  return instruction(Twine("cvt.rn.") + (element.isF16() ? "f16x2" : "bf16x2") + ".f32 $0, $1, $2;",
                     "=r,f,f", k.b.getI32Type(), ValueRange{high, low});
}

// `left` is the operand's text, and `suffix` the flags behind the scale of inputs.
void WarpgroupMatrix::multiply(MutableArrayRef<Value> sums, ValueRange operands, StringRef left,
                               StringRef suffix, bool accumulates) {
  const std::string type = element.isF16() ? "f16" : "bf16";
  std::string text = "wgmma.mma_async.sync.aligned.m64n" + std::to_string(sums.size() * 2) +
                     "k16.f32." + type + "." + type + " {";
  for (size_t i = 0; i < sums.size(); ++i)
    text += (i ? ", $" : "$") + std::to_string(i);
  const size_t right = 2 * sums.size() + operands.size() - 1;
  text += ("}, " + left + ", $" + Twine(right) + ", p, 1, 1, " + suffix + ";").str();
  text = "{\n.reg .pred p;\nsetp.ne.b32 p, " + std::string(accumulates ? "1" : "0") + ", 0;\n" +
         text + "\n}";
  llvm::copy(assembly(text, sums, operands), sums.begin());
}

void WarpgroupMatrix::multiply(MutableArrayRef<Value> sums, Value left, Value right,
                               bool rightAlongSum, bool accumulates) {
  const std::string text = "$" + std::to_string(2 * sums.size());
  multiply(sums, {left, right}, text, rightAlongSum ? "0, 0" : "0, 1", accumulates);
}

void WarpgroupMatrix::multiply(MutableArrayRef<Value> sums, ArrayRef<Value> left, Value right,
                               bool rightAlongSum) {
  std::string text = "{";
  for (size_t i = 0; i < left.size(); ++i)
    text += (i ? ", $" : "$") + std::to_string(2 * sums.size() + i);
  SmallVector<Value> operands(left);
  operands.push_back(right);
  multiply(sums, operands, text + "}", rightAlongSum ? "0" : "1", /*accumulates=*/true);
}

} // namespace rlx
