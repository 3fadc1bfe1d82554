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
struct GraphModel;

struct SessionOptions {
  CompileOptions compile;
  rt::LoadOptions load;
  // Kernels of the user, for the ops that name them; each name once.
  std::vector<std::pair<std::string, rt::UserKernel>> userKernels;
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

private:
  std::unique_ptr<rt::Executable> exec;
  std::vector<PhaseTime> times;
};

} // namespace rlx

#endif // RLX_SESSION_SESSION_H
