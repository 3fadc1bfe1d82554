// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The input shapes of a signature as plain numbers.
//
// From these follow the shape of a flat list of elements, and whether leading rows can run alone.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_INPUTFORMS_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_INPUTFORMS_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"

namespace rlx::rt {

// Computed once per program, read by all clones.
struct InputForms {
  static constexpr int64_t kDynamic = -1; // a dimension that symbols decide

  std::vector<int64_t> dims;    // of all inputs, one after another
  std::vector<size_t> begin;    // the index of each input's first dim, then the total
  std::vector<size_t> elements; // the symbols that are elements of inputs

  std::span<const int64_t> of(size_t input) const {
    return std::span(dims).subspan(begin[input], begin[input + 1] - begin[input]);
  }
  // Whether `shape` has this input's rank and static dimensions.
  bool fits(size_t input, std::span<const int64_t> shape) const;
};
// The shapes of a program's inputs.
StatusOr<InputForms> describeInputs(const Program &program);

// The dims of `input` with `elements` elements: its one dynamic dimension follows from their
// number. For example, 12 elements of [batch, 3] give [4, 3]. InvalidArgument for several dynamic
// dimensions, and if the number does not divide.
Status shapeOfFlat(const Program &program, const InputForms &forms, size_t input, int64_t elements,
                   std::span<int64_t> dims);

// Unsupported, with the input and the reason, unless all inputs start with the same symbol and use
// it nowhere else. Then their leading rows are contiguous and form a smaller input.
Status checkLeadingRows(const Program &program);

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_INPUTFORMS_H
