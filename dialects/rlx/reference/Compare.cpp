// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of Compare.h: statistics of one comparison, classes of ops, and the table of
// tolerances. Ulp distances are differences of ordinals in the sequence of representable numbers. A
// change of the table also changes docs/reference/numerics.md.
#include "dialects/rlx/reference/Compare.h"

#include <cmath>

#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "dialects/rlx/ir/BlockQuantOps.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/reference/Subnormals.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace rlx::ref {
namespace {

// The index of a value in the sequence of all representable numbers of its type; both zeros are 0.
int64_t ordinal(double value, FloatType type) {
  if (isScaleFloat(type))
    return static_cast<int64_t>(scaleCode(value));
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  uint64_t bits = number.bitcastToAPInt().getZExtValue();
  uint64_t sign = uint64_t(1) << (type.getWidth() - 1);
  int64_t magnitude = static_cast<int64_t>(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

uint64_t absoluteDifference(int64_t a, int64_t b) {
  return a > b ? uint64_t(a) - uint64_t(b) : uint64_t(b) - uint64_t(a);
}

double largestFinite(const Tensor &tensor) {
  double largest = 0;
  for (double value : tensor.floats)
    if (std::isfinite(value))
      largest = std::max(largest, std::fabs(value));
  return largest;
}

// Compares the elements of one comparison, and collects its statistics.
class ElementJudge {
public:
  // `flushed` has the shape of `expected`, or is null.
  ElementJudge(const Tensor &actual, const Tensor &expected, const Tensor *flushed,
               const Tolerance &tolerance, Comparison &result)
      : actual(actual), expected(expected), flushed(flushed), tolerance(tolerance), result(result) {
    floatType = dyn_cast<FloatType>(expected.scalarType());
    slack = tolerance.atol + (floatType ? tolerance.normwise * largestFinite(expected) : 0);
  }

  bool passes(int64_t i) {
    if (!expected.isComplex())
      return floatType ? passesFloat(i, i) : passesInteger(i);
    bool real = passesFloat(i, 2 * i);
    return passesFloat(i, 2 * i + 1) && real;
  }

private:
  // `part` is the scalar: the element itself or, if that is complex, one of its parts.
  bool passesFloat(int64_t i, int64_t part) {
    double a = actual.floats[part], e = expected.floats[part];
    if (!std::isnan(a) && !std::isnan(e)) {
      result.maxUlp = std::max(result.maxUlp, ulpDistance(a, e, floatType));
      recordDistance(a, e);
    }
    if (agrees(a, expected, i, part) || (flushed && agreesFlushed(a, i, part)))
      return true;
    result.numNaNMismatches += std::isnan(a) != std::isnan(e);
    return false;
  }

  // On a device that flushes subnormals to zero, either value may take the place of the other.
  bool agreesFlushed(double a, int64_t i, int64_t part) const {
    return agrees(a, *flushed, i, part) ||
           (a == 0 && isSubnormal(expected.floats[part], floatType)) ||
           (isSubnormal(a, floatType) && flushed->floats[part] == 0);
  }

  // The magnitude for the relative tolerance. For a complex number it is that of the whole number:
  // a part that is small because terms cancelled has an error like that of the other part.
  double sizeOf(const Tensor &wanted, int64_t i, int64_t part) const {
    double size = wanted.isComplex() ? std::abs(wanted.complexAt(i)) : INFINITY;
    return std::isfinite(size) ? size : std::fabs(wanted.floats[part]);
  }

  bool agrees(double a, const Tensor &wanted, int64_t i, int64_t part) const {
    double e = wanted.floats[part];
    if (std::isnan(a) || std::isnan(e))
      return std::isnan(a) && std::isnan(e);
    if (tolerance.signedZeros && a == 0 && e == 0 && std::signbit(a) != std::signbit(e))
      return false;
    if (ulpDistance(a, e, floatType) <= tolerance.ulp)
      return true;
    return std::isfinite(a) && std::isfinite(e) &&
           std::fabs(a - e) <= slack + tolerance.rtol * sizeOf(wanted, i, part);
  }

  // Records finite pairs only.
  void recordDistance(double a, double e) {
    if (!std::isfinite(a) || !std::isfinite(e))
      return;
    double distance = std::fabs(a - e);
    result.maxAbs = std::max(result.maxAbs, distance);
    if (e != 0)
      result.maxRel = std::max(result.maxRel, distance / std::fabs(e));
  }

  bool passesInteger(int64_t i) {
    if (actual.ints[i] == expected.ints[i] || (flushed && actual.ints[i] == flushed->ints[i]))
      return true;
    double a = actual.asDouble(i), e = expected.asDouble(i), distance = std::fabs(a - e);
    recordDistance(a, e);
    return distance != 0 && distance <= slack + tolerance.rtol * std::fabs(e);
  }

  const Tensor &actual, &expected;
  const Tensor *flushed;
  const Tolerance &tolerance;
  Comparison &result;
  FloatType floatType;
  double slack;
};

bool touchesFloats(Operation *op) {
  auto isFloat = [](Type type) { return isa<FloatType, ComplexType>(getElementTypeOrSelf(type)); };
  return llvm::any_of(op->getResultTypes(), isFloat) ||
         llvm::any_of(op->getOperandTypes(), isFloat);
}

// Ops whose float results are fully determined: they move or select elements, or round the exact
// result once. An op that is missing here is only compared less strictly.
constexpr StringRef kExactOps[] = {"rlx.abs",
                                   "rlx.add",
                                   "rlx.bitcast",
                                   "rlx.ceil",
                                   "rlx.clamp",
                                   "rlx.compare",
                                   "rlx.concat",
                                   "rlx.constant",
                                   "rlx.div",
                                   "rlx.dynamic_expand",
                                   "rlx.expand",
                                   "rlx.floor",
                                   "rlx.gather",
                                   "rlx.gather_elements",
                                   "rlx.is_inf",
                                   "rlx.is_nan",
                                   "rlx.max",
                                   "rlx.min",
                                   "rlx.mul",
                                   "rlx.neg",
                                   "rlx.pad",
                                   "rlx.relu",
                                   "rlx.reshape",
                                   "rlx.round",
                                   "rlx.sign",
                                   "rlx.slice",
                                   "rlx.sqrt",
                                   "rlx.sub",
                                   "rlx.where",
                                   "rlx.cast",
                                   "rlx.argmax",
                                   "rlx.transpose",
                                   "rlx.argmin",
                                   "rlx.top_k",
                                   "rlx.sort",
                                   "rlx.search_sorted",
                                   "rlx.flat_nonzero",
                                   "rlx.tree_leaves",
                                   "rlx.tree_leaves_bitvector",
                                   "rlx.non_max_suppression",
                                   "rlx.gather_nd",
                                   "rlx.relu_backward",
                                   "rlx.dequantize_blocks",
                                   "rlx.dequantize_scaled",
                                   "rlx.complex",
                                   "rlx.real",
                                   "rlx.imag",
                                   "rlx.conj"};

// These round several times on complex numbers.
constexpr StringRef kInexactOnComplexOps[] = {"rlx.mul", "rlx.div", "rlx.sqrt"};

bool isInexactOnComplex(Operation *op) {
  return llvm::is_contained(kInexactOnComplexOps, op->getName().getStringRef()) &&
         isa<ComplexType>(getElementTypeOrSelf(op->getResult(0).getType()));
}

// The exact ops that round; a chain of them may be contracted.
constexpr StringRef kRoundingOps[] = {"rlx.add", "rlx.div", "rlx.mul", "rlx.sqrt", "rlx.sub"};

// Elementwise ops in which terms of the input's magnitude cancel near zeros or in tails. Their
// error is relative to the largest results, as for sums.
constexpr StringRef kCancellingOps[] = {
    "rlx.activation_backward", "rlx.cos", "rlx.gelu", "rlx.gelu_tanh",
    "rlx.hard_swish",          "rlx.sin", "rlx.tan"};

// Ops that keep the error of an inexact operand, although their result may be much smaller.
constexpr StringRef kLargerErrorOps[] = {"rlx.add", "rlx.sub", "rlx.real", "rlx.imag"};

} // namespace

uint64_t ulpDistance(double lhs, double rhs, FloatType type) {
  if (std::isnan(lhs) || std::isnan(rhs))
    return std::isnan(lhs) && std::isnan(rhs) ? 0 : UINT64_MAX;
  return absoluteDifference(ordinal(lhs, type), ordinal(rhs, type));
}

static std::complex<double> valueAt(const Tensor &tensor, int64_t i) {
  return tensor.isComplex() ? tensor.complexAt(i) : tensor.asDouble(i);
}

Comparison compare(const Tensor &actual, const Tensor &expected, const Tolerance &tolerance,
                   const Tensor *flushed) {
  // Sizes may depend on the data. Then the whole tensor must agree with one of the two.
  if (flushed && flushed->shape != expected.shape) {
    Comparison result = compare(actual, *flushed, tolerance);
    return result.ok ? result : compare(actual, expected, tolerance);
  }
  Comparison result;
  if (actual.elementType != expected.elementType || actual.shape != expected.shape) {
    result.ok = false;
    result.mismatch = "got " + shapeText(actual) + ", expected " + shapeText(expected);
    return result;
  }
  result.numElements = expected.numElements();
  ElementJudge judge(actual, expected, flushed, tolerance, result);
  forEachIndex(expected.shape, [&](ArrayRef<int64_t> index, int64_t i) {
    const std::complex<double> wanted = valueAt(expected, i);
    if (!std::isfinite(wanted.real()) || !std::isfinite(wanted.imag()))
      ++result.numNotFinite;
    if (judge.passes(i))
      return;
    if (result.numBad++ == 0) {
      result.firstBad.assign(index.begin(), index.end());
      result.isComplex = expected.isComplex();
      result.actualAtBad = valueAt(actual, i);
      result.expectedAtBad = wanted;
    }
  });
  result.ok = result.numBad == 0;
  return result;
}

std::string Comparison::report() const {
  if (!mismatch.empty())
    return mismatch;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (numBad == 0) {
    os << "all " << numElements << " elements agree";
    // A model whose results are all of these would otherwise seem to agree.
    if (numNotFinite)
      os << ", " << numNotFinite << " of them infinite or NaN";
  } else {
    os << numBad << " of " << numElements << " elements differ; first at [";
    llvm::interleaveComma(firstBad, os);
    auto number = [&](std::complex<double> value) -> llvm::raw_ostream & {
      if (isComplex)
        return os << llvm::format("(%.9g, %.9g)", value.real(), value.imag());
      return os << llvm::format("%.9g", value.real());
    };
    os << "]: got ";
    number(actualAtBad) << ", expected ";
    number(expectedAtBad);
    if (numNaNMismatches)
      os << "; " << numNaNMismatches << " where only one is NaN";
  }
  os << "; max abs " << llvm::format("%.3g", maxAbs) << ", max rel " << llvm::format("%.3g", maxRel)
     << ", max ulp " << maxUlp;
  return text;
}

OpClass classify(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!touchesFloats(op) || (llvm::is_contained(kExactOps, name) && !isInexactOnComplex(op)))
    return OpClass::Exact;
  // Constants and inputs compute nothing. A call stands for the ops that it calls.
  if (op->getNumOperands() == 0 && !isa<CallOpInterface>(op))
    return OpClass::Exact;
  bool isPointwise = isa<ElementwiseOpInterface>(op) && !llvm::is_contained(kCancellingOps, name);
  return isPointwise ? OpClass::Elementwise : OpClass::Accumulation;
}

SmallVector<StringRef> opsOfClasses() {
  SmallVector<StringRef> ops;
  for (ArrayRef<StringRef> list :
       {ArrayRef(kExactOps), ArrayRef(kInexactOnComplexOps), ArrayRef(kRoundingOps),
        ArrayRef(kCancellingOps), ArrayRef(kLargerErrorOps)})
    llvm::append_range(ops, list);
  return ops;
}

namespace {
// Whether a sum or difference has an inexact term. After cancellation the error remains, and is
// relative to the terms. The same holds for one part of a complex number and the whole number.
// `ops` are the ops that compute a value.
bool keepsLargerErrors(const llvm::SmallPtrSetImpl<Operation *> &ops) {
  SmallVector<Operation *> work;
  llvm::copy_if(ops, std::back_inserter(work),
                [](Operation *op) { return classify(op) != OpClass::Exact; });
  llvm::SmallPtrSet<Operation *, 16> seen(work.begin(), work.end());
  while (!work.empty())
    for (Operation *user : work.pop_back_val()->getUsers()) {
      if (!ops.contains(user) || !seen.insert(user).second)
        continue;
      if (touchesFloats(user) &&
          llvm::is_contained(kLargerErrorOps, user->getName().getStringRef()))
        return true;
      work.push_back(user);
    }
  return false;
}
} // namespace

using OpSet = llvm::SmallPtrSet<Operation *, 16>;

// The ops that compute a value.
static OpSet opsBehind(Value value) {
  SmallVector<Value> work = {value};
  OpSet seen;
  while (!work.empty())
    if (Operation *op = work.pop_back_val().getDefiningOp(); op && seen.insert(op).second)
      work.append(op->operand_begin(), op->operand_end());
  return seen;
}

static OpClass classifyAll(const OpSet &ops) {
  OpClass loosest = OpClass::Exact;
  unsigned numRounding = 0;
  for (Operation *op : ops) {
    loosest = std::max(loosest, classify(op));
    numRounding +=
        touchesFloats(op) && llvm::is_contained(kRoundingOps, op->getName().getStringRef());
  }
  if (loosest == OpClass::Elementwise && keepsLargerErrors(ops))
    return OpClass::Accumulation;
  return numRounding > 1 ? std::max(loosest, OpClass::Elementwise) : loosest;
}

OpClass classify(Value value) {
  return classifyAll(opsBehind(value));
}

static std::optional<RowPrecision> rowPrecisionOf(Operation *op) {
  if (auto matmul = dyn_cast<DequantMatmulOp>(op))
    return matmul.getRowPrecision();
  if (auto matmul = dyn_cast<DequantMatmulPackedOp>(op))
    return matmul.getRowPrecision();
  return std::nullopt;
}

FloatType rowPrecisionType(Value value, std::optional<RowPrecision> asked) {
  RowPrecision coarsest = RowPrecision::Exact;
  for (Operation *op : opsBehind(value))
    if (isa<DequantMatmulOp, DequantMatmulPackedOp>(op)) {
      const std::optional<RowPrecision> given = rowPrecisionOf(op);
      const bool isAsked = asked && given != RowPrecision::Exact;
      coarsest = std::max(coarsest, (isAsked ? asked : given).value_or(RowPrecision::Exact));
    }
  MLIRContext *context = value.getContext();
  switch (coarsest) {
  case RowPrecision::Exact:
    return Float32Type::get(context);
  case RowPrecision::High:
    return Float16Type::get(context);
  case RowPrecision::Fast:
    return BFloat16Type::get(context);
  }
  llvm_unreachable("a precision of rows");
}

static FloatType floatOf(Type type) {
  type = getElementTypeOrSelf(type);
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  return dyn_cast<FloatType>(type);
}

Tolerance toleranceFor(Value value) {
  FloatType coarsest = floatOf(value.getType());
  if (!coarsest) // exact
    return {};
  if (coarsest.isF32())
    coarsest = rowPrecisionType(value);
  const OpSet ops = opsBehind(value);
  for (Operation *op : ops)
    if (classify(op) != OpClass::Exact)
      for (Type type : op->getResultTypes())
        if (FloatType other = floatOf(type);
            other && other.getFPMantissaWidth() < coarsest.getFPMantissaWidth())
          coarsest = other;
  return toleranceFor(coarsest, classifyAll(ops));
}

// The rows of docs/reference/numerics.md. The reference computes in double and rounds once, so the
// difference is the other side's error: its math functions (elementwise) or its order of summation
// (accumulation).
Tolerance toleranceFor(Type elementType, OpClass opClass) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    elementType = complex.getElementType();
  if (!isa<FloatType>(elementType) || opClass == OpClass::Exact)
    return {};
  bool sums = opClass == OpClass::Accumulation;
  if (elementType.isF64())
    return sums ? Tolerance{1e-14, 1e-12, 1e-13, 8} : Tolerance{1e-300, 1e-14, 0, 8};
  if (elementType.isF32())
    return sums ? Tolerance{1e-7, 1e-5, 4e-6, 8} : Tolerance{1e-37, 1e-6, 0, 8};
  if (elementType.isF16())
    return sums ? Tolerance{1e-6, 4e-3, 2e-3, 4} : Tolerance{6e-8, 2e-3, 0, 2};
  return sums ? Tolerance{1e-7, 3e-2, 1.6e-2, 4} : Tolerance{1e-37, 1.6e-2, 0, 2}; // bf16
}

} // namespace rlx::ref
