// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles frequent shapes in the background; implements rt::Specializer.
//
// All executables of a model share one. Requests for a shape that was compiled before reuse its
// code.
#ifndef RLX_SESSION_SHAPESPECIALIZER_H
#define RLX_SESSION_SHAPESPECIALIZER_H

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "runtime/program/executable/Specializer.h"
#include "session/Session.h"

namespace rlx {

// Has one thread, from the first request on, which handles requests in order. The destructor waits
// for the compilation in progress.
class ShapeSpecializer : public rt::Specializer {
public:
  // `module` is the model before compilation; it is copied. `options` are those it is compiled
  // with.
  static rt::StatusOr<std::shared_ptr<ShapeSpecializer>> create(mlir::ModuleOp module,
                                                                const SessionOptions &options);
  ~ShapeSpecializer() override;

  uint64_t runsBeforeRequest() const override { return options.specialize.afterRuns; }
  size_t maxKept() const override { return options.specialize.most; }
  std::shared_ptr<const rt::Specialization> request(std::span<const int64_t> dims,
                                                    rt::ModelWeights weights) override;

  int64_t sharedBytes() const override;

  SpecializeStatistics statistics() const;
  // Waits until the queue is empty.
  void finish();

private:
  struct Job {
    std::vector<int64_t> dims;
    rt::ModelWeights weights;
    std::shared_ptr<rt::Specialization> result;
  };
  // Compiled code of one shape, shared by executables.
  struct Code {
    std::vector<int64_t> dims;
    rt::Program program;
    rt::KernelTable kernels;
  };

  ShapeSpecializer(std::string module, SessionOptions options)
      : module(std::move(module)), options(std::move(options)) {}

  void work();
  void carryOut(Job &job);
  rt::StatusOr<std::unique_ptr<rt::Executable>> make(Job &job);
  rt::StatusOr<const Code *> findOrCompile(const std::vector<int64_t> &dims);
  rt::StatusOr<Code> compile(const std::vector<int64_t> &dims);
  void keep(Code code);

  const std::string module; // MLIR bytecode
  const SessionOptions options;
  // Used by the thread only.
  std::deque<Code> codes;                    // most recently used first
  std::vector<std::vector<int64_t>> refused; // shapes whose compilation failed

  mutable std::mutex mutex; // guards the members below
  std::condition_variable changed;
  std::deque<Job> jobs;
  bool isWorking = false, isEnding = false;
  SpecializeStatistics counts;
  int64_t constantBytes = 0; // of `codes`
  // Machine code lives as long as `codes` or an executable holds it.
  struct MachineCode {
    std::weak_ptr<void> owner;
    int64_t bytes;
  };
  std::vector<MachineCode> machineCode;
  std::thread thread;
};

} // namespace rlx

#endif // RLX_SESSION_SHAPESPECIALIZER_H
