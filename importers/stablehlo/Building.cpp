// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builders of rlx ops; see Importing.h. Each op is inferred and verified when it is made. An error
// of the rlx op becomes one of the op of StableHLO.
#include "dialects/rlx/support/CreateChecked.h"
#include "importers/stablehlo/Importing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;

namespace rlx::shlo {
namespace {

// The message of an rlx op without the op's name, which is not one of StableHLO.
std::string withoutName(const std::string &text) {
  constexpr llvm::StringLiteral kOp = "' op ";
  size_t end = text.find(kOp);
  return StringRef(text).starts_with("'rlx.") && end != std::string::npos
             ? text.substr(end + kOp.size())
             : text;
}

} // namespace

Value Node::emit(StringRef name, ValueRange operands, ArrayRef<NamedAttribute> attributes,
                 ArrayRef<std::unique_ptr<Region>> regions) {
  Values all = emitAll(name, operands, attributes, regions);
  return all.empty() ? Value() : all[0];
}

Values Node::emitAll(StringRef name, ValueRange operands, ArrayRef<NamedAttribute> attributes,
                     ArrayRef<std::unique_ptr<Region>> regions) {
  if (failed || llvm::any_of(operands, [](Value value) { return !value; }))
    return {};
  std::string text;
  FailureOr<Operation *> made = failure();
  {
    ScopedDiagnosticHandler handler(getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error && text.empty())
        text = diagnostic.str();
      return success();
    });
    made = createChecked(builder(), location, name, operands, attributes, regions);
    // Ops with regions are verified at the end: their regions use values that are in another op
    // until then.
    if (succeeded(made) && regions.empty() &&
        mlir::failed(verify(*made, /*verifyRecursively=*/false))) {
      (*made)->erase();
      made = failure();
    }
  }
  if (succeeded(made))
    return Values((*made)->getResults());
  unsupported("cannot be expressed as " + name + ": " + withoutName(text));
  return {};
}

Value Node::constant(ElementsAttr value) {
  return emit("rlx.constant", {}, named("value", value));
}

Value Node::constant(ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get(static_cast<int64_t>(values.size()), builder().getI64Type());
  return constant(DenseIntElementsAttr::get(type, values));
}

static Attribute scalarAttr(Type elementType, double value) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return ArrayAttr::get(elementType.getContext(), {scalarAttr(complex.getElementType(), value),
                                                     scalarAttr(complex.getElementType(), 0)});
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    APFloat number(value);
    bool losesInfo;
    number.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    return FloatAttr::get(floatType, number);
  }
  const bool isUnsigned = elementType.isUnsignedInteger() || elementType.isInteger(1);
  llvm::APSInt number(elementType.getIntOrFloatBitWidth(), isUnsigned);
  bool isExact;
  APFloat(value).convertToInteger(number, APFloat::rmTowardZero, &isExact); // saturates
  return IntegerAttr::get(elementType, number);
}

Value Node::scalar(Type elementType, double value) {
  if (failed || !elementType)
    return {};
  auto type = RankedTensorType::get({}, elementType);
  if (!isa<ComplexType, FloatType, IntegerType>(elementType)) {
    unsupported("has elements of type " + typeText(elementType));
    return {};
  }
  return constant(DenseElementsAttr::get(type, scalarAttr(elementType, value)));
}

Value Node::bits(Type elementType, uint64_t value) {
  auto type = RankedTensorType::get({}, elementType);
  const APInt number(bitWidth(elementType), value, /*isSigned=*/false, /*implicitTrunc=*/true);
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return constant(DenseElementsAttr::get(type, APFloat(floatType.getFloatSemantics(), number)));
  return constant(DenseElementsAttr::get(type, number));
}

Value Node::cast(Value tensor, Type elementType) {
  if (!tensor || elementOf(tensor) == elementType)
    return tensor;
  return emit("rlx.cast", tensor, named("to", TypeAttr::get(elementType)));
}

Value Node::bitcast(Value tensor, Type elementType) {
  if (!tensor || elementOf(tensor) == elementType)
    return tensor;
  return emit("rlx.bitcast", tensor, named("to", TypeAttr::get(elementType)));
}

Value Node::compare(ComparePredicate predicate, Value lhs, Value rhs) {
  return emit("rlx.compare", {lhs, rhs}, enumerator("predicate", predicate));
}

OpFoldResult Node::sizeOf(Value tensor, int64_t dim) {
  if (!tensor)
    return {};
  const int64_t size = shapeOf(tensor)[dim];
  if (!ShapedType::isDynamic(size))
    return builder().getI64IntegerAttr(size);
  return tensor::DimOp::create(builder(), location, tensor, dim).getResult();
}

Node::Mixed Node::mixed(ArrayRef<OpFoldResult> sizes) {
  Mixed list;
  for (OpFoldResult size : sizes) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    list.constants.push_back(constant.value_or(ShapedType::kDynamic));
    if (!constant)
      list.values.push_back(cast<Value>(size));
  }
  return list;
}

// `sizes` with those of the tensor for dynamic ones, in their order.
static Sizes inOrder(Node &op, Value tensor, ArrayRef<int64_t> sizes) {
  Sizes all;
  int64_t dim = 0;
  for (int64_t size : sizes) {
    while (ShapedType::isDynamic(size) && dim < rankOf(tensor) &&
           !ShapedType::isDynamic(shapeOf(tensor)[dim]))
      ++dim;
    if (ShapedType::isDynamic(size) && dim == rankOf(tensor)) {
      op.unsupported("of the dynamic sizes " + shapeText(shapeOf(tensor)) + " is not supported");
      return {};
    }
    all.push_back(ShapedType::isDynamic(size) ? op.sizeOf(tensor, dim++)
                                              : op.builder().getI64IntegerAttr(size));
  }
  return all;
}

Value Node::reshape(Value tensor, ArrayRef<int64_t> sizes) {
  if (!tensor || shapeOf(tensor) == sizes)
    return tensor;
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return reshape(tensor, inOrder(*this, tensor, sizes));
  return emit("rlx.reshape", tensor, i64s("static_sizes", sizes));
}

Value Node::reshape(Value tensor, ArrayRef<OpFoldResult> sizes) {
  Mixed list = mixed(sizes);
  if (!tensor || failed || (list.values.empty() && shapeOf(tensor) == ArrayRef(list.constants)))
    return tensor;
  Values operands = {tensor};
  llvm::append_range(operands, list.values);
  return emit("rlx.reshape", operands, i64s("static_sizes", list.constants));
}

Value Node::expand(Value tensor, ArrayRef<int64_t> sizes) {
  if (!tensor || shapeOf(tensor) == sizes)
    return tensor;
  if (llvm::any_of(sizes, ShapedType::isDynamic))
    return expand(tensor, inOrder(*this, tensor, sizes));
  return emit("rlx.expand", tensor, i64s("static_sizes", sizes));
}

Value Node::expand(Value tensor, ArrayRef<OpFoldResult> sizes) {
  Mixed list = mixed(sizes);
  if (!tensor || failed || (list.values.empty() && shapeOf(tensor) == ArrayRef(list.constants)))
    return tensor;
  Values operands = {tensor};
  llvm::append_range(operands, list.values);
  return emit("rlx.expand", operands, i64s("static_sizes", list.constants));
}

Value Node::transpose(Value tensor, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return tensor;
  return emit("rlx.transpose", tensor, i64s("perm", permutation));
}

Value Node::slice(Value tensor, ArrayRef<int64_t> starts, ArrayRef<int64_t> sizes,
                  ArrayRef<int64_t> strides) {
  const bool isWhole = llvm::all_of(starts, [](int64_t start) { return start == 0; }) &&
                       llvm::all_of(strides, [](int64_t stride) { return stride == 1; });
  if (!tensor || (isWhole && shapeOf(tensor) == sizes))
    return tensor;
  Sizes begin, extents;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    begin.push_back(builder().getI64IntegerAttr(starts[dim]));
    extents.push_back(ShapedType::isDynamic(size) ? sizeOf(tensor, static_cast<int64_t>(dim))
                                                  : builder().getI64IntegerAttr(size));
  }
  return slice(tensor, begin, extents, strides);
}

Value Node::slice(Value tensor, ArrayRef<OpFoldResult> starts, ArrayRef<OpFoldResult> sizes,
                  ArrayRef<int64_t> strides) {
  if (!tensor || failed)
    return {};
  Mixed first = mixed(starts), extent = mixed(sizes);
  Values operands = {tensor};
  llvm::append_range(operands, first.values);
  llvm::append_range(operands, extent.values);
  return emit("rlx.slice", operands,
              {i64s("static_starts", first.constants), i64s("static_sizes", extent.constants),
               i64s("strides", strides),
               segments({1, static_cast<int32_t>(first.values.size()),
                         static_cast<int32_t>(extent.values.size())})});
}

Value Node::sliceAxis(Value tensor, int64_t axis, int64_t start, int64_t size, int64_t stride) {
  IntList sizes(shapeOf(tensor)), starts(sizes.size(), 0), strides(sizes.size(), 1);
  if (!tensor)
    return {};
  sizes[axis] = size;
  starts[axis] = start;
  strides[axis] = stride;
  return slice(tensor, starts, sizes, strides);
}

Value Node::pad(Value tensor, Value value, ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  if (!tensor || failed)
    return {};
  IntList starts, sizes(shapeOf(tensor)), before, after;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    starts.push_back(std::max<int64_t>(-low[i], 0));
    before.push_back(std::max<int64_t>(low[i], 0));
    after.push_back(std::max<int64_t>(high[i], 0));
    if (ShapedType::isDynamic(size)) {
      if (low[i] < 0 || high[i] < 0)
        unsupported("with negative padding of a dynamic size is not supported");
      continue;
    }
    size -= starts.back() + std::max<int64_t>(-high[i], 0);
    if (!expect(size >= 0,
                "negative padding that leaves a size of at least 0 in dimension " + Twine(i)))
      return {};
  }
  tensor = slice(tensor, starts, sizes, IntList(sizes.size(), 1));
  auto isZero = [](int64_t pad) { return pad == 0; };
  if (!tensor || (llvm::all_of(before, isZero) && llvm::all_of(after, isZero)))
    return tensor;
  Values operands = {tensor};
  if (value)
    operands.push_back(value);
  return emit("rlx.pad", operands,
              {i64s("static_low", before), i64s("static_high", after),
               enumerator("mode", PadMode::Constant), segments({1, value ? 1 : 0, 0, 0})});
}

Value Node::concat(ArrayRef<Value> tensors, int64_t axis) {
  return tensors.size() == 1 ? tensors[0] : emit("rlx.concat", tensors, i64("axis", axis));
}

Value Node::iota(ArrayRef<int64_t> sizes, int64_t axis) {
  Sizes all;
  for (int64_t size : sizes) {
    if (ShapedType::isDynamic(size)) {
      unsupported("of the dynamic sizes " + shapeText(sizes) + " is not supported");
      return {};
    }
    all.push_back(builder().getI64IntegerAttr(size));
  }
  return iota(all, axis);
}

Value Node::iota(ArrayRef<OpFoldResult> sizes, int64_t axis) {
  if (failed)
    return {};
  Mixed list = mixed(sizes);
  Values operands = {arith::ConstantIndexOp::create(builder(), location, 0)};
  llvm::append_range(operands, list.values);
  return emit("rlx.iota", operands, {i64s("static_sizes", list.constants), i64("axis", axis)});
}

Type Node::integerLike(Type elementType, bool isUnsigned) {
  if (!elementType || !elementType.isIntOrFloat())
    return builder().getI32Type();
  const unsigned width = elementType.getIntOrFloatBitWidth();
  return isUnsigned ? builder().getIntegerType(width, false) : builder().getIntegerType(width);
}

} // namespace rlx::shlo
