// Compiles the sizes that runs often have, in the background; see rt::Specializer.
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

// Has one thread, from the first request on, which does them in order. Its end waits for the
// compilation that is going on.
class ShapeSpecializer : public rt::Specializer {
public:
  // `module` is the model as it was before it was compiled; it is copied. `options` are those that
  // it is compiled with.
  static rt::StatusOr<std::shared_ptr<ShapeSpecializer>> create(mlir::ModuleOp module,
                                                                const SessionOptions &options);
  ~ShapeSpecializer() override;

  uint64_t runsBeforeRequest() const override { return options.specialize.afterRuns; }
  size_t maxKept() const override { return options.specialize.most; }
  std::shared_ptr<const rt::Specialization> request(std::span<const int64_t> dims,
                                                    rt::ModelWeights weights) override;

  int64_t sharedBytes() const override;

  SpecializeStatistics statistics() const;
  // Waits until nothing is left to do.
  void finish();

private:
  struct Job {
    std::vector<int64_t> dims;
    rt::ModelWeights weights;
    std::shared_ptr<rt::Specialization> result;
  };
  // What all executables share.
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

  const std::string module; // bytecode
  const SessionOptions options;
  // Of the thread alone.
  std::deque<Code> codes;                    // the one used last in front
  std::vector<std::vector<int64_t>> refused; // sizes that did not compile

  mutable std::mutex mutex; // guards what follows
  std::condition_variable changed;
  std::deque<Job> jobs;
  bool isWorking = false, isEnding = false;
  SpecializeStatistics counts;
  int64_t constantBytes = 0; // of `codes`
  // Machine code lives as long as `codes` or any executable has it.
  struct MachineCode {
    std::weak_ptr<void> owner;
    int64_t bytes;
  };
  std::vector<MachineCode> machineCode;
  std::thread thread;
};

} // namespace rlx

#endif // RLX_SESSION_SHAPESPECIALIZER_H
