// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks features, sizes, buffers and ops of a kernel against a profile (see UnsupportedKernels.h).
// The first reason is reported. Loop limits depend on the schedule, so rlx-assign-devices checks
// them itself.
#include "conversions/gpu/device/UnsupportedKernels.h"

#include "dialects/bridge/ElementTypes.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "runtime/device/KernelBindings.h"

using namespace mlir;

namespace rlx {
namespace {

// The scalar type of the elements; of complex numbers that of their parts.
Type elementOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return element;
}

// A feature that the device lacks for buffers of, or arithmetic on, this type; empty if it has all.
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
  case 4: // a byte in buffers, as the next ones
  case 2:
  case 1:
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

// Trigonometric functions, and complex functions that are made of them. AccurateMath.h reduces
// their angle in f64, whatever the element type.
bool isOfAngle(Operation *op) {
  return isa<math::SinOp, math::CosOp, math::TanOp, complex::ExpOp, complex::Expm1Op,
             complex::SinOp, complex::CosOp, complex::TanOp, complex::TanhOp, complex::SqrtOp,
             complex::RsqrtOp, complex::PowOp>(op);
}

// Why the device cannot run this op of a lowered kernel; empty if it can.
std::string unsupportedOpReason(Operation *op, const rt::DeviceProfile &profile) {
  auto isDouble = [](Type type) { return elementOf(type).isF64(); };
  bool hasDoubles = llvm::any_of(op->getOperandTypes(), isDouble);
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "math" && hasDoubles && !isSimpleDoubleMath(op) && !profile.has("float64Math"))
    return ("the device has no '" + op->getName().stripDialect() + "' of f64").str();
  if (dialect == "complex" && hasDoubles && !profile.has("float64Math") &&
      !isa<complex::CreateOp, complex::ReOp, complex::ImOp, complex::ConstantOp, complex::AddOp,
           complex::SubOp, complex::MulOp, complex::NegOp, complex::ConjOp, complex::EqualOp,
           complex::NotEqualOp>(op))
    return ("the device has no functions for '" + op->getName().stripDialect() + "' of f64").str();
  if (isOfAngle(op) && !profile.has("shaderFloat64"))
    return ("'" + op->getName().stripDialect() +
            "' reduces its angle in f64, but the device lacks shaderFloat64")
        .str();
  if (isa<math::PowFOp>(op) && !profile.has("shaderFloat64"))
    return "powers are computed in f64, but the device lacks shaderFloat64";
  if (op->hasAttr(kLongLoopAttr))
    return "one invocation would run all steps of a row";
  if (isa<arith::RemFOp>(op) && !profile.has("exactRemainder"))
    return "the device has no exact floating-point remainder";
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto values = dyn_cast<ElementsAttr>(constant.getValue());
    if (values && isa<ComplexType>(values.getElementType()))
      return "GPU kernels cannot hold tables of complex numbers";
    if (values && !values.isSplat() && values.getNumElements() > kMaxTableConstants)
      return "GPU kernels hold tables of at most " + std::to_string(kMaxTableConstants) +
             " elements, but this one has " + std::to_string(values.getNumElements());
  }
  for (Type type : op->getResultTypes())
    // A truth value in a register is no byte.
    if (StringRef feature = type.isInteger(1) ? "" : missingFeature(type, profile);
        !feature.empty())
      return ("the device lacks " + feature).str();
  return "";
}

// Whether the kernel may keep intermediate tensors in the workspace.
bool mayNeedWorkspace(func::FuncOp kernel) {
  int64_t computed = 0;
  kernel.walk([&](Operation *op) {
    // Slices, reshapes and the like are views. Empty and filled tensors are written by an op that
    // counts.
    bool shows = isPure(op) && !isa<linalg::LinalgOp>(op) && op->getNumRegions() == 0;
    computed +=
        !shows && !isa<linalg::FillOp>(op) &&
        llvm::any_of(op->getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); });
  });
  return computed > 1;
}

// Buffers of the kernel: its operands, and the most of its own that it may have. Which of these it
// has is known after code generation; see SpirvKernel.h.
size_t buffersOf(func::FuncOp kernel) {
  rt::KernelBindings like;
  for (Type type : llvm::concat<const Type>(kernel.getArgumentTypes(), kernel.getResultTypes())) {
    auto tensor = dyn_cast<ShapedType>(type); // otherwise it is a size
    like.operands += tensor ? 1 : 0;
    like.dims += tensor ? static_cast<uint32_t>(tensor.getNumDynamicDims()) : 1;
  }
  kernel.walk([&](Operation *op) { like.usesStatus |= isa<cf::AssertOp, lir::CheckOp>(op); });
  like.usesWorkspace = mayNeedWorkspace(kernel);
  return like.numBindings();
}

// Why a tensor of static shape is too large for the device; empty if it is not.
std::string sizeReason(Type type, const rt::DeviceProfile &profile) {
  auto tensor = dyn_cast<ShapedType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return "";
  APInt count(128, 1);
  for (int64_t size : tensor.getShape())
    count *= APInt(128, static_cast<uint64_t>(size));
  if (count.ugt(std::numeric_limits<int32_t>::max()))
    return "indices into a tensor of more than 2^31 - 1 elements need more than 32 bits";
  const std::optional<rt::DType> element = dtypeOf(tensor.getElementType());
  const uint64_t bytes = element ? count.getZExtValue() * rt::byteSize(*element) : 0;
  if (bytes > profile.maxBufferBytes)
    return "a tensor has " + std::to_string(bytes) + " bytes, but kernels reach at most " +
           std::to_string(profile.maxBufferBytes) + " on the device";
  return "";
}

} // namespace

std::optional<HostReason> unsupportedReason(func::FuncOp kernel, const rt::DeviceProfile &profile) {
  auto because = [&](std::string why) { return HostReason{std::move(why), kernel.getLoc()}; };
  if (size_t buffers = buffersOf(kernel); buffers > profile.maxBuffersPerKernel)
    return because("the device allows " + std::to_string(profile.maxBuffersPerKernel) +
                   " buffers per kernel, but this one may need " + std::to_string(buffers));
  for (Type type : llvm::concat<const Type>(kernel.getArgumentTypes(), kernel.getResultTypes()))
    if (std::string why = sizeReason(type, profile); !why.empty())
      return because(std::move(why));
  for (Type type : llvm::concat<const Type>(kernel.getArgumentTypes(), kernel.getResultTypes()))
    if (StringRef feature = missingFeature(type, profile); !feature.empty())
      return because(("the device lacks " + feature).str());
  std::optional<HostReason> found;
  kernel.walk([&](Operation *op) {
    if (std::string why = unsupportedOpReason(op, profile); !why.empty())
      found = HostReason{std::move(why), op->getLoc()};
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

bool hasElements(Type type, const rt::DeviceProfile &profile) {
  return missingFeature(type, profile).empty();
}

bool canShuffle(Type type, const rt::DeviceProfile &profile) {
  return profile.has("subgroupShuffle") && type.getIntOrFloatBitWidth() >= 32 &&
         (!type.isInteger(64) || profile.has("shaderSubgroupExtendedTypes"));
}

} // namespace rlx
