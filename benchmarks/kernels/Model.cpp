// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a case's source, and makes its inputs and params.
//
// Contenders that ask for the same name get the same memory.
#include "benchmarks/kernels/Model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include "runtime/tensor/Convert.h"
#include "llvm/Support/ErrorHandling.h"

namespace rlx::bench {

void Data::Free::operator()(void *memory) const {
  std::free(memory);
}

Data::Memory Data::allocate(size_t bytes) {
  constexpr size_t kPage = 4096;
  void *memory = std::aligned_alloc(kPage, (bytes / kPage + 1) * kPage);
  if (!memory)
    llvm::report_bad_alloc_error("no memory for the data of a benchmark");
  return Memory(memory);
}

// The range of `random`. The upper end is a value of the type.
static std::pair<float, float> rangeOf(rt::DType type) {
  switch (type) {
  case rt::DType::I8:
    return {-128, 127};
  case rt::DType::U8:
    return {0, 255};
  default:
    return {-1, 1};
  }
}

void *Data::random(const std::string &name, size_t elements, rt::DType type) {
  Memory &memory = named[name];
  if (!memory) {
    memory = allocate(elements * rt::byteSize(type));
    std::mt19937 generator(static_cast<uint32_t>(name.size() + elements));
    const auto [low, high] = rangeOf(type);
    std::uniform_real_distribution<float> uniform(low, high);
    std::vector<float> values(elements);
    for (float &value : values)
      value = uniform(generator);
    rt::convertElements(type, memory.get(), rt::DType::F32, values.data(),
                        static_cast<int64_t>(elements));
  }
  return memory.get();
}

void *Data::zeros(size_t elements, rt::DType type) {
  const size_t bytes = elements * rt::byteSize(type);
  others.push_back(allocate(bytes));
  std::memset(others.back().get(), 0, bytes);
  return others.back().get();
}

rt::StatusOr<std::unique_ptr<Model>> Model::make(const std::string &source, unsigned threads,
                                                 Data &data,
                                                 const std::vector<std::vector<int64_t>> &shapes) {
  SessionOptions options;
  options.load.threads = threads;
  auto model = std::make_unique<Model>();
  RLX_ASSIGN_OR_RETURN(model->session, Session::fromSource(source, options));
  rt::Executable &executable = model->session->executable();
  for (const rt::TensorSpec &param : executable.program().params) {
    RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, rt::staticShape(param));
    RLX_ASSIGN_OR_RETURN(const int64_t elements, rt::numElements(shape));
    const void *values = data.bytes(param.name);
    if (!values)
      values = data.random(param.name, static_cast<size_t>(elements), param.dtype);
    RLX_RETURN_IF_ERROR(executable.setParam(param.name, {param.dtype, shape, values}));
  }
  const std::vector<rt::TensorSpec> &specs = executable.program().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(const int64_t elements, rt::numElements(shapes[i]));
    const rt::DType type = specs[i].dtype;
    const void *values = data.random(specs[i].name, static_cast<size_t>(elements), type);
    model->inputs.emplace_back(type, values, elements);
  }
  RLX_RETURN_IF_ERROR(model->run());
  return model;
}

size_t Model::outputElements() const {
  size_t elements = 1;
  for (const int64_t size : session->executable().output(0).shape)
    elements *= static_cast<size_t>(size);
  return elements;
}

double greatestError(const float *a, const float *b, size_t elements) {
  double worst = 0;
  for (size_t i = 0; i < elements; ++i) {
    const double error = std::abs(double{a[i]} - b[i]) / (1 + std::abs(double{b[i]}));
    worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
  }
  return worst;
}

double greatestError(const void *a, const void *b, size_t elements, rt::DType type) {
  std::vector<float> left(elements), right(elements);
  const auto count = static_cast<int64_t>(elements);
  rt::convertElements(rt::DType::F32, left.data(), type, a, count);
  rt::convertElements(rt::DType::F32, right.data(), type, b, count);
  return greatestError(left.data(), right.data(), elements);
}

} // namespace rlx::bench
