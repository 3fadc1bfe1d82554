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

std::string quoted(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

// Makes the tensors of one command line.
class InputMaker {
public:
  InputMaker(const Options &options, const rt::Program &program, std::vector<std::string> &notes)
      : options(options), program(program), notes(notes), symbols(program.symbols.size()) {}

  rt::StatusOr<Case> make() {
    RLX_RETURN_IF_ERROR(checkNames());
    made.resize(program.inputs.size());
    // What has a shape of its own decides dynamic sizes for what has none.
    for (size_t i = 0; i < program.inputs.size(); ++i)
      RLX_RETURN_IF_ERROR(
          makeExplicit(i).withContext("making input '" + program.inputs[i].name + "'"));
    RLX_RETURN_IF_ERROR(applyDims());
    chooseDefaults();
    for (auto [index, seed] : randoms)
      RLX_RETURN_IF_ERROR(makeRandom(index, seed));
    Case result;
    result.inputs = std::move(made);
    return result;
  }

private:
  rt::Status checkNames() {
    for (auto &[name, how] : options.inputs) {
      bool known = llvm::any_of(program.inputs, [&](auto &spec) { return spec.name == name; });
      if (!known)
        return invalid("the model has no input '" + name + "'; its inputs are\n" +
                       listInputs(program));
      if (!specified.try_emplace(name, how).second)
        return invalid("input '" + name + "' is given twice");
    }
    std::vector<std::string> missing;
    for (const rt::TensorSpec &spec : program.inputs)
      if (!specified.count(spec.name))
        missing.push_back(spec.name);
    if (missing.empty())
      return rt::okStatus();
    return invalid(Twine(missing.size()) + " of " + Twine(program.inputs.size()) +
                   " inputs missing: " + quoted(missing) +
                   "\ngive each one with --input=NAME=FILE.npy or --input=NAME=random; the inputs "
                   "are\n" +
                   listInputs(program));
  }

  rt::Status makeExplicit(size_t index) {
    const std::string &name = program.inputs[index].name;
    StringRef how = specified[name];
    RLX_ASSIGN_OR_RETURN(std::optional<uint64_t> seed, parseRandom(how));
    if (seed) {
      randoms.emplace_back(index, *seed);
      return rt::okStatus();
    }
    auto tensor = how.ends_with(".npy") ? rt::readNpy(how.str()) : parseTensor(how, name);
    if (!tensor.ok())
      return std::move(tensor).status();
    made[index] = std::move(*tensor);
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
      if (found == program.symbols.end()) {
        std::vector<std::string> names;
        for (const rt::Symbol &symbol : program.symbols)
          names.push_back(symbol.name);
        return invalid("--dim: the model has no dynamic dimension '" + name + "'; " +
                       (names.empty() ? "all its sizes are static" : "it has " + quoted(names)));
      }
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

rt::StatusOr<Case> readCase(const std::string &directory, const rt::Program &program) {
  if (!llvm::sys::fs::is_directory(directory))
    return rt::notFound("there is no folder '" + directory + "'");
  Case result;
  // Of "a/b/" the last part is ".".
  StringRef trimmed = StringRef(directory).rtrim('/');
  result.name = fileName(llvm::sys::path::filename(trimmed));
  for (const rt::TensorSpec &spec : program.inputs) {
    auto tensor = rt::readNpy(directory + "/" + fileName(spec.name) + ".npy");
    if (!tensor.ok())
      return std::move(tensor).status().withContext("reading input '" + spec.name + "' of case '" +
                                                    directory + "'");
    result.inputs.push_back(std::move(*tensor));
  }
  return result;
}

std::string listInputs(const rt::Program &program) {
  std::string text;
  for (const rt::TensorSpec &spec : program.inputs)
    text += (text.empty() ? "  " : "\n  ") + rt::signatureText(program, spec);
  return text.empty() ? "  (none)" : text;
}

} // namespace rlx::run
