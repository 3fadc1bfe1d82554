// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Conversion.h. Bits are encoded through APFloat, so that f16 and bf16 are
// rounded to nearest even. Inline attributes are read element by element, resources as raw bytes,
// whose number must be that of the type.
#include "dialects/rlx/reference/Conversion.h"

#include "dialects/rlx/interfaces/NarrowTypes.h"

#include <cstring>

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Endian.h"

using namespace mlir;

namespace rlx::ref {
namespace {

std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

llvm::Error unsupportedElement(Type type) {
  return llvm::createStringError("element type " + str(type) +
                                 " is not supported; expected f16, bf16, f32, f64, i1, i8 to i64, "
                                 "ui8 to ui64, complex<f32>, complex<f64> or a narrow type");
}

bool isSignedElement(Type type) {
  return !type.isUnsignedInteger() && !type.isInteger(1);
}

// The bits of a scalar (an element, or a part of a complex one), in the low bits of the result.
uint64_t encode(const Tensor &tensor, int64_t i) {
  auto type = dyn_cast<FloatType>(tensor.scalarType());
  if (!type)
    return static_cast<uint64_t>(tensor.ints[i]);
  if (isScaleFloat(type))
    return scaleCode(tensor.floats[i]);
  llvm::APFloat value(tensor.floats[i]);
  bool losesInfo;
  value.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt().getZExtValue();
}

void decode(Tensor &tensor, int64_t i, uint64_t bits) {
  unsigned width = tensor.scalarType().getIntOrFloatBitWidth();
  bits &= llvm::maskTrailingOnes<uint64_t>(width); // i4 has a byte
  if (isScaleFloat(tensor.scalarType())) {
    tensor.floats[i] = scaleValue(bits);
  } else if (auto type = dyn_cast<FloatType>(tensor.scalarType())) {
    llvm::APFloat value(type.getFloatSemantics(), llvm::APInt(width, bits));
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    tensor.floats[i] = value.convertToDouble();
  } else if (width == 1) {
    tensor.ints[i] = bits != 0;
  } else {
    tensor.ints[i] = isSignedElement(tensor.elementType) ? llvm::SignExtend64(bits, width)
                                                         : static_cast<int64_t>(bits);
  }
}

uint64_t readLittle(const char *from, int64_t size) {
  uint64_t bits = 0;
  for (int64_t i = 0; i < size; ++i)
    bits |= static_cast<uint64_t>(static_cast<unsigned char>(from[i])) << (8 * i);
  return bits;
}

llvm::Expected<Tensor> fromDense(DenseElementsAttr dense) {
  ShapedType type = dense.getType();
  Tensor tensor(type.getShape(), type.getElementType());
  int64_t i = 0;
  if (tensor.isComplex()) {
    for (std::complex<APFloat> value : dense.getValues<std::complex<APFloat>>()) {
      decode(tensor, i++, value.real().bitcastToAPInt().getZExtValue());
      decode(tensor, i++, value.imag().bitcastToAPInt().getZExtValue());
    }
    return tensor;
  }
  if (auto element = dyn_cast<FloatType>(type.getElementType())) {
    for (APFloat value : dense.getValues<APFloat>())
      decode(tensor, i++, value.bitcastToAPInt().getZExtValue());
    return tensor;
  }
  for (const APInt &value : dense.getValues<APInt>())
    decode(tensor, i++, value.getZExtValue());
  return tensor;
}

// Whether all elements have the bits of the first one.
bool isSplat(const Tensor &tensor) {
  int64_t count = tensor.numScalars(), parts = tensor.isComplex() ? 2 : 1;
  for (int64_t i = parts; i < count; ++i)
    if (encode(tensor, i) != encode(tensor, i % parts))
      return false;
  return count > 0;
}

DenseElementsAttr denseElements(RankedTensorType type, const Tensor &tensor, int64_t count) {
  auto number = [&](FloatType scalar, int64_t i) {
    return APFloat(scalar.getFloatSemantics(), APInt(scalar.getWidth(), encode(tensor, i)));
  };
  if (tensor.isComplex()) {
    auto scalar = cast<FloatType>(tensor.scalarType());
    SmallVector<std::complex<APFloat>> values;
    for (int64_t i = 0; i < count; ++i)
      values.emplace_back(number(scalar, 2 * i), number(scalar, 2 * i + 1));
    return DenseElementsAttr::get(type, values);
  }
  if (auto element = dyn_cast<FloatType>(type.getElementType())) {
    SmallVector<APFloat> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(number(element, i));
    return DenseElementsAttr::get(type, values);
  }
  unsigned width = type.getElementTypeBitWidth();
  SmallVector<APInt> values;
  for (int64_t i = 0; i < count; ++i)
    values.emplace_back(width, encode(tensor, i), /*isSigned=*/false, /*implicitTrunc=*/true);
  return DenseElementsAttr::get(type, values);
}

} // namespace

bool isSupportedElementType(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type) || type.isInteger(1) ||
      isNarrow(type))
    return true;
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<Float32Type, Float64Type>(complex.getElementType());
  auto integer = dyn_cast<IntegerType>(type);
  return integer && !integer.isSigned() && llvm::is_contained({8, 16, 32, 64}, integer.getWidth());
}

int64_t byteSize(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * byteSize(complex.getElementType());
  return (elementType.getIntOrFloatBitWidth() + 7) / 8;
}

Tensor scalar(MLIRContext *context, int64_t value) {
  Tensor tensor({}, IntegerType::get(context, 64));
  tensor.ints[0] = value;
  return tensor;
}

llvm::Expected<Tensor> fromElements(ElementsAttr elements) {
  ShapedType type = elements.getShapedType();
  if (!isSupportedElementType(type.getElementType()))
    return unsupportedElement(type.getElementType());
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    return fromDense(dense);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return llvm::createStringError("dense resource '" + resource.getRawHandle().getKey() +
                                     "' has no data");
    return fromBytes(type.getShape(), type.getElementType(), blob->getData());
  }
  return llvm::createStringError("expects a dense or dense_resource attribute");
}

llvm::Expected<Tensor> fromBytes(ArrayRef<int64_t> shape, Type elementType, ArrayRef<char> bytes) {
  if (!isSupportedElementType(elementType))
    return unsupportedElement(elementType);
  Tensor tensor(shape, elementType);
  int64_t size = byteSize(tensor.scalarType()), count = tensor.numScalars();
  if (static_cast<int64_t>(bytes.size()) != size * count)
    return llvm::createStringError("expects " + Twine(size * count) + " bytes of data, but got " +
                                   Twine(bytes.size()));
  for (int64_t i = 0; i < count; ++i)
    decode(tensor, i, readLittle(bytes.data() + i * size, size));
  return tensor;
}

std::vector<char> toBytes(const Tensor &tensor) {
  int64_t size = byteSize(tensor.scalarType()), count = tensor.numScalars();
  std::vector<char> bytes(size * count);
  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits = encode(tensor, i);
    if (isNarrow(tensor.scalarType())) // the bits above the value are 0
      bits &= llvm::maskTrailingOnes<uint64_t>(tensor.scalarType().getIntOrFloatBitWidth());
    for (int64_t j = 0; j < size; ++j)
      bytes[i * size + j] = static_cast<char>(bits >> (8 * j));
  }
  return bytes;
}

ElementsAttr toElements(const Tensor &tensor, int64_t maxInlineElements) {
  auto type = RankedTensorType::get(tensor.shape, tensor.elementType);
  if (isSplat(tensor))
    return denseElements(type, tensor, 1);
  if (tensor.numElements() <= maxInlineElements)
    return denseElements(type, tensor, tensor.numElements());
  std::vector<char> bytes = toBytes(tensor);
  return DenseResourceElementsAttr::get(
      type, "constant", HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, /*align=*/64));
}

} // namespace rlx::ref
