// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of RefTensor.h: rounding, strides, broadcasting. Rounding uses the host's
// conversion for f32, APFloat for f16 and bf16, and sign or zero extension for integers. Nothing
// here depends on an op or on a dialect.
#include "dialects/rlx/reference/RefTensor.h"

#include <cmath>

#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace rlx::ref {

Tensor::Tensor(ArrayRef<int64_t> shape, Type elementType) : shape(shape), elementType(elementType) {
  if (isFloat() || isComplex())
    floats.assign(numScalars(), 0.0);
  else
    ints.assign(numElements(), 0);
}

int64_t Tensor::numElements() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

void Tensor::roundToElementType() {
  if (auto type = dyn_cast<FloatType>(scalarType())) {
    if (type.isF64())
      return;
    if (type.isF32()) {
      for (double &value : floats)
        value = static_cast<float>(value);
      return;
    }
    if (isScaleFloat(type)) {
      for (double &value : floats)
        value = scaleValue(scaleCode(value));
      return;
    }
    for (double &value : floats) {
      llvm::APFloat rounded(value);
      bool losesInfo;
      rounded.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      value = rounded.convertToDouble();
    }
    return;
  }
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (width == 64)
    return;
  bool isSigned = !elementType.isUnsignedInteger() && width > 1;
  for (int64_t &value : ints)
    value = isSigned ? llvm::SignExtend64(static_cast<uint64_t>(value), width)
                     : static_cast<int64_t>(value & llvm::maskTrailingOnes<uint64_t>(width));
}

uint64_t scaleCode(double value) {
  if (std::isnan(value) || value < 0)
    return 0xFF;
  if (value < 0x1p-126)
    return 0;
  return value >= 0x1p127 ? 0xFE : static_cast<uint64_t>(std::ilogb(value) + 127);
}

double scaleValue(uint64_t code) {
  return code == 0xFF ? std::nan("") : std::ldexp(1.0, static_cast<int>(code) - 127);
}

std::string shapeText(const Tensor &tensor) {
  std::string text = "tensor<";
  llvm::raw_string_ostream os(text);
  for (int64_t size : tensor.shape)
    os << size << 'x';
  os << tensor.elementType << '>';
  return text;
}

SmallVector<int64_t> strides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> result(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    result[i] = stride;
    stride *= shape[i];
  }
  return result;
}

void forEachIndex(ArrayRef<int64_t> shape,
                  llvm::function_ref<void(ArrayRef<int64_t>, int64_t)> body) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t linear = 0; linear < count; ++linear) {
    body(index, linear);
    for (size_t i = shape.size(); i-- > 0;) {
      if (++index[i] < shape[i])
        break;
      index[i] = 0;
    }
  }
}

int64_t broadcastOffset(ArrayRef<int64_t> operand, ArrayRef<int64_t> index) {
  int64_t offset = 0, stride = 1;
  for (size_t i = operand.size(), j = index.size(); i-- > 0;) {
    --j;
    if (operand[i] != 1)
      offset += index[j] * stride;
    stride *= operand[i];
  }
  return offset;
}

} // namespace rlx::ref
