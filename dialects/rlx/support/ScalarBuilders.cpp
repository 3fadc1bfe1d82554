// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of ScalarBuilders.h: constants for scalars and vectors of any element type. Values
// of unsigned attributes are taken as bits, since the emitted types are signless. A complex splat
// is a scalar only.
#include "dialects/rlx/support/ScalarBuilders.h"

#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;

namespace rlx {

Value intConstant(OpBuilder &builder, Location loc, Value like, int64_t value) {
  Type element = getElementTypeOrSelf(like.getType());
  APInt bits(element.getIntOrFloatBitWidth(), static_cast<uint64_t>(value), /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return constantFromAttr(builder, loc, like.getType(), IntegerAttr::get(element, bits));
}

Value constantFromAttr(OpBuilder &builder, Location loc, Type like, TypedAttr element) {
  Type type = signless(element.getType());
  if (auto integer = dyn_cast<IntegerAttr>(element))
    element = IntegerAttr::get(type, integer.getValue());
  if (auto vector = dyn_cast<VectorType>(like))
    element = DenseElementsAttr::get(vector.clone(type), Attribute(element));
  return arith::ConstantOp::create(builder, loc, element);
}

Value splatConstant(OpBuilder &builder, Location loc, Type like, SplatElementsAttr splat) {
  auto value = splat.getSplatValue<Attribute>();
  if (isa<ComplexType>(splat.getElementType()))
    return complex::ConstantOp::create(builder, loc, splat.getElementType(),
                                       cast<ArrayAttr>(value));
  return constantFromAttr(builder, loc, like, cast<TypedAttr>(value));
}

} // namespace rlx
