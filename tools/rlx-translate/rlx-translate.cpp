// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-translate: file formats to rlx IR. `--import-onnx model.onnx` prints the module without the
// values of its params, `--import-gguf model.gguf` that of a GGUF file, and `--import-stablehlo
// model.mlir` that of StableHLO; rlx-run takes models directly. `--print-onnx-operators` and
// `--print-stablehlo-ops` print what is supported.
#include "dialects/Register.h"
#include "dialects/bridge/Diagnostics.h"
#include "importers/gguf/GgufImporter.h"
#include "importers/onnx/OnnxImporter.h"
#include "importers/stablehlo/StablehloImporter.h"
#include "tools/rlx-run-rt/OutputFiles.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {
enum class Format { Onnx, Gguf, Stablehlo };

FailureOr<OwningOpRef<ModuleOp>> importFile(MLIRContext &context, const std::string &path,
                                            Format format, const rlx::OnnxImportOptions &options) {
  if (format == Format::Gguf) {
    FailureOr<rlx::GraphModel> model = rlx::importLanguageModel(&context, path);
    if (failed(model))
      return failure();
    return std::move(model->module);
  }
  if (format == Format::Onnx) {
    FailureOr<rlx::ImportedModel> model = rlx::importOnnxFile(&context, path, options);
    if (failed(model))
      return failure();
    return std::move(model->module);
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return emitError(FileLineColLoc::get(&context, path, 0, 0))
           << "cannot read the model: " << buffer.getError().message();
  return rlx::importStablehlo(&context, (*buffer)->getBuffer(), path);
}

// Parses "name=size" into the option's map.
bool parseDim(llvm::StringRef text, rlx::OnnxImportOptions &options) {
  auto [name, size] = text.rsplit('=');
  int64_t value = 0;
  if (name.empty() || size.getAsInteger(10, value) || value < 0)
    return false;
  options.dimSizes[name] = value;
  return true;
}

// Parses "name=file" into the option's map. The file holds a TensorProto.
bool parseConstant(llvm::StringRef text, rlx::OnnxImportOptions &options) {
  auto [name, path] = text.rsplit('=');
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (name.empty() || !buffer)
    return false;
  options.constantInputs[name] = (*buffer)->getBuffer().str();
  return true;
}
} // namespace

int main(int argc, char **argv) {
  rlx::run::openStandardFiles();
  llvm::InitLLVM init(argc, argv);
  rlx::run::ignoreFileSizeSignal();
  cl::OptionCategory category("rlx-translate options");
  cl::opt<bool> importOnnx("import-onnx", cl::desc("Import an ONNX model"), cl::cat(category));
  cl::opt<bool> printOperators("print-onnx-operators",
                               cl::desc("Print the ONNX operators that can be imported, and stop"),
                               cl::cat(category));
  cl::opt<bool> importGguf("import-gguf", cl::desc("Import a GGUF language model"),
                           cl::cat(category));
  cl::opt<bool> importStablehlo("import-stablehlo", cl::desc("Import a StableHLO module"),
                                cl::cat(category));
  cl::opt<bool> printOps("print-stablehlo-ops",
                         cl::desc("Print the StableHLO ops that can be imported, and stop"),
                         cl::cat(category));
  cl::opt<std::string> input(cl::Positional, cl::desc("<model>"), cl::cat(category));
  cl::opt<std::string> output("o", cl::desc("Output file"), cl::init("-"), cl::cat(category));
  cl::list<std::string> dims("dim", cl::desc("Fix a dynamic dimension"),
                             cl::value_desc("name=size"), cl::cat(category));
  cl::list<std::string> constants("constant", cl::desc("Make an input a constant"),
                                  cl::value_desc("input=tensor.pb"), cl::cat(category));
  cl::opt<bool> locations("locations", cl::desc("Print locations, which name the model's nodes"),
                          cl::cat(category));
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "RLX format translation\n");
  if (printOperators) {
    rlx::printOnnxOperators(llvm::outs());
    return 0;
  }
  if (printOps) {
    rlx::printStablehloOps(llvm::outs());
    return 0;
  }
  if (importOnnx + importGguf + importStablehlo != 1) {
    llvm::errs() << "rlx-translate: error: expected --import-onnx, --import-gguf, "
                    "--import-stablehlo, --print-onnx-operators or --print-stablehlo-ops\n";
    return 1;
  }
  if (!importOnnx && !(dims.empty() && constants.empty())) {
    llvm::errs() << "rlx-translate: error: --dim and --constant are for ONNX models\n";
    return 1;
  }
  if (input.empty()) {
    llvm::errs() << "rlx-translate: error: expected a model file\n";
    return 1;
  }
  rlx::OnnxImportOptions options;
  for (const std::string &dim : dims) {
    if (!parseDim(dim, options)) {
      llvm::errs() << "rlx-translate: error: expected --dim=NAME=SIZE, but got '" << dim << "'\n";
      return 1;
    }
  }
  for (const std::string &constant : constants) {
    if (!parseConstant(constant, options)) {
      llvm::errs() << "rlx-translate: error: expected --constant=INPUT=FILE, a file that can be "
                      "read, but got '"
                   << constant << "'\n";
      return 1;
    }
  }
  std::vector<std::string> inputs{input};
  for (const std::string &constant : constants)
    inputs.push_back(llvm::StringRef(constant).rsplit('=').second.str());
  rlx::rt::Status keeps = rlx::run::checkKeepsInputs(
      {{rlx::run::OutputPath::Kind::File, "-o", output.getValue()}}, inputs);
  if (!keeps.ok()) {
    llvm::errs() << "rlx-translate: error: " << keeps.message() << "\n";
    return 1;
  }
  DialectRegistry registry;
  rlx::registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  rlx::DiagnosticCollector diagnostics(&context);
  const Format format = importOnnx ? Format::Onnx : importGguf ? Format::Gguf : Format::Stablehlo;
  FailureOr<OwningOpRef<ModuleOp>> module = importFile(context, input, format, options);
  if (failed(module)) {
    llvm::errs() << "rlx-translate: error: " << diagnostics.status().message() << "\n";
    return 1;
  }
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(output, &error);
  if (!file) {
    llvm::errs() << "rlx-translate: error: " << error << "\n";
    return 1;
  }
  OpPrintingFlags flags;
  flags.enableDebugInfo(locations);
  (*module)->print(file->os(), flags);
  file->os() << "\n";
  file->os().flush();
  if (file->os().has_error()) {
    llvm::errs() << "rlx-translate: error: cannot write '" << output
                 << "': " << file->os().error().message() << "\n";
    file->os().clear_error(); // LLVM would abort the program
    return 1;
  }
  file->keep();
  return 0;
}
