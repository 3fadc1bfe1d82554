// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dispatches that prepare operands of others (see OperandKernels.h).
#include "conversions/gpu/program/OperandKernels.h"

#include "conversions/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace rlx {

FailureOr<ModuleOp> findKernelModule(ModuleOp program, StringRef target) {
  if (failed(findTargetFor(program, target)))
    return failure();
  return program.lookupSymbol<ModuleOp>((lir::kKernelModulePrefix + target).str());
}

Value bufferOf(Value value) {
  while (auto view = value.getDefiningOp<lir::ViewOp>())
    value = view.getSource();
  return value;
}

// Temporaries are allocated by the program, not by its loops: behind the buffer of an input.
static Value allocate(OpBuilder &b, RankedTensorType type, AffineMap dims, Value behind) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(bufferOf(behind));
  SmallVector<AffineExpr> sizes = llvm::map_to_vector(
      type.getShape(), [&](int64_t size) { return b.getAffineConstantExpr(size); });
  auto map = AffineMap::get(dims.getNumDims(), dims.getNumSymbols(), sizes, b.getContext());
  return lir::AllocOp::create(b, behind.getLoc(),
                              MemRefType::get(type.getShape(), type.getElementType()),
                              /*persistent=*/nullptr, /*host=*/nullptr, AffineMapAttr::get(map));
}

lir::DispatchOp dispatchBefore(lir::DispatchOp dispatch, func::FuncOp kernel, func::FuncOp maker,
                               ArrayRef<unsigned> inputs, StringRef label) {
  OpBuilder b(dispatch);
  AffineMap dims = dispatch.getDims();
  auto mapOf = [&](ArrayRef<AffineExpr> results) {
    return AffineMapAttr::get(
        AffineMap::get(dims.getNumDims(), dims.getNumSymbols(), results, b.getContext()));
  };
  SmallVector<Value> read;
  SmallVector<AffineExpr> sizes; // dynamic ones of these
  unsigned at = 0;
  for (auto [number, input] : llvm::enumerate(dispatch.getInputs())) {
    const auto own = static_cast<unsigned>(cast<MemRefType>(input.getType()).getNumDynamicDims());
    if (llvm::is_contained(inputs, number)) {
      read.push_back(input);
      llvm::append_range(sizes, dims.getResults().slice(at, own));
    }
    at += own;
  }
  auto type = cast<RankedTensorType>(maker.getResultTypes().front());
  Value made = allocate(b, type, dims, read.front());
  auto symbol = SymbolRefAttr::get(dispatch.getKernel().getRootReference(),
                                   FlatSymbolRefAttr::get(maker.getNameAttr()));
  auto before = lir::DispatchOp::create(b, dispatch.getLoc(), symbol, read, ValueRange{made},
                                        mapOf(sizes), b.getStringAttr(label + dispatch.getLabel()),
                                        nullptr, nullptr, nullptr);
  if (auto when = kernel->getAttrOfType<AffineMapAttr>(lir::kWhenAttr))
    before->setAttr(lir::kWhenAttr,
                    mapOf(when.getValue().getResult(0).replaceSymbols(dims.getResults())));
  return before;
}

} // namespace rlx
