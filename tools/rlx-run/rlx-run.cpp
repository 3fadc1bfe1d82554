// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-run: compiles a model and runs it. This file has the order of the steps; the steps are in the
// other files.
//
// Exit codes: 0 for success, 1 for an error or a failed comparison, 2 for a wrong command line.
#include "tools/rlx-run-rt/PackageDevice.h"
#include "tools/rlx-run-rt/Text.h"
#include "tools/rlx-run/bench/Bench.h"
#include "tools/rlx-run/check/Check.h"
#include "tools/rlx-run/common/Describe.h"
#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/common/Options.h"
#include "tools/rlx-run/common/Signature.h"
#include "tools/rlx-run/common/TensorText.h"
#include "tools/rlx-run/compare/Compare.h"
#include "tools/rlx-run/compare/CompareSides.h"
#include "tools/rlx-run/generate/ChatLoop.h"
#include "tools/rlx-run/generate/Embed.h"
#include "tools/rlx-run/generate/Generate.h"
#include "tools/rlx-run/generate/LanguageModel.h"
#include "tools/rlx-run/generate/MeasurePerplexity.h"
#include "tools/rlx-run/package/Emit.h"
#include "tools/rlx-run/package/Probe.h"
#include "tools/rlx-run/report/WriteReport.h"
#include "tools/rlx-run/run/GivenInputs.h"
#include "tools/rlx-run/run/Inputs.h"
#include "tools/rlx-run/run/TestData.h"

#include <chrono>

#include "runtime/program/model/Target.h"
#include "runtime/program/observe/ObserverPair.h"
#include "runtime/program/observe/Trace.h"
#include "session/FiniteCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"

using namespace rlx;
using namespace rlx::run;

namespace {

using Notes = std::vector<std::string>;

// The outcome of a valid command line, besides its status.
struct Verdict {
  bool agree = true;             // no comparison failed
  bool wrongCommandLine = false; // it does not fit the model
};

void printError(const rt::Status &status) {
  llvm::errs() << "rlx-run: error: " << errorText(status);
}

void printOutputs(rt::Executable &executable, const Case &one) {
  if (!one.name.empty())
    llvm::outs() << one.name << "\n";
  for (auto [i, spec] : llvm::enumerate(executable.program().outputs))
    llvm::outs() << spec.name << ": " << summarize(executable.output(i)) << "\n";
}

rt::StatusOr<std::vector<Case>> makeCases(Model &model, const Options &options,
                                          const Signature &signature, Notes &notes,
                                          bool &wrongCommandLine) {
  const rt::Program &program = model.signature();
  std::vector<Case> cases;
  for (const std::string &directory :
       llvm::concat<const std::string>(options.cases, options.testData)) {
    auto read = options.testData.empty() ? readCase(directory, program)
                                         : readTestData(model.context(), directory, program);
    RLX_ASSIGN_OR_RETURN(Case one, std::move(read));
    cases.push_back(std::move(one));
  }
  if (cases.empty()) {
    RLX_ASSIGN_OR_RETURN(Case one,
                         makeInputs(options, program, signature, notes, wrongCommandLine));
    cases.push_back(std::move(one));
  }
  for (const Case &one : cases)
    RLX_RETURN_IF_ERROR(one.checkSizes(program));
  return cases;
}

// Prints the op that made infinity or NaN, in mode eager.
void warn(FiniteCheck *check, const Case *one) {
  std::string finding = check ? check->takeFinding() : "";
  if (!finding.empty())
    llvm::errs() << "rlx-run: warning: " << (one && !one->name.empty() ? one->name + ": " : "")
                 << finding << "\n";
}

// Whether an input or param has random values.
bool usesRandom(const Options &options) {
  auto isRandom = [](llvm::StringRef how) {
    rt::StatusOr<std::optional<uint64_t>> seed = parseRandom(how);
    return seed.ok() && seed->has_value();
  };
  return llvm::any_of(options.params, isRandom) ||
         llvm::any_of(options.inputs, [&](const auto &input) {
           llvm::StringRef how = input.second;
           return isRandom(how) || isRandom(how.split('=').second);
         });
}

// Random values may lie outside the domain of an op of the model.
void noteNotFinite(const rt::Executable &executable, const Options &options) {
  if (!usesRandom(options))
    return;
  for (auto [i, spec] : llvm::enumerate(executable.program().outputs)) {
    const int64_t count = countNotFinite(executable.output(i));
    if (count == 0)
      continue;
    llvm::errs() << "rlx-run: note: output '" << spec.name << "' has " << count
                 << (count == 1 ? " element" : " elements")
                 << " that are not finite; the random values may be the reason: a model can need "
                    "inputs and params of a certain range\n";
    return;
  }
}

// Runs each case once. `agree` becomes false if a comparison fails.
rt::Status runCases(Model &model, const Options &options, llvm::ArrayRef<Case> cases,
                    FiniteCheck *check, bool &agree) {
  using Clock = std::chrono::steady_clock;
  rt::Executable &executable = model.executable();
  rt::TraceRecorder trace;
  rt::ObserverPair observers(options.profile.empty() ? nullptr : &trace, check);
  RLX_RETURN_IF_ERROR(executable.setObserver(observers.orNull()));
  RLX_RETURN_IF_ERROR(executable.prepare());
  warn(check, nullptr);
  bool quiet = !options.outputDir.empty() || !options.outputs.empty() || !options.testData.empty();
  for (const Case &one : cases) {
    // A comparison of the previous case has removed the observer.
    RLX_RETURN_IF_ERROR(executable.setObserver(observers.orNull()));
    Clock::time_point start = Clock::now();
    rt::Status ran = executable.run(one.named(executable.program()));
    double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    if (!ran.ok())
      return one.name.empty() ? std::move(ran)
                              : std::move(ran).withContext("running case '" + one.name + "'");
    warn(check, &one);
    RLX_RETURN_IF_ERROR(writeOutputs(executable, options.outputs, outputFolder(options, one.name)));
    if (!quiet)
      printOutputs(executable, one);
    noteNotFinite(executable, options);
    if (!compareExpected(executable, one, options, llvm::errs()))
      agree = false;
    else if (!one.expected.empty())
      llvm::outs() << one.name << ": all outputs are as expected\n";
    if (options.compare == "reference")
      RLX_RETURN_IF_ERROR(
          compareReference(model, one, !options.probe.empty(), llvm::outs(), agree));
    llvm::outs() << (one.name.empty() ? "" : one.name + ": ") << "ran on "
                 << executable.deviceName() << " in " << timeText(ms) << "\n";
  }
  RLX_RETURN_IF_ERROR(executable.setObserver(nullptr));
  if (!options.profile.empty())
    RLX_RETURN_IF_ERROR(rt::writeChromeTrace(options.profile, trace.slices(), options.model));
  return rt::okStatus();
}

// Known once the model is compiled.
void noteCache(const Model &model) {
  if (!model.cacheUse().note.empty())
    llvm::errs() << "rlx-run: note: " << model.cacheUse().note << "\n";
}

// Notes kernels that run on the CPU, if the user asked for a device beside it or has a package for
// one.
void noteHostKernels(Model &model, const Options &options, Notes &notes) {
  if (model.package()) {
    if (std::string text = hostText(model.executable(), options.namedDevice()); !text.empty())
      notes.push_back(text + "; --strict refuses that");
    return;
  }
  if (options.dispatchReport || !namesDevice(options.device))
    return;
  if (std::string text = hostKernelsText(model.executable().program()); !text.empty())
    notes.push_back(text + "; --dispatch-report says why, and --strict refuses that");
}

// The inputs of a language model's step are indices into each other. Whether that was it.
bool noteRandomIndices(const rt::Status &ran, const Options &options, Notes &notes) {
  if (ran.code() != rt::StatusCode::OutOfRange || !isLanguageModelFile(options.model) ||
      !usesRandom(options))
    return false;
  notes.push_back("a language model needs indices that fit each other, which random ones do not; "
                  "--prompt=TEXT --stats measures an answer");
  return true;
}

// Says how to find out the size of the axis, where the error does not have it.
void noteMore(const rt::Status &ran, const Model &model, const Options &options, Notes &notes) {
  const llvm::StringRef message(ran.message());
  const bool hasSize =
      message.contains("its axis, whose size") || message.contains("the sizes are");
  if (noteRandomIndices(ran, options, notes))
    return;
  if (ran.code() == rt::StatusCode::OutOfRange && message.contains("outside its axis") &&
      !hasSize && !model.package() && options.compare.empty())
    notes.push_back("--compare=reference,cpu says what size the index is for");
}

// --input=random: gives it to the inputs that have no other.
void giveOthers(Options &options, const Signature &signature) {
  if (options.otherInputs.empty())
    return;
  for (const NamedLine &input : signature.inputs)
    if (llvm::none_of(options.inputs, [&](const auto &given) { return given.first == input.name; }))
      options.inputs.emplace_back(input.name, options.otherInputs);
}

// --report: with the inputs given, otherwise with random ones.
rt::Status reportModel(Model &model, const Options &options, const Signature &signature,
                       Notes &notes, Verdict &verdict) {
  RLX_RETURN_IF_ERROR(model.open(options));
  Options inputs = options;
  if (!options.givesInputs())
    for (const NamedLine &input : signature.inputs)
      inputs.inputs.emplace_back(input.name, "random");
  std::vector<Case> cases;
  if (model.checkParams().ok()) {
    RLX_ASSIGN_OR_RETURN(cases,
                         makeCases(model, inputs, signature, notes, verdict.wrongCommandLine));
  }
  RLX_RETURN_IF_ERROR(model.finish(options));
  if (options.explain)
    printExplanation(model, llvm::outs());
  if (options.dispatchReport)
    printDispatchReport(model.executable().program(), model.info(), llvm::outs());
  RLX_RETURN_IF_ERROR(writeReport(model, options, cases.empty() ? nullptr : &cases.front(),
                                  !options.givesInputs()));
  llvm::outs() << "the report is in " << options.report << "\n";
  return rt::okStatus();
}

rt::Status runModel(Model &model, const Options &options, const Signature &signature, Notes &notes,
                    Verdict &verdict) {
  if (options.compare == "reference")
    model.keepReference();
  if (!model.package()) // a package is loaded already
    RLX_RETURN_IF_ERROR(model.open(options));
  std::vector<Case> cases;
  if (options.wantsRun()) {
    rt::Status params = model.checkParams();
    verdict.wrongCommandLine = !params.ok();
    RLX_RETURN_IF_ERROR(std::move(params));
    RLX_ASSIGN_OR_RETURN(cases,
                         makeCases(model, options, signature, notes, verdict.wrongCommandLine));
  }
  if (!options.sides.empty()) {
    for (const std::string &note : notes)
      llvm::errs() << "rlx-run: note: " << note << "\n";
    notes.clear();
    return compareSides(model, options, cases, llvm::outs(), verdict.agree);
  }
  // In mode lazy the first measured run compiles.
  if (!options.bench || options.watchesCompiler() || options.mode != ExecutionMode::Lazy) {
    RLX_RETURN_IF_ERROR(model.finish(options));
    noteHostKernels(model, options, notes);
  }
  if (!options.cache.empty() && options.watchesCompiler())
    notes.push_back("the cache was not used: an option shows what the compiler does");
  if (options.explain)
    printExplanation(model, llvm::outs());
  if (options.dispatchReport)
    printDispatchReport(model.executable().program(), model.info(), llvm::outs());
  for (const std::string &note : notes)
    llvm::errs() << "rlx-run: note: " << note << "\n";
  notes.clear();
  if (!options.wantsRun()) {
    noteCache(model);
    return rt::okStatus();
  }
  if (options.bench) {
    rt::Status status = bench(model, options, cases, llvm::outs());
    noteRandomIndices(status, options, notes);
    noteCache(model);
    return status;
  }
  noteCache(model);
  bool isHit = model.cacheUse().outcome == CacheUse::Outcome::Hit;
  llvm::outs() << (model.package() ? "loaded in "
                   : isHit         ? "loaded from the cache in "
                                   : "compiled in ")
               << llvm::format("%.1f ms", model.compileMilliseconds())
               << (model.package() ? variantName(*model.package(), model.executable().deviceName())
                                   : "")
               << "\n";
  std::optional<FiniteCheck> check;
  if (model.sources())
    check.emplace(model.sources(),
                  options.checkFinite ? FiniteCheck::Action::Fail : FiniteCheck::Action::Note);
  if (!options.probe.empty()) {
    RLX_RETURN_IF_ERROR(probePrepare(model, options.probe, check ? &*check : nullptr));
    for (const Case &one : cases)
      RLX_RETURN_IF_ERROR(
          probe(model, one, options.probe + (one.name.empty() ? "" : "/" + one.name)));
  }
  rt::Status ran = runCases(model, options, cases, check ? &*check : nullptr, verdict.agree);
  noteMore(ran, model, options, notes);
  return ran;
}

rt::Status runTool(Options &options, Notes &notes, Verdict &verdict) {
  rt::Status resolved = resolveOptions(options);
  verdict.wrongCommandLine = !resolved.ok();
  RLX_RETURN_IF_ERROR(std::move(resolved));
  RLX_RETURN_IF_ERROR(checkWritable(allOutputPaths(options)));
  if (options.check)
    return checkModel(options, llvm::outs(), verdict.agree);
  const bool bare = !options.wantsRun() && !options.generates && options.perplexity.empty() &&
                    options.embed.empty() && !options.onlyCompiles() && !options.info &&
                    !options.dispatchReport && !options.explain && options.report.empty() &&
                    options.dumpPhases.empty();
  std::set<std::string> used;
  OnnxDeclaration declaration;
  OnnxImportOptions how = importOptions(options, &used);
  how.declaration = &declaration;
  rt::StatusOr<std::unique_ptr<Model>> read = Model::read(options.model, how, options.language);
  if (bare && declaration.lacksInputs) {
    printDeclaration(declaration, options.model, llvm::outs());
    return rt::okStatus();
  }
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Model> model, std::move(read));
  llvm::append_range(notes, model->notes());
  if (options.info)
    return printPackage(*model->package(), options.namedDevice(), llvm::outs());
  if (!model->package())
    RLX_RETURN_IF_ERROR(model->function().status());
  if (options.onlyCompiles()) {
    rt::Status given = checkGivenTypes(*model, options, used);
    verdict.wrongCommandLine = !given.ok();
    RLX_RETURN_IF_ERROR(std::move(given));
  }
  RLX_RETURN_IF_ERROR(model->addParams(options, notes));
  for (const OnnxDeclaration::Value &input : defaultsOf(declaration, used))
    if (options.emit == "rlxe")
      notes.push_back("the package fixes input '" + input.name +
                      "' to its default value; with --input=" + input.name +
                      "=random the package takes it in each run");
  if (options.stopsEarly())
    return emit(*model, options, notes);
  if (options.chats)
    return chat(*model, options, llvm::outs(), verdict.wrongCommandLine);
  if (!options.perplexity.empty())
    return measurePerplexity(*model, options, llvm::outs(), verdict.wrongCommandLine);
  if (!options.embed.empty())
    return embed(*model, options, llvm::outs());
  if (options.generates)
    return generate(*model, options, llvm::outs(), verdict.wrongCommandLine);
  if (!options.deviceProfiles.empty())
    return printProfileReports(*model, options, llvm::outs());
  if (model->package()) {
    rt::Status opened = model->open(options);
    if (std::string hint = loadHint(opened); !hint.empty())
      notes.push_back(hint);
    RLX_RETURN_IF_ERROR(std::move(opened));
  }
  RLX_ASSIGN_OR_RETURN(Signature signature, readSignature(*model));
  for (const OnnxDeclaration::Value &input : defaultsOf(declaration, used))
    signature.defaults.push_back(defaultText(input));
  giveOthers(options, signature);
  rt::Status names = checkNames(options, signature);
  verdict.wrongCommandLine = !names.ok();
  RLX_RETURN_IF_ERROR(std::move(names));
  if (bare) {
    printSignature(*model, signature, options.model, llvm::outs());
    if (isLanguageModelFile(options.model))
      return printGenerateCommands(options, llvm::outs());
    printRunCommand(signature, options.model, llvm::outs());
    return rt::okStatus();
  }
  return options.report.empty() ? runModel(*model, options, signature, notes, verdict)
                                : reportModel(*model, options, signature, notes, verdict);
}

// A full disk is an ordinary error here. Without this LLVM would abort the program at exit.
int finish(int code) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return code;
  std::string why = llvm::outs().error().message();
  llvm::outs().clear_error();
  printError(rt::invalidArgument("cannot write to standard output: " + why));
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  openStandardFiles();
  llvm::InitLLVM init(argc, argv);
  ignoreFileSizeSignal();
  Options options;
  rt::Status parsed = parseOptions(llvm::ArrayRef(argv, argc).drop_front(), options);
  if (!parsed.ok()) {
    printError(parsed);
    return 2;
  }
  if (options.help)
    return printHelp(llvm::outs()), finish(0);
  if (options.version)
    return printVersion(llvm::outs()), finish(0);
  if (options.listDevices)
    return printDevices(llvm::outs()), finish(0);
  Notes notes;
  Verdict verdict;
  rt::Status status = runTool(options, notes, verdict);
  if (!status.ok())
    printError(status);
  for (const std::string &note : notes)
    llvm::errs() << "rlx-run: note: " << note << "\n";
  if (verdict.wrongCommandLine)
    return 2;
  return finish(status.ok() && verdict.agree ? 0 : 1);
}
