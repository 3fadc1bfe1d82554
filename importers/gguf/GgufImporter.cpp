// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens the files, and lets the code of its architecture build the graph.
#include "importers/gguf/GgufImporter.h"

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "formats/language_model/AdaptedModel.h"
#include "formats/language_model/LanguageModelFile.h"
#include "importers/gguf/Architecture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx {
namespace gguf {
namespace {

struct Architecture {
  llvm::StringLiteral name; // general.architecture
  rt::Status (*build)(GraphBuilder &g, const ModelPointer &model,
                      const LanguageModelOptions &options);
  bool hasKeys = true; // in caches
};

constexpr Architecture kArchitectures[] = {
    {"bert", buildBert, false},   {"gemma", buildGemma},
    {"gemma2", buildGemma2},      {"gemma3", buildGemma3},
    {"gpt2", buildGpt2},          {"gptneox", buildGptNeox},
    {"granite", buildGranite},    {"llama", buildLlama},
    {"mamba", buildMamba, false}, {"nomic-bert", buildNomicBert, false},
    {"olmo2", buildOlmo2},        {"phi2", buildPhi2},
    {"phi3", buildPhi3},          {"qwen2", buildQwen2},
    {"qwen2moe", buildQwen2Moe},  {"qwen3", buildQwen3},
    {"qwen3moe", buildQwen3Moe},  {"smollm3", buildSmollm3},
    {"stablelm", buildStablelm},  {"starcoder2", buildStarcoder2},
};

rt::Status unknownArchitecture(StringRef name) {
  const Architecture *closest =
      llvm::min_element(kArchitectures, [&](const Architecture &a, const Architecture &b) {
        return name.edit_distance(a.name) < name.edit_distance(b.name);
      });
  return rt::unsupported(("architecture '" + name +
                          "' is not supported; the closest one that is: '" + closest->name + "'")
                             .str());
}

rt::StatusOr<GraphModel> build(MLIRContext &context, const std::string &path,
                               const LanguageModelOptions &options) {
  RLX_ASSIGN_OR_RETURN(ModelPointer model, openLanguageModel(path));
  RLX_ASSIGN_OR_RETURN(model, withAdapters(model, options.adapters));
  RLX_ASSIGN_OR_RETURN(const StringRef name, model->metadata().string("general.architecture"));
  const Architecture *architecture =
      llvm::find_if(kArchitectures, [&](const Architecture &each) { return each.name == name; });
  if (architecture == std::end(kArchitectures))
    return unknownArchitecture(name);
  if (options.cacheType != rt::DType::F32 && !architecture->hasKeys)
    return rt::unsupported(("a model of architecture '" + name +
                            "' has no keys and values in caches, whose type could be " +
                            StringRef(rt::name(options.cacheType)))
                               .str());
  GraphBuilder g(context);
  g.setPlace(path, 0, 0);
  RLX_RETURN_IF_ERROR(architecture->build(g, model, options));
  return g.finish();
}

} // namespace
} // namespace gguf

FailureOr<GraphModel> importLanguageModel(MLIRContext *context, StringRef path,
                                          const LanguageModelOptions &options) {
  context->loadDialect<RLXDialect, func::FuncDialect, arith::ArithDialect, tensor::TensorDialect>();
  rt::StatusOr<GraphModel> model = gguf::build(*context, path.str(), options);
  if (model.ok())
    return std::move(*model);
  InFlightDiagnostic error = emitError(FileLineColLoc::get(context, path, 0, 0))
                             << std::string(model.status().message());
  return model.status().code() == rt::StatusCode::Unsupported ? unsupported(std::move(error))
                                                              : std::move(error);
}

} // namespace rlx
