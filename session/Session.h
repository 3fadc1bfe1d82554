// Session: compile a model and run it in one process. A thin layer over the compiler and the
// runtime; the runtime never sees the compiler.
#ifndef RLX_SESSION_SESSION_H
#define RLX_SESSION_SESSION_H

#include <memory>
#include <string>
#include <vector>

#include "compiler/Compiler.h"
#include "runtime/base/StatusOr.h"
#include "runtime/program/Executable.h"

namespace rlx {

class GraphBuilder;
class ShapeSpecializer;
struct GraphModel;

// Sizes that runs often have are compiled on their own, on a thread in the background, and later
// runs with them use that code: faster, where sizes are small. It may round otherwise than the
// code for all sizes, so that results of equal runs can then differ in their last bits.
struct SpecializeOptions {
  uint64_t afterRuns = 0; // runs of an executable with the same sizes before; 0: never
  // As many an executable keeps, each with its own prepared weights. At least 1.
  unsigned most = 4;
};

struct SpecializeStatistics {
  uint64_t requested = 0;         // by the executable and its clones
  uint64_t compiled = 0;          // sets of sizes
  uint64_t ready = 0, failed = 0; // of those requested
  std::string lastError;
};

struct SessionOptions {
  CompileOptions compile;
  rt::LoadOptions load;
  // Kernels of the user, for the ops that name them; each name once.
  std::vector<std::pair<std::string, rt::UserKernel>> userKernels;
  SpecializeOptions specialize;
};

// Threads: confined to one thread; clone the executable for others.
class Session {
public:
  // Reads, compiles and loads a model file, and sets the params that the file carries. The
  // status of a failed compilation has the first diagnostic first, then the rest.
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
  // The same for IR that is already there; consumed.
  static rt::StatusOr<std::unique_ptr<Session>> fromModule(mlir::ModuleOp module,
                                                           const SessionOptions &options = {});

  rt::Executable &executable() { return *exec; }
  // The executable alone, which needs no session. Leaves only the compile times.
  std::unique_ptr<rt::Executable> takeExecutable() { return std::move(exec); }
  const std::vector<PhaseTime> &compileTimes() const { return times; }
  double compileMilliseconds() const;
  // What SessionOptions::specialize has led to so far; all zero without it.
  SpecializeStatistics specializeStatistics() const;
  // Waits for what has been requested.
  void finishSpecializations();

private:
  std::unique_ptr<rt::Executable> exec;
  std::shared_ptr<ShapeSpecializer> specializer; // null: none
  std::vector<PhaseTime> times;
};

} // namespace rlx

#endif // RLX_SESSION_SESSION_H
