// Making input tensors; see Inputs.h.
#include "tools/rlx-run/Inputs.h"

#include <map>

#include "runtime/program/ExprEval.h"
#include "runtime/tensor/Npy.h"
#include "tools/rlx-run/TensorText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
using llvm::Twine;

namespace rlx::run {
namespace {

rt::Status invalid(const Twine &message) {
  return rt::invalidArgument(message.str());
}

// Makes the tensors of one command line.
class InputMaker {
public:
  InputMaker(const Options &options, const rt::Program &program, std::vector<std::string> &notes)
      : options(options), program(program), notes(notes), symbols(program.symbols.size()) {}

  rt::StatusOr<Case> make() {
    for (const auto &[name, how] : options.inputs)
      specified.try_emplace(name, how);
    made.resize(program.inputs.size());
    // What has a shape of its own decides dynamic sizes for what has none.
    for (size_t i = 0; i < program.inputs.size(); ++i)
      RLX_RETURN_IF_ERROR(
          makeExplicit(i).withContext("making input '" + program.inputs[i].name + "'"));
    RLX_RETURN_IF_ERROR(applyDims());
    chooseDefaults();
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
    if (isFile)
      RLX_RETURN_IF_ERROR(checkFits(program, program.inputs[index], made[index], how.str()));
    learnSizes(program.inputs[index], made[index]);
    return rt::okStatus();
  }

  // Dimensions that are a plain symbol give it a value; what contradicts is found by the run.
  void learnSizes(const rt::TensorSpec &spec, const rt::Tensor &tensor) {
    if (tensor.rank() != spec.shape.size())
      return;
    for (auto [expr, size] : llvm::zip(spec.shape, tensor.shape())) {
      if (expr.code.size() != 1 || expr.code[0].opcode != rt::ExprOpcode::Symbol)
        continue;
      std::optional<int64_t> &symbol = symbols[expr.code[0].value];
      symbol = symbol.value_or(size);
    }
  }

  rt::Status applyDims() {
    for (auto &[name, size] : options.dims) {
      auto found =
          llvm::find_if(program.symbols, [&](auto &symbol) { return symbol.name == name; });
      if (found == program.symbols.end())
        continue; // of the model, but no size of the program depends on it
      std::optional<int64_t> &value = symbols[found - program.symbols.begin()];
      if (value && *value != size)
        return invalid("--dim=" + name + "=" + Twine(size) + ", but the inputs have size " +
                       Twine(*value) + " there");
      value = size;
    }
    return rt::okStatus();
  }

  void chooseDefaults() {
    for (auto [symbol, value] : llvm::zip(program.symbols, symbols)) {
      if (!value)
        notes.push_back("dimension '" + symbol.name +
                        "' is dynamic; using 1 (--dim=" + symbol.name + "=N sets it)");
      sizes.push_back(value.value_or(1));
    }
  }

  rt::Status makeRandom(size_t index, uint64_t seed) {
    const rt::TensorSpec &spec = program.inputs[index];
    std::vector<int64_t> shape;
    for (const rt::Expr &expr : spec.shape) {
      RLX_ASSIGN_OR_RETURN(int64_t size, rt::evaluate(expr, sizes));
      shape.push_back(size);
    }
    RLX_ASSIGN_OR_RETURN(made[index], randomTensor(spec.dtype, shape, seed, spec.name));
    return rt::okStatus();
  }

  const Options &options;
  const rt::Program &program;
  std::vector<std::string> &notes;
  std::map<std::string, std::string> specified;
  std::vector<std::optional<int64_t>> symbols;
  std::vector<int64_t> sizes;
  std::vector<std::pair<size_t, uint64_t>> randoms;
  std::vector<rt::Tensor> made;
};

} // namespace

rt::Status checkFits(const rt::Program &program, const rt::TensorSpec &spec,
                     const rt::Tensor &tensor, const std::string &path) {
  bool fits = tensor.dtype() == spec.dtype && tensor.rank() == spec.shape.size();
  for (size_t d = 0; fits && d < spec.shape.size(); ++d) {
    if (!rt::isStatic(spec.shape[d]))
      continue; // sizes that have to agree with each other are the run's business
    RLX_ASSIGN_OR_RETURN(int64_t size, rt::evaluate(spec.shape[d], {}));
    fits = tensor.shape()[d] == size;
  }
  if (fits)
    return rt::okStatus();
  return invalid("'" + path + "' holds " + rt::typeText(tensor.dtype(), tensor.shape()) +
                 ", but the model's input is " + rt::signatureText(program, spec));
}

std::vector<rt::NamedTensor> Case::named(const rt::Program &program) const {
  std::vector<rt::NamedTensor> result;
  for (auto [spec, tensor] : llvm::zip(program.inputs, inputs))
    result.push_back({spec.name, tensor.view()});
  return result;
}

std::string Case::describe(const rt::Program &program) const {
  std::string text;
  for (auto [spec, tensor] : llvm::zip(program.inputs, inputs))
    text += (text.empty() ? "" : ", ") + spec.name + ": " +
            rt::typeText(tensor.dtype(), tensor.shape());
  return text;
}

rt::StatusOr<Case> makeInputs(const Options &options, const rt::Program &program,
                              std::vector<std::string> &notes) {
  return InputMaker(options, program, notes).make();
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
  // Of "a/b/" the last part is ".".
  StringRef trimmed = StringRef(directory).rtrim('/');
  result.name = fileName(llvm::sys::path::filename(trimmed));
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
