// Session: compile a model and run it in one process. A thin layer over the compiler and the
// runtime; the runtime never sees the compiler.
#ifndef RLX_SESSION_SESSION_H
#define RLX_SESSION_SESSION_H

#include <memory>
#include <string>
#include <vector>

#include "compiler/Compiler.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/base/StatusOr.h"
#include "runtime/program/executable/Executable.h"
#include "runtime/program/model/Limits.h"
#include "session/ExecutionMode.h"

namespace rlx {

class DiskCache;
class GraphBuilder;
class ShapeSpecializer;
struct GraphModel;

// Sizes that runs often have are compiled on their own, on a thread in the background, and later
// runs with them use that code: faster, where sizes are small. It may round otherwise than the
// code for all sizes, so that results of equal runs can then differ in their last bits.
struct SpecializeOptions {
  uint64_t afterRuns = 0; // runs of an executable with the same sizes before; 0: never
  // As many an executable keeps, each with its own prepared weights: 1 to kMaxSpecialized.
  unsigned most = 4;
};
inline constexpr unsigned kMaxSpecialized = rt::kMaxBoundShapes;

struct SpecializeStatistics {
  uint64_t requested = 0;         // by the executable and its clones
  uint64_t compiled = 0;          // sets of sizes
  uint64_t ready = 0, failed = 0; // of those requested
  std::string lastError;
};

struct SessionOptions {
  CompileOptions compile; // mode Eager switches codegen.fuse off
  rt::LoadOptions load;
  // Kernels of the user, for the ops that name them; each name once.
  std::vector<std::pair<std::string, rt::UserKernel>> userKernels;
  SpecializeOptions specialize; // not in mode Eager
  // None: the environment variable RLX_MODE says, and if it is not set, Compiled. Read once, when
  // the session is made.
  std::optional<ExecutionMode> mode;
  // In mode Eager only: preparing and runs of the executable and of its clones fail at the first op
  // that makes an infinity or a NaN of finite operands, with its place and name. Observers that are
  // set (rt::Executable::setObserver) see runs beside it.
  bool checkFinite = false;
  // Keeps compiled models in files (session/cache/DiskCache.h); null: none. What was compiled
  // before with the same module, compile options, processor and compiler is loaded from it. Not
  // asked in mode Eager, or if `compile` wants more than the result: dumps, calls after phases, an
  // early end.
  std::shared_ptr<DiskCache> diskCache = nullptr;
};

// What the disk cache did for a model.
struct CacheUse {
  enum class Outcome : uint8_t {
    None, // there is no cache, or it was not asked
    Hit,  // nothing was compiled
    Miss
  } outcome = Outcome::None;
  std::string key;  // the fingerprint; empty for None
  std::string note; // why what there was could not be used, or the result could not be kept
};

// In mode Lazy the functions that make a session read and check the model. It is compiled by
// compile(), or by the first call of the executable that sets a param, prepares or runs: what
// compiling finds wrong, that call and later ones say. In the other modes they compile and load it.
// In mode Compiled they also prepare the params if all of them have values, unless
// load.releaseParams is set: until then they may be replaced. What goes wrong there, the first run
// says again.
//
// Threads: confined to one thread; clone the executable for others.
class Session {
public:
  // Reads a model file, and sets the params that the file carries. The status of a failed
  // compilation has the first diagnostic first, then the rest.
  static rt::StatusOr<std::unique_ptr<Session>> fromFile(const std::string &path,
                                                         const SessionOptions &options = {});
  // The same for MLIR text, which error messages call "source".
  static rt::StatusOr<std::unique_ptr<Session>> fromSource(const std::string &text,
                                                           const SessionOptions &options = {});
  // The same for what a GraphBuilder has built, with the params that it has values for. Finishes
  // the builder; its error is the status.
  static rt::StatusOr<std::unique_ptr<Session>> fromGraph(GraphBuilder &builder,
                                                          const SessionOptions &options = {});
  static rt::StatusOr<std::unique_ptr<Session>> fromGraph(GraphModel model,
                                                          const SessionOptions &options = {});
  // The same for IR that is already there; consumed. In mode Lazy the session works on a copy.
  static rt::StatusOr<std::unique_ptr<Session>> fromModule(mlir::ModuleOp module,
                                                           const SessionOptions &options = {});
  // Without a copy: the module's context must stay until the model is compiled, or session and
  // executable are gone.
  static rt::StatusOr<std::unique_ptr<Session>> fromModule(mlir::OwningOpRef<mlir::ModuleOp> module,
                                                           const SessionOptions &options = {});

  ExecutionMode mode() const;
  // Compiles the model if that is still to be done. A failure stays: later calls return it again.
  rt::StatusOr<rt::Executable *> compile();
  // Its program has the signature, whether the model is compiled or not.
  rt::Executable &executable() { return *exec; }
  // The executable alone, which needs no session: it may go to another thread. Leaves compile times
  // and sources. Of one that is still to be compiled the session does not learn what becomes of it.
  std::unique_ptr<rt::Executable> takeExecutable();
  // Of mode Lazy, without the phases that are still to come.
  const std::vector<PhaseTime> &compileTimes() const;
  double compileMilliseconds() const;
  // What SessionOptions::specialize has led to so far; all zero without it, and until the model is
  // compiled.
  SpecializeStatistics specializeStatistics() const;
  // Waits for what has been requested.
  void finishSpecializations();
  // Where commands come from, in mode Eager; null in the others.
  std::shared_ptr<const ProgramSources> sources() const;
  // What the disk cache did; of mode Lazy, when it is compiled.
  const CacheUse &cacheUse() const;

private:
  struct Model; // what is compiled, and what is known of that
  // What compiling has given besides the executable.
  struct Results {
    std::vector<PhaseTime> times;
    std::shared_ptr<const ProgramSources> sources;
    std::shared_ptr<ShapeSpecializer> specializer; // null: none
    CacheUse cache;
  };
  explicit Session(std::shared_ptr<Model> model) : model(std::move(model)) {}
  const Results &results() const;
  static rt::StatusOr<std::unique_ptr<Session>> create(std::shared_ptr<Model> model);
  static rt::StatusOr<std::unique_ptr<rt::Executable>> defer(const std::shared_ptr<Model> &model);

  std::shared_ptr<Model> model; // shared with an executable that is not made yet
  Results early;                // of mode Lazy, when the session was made
  bool wasTakenLate = false;    // then the executable's thread may write what `model` has
  std::unique_ptr<rt::Executable> exec;
};

} // namespace rlx

#endif // RLX_SESSION_SESSION_H
