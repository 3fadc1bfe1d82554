// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-check: runs the functions of a conformance file in several lanes and compares the results
// with the reference. See test/lit/conformance/README.md.
//
// Expectations inside a function are checked in every lane.
#include "compiler/Compiler.h"
#include "dialects/rlx/reference/Compare.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "runtime/vulkan/api/VulkanSettings.h"
#include "session/HostCpu.h"
#include "tools/rlx-check/ExpectedFailures.h"
#include "tools/rlx-check/Flushed.h"
#include "tools/rlx-check/Lane.h"
#include "tools/rlx-check/TestPackage.h"
#include "tools/rlx-run-rt/OutputFiles.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::check;
namespace cl = llvm::cl;

namespace {

using Results = SmallVector<ref::Tensor>;

// The reason and place of a function's failure in a lane; empty text for success.
struct Failure {
  std::string text;
  Location where;
};

// `loc` if it has a place in the file, otherwise `fallback`.
Location fileLocationOf(Location loc, Location fallback) {
  return loc->findInstanceOf<FileLineColLoc>() ? loc : fallback;
}

// At the op that the interpreter could not run, such as an expectation.
Failure toFailure(llvm::Error error, Location fallback) {
  Failure failure{"", fallback};
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    if (info.isA<ref::InterpretError>() && failure.text.empty())
      failure.where =
          fileLocationOf(static_cast<const ref::InterpretError &>(info).getLoc(), fallback);
    failure.text += (failure.text.empty() ? "" : "\n") + info.message();
  });
  return failure;
}

class Runner {
public:
  Runner(ModuleOp module, StringRef path, const ExpectedFailures &expected, unsigned sample,
         bool verbose)
      : module(module), file(llvm::sys::path::stem(path)), expected(expected), sample(sample),
        verbose(verbose) {}

  // Runs every function in the lane reference, and every `sample`-th one in the others. False if
  // anything unexpected happened.
  bool run(ArrayRef<Lane *> lanes) {
    std::unique_ptr<Lane> reference = createReferenceLane();
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isPrivate())
        continue;
      if (function.getNumArguments() != 0) {
        ok = false;
        emitError(function.getLoc())
            << "'" << function.getName()
            << "' has arguments, and would not be run: make it private, or make its tensors with "
               "check.fill and check.literal";
        continue;
      }
      runFunction(*reference, lanes, function, numFunctions % sample == 0);
      ++numFunctions;
    }
    if (numFunctions == 0)
      complain("has no public function without arguments");
    return ok;
  }

  void checkUnused(ArrayRef<std::string> lanes) {
    for (const std::string &entry : expected.unused(file, lanes))
      complain("'" + entry + "' is expected to fail, but there is no such function");
  }

  bool succeeded() const { return ok; }
  void complain(const Twine &message) {
    ok = false;
    llvm::errs() << file << ": error: " << message << '\n';
  }

private:
  // `isSampled`: in all lanes, otherwise in the lane reference alone.
  void runFunction(Lane &reference, ArrayRef<Lane *> lanes, func::FuncOp function, bool isSampled) {
    Location loc = function.getLoc();
    llvm::Expected<Results> wanted = reference.run(function);
    Failure why{"", loc};
    if (!wanted)
      why = toFailure(wanted.takeError(), loc);
    for (Lane *lane : lanes) {
      if (lane->name() == "reference")
        judge(*lane, function, why);
      else if (!isSampled)
        (void)expected.reason(lane->name(), file, function.getName()); // the list's entry is used
      else if (why.text.empty())
        judge(*lane, function, runLane(*lane, function, *wanted));
      else
        judge(*lane, function, {"the reference failed", loc});
    }
  }

  Failure runLane(Lane &lane, func::FuncOp function, ArrayRef<ref::Tensor> wanted) {
    Location loc = function.getLoc();
    Failure reported{"", loc};
    ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return success();
      if (reported.text.empty())
        reported.where = fileLocationOf(diagnostic.getLocation(), loc);
      reported.text += diagnostic.str() + "\n";
      return success();
    });
    llvm::Expected<Results> results = lane.run(function);
    if (!results) {
      Failure failure = toFailure(results.takeError(), reported.where);
      return {reported.text + failure.text, failure.where};
    }
    auto terminator = function.getBody().front().getTerminator();
    if (results->size() != wanted.size())
      return {("returned " + Twine(results->size()) + " results").str(), loc};
    FlushedValues flushed = flushedValues(
        function, {}, SmallVector<Value>(terminator->getOperands()), wanted, lane.lostSubnormals());
    for (auto [i, result] : llvm::enumerate(*results)) {
      ref::Tolerance tolerance = ref::toleranceFor(terminator->getOperand(i));
      ref::Comparison comparison = ref::compare(result, wanted[i], tolerance, orNull(flushed[i]));
      if (!comparison.ok)
        return {("result #" + Twine(i) + ": " + comparison.report()).str(), loc};
    }
    return {"", loc};
  }

  void judge(Lane &lane, func::FuncOp function, const Failure &failure) {
    std::string reason = expected.reason(lane.name(), file, function.getName());
    bool passed = failure.text.empty(), mayFail = !reason.empty();
    std::string test = (lane.name() + " " + file + "/" + function.getName()).str();
    if (passed == mayFail) {
      ok = false;
      emitError(failure.where) << test << (passed ? ": passes, but is expected to fail: " : ": ")
                               << (passed ? reason : failure.text);
    }
    if (verbose)
      llvm::outs() << (passed == mayFail ? "FAIL"
                       : passed          ? "PASS"
                                         : "XFAIL")
                   << ' ' << test << (lane.ranOnCpuAlone() ? " (on the CPU)" : "") << '\n';
  }

  ModuleOp module;
  std::string file;
  const ExpectedFailures &expected;
  unsigned sample;
  bool verbose;
  bool ok = true;
  unsigned numFunctions = 0;
};

// Writes every function to a folder below `root`/FILE. False if one cannot be written.
bool exportFunctions(ModuleOp module, StringRef file, StringRef profile, StringRef root) {
  bool ok = true;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPrivate())
      continue;
    std::string name = (file + "/" + function.getName()).str();
    llvm::Expected<bool> done = exportFunction(function, profile, (root + "/" + name).str());
    if (!done) {
      ok = false;
      emitError(function.getLoc()) << name << ": " << llvm::toString(done.takeError());
    } else if (!*done) {
      llvm::outs() << name << ": left out, a user kernel computes it\n";
    }
  }
  return ok;
}

// The lanes in `names`; the default ones if it is empty. Prints all lanes if a name is unknown.
bool selectLanes(ArrayRef<std::unique_ptr<Lane>> all, ArrayRef<std::string> names,
                 SmallVectorImpl<Lane *> &selected) {
  for (const std::string &name : names) {
    auto it = llvm::find_if(all, [&](const auto &lane) { return lane->name() == name; });
    if (it == all.end()) {
      llvm::errs() << "rlx-check: unknown lane '" << name << "'; this build has";
      for (const auto &lane : all)
        llvm::errs() << ' ' << lane->name();
      llvm::errs() << '\n';
      return false;
    }
    selected.push_back(it->get());
  }
  if (names.empty())
    for (const auto &lane : all)
      if (lane->isDefault())
        selected.push_back(lane.get());
  return true;
}

} // namespace

int main(int argc, char **argv) {
  cl::OptionCategory category("rlx-check options");
  cl::opt<std::string> input(cl::Positional, cl::desc("FILE.mlir"), cl::Required,
                             cl::cat(category));
  cl::list<std::string> laneNames("lane",
                                  cl::desc("Lanes to run (default: all but cpu-eager and those of "
                                           "Vulkan)"),
                                  cl::CommaSeparated, cl::cat(category));
  cl::opt<std::string> chip("cpu", cl::value_desc("name"), cl::cat(category),
                            cl::desc("LLVM's name of the processor to compile for, which this "
                                     "machine, or what --run-with names, must be able to run "
                                     "(default: this machine's)"));
  cl::opt<std::string> profile("device-profile", cl::value_desc("name or file"), cl::cat(category),
                               cl::init("lavapipe"),
                               cl::desc("The device that lane vulkan makes code for"));
  cl::opt<std::string> spirvVal(
      "spirv-val", cl::value_desc("program"), cl::cat(category),
      cl::desc("Path of spirv-val, to check the code of lanes for Vulkan"));
  cl::opt<std::string> command("run-with", cl::value_desc("command"), cl::cat(category),
                               cl::desc("Run compiled functions in another process, as packages: "
                                        "rlx-run-rt, or an emulator and the rlx-run-rt that is "
                                        "built for it. User kernels do not run there"));
  cl::opt<std::string> failures("expected-failures", cl::ZeroOrMore, cl::cat(category),
                                cl::desc("List of known failures (the last one counts)"));
  cl::opt<unsigned> sample("sample", cl::value_desc("N"), cl::init(1), cl::cat(category),
                           cl::desc("Run lanes other than reference on every N-th function of the "
                                    "file, the first among them (default: 1, all)"));
  cl::opt<std::string> exportTo(
      "export", cl::value_desc("folder"), cl::cat(category),
      cl::desc("Run nothing, but compile the functions for --device-profile and write them there "
               "for rlx-check-rt: FOLDER/FILE/FUNCTION"));
  cl::opt<bool> verbose("v", cl::cat(category),
                        cl::desc("Print a line for every function and lane, which says if a Vulkan "
                                 "lane had no kernel for the device"));
  cl::opt<bool> validate("validate", cl::cat(category),
                         cl::desc("Vulkan's validation layer checks every call of lanes for "
                                  "Vulkan, and its messages are failures"));
  cl::HideUnrelatedOptions(category);
  run::openStandardFiles();
  llvm::InitLLVM init(argc, argv);
  run::ignoreFileSizeSignal();
  cl::ParseCommandLineOptions(
      argc, argv,
      "RLX conformance runner: runs every public function of a file in several lanes.\n"
      "In lane reference the expectations of a function judge it, the "
      "others are compared with\nthat lane too. A function without "
      "expectations passes in it, as nothing is compared there.\n");

  if (sample == 0) {
    llvm::errs() << "rlx-check: --sample: 0 would run no function; the smallest is 1\n";
    return 1;
  }
  TargetOptions target;
  target.chip = chip;
  rt::Status runs = command.empty() ? checkRunsHere(target) : processorName(target).status();
  if (!runs.ok()) {
    llvm::errs() << "rlx-check: --cpu: " << runs.message() << '\n';
    return 1;
  }
  if (validate)
    if (rt::Status set = rt::configureVulkan({.validation = true}); !set.ok()) {
      llvm::errs() << "rlx-check: " << set.message() << '\n';
      return 1;
    }
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, context.get());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(input, sources, context.get());
  if (!module)
    return 1;

  if (!exportTo.empty())
    return exportFunctions(*module, llvm::sys::path::stem(input), profile, exportTo) ? 0 : 1;
  ExpectedFailures expected;
  if (!failures.empty()) {
    llvm::Expected<ExpectedFailures> loaded = ExpectedFailures::load(failures);
    if (!loaded) {
      llvm::errs() << "rlx-check: " << llvm::toString(loaded.takeError()) << '\n';
      return 1;
    }
    expected = std::move(*loaded);
  }
  std::vector<std::unique_ptr<Lane>> all = allLanes(chip, command, profile, spirvVal);
  SmallVector<Lane *> lanes;
  if (!selectLanes(all, laneNames, lanes))
    return 1;
  Runner runner(*module, input, expected, sample, verbose);
  runner.run(lanes);
  SmallVector<std::string> names;
  for (Lane *lane : lanes)
    names.push_back(lane->name().str());
  runner.checkUnused(names);
  if (uint64_t messages = rt::vulkanValidationMessages())
    runner.complain("the validation layer had " + llvm::Twine(messages) + " messages");
  return runner.succeeded() ? 0 : 1;
}
