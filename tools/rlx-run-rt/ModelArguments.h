// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a command line gives a model: names, sizes, files. The checks of rlx-run and rlx-run-rt,
// which say the same about the same mistake. Needs no LLVM.
//
// Errors are statuses whose message is fit for the user: one line, then details.
#ifndef RLX_TOOLS_RLXRUNRT_MODELARGUMENTS_H
#define RLX_TOOLS_RLXRUNRT_MODELARGUMENTS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::run {

// NAME=VALUE, NAME=SIZE, in the order given.
using GivenValues = std::vector<std::pair<std::string, std::string>>;
using GivenSizes = std::vector<std::pair<std::string, int64_t>>;

// Something that the model has: its name, and its line for people: "x: f32[batch,3]".
struct NamedLine {
  std::string name, text;
};
std::vector<NamedLine> linesOf(const rt::Program &program,
                               const std::vector<rt::TensorSpec> &specs);

// The error as a tool prints it, without its name: what was being done at the end of the first
// line.
std::string errorText(const rt::Status &status);

// "'a', 'b'".
std::string quoted(const std::vector<std::string> &names);
// "; did you mean 'x'?", or nothing.
std::string suggestion(std::string_view name, const std::vector<std::string> &names);

// A name that the model does not have; `kind` is "input", say.
rt::Status checkNames(std::string_view kind, const GivenValues &given,
                      const std::vector<NamedLine> &has);
// A name that is given twice.
rt::Status checkOnce(std::string_view kind, const GivenValues &given);
rt::Status checkOnce(const GivenSizes &given);
// Inputs that are not given; `how` is what to do about it.
rt::Status checkAllGiven(const GivenValues &given, const std::vector<NamedLine> &inputs,
                         std::string_view how);
// Dimensions that the model does not have, and sizes below 0.
rt::Status checkDims(const GivenSizes &given, const std::vector<std::string> &dims);
// Params without a value; `how` is what to do about it.
rt::Status checkParamsGiven(const rt::Program &program, const std::vector<std::string> &missing,
                            std::string_view how);
// Whether a tensor read from `path` can be the input `spec`.
rt::Status checkFits(const rt::Program &program, const rt::TensorSpec &spec,
                     const rt::Tensor &tensor, const std::string &path);

// Finds out the sizes of the program's symbols: from inputs that have a shape, then from --dim. The
// program must stay.
class SymbolSizes {
public:
  explicit SymbolSizes(const rt::Program &program)
      : program(program), sizes(program.symbols.size()) {}

  // Dimensions that are a plain symbol give it a value; what contradicts is found by the run.
  void learn(const rt::TensorSpec &spec, const rt::Tensor &tensor);
  // Fails for a size that is another one in what was learnt.
  rt::Status apply(const GivenSizes &dims);
  // Lets the symbols that nothing is known of be as small as the guards, which are over `dims`,
  // allow, or else 1. A text for each: "dimension 'n' is dynamic; using 1".
  std::vector<std::string> fillUp(const std::vector<std::string> &dims,
                                  const std::vector<rt::Guard> &guards);
  // After fillUp().
  rt::StatusOr<std::vector<int64_t>> shapeOf(const rt::TensorSpec &spec) const;

private:
  const rt::Program &program;
  std::vector<std::optional<int64_t>> sizes;
  std::vector<int64_t> values;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_MODELARGUMENTS_H
