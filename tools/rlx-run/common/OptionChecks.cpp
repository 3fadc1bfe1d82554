// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules for combinations of options, one function per group.
//
// The first broken rule is the error.
#include "tools/rlx-run/common/OptionChecks.h"

#include <array>
#include <map>

#include "formats/language_model/LanguageModelFile.h"
#include "session/PackageModel.h"
#include "tools/rlx-run-rt/PackageDevice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

namespace rlx::run {
namespace {

// Outputs and messages of a case bear its name.
rt::Status checkCaseNames(const Options &options) {
  std::map<std::string, std::string> folders;
  for (const std::string &folder :
       llvm::concat<const std::string>(options.cases, options.testData)) {
    const auto [other, isNew] = folders.try_emplace(caseName(folder), folder);
    if (!isNew)
      return usageError("two cases are called '" + other->first + "': '" + other->second +
                        "' and '" + folder + "'");
  }
  return rt::okStatus();
}

rt::Status checkData(const Options &options, const GivenFlags &given) {
  const bool hasInputs = !options.inputs.empty() || !options.otherInputs.empty();
  int ways = hasInputs + !options.cases.empty() + !options.testData.empty();
  if (ways > 1)
    return usageError("expected inputs from one of --input, --case and --test-data");
  if (!options.dims.empty() && !hasInputs && options.report.empty())
    return usageError("--dim needs --input: it sets sizes of random inputs");
  if (rt::Status once = checkOnce(options.dims); !once.ok())
    return usageError(once.message());
  if (options.givesTolerance && options.testData.empty() && options.sides.empty())
    return usageError("--rtol and --atol need --test-data or --compare=A,B; --compare=reference "
                      "has tolerances of its own");
  if (!options.outputs.empty() && options.cases.size() + options.testData.size() > 1)
    return usageError("--output takes one case; use --output-dir for several");
  RLX_RETURN_IF_ERROR(checkCaseNames(options));
  if (rt::Status once = checkOnce("output", options.outputs); !once.ok())
    return usageError(once.message());
  if (rt::Status distinct = checkDistinct(allOutputPaths(options)); !distinct.ok())
    return usageError(distinct.message());
  rt::Status keeps = checkKeepsInputs(options);
  return keeps.ok() ? rt::okStatus() : usageError(keeps.message());
}

// A package is compiled: what asks the compiler for something does not go with it.
rt::Status checkPackage(const Options &options, const GivenFlags &given) {
  if (!isPackageFile(options.model))
    return options.info
               ? usageError("--info lists what a package (.rlxe) has inside; the signature "
                            "of another model is listed without it")
               : rt::okStatus();
  for (StringRef name :
       {"--emit", "--stop-after", "--dump-phases", "--dispatch-report", "--explain", "--report",
        "--compare", "--probe", "--no-fast-paths", "--cpu", "--precision", "--cache-type",
        "--cache-layout", "--check-finite", "--cache", "--specialize", "--device-profile",
        "--fix-dim", "--in-place-caches"})
    if (given.contains(name))
      return usageError("'" + options.model + "' is compiled already: " + name +
                        " does not go with it");
  if (options.mode && *options.mode != ExecutionMode::Compiled)
    return usageError("'" + options.model + "' is compiled already: packages have no mode " +
                      StringRef(name(*options.mode)));
  return rt::okStatus();
}

// How to compile a language model.
constexpr std::array<StringRef, 11> kLanguageModelFlags = {
    "--device", "--strict", "--threads",  "--precision",     "--cache-type", "--cache-layout",
    "--cpu",    "--cache",  "--no-cache", "--no-fast-paths", "--lora"};

rt::Status checkLanguageModel(const Options &options, const std::string &flag) {
  if (isLanguageModelFile(options.model))
    return rt::okStatus();
  std::string why = misnamedGguf(options.model);
  if (!llvm::sys::fs::exists(options.model))
    why = "which does not exist; nothing is downloaded";
  else if (isPackageFile(options.model))
    why = "a package, which has no vocabulary: give the file that it was made of";
  return usageError(flag + " needs a language model (.gguf, or a folder), but got '" +
                    options.model + (why.empty() ? "'" : "', " + why));
}

// --perplexity and --embed read a text, and show nothing else.
rt::Status checkReading(const Options &options, const GivenFlags &given) {
  const bool measures = !options.perplexity.empty();
  const std::string what = measures ? "--perplexity" : "--embed";
  RLX_RETURN_IF_ERROR(checkLanguageModel(options, what));
  for (const auto &name : given)
    if (!llvm::is_contained(kLanguageModelFlags, StringRef(name)) && name != what &&
        !(measures && name == "--ctx"))
      return usageError(what + " only reads a text: " + StringRef(name) + " does not go with it");
  if (measures && options.context != 0 && options.context < 4)
    return usageError("--perplexity needs a --ctx of at least 4 tokens, but got " +
                      llvm::Twine(options.context));
  return rt::okStatus();
}

// --prompt and --chat make text, and show nothing else.
rt::Status checkGeneration(const Options &options, const GivenFlags &given) {
  constexpr std::array<StringRef, 20> kSettings = {"--max-tokens",
                                                   "--timeout",
                                                   "--ctx",
                                                   "--temperature",
                                                   "--top-k",
                                                   "--typical-p",
                                                   "--top-p",
                                                   "--min-p",
                                                   "--repeat-penalty",
                                                   "--frequency-penalty",
                                                   "--presence-penalty",
                                                   "--repeat-last-n",
                                                   "--seed",
                                                   "--stop",
                                                   "--json-schema",
                                                   "--grammar",
                                                   "--draft",
                                                   "--draft-max",
                                                   "--stats",
                                                   "--system"};
  if (!options.language.adapters.empty())
    RLX_RETURN_IF_ERROR(checkLanguageModel(options, "--lora"));
  if (!options.perplexity.empty() || !options.embed.empty())
    return checkReading(options, given);
  if (!options.generates) {
    for (StringRef name : kSettings)
      if (given.contains(name))
        return usageError(name + " needs --prompt or --chat");
    return rt::okStatus();
  }
  if (given.contains("--json-schema") && given.contains("--grammar"))
    return usageError("--json-schema does not go with --grammar: an answer has one form");
  if (!options.draft.empty() && !isLanguageModelFile(options.draft))
    return usageError("--draft takes a language model, a .gguf file or a folder, but got '" +
                      options.draft + "'");
  if (options.stats && options.prompts.size() > 1)
    return usageError("--stats is about one answer, but got " +
                      llvm::Twine(options.prompts.size()) + " prompts");
  if (given.contains("--system") && !options.chats)
    return usageError("--system needs --chat");
  if (options.chats && options.prompts.size() > 1)
    return usageError("--chat answers one --prompt, or the lines of stdin, but got " +
                      llvm::Twine(options.prompts.size()) + " prompts");
  const std::string what = options.chats                ? "--chat"
                           : given.contains("--prompt") ? "--prompt"
                                                        : "--prompt-file";
  RLX_RETURN_IF_ERROR(checkLanguageModel(options, what));
  for (const auto &name : given)
    if (!llvm::is_contained(kSettings, StringRef(name)) &&
        !llvm::is_contained(kLanguageModelFlags, StringRef(name)) && name != "--prompt" &&
        name != "--prompt-file" && name != "--chat")
      return usageError(what + " makes text: " + StringRef(name) + " does not go with it" +
                        (StringRef(name) == "--dispatch-report" || StringRef(name) == "--explain"
                             ? "; leave out " + what + " to see how the model is compiled"
                             : ""));
  return rt::okStatus();
}

// --check takes an ONNX model as it is.
rt::Status checkCheck(const Options &options, const GivenFlags &given) {
  if (!options.check)
    return rt::okStatus();
  const std::string wrong =
      "--check lists the nodes of an ONNX model (.onnx) that cannot run, but '" + options.model +
      "' is ";
  if (isPackageFile(options.model))
    return usageError(wrong + "a package, compiled already; --info lists what it has inside");
  if (isLanguageModelFile(options.model))
    return usageError(wrong +
                      "a language model; without --check, rlx-run says what is wrong with it");
  if (StringRef(options.model).ends_with_insensitive(".mlir") ||
      StringRef(options.model).ends_with_insensitive(".mlirbc"))
    return usageError(wrong + "MLIR; --dispatch-report says how its ops are compiled");
  for (const auto &name : given)
    if (!llvm::is_contained({"--check", "--device", "--device-profile", "--fix-dim", "--input",
                             "--in-place-caches", "--test-data", "--case"},
                            StringRef(name)))
      return usageError("--check only lists: " + StringRef(name) + " does not go with it");
  if (options.deviceProfiles.size() > 1)
    return usageError("--check takes one device profile");
  return rt::okStatus();
}

// Two sides run by themselves: what shows one run does not go with them.
rt::Status checkSides(const Options &options, const GivenFlags &given) {
  if (options.sides.empty())
    return rt::okStatus();
  for (StringRef name : {"--test-data", "--output", "--output-dir", "--profile", "--probe",
                         "--explain", "--dispatch-report", "--dump-phases", "--check-finite"})
    if (given.contains(name))
      return usageError("--compare=" + options.compare +
                        " compares what two devices compute: " + name + " does not go with it");
  if (options.sides.size() == 2 && given.contains("--device"))
    return usageError("--compare=" + options.compare +
                      " names the devices: --device does not go "
                      "with it");
  return rt::okStatus();
}

// --report shows one case on one device.
rt::Status checkReport(const Options &options, const GivenFlags &given) {
  if (options.report.empty())
    return rt::okStatus();
  for (StringRef name : {"--emit", "--stop-after", "--device-profile", "--bench", "--compare",
                         "--probe", "--profile", "--output", "--output-dir"})
    if (given.contains(name))
      return usageError("--report writes one page on the model: " + name + " does not go with it");
  if (options.cases.size() + options.testData.size() > 1)
    return usageError("--report takes one case");
  if (options.mode && *options.mode != ExecutionMode::Compiled)
    return usageError("--report shows the compiled model: --mode=" +
                      StringRef(name(*options.mode)) + " does not go with it");
  return rt::okStatus();
}

// --emit must match the kind of code, and needs a place to write to.
rt::Status checkEmit(const Options &options) {
  const StringRef kind = options.emit;
  const bool isCode = !kind.empty() && kind != "mlir";
  if (isCode && !options.stopAfter.empty())
    return usageError("--stop-after goes with --emit=mlir, not with --emit=" + kind);
  const bool forDevice = !options.deviceProfiles.empty() || namesDevice(options.device);
  if ((kind == "llvm" || kind == "obj") && forDevice)
    return usageError("--emit=" + kind +
                      " needs the CPU; --emit=spirv and --emit=ptx write the kernels of GPUs");
  if ((kind == "obj" || kind == "rlxe") && options.outputFile.empty())
    return usageError("--emit=" + kind + " needs -o FILE");
  if (writesModules(kind) && options.outputFile.empty())
    return usageError("--emit=" + kind + " needs -o FOLDER");
  if (writesModules(kind) && !forDevice)
    return usageError("--emit=" + kind + " needs --device=" + (kind == "ptx" ? "cuda" : "vulkan") +
                      " or --device-profile");
  if (kind == "rlxe" && !isPackageFile(options.outputFile))
    return usageError("--emit=rlxe: expected a file whose name ends in .rlxe, but got '" +
                      options.outputFile + "'");
  if (kind == "rlxe" && options.mode && *options.mode != ExecutionMode::Compiled)
    return usageError("--emit=rlxe: packages have no mode " + StringRef(name(*options.mode)));
  if (options.weightsBeside && kind != "rlxe")
    return usageError("--weights-beside needs --emit=rlxe");
  return rt::okStatus();
}

// --input may say what the import needs. All else is for a run.
bool wantsRun(const Options &options) {
  return options.wantsRun() || !options.cases.empty() || !options.testData.empty() ||
         !options.dims.empty();
}

// Devices that need not be here run nothing.
rt::Status checkProfiles(const Options &options, const GivenFlags &given) {
  if (options.deviceProfiles.empty())
    return rt::okStatus();
  if (!options.stopsEarly() && !options.dispatchReport && !options.check)
    return usageError("--device-profile needs --emit, --stop-after, --check or --dispatch-report; "
                      "--device=vulkan compiles for the device that it names");
  if (options.deviceProfiles.size() > 1 && options.stopsEarly() && options.emit != "rlxe")
    return usageError(
        "--device-profile takes several names with --emit=rlxe and --dispatch-report only");
  if (options.emit != "rlxe" && options.isForCpus())
    return usageError("--device-profile takes 'cpu' with --emit=rlxe only: in a package it stands "
                      "for the variants of --cpu");
  if (options.device != "auto")
    return usageError("--device-profile does not go with --device");
  if (options.stopsEarly() || options.check)
    return rt::okStatus();
  if (wantsRun(options))
    return usageError("--device-profile only compiles: options that run the model do not go with "
                      "it");
  for (StringRef name : {"--explain", "--dump-phases", "--cache"})
    if (given.contains(name))
      return usageError("--dispatch-report for --device-profile only lists: " + name +
                        " does not go with it");
  return rt::okStatus();
}

// --strict needs a device: the CPU has nothing to refuse.
rt::Status checkStrict(const Options &options) {
  const bool hasProfile = llvm::any_of(options.deviceProfiles,
                                       [](const std::string &name) { return name != kCpuProfile; });
  if (!options.strict || hasProfile || namesDevice(options.device) ||
      llvm::any_of(options.sides, namesDevice))
    return rt::okStatus();
  return usageError(
      "--strict needs a device beside the CPU: --device=vulkan, --device-profile or a "
      "side of --compare");
}

} // namespace

rt::Status checkCombinations(const Options &options, const GivenFlags &given) {
  if (options.help || options.version || options.listDevices)
    return rt::okStatus();
  if (options.model.empty())
    return usageError("expected a model file");
  RLX_RETURN_IF_ERROR(checkGeneration(options, given));
  for (const char *flag : {"--cache-type", "--cache-layout"})
    if (given.contains(flag) && !isPackageFile(options.model))
      RLX_RETURN_IF_ERROR(checkLanguageModel(options, flag));
  RLX_RETURN_IF_ERROR(checkCheck(options, given));
  RLX_RETURN_IF_ERROR(checkData(options, given));
  if (given.contains("--specialize") && !options.bench)
    return usageError("--specialize needs --bench: other runs are one for each case");
  if (rt::Status bench = checkBench(
          options, given,
          {"--output", "--output-dir", "--profile", "--compare", "--probe", "--check-finite"});
      !bench.ok())
    return usageError(bench.message());
  if (options.bench && !options.givesInputs() && isLanguageModelFile(options.model))
    return usageError("--bench needs the inputs of a step of this language model, by --input or "
                      "--case; --prompt=TEXT --stats measures an answer");
  RLX_RETURN_IF_ERROR(checkSides(options, given));
  RLX_RETURN_IF_ERROR(checkReport(options, given));
  if (!options.outputFile.empty() && !options.stopsEarly())
    return usageError("-o needs --emit or --stop-after; outputs go to --output or --output-dir");
  RLX_RETURN_IF_ERROR(checkProfiles(options, given));
  RLX_RETURN_IF_ERROR(checkEmit(options));
  if (options.cpus.size() > 1 && options.emit != "rlxe")
    return usageError("--cpu takes several names with --emit=rlxe only");
  if (options.cpus.size() > 1 && !options.isForCpus())
    return usageError("--cpu takes one name where code is for a Vulkan device: that of the "
                      "processor beside it; --device-profile=..,cpu makes variants for processors "
                      "too");
  RLX_RETURN_IF_ERROR(checkPackage(options, given));
  RLX_RETURN_IF_ERROR(checkStrict(options));
  if (!options.cache.empty() && options.keepsNothing)
    return usageError("--cache does not go with --no-cache");
  if (options.stopsEarly() && !options.cache.empty())
    return usageError("--cache keeps models that are run: it does not go with --emit and "
                      "--stop-after");
  if (options.stopsEarly() && wantsRun(options))
    return usageError("--emit and --stop-after only compile: options that run the model do not "
                      "go with them");
  if (options.stopsEarly() && (options.explain || options.dispatchReport))
    return usageError("--emit and --stop-after write IR or code: --explain and --dispatch-report "
                      "do not go with them");
  return rt::okStatus();
}

} // namespace rlx::run
