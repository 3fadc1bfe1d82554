// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of ElementTypes.h: one function per direction, which a new element type must
// extend. Signedness is kept: `ui8` and `i8` are different dtypes. A signless integer is signed, as
// everywhere in the rlx dialect.
#include "dialects/bridge/ElementTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace rlx {

std::optional<rt::DType> dtypeOf(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return rt::DType::Bool;
    case 2:
      return isUnsigned ? rt::DType::U2 : rt::DType::I2;
    case 4:
      return isUnsigned ? rt::DType::U4 : rt::DType::I4;
    case 8:
      return isUnsigned ? rt::DType::U8 : rt::DType::I8;
    case 16:
      return isUnsigned ? rt::DType::U16 : rt::DType::I16;
    case 32:
      return isUnsigned ? rt::DType::U32 : rt::DType::I32;
    case 64:
      return isUnsigned ? rt::DType::U64 : rt::DType::I64;
    default:
      return std::nullopt;
    }
  }
  if (type.isF16())
    return rt::DType::F16;
  if (type.isBF16())
    return rt::DType::BF16;
  if (type.isF32())
    return rt::DType::F32;
  if (type.isF64())
    return rt::DType::F64;
  if (isa<Float8E4M3FNType>(type))
    return rt::DType::F8E4M3FN;
  if (isa<Float8E4M3FNUZType>(type))
    return rt::DType::F8E4M3FNUZ;
  if (isa<Float8E5M2Type>(type))
    return rt::DType::F8E5M2;
  if (isa<Float8E5M2FNUZType>(type))
    return rt::DType::F8E5M2FNUZ;
  if (isa<Float8E8M0FNUType>(type))
    return rt::DType::F8E8M0;
  if (isa<Float4E2M1FNType>(type))
    return rt::DType::F4E2M1;
  if (auto complex = dyn_cast<ComplexType>(type))
    return complex.getElementType().isF32()   ? std::optional(rt::DType::C64)
           : complex.getElementType().isF64() ? std::optional(rt::DType::C128)
                                              : std::nullopt;
  return std::nullopt;
}

Type elementTypeOf(MLIRContext *context, rt::DType dtype) {
  Builder b(context);
  switch (dtype) {
  case rt::DType::Bool:
    return b.getI1Type();
  case rt::DType::I8:
  case rt::DType::I16:
  case rt::DType::I32:
  case rt::DType::I64:
    return b.getIntegerType(8 * rt::byteSize(dtype));
  case rt::DType::U8:
  case rt::DType::U16:
  case rt::DType::U32:
  case rt::DType::U64:
    return b.getIntegerType(8 * rt::byteSize(dtype), /*isSigned=*/false);
  case rt::DType::F16:
    return b.getF16Type();
  case rt::DType::BF16:
    return b.getBF16Type();
  case rt::DType::F32:
    return b.getF32Type();
  case rt::DType::F64:
    return b.getF64Type();
  case rt::DType::C64:
    return ComplexType::get(b.getF32Type());
  case rt::DType::C128:
    return ComplexType::get(b.getF64Type());
  case rt::DType::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case rt::DType::F8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case rt::DType::F8E5M2:
    return Float8E5M2Type::get(context);
  case rt::DType::F8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case rt::DType::F8E8M0:
    return Float8E8M0FNUType::get(context);
  case rt::DType::F4E2M1:
    return Float4E2M1FNType::get(context);
  case rt::DType::I4:
  case rt::DType::I2:
    return b.getIntegerType(rt::bitWidth(dtype));
  case rt::DType::U4:
  case rt::DType::U2:
    return b.getIntegerType(rt::bitWidth(dtype), /*isSigned=*/false);
  case rt::DType::String: // no type of MLIR has such elements
    return {};
  }
  return {}; // a number outside the enum
}

} // namespace rlx
