// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host tensors, and access to single elements by dtype.
//
// Element access goes through ElementRules.h, so single elements convert as whole tensors do.
#include "runtime/tensor/Tensor.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <new>

#include "runtime/base/Allocator.h"
#include "runtime/base/NarrowFloat.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/tensor/ElementRules.h"

namespace rlx::rt {

static StatusOr<int64_t> countElements(std::span<const int64_t> shape) {
  // A tensor with a zero dimension is legal whatever its other dimensions are. So overflow is an
  // error only if no dimension is zero.
  int64_t product = 1;
  bool empty = false, overflow = false;
  for (int64_t dim : shape) {
    if (dim < 0)
      return invalidArgument(strCat("tensor has a negative dimension ", dim));
    if (dim == 0)
      empty = true;
    else if (__builtin_mul_overflow(product, dim, &product))
      overflow = true;
  }
  if (empty)
    return int64_t(0);
  if (overflow)
    return outOfRange("tensor has more than 2^63 - 1 elements");
  return product;
}

StatusOr<int64_t> numElements(std::span<const int64_t> shape) {
  return catchAllocFailure([&] { return countElements(shape); });
}

static StatusOr<int64_t> countBytes(DType dtype, std::span<const int64_t> shape) {
  RLX_ASSIGN_OR_RETURN(int64_t count, countElements(shape));
  if (byteSize(dtype) == 0)
    return invalidArgument(strCat("no element type has the number ", unsigned(dtype)));
  int64_t bytes;
  if (__builtin_mul_overflow(count, int64_t(byteSize(dtype)), &bytes))
    return outOfRange("tensor has more than 2^63 - 1 bytes");
  return bytes;
}

StatusOr<int64_t> numBytes(DType dtype, std::span<const int64_t> shape) {
  return catchAllocFailure([&] { return countBytes(dtype, shape); });
}

std::string typeText(DType dtype, std::span<const int64_t> shape) {
  std::string text = strCat(name(dtype), "[");
  for (size_t i = 0; i < shape.size(); ++i)
    text += strCat(i ? "," : "", shape[i]);
  return text + "]";
}

using elements::load, elements::saturate, elements::store;

// An integer of 4 or 2 bits, in the low bits of a byte.
static double loadNarrowInteger(DType dtype, uint8_t bits) {
  const unsigned width = bitWidth(dtype);
  const int value = bits & ((1 << width) - 1);
  return isUnsigned(dtype) || value < 1 << (width - 1) ? value : value - (1 << width);
}
static uint8_t narrowInteger(DType dtype, double value) {
  const unsigned width = bitWidth(dtype);
  const int low = isUnsigned(dtype) ? 0 : -(1 << (width - 1));
  const int high = low + (1 << width) - 1;
  const int whole = saturate<int16_t>(value);
  return static_cast<uint8_t>((whole < low    ? low
                               : whole > high ? high
                                              : whole) &
                              ((1 << width) - 1));
}

double loadElement(DType dtype, const void *data, int64_t index) {
  switch (dtype) {
  case DType::Bool:
    return load<uint8_t>(data, index) != 0;
  case DType::I8:
    return load<int8_t>(data, index);
  case DType::I16:
    return load<int16_t>(data, index);
  case DType::I32:
    return load<int32_t>(data, index);
  case DType::I64:
    return static_cast<double>(load<int64_t>(data, index));
  case DType::U8:
    return load<uint8_t>(data, index);
  case DType::U16:
    return load<uint16_t>(data, index);
  case DType::U32:
    return load<uint32_t>(data, index);
  case DType::U64:
    return static_cast<double>(load<uint64_t>(data, index));
  case DType::F16:
    return halfToDouble(load<uint16_t>(data, index));
  case DType::BF16:
    return bfloat16ToDouble(load<uint16_t>(data, index));
  case DType::F32:
    return load<float>(data, index);
  case DType::F64:
    return load<double>(data, index);
  case DType::C64:
  case DType::C128:
    return loadElement(partType(dtype), data, 2 * index);
  case DType::F8E4M3FN:
  case DType::F8E4M3FNUZ:
  case DType::F8E5M2:
  case DType::F8E5M2FNUZ:
  case DType::F8E8M0:
  case DType::F4E2M1:
    return narrowToDouble(dtype, load<uint8_t>(data, index));
  case DType::I4:
  case DType::U4:
  case DType::I2:
  case DType::U2:
    return loadNarrowInteger(dtype, load<uint8_t>(data, index));
  case DType::String: // has no value
    break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void storeElement(DType dtype, void *data, int64_t index, double value) {
  switch (dtype) {
  case DType::Bool:
    return store<uint8_t>(data, index, value != 0);
  case DType::I8:
    return store(data, index, saturate<int8_t>(value));
  case DType::I16:
    return store(data, index, saturate<int16_t>(value));
  case DType::I32:
    return store(data, index, saturate<int32_t>(value));
  case DType::I64:
    return store(data, index, saturate<int64_t>(value));
  case DType::U8:
    return store(data, index, saturate<uint8_t>(value));
  case DType::U16:
    return store(data, index, saturate<uint16_t>(value));
  case DType::U32:
    return store(data, index, saturate<uint32_t>(value));
  case DType::U64:
    return store(data, index, saturate<uint64_t>(value));
  case DType::F16:
    return store(data, index, doubleToHalf(value));
  case DType::BF16:
    return store(data, index, doubleToBFloat16(value));
  case DType::F32:
    return store(data, index, static_cast<float>(value));
  case DType::F64:
    return store(data, index, value);
  case DType::C64:
  case DType::C128:
    storeElement(partType(dtype), data, 2 * index, value);
    return storeElement(partType(dtype), data, 2 * index + 1, 0);
  case DType::F8E4M3FN:
  case DType::F8E4M3FNUZ:
  case DType::F8E5M2:
  case DType::F8E5M2FNUZ:
  case DType::F8E8M0:
  case DType::F4E2M1:
    return store(data, index, doubleToNarrow(dtype, value));
  case DType::I4:
  case DType::U4:
  case DType::I2:
  case DType::U2:
    return store(data, index, narrowInteger(dtype, value));
  case DType::String: // no value is one
    return;
  }
}

StatusOr<Tensor> Tensor::allocate(DType dtype, std::span<const int64_t> shape) {
  return catchAllocFailure([&]() -> StatusOr<Tensor> {
    RLX_ASSIGN_OR_RETURN(int64_t bytes, numBytes(dtype, shape));
    void *data = allocateAligned(static_cast<size_t>(bytes));
    if (!data)
      return outOfMemory(strCat("no memory for a tensor ", typeText(dtype, shape)));
    // If allocating the control block fails, shared_ptr frees `data` and throws.
    return wrap(dtype, shape, data, std::shared_ptr<void>(data, freeAligned));
  });
}

// The elements and all their bytes in one block.
static StatusOr<Tensor> copyOfStrings(const TensorView &view) {
  RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(view.shape));
  const std::span<const StringElement> from(view.as<StringElement>(), static_cast<size_t>(count));
  size_t bytes = from.size_bytes();
  for (const StringElement &element : from) {
    if (!element.data && element.size != 0)
      return invalidArgument("a string has bytes but a null data pointer");
    if (__builtin_add_overflow(bytes, element.size, &bytes))
      return outOfRange("the strings have more than 2^64 - 1 bytes");
  }
  char *const block = static_cast<char *>(allocateAligned(bytes));
  if (!block)
    return outOfMemory(strCat("no memory for a tensor ", typeText(view.dtype, view.shape)));
  std::shared_ptr<void> owner(block, freeAligned);
  char *to = block + from.size_bytes();
  for (size_t i = 0; i < from.size(); ++i) {
    new (block + i * sizeof(StringElement)) StringElement{to, from[i].size};
    to = std::copy_n(from[i].data, from[i].size, to);
  }
  return Tensor::wrap(view.dtype, view.shape, block, std::move(owner));
}

StatusOr<Tensor> Tensor::copyOf(const TensorView &view) {
  if (view.dtype == DType::String && view.data)
    return catchAllocFailure([&] { return copyOfStrings(view); });
  RLX_ASSIGN_OR_RETURN(Tensor copy, allocate(view.dtype, view.shape));
  if (copy.bytes() != 0) {
    if (!view.data)
      return invalidArgument("tensor has elements but a null data pointer");
    std::memcpy(copy.data(), view.data, copy.bytes());
  }
  return copy;
}

Status Tensor::rewrap(DType dtype, std::span<const int64_t> shape, void *data) {
  return catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(int64_t bytes, numBytes(dtype, shape));
    if (!data && bytes != 0)
      return invalidArgument(
          strCat("tensor ", typeText(dtype, shape), " has elements but a null data pointer"));
    dims.assign(shape.begin(), shape.end());
    type = dtype;
    count = bytes / byteSize(dtype);
    memory = data;
    owner = nullptr;
    return okStatus();
  });
}

StatusOr<Tensor> Tensor::wrap(DType dtype, std::span<const int64_t> shape, void *data,
                              std::shared_ptr<void> keepAlive) {
  return catchAllocFailure([&]() -> StatusOr<Tensor> {
    Tensor tensor;
    RLX_RETURN_IF_ERROR(tensor.rewrap(dtype, shape, data));
    tensor.owner = std::move(keepAlive);
    return tensor;
  });
}

Tensor Tensor::share() const {
  Tensor other;
  other.type = type;
  other.dims = dims;
  other.count = count;
  other.memory = memory;
  other.owner = owner;
  return other;
}

bool Tensor::isSoleOwner() const {
  const bool isSole = owner.use_count() == 1;
  std::atomic_thread_fence(std::memory_order_acquire); // behind the other owners' releases
  return isSole;
}

} // namespace rlx::rt
