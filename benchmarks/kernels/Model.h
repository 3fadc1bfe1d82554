// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled model with random inputs and params, ready to run with inputs by index.
//
// The models of cases are MLIR text. For example, a matmul case is a function with one rlx.matmul
// whose weight is a param.
#ifndef RLX_BENCHMARKS_KERNELS_MODEL_H
#define RLX_BENCHMARKS_KERNELS_MODEL_H

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "benchmarks/kernels/Bench.h"
#include "session/Session.h"

namespace rlx::bench {

// Row-major elements by name. All contenders get the same data for a name.
class Data {
public:
  // Floats uniform in [-1, 1), made at the first call; integers uniform over all their values.
  void *random(const std::string &name, size_t elements, rt::DType type);
  float *random(const std::string &name, size_t elements) {
    return static_cast<float *>(random(name, elements, rt::DType::F32));
  }
  // Zeros.
  void *zeros(size_t elements, rt::DType type);
  float *zeros(size_t elements) { return static_cast<float *>(zeros(elements, rt::DType::F32)); }
  // A param given as bytes; not copied.
  void setBytes(const std::string &name, std::span<const uint8_t> bytes) { bytesOf[name] = bytes; }
  // Null if there are no bytes of that name.
  const uint8_t *bytes(const std::string &name) const {
    const auto found = bytesOf.find(name);
    return found == bytesOf.end() ? nullptr : found->second.data();
  }

private:
  struct Free {
    void operator()(void *memory) const;
  };
  using Memory = std::unique_ptr<void, Free>;
  static Memory allocate(size_t bytes);

  std::map<std::string, Memory> named;
  std::vector<Memory> others;
  std::map<std::string, std::span<const uint8_t>> bytesOf;
};

// Sums the times of selected dispatches.
class DispatchClock : public rt::RunObserver {
public:
  // Selects dispatches by this part of their label.
  explicit DispatchClock(std::string part) : part(std::move(part)) {}
  void onCommand(const rt::DispatchRecord &record) override {
    if (record.label.find(part) != std::string_view::npos)
      nanoseconds += record.endNs - record.startNs;
  }
  double seconds() const { return static_cast<double>(nanoseconds) * 1e-9; }

private:
  std::string part;
  uint64_t nanoseconds = 0;
};

class Model {
public:
  // Inputs and params get `data` by name. `shapes` are those of the inputs, in order.
  static rt::StatusOr<std::unique_ptr<Model>> make(const std::string &source, unsigned threads,
                                                   Data &data,
                                                   const std::vector<std::vector<int64_t>> &shapes);
  rt::Status observe(rt::RunObserver &observer) {
    return session->executable().setObserver(&observer);
  }
  rt::Status run() { return session->executable().runSlots(inputs).status(); }
  // Output 0 of the last run.
  const float *output() const { return session->executable().output(0).as<float>(); }
  const void *outputData() const { return session->executable().output(0).data; }
  size_t outputElements() const;

private:
  std::unique_ptr<Session> session;
  std::vector<rt::FlatView> inputs;
};

// The largest |a - b| / (1 + |b|).
double greatestError(const float *a, const float *b, size_t elements);
double greatestError(const void *a, const void *b, size_t elements, rt::DType type);

} // namespace rlx::bench

#endif // RLX_BENCHMARKS_KERNELS_MODEL_H
