// The option table of rlx-run and its parser; see Options.h.
#include "tools/rlx-run/Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using llvm::StringRef;

namespace rlx::run {
namespace {

enum class Arity { None, Required, Optional }; // Optional: only as --flag=VALUE

struct Flag {
  StringRef name, metavar;
  Arity arity;
  const char *group;
  const char *help;
  // Stores the value; a non-empty string says what is wrong with it.
  std::string (*store)(Options &, StringRef value);
};

std::string splitNamed(StringRef value, Options::Named &into, StringRef form) {
  auto [name, rest] = value.split('=');
  if (name.empty() || rest.empty())
    return ("expected " + form + ", but got '" + value + "'").str();
  into.emplace_back(name.str(), rest.str());
  return "";
}

std::string parseDouble(StringRef value, double &into, bool allowZero) {
  if (value.getAsDouble(into) || !(into >= 0) || (into == 0 && !allowZero))
    return ("expected a " + StringRef(allowZero ? "non-negative" : "positive") +
            " number, but got '" + value + "'")
        .str();
  return "";
}

std::string oneOf(StringRef value, llvm::ArrayRef<StringRef> taken, llvm::ArrayRef<StringRef> later,
                  std::string &into) {
  into = value.str();
  if (llvm::is_contained(taken, value))
    return "";
  std::string list = llvm::join(taken, ", ");
  if (llvm::is_contained(later, value))
    return ("'" + value + "' is not supported by this version; supported: " + list).str();
  return ("expected one of " + list + ", but got '" + value + "'").str();
}

template <std::string Options::*Member>
std::string text(Options &options, StringRef value) {
  options.*Member = value.str();
  return value.empty() ? "expected a value" : "";
}
template <bool Options::*Member>
std::string set(Options &options, StringRef) {
  options.*Member = true;
  return "";
}
template <std::vector<std::string> Options::*Member>
std::string append(Options &options, StringRef value) {
  (options.*Member).push_back(value.str());
  return value.empty() ? "expected a value" : "";
}

constexpr const char *kData = "Data";
constexpr const char *kRun = "Running";
constexpr const char *kStop = "Stopping early";
constexpr const char *kLook = "Looking closer";
constexpr const char *kOther = "Other";

const Flag kFlags[] = {
    {"--input", "NAME=HOW", Arity::Required, kData,
     "One input, HOW being one of\n"
     "  FILE.npy           a NumPy file\n"
     "  random[:SEED]      random data of the model's own shape; see --dim\n"
     "  SHAPExDTYPE=VALUE  e.g. 1x3x48x320xf32=0.5, 4xi64=1,2,3,4, 2x3xf32=random:7\n"
     "Random floats are uniform in [-1, 1), integers in [0, 10).",
     [](Options &options, StringRef value) {
       return splitNamed(value, options.inputs, "NAME=HOW");
     }},
    {"--dim", "NAME=SIZE", Arity::Required, kData,
     "Size of a dynamic dimension of random inputs. Sizes that other inputs decide need not\n"
     "be given; what nothing decides is 1, with a note.",
     [](Options &options, StringRef value) -> std::string {
       auto [name, size] = value.split('=');
       int64_t number = 0;
       if (name.empty() || size.getAsInteger(10, number) || number < 0)
         return ("expected NAME=SIZE, but got '" + value + "'").str();
       options.dims.emplace_back(name.str(), number);
       return "";
     }},
    {"--params", "FILE", Arity::Required, kData,
     "Values of params: .safetensors, or .npz as numpy.savez writes it. May be given several\n"
     "times. 'random[:SEED]' fills every param that has no value.",
     append<&Options::params>},
    {"--output", "NAME=FILE.npy", Arity::Required, kData, "Write one output.",
     [](Options &options, StringRef value) {
       return splitNamed(value, options.outputs, "NAME=FILE.npy");
     }},
    {"--output-dir", "DIR", Arity::Required, kData,
     "Write every output to DIR/NAME.npy; with --case or --test-data to DIR/CASE/NAME.npy.\n"
     "Characters of names that files should not have become '_'.",
     text<&Options::outputDir>},
    {"--case", "DIR", Arity::Required, kData,
     "Run with the inputs DIR/NAME.npy. May be given several times: the model is compiled\n"
     "once and runs every case, whatever its sizes.",
     append<&Options::cases>},
    {"--test-data", "DIR", Arity::Required, kData,
     "Run with DIR/input_N.pb and compare with DIR/output_N.pb (the layout of ONNX's tests).\n"
     "May be given several times.",
     append<&Options::testData>},
    {"--rtol", "X", Arity::Required, kData,
     "--test-data: allowed difference relative to the expected element (1e-3).",
     [](Options &options, StringRef value) { return parseDouble(value, options.rtol, true); }},
    {"--atol", "X", Arity::Required, kData, "--test-data: allowed absolute difference (1e-7).",
     [](Options &options, StringRef value) { return parseDouble(value, options.atol, true); }},

    {"--device", "NAME", Arity::Required, kRun,
     "cpu, or auto (the best device there is; the default). See --list-devices.",
     text<&Options::device>},
    {"--threads", "N", Arity::Required, kRun, "CPU threads (default: all the machine offers).",
     [](Options &options, StringRef value) -> std::string {
       if (value.getAsInteger(10, options.threads) || options.threads == 0)
         return ("expected a positive number, but got '" + value + "'").str();
       return "";
     }},
    {"--mode", "MODE", Arity::Required, kRun, "compiled (the default).",
     [](Options &options, StringRef value) {
       return oneOf(value, {"compiled"}, {"eager", "lazy"}, options.mode);
     }},
    {"--precision", "P", Arity::Required, kRun,
     "auto or f32: floats are computed in the types the model has.",
     [](Options &options, StringRef value) {
       return oneOf(value, {"auto", "f32"}, {"f16", "bf16"}, options.precision);
     }},
    {"--no-fast-paths", "", Arity::None, kRun,
     "Compile every kernel by the generic route (to compare or to search for errors).",
     [](Options &options, StringRef) -> std::string {
       options.fastPaths = false;
       return "";
     }},

    {"--emit", "KIND", Arity::Required, kStop,
     "Compile only, and write\n"
     "  mlir  the IR after --stop-after (default: input, the model as imported); the values of\n"
     "        its params go to FILE.safetensors beside -o FILE\n"
     "  llvm  LLVM IR of the kernels\n"
     "  obj   object code of the kernels (needs -o)",
     [](Options &options, StringRef value) {
       return oneOf(value, {"mlir", "llvm", "obj"}, {"rlxe", "spirv"}, options.emit);
     }},
    {"-o", "FILE", Arity::Required, kStop, "Where --emit and --stop-after write (stdout).",
     text<&Options::outputFile>},
    {"--stop-after", "PHASE", Arity::Required, kStop,
     "Stop after a phase of compilation and write its IR: input, simplify, fuse, decompose,\n"
     "kernels, linalg, bufferize, lir, target.",
     text<&Options::stopAfter>},
    {"--dump-phases", "DIR", Arity::Required, kStop,
     "Write the IR after every phase to DIR/N_PHASE.mlir, and go on.", text<&Options::dumpPhases>},

    {"--bench", "SECONDS", Arity::Optional, kLook,
     "Measure: compile time by phase, first run, min/median/p90 of the runs of SECONDS (2),\n"
     "memory. With several --case also the first run at each case's sizes.",
     [](Options &options, StringRef value) -> std::string {
       options.bench = true;
       return value.empty() ? "" : parseDouble(value, options.benchSeconds, false);
     }},
    {"--json", "FILE", Arity::Required, kLook, "--bench: write the figures as JSON too.",
     text<&Options::json>},
    {"--profile", "FILE.json", Arity::Required, kLook,
     "Write a trace with one slice a dispatch, for ui.perfetto.dev or chrome://tracing.",
     text<&Options::profile>},
    {"--dispatch-report", "", Arity::None, kLook,
     "List the program's dispatches: source ops, kernel, and which route made the kernel and\n"
     "why. Needs no inputs.",
     set<&Options::dispatchReport>},
    {"--explain", "", Arity::None, kLook,
     "List what the compiler did, and what it could not do and why. Needs no inputs.",
     set<&Options::explain>},
    {"--compare", "WITH", Arity::Required, kLook,
     "reference: run the reference interpreter too (slow: plain loops in double precision) and\n"
     "compare every output; exit code 1 if one differs.",
     [](Options &options, StringRef value) {
       return oneOf(value, {"reference"}, {"cpu", "vulkan"}, options.compare);
     }},
    {"--probe", "DIR", Arity::Required, kLook,
     "Write what every dispatch computes to DIR/N_LABEL.npy.", text<&Options::probe>},

    {"--list-devices", "", Arity::None, kOther, "List the devices of this machine and end.",
     set<&Options::listDevices>},
    {"--version", "", Arity::None, kOther, "Print the version and end.", set<&Options::version>},
    {"--help", "", Arity::None, kOther, "Print this and end.", set<&Options::help>},
};

const Flag *findFlag(StringRef name) {
  if (name == "-h" || name == "-help")
    name = "--help";
  const Flag *found = llvm::find_if(kFlags, [&](const Flag &flag) { return flag.name == name; });
  return found == std::end(kFlags) ? nullptr : found;
}

rt::Status usageError(const llvm::Twine &message) {
  return rt::invalidArgument((message + "\nsee rlx-run --help").str());
}

rt::Status unknownFlag(StringRef name) {
  const Flag *nearest = nullptr;
  unsigned best = 4;
  for (const Flag &flag : kFlags)
    if (unsigned distance = name.edit_distance(flag.name); distance < best)
      best = distance, nearest = &flag;
  std::string hint = nearest ? ("; did you mean " + nearest->name + "?").str() : "";
  return usageError("there is no option '" + name + "'" + hint);
}

rt::Status checkCombinations(const Options &options) {
  if (options.help || options.version || options.listDevices)
    return rt::okStatus();
  if (options.model.empty())
    return usageError("expected a model file");
  int ways = !options.inputs.empty() + !options.cases.empty() + !options.testData.empty();
  if (ways > 1)
    return usageError("expected inputs from one of --input, --case and --test-data");
  if (!options.json.empty() && !options.bench)
    return usageError("--json needs --bench");
  if (!options.outputFile.empty() && !options.stopsEarly())
    return usageError("-o needs --emit or --stop-after; outputs go to --output or --output-dir");
  if (!options.outputs.empty() && options.cases.size() + options.testData.size() > 1)
    return usageError("--output takes one case; use --output-dir for several");
  bool binary = options.emit == "obj" || options.emit == "llvm";
  if (binary && !options.stopAfter.empty())
    return usageError("--stop-after goes with --emit=mlir, not with --emit=" + options.emit);
  if (options.emit == "obj" && options.outputFile.empty())
    return usageError("--emit=obj needs -o FILE");
  if (options.stopsEarly() && options.wantsRun())
    return usageError("--emit and --stop-after only compile: options that run the model do not "
                      "go with them");
  return rt::okStatus();
}

} // namespace

bool Options::wantsRun() const {
  return givesInputs() || !outputs.empty() || !outputDir.empty() || bench || !profile.empty() ||
         !compare.empty() || !probe.empty();
}

rt::Status parseOptions(llvm::ArrayRef<const char *> arguments, Options &options) {
  bool onlyFiles = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "--" && !onlyFiles) {
      onlyFiles = true;
      continue;
    }
    if (onlyFiles || !argument.starts_with("-") || argument == "-") {
      if (!options.model.empty())
        return usageError("expected one model, but got '" + options.model + "' and '" + argument +
                          "'");
      options.model = argument.str();
      continue;
    }
    bool hasValue = argument.contains('=');
    auto [name, value] = argument.split('=');
    const Flag *flag = findFlag(name);
    if (!flag)
      return unknownFlag(name);
    if (flag->arity == Arity::None && hasValue)
      return usageError(flag->name + " takes no value, but got '" + value + "'");
    if (flag->arity == Arity::Required && !hasValue) {
      if (i + 1 == arguments.size())
        return usageError(flag->name + " expects " + flag->metavar);
      value = arguments[++i];
    }
    std::string wrong = flag->store(options, value);
    if (!wrong.empty())
      return usageError(flag->name + ": " + wrong);
  }
  return checkCombinations(options);
}

void printHelp(llvm::raw_ostream &os) {
  os << "rlx-run compiles a machine-learning model and runs it.\n\n"
        "usage: rlx-run MODEL [options]     MODEL: .onnx, .mlir or .mlirbc\n\n"
        "Without inputs it prints the model's signature and what it needs. Otherwise it runs the\n"
        "model and prints its outputs. The exit code is 0 on success only, 2 for a wrong command\n"
        "line.\n";
  StringRef group;
  for (const Flag &flag : kFlags) {
    if (group != flag.group)
      os << "\n" << flag.group << ":\n";
    group = flag.group;
    std::string form = flag.name.str();
    if (flag.arity == Arity::Required)
      form += ((flag.name.starts_with("--") ? "=" : " ") + flag.metavar).str();
    else if (flag.arity == Arity::Optional)
      form += ("[=" + flag.metavar + "]").str();
    os << "  " << form << "\n";
    llvm::SmallVector<StringRef> lines;
    StringRef(flag.help).split(lines, '\n');
    for (StringRef line : lines)
      os << "      " << line << "\n";
  }
  os << "\nExamples:\n"
        "  rlx-run model.onnx\n"
        "  rlx-run model.onnx --input=x=random --dim=batch=4 --bench\n"
        "  rlx-run model.mlir --input=x=x.npy --params=weights.safetensors --output=y=y.npy\n"
        "  rlx-run model.onnx --stop-after=kernels\n";
}

} // namespace rlx::run
