// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes input tensors, and chooses dynamic sizes.
//
// Errors name the input, the given shape and the expected one.
#include "tools/rlx-run/run/Inputs.h"

#include <map>

#include "runtime/program/executable/BindShape.h"
#include "runtime/tensor/Npy.h"
#include "tools/rlx-run-rt/Text.h"
#include "tools/rlx-run/common/TensorText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

namespace rlx::run {
namespace {

// Makes the tensors of a command line.
class InputMaker {
public:
  InputMaker(const Options &options, const rt::Program &program, const Signature &signature,
             std::vector<std::string> &notes)
      : options(options), program(program), signature(signature), notes(notes), sizes(program) {}

  rt::StatusOr<Case> make(bool &wrongCommandLine) {
    for (const auto &[name, how] : options.inputs)
      specified.try_emplace(name, how);
    made.resize(program.inputs.size());
    // Inputs with explicit shapes decide dynamic sizes first.
    for (size_t i = 0; i < program.inputs.size(); ++i) {
      rt::Status status = makeExplicit(i);
      wrongCommandLine = hasWrongText;
      RLX_RETURN_IF_ERROR(
          std::move(status).withContext("making input '" + program.inputs[i].name + "'"));
    }
    rt::Status applied = sizes.apply(options.dims);
    wrongCommandLine = !applied.ok();
    RLX_RETURN_IF_ERROR(std::move(applied));
    llvm::append_range(notes, sizes.fillUp(signature.symbols, signature.guards));
    for (auto [index, seed] : randoms)
      RLX_RETURN_IF_ERROR(
          makeRandom(index, seed).withContext("making input '" + program.inputs[index].name + "'"));
    Case result;
    result.inputs = std::move(made);
    return result;
  }

private:
  rt::Status makeExplicit(size_t index) {
    const std::string &name = program.inputs[index].name;
    StringRef how = specified[name];
    RLX_ASSIGN_OR_RETURN(std::optional<uint64_t> seed, parseRandom(how));
    if (seed) {
      randoms.emplace_back(index, *seed);
      return rt::okStatus();
    }
    bool isFile = how.ends_with(".npy");
    RLX_ASSIGN_OR_RETURN(made[index], isFile ? rt::readNpy(how.str()) : parseTensor(how, name));
    rt::Status fits = checkFits(program, program.inputs[index], made[index],
                                isFile ? how.str() : how.split('=').first.str());
    hasWrongText = !isFile && !fits.ok();
    RLX_RETURN_IF_ERROR(std::move(fits));
    sizes.learn(program.inputs[index], made[index]);
    return rt::okStatus();
  }

  rt::Status makeRandom(size_t index, uint64_t seed) {
    const rt::TensorSpec &spec = program.inputs[index];
    RLX_ASSIGN_OR_RETURN(std::vector<int64_t> shape, sizes.shapeOf(spec));
    RLX_ASSIGN_OR_RETURN(made[index], randomTensor(spec.dtype, shape, seed, spec.name));
    sizes.setElements(index, made[index]);
    return rt::okStatus();
  }

  const Options &options;
  const rt::Program &program;
  const Signature &signature;
  std::vector<std::string> &notes;
  std::map<std::string, std::string> specified;
  SymbolSizes sizes;
  std::vector<std::pair<size_t, uint64_t>> randoms;
  std::vector<rt::Tensor> made;
  bool hasWrongText = false; // SHAPExDTYPE=VALUE does not fit the model
};

} // namespace

rt::Status Case::checkSizes(const rt::Program &program) const {
  std::vector<rt::TensorView> views;
  for (const rt::Tensor &input : inputs)
    views.push_back(input.view());
  rt::Status status = rt::bindSymbols(program, views).status();
  // Guards say why arithmetic on sizes fails. Only the compiled program has them.
  if (status.code() == rt::StatusCode::OutOfRange)
    return rt::okStatus();
  return name.empty() ? std::move(status)
                      : std::move(status).withContext("checking case '" + name + "'");
}

std::vector<rt::NamedTensor> Case::named(const rt::Program &program) const {
  std::vector<rt::NamedTensor> result;
  for (auto [spec, tensor] : llvm::zip(program.inputs, inputs))
    result.push_back({spec.name, tensor.view()});
  return result;
}

rt::StatusOr<Case> makeInputs(const Options &options, const rt::Program &program,
                              const Signature &signature, std::vector<std::string> &notes,
                              bool &wrongCommandLine) {
  return InputMaker(options, program, signature, notes).make(wrongCommandLine);
}

rt::Status checkFolder(const std::string &directory) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(directory, status))
    return rt::notFound("there is no folder '" + directory + "': " + error.message());
  if (!llvm::sys::fs::is_directory(status))
    return rt::invalidArgument("'" + directory + "' is a file, but a folder is expected");
  return rt::okStatus();
}

rt::StatusOr<Case> readCase(const std::string &directory, const rt::Program &program) {
  RLX_RETURN_IF_ERROR(checkFolder(directory));
  Case result;
  result.name = caseName(directory);
  for (const rt::TensorSpec &spec : program.inputs) {
    std::string path = directory + "/" + fileName(spec.name) + ".npy";
    auto read = [&]() -> rt::Status {
      RLX_ASSIGN_OR_RETURN(rt::Tensor tensor, rt::readNpy(path));
      RLX_RETURN_IF_ERROR(checkFits(program, spec, tensor, path));
      result.inputs.push_back(std::move(tensor));
      return rt::okStatus();
    };
    RLX_RETURN_IF_ERROR(
        read().withContext("reading input '" + spec.name + "' of case '" + directory + "'"));
  }
  return result;
}

} // namespace rlx::run
