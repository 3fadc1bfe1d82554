// Contents that an executable keeps for its inputs between runs, and which outputs feed them.
// The rules are in Executable.h; this class keeps them, and knows no run.
#ifndef RLX_RUNTIME_PROGRAM_HANDLES_H
#define RLX_RUNTIME_PROGRAM_HANDLES_H

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "runtime/base/Allocator.h"
#include "runtime/base/Status.h"
#include "runtime/program/InputForms.h"
#include "runtime/program/Program.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// Threads: none of its own; belongs to one executable. `program` and `forms` outlive it.
class Handles {
public:
  enum class Kind : uint8_t { None, Host, Device };
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  Handles(const Program &program, const InputForms &forms);

  Kind kind(size_t input) const { return entries[input].kind; }
  // Shape and data of a bound handle; valid until it changes.
  TensorView content(size_t input) const;

  // Copies `value`, converted to the input's type, and so may show memory of the handle itself.
  // A device handle expands one element to a static shape.
  Status bind(size_t input, Kind kind, const TensorView &value);
  void unbind(size_t input);

  // The handle is bound. AlreadyExists when the output feeds another one.
  Status setFeed(size_t input, uint32_t output);
  // Afterwards the rule of names holds again; AlreadyExists when its output feeds another one.
  Status clearFeed(size_t input);
  // The output that was set to feed this handle, or kNone; the rule of names does not count.
  uint32_t explicitFeed(size_t input) const { return entries[input].feed; }
  // Takes back a setFeed: `output` is what explicitFeed was before.
  void restoreFeed(size_t input, uint32_t output);
  // The input whose handle this output feeds, or kNone.
  uint32_t fedBy(size_t output) const { return fedInputs[output]; }

  // For a run whose output of `bytes` feeds this handle: memory of the handle that is not its
  // content, aligned. Null without memory.
  std::byte *reserveNext(size_t input, int64_t bytes);
  // Makes that memory the content, with this shape.
  void advance(size_t input, std::span<const int64_t> shape);

  Status copyFrom(const Handles &other);
  int64_t bytes() const;

private:
  struct Entry {
    Kind kind = Kind::None;
    AlignedBuffer content, next;
    std::vector<int64_t> shape;
    uint32_t feed = kNone;       // as set
    uint32_t ruleOutput = kNone; // i for an input called out{i}
  };
  uint32_t feedOf(const Entry &entry) const;
  Status checkFeed(size_t input, uint32_t output) const;
  void renewFeeds();

  const Program *program; // never null, as `forms`
  const InputForms *forms;
  std::vector<Entry> entries;      // one an input
  std::vector<uint32_t> fedInputs; // one an output
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_HANDLES_H
