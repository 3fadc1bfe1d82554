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
#include <vector>

#include "conversions/Target.h"
#include "session/ExecutionMode.h"
#include "tools/rlx-run-rt/RunOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

struct Options : RunOptions {
  // Data.
  std::vector<std::string> params;   // files, or "random[:SEED]"
  std::vector<std::string> cases;    // folders of NAME.npy
  std::vector<std::string> testData; // folders of input_N.pb and output_N.pb
  double rtol = 1e-3, atol = 1e-7;
  bool givesTolerance = false;

  // How to run.
  Precision precision = Precision::F32;
  std::optional<ExecutionMode>
      mode; // after resolveMode() always there; means nothing for a package
  bool checkFinite = false;
  bool fastPaths = true;
  std::vector<std::string> deviceProfiles;
  std::vector<std::string> cpus; // to compile for; empty: this machine's
  std::string cache;             // folder of compiled models; empty: none
  uint64_t specializeAfter = 0;  // SpecializeOptions; 0: never
  unsigned specializeMost = 4;

  // Stop early.
  std::string emit, outputFile, stopAfter, dumpPhases;
  bool weightsBeside = false;

  // Look closer.
  std::string compare, probe;
  std::vector<std::string> sides; // of --compare: two, or none if it compares with the reference
  bool dispatchReport = false, explain = false;

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

// All the files and folders that the options have written.
std::vector<OutputPlace> allOutputPlaces(const Options &options);

void printHelp(llvm::raw_ostream &os);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_OPTIONS_H
