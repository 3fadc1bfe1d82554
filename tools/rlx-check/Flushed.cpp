// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the reference interpreter with subnormal values taken for zeros.
//
// Only results that differ are kept, so most functions have no second expectation.
#include "tools/rlx-check/Flushed.h"

#include <cstring>

#include "conversions/gpu/device/ProfileFile.h"
#include "dialects/check/CheckDialect.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "tools/rlx-check/UserKernels.h"

using namespace mlir;

namespace rlx::check {
namespace {

// Bitwise: equal NaN payloads, and signs of zeros.
bool isSame(const ref::Tensor &a, const ref::Tensor &b) {
  return a.shape == b.shape && a.ints == b.ints && a.floats.size() == b.floats.size() &&
         (a.floats.empty() ||
          std::memcmp(a.floats.data(), b.floats.data(), a.floats.size() * sizeof(double)) == 0);
}

} // namespace

llvm::Expected<ref::LostSubnormals> lostSubnormals(StringRef profile) {
  llvm::Expected<rt::DeviceProfile> device = findProfile(profile);
  if (!device)
    return device.takeError();
  return ref::LostSubnormals{!device->has("shaderDenormPreserveFloat16"),
                             !device->has("shaderDenormPreserveFloat32"),
                             !device->has("shaderDenormPreserveFloat64")};
}

FlushedValues flushedValues(func::FuncOp function, SmallVector<ref::Tensor> arguments,
                            ArrayRef<Value> values, ArrayRef<ref::Tensor> exact,
                            const ref::LostSubnormals &lost) {
  FlushedValues flushed(values.size());
  if (!lost.any())
    return flushed;
  llvm::DenseMap<Value, ref::Tensor> known;
  for (Value value : values)
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      known[value] = arguments[argument.getArgNumber()];
      ref::flushSubnormals(known[value], lost);
    } else {
      known[value] = {};
    }
  ref::InterpreterOptions options;
  options.lost = lost;
  options.userKernel = runReferenceKernel;
  // Expectations hold for exact values.
  options.leavesOut = [](Operation *op) { return isExpectation(op); };
  options.onResult = [&](OpResult result, const ref::Tensor &tensor) {
    if (auto it = known.find(result); it != known.end())
      it->second = tensor;
    return llvm::Error::success();
  };
  auto ran = ref::Interpreter(std::move(options)).run(function, std::move(arguments));
  if (!ran) {
    llvm::consumeError(ran.takeError());
    return flushed;
  }
  for (auto [value, wanted, into] : llvm::zip_equal(values, exact, flushed))
    if (!isSame(known[value], wanted))
      into = known[value];
  return flushed;
}

} // namespace rlx::check
