// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-reduce: mlir-reduce with the rlx dialects and passes. Shrinks a module while a test script
// finds it interesting (exit code 1).
//
// Use it to turn a large failing model into a small lit test.
#include "conversions/Passes.h"
#include "dialects/Register.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Transforms/Passes.h"
#include "passes/Passes.h"
#include "runtime/base/StrCat.h"
#include "tools/rlx-run-rt/OutputFiles.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;
using rlx::rt::invalidArgument;
using rlx::rt::okStatus;
using rlx::rt::Status;

namespace {

constexpr const char *kExample = "--reduction-tree='traversal-mode=0 test=./test.sh'";

// The value of a pass's option: that of `test` in "traversal-mode=0 test=./x.sh".
StringRef passOption(StringRef options, StringRef name) {
  while (!options.empty()) {
    const auto [option, rest] = options.split(' ');
    const auto [key, value] = option.split('=');
    if (key == name)
      return value;
    options = rest;
  }
  return "";
}

// MLIR would end the program with a message of posix_spawn.
Status checkScript(const std::string &path) {
  if (!llvm::sys::fs::exists(path))
    return invalidArgument(rlx::rt::strCat("there is no test script '", path, "'"));
  if (llvm::sys::fs::is_directory(path) || !llvm::sys::fs::can_execute(path))
    return invalidArgument(
        rlx::rt::strCat("the test script '", path, "' is not executable; chmod +x makes it so"));
  return okStatus();
}

// MLIR parses the command line, but does not explain its mistakes.
Status checkArguments(llvm::ArrayRef<const char *> arguments) {
  std::vector<std::string> inputs;
  std::string output;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (!argument.consume_front("-")) {
      inputs.push_back(argument.str());
      continue;
    }
    argument.consume_front("-");
    const auto [name, value] = argument.split('=');
    if (name == "o") {
      output = argument.contains('=')     ? value.str()
               : i + 1 < arguments.size() ? arguments[++i]
                                          : "";
    } else if (name == "test") {
      return invalidArgument(rlx::rt::strCat("--test is an option of the reduction: ", kExample));
    } else if (name == "reduction-tree" || name == "opt-reduction-pass") {
      const std::string script = passOption(value, "test").str();
      if (script.empty())
        return invalidArgument(
            rlx::rt::strCat("--", name.str(), " needs a test script: ", kExample));
      RLX_RETURN_IF_ERROR(checkScript(script));
    }
  }
  return rlx::run::checkKeepsInputs({{rlx::run::OutputPath::Kind::File, "-o", output}}, inputs);
}

// For example, of a script whose interpreter is not there. LLVM ends the program then.
void printFatal(void *, const char *reason, bool) {
  llvm::errs() << "rlx-reduce: error: " << reason << "\n";
}

} // namespace

int main(int argc, char **argv) {
  rlx::run::openStandardFiles();
  llvm::InitLLVM init(argc, argv);
  rlx::run::ignoreFileSizeSignal();
  llvm::install_fatal_error_handler(printFatal);
  if (Status status = checkArguments(llvm::ArrayRef(argv, argc).drop_front()); !status.ok()) {
    llvm::errs() << "rlx-reduce: error: " << status.message() << "\n";
    return 1;
  }
  mlir::DialectRegistry registry;
  rlx::registerDialects(registry);
  rlx::registerRLXPasses();
  rlx::registerAllConversionsPasses();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerSymbolDCEPass();
  mlir::MLIRContext context(registry);
  if (mlir::succeeded(mlir::mlirReduceMain(argc, argv, context)))
    return 0;
  // MLIR fails without a message if the test does not find the whole module interesting.
  llvm::errs() << "rlx-reduce: nothing was reduced; the test must end with exit code 1 for the "
                  "module as it is\n";
  return 1;
}
