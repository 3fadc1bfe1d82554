// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares outputs element by element, and lists the dispatches that differ.
//
// The reference's tolerances depend on the op that made the output.
#include "tools/rlx-run/compare/Compare.h"

#include <cmath>

#include "dialects/rlx/reference/Compare.h"
#include "dialects/rlx/reference/Interpreter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tools/rlx-run/common/TensorText.h"
#include "tools/rlx-run/compare/Deviations.h"
#include "tools/rlx-run/compare/ReferenceForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace rlx::run {
namespace {

bool close(double actual, double expected, double rtol, double atol) {
  if (std::isnan(actual) || std::isnan(expected))
    return std::isnan(actual) && std::isnan(expected);
  if (std::isinf(actual) || std::isinf(expected))
    return actual == expected;
  return std::fabs(actual - expected) <= atol + rtol * std::fabs(expected);
}

// 64-bit integers do not fit doubles. Unequal ones count as different if rounding would hide it.
bool sameInteger(const rt::TensorView &a, const rt::TensorView &b, int64_t i) {
  return a.as<int64_t>()[i] == b.as<int64_t>()[i];
}

std::string position(int64_t linear, std::span<const int64_t> shape) {
  std::string text;
  for (size_t d = shape.size(); d-- > 0;) {
    text = std::to_string(linear % shape[d]) + (text.empty() ? "" : ",") + text;
    linear /= shape[d];
  }
  return "[" + text + "]";
}

} // namespace

std::string difference(const rt::TensorView &actual, const rt::TensorView &expected, double rtol,
                       double atol) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (actual.dtype != expected.dtype || !llvm::equal(actual.shape, expected.shape)) {
    os << "expected " << rt::typeText(expected.dtype, expected.shape) << ", but got "
       << rt::typeText(actual.dtype, actual.shape);
    return text;
  }
  if (rt::isComplex(expected.dtype)) { // complex elements, as an additional dimension of parts
    std::vector<int64_t> shape(expected.shape.begin(), expected.shape.end());
    shape.push_back(2);
    rt::DType part = rt::partType(expected.dtype);
    return difference({part, shape, actual.data}, {part, shape, expected.data}, rtol, atol);
  }
  rt::StatusOr<int64_t> count = rt::numElements(expected.shape);
  const bool isText = expected.dtype == rt::DType::String;
  auto sameText = [&](int64_t i) {
    return actual.as<rt::StringElement>()[i].view() == expected.as<rt::StringElement>()[i].view();
  };
  bool wide = expected.dtype == rt::DType::I64 || expected.dtype == rt::DType::U64;
  int64_t bad = 0, first = -1;
  double maxAbs = 0;
  for (int64_t i = 0; i < *count; ++i) {
    double a = rt::loadElement(actual.dtype, actual.data, i);
    double e = rt::loadElement(expected.dtype, expected.data, i);
    if (std::isfinite(a) && std::isfinite(e))
      maxAbs = std::max(maxAbs, std::fabs(a - e));
    if (isText           ? sameText(i)
        : wide && a == e ? sameInteger(actual, expected, i)
                         : close(a, e, rtol, atol))
      continue;
    first = bad++ ? first : i;
  }
  if (bad)
    os << bad << " of " << *count << " elements differ; first at "
       << position(first, expected.shape) << ": got " << elementText(actual, first) << ", expected "
       << elementText(expected, first);
  if (bad && !isText)
    os << llvm::format("; max abs difference %g", maxAbs);
  return text;
}

bool compareExpected(rt::Executable &executable, const Case &one, const Options &options,
                     llvm::raw_ostream &os) {
  const rt::Program &program = executable.program();
  bool same = true;
  for (auto [i, expected] : llvm::enumerate(one.expected)) {
    // Two units in the last place of bf16, as ONNX's own runner has it.
    const bool isWide = expected.view().dtype == rt::DType::BF16 && options.rtol == Options().rtol;
    std::string text = difference(executable.output(i), expected.view(),
                                  isWide ? 0x1p-6 : options.rtol, options.atol);
    if (text.empty())
      continue;
    same = false;
    os << (one.name.empty() ? "" : one.name + ": ") << "output '" << program.outputs[i].name
       << "': " << text << "\n";
  }
  return same;
}

rt::Status compareReference(Model &model, const Case &one, bool everyDispatch,
                            llvm::raw_ostream &os, bool &agree) {
  func::FuncOp function = modelFunction(model.reference());
  RLX_ASSIGN_OR_RETURN(SmallVector<ref::Tensor> values,
                       referenceArguments(function, model.params(), one));
  Deviations deviations;
  RLX_RETURN_IF_ERROR(deviations.record(model, one));
  ref::InterpreterOptions options;
  options.onResult = [&](OpResult result, const ref::Tensor &value) {
    deviations.compareWith(result, value);
    return llvm::Error::success();
  };
  ref::Interpreter interpreter(std::move(options));
  llvm::Expected<SmallVector<ref::Tensor>> results = interpreter.run(function, std::move(values));
  if (!results)
    return referenceFailed(results.takeError());
  rt::Executable &executable = model.executable();
  Operation *ret = function.getBody().front().getTerminator();
  bool allAgree = true;
  for (auto [i, expected] : llvm::enumerate(*results)) {
    RLX_ASSIGN_OR_RETURN(ref::Tensor actual,
                         toReference(executable.output(i), ret->getOperand(i).getType()));
    ref::Tolerance tolerance = ref::toleranceFor(ret->getOperand(i));
    ref::Comparison comparison = ref::compare(actual, expected, tolerance);
    allAgree = allAgree && comparison.ok;
    os << (one.name.empty() ? "" : one.name + ": ") << "output '"
       << executable.program().outputs[i].name << "' " << (comparison.ok ? "agrees" : "DIFFERS")
       << (comparison.ok ? " with" : " from") << " the reference: " << comparison.report() << "\n";
  }
  agree = agree && allAgree;
  if (everyDispatch || !allAgree)
    deviations.print(os, everyDispatch);
  return rt::okStatus();
}

} // namespace rlx::run
