// A compiled model with random inputs and params, ready to run by position.
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

// Row-major floats; of one name, the same for everyone who computes.
class Data {
public:
  // Uniform in [-1, 1), made at the first call.
  float *random(const std::string &name, size_t elements);
  // Of 0.
  float *zeros(size_t elements);
  // A param of bytes; not copied.
  void setBytes(const std::string &name, std::span<const uint8_t> bytes) { bytesOf[name] = bytes; }
  const uint8_t *bytes(const std::string &name) const { return bytesOf.at(name).data(); }

private:
  struct Free {
    void operator()(float *memory) const;
  };
  using Memory = std::unique_ptr<float[], Free>;
  static Memory allocate(size_t elements);

  std::map<std::string, Memory> named;
  std::vector<Memory> others;
  std::map<std::string, std::span<const uint8_t>> bytesOf;
};

class Model {
public:
  // Inputs and params take `data` of their names; `shapes` are those of the inputs by position.
  static rt::StatusOr<std::unique_ptr<Model>> make(const std::string &source, unsigned threads,
                                                   Data &data,
                                                   const std::vector<std::vector<int64_t>> &shapes);
  rt::Status run() { return session->executable().runSlots(inputs).status(); }
  // Of the last run.
  const float *output() const { return session->executable().output(0).as<float>(); }
  size_t outputElements() const;

private:
  std::unique_ptr<Session> session;
  std::vector<rt::FlatView> inputs;
};

// The greatest |a - b| / (1 + |b|).
double greatestError(const float *a, const float *b, size_t elements);

} // namespace rlx::bench

#endif // RLX_BENCHMARKS_KERNELS_MODEL_H
