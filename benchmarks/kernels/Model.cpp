// See Model.h.
#include "benchmarks/kernels/Model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include "llvm/Support/ErrorHandling.h"

namespace rlx::bench {

void Data::Free::operator()(float *memory) const {
  std::free(memory);
}

Data::Memory Data::allocate(size_t elements) {
  constexpr size_t kPage = 4096;
  void *memory = std::aligned_alloc(kPage, (elements * sizeof(float) / kPage + 1) * kPage);
  if (!memory)
    llvm::report_bad_alloc_error("no memory for the data of a benchmark");
  return Memory(static_cast<float *>(memory));
}

float *Data::random(const std::string &name, size_t elements) {
  Memory &memory = named[name];
  if (!memory) {
    memory = allocate(elements);
    std::mt19937 generator(static_cast<uint32_t>(name.size() + elements));
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (size_t i = 0; i < elements; ++i)
      memory[i] = uniform(generator);
  }
  return memory.get();
}

float *Data::zeros(size_t elements) {
  others.push_back(allocate(elements));
  std::fill_n(others.back().get(), elements, 0.0f);
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
    const void *values = param.dtype == rt::DType::U8
                             ? static_cast<const void *>(data.bytes(param.name))
                             : data.random(param.name, static_cast<size_t>(elements));
    RLX_RETURN_IF_ERROR(executable.setParam(param.name, {param.dtype, shape, values}));
  }
  const std::vector<rt::TensorSpec> &specs = executable.program().inputs;
  for (size_t i = 0; i < specs.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(const int64_t elements, rt::numElements(shapes[i]));
    const auto count = static_cast<size_t>(elements);
    model->inputs.push_back(std::span<const float>(data.random(specs[i].name, count), count));
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

} // namespace rlx::bench
