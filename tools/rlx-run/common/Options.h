// The command line of rlx-run as a struct, and the one table that parses and documents it.
//
// Parsing checks what needs no model: form, combinations, names of phases and devices. Names of the
// model are checked by checkNames() (Signature.h). Errors are statuses whose message is fit for the
// user.
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
  // Whether an option needs the model to be run (so that a bare listing would not do).
  bool wantsRun() const;
  // Whether an option shows what happens while the model is compiled, or needs to know it.
  bool watchesCompiler() const;
};

// Whether the file is a package by its name.
bool isPackageFile(llvm::StringRef path);

// Fills `options`. The first thing that is wrong ends parsing.
rt::Status parseOptions(llvm::ArrayRef<const char *> arguments, Options &options);

// What the environment says where the command line does not: the mode. And checks what needs the
// compiler: the processors. To be called once after parseOptions, if a model is to be opened.
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
