// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds, names and deduplicates kernels; see KernelModule.h.
//
// Kernels are equal if their printed forms are, without names and locations.
#include "passes/KernelModule.h"

#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ScatterInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/support/SortedHints.h"
#include "dialects/rlx/support/TransposeUnit.h"
#include "mlir/IR/IRMapping.h"
#include "passes/RefineUses.h"

using namespace mlir;

namespace rlx {

KernelModule::KernelModule(ModuleOp parent, StringRef target) : target(target.str()) {
  OpBuilder builder(parent.getBodyRegion());
  builder.setInsertionPointToEnd(parent.getBody());
  std::string name = (Twine(lir::kKernelModulePrefix) + target).str();
  module = ModuleOp::create(builder, parent.getLoc(), name);
}

SymbolRefAttr KernelModule::addUserKernel(UserKernelOpInterface op) {
  auto memrefOf = [](Type type) -> Type {
    auto tensor = cast<RankedTensorType>(type);
    return MemRefType::get(tensor.getShape(), tensor.getElementType());
  };
  OpBuilder builder(op.getContext());
  auto type = builder.getFunctionType(llvm::map_to_vector(op->getOperandTypes(), memrefOf),
                                      llvm::map_to_vector(op->getResultTypes(), memrefOf));
  if (!userModule) {
    builder.setInsertionPointAfter(module);
    userModule = ModuleOp::create(builder, module.getLoc(), lir::kUserKernelModule);
  }
  Attribute key =
      builder.getArrayAttr({builder.getStringAttr(op.getKernelName()),
                            builder.getStringAttr(op.getKernelConfig()), TypeAttr::get(type)});
  auto [it, inserted] = userKernels.try_emplace(key);
  if (inserted) {
    it->second = (op.getKernelName() + "_" + Twine(userKernels.size() - 1)).str();
    builder.setInsertionPointToEnd(userModule.getBody());
    lir::UserKernelOp::create(builder, op.getLoc(), it->second, op.getKernelName(),
                              op.getKernelConfig(), type);
  }
  return SymbolRefAttr::get(op.getContext(), *userModule.getSymName(),
                            FlatSymbolRefAttr::get(op.getContext(), it->second));
}

KernelModule::Added KernelModule::add(const KernelGroup &group, ArrayRef<Value> operands,
                                      Value updated) {
  func::FuncOp kernel;
  // The meaning of a composite op may depend on its static sizes, such as the heads of an
  // attention.
  bool isComposite = llvm::any_of(group.ops, llvm::IsaPred<DecomposableOpInterface>);
  if (group.prepare && !isComposite)
    kernel = build(group, operands, /*forgetSizes=*/true);
  if (!kernel)
    kernel = build(group, operands, /*forgetSizes=*/false);
  if (updated) {
    Builder builder(kernel.getContext());
    const auto argument = llvm::find(operands, updated) - operands.begin();
    kernel->setAttr(lir::kUpdatedAttr, builder.getI64IntegerAttr(argument));
    kernel.walk(
        [&](ScatterOpInterface op) { op->setAttr(kUpdatesDataAttr, builder.getUnitAttr()); });
  }
  Added added;
  llvm::append_range(added.argumentTypes, kernel.getArgumentTypes());
  llvm::append_range(added.resultTypes, kernel.getResultTypes());
  added.symbol = deduplicate(kernel, shortName(group.ops.front()));
  return added;
}

// Sizes of 1 stay: they determine how operands broadcast. With `keepsUnits` a small last one does,
// too, whose elements a transpose can move as one.
static Type withoutSizes(Type type, bool keepsUnits) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return type;
  SmallVector<int64_t> shape = llvm::map_to_vector(
      tensor.getShape(), [](int64_t size) { return size == 1 ? 1 : ShapedType::kDynamic; });
  if (keepsUnits && tensor.getRank() > 1 &&
      isTransposeUnit(tensor.getShape().back(), tensor.getElementType()))
    shape.back() = tensor.getShape().back();
  return tensor.clone(shape);
}

// Null if inference rejects the operands without their sizes.
func::FuncOp KernelModule::build(const KernelGroup &group, ArrayRef<Value> operands,
                                 bool forgetSizes) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Operation *last = group.ops.back();
  const bool moves = llvm::any_of(group.ops, llvm::IsaPred<TransposeOp>);
  SmallVector<Type> types;
  for (Value operand : operands)
    types.push_back(forgetSizes ? withoutSizes(operand.getType(), moves) : operand.getType());
  auto kernel = func::FuncOp::create(builder, last->getLoc(), "kernel",
                                     builder.getFunctionType(types, last->getResultTypes()));
  kernel->setAttr(lir::kKernelAttr, builder.getUnitAttr());
  OpBuilder inner = OpBuilder::atBlockEnd(kernel.addEntryBlock());
  IRMapping mapping;
  mapping.map(operands, kernel.getArguments());
  for (Operation *op : group.ops) {
    for (Value operand : op->getOperands())
      if (!mapping.contains(operand)) // an inline constant or a constant index
        inner.clone(*operand.getDefiningOp(), mapping);
    Operation *copy = inner.clone(*op, mapping);
    if (forgetSizes && failed(inferAgain(copy))) {
      kernel.erase();
      return {};
    }
  }
  SmallVector<Value> results =
      llvm::map_to_vector(last->getResults(), [&](Value result) { return mapping.lookup(result); });
  func::ReturnOp::create(inner, last->getLoc(), results);
  kernel.setFunctionType(builder.getFunctionType(types, TypeRange(ValueRange(results))));
  return kernel;
}

SymbolRefAttr KernelModule::deduplicate(func::FuncOp kernel, StringRef root) {
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel->print(os, OpPrintingFlags().printGenericOpForm().useLocalScope());
  auto [it, inserted] = names.try_emplace(text, "");
  if (inserted) {
    it->second = (root + "_" + Twine(names.size() - 1)).str();
    kernel.setSymName(it->second);
  } else {
    kernel.erase();
  }
  MLIRContext *context = module.getContext();
  return SymbolRefAttr::get(context, module.getSymName().value(),
                            FlatSymbolRefAttr::get(context, it->second));
}

} // namespace rlx
