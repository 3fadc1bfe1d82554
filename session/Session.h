// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Session: compiles a model and runs it in one process. A thin layer over compiler and runtime; the
// runtime does not depend on the compiler.
//
//   rt::StatusOr<std::unique_ptr<Session>> session = Session::fromFile("model.onnx");
//   if (session.ok()) (*session)->executable().run(inputs, outputs);
#ifndef RLX_SESSION_SESSION_H
#define RLX_SESSION_SESSION_H

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/Compiler.h"
#include "formats/language_model/CacheLayout.h"
#include "formats/language_model/LoraAdapter.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/base/StatusOr.h"
#include "runtime/program/executable/Executable.h"
#include "runtime/program/model/Limits.h"
#include "session/ExecutionMode.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rlx {

class DiskCache;
class GraphBuilder;
class ShapeSpecializer;
struct GraphModel;
struct ModelFile;

// Shape specialization: frequent shapes are compiled as static on a background thread, and later
// runs use that code. It is faster for small shapes. It may round differently, so that results of
// equal runs can differ in their last bits.
struct SpecializeOptions {
  uint64_t afterRuns = 0; // equal runs before the request; 0: never
  // Shapes that an executable keeps, each with separate prepared weights: 1 to kMaxSpecialized.
  unsigned most = 4;
};
inline constexpr unsigned kMaxSpecialized = rt::kMaxBoundShapes;

struct SpecializeStatistics {
  uint64_t requested = 0;         // by the executable and its clones
  uint64_t compiled = 0;          // shapes
  uint64_t ready = 0, failed = 0; // of those requested
  std::string lastError;
};

struct SessionOptions {
  CompileOptions compile; // mode Eager disables codegen.fuse
  rt::LoadOptions load;
  // User kernels by name, for the ops that name them; unique names.
  std::vector<std::pair<std::string, rt::UserKernel>> userKernels;
  SpecializeOptions specialize; // not in mode Eager
  // None: the environment variable RLX_MODE; if that is unset, Compiled. Read once, when the
  // session is made.
  std::optional<ExecutionMode> mode;
  // In mode Eager only: preparing and runs, of clones too, fail at the first op that makes infinity
  // or NaN from finite operands, with its place and name. Other observers
  // (rt::Executable::setObserver) work beside it.
  bool checkFinite = false;
  // Inputs of an ONNX model that become params, whose values are set after compiling.
  std::vector<std::string> paramInputs;
  // Low-rank adapters of a language model.
  std::vector<LoraFile> adapters;
  // Sizes of dynamic dimensions, by the names that the signature has: the model is compiled for
  // these alone. See FixDims.h for the errors.
  std::map<std::string, int64_t> dimSizes;
  // Of keys and values in the caches of a language model (importers/gguf/LanguageModelOptions.h).
  // InvalidArgument for other models.
  std::optional<rt::DType> cacheType = std::nullopt;
  // Of the same caches. None: paged if the device has kernels for them, else contiguous.
  std::optional<CacheLayout> cacheLayout = std::nullopt;
  // Whether outputs concat(past, new) become caches with a capacity, which runs update in place
  // (passes/UpdateCachesInPlace.cpp). InvalidArgument for a model without such outputs.
  bool inPlaceCaches = false;
  // The on-disk cache of compiled models (session/cache/DiskCache.h); null for none. A model is
  // loaded from it if it was compiled before with the same module, compile options, CPU and
  // compiler. Not used in mode Eager, or if `compile` asks for more than the result: dumps,
  // callbacks after phases, an early end.
  std::shared_ptr<DiskCache> diskCache = nullptr;
};

// The disk cache's part in a compilation.
struct CacheUse {
  enum class Outcome : uint8_t {
    None, // there is no cache, or it was not used
    Hit,  // nothing was compiled
    Miss
  } outcome = Outcome::None;
  std::string key;  // fingerprint; empty for None
  std::string note; // why a cached file could not be used, or the result could not be stored
};

// A model with its executable.
//
// In mode Lazy the factory functions only read and check the model. compile() compiles it, and so
// does the first call of the executable that sets a param, prepares or runs. If that fails, later
// calls return the same error.
//
// In the other modes the factory functions compile and load the model. In mode Compiled they also
// prepare the weights if all params have values. They do not if load.releaseParams is set, since
// params may still be replaced. The first run reports a failure of that preparation again.
//
// Threads: confined to one thread; clone the executable for others.
class Session {
public:
  // Reads a model file, and sets the params that it contains. The status of a failed compilation
  // has the first diagnostic first, then the rest.
  static rt::StatusOr<std::unique_ptr<Session>> fromFile(const std::string &path,
                                                         const SessionOptions &options = {});
  // The same for an ONNX model in memory, which messages call "model". `directory` has its external
  // data; empty: there is none. The bytes may go after the call.
  static rt::StatusOr<std::unique_ptr<Session>> fromOnnx(std::string_view bytes,
                                                         const std::string &directory = {},
                                                         const SessionOptions &options = {});
  // The same for MLIR text, which messages call "source".
  static rt::StatusOr<std::unique_ptr<Session>> fromSource(const std::string &text,
                                                           const SessionOptions &options = {});
  // The same for a graph from GraphBuilder, with the param values it has. Finishes the builder and
  // returns its error.
  static rt::StatusOr<std::unique_ptr<Session>> fromGraph(GraphBuilder &builder,
                                                          const SessionOptions &options = {});
  static rt::StatusOr<std::unique_ptr<Session>> fromGraph(GraphModel model,
                                                          const SessionOptions &options = {});
  // The same for a module, which is consumed. In mode Lazy the session compiles a copy.
  static rt::StatusOr<std::unique_ptr<Session>> fromModule(mlir::ModuleOp module,
                                                           const SessionOptions &options = {});
  // Without a copy: the module's context must stay until the model is compiled, or until session
  // and executable are gone.
  static rt::StatusOr<std::unique_ptr<Session>> fromModule(mlir::OwningOpRef<mlir::ModuleOp> module,
                                                           const SessionOptions &options = {});

  ExecutionMode mode() const;
  // Compiles the model if needed. A failure is kept and returned again.
  rt::StatusOr<rt::Executable *> compile();
  // The executable. Its program has the signature before compilation too.
  rt::Executable &executable() { return *exec; }
  // Releases the executable, which needs no session and may go to another thread. Compile times and
  // sources stay here. For a lazy executable the session does not learn the outcome.
  std::unique_ptr<rt::Executable> takeExecutable();
  // In mode Lazy, without the phases to come.
  const std::vector<PhaseTime> &compileTimes() const;
  double compileMilliseconds() const;
  // Statistics of shape specialization; all 0 without it, and before compilation.
  SpecializeStatistics specializeStatistics() const;
  // Waits for all requested specializations.
  void finishSpecializations();
  // The source ops of commands in mode Eager; null in the other modes.
  std::shared_ptr<const ProgramSources> sources() const;
  // The disk cache's part; in mode Lazy, after compilation.
  const CacheUse &cacheUse() const;

private:
  struct Model; // the model and its state
  // Results of compiling besides the executable.
  struct Results {
    std::vector<PhaseTime> times;
    std::shared_ptr<const ProgramSources> sources;
    std::shared_ptr<ShapeSpecializer> specializer; // null for none
    CacheUse cache;
  };
  explicit Session(std::shared_ptr<Model> model) : model(std::move(model)) {}
  const Results &results() const;
  // A session of the model that `read` makes in a context.
  static rt::StatusOr<std::unique_ptr<Session>>
  fromModel(const SessionOptions &options,
            llvm::function_ref<mlir::FailureOr<ModelFile>(mlir::MLIRContext &)> read);
  static rt::StatusOr<std::unique_ptr<Session>> create(const std::shared_ptr<Model> &model);
  static rt::StatusOr<std::unique_ptr<rt::Executable>> defer(const std::shared_ptr<Model> &model);

  std::shared_ptr<Model> model; // shared with a lazy executable
  Results early;                // of mode Lazy, before compilation
  bool wasTakenLate = false;    // the executable's thread may then write to `model`
  std::unique_ptr<rt::Executable> exec;
};

} // namespace rlx

#endif // RLX_SESSION_SESSION_H
