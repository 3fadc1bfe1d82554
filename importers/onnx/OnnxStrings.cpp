// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls are rlx.custom ops; see OnnxStrings.h.
#include "importers/onnx/OnnxStrings.h"

#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "mlir/IR/AffineMap.h"

using namespace mlir;

namespace rlx::onnxim {

IntList stringNumbers(Node &n, ArrayRef<std::string> texts) {
  IntList numbers;
  for (const std::string &text : texts)
    numbers.push_back(n.files().strings.of(text));
  return numbers;
}

Value stringVector(Node &n, ArrayRef<std::string> texts) {
  IntList numbers = stringNumbers(n, texts);
  auto type =
      RankedTensorType::get(static_cast<int64_t>(numbers.size()), stringType(n.getContext()));
  return n.literal(DenseElementsAttr::get(type, ArrayRef<int64_t>(numbers)));
}

Value callOnStrings(Node &n, StringRef kernel, ValueRange inputs, StringRef config,
                    Type elementType, bool appended) {
  if (n.hasFailed())
    return {};
  MLIRContext *context = n.getContext();
  Dims sizes = n.dimsOf(inputs[0]);
  const auto rank = static_cast<unsigned>(sizes.size());
  unsigned numSizes = 0; // of all inputs, which the map takes
  for (Value input : inputs)
    numSizes += static_cast<unsigned>(n.dimsOf(input).size());
  SmallVector<AffineExpr> results;
  for (unsigned i = 0; i < rank; ++i)
    results.push_back(getAffineSymbolExpr(i, context));
  if (appended) {
    sizes.push_back(n.dimsOf(inputs[1])[0]);
    results.push_back(getAffineSymbolExpr(rank, context));
  }
  IntList shape;
  for (Dim size : sizes)
    shape.push_back(constantOf(size).value_or(ShapedType::kDynamic));
  Builder &b = n.builder();
  std::unique_ptr<Region> regions[] = {std::make_unique<Region>()};
  return n.emit(
      "rlx.custom", inputs,
      {n.attr("kernel", b.getStringAttr(kernel)), n.attr("config", b.getStringAttr(config)),
       n.attr("outs", b.getTypeArrayAttr(RankedTensorType::get(shape, elementType))),
       n.attr("sizes", b.getAffineMapArrayAttr(AffineMap::get(0, numSizes, results, context)))},
      regions);
}

Value castStrings(Node &n, Value x, Type to) {
  if (!x || n.hasFailed())
    return {};
  Type from = cast<RankedTensorType>(x.getType()).getElementType(), f32 = n.builder().getF32Type();
  if (isString(to))
    return callOnStrings(n, "rlx.number_to_string", isNarrow(from) ? n.cast(x, f32) : x, "", to);
  // A narrow type rounds twice, first to f32, as in ONNX Runtime 1.31. ONNX's reference casts no
  // strings to float8, and the text of ONNX leaves the rounding open.
  Value number = callOnStrings(n, "rlx.string_to_number", x, "", isNarrow(to) ? f32 : to);
  return n.cast(number, to);
}

} // namespace rlx::onnxim
