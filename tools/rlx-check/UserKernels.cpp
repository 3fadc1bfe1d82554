// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user kernels of conformance files, in both forms.
//
// Both forms must agree, like any op and its reference.
#include "tools/rlx-check/UserKernels.h"

#include "runtime/base/StrCat.h"

namespace rlx::check {
namespace {

rt::Status blend(const rt::UserCall &call) {
  double w = std::stod(std::string(call.config));
  const rt::TensorView &a = call.inputs[0], &b = call.inputs[1];
  const rt::MutableTensorView &out = call.outputs[0];
  RLX_ASSIGN_OR_RETURN(const int64_t count, rt::numElements(out.shape));
  for (int64_t i = 0; i < count; ++i)
    rt::storeElement(out.dtype, out.data, i,
                     rt::loadElement(a.dtype, a.data, i) * w +
                         rt::loadElement(b.dtype, b.data, i) * (1 - w));
  return rt::okStatus();
}

rt::Status histogram(const rt::UserCall &call) {
  const rt::TensorView &in = call.inputs[0];
  const rt::MutableTensorView &out = call.outputs[0];
  auto *counts = out.as<int32_t>();
  std::fill_n(counts, out.shape[0], 0);
  RLX_ASSIGN_OR_RETURN(const int64_t count, rt::numElements(in.shape));
  for (int64_t i = 0; i < count; ++i) {
    double value = rt::loadElement(in.dtype, in.data, i);
    if (!(value >= 0 && value < double(out.shape[0])))
      return rt::outOfRange(rt::strCat("element ", i, " is outside [0, ", out.shape[0], ")"));
    ++counts[int64_t(value)];
  }
  return rt::okStatus();
}

} // namespace

std::vector<std::pair<std::string, rt::UserKernel>> userKernels() {
  return {{"blend", blend}, {"histogram", histogram}};
}

llvm::Error runReferenceKernel(llvm::StringRef name, llvm::StringRef config,
                               llvm::ArrayRef<ref::Tensor> inputs,
                               llvm::MutableArrayRef<ref::Tensor> outputs) {
  ref::Tensor &out = outputs[0];
  if (name == "blend") {
    double w = 0;
    if (config.getAsDouble(w))
      return llvm::createStringError("blend expects a number as config");
    for (int64_t i = 0; i < out.numElements(); ++i)
      out.set(i, w * inputs[0].asDouble(i) + (1 - w) * inputs[1].asDouble(i));
    return llvm::Error::success();
  }
  if (name == "histogram") {
    for (int64_t value = 0; value < out.numElements(); ++value)
      for (int64_t i = 0; i < inputs[0].numElements(); ++i)
        out.ints[value] += inputs[0].asInt(i) == value;
    return llvm::Error::success();
  }
  return llvm::createStringError("there is no kernel '" + name + "'");
}

} // namespace rlx::check
