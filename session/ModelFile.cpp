// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads ONNX, language models and StableHLO with their importers, and MLIR with its parser. Large
// constants stay in the file's memory.
//
// Errors carry the place in the file, or the ONNX node.
#include "session/ModelFile.h"

#include "compiler/ProgramWriter.h"
#include "conversions/Target.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "formats/language_model/LanguageModelFile.h"
#include "importers/gguf/GgufImporter.h"
#include "importers/onnx/OnnxImporter.h"
#include "importers/stablehlo/StablehloImporter.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "runtime/base/NearestName.h"
#include "runtime/base/StatusText.h"
#include "session/CompileModel.h"
#include "session/FixDims.h"
#include "session/InPlaceCaches.h"
#include "session/Session.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace rlx {

// The params share the memory of the imported model.
static FailureOr<ModelFile> withParams(MLIRContext &context, FailureOr<ImportedModel> imported) {
  if (failed(imported))
    return failure();
  ModelFile model;
  model.module = std::move(imported->module);
  model.notes = std::move(imported->notes);
  for (const ImportedParam &param : imported->params) {
    Location loc = UnknownLoc::get(&context);
    std::optional<rt::DType> dtype = dtypeOf(param.type.getElementType());
    if (!dtype)
      return emitError(loc, "param '")
             << param.name << "' has type " << param.type << ", which the runtime does not know";
    // Nobody writes to params, although a tensor's memory is not const.
    rt::StatusOr<rt::Tensor> tensor = rt::Tensor::wrap(
        *dtype, param.type.getShape(), const_cast<char *>(param.bytes.data()), imported->storage);
    if (!tensor.ok())
      return emitError(loc, "param '")
             << param.name << "': " << std::string(tensor.status().message());
    model.params.emplace(param.name, std::move(*tensor));
  }
  return std::move(model);
}

// MLIR's parser says that there is no such op, but not which one could be meant.
static void suggestOp(MLIRContext &context, Diagnostic &diagnostic) {
  const std::string text = diagnostic.str();
  StringRef name = text;
  if (!name.consume_front("custom op '") || !name.consume_back("' is unknown"))
    return;
  std::vector<std::string> names;
  for (RegisteredOperationName op : context.getRegisteredOperations())
    if (op.getDialectNamespace() == RLXDialect::getDialectNamespace())
      names.push_back(op.getStringRef().str());
  const std::string_view near = rt::nearestName({name.data(), name.size()}, names);
  if (!near.empty())
    diagnostic << "; did you mean '" << StringRef(near) << "'?";
}

static FailureOr<ModelFile> readStablehlo(MLIRContext &context, StringRef bytes, StringRef name) {
  FailureOr<OwningOpRef<ModuleOp>> module = importStablehlo(&context, bytes, name);
  if (failed(module))
    return failure();
  ModelFile model;
  model.module = std::move(*module);
  return std::move(model);
}

static FailureOr<ModelFile> readMlir(MLIRContext &context, const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return emitError(UnknownLoc::get(&context), "cannot read '")
           << path << "': " << buffer.getError().message();
  if (stablehloForm((*buffer)->getBuffer()) != StablehloForm::None)
    return readStablehlo(context, (*buffer)->getBuffer(), path);
  auto source = std::make_shared<llvm::SourceMgr>(); // large constants are used in place
  const bool isText = !isBytecode((*buffer)->getMemBufferRef());
  const bool isDamaged = isText && StringRef(path).ends_with_insensitive(".mlirbc");
  source->AddNewSourceBuffer(std::move(*buffer), SMLoc());
  ModelFile model;
  ScopedDiagnosticHandler hints(&context, [&](Diagnostic &diagnostic) {
    if (isDamaged)
      diagnostic << "; the file is not MLIR bytecode, or it is damaged: it does not start with "
                    "bytecode's mark";
    else
      suggestOp(context, diagnostic);
    return failure(); // the next handler gets it, too
  });
  model.module = parseSourceFile<ModuleOp>(source, &context);
  if (!model.module)
    return failure();
  return std::move(model);
}

static FailureOr<ModelFile> readLanguageModel(MLIRContext &context, const std::string &path,
                                              const LanguageModelOptions &options) {
  FailureOr<GraphModel> imported = importLanguageModel(&context, path, options);
  if (failed(imported))
    return failure();
  ModelFile model;
  model.module = std::move(imported->module);
  model.params = std::move(imported->params);
  return std::move(model);
}

rt::Status checkModelFile(const std::string &path) {
  llvm::sys::fs::file_status status;
  if (std::error_code error = llvm::sys::fs::status(path, status)) {
    if (error == std::errc::no_such_file_or_directory)
      return rt::notFound("there is no file '" + path + "'" +
                          (StringRef(path).contains("://") ? "; nothing is downloaded" : ""));
    return rt::invalidArgument("cannot open '" + path + "': " + error.message());
  }
  if (isModelFolder(path))
    return checkModelFolder(path);
  const std::string extension = llvm::sys::path::extension(path).lower();
  if (extension == ".rlxe")
    return rt::unsupported("'" + path +
                           "' is a package, compiled already, but a model is expected: .onnx, "
                           ".gguf, .mlir or .mlirbc, or the folder of a language model; rlx-run "
                           "and rlx-run-rt run packages, and "
                           "rlx_executable_load loads them");
  if (const std::string misnamed = misnamedGguf(path); !misnamed.empty())
    return rt::unsupported("'" + path + "' is not a model RLX reads: " + misnamed);
  if (!llvm::is_contained({".onnx", ".gguf", ".mlir", ".mlirbc"}, extension))
    return rt::unsupported(
        "'" + path +
        "' is not a model RLX reads: expected .onnx, .gguf, .mlir or .mlirbc, the folder of a "
        "language model, or a package (.rlxe) for rlx-run and rlx-run-rt");
  return rt::okStatus();
}

// Caches are updated in place, if they are to be; and fixes the dimensions that an importer has
// left dynamic.
static FailureOr<ModelFile> adapted(MLIRContext &context, FailureOr<ModelFile> model,
                                    const OnnxImportOptions &how,
                                    const llvm::StringSet<> &fixedBefore = {}) {
  if (failed(model) || (how.inPlaceCaches && failed(updateCachesInPlace(*model->module))))
    return failure();
  const rt::Status status = fixDims(*model->module, how.dimSizes, fixedBefore);
  if (status.ok())
    return model;
  InFlightDiagnostic error = emitError(UnknownLoc::get(&context)) << rt::statusText(status);
  return status.code() == rt::StatusCode::Unsupported ? unsupported(std::move(error))
                                                      : std::move(error);
}

// Sizes that are known to the importer let it import more models.
static FailureOr<ModelFile>
readOnnx(MLIRContext &context, OnnxImportOptions how,
         llvm::function_ref<FailureOr<ImportedModel>(const OnnxImportOptions &)> read) {
  llvm::StringSet<> fixed;
  how.fixedDims = &fixed;
  return adapted(context, withParams(context, read(how)), how, fixed);
}

rt::StatusOr<OnnxImportOptions> importOptions(const SessionOptions &options,
                                              const std::string &path) {
  const std::vector<std::string> &paramInputs = options.paramInputs;
  if (!paramInputs.empty() && !StringRef(path).ends_with_insensitive(".onnx"))
    return rt::invalidArgument("input '" + paramInputs.front() + "' cannot become a param: " +
                               (isLanguageModelPath(path)
                                    ? "a language model has its params in its files"
                                    : "the model is MLIR, which declares its params with "
                                      "rlx.kind = \"param\""));
  if (!options.adapters.empty() && !isLanguageModelPath(path))
    return rt::invalidArgument("'" + options.adapters.front().path +
                               "' is an adapter (LoRA), but '" + path +
                               "' is no language model (.gguf, or a folder)");
  for (const LoraFile &adapter : options.adapters)
    if (!llvm::sys::fs::exists(adapter.path))
      return rt::notFound("there is no file '" + adapter.path + "', an adapter (LoRA)");
  if (options.cacheLayout && !isLanguageModelPath(path))
    return rt::invalidArgument("a layout of caches is for language models (.gguf, or a folder), "
                               "but the model is '" +
                               path + "'");
  if (options.cacheType && !isLanguageModelPath(path))
    return rt::invalidArgument("a type of caches is for language models (.gguf, or a folder), but "
                               "the model is '" +
                               path + "'");
  OnnxImportOptions how;
  for (const std::string &name : paramInputs)
    how.paramInputs.insert(name);
  for (const auto &[name, size] : options.dimSizes)
    how.dimSizes[name] = size;
  how.inPlaceCaches = options.inPlaceCaches;
  return how;
}

void chooseCacheLayout(LanguageModelOptions &language, std::vector<CompileOptions> compilations) {
  language.cacheLayout = CacheLayout::Paged;
  const unsigned keyBits = rt::bitWidth(language.cacheType);
  language.readsPages = [compilations = std::move(compilations), keyBits](int64_t headSize) {
    return llvm::all_of(compilations, [&](const CompileOptions &compile) {
      const Target *target = findTarget(compile.target); // compiling reports an unknown one
      return target && target->hasPagedAttention(compile.codegen, keyBits, headSize);
    });
  };
}

LanguageModelOptions languageModelOptions(const SessionOptions &options) {
  LanguageModelOptions language;
  language.cacheType = options.cacheType.value_or(language.cacheType);
  language.adapters = options.adapters;
  CompileOptions compile = options.compile;
  compileForDevice(options.load.device, compile).ignore(); // compiling reports it
  if (options.cacheLayout)
    language.cacheLayout = *options.cacheLayout;
  else
    chooseCacheLayout(language, {std::move(compile)});
  return language;
}

FailureOr<ModelFile> readModelFile(MLIRContext &context, const std::string &path) {
  return readModelFile(context, path, OnnxImportOptions());
}

FailureOr<ModelFile> readModelFile(MLIRContext &context, const std::string &path,
                                   const OnnxImportOptions &how,
                                   const LanguageModelOptions &language) {
  rt::Status status = checkModelFile(path);
  if (!status.ok())
    return emitError(UnknownLoc::get(&context)) << std::string(status.message());
  if (isLanguageModelPath(path))
    return adapted(context, readLanguageModel(context, path, language), how);
  if (!StringRef(path).ends_with_insensitive(".onnx"))
    return adapted(context, readMlir(context, path), how);
  return readOnnx(context, how, [&](const OnnxImportOptions &options) {
    return importOnnxFile(&context, path, options);
  });
}

FailureOr<ModelFile> readOnnxBytes(MLIRContext &context, StringRef bytes,
                                   const std::string &directory, const OnnxImportOptions &how) {
  return readOnnx(context, how, [&](const OnnxImportOptions &options) {
    return importOnnx(&context, bytes, "model", options, directory);
  });
}

// A copy at an address that the sections of bytecode need, which large constants then use in place.
static std::shared_ptr<llvm::SourceMgr> alignedCopy(StringRef bytes) {
  auto buffer =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(bytes.size(), "source", llvm::Align(64));
  if (!buffer)
    return nullptr;
  llvm::copy(bytes, buffer->getBufferStart());
  auto source = std::make_shared<llvm::SourceMgr>();
  source->AddNewSourceBuffer(std::move(buffer), SMLoc());
  return source;
}

FailureOr<ModelFile> readModelText(MLIRContext &context, StringRef text) {
  return readModelText(context, text, OnnxImportOptions());
}

FailureOr<ModelFile> readModelText(MLIRContext &context, StringRef text,
                                   const OnnxImportOptions &how) {
  if (stablehloForm(text) != StablehloForm::None)
    return adapted(context, readStablehlo(context, text, "source"), how);
  ModelFile model;
  if (!isBytecode(llvm::MemoryBufferRef(text, "source")))
    model.module = parseSourceString<ModuleOp>(text, &context, "source");
  else if (std::shared_ptr<llvm::SourceMgr> source = alignedCopy(text))
    model.module = parseSourceFile<ModuleOp>(source, &context);
  else
    return emitError(UnknownLoc::get(&context), "there is not enough memory for the model");
  if (!model.module)
    return failure();
  return adapted(context, std::move(model), how);
}

} // namespace rlx
