// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites types of values, constants and arguments in place (see StorageTypes.h). Widening bf16 to
// f32 is a shift of the bits, so it stays possible. Casts between types that become equal
// disappear.
#include "conversions/gpu/lowering/StorageTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace rlx {
namespace {

bool isStoredOnly(Type type) {
  auto real = dyn_cast<FloatType>(type);
  return real && (real.isBF16() || real.getWidth() < 16);
}

Type converted(Type type) {
  if (isStoredOnly(type))
    return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(converted(shaped.getElementType()));
  return type;
}

// The constant with the same bits.
TypedAttr converted(TypedAttr value) {
  if (auto real = dyn_cast<FloatAttr>(value))
    return IntegerAttr::get(converted(real.getType()), real.getValue().bitcastToAPInt());
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.bitcast(converted(dense.getElementType()));
  return value;
}

// MLIR expands bf16 only to f32. Any further widening is exact.
void widenFurther(func::FuncOp kernel) {
  SmallVector<arith::ExtFOp> casts;
  kernel.walk([&](arith::ExtFOp op) {
    if (op.getIn().getType().isBF16())
      casts.push_back(op);
  });
  for (arith::ExtFOp cast : casts) {
    OpBuilder b(cast);
    Location loc = cast.getLoc();
    Value bits = arith::BitcastOp::create(b, loc, b.getI16Type(), cast.getIn());
    bits = arith::ExtUIOp::create(b, loc, b.getI32Type(), bits);
    bits = arith::ShLIOp::create(b, loc, bits, arith::ConstantIntOp::create(b, loc, 16, 32));
    Value real = arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
    if (!cast.getType().isF32())
      real = arith::ExtFOp::create(b, loc, cast.getType(), real);
    cast.replaceAllUsesWith(real);
    cast.erase();
  }
}

} // namespace

void storeFloatsAsIntegers(func::FuncOp kernel) {
  widenFurther(kernel);
  SmallVector<arith::BitcastOp> casts;
  kernel.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        argument.setType(converted(argument.getType()));
    for (OpResult result : op->getResults())
      result.setType(converted(result.getType()));
    if (auto constant = dyn_cast<arith::ConstantOp>(op);
        constant && isStoredOnly(getElementTypeOrSelf(constant.getValue().getType())))
      constant.setValueAttr(converted(constant.getValue()));
    if (auto cast = dyn_cast<arith::BitcastOp>(op))
      casts.push_back(cast);
  });
  for (arith::BitcastOp cast : casts)
    if (cast.getIn().getType() == cast.getType()) {
      cast.replaceAllUsesWith(cast.getIn());
      cast.erase();
    }
  kernel.setFunctionType(
      FunctionType::get(kernel.getContext(), kernel.getBody().front().getArgumentTypes(), {}));
}

} // namespace rlx
