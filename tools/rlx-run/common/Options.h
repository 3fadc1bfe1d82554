// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of rlx-run as a struct, and the one table that parses and documents it.
//
// Parsing checks everything that needs no model: form, combinations, names of phases and devices.
// checkNames() (Signature.h) checks names of the model. Error messages can be shown to the user.
#ifndef RLX_TOOLS_RLXRUN_COMMON_OPTIONS_H
#define RLX_TOOLS_RLXRUN_COMMON_OPTIONS_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conversions/Target.h"
#include "importers/gguf/LanguageModelOptions.h"
#include "lm/Generation.h"
#include "session/ExecutionMode.h"
#include "tools/rlx-run-rt/RunOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

struct Options : RunOptions {
  // Data.
  std::vector<std::string> params;       // files, or "random[:SEED]"
  std::vector<std::string> cases;        // folders of NAME.npy
  std::vector<std::string> testData;     // folders of input_N.pb and output_N.pb
  std::string otherInputs;               // "random[:SEED]": of inputs without --input; empty: none
  std::vector<std::string> absentInputs; // given as NAME=none
  double rtol = 1e-3, atol = 1e-7;
  bool givesTolerance = false;

  // How to run.
  Precision precision = Precision::F32;
  std::optional<ExecutionMode>
      mode; // after resolveMode() always there; means nothing for a package
  bool checkFinite = false;
  bool fastPaths = true;
  std::vector<std::string> deviceProfiles;
  std::vector<std::string> cpus; // to compile for; empty: the host's
  std::string cache;             // folder of compiled models; empty: none, after resolveOptions()
  bool keepsNothing = false;     // nor the folder of usesDefaultCache()
  std::map<std::string, int64_t> fixedDims; // dimensions to compile for one size
  bool inPlaceCaches = false;               // concat(past, new) becomes a cache with a capacity
  uint64_t specializeAfter = 0;             // SpecializeOptions; 0: never
  unsigned specializeMost = 4;

  // Language models.
  struct Prompt {
    std::string text; // or a file, "-" for stdin
    bool isFile;
  };
  std::vector<Prompt> prompts;
  std::string system;
  std::string grammar, jsonSchema; // of each answer: a file, and a file or a JSON text
  std::string perplexity;          // file of the text to measure; empty: none
  std::vector<std::string> embed;  // texts whose vectors to print
  bool generates = false;          // a prompt or --chat is given
  bool chats = false;              // --chat
  lm::AnswerOptions limits;        // of the answer
  bool stats = false;              // --stats
  std::string draft;               // file of the model that guesses its tokens; empty: none
  std::optional<int64_t> draftMax; // how many at a time
  int64_t context = 0;             // tokens; 0: what the model was trained for
  LanguageModelOptions language;   // how to import it
  std::optional<CacheLayout> cacheLayout;
  lm::SamplingOptions sampling;
  bool drawsSeed = false; // its seed is by chance

  // Stop early.
  std::string emit, outputFile, stopAfter, dumpPhases;
  bool weightsBeside = false;

  // Look closer.
  std::string compare, probe;
  std::string report;             // file of the page, or of its data
  std::vector<std::string> sides; // of --compare: two, or none for a comparison with the reference
  bool dispatchReport = false, explain = false, check = false;

  bool givesInputs() const {
    return !inputs.empty() || !otherInputs.empty() || !absentInputs.empty() || !cases.empty() ||
           !testData.empty();
  }
  // Whether only a compilation is requested.
  bool stopsEarly() const { return !emit.empty() || !stopAfter.empty(); }
  // Whether inputs are for the import only, which may need their types.
  bool onlyCompiles() const { return stopsEarly() || (!deviceProfiles.empty() && !check); }
  // Whether --emit and --stop-after write to standard output.
  bool writesToStdout() const { return outputFile.empty() || outputFile == "-"; }
  // Whether a package gets variants for CPUs.
  bool isForCpus() const;
  // Whether an option needs a run, so that a bare listing is not enough.
  bool wantsRun() const;
  // Whether an option shows or needs details of the compilation.
  bool watchesCompiler() const;
  // Whether a model is compiled to be used, and not to be looked at.
  bool usesDefaultCache() const;
};

// Whether the file name is that of a package.
bool isPackageFile(llvm::StringRef path);
/// Whether --emit=KIND writes a folder with a file for each kernel of a GPU.
bool writesModules(llvm::StringRef kind);
// The same of a language model: GGUF, or a folder.
bool isLanguageModelFile(llvm::StringRef path);

// Fills `options`. Parsing stops at the first error.
rt::Status parseOptions(llvm::ArrayRef<const char *> arguments, Options &options);

// Sets the mode and the cache from the environment if the command line has none. Also checks CPU
// names, which needs the compiler. Call it once after parseOptions, if a model will be opened.
rt::Status resolveOptions(Options &options);

// The name of a case: its folder's, which is also the one of its outputs below --output-dir.
std::string caseName(const std::string &directory);

// Where --output-dir writes the outputs of a case. Empty without the option.
std::string outputFolder(const Options &options, llvm::StringRef caseName);

// All output files and folders of the options.
std::vector<OutputPath> allOutputPaths(const Options &options);

// All files that the options name to be read.
std::vector<std::string> allInputPaths(const Options &options);

// Returns an error if an option, but for --output-dir, would overwrite one of these.
rt::Status checkKeepsInputs(const Options &options);

void printHelp(llvm::raw_ostream &os);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_OPTIONS_H
