// The command line of rlx-run as a struct, and the one table that parses and documents it.
//
// Parsing checks everything that needs no model: form, combinations, names of phases and devices.
// checkNames() (Signature.h) checks names of the model. Messages of errors are fit for the user.
#ifndef RLX_TOOLS_RLXRUN_COMMON_OPTIONS_H
#define RLX_TOOLS_RLXRUN_COMMON_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conversions/Target.h"
#include "runtime/base/Status.h"
#include "session/ExecutionMode.h"
#include "tools/rlx-run-rt/ModelArguments.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

struct Options {
  bool help = false, version = false, listDevices = false;
  std::string model;

  // Data.
  GivenValues inputs;              // name, how to make it
  GivenSizes dims;                 // sizes for random inputs; may be negative
  std::vector<std::string> params; // files, or "random[:SEED]"
  GivenValues outputs;             // name, file
  std::string outputDir;
  std::vector<std::string> cases;    // folders of NAME.npy
  std::vector<std::string> testData; // folders of input_N.pb and output_N.pb
  double rtol = 1e-3, atol = 1e-7;
  bool givesTolerance = false;

  // How to run.
  std::string device = "auto";
  Precision precision = Precision::F32;
  std::optional<ExecutionMode>
      mode; // after resolveMode() always there; means nothing for a package
  bool checkFinite = false;
  unsigned threads = 0;
  bool fastPaths = true;
  std::vector<std::string> deviceProfiles;
  bool strict = false;
  std::vector<std::string> cpus; // to compile for; empty: this machine's
  std::string cache;             // folder of compiled models; empty: none
  uint64_t specializeAfter = 0;  // SpecializeOptions; 0: never
  unsigned specializeMost = 4;

  // Stop early.
  std::string emit, outputFile, stopAfter, dumpPhases;
  bool weightsBeside = false;

  // Look closer.
  bool bench = false;
  double benchSeconds = 2;
  std::string json, profile, compare, probe;
  std::vector<std::string> sides; // of --compare: two, or none if it compares with the reference
  bool dispatchReport = false, explain = false, info = false;

  bool givesInputs() const { return !inputs.empty() || !cases.empty() || !testData.empty(); }
  // Whether only compilation is asked for.
  bool stopsEarly() const { return !emit.empty() || !stopAfter.empty(); }
  // Whether an option needs a run, so that a bare listing is not enough.
  bool wantsRun() const;
  // Whether an option shows or needs details of the compilation.
  bool watchesCompiler() const;
};

// Whether the file name is that of a package.
bool isPackageFile(llvm::StringRef path);

// Fills `options`. Parsing ends at the first error.
rt::Status parseOptions(llvm::ArrayRef<const char *> arguments, Options &options);

// Sets the mode from the environment if the command line has none, and checks CPU names, which
// needs the compiler. Call it once after parseOptions, if a model is to be opened.
rt::Status resolveOptions(Options &options);

// A file or folder that the options have written.
struct OutputPlace {
  // Files of an empty folder are all of this run: how many there will be is not known before.
  enum class Kind { File, Folder, EmptyFolder } kind;
  std::string option, path;
};
std::vector<OutputPlace> outputPlaces(const Options &options);

void printHelp(llvm::raw_ostream &os);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_OPTIONS_H
