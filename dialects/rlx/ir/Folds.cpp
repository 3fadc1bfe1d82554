// Implementation of the folders' questions; see Folds.h.
#include "dialects/rlx/ir/Folds.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace rlx {

bool isSplatOf(Attribute folded, int64_t integer, double real) {
  auto elements = dyn_cast_or_null<SplatElementsAttr>(folded);
  if (!elements)
    return false;
  if (auto type = dyn_cast<FloatType>(elements.getElementType())) {
    llvm::APFloat wanted(real);
    bool losesInfo;
    wanted.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return !losesInfo && elements.getSplatValue<APFloat>().bitwiseIsEqual(wanted);
  }
  APInt value = elements.getSplatValue<APInt>();
  return value == APInt(value.getBitWidth(), static_cast<uint64_t>(integer), /*isSigned=*/true,
                        /*implicitTrunc=*/true);
}

OpFoldResult foldTo(Operation *op, Value value) {
  return value.getType() == op->getResult(0).getType() ? OpFoldResult(value) : OpFoldResult();
}

} // namespace rlx
