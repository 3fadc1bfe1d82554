// What the signature says about the shapes of inputs, as plain numbers, and what follows from it:
// the shape of a flat list of elements, and whether leading rows can be run alone.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_INPUTFORMS_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_INPUTFORMS_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Computed once a program, read by all clones.
struct InputForms {
  static constexpr int64_t kDynamic = -1; // a dimension that symbols decide

  std::vector<int64_t> dims; // of all inputs, one after the other
  std::vector<size_t> begin; // where each input's dims start, and at last where they all end

  std::span<const int64_t> of(size_t input) const {
    return std::span(dims).subspan(begin[input], begin[input + 1] - begin[input]);
  }
  // Whether `shape` has this input's rank and static dimensions.
  bool fits(size_t input, std::span<const int64_t> shape) const;
};
StatusOr<InputForms> describeInputs(const Program &program);

// The dims of `input` when it has so many elements: its one dynamic dimension follows from their
// number. An error when it has several, or when the number does not divide.
Status shapeOfFlat(const Program &program, const InputForms &forms, size_t input, int64_t elements,
                   std::span<int64_t> dims);

// Unsupported, with the input and the reason, unless all inputs start with the same symbol and use
// it for nothing else: then their leading rows are contiguous, and are a smaller input.
Status checkLeadingRows(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_INPUTFORMS_H
