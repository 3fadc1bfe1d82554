// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of SourceOp.h. A mark is a FusedLoc around the op's location, whose metadata is a
// dictionary with the op's number, its name and the flag for non-finite values. Rewrites that fuse
// locations keep the marks.
#include "dialects/rlx/interfaces/SourceOp.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace rlx {

constexpr llvm::StringLiteral kNumber = "rlx.source", kName = "name", kNonFinite = "non_finite";

void markSourceOp(Operation *op, int64_t number, bool usesNonFinite) {
  Builder b(op->getContext());
  NamedAttrList mark;
  mark.set(kNumber, b.getI64IntegerAttr(number));
  mark.set(kName, b.getStringAttr(op->getName().getStringRef()));
  if (usesNonFinite)
    mark.set(kNonFinite, b.getUnitAttr());
  // This overload of get() keeps the location as it is; the other one flattens it.
  op->setLoc(FusedLoc::get(op->getContext(), {op->getLoc()}, mark.getDictionary(op->getContext())));
}

std::optional<SourceOp> sourceOpOf(Location loc) {
  while (true) {
    if (auto name = dyn_cast<NameLoc>(loc)) {
      loc = name.getChildLoc();
      continue;
    }
    auto fused = dyn_cast<FusedLoc>(loc);
    if (!fused || fused.getLocations().empty())
      return std::nullopt;
    auto mark = dyn_cast_or_null<DictionaryAttr>(fused.getMetadata());
    if (auto number = mark ? mark.getAs<IntegerAttr>(kNumber) : IntegerAttr())
      return SourceOp{number.getInt(), mark.getAs<StringAttr>(kName).getValue(),
                      mark.contains(kNonFinite), fused.getLocations().front()};
    loc = fused.getLocations().front();
  }
}

bool haveOneSource(Operation *a, Operation *b) {
  std::optional<SourceOp> first = sourceOpOf(a->getLoc()), second = sourceOpOf(b->getLoc());
  return first && second && first->number == second->number;
}

} // namespace rlx
