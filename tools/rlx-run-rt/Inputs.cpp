// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Inputs.h.
#include "tools/rlx-run-rt/Inputs.h"

#include <algorithm>
#include <cmath>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/Signature.h"
#include "runtime/tensor/Npy.h"
#include "tools/rlx-run-rt/LeastSizes.h"

namespace rlx::runrt {

using namespace rlx::rt;
using namespace rlx::run;

// Checks the names of the command line before anything runs.
Status checkNames(const Program &program, const Options &options) {
  const std::vector<NamedLine> inputs = linesOf(program, program.inputs);
  RLX_RETURN_IF_ERROR(checkNames("input", options.inputs, inputs));
  RLX_RETURN_IF_ERROR(checkOnce("input", options.inputs));
  RLX_RETURN_IF_ERROR(checkNames("param", options.params, linesOf(program, program.params)));
  RLX_RETURN_IF_ERROR(checkOnce("param", options.params));
  RLX_RETURN_IF_ERROR(checkAllGiven(
      options.inputs, inputs, "give each one with --input=NAME=FILE.npy or --input=NAME=NUMBER"));
  RLX_RETURN_IF_ERROR(checkDims(options.dims, dimNames(program.symbols)));
  const std::vector<NamedLine> outputs = linesOf(program, program.outputs);
  RLX_RETURN_IF_ERROR(checkNames("output", options.outputs, outputs));
  RLX_RETURN_IF_ERROR(checkOutputFiles(outputs, options.outputs, options.outputDir));
  return checkKeepsInputs(outputs, options.outputDir, allInputPaths(options));
}

Status checkParams(const Executable &executable, const Options &options) {
  std::vector<std::string> missing;
  for (const std::string_view name : executable.missingParams())
    if (std::none_of(options.params.begin(), options.params.end(),
                     [&](const auto &given) { return given.first == name; }))
      missing.emplace_back(name);
  return checkParamsGiven(executable.program(), missing,
                          "give each one with --param=NAME=FILE.npy");
}

namespace {

// Whether a value was only rounded when it was stored.
bool isInRange(double value, double stored) {
  return std::abs(value - stored) < 1;
}

// Makes a tensor for each --input, in their order. It reads files first, because they determine the
// sizes of filled tensors.
class InputMaker {
public:
  InputMaker(const Program &program, const Options &options)
      : program(program), options(options), sizes(program) {}

  StatusOr<std::vector<Tensor>> make() {
    for (size_t i = 0; i < options.inputs.size(); ++i)
      RLX_RETURN_IF_ERROR(inInput(i, read(i)));
    RLX_RETURN_IF_ERROR(blame(sizes.apply(options.dims)));
    notes = sizes.fillUp(program.symbols, program.guards);
    for (size_t i = 0; i < options.inputs.size(); ++i)
      RLX_RETURN_IF_ERROR(inInput(i, fill(i)));
    return std::move(made);
  }

  std::vector<std::string> notes;
  bool wrongCommandLine = false; // the error is not one of a file or of memory

private:
  const TensorSpec &spec(size_t i) const {
    return program.inputs[findSpec(program.inputs, options.inputs[i].first, 0)];
  }
  Status inInput(size_t i, Status status) const {
    return std::move(status).withContext(strCat("making input '", options.inputs[i].first, "'"));
  }
  Status blame(Status status) {
    wrongCommandLine = !status.ok();
    return status;
  }

  Status read(size_t i) {
    const std::string &how = options.inputs[i].second;
    made.emplace_back();
    if (!how.ends_with(".npy"))
      return okStatus();
    RLX_ASSIGN_OR_RETURN(made[i], readNpy(how));
    RLX_RETURN_IF_ERROR(checkFits(program, spec(i), made[i], how));
    sizes.learn(spec(i), made[i]);
    return okStatus();
  }

  Status fill(size_t i) {
    const std::string &how = options.inputs[i].second;
    double value = 0;
    if (how.ends_with(".npy") || !parseValue(how, value))
      return okStatus();
    RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, sizes.shapeOf(spec(i)));
    const DType dtype = spec(i).dtype;
    if (dtype == DType::String)
      return blame(invalidArgument("the elements are strings, which a number cannot fill; give a "
                                   ".npy file"));
    RLX_ASSIGN_OR_RETURN(made[i], Tensor::allocate(dtype, shape));
    for (int64_t k = 0; k < made[i].elements(); ++k)
      storeElement(dtype, made[i].data(), k, value);
    if (made[i].elements() && !isIntegral(dtype))
      return blame(checkFinite(how, dtype, loadElement(partType(dtype), made[i].data(), 0)));
    if (made[i].elements() && isIntegral(dtype) && loadElement(dtype, made[i].data(), 0) != value)
      return blame(invalidArgument(
          strCat("the elements are of type ", name(dtype), ", which cannot be ", how,
                 isInRange(value, loadElement(dtype, made[i].data(), 0))
                     ? "; round it, or give a file"
                     : strCat(": it has the whole numbers from ", rangeText(dtype)))));
    return okStatus();
  }

  const Program &program;
  const Options &options;
  SymbolSizes sizes;
  std::vector<Tensor> made;
};

} // namespace

StatusOr<std::vector<Tensor>> makeInputs(const Program &program, const Options &options,
                                         std::vector<std::string> &notes, bool &wrongCommandLine) {
  InputMaker maker(program, options);
  StatusOr<std::vector<Tensor>> made = maker.make();
  wrongCommandLine = maker.wrongCommandLine;
  notes = std::move(maker.notes);
  return made;
}

} // namespace rlx::runrt
