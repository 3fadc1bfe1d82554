// rlx-run-rt: runs a package (.rlxe) with the runtime alone. What rlx-run can do with a package,
// for machines without a compiler; and an example of the runtime's C++ interface.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/StrCat.h"
#include "runtime/base/Version.h"
#include "runtime/cpu/Dispatch.h"
#include "runtime/package/Package.h"
#include "runtime/package/PackageInfo.h"
#include "runtime/program/ExprEval.h"
#include "runtime/program/Signature.h"
#include "runtime/tensor/Npy.h"

using namespace rlx::rt;

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char *kHelp =
    R"(rlx-run-rt: runs a package (.rlxe) that `rlx-run MODEL --emit=rlxe -o FILE.rlxe` has made

usage: rlx-run-rt FILE.rlxe [options]

  --info                     list what the package has inside
  --input NAME=FILE.npy      one input, or
  --input NAME=VALUE         all its elements are VALUE; sizes that inputs decide are those of the
                             files, what --dim says, or 1
  --dim NAME=SIZE            size of a dynamic dimension
  --param NAME=FILE.npy      a param that the package has no value for
  --output NAME=FILE.npy     write one output
  --threads N                threads, 1 to 1024 (default: all the machine offers)
  --bench[=SECONDS]          measure for SECONDS (2)
  --version, --help

Without options it lists inputs, params and outputs. Exit codes: 0 success, 1 an error, 2 a wrong command
line.
)";

struct Options {
  bool listsOnly() const {
    return inputs.empty() && params.empty() && outputs.empty() && dims.empty() && !bench;
  }

  std::string package;
  std::vector<std::pair<std::string, std::string>> inputs, params, outputs, dims;
  bool info = false, bench = false;
  double seconds = 2;
  unsigned threads = 0;
};

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <typename T>
bool parseNumber(std::string_view text, T &into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return error == std::errc() && end == text.data() + text.size();
}

Status parsePair(std::string_view option, std::string_view text,
                 std::vector<std::pair<std::string, std::string>> &into) {
  const size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
    return invalidArgument(strCat(option, ": expected NAME=…, but got '", text, "'"));
  into.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return okStatus();
}

Status parseOption(std::string_view name, std::string_view value, Options &options) {
  if (name == "--input")
    return parsePair(name, value, options.inputs);
  if (name == "--param")
    return parsePair(name, value, options.params);
  if (name == "--output")
    return parsePair(name, value, options.outputs);
  if (name == "--dim")
    return parsePair(name, value, options.dims);
  if (!parseNumber(value, options.threads) || options.threads == 0 || options.threads > kMaxThreads)
    return invalidArgument(
        strCat(name, ": expected a number from 1 to ", kMaxThreads, ", but got '", value, "'"));
  return okStatus();
}

Status parseOptions(int argc, char **argv, Options &options) {
  constexpr std::string_view withValue[] = {"--input", "--param", "--output", "--dim", "--threads"};
  for (int i = 1; i < argc; ++i) {
    std::string_view name = argv[i], value;
    const size_t equals = name.find('=');
    const bool hasValue = name.starts_with("--") && equals != std::string_view::npos;
    if (hasValue) {
      value = name.substr(equals + 1);
      name = name.substr(0, equals);
    }
    if (name == "--info" && !hasValue) {
      options.info = true;
    } else if (name == "--bench") {
      options.bench = true;
      if (hasValue && (!parseNumber(value, options.seconds) || !(options.seconds > 0)))
        return invalidArgument(strCat("--bench: expected seconds, but got '", value, "'"));
    } else if (std::find(std::begin(withValue), std::end(withValue), name) != std::end(withValue)) {
      if (!hasValue && ++i == argc)
        return invalidArgument(strCat(name, " expects a value"));
      RLX_RETURN_IF_ERROR(parseOption(name, hasValue ? value : argv[i], options));
    } else if (name.starts_with("-")) {
      return invalidArgument(strCat("there is no option '", argv[i], "'; see rlx-run-rt --help"));
    } else if (!options.package.empty()) {
      return invalidArgument(
          strCat("expected one package, but got '", options.package, "' and '", name, "'"));
    } else {
      options.package = name;
    }
  }
  return options.package.empty() ? invalidArgument("expected a package; see rlx-run-rt --help")
                                 : okStatus();
}

// What the command line names must be there, before anything runs.
Status checkNames(const Program &program, const Options &options) {
  const auto check = [&](const char *kind, const auto &given,
                         const std::vector<TensorSpec> &specs) -> Status {
    for (size_t i = 0; i < given.size(); ++i) {
      const std::string &name = given[i].first;
      if (findSpec(specs, name, 0) == specs.size())
        return invalidArgument(strCat("the model has no ", kind, " '", name, "'; ", kind, "s are ",
                                      listSignature(program, specs)));
      for (size_t k = 0; k < i; ++k)
        if (given[k].first == name)
          return invalidArgument(strCat(kind, " '", name, "' is given twice"));
    }
    return okStatus();
  };
  RLX_RETURN_IF_ERROR(check("input", options.inputs, program.inputs));
  RLX_RETURN_IF_ERROR(check("param", options.params, program.params));
  RLX_RETURN_IF_ERROR(check("output", options.outputs, program.outputs));
  if (options.inputs.size() != program.inputs.size())
    return invalidArgument(strCat("expected ", program.inputs.size(), " inputs, but got ",
                                  options.inputs.size(), "; inputs are ",
                                  listSignature(program, program.inputs)));
  for (const auto &[name, value] : options.dims)
    if (std::none_of(program.symbols.begin(), program.symbols.end(),
                     [&, &name = name](const Symbol &s) { return s.name == name; }))
      return invalidArgument(strCat("--dim: the model has no dynamic dimension '", name, "'"));
  return okStatus();
}

constexpr int64_t kOpen = -1;

// The sizes that --dim gives, one a symbol; kOpen where it says nothing.
StatusOr<std::vector<int64_t>> givenSizes(const Program &program, const Options &options) {
  std::vector<int64_t> sizes(program.symbols.size(), kOpen);
  for (const auto &[name, value] : options.dims) {
    const auto symbol = std::find_if(program.symbols.begin(), program.symbols.end(),
                                     [&](const Symbol &s) { return s.name == name; });
    int64_t &size = sizes[static_cast<size_t>(symbol - program.symbols.begin())];
    if (!parseNumber(value, size) || size < 0)
      return invalidArgument(strCat("--dim: expected a size for '", name, "', got '", value, "'"));
  }
  return sizes;
}

// Takes the sizes that a file has for an input; --dim may not say otherwise.
Status takeSizes(const Program &program, size_t input, const Tensor &file,
                 std::vector<int64_t> &sizes) {
  const TensorSpec &spec = program.inputs[input];
  for (size_t d = 0; d < std::min(spec.shape.size(), file.rank()); ++d) {
    const std::vector<ExprOp> &dim = spec.shape[d].code;
    if (dim.size() != 1 || dim[0].opcode != ExprOpcode::Symbol)
      continue;
    const auto symbol = static_cast<size_t>(dim[0].value);
    const int64_t size = file.shape()[d];
    if (sizes[symbol] != kOpen && sizes[symbol] != size)
      return invalidArgument(strCat("'", program.symbols[symbol].name, "' is ", sizes[symbol],
                                    " by --dim or by another file, but ", size,
                                    " in the file for input '", spec.name, "'"));
    sizes[symbol] = size;
  }
  return okStatus();
}

bool isWhole(DType dtype) {
  return dtype <= DType::U64; // bool and the integers come first
}

StatusOr<Tensor> filled(const TensorSpec &spec, std::span<const int64_t> symbols, double value,
                        std::string_view text) {
  std::vector<int64_t> shape;
  for (const Expr &dim : spec.shape) {
    RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(dim, symbols));
    shape.push_back(size);
  }
  RLX_ASSIGN_OR_RETURN(Tensor tensor, Tensor::allocate(spec.dtype, shape));
  for (int64_t i = 0; i < tensor.elements(); ++i)
    storeElement(spec.dtype, tensor.data(), i, value);
  if (tensor.elements() && isWhole(spec.dtype) &&
      loadElement(spec.dtype, tensor.data(), 0) != value)
    return invalidArgument(strCat("input '", spec.name, "' has elements of type ", name(spec.dtype),
                                  ", which cannot be ", text, "; round it, or give a file"));
  return tensor;
}

// One tensor for each --input, in their order. Files first: filled inputs have sizes that fit them.
StatusOr<std::vector<Tensor>> makeInputs(const Program &program, const Options &options,
                                         bool &wrongCommandLine) {
  const auto wrong = [&](Status status) {
    wrongCommandLine = true;
    return status;
  };
  StatusOr<std::vector<int64_t>> sizes = givenSizes(program, options);
  if (!sizes.ok())
    return wrong(std::move(sizes).status());
  std::vector<Tensor> tensors(options.inputs.size());
  std::vector<std::optional<double>> values(options.inputs.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    const auto &[name, how] = options.inputs[i];
    if (double value; parseNumber(how, value)) {
      values[i] = value;
      continue;
    }
    RLX_ASSIGN_OR_RETURN(tensors[i], readNpy(how));
    if (Status status = takeSizes(program, findSpec(program.inputs, name, 0), tensors[i], *sizes);
        !status.ok())
      return wrong(std::move(status));
  }
  std::replace(sizes->begin(), sizes->end(), kOpen, int64_t(1));
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!values[i])
      continue;
    const auto &[name, how] = options.inputs[i];
    StatusOr<Tensor> tensor =
        filled(program.inputs[findSpec(program.inputs, name, 0)], *sizes, *values[i], how);
    if (!tensor.ok())
      return wrong(std::move(tensor).status());
    tensors[i] = std::move(*tensor);
  }
  return tensors;
}

Status bench(Executable &executable, std::span<const NamedTensor> inputs, double seconds) {
  const Clock::time_point first = Clock::now();
  RLX_RETURN_IF_ERROR(executable.run(inputs));
  std::printf("first run %.3f ms\n", since(first));
  std::vector<double> runs;
  for (const Clock::time_point start = Clock::now();
       runs.size() < 5 || (since(start) < seconds * 1e3 && runs.size() < 100000);) {
    const Clock::time_point begin = Clock::now();
    RLX_RETURN_IF_ERROR(executable.run(inputs));
    runs.push_back(since(begin));
  }
  std::sort(runs.begin(), runs.end());
  std::printf("run %.4f ms median, %.4f ms min, %.4f ms p90 of %zu\n", runs[runs.size() / 2],
              runs.front(), runs[runs.size() * 9 / 10], runs.size());
  return okStatus();
}

Status printOutputs(const Executable &executable) {
  const Program &program = executable.program();
  for (size_t i = 0; i < program.outputs.size(); ++i) {
    const TensorView output = executable.output(i);
    RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(output.shape));
    std::printf("%s: %s ", program.outputs[i].name.c_str(),
                typeText(output.dtype, output.shape).c_str());
    for (int64_t k = 0; k < std::min<int64_t>(count, 8); ++k)
      std::printf("%s%g", k ? ", " : "[", loadElement(output.dtype, output.data, k));
    std::printf(count > 8 ? ", …]\n" : count ? "]\n" : "[]\n");
  }
  return okStatus();
}

void printSignature(const Program &program) {
  for (const auto &[title, specs] :
       {std::pair("inputs", &program.inputs), std::pair("params", &program.params),
        std::pair("outputs", &program.outputs)}) {
    std::printf("%s:\n", title);
    for (const TensorSpec &spec : *specs)
      std::printf("  %s\n", signatureText(program, spec).c_str());
  }
}

Status runPackage(const Options &options, bool &wrongCommandLine) {
  RLX_ASSIGN_OR_RETURN(const auto package, Package::open(options.package));
  if (options.info) {
    RLX_ASSIGN_OR_RETURN(const std::string text, packageText(*package));
    std::fputs(text.c_str(), stdout);
    return okStatus();
  }
  const Clock::time_point start = Clock::now();
  RLX_ASSIGN_OR_RETURN(const auto executable, loadPackage(*package, {.threads = options.threads}));
  const Program &program = executable->program();
  if (options.listsOnly() && !program.inputs.empty()) {
    printSignature(program);
    return okStatus();
  }
  Status names = checkNames(program, options);
  wrongCommandLine = !names.ok();
  RLX_RETURN_IF_ERROR(std::move(names));
  for (const auto &[name, path] : options.params) {
    RLX_ASSIGN_OR_RETURN(Tensor value, readNpy(path));
    RLX_RETURN_IF_ERROR(executable->adoptParam(name, std::move(value)));
  }
  std::printf("loaded in %.3f ms on %s\n", since(start), executable->deviceName().data());
  RLX_ASSIGN_OR_RETURN(const std::vector<Tensor> tensors,
                       makeInputs(program, options, wrongCommandLine));
  std::vector<NamedTensor> inputs;
  for (size_t i = 0; i < tensors.size(); ++i)
    inputs.push_back({options.inputs[i].first, tensors[i].view()});
  if (options.bench)
    return bench(*executable, inputs, options.seconds);
  RLX_RETURN_IF_ERROR(executable->run(inputs));
  RLX_RETURN_IF_ERROR(printOutputs(*executable));
  for (const auto &[name, path] : options.outputs) {
    RLX_ASSIGN_OR_RETURN(const TensorView output, executable->output(name));
    RLX_RETURN_IF_ERROR(writeNpy(path, output));
  }
  return okStatus();
}

} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--help" || argument == "-h")
      return std::fputs(kHelp, stdout) < 0;
    if (argument == "--version")
      return std::printf("rlx %s\n", versionText()) < 0;
  }
  Options options;
  Status status = parseOptions(argc, argv, options);
  bool wrongCommandLine = !status.ok();
  if (status.ok())
    status = runPackage(options, wrongCommandLine);
  if (status.ok() && std::fflush(stdout) == 0)
    return 0;
  std::fprintf(stderr, "rlx-run-rt: error: %s\n",
               status.ok() ? "cannot write to standard output" : status.toString().c_str());
  return wrongCommandLine ? 2 : 1;
}
