// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mov in inline assembly behind each bitcast from a float that a truncation uses (see
// FloatBits.h). LLVM knows no instruction that it would not fold away.
#include "conversions/nvvm/FloatBits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace rlx {
namespace {

// The letter of a register of this size in constraints.
const char *constraintOf(unsigned bits) {
  return bits == 64 ? "=l,l" : bits == 32 ? "=r,r" : "=h,h";
}

bool isTruncatedFloat(const llvm::BitCastInst &cast) {
  const llvm::Type *type = cast.getType();
  const bool isWord = type->isIntegerTy(16) || type->isIntegerTy(32) || type->isIntegerTy(64);
  return isWord && cast.getSrcTy()->isFloatingPointTy() &&
         llvm::any_of(cast.users(),
                      [](const llvm::User *user) { return llvm::isa<llvm::TruncInst>(user); });
}

} // namespace

void moveTruncatedFloatBits(llvm::Module &module) {
  llvm::SmallVector<llvm::BitCastInst *> casts;
  for (llvm::Function &function : module)
    for (llvm::Instruction &each : llvm::instructions(function))
      if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(&each); cast && isTruncatedFloat(*cast))
        casts.push_back(cast);
  for (llvm::BitCastInst *cast : casts) {
    llvm::IRBuilder<> b(cast->getNextNode());
    const unsigned bits = cast->getType()->getIntegerBitWidth();
    auto *type = llvm::FunctionType::get(cast->getType(), {cast->getType()}, /*isVarArg=*/false);
    auto *move = llvm::InlineAsm::get(type, "mov.b" + std::to_string(bits) + " $0, $1;",
                                      constraintOf(bits), /*hasSideEffects=*/false);
    llvm::CallInst *moved = b.CreateCall(move, {cast});
    cast->replaceUsesWithIf(moved, [&](const llvm::Use &use) { return use.getUser() != moved; });
  }
}

} // namespace rlx
