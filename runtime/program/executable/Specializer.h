// Code for sizes that runs often have, made while they go on; see Executable::setSpecializer().
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

// What a Specializer makes for one executable and one set of sizes.
struct Specialization {
  Specialization();
  ~Specialization();

  // Set last, by the specializer. Before, only it looks at the rest; after, only who asked.
  std::atomic<bool> isDone{false};
  // Of the same signature, bound to the sizes, its params prepared. Null: there will be none.
  std::unique_ptr<Executable> executable;
};

// What has come of it for one executable, since it was set.
struct SpecializedUse {
  uint64_t requested = 0; // sets of sizes that were asked for
  uint64_t failed = 0;    // of these, that there is no code for; known when they run again
  uint64_t kept = 0;      // sets of sizes whose runs use code of their own now; setting a param and
                          // maxKept() lower it
  uint64_t runs = 0;      // that have used such code
};

// Threads: every method may be called from several. An executable and its clones share one.
class Specializer {
public:
  virtual ~Specializer() = default;

  // An executable asks when that many runs had the same sizes.
  virtual uint64_t runsBeforeRequest() const = 0;
  // An executable keeps that many specializations, those used last.
  virtual size_t maxKept() const = 0;
  // Starts to make an executable for the sizes of all inputs, one after the other, with `weights`.
  // Does not wait for it. Whoever has dropped the result does not want it any more.
  virtual std::shared_ptr<const Specialization> request(std::span<const int64_t> dims,
                                                        ModelWeights weights) = 0;
  // What executables do not count of their own: the model that code is made from, and the code.
  virtual int64_t sharedBytes() const { return 0; }
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_SPECIALIZER_H
