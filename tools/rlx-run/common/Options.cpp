// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The option table of rlx-run and its parser; see Options.h.
#include "tools/rlx-run/common/Options.h"

#include "formats/language_model/LanguageModelFile.h"

#include <cmath>
#include <filesystem>
#include <random>

#include "compiler/Phases.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "runtime/device/DeviceRegistry.h"
#include "session/CompileModel.h"
#include "session/HostCpu.h"
#include "session/ModelFile.h"
#include "session/PackageModel.h"
#include "session/Session.h"
#include "tools/rlx-run-rt/FlagTable.h"
#include "tools/rlx-run-rt/PackageDevice.h"
#include "tools/rlx-run-rt/Text.h"
#include "tools/rlx-run/common/CacheFolder.h"
#include "tools/rlx-run/common/ExternalData.h"
#include "tools/rlx-run/common/ForeignFlags.h"
#include "tools/rlx-run/common/OptionChecks.h"
#include "tools/rlx-run/common/TensorText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

namespace rlx::run {
namespace {

constexpr bool kRepeats = true;

template <double Options::*Member>
std::string parseTolerance(Options &options, StringRef value) {
  double &into = options.*Member;
  options.givesTolerance = true;
  if (value.getAsDouble(into) || !(into >= 0) || !std::isfinite(into))
    return ("expected a non-negative number, but got '" + value + "'").str();
  return "";
}

std::string parseInput(Options &options, StringRef value) {
  if (rt::StatusOr<std::optional<uint64_t>> seed = parseRandom(value); seed.ok() && *seed) {
    options.otherInputs = value;
    return "";
  }
  std::string wrong = parseNamed(value, "NAME=HOW", options.inputs);
  if (!wrong.empty())
    return wrong;
  const auto &[name, how] = options.inputs.back();
  if (how == "none") {
    options.absentInputs.push_back(name);
    options.inputs.pop_back();
    return "";
  }
  rt::Status status = checkInputText(how);
  if (status.ok())
    return "";
  // Perhaps the name was cut at its own '='.
  std::string hint;
  for (size_t equals = how.find('='); equals != std::string::npos && hint.empty();
       equals = how.find('=', equals + 1))
    if (checkInputText(StringRef(how).substr(equals + 1)).ok()) {
      const std::string whole = name + "=" + how.substr(0, equals);
      hint = "; a name that contains '=' needs double quotes: " +
             argumentWord("--input", whole, how.substr(equals + 1));
    }
  return "'" + name + "': " + std::string(status.message()) + hint;
}

std::string parseParams(Options &options, StringRef value) {
  options.params.push_back(value.str());
  return std::string(parseRandom(value).status().message());
}

std::string parseSpecialize(Options &options, StringRef value) {
  auto [runs, most] = value.split(',');
  bool hasMost = value.contains(',');
  if (runs.getAsInteger(10, options.specializeAfter) || options.specializeAfter == 0 ||
      (hasMost && (most.getAsInteger(10, options.specializeMost) || options.specializeMost == 0 ||
                   options.specializeMost > kMaxSpecialized)))
    return ("expected RUNS[,MOST], at least 1 run and 1 to " + llvm::Twine(kMaxSpecialized) +
            " sizes, but got '" + value + "'")
        .str();
  return "";
}

std::string oneOf(StringRef value, llvm::ArrayRef<StringRef> taken, std::string &into) {
  into = value.str();
  return run::oneOf(value, std::vector<std::string>(taken.begin(), taken.end()));
}

std::string parsePhase(Options &options, StringRef value) {
  std::vector<StringRef> names; // the phase `package` has no printable output
  for (const Phase &phase : phases())
    if (phase.build)
      names.push_back(phase.name);
  return oneOf(value, names, options.stopAfter);
}

// Returns the reason why a side of --compare is not available.
std::string checkSide(StringRef name) {
  if (name == "reference")
    return "";
  rt::Status found = rt::DeviceRegistry::get().find(name.str()).status();
  if (found.ok() || namesDevice(name))
    return std::string(found.message());
  return ("expected reference, cpu or a Vulkan device, or two of these with a comma between, "
          "but got '" +
          name + "'")
      .str();
}

std::string parseCompare(Options &options, StringRef value) {
  options.compare = value.str();
  if (value == "reference")
    return "";
  for (StringRef name : llvm::split(value, ','))
    options.sides.push_back(name.trim().str());
  if (options.sides.size() > 2)
    return ("expected two with a comma between at most, but got '" + value + "'").str();
  for (StringRef name : options.sides)
    if (std::string wrong = checkSide(name); !wrong.empty())
      return wrong;
  return "";
}

template <bool kIsFile>
std::string parsePrompt(Options &options, StringRef value) {
  options.prompts.push_back({value.str(), kIsFile});
  options.generates = true;
  return "";
}

std::string parseCount(int64_t &into, StringRef value, int64_t least = 1) {
  if (value.getAsInteger(10, into) || into < least)
    return ("expected a whole number of at least " + llvm::Twine(least) + ", but got '" + value +
            "'")
        .str();
  return "";
}

template <typename Number, Number lm::SamplingOptions::*Member, int kLeast = 0>
std::string parseSampling(Options &options, StringRef value) {
  Number &into = options.sampling.*Member;
  bool isWrong = false;
  if constexpr (std::is_floating_point_v<Number>)
    isWrong = value.getAsDouble(into);
  else
    isWrong = value.getAsInteger(10, into);
  if (isWrong && std::is_floating_point_v<Number>)
    return ("expected a number, but got '" + value + "'").str();
  if (isWrong || (std::is_integral_v<Number> && into < static_cast<Number>(kLeast)))
    return ("expected a whole number of at least " + llvm::Twine(kLeast) + ", but got '" + value +
            "'")
        .str();
  return std::string(options.sampling.check().message());
}

std::string parseSeed(Options &options, StringRef value) {
  options.drawsSeed = value == "-1";
  if (options.drawsSeed)
    options.sampling.seed = std::random_device()();
  else if (value.getAsInteger(10, options.sampling.seed))
    return ("expected a whole number of at least 0, or -1 for one by chance, but got '" + value +
            "'")
        .str();
  return "";
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
constexpr const char *kGenerate = "Language models (GGUF, Hugging Face)";
constexpr const char *kStop = "Stopping early";
constexpr const char *kLook = "Looking closer";
constexpr const char *kOther = "Other";

// Checks one of the names of --device-profile. Returns an error text, or an empty string.
std::string checkProfile(StringRef name) {
  llvm::Error error = name == kCpuProfile ? llvm::Error::success() : findProfile(name).takeError();
  if (!error)
    return "";
  const std::string text = llvm::toString(std::move(error));
  return name.ends_with(".json") ? text : text + "; 'cpu' stands for processors";
}

// As --dim, but for the compiler.
std::string parseFixedDim(Options &options, StringRef value) {
  RunOptions one;
  if (std::string wrong = parseDim(one, {value.data(), value.size()}); !wrong.empty())
    return wrong;
  const auto &[name, size] = one.dims.front();
  if (size < 0)
    return ("expected a size of at least 0, but got '" + value + "'").str();
  if (!options.fixedDims.try_emplace(name, size).second)
    return "the size of '" + name + "' is given twice";
  return "";
}

// A path may have colons: the last one counts if a number is behind it.
std::string parseAdapter(Options &options, StringRef value) {
  LoraFile adapter{value.str()};
  const auto [path, scale] = value.rsplit(':');
  double number = 0;
  if (!scale.empty() && !scale.getAsDouble(number)) {
    if (!std::isfinite(number))
      return ("expected a finite scale, but got '" + scale + "'").str();
    adapter = {path.str(), number};
  } else if (!path.empty() && path.size() < value.size() && !llvm::sys::fs::exists(value) &&
             llvm::sys::fs::exists(path)) {
    return ("expected a number behind the last ':' of '" + value + "', the scale of '" + path +
            "', but got '" + scale + "'")
        .str();
  }
  if (adapter.path.empty())
    return "expected FILE or FILE:SCALE";
  options.language.adapters.push_back(std::move(adapter));
  return "";
}

using Table = FlagTable<Options, StringRef>;

const Table::Entry kFlags[] = {
    {"--input", "NAME=HOW", Arity::Required, kData,
     "One input, HOW being one of\n"
     "  FILE.npy           a NumPy file\n"
     "  random[:SEED]      random data of the model's own shape; see --dim\n"
     "  SHAPExDTYPE=VALUE  e.g. 1x3x48x320xf32=0.5, 4xi64=1,2,3,4, 2x3xf32=random:7,\n"
     "                     2xstring=red,blue\n"
     "  none               of an ONNX model: an optional without value, an empty sequence\n"
     "The elements of a sequence NAME of an ONNX model are inputs NAME.0, NAME.1, ...\n"
     "With --emit, --stop-after and --device-profile only the types of inputs count, and only\n"
     "for inputs whose types an ONNX model leaves open: elements of a sequence, which get these\n"
     "sizes, inputs without a shape, and inputs with a default value, which they lose.\n"
     "Random floats are uniform in [-1, 1), integers in [0, 10). A NAME that contains '=' needs\n"
     "double quotes: --input='\"a=b\"=random'. Without a NAME, random[:SEED] is for every input\n"
     "that has no --input.",
     parseInput, kRepeats},
    {kDimFlag, kData,
     "Size of a dynamic dimension of random inputs. Sizes that other inputs decide need not\n"
     "be given. A size that you do not give gets a small value that the model accepts, with\n"
     "a note."},
    {"--params", "FILE", Arity::Required, kData,
     "Values of params: .safetensors, or .npz as numpy.savez writes it. May be given several\n"
     "times. 'random[:SEED]' fills every param that has no value.",
     parseParams, kRepeats},
    {kOutputFlag, kData, "Write one output."},
    {kOutputDirFlag, kData,
     "Write every output to DIR/NAME.npy; with --case or --test-data to DIR/CASE/NAME.npy.\n"
     "Characters of names that files should not have become '_'."},
    {"--case", "DIR", Arity::Required, kData,
     "Run with the inputs DIR/NAME.npy. May be given several times: the model is compiled\n"
     "once and runs every case, whatever its sizes.",
     append<&Options::cases>, kRepeats},
    {"--test-data", "DIR", Arity::Required, kData,
     "Run with DIR/input_N.pb and compare with DIR/output_N.pb (the layout of ONNX's tests).\n"
     "May be given several times.",
     append<&Options::testData>, kRepeats},
    {"--rtol", "X", Arity::Required, kData,
     "--test-data, --compare=A,B: allowed difference relative to the expected element (1e-3; for\n"
     "--test-data of bf16 2^-6, as ONNX has it).",
     parseTolerance<&Options::rtol>},
    {"--atol", "X", Arity::Required, kData,
     "--test-data, --compare=A,B: allowed absolute difference (1e-7).",
     parseTolerance<&Options::atol>},

    {kDeviceFlag, kRun,
     "cpu, cuda or vulkan (the first device of that kind), cuda:NUMBER, vulkan:PART-OF-A-NAME, or\n"
     "auto (the default). With auto a model is compiled for the CPU, and a package runs on the "
     "first device\n"
     "that can run one of its variants, in their order (--info lists them); Vulkan drivers that\n"
     "compute on the CPU come last. See --list-devices."},
    {kStrictFlag, kRun,
     "With a device beside the CPU: what it cannot run is an error, and is not left to the CPU."},
    {"--device-profile", "NAMES", Arity::Required, kRun,
     "With --emit, --stop-after, --check or --dispatch-report: compile for GPUs that need\n"
     "not be here, each by the name of a built-in profile or a file that ends in .json (see\n"
     "docs/targets/device-profiles.md), with commas between. A package has a variant for each; "
     "with cpu\n"
     "among the names it has those of --cpu too, for machines without such a device.",
     [](Options &options, StringRef value) -> std::string {
       for (StringRef name : llvm::split(value, ',')) {
         options.deviceProfiles.push_back(name.trim().str());
         if (std::string error = checkProfile(options.deviceProfiles.back()); !error.empty())
           return error;
         if (llvm::count(options.deviceProfiles, options.deviceProfiles.back()) > 1)
           return "'" + options.deviceProfiles.back() + "' is given twice";
       }
       return "";
     }},
    {kThreadsFlag, kRun,
     "CPU threads, 1 to 1024 (default: RLX_NUM_THREADS, OMP_NUM_THREADS, else the processors "
     "that the process may use)."},
    {"--mode", "MODE", Arity::Required, kRun,
     "compiled, lazy or eager; otherwise the environment variable RLX_MODE says, or else "
     "compiled.\n"
     "  lazy   compile at the first run\n"
     "  eager  op by op: errors name the op and its place, and so does a warning about the first "
     "op\n"
     "         that makes an infinity or a NaN of finite operands; slow",
     [](Options &options, StringRef value) -> std::string {
       rt::StatusOr<ExecutionMode> mode = parseExecutionMode({value.data(), value.size()}, "");
       if (!mode.ok())
         return ("expected one of eager, lazy, compiled, but got '" + value + "'").str();
       options.mode = *mode;
       return "";
     }},
    {"--check-finite", "", Arity::None, kRun,
     "--mode=eager: end the run with an error at the first op that makes an infinity or a NaN of\n"
     "finite operands.",
     set<&Options::checkFinite>},
    {"--precision", "P", Arity::Required, kRun,
     "auto or f32: floats are computed in the types the model has. f16 or bf16: products of f32\n"
     "(matrix products, convolutions, attention) take their operands and give their results in\n"
     "that type; sums, and all else, stay f32, and so do inputs, outputs and params. exact, high\n"
     "or fast: rows that the CPU multiplies with block-quantized weights are rounded to 24, 16 or\n"
     "8 bits; language models are high by default, and others exact.",
     [](Options &options, StringRef value) -> std::string {
       std::optional<Precision> found = findPrecision(value == "auto" ? "f32" : value);
       if (!found)
         return ("expected one of auto, " + precisionNames() + ", but got '" + value + "'").str();
       options.precision = *found;
       return "";
     }},
    {"--cache-type", "TYPE", Arity::Required, kRun,
     "Type of keys and values in the caches of a language model: f32 or f16.",
     [](Options &options, StringRef value) -> std::string {
       std::optional<rt::DType> found = findCacheType({value.data(), value.size()});
       if (!found)
         return ("expected one of " + cacheTypeNames() + ", but got '" + value + "'").str();
       options.language.cacheType = *found;
       return "";
     }},
    {"--cache-layout", "LAYOUT", Arity::Required, kRun,
     "How keys and values lie in these caches: contiguous, for one text, or paged, in blocks for\n"
     "several texts. The default is paged for CPUs, and for GPUs that have kernels for it.",
     [](Options &options, StringRef value) -> std::string {
       options.cacheLayout = findCacheLayout({value.data(), value.size()});
       return options.cacheLayout ? ""
                                  : ("expected contiguous or paged, but got '" + value + "'").str();
     }},
    {"--in-place-caches", "", Arity::None, kRun,
     "An output concat(past, new), an input with new rows behind it, becomes a cache: both\n"
     "have the size 'capacity', and a run writes its rows behind those of earlier runs, whose\n"
     "number is a new input. Attention nodes of ONNX with past and present do the same.",
     set<&Options::inPlaceCaches>},
    {"--cpu", "NAME", Arity::Required, kRun,
     "LLVM's name of the processor to compile for, e.g. x86-64-v3, znver4, cortex-a76 (default:\n"
     "this machine's), or an architecture, x86_64 or aarch64: any processor of it. With\n"
     "--emit=rlxe several with commas between: the package has a variant for each, and the best\n"
     "one is chosen where it is loaded.",
     [](Options &options, StringRef value) -> std::string {
       for (StringRef name : llvm::split(value, ','))
         options.cpus.push_back(name.trim().str());
       for (const std::string &name : options.cpus)
         if (llvm::count(options.cpus, name) > 1 && !name.empty())
           return "'" + name + "' is given twice";
       return llvm::is_contained(options.cpus, "")
                  ? ("expected names with commas between, but one is empty in '" + value + "'")
                        .str()
                  : "";
     }},
    {"--fix-dim", "NAME=SIZE", Arity::Required, kRun,
     "Compile for this size of a dynamic dimension alone: the code can be faster, and some models\n"
     "compile only so. May be given several times.",
     parseFixedDim, kRepeats},
    {"--lora", "FILE[:SCALE]", Arity::Required, kRun,
     "Add a low-rank adapter (LoRA) to a language model: a .gguf file for a .gguf model, or a\n"
     "folder of PEFT for a folder. Its updates count SCALE (1) times. May be given several times.",
     parseAdapter, kRepeats},
    {"--cache", "DIR", Arity::Required, kRun,
     "Keep the compiled model in DIR, and take it from there when the same model is compiled "
     "again\n"
     "with the same options. Not used with --explain, --dispatch-report, --dump-phases,\n"
     "--compare and --probe, nor in mode eager. DIR keeps 1 GiB at most: the least recently\n"
     "used models are deleted. Without the option DIR is $XDG_CACHE_HOME/rlx, or ~/.cache/rlx, as\n"
     "in Python; --bench has none, since it measures the compiler, too.",
     text<&Options::cache>},
    {"--no-cache", "", Arity::None, kRun, "Keep nothing, and compile the model anew.",
     set<&Options::keepsNothing>},
    {"--specialize", "RUNS[,MOST]", Arity::Required, kRun,
     "--bench: when RUNS runs had the same sizes, compile these on their own, in the background,\n"
     "for the runs that follow; each case is measured when that is done. The MOST sizes used last\n"
     "are kept, 1 to 8 (4). Params stay in memory as they are given, too. Such code may round\n"
     "otherwise.",
     parseSpecialize},
    {"--no-fast-paths", "", Arity::None, kRun,
     "Compile every kernel by the generic route (to compare or to search for errors).",
     [](Options &options, StringRef) -> std::string {
       options.fastPaths = false;
       return "";
     }},

    {"--prompt", "TEXT", Arity::Required, kGenerate,
     "Continue the text, and write what the model answers to stdout. Speeds go to stderr. May be\n"
     "given several times: the answers are made at the same time, and written one after another.",
     parsePrompt</*kIsFile=*/false>, kRepeats},
    {"--prompt-file", "FILE", Arity::Required, kGenerate,
     "The same with the text of a file, or of stdin for '-', without a newline at its end.",
     parsePrompt</*kIsFile=*/true>, kRepeats},
    {"--chat", "", Arity::None, kGenerate,
     "Answer each line of stdin as a message, by the model's chat template; with --prompt, answer\n"
     "that message only. Ctrl-C stops an answer.",
     [](Options &options, StringRef) -> std::string {
       options.chats = options.generates = true;
       return "";
     }},
    {"--system", "TEXT", Arity::Required, kGenerate, "--chat: the first message, of the system.",
     text<&Options::system>},
    {"--perplexity", "FILE", Arity::Required, kGenerate,
     "Print how well the model predicts the text of FILE, as llama.cpp's llama-perplexity does:\n"
     "the tokens in the second half of each chunk of --ctx (512) tokens count.",
     text<&Options::perplexity>},
    {"--embed", "TEXT", Arity::Required, kGenerate,
     "Print the vector of the text as a JSON list: the mean of the tokens' hidden states, or as "
     "the\n"
     "file says, scaled to length 1. May be repeated; each text has a line.",
     [](Options &options, StringRef value) -> std::string {
       options.embed.push_back(value.str());
       return value.empty() ? "expected a value" : "";
     },
     kRepeats},
    {"--max-tokens", "N", Arity::Required, kGenerate,
     "End the answer after N tokens. Otherwise the model ends it, or a full context does.",
     [](Options &options, StringRef value) { return parseCount(options.limits.maxTokens, value); }},
    {"--timeout", "SECONDS", Arity::Required, kGenerate,
     "End an answer with the first step that begins so many seconds after its prompt came.",
     [](Options &options, StringRef value) -> std::string {
       double &into = options.limits.timeout;
       if (value.getAsDouble(into) || !(into > 0) || !std::isfinite(into))
         return ("expected a number of seconds above 0, but got '" + value + "'").str();
       return "";
     }},
    {"--stop", "TEXT", Arity::Required, kGenerate,
     "End the answer before this text. May be given several times.",
     [](Options &options, StringRef value) -> std::string {
       options.limits.stop.push_back(value.str());
       return "";
     },
     kRepeats},
    {"--json-schema", "FILE", Arity::Required, kGenerate,
     "Answer with JSON that this schema allows. FILE is a file, or the schema itself.",
     text<&Options::jsonSchema>},
    {"--grammar", "FILE", Arity::Required, kGenerate,
     "Answer with a text of this grammar: GBNF, as llama.cpp has it, if its first rule has "
     "\"::=\",\n"
     "otherwise Lark.",
     text<&Options::grammar>},
    {"--draft", "FILE", Arity::Required, kGenerate,
     "Speculative decoding: the model FILE, a smaller one with the same tokens, guesses the next\n"
     "tokens, and the model checks them in one step.",
     text<&Options::draft>},
    {"--draft-max", "N", Arity::Required, kGenerate,
     "Guess at most N tokens (15 with --draft). Without --draft they are looked up in the text so\n"
     "far: texts that repeat themselves are made faster (0: none).",
     [](Options &options, StringRef value) {
       return parseCount(options.draftMax.emplace(), value, /*least=*/0);
     }},
    {"--stats", "", Arity::None, kGenerate,
     "Say on stderr when the first token came, and how much of the memory's bandwidth the answer\n"
     "used: the weights of a token, as the file has them, times the tokens per second. On a CPU "
     "also\n"
     "the share of what as many threads read: the best pass of 0.2 s over a buffer of that size,\n"
     "512 MB at most, once the answer is there.",
     set<&Options::stats>},
    {"--ctx", "N", Arity::Required, kGenerate,
     "Tokens of prompt and answer that fit in the caches. By default 4096, or with --prompt those "
     "of\n"
     "the prompt and --max-tokens (2048 without it), if they are more; never more than the model\n"
     "takes. Memory is taken as texts grow.",
     [](Options &options, StringRef value) { return parseCount(options.context, value); }},
    {"--temperature", "X", Arity::Required, kGenerate,
     "0: the most likely token each time. Higher is more varied (0.8).",
     parseSampling<double, &lm::SamplingOptions::temperature>},
    {"--top-k", "N", Arity::Required, kGenerate,
     "Choose among the N most likely tokens (40); 0: all.",
     parseSampling<int64_t, &lm::SamplingOptions::topK>},
    {"--typical-p", "X", Arity::Required, kGenerate,
     "Choose among the tokens closest to the entropy whose probabilities sum to X (1: all).",
     parseSampling<double, &lm::SamplingOptions::typicalP>},
    {"--top-p", "X", Arity::Required, kGenerate,
     "Choose among the most likely tokens whose probabilities sum to X (0.95); 1: all.",
     parseSampling<double, &lm::SamplingOptions::topP>},
    {"--min-p", "X", Arity::Required, kGenerate,
     "Choose among tokens of at least X times the highest probability (0.05); 0: all.",
     parseSampling<double, &lm::SamplingOptions::minP>},
    {"--repeat-penalty", "X", Arity::Required, kGenerate,
     "Divide the logits of tokens among the last ones by X if positive, else multiply (1: none).",
     parseSampling<double, &lm::SamplingOptions::repeatPenalty>},
    {"--frequency-penalty", "X", Arity::Required, kGenerate,
     "Subtract X from the logits of tokens among the last ones, once for each time (0).",
     parseSampling<double, &lm::SamplingOptions::frequencyPenalty>},
    {"--presence-penalty", "X", Arity::Required, kGenerate,
     "Subtract X from the logits of tokens among the last ones (0).",
     parseSampling<double, &lm::SamplingOptions::presencePenalty>},
    {"--repeat-last-n", "N", Arity::Required, kGenerate,
     "How many tokens of prompt and answer the last ones are (64); -1: all.",
     parseSampling<int64_t, &lm::SamplingOptions::repeatLastN, -1>},
    {"--seed", "N", Arity::Required, kGenerate,
     "Equal seeds give equal answers (0); -1: one by chance, which stderr tells.", parseSeed},

    {"--emit", "KIND", Arity::Required, kStop,
     "Compile only, and write\n"
     "  mlir  the IR after --stop-after (default: input, the model as imported); the values of\n"
     "        its params go to FILE.safetensors beside -o FILE\n"
     "  llvm  LLVM IR of the kernels\n"
     "  obj   object code of the kernels (needs -o)\n"
     "  spirv the kernels for Vulkan, FOLDER/KERNEL.spv each (needs -o FOLDER, new or empty, and\n"
     "        --device=vulkan or --device-profile)\n"
     "  ptx   the kernels for CUDA, FOLDER/KERNEL.ptx each (the same, with --device=cuda)\n"
     "  rlxe  a package, which rlx-run and rlx-run-rt run without a compiler (needs -o)",
     [](Options &options, StringRef value) {
       return oneOf(value, {"mlir", "llvm", "obj", "spirv", "ptx", "rlxe"}, options.emit);
     }},
    {"--weights-beside", "", Arity::None, kStop,
     "--emit=rlxe: write the weights to a file of their own, FILE.weights, which must stay beside\n"
     "the package.",
     set<&Options::weightsBeside>},
    {"-o", "FILE", Arity::Required, kStop, "Where --emit and --stop-after write (stdout).",
     text<&Options::outputFile>},
    {"--stop-after", "PHASE", Arity::Required, kStop,
     "Stop after a phase of compilation and write its IR: input, simplify, fuse, decompose,\n"
     "kernels, linalg, bufferize, lir, target.",
     parsePhase},
    {"--dump-phases", "DIR", Arity::Required, kStop,
     "Write the IR after every phase to DIR/N_PHASE.mlir, and go on.", text<&Options::dumpPhases>},

    {kBenchFlag, kLook,
     "Measure: compile time by phase, first run, min/median/p90 of the runs of SECONDS (2),\n"
     "memory. At least 5 and at most 100000 runs, however long or short they are. With several\n"
     "--case also the first run at each case's sizes."},
    {kJsonFlag, kLook,
     "--bench: write the figures as JSON too. Times are in ms, sizes in bytes: param_bytes what\n"
     "the model's params take as given, prepared_bytes what stays of them packed for the\n"
     "kernels, arena_bytes the temporaries, peak_rss_bytes the whole process, compiler included.\n"
     "cpu_kernels are those of the kernels that the CPU runs. specialized_sizes and\n"
     "specialized_runs are of --specialize."},
    {kProfileFlag, kLook,
     "Write a trace with one slice a dispatch, for ui.perfetto.dev or chrome://tracing."},
    {"--check", "", Arity::None, kLook,
     "List every node of an ONNX model that cannot run, with the reason and what to try, and on\n"
     "which devices the model runs; exit code 1 if a node cannot run. Nothing is run. Vulkan is\n"
     "checked for the smallest device, or for the one of --device or --device-profile.",
     set<&Options::check>},
    {"--dispatch-report", "", Arity::None, kLook,
     "List the program's dispatches: source ops, kernel, and which route made the kernel and\n"
     "why. Needs no inputs. With --device-profile for each of its devices, and which kernels are\n"
     "the CPU's.",
     set<&Options::dispatchReport>},
    {"--explain", "", Arity::None, kLook,
     "List what the compiler did, and what it could not do and why. Needs no inputs.",
     set<&Options::explain>},
    {"--report", "FILE", Arity::Required, kLook,
     "Write one HTML page without need of a network: the graph before and after fusion, every\n"
     "kernel with its route and reason, its time, bytes and share of the roofline, the memory "
     "plan,\n"
     "phases and remarks. Times are measured with the inputs given, otherwise with random ones;\n"
     "--dim sets their sizes. FILE ends in .html, or in .json to get the data instead.",
     [](Options &options, StringRef value) -> std::string {
       options.report = value.str();
       return value.ends_with_insensitive(".html") || value.ends_with_insensitive(".json")
                  ? ""
                  : ("expected a FILE that ends in .html or .json, but got '" + value + "'").str();
     }},
    {kInfoFlag, kLook,
     "List what a package (.rlxe) has inside: the model's signature, its variants, sizes."},
    {"--compare", "WITH", Arity::Required, kLook,
     "reference: run the reference interpreter too (slow: plain loops in double precision) and\n"
     "compare every output; exit code 1 if one differs, and then also the first dispatches that\n"
     "do. With --probe every dispatch is listed with its largest deviation.\n"
     "A,B (cpu,vulkan): run on both with the same inputs and compare B with A, which are devices "
     "or\n"
     "reference: every output, and then every op's result, with the first op that differs. One\n"
     "device alone is compared with what --device names (cpu). Integers must be equal; floats may\n"
     "be as far apart as docs/reference/numerics.md says, or --rtol and --atol.",
     parseCompare},
    {"--probe", "DIR", Arity::Required, kLook,
     "Write what every dispatch computes to DIR/N_LABEL.npy, and what those compute that prepare\n"
     "the params to DIR/prepare_N_LABEL.npy. DIR is made; one that is there must be empty.",
     text<&Options::probe>},

    {kListDevicesFlag, kOther, "List the devices of this machine and end."},
    {kVersionFlag, kOther, "Print the version and end."},
    {kHelpFlag, kOther, "Print this and end."},
};

const Table &table() {
  static const Table made("rlx-run", "model", {std::begin(kFlags), std::end(kFlags)}, foreignFlag);
  return made;
}

} // namespace

rt::Status usageError(const llvm::Twine &message) {
  return table().usageError(message.str());
}

bool writesModules(StringRef kind) {
  return kind == "spirv" || kind == "ptx";
}

bool isPackageFile(StringRef path) {
  return path.ends_with_insensitive(".rlxe");
}

bool isLanguageModelFile(StringRef path) {
  return isLanguageModelPath(path.str());
}

// Returns an error for an unknown processor, and for one whose code must run here and cannot.
static rt::Status checkCpus(const Options &options) {
  for (const std::string &cpu : options.cpus) {
    TargetOptions target;
    target.chip = cpu;
    if (rt::Status known = processorName(target).status(); !known.ok())
      return usageError("--cpu: " + StringRef(known.message()));
    if (options.stopsEarly())
      continue;
    if (rt::Status runs = checkRunsHere(target); !runs.ok())
      return usageError("--cpu: " + StringRef(runs.message()) +
                        "; --emit compiles for other machines");
  }
  return rt::okStatus();
}

// The compilations of the model: for the device, or for each variant of a package.
static std::vector<CompileOptions> compilations(const Options &options) {
  std::vector<CompileOptions> all;
  for (const std::string &profile : options.deviceProfiles) {
    CompileOptions &compile = all.emplace_back();
    if (profile == kCpuProfile)
      continue;
    compile.target = targetOfProfile(profile);
    compile.codegen.device = profile;
  }
  if (all.empty()) {
    all.emplace_back();
    if (namesDevice(options.device)) // the name was checked before
      compileForDevice(options.device, all.back()).ignore();
  }
  for (CompileOptions &compile : all)
    compile.codegen.fastPaths = options.fastPaths;
  return all;
}

rt::Status resolveOptions(Options &options) {
  if (isPackageFile(options.model))
    return rt::okStatus(); // the environment does not change a package
  RLX_ASSIGN_OR_RETURN(ExecutionMode mode, resolveMode(options.mode));
  options.mode = mode;
  if (options.sides.size() == 1)
    options.sides.insert(options.sides.begin(), options.device == "auto" ? "cpu" : options.device);
  if (options.checkFinite && mode != ExecutionMode::Eager)
    return usageError("--check-finite needs --mode=eager");
  if (options.checkFinite && !options.wantsRun())
    return usageError("--check-finite checks runs: give inputs");
  if (options.specializeAfter != 0 && mode == ExecutionMode::Eager)
    return usageError("--specialize compiles: it does not go with --mode=eager");
  RLX_RETURN_IF_ERROR(checkCpus(options));
  if (options.cache.empty() && options.usesDefaultCache())
    options.cache = defaultCacheFolder();
  if (options.cacheLayout)
    options.language.cacheLayout = *options.cacheLayout;
  else
    chooseCacheLayout(options.language, compilations(options));
  return rt::okStatus();
}

bool Options::watchesCompiler() const {
  return explain || dispatchReport || !report.empty() || !dumpPhases.empty() || !compare.empty() ||
         !probe.empty();
}

bool Options::usesDefaultCache() const {
  const bool runs = wantsRun() || generates || !perplexity.empty() || !embed.empty();
  return runs && !keepsNothing && !bench && !stopsEarly() && !watchesCompiler() &&
         mode != ExecutionMode::Eager;
}

bool Options::isForCpus() const {
  return deviceProfiles.empty() ? !namesDevice(device)
                                : llvm::is_contained(deviceProfiles, kCpuProfile);
}

bool Options::wantsRun() const {
  return (givesInputs() && !onlyCompiles()) || !outputs.empty() || !outputDir.empty() || bench ||
         !profile.empty() || !compare.empty() || !probe.empty();
}

std::string caseName(const std::string &directory) {
  std::error_code error;
  std::filesystem::path path = std::filesystem::absolute(directory, error).lexically_normal();
  if (!path.has_filename()) // "a/b/" ends with an empty part
    path = path.parent_path();
  return fileName(path.filename().string());
}

std::string outputFolder(const Options &options, StringRef caseName) {
  if (options.outputDir.empty() || caseName.empty())
    return options.outputDir;
  return options.outputDir + "/" + caseName.str();
}

std::vector<OutputPath> allOutputPaths(const Options &options) {
  using Kind = OutputPath::Kind;
  std::vector<OutputPath> paths = outputPaths(options);
  auto add = [&](Kind kind, const char *option, const std::string &path) {
    if (!path.empty())
      paths.push_back({kind, option, path});
  };
  if (writesModules(options.emit))
    add(Kind::EmptyFolder, "-o", options.outputFile);
  else if (!options.writesToStdout())
    add(Kind::File, "-o", options.outputFile);
  add(Kind::File, "--report", options.report);
  add(Kind::Folder, "--dump-phases", options.dumpPhases);
  add(Kind::EmptyFolder, "--probe", options.probe);
  return paths;
}

std::vector<std::string> allInputPaths(const Options &options) {
  std::vector<std::string> paths = inputPaths(options);
  llvm::append_range(paths, options.params); // "random" is a file only by chance
  llvm::append_range(paths, options.deviceProfiles);
  for (const std::string &folder : llvm::concat<const std::string>(options.cases, options.testData))
    llvm::append_range(paths, filesIn(folder));
  // New files overwrite nothing, and a model takes time to read.
  if (StringRef(options.model).ends_with_insensitive(".onnx") &&
      llvm::any_of(allOutputPaths(options),
                   [](const OutputPath &output) { return llvm::sys::fs::exists(output.path); }))
    llvm::append_range(paths, externalFiles(options.model));
  return paths;
}

rt::Status checkKeepsInputs(const Options &options) {
  using Kind = OutputPath::Kind;
  std::vector<OutputPath> outputs = allOutputPaths(options);
  if (!options.writesToStdout()) // param values go beside the file
    for (const char *extension : {".safetensors", ".weights"})
      outputs.push_back({Kind::File, "-o", options.outputFile + extension});
  if (!options.dumpPhases.empty())
    for (size_t phase = 0; phase < phases().size(); ++phase)
      outputs.push_back({Kind::File, "--dump-phases", phaseFile(options.dumpPhases, phase)});
  return checkKeepsInputs(outputs, allInputPaths(options));
}

rt::Status parseOptions(llvm::ArrayRef<const char *> arguments, Options &options) {
  GivenFlags given;
  RLX_RETURN_IF_ERROR(table().parse(arguments, options, given));
  return checkCombinations(options, given);
}

void printHelp(llvm::raw_ostream &os) {
  os << "rlx-run compiles a machine-learning model and runs it.\n\n"
        "usage: rlx-run MODEL [options]     MODEL: .onnx, .gguf, .mlir, .mlirbc, .rlxe (package),\n"
        "                                   or the folder of a language model (Hugging Face)\n\n"
        "Without inputs it prints the model's signature and what it needs. Otherwise it runs the\n"
        "model and prints its outputs.\n\n"
        "Exit codes: 0 success; 1 the work failed (the model, a file, a run, outputs that are not\n"
        "as expected); 2 the command line is wrong, which includes names that the model does not\n"
        "have, and inputs and params that it needs but did not get. A name of --fix-dim is looked\n"
        "for while the model is read, which gives 1.\n"
     << table().help();
  os << "\nExamples:\n"
        "  rlx-run model.onnx\n"
        "  rlx-run model.onnx --input=x=random --dim=batch=4 --bench\n"
        "  rlx-run model.mlir --input=x=x.npy --params=weights.safetensors --output=y=y.npy\n"
        "  rlx-run model.onnx --stop-after=kernels\n"
        "  rlx-run model.onnx --emit=rlxe -o model.rlxe --cpu=x86-64-v4,x86-64-v3\n"
        "  rlx-run model.rlxe --input=x=random --bench\n";
}

} // namespace rlx::run
