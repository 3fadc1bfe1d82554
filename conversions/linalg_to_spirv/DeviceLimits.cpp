// See DeviceLimits.h.
#include "conversions/linalg_to_spirv/DeviceLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace rlx {
namespace {

// The scalar types that values of this type are made of.
Type elementOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return element;
}

// A feature that arithmetic on, and buffers of, this type need and the device lacks.
StringRef missingFeature(Type type, const rt::DeviceProfile &profile) {
  Type element = elementOf(type);
  if (!element.isIntOrFloat())
    return "";
  auto first = [&](std::initializer_list<StringRef> features) {
    for (StringRef feature : features)
      if (!profile.has(feature))
        return feature;
    return StringRef();
  };
  switch (element.getIntOrFloatBitWidth()) {
  case 64:
    return isa<FloatType>(element) ? first({"shaderFloat64"}) : first({"shaderInt64"});
  case 16:
    return element.isF16() ? first({"storageBuffer16BitAccess", "shaderFloat16"})
                           : first({"storageBuffer16BitAccess", "shaderInt16"});
  case 8:
  case 1: // a byte in buffers
    return first({"storageBuffer8BitAccess", "shaderInt8"});
  default:
    return "";
  }
}

bool isSimpleDoubleMath(Operation *op) {
  return isa<math::AbsFOp, math::CeilOp, math::FloorOp, math::RoundOp, math::RoundEvenOp,
             math::SqrtOp, math::RsqrtOp, math::IsNaNOp, math::IsInfOp, math::IsFiniteOp,
             math::CopySignOp, math::FmaOp>(op);
}

// Functions of angles, and those of complex numbers that are made of them. AccurateMath.h reduces
// the angle in f64, whatever the function is of.
bool isOfAngle(Operation *op) {
  return isa<math::SinOp, math::CosOp, math::TanOp, complex::ExpOp, complex::Expm1Op,
             complex::SinOp, complex::CosOp, complex::TanOp, complex::TanhOp, complex::SqrtOp,
             complex::RsqrtOp, complex::PowOp>(op);
}

// Of an op of a lowered kernel.
std::string whyNot(Operation *op, const rt::DeviceProfile &profile) {
  auto isDouble = [](Type type) { return elementOf(type).isF64(); };
  bool hasDoubles = llvm::any_of(op->getOperandTypes(), isDouble);
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "math" && hasDoubles && !isSimpleDoubleMath(op))
    return ("SPIR-V has no '" + op->getName().stripDialect() + "' of f64").str();
  if (dialect == "complex" && hasDoubles &&
      !isa<complex::CreateOp, complex::ReOp, complex::ImOp, complex::ConstantOp, complex::AddOp,
           complex::SubOp, complex::MulOp, complex::NegOp, complex::ConjOp, complex::EqualOp,
           complex::NotEqualOp>(op))
    return ("SPIR-V has no functions for '" + op->getName().stripDialect() + "' of f64").str();
  if (isOfAngle(op) && !profile.has("shaderFloat64"))
    return ("'" + op->getName().stripDialect() +
            "' reduces its angle in f64, and the device lacks shaderFloat64")
        .str();
  if (isa<math::PowFOp>(op))
    return "SPIR-V's power of a negative number is not defined";
  if (isa<arith::RemFOp>(op))
    return "SPIR-V has no exact remainder of floats";
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto values = dyn_cast<ElementsAttr>(constant.getValue());
    if (values && isa<ComplexType>(values.getElementType()))
      return "a kernel for Vulkan holds no table of complex numbers";
    if (values && !values.isSplat() && values.getNumElements() > kMostTableConstants)
      return "a kernel for Vulkan holds tables of " + std::to_string(kMostTableConstants) +
             " numbers at most, and this one has " + std::to_string(values.getNumElements());
  }
  for (Type type : op->getResultTypes())
    // A truth value by itself is no byte.
    if (StringRef feature = type.isInteger(1) ? "" : missingFeature(type, profile);
        !feature.empty())
      return ("the device lacks " + feature).str();
  return "";
}

// Buffers of its own, of the workspace, the status and the scalars.
constexpr size_t kContextBuffers = 3;

} // namespace

std::string whyOnHost(func::FuncOp kernel, const rt::DeviceProfile &profile) {
  size_t buffers = kernel.getNumArguments() + kernel.getNumResults() + kContextBuffers;
  if (buffers > profile.maxBuffersPerKernel)
    return "the device takes " + std::to_string(profile.maxBuffersPerKernel) +
           " buffers a kernel, and this one needs " + std::to_string(buffers);
  for (Type type : llvm::concat<const Type>(kernel.getArgumentTypes(), kernel.getResultTypes()))
    if (StringRef feature = missingFeature(type, profile); !feature.empty())
      return ("the device lacks " + feature).str();
  std::string why;
  kernel.walk([&](Operation *op) {
    why = whyNot(op, profile);
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return why;
}

} // namespace rlx
