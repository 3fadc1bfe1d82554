// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Model arguments on the command line: names, sizes, files. rlx-run and rlx-run-rt share these
// checks, so their messages are equal. Needs no LLVM.
//
// Errors are statuses whose message can be shown to the user: one line, then details.
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

// An input, output or param of the model: its name, and its text "x: f32[batch,3]".
struct NamedLine {
  std::string name, text;
};
std::vector<NamedLine> linesOf(const rt::Program &program,
                               const std::vector<rt::TensorSpec> &specs);

// The error as a tool prints it, without the tool's name. The first line ends with the operation
// that failed.
std::string errorText(const rt::Status &status);

// "'a', 'b'".
std::string quoted(const std::vector<std::string> &names);
// "; did you mean 'x'?", or nothing.
std::string suggestion(std::string_view name, const std::vector<std::string> &names);

// Returns an error for names that the model does not have. `kind` is "input", for example.
rt::Status checkNames(std::string_view kind, const GivenValues &given,
                      const std::vector<NamedLine> &has);
// Returns an error for two of `lines` whose files have the same name: "inputs 'a/b' and 'a_b' have
// the same file 'a_b.npy'; REMEDY". `kind` is "input", for example.
rt::Status checkFileNames(std::string_view kind, const std::vector<NamedLine> &lines,
                          std::string_view remedy);
// Returns an error for a name that is given twice.
rt::Status checkOnce(std::string_view kind, const GivenValues &given);
rt::Status checkOnce(const GivenSizes &given);
// Returns an error for missing inputs. `how` tells how to give them.
rt::Status checkAllGiven(const GivenValues &given, const std::vector<NamedLine> &inputs,
                         std::string_view how);
// Returns an error for unknown dimensions, and for sizes below 0.
rt::Status checkDims(const GivenSizes &given, const std::vector<std::string> &dims);
// Returns an error for params without a value. `how` tells how to give them.
rt::Status checkParamsGiven(const rt::Program &program, const std::vector<std::string> &missing,
                            std::string_view how);
// Returns an error if a tensor read from `path` does not fit the input `spec`.
rt::Status checkFits(const rt::Program &program, const rt::TensorSpec &spec,
                     const rt::Tensor &tensor, const std::string &path);

// Returns an error if the number `text` has digits, but no finite value in the element type: "1e99"
// in f32. `stored` is its value there, or the real or imaginary part. Infinity and NaN are allowed
// by their names.
rt::Status checkFinite(std::string_view text, rt::DType dtype, double stored);

// Advice for a NumPy array whose elements have another type than `dtype`, or nothing.
std::string conversionHint(const std::string &path, rt::DType dtype);

// The values of a type of whole numbers: "-128 to 127".
std::string rangeText(rt::DType dtype);

// Determines the sizes of the program's symbols: from inputs that have a shape, then from --dim.
// The program must outlive it.
class SymbolSizes {
public:
  explicit SymbolSizes(const rt::Program &program)
      : program(program), sizes(program.symbols.size()) {}

  // Takes a symbol's size from a dimension that is this symbol. The run finds contradictions.
  void learn(const rt::TensorSpec &spec, const rt::Tensor &tensor);
  // Fails for a size that contradicts one that an input gave.
  rt::Status apply(const GivenSizes &dims);
  // Gives unknown symbols the smallest sizes that the guards over `symbols` allow, or else 1. Equal
  // names are equal symbols. Returns a text for each: "dimension 'n' is dynamic; using 1".
  std::vector<std::string> fillUp(const std::vector<rt::Symbol> &symbols,
                                  const std::vector<rt::Guard> &guards);
  // Call it after fillUp().
  rt::StatusOr<std::vector<int64_t>> shapeOf(const rt::TensorSpec &spec) const;
  // Writes the elements of input `input` that decide sizes. Call it after fillUp().
  void setElements(size_t input, rt::Tensor &tensor) const;

private:
  const rt::Program &program;
  std::vector<std::optional<int64_t>> sizes;
  std::vector<int64_t> values;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUNRT_MODELARGUMENTS_H
