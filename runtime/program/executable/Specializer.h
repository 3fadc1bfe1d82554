// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shape specialization: code for frequent shapes, compiled while runs go on.
//
// The interface between Executable::setSpecializer() and the compiler, which the runtime does not
// know. A run with a specialized shape uses static sizes in its kernels; see
// session/ShapeSpecializer.h.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_SPECIALIZER_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_SPECIALIZER_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace rlx::rt {

class Executable;
struct ModelWeights;

// The result of a request, for one executable and one shape.
struct Specialization {
  Specialization();
  ~Specialization();

  // Set last, by the specializer. Before, only the specializer uses the rest; afterwards, only the
  // requester.
  std::atomic<bool> isDone{false};
  // An executable of the same signature, bound to the shape, with prepared params. Null if
  // compilation failed.
  std::unique_ptr<Executable> executable;
};

// Statistics of one executable since its specializer was set.
struct SpecializedUse {
  uint64_t requested = 0; // requested shapes
  uint64_t failed = 0;    // of these, failed compilations; counted when they run again
  // Shapes that run specialized code now; lowered by setting a param and by maxKept()
  uint64_t kept = 0;
  uint64_t runs = 0; // runs of specialized code
};

// Threads: all methods may be called from several threads. An executable and its clones share one.
class Specializer {
public:
  virtual ~Specializer() = default;

  // The number of runs with the same shape after which an executable makes a request.
  virtual uint64_t runsBeforeRequest() const = 0;
  // The number of specializations that an executable keeps, the most recently used.
  virtual size_t maxKept() const = 0;
  // Starts to make an executable for the sizes of all inputs, in order, with `weights`. Returns at
  // once. Dropping the result cancels interest in it.
  virtual std::shared_ptr<const Specialization> request(std::span<const int64_t> dims,
                                                        ModelWeights weights) = 0;
  // Bytes that executables do not count: the model to compile from, and the code.
  virtual int64_t sharedBytes() const { return 0; }
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_SPECIALIZER_H
