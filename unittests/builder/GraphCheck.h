// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the model of a GraphBuilder by every route: compiled by Session, by the reference
// interpreter, and compiled again from its printed text. All results must agree.
#ifndef RLX_UNITTESTS_BUILDER_GRAPHCHECK_H
#define RLX_UNITTESTS_BUILDER_GRAPHCHECK_H

#include <map>
#include <numeric>

#include "dialects/rlx/builder/GraphBuilder.h"
#include "session/Session.h"
#include "unittests/runtime/StatusMatchers.h"

namespace rlx::test {

// A tensor as numbers. A complex element is two numbers, the real part first.
struct Array {
  rt::DType dtype = rt::DType::F32;
  std::vector<int64_t> shape;
  std::vector<double> values;

  double at(std::initializer_list<int64_t> index) const {
    int64_t i = 0;
    auto size = shape.begin();
    for (int64_t place : index)
      i = i * *size++ + place;
    return values.at(static_cast<size_t>(i));
  }
};
using Arrays = std::map<std::string, Array>;

inline int64_t count(const std::vector<int64_t> &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
}

// Pseudo-random numbers in [-1, 1) that depend on `seed`.
inline Array noise(const std::vector<int64_t> &shape, uint64_t seed, double scale = 1,
                   rt::DType dtype = rt::DType::F32) {
  Array array{dtype, shape, {}};
  for (int64_t i = 0, end = count(shape); i < end; ++i) {
    uint64_t bits = (seed * 1000003 + static_cast<uint64_t>(i) + 1) * 0x9E3779B97F4A7C15u;
    bits ^= bits >> 29;
    bits *= 0xBF58476D1CE4E5B9u;
    bits ^= bits >> 32;
    double number = static_cast<double>(bits % 20001) / 10000 - 1;
    array.values.push_back(static_cast<float>(scale * number));
  }
  return array;
}

rt::Tensor tensorOf(const Array &array);

// Finishes the builder, runs the model on `values` (of inputs, and of params that have none yet)
// and returns the outputs. The test fails if the routes differ by more than `tolerance`, relative
// to 1 or the value.
Arrays run(GraphBuilder &builder, const Arrays &values, double tolerance = 1e-4);

// Fails the test unless the numbers are close to each other.
void expectNear(const Array &actual, const std::vector<double> &expected, double tolerance = 1e-4);

} // namespace rlx::test

#endif // RLX_UNITTESTS_BUILDER_GRAPHCHECK_H
