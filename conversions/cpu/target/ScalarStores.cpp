// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds masked stores whose constant mask has one lane; see ScalarStores.h.
#include "conversions/cpu/target/ScalarStores.h"

#include <optional>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace rlx {
namespace {

constexpr unsigned kValue = 0, kPointer = 1, kMask = 2; // operands of llvm.masked.store

// The only lane that a constant mask sets; std::nullopt for every other mask.
std::optional<unsigned> onlyLane(const llvm::Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  std::optional<unsigned> found;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    llvm::Constant *lane = constant->getAggregateElement(i);
    if (!lane || lane->isNullValue())
      continue;
    if (found || !lane->isOneValue())
      return std::nullopt;
    found = i;
  }
  return found;
}

} // namespace

void replaceStoresOfOneLane(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *store = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!store || store->getIntrinsicID() != llvm::Intrinsic::masked_store)
        continue;
      std::optional<unsigned> lane = onlyLane(store->getArgOperand(kMask));
      if (!lane)
        continue;
      llvm::IRBuilder<> b(store);
      llvm::Value *element = b.CreateExtractElement(store->getArgOperand(kValue), *lane);
      llvm::Value *at =
          b.CreateConstGEP1_64(element->getType(), store->getArgOperand(kPointer), *lane);
      llvm::Align align = *lane == 0 ? store->getParamAlign(kPointer).valueOrOne() : llvm::Align(1);
      b.CreateAlignedStore(element, at, align)->copyMetadata(*store);
      store->eraseFromParent();
    }
}

} // namespace rlx
