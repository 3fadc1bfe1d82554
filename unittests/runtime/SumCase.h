// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sumProgram of TestPrograms.h ready to run, with inputs and expected results.
#ifndef RLX_UNITTESTS_RUNTIME_SUMCASE_H
#define RLX_UNITTESTS_RUNTIME_SUMCASE_H

#include <gtest/gtest.h>

#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

namespace rlx::rt::testing {

inline std::vector<float> ramp(size_t count, float start) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = start + static_cast<float>(i % 97);
  return values;
}

// Inputs and expected results of sumProgram for one number of rows.
struct Case {
  Case(int64_t rows, int64_t cols, float seed)
      : shape{rows, cols}, x(ramp(size_t(rows * cols), seed)),
        y(ramp(size_t(rows * cols), 3 * seed)), scale(ramp(size_t(cols), 0.5f)) {}
  std::vector<NamedTensor> inputs() const {
    return {{"y", {DType::F32, shape, y.data()}}, {"x", {DType::F32, shape, x.data()}}};
  }
  TensorView scaleView() const { return {DType::F32, std::span(shape).subspan(1), scale.data()}; }
  void check(const Executable &executable) const {
    TensorView out = executable.output(0), head = executable.output(1);
    check(out);
    ASSERT_TRUE(head.data || shape[0] == 0);
    ASSERT_EQ(head.shape[0], std::min<int64_t>(shape[0], 1));
    for (int64_t i = 0; i < head.shape[0] * shape[1]; ++i)
      ASSERT_EQ(head.as<float>()[i], x[i] + y[i]);
  }
  void check(const TensorView &out) const {
    ASSERT_TRUE(std::equal(out.shape.begin(), out.shape.end(), shape.begin(), shape.end()));
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(out.as<float>()[i], (x[i] + y[i]) * 2 * scale[i % scale.size()] + 1) << i;
  }
  std::vector<int64_t> shape;
  std::vector<float> x, y, scale;
};

inline std::unique_ptr<Executable> loadSum(const SumProgramOptions &options = {},
                                           unsigned threads = 1) {
  auto executable = Executable::load(sumProgram(options), testKernels(), {"", threads});
  EXPECT_TRUE(executable.ok()) << executable.status().toString();
  return executable.ok() ? std::move(*executable) : nullptr;
}

inline std::unique_ptr<Executable> readySum(const SumProgramOptions &options = {},
                                            unsigned threads = 1) {
  auto executable = loadSum(options, threads);
  Status status = executable->setParam("scale", Case(1, options.cols, 0).scaleView());
  EXPECT_TRUE(status.ok()) << status.toString();
  return executable;
}

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_SUMCASE_H
