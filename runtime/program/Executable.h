// A loaded program, ready to run: checks everything a caller passes, binds shapes, keeps memory.
//
// A run with the shapes of a recent run allocates nothing and evaluates no expression. A call
// that fails leaves the executable usable. Where kernels run is the business of a Device.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_H

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/device/Device.h"
#include "runtime/program/KernelTable.h"
#include "runtime/program/Observer.h"
#include "runtime/program/Plan.h"
#include "runtime/program/Program.h"
#include "runtime/program/Signature.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

struct NamedTensor {
  std::string_view name;
  TensorView tensor;
};
struct NamedOutput {
  std::string_view name;
  MutableTensorView tensor;
};

struct LoadOptions {
  std::string device;   // a DeviceRegistry name; empty: the first device for the kernels' target
  unsigned threads = 0; // 0: all that the machine (or OMP_NUM_THREADS) offers
  // Lets go of params that only the prepare program reads as soon as it has run: halves the memory
  // of models whose weights are packed. Setting any param afterwards makes them missing again.
  bool releaseParams = false;
};

// The params of an executable as a file can keep them: what runs read is not computed again.
struct ModelWeights {
  enum class State : uint8_t {
    Missing,
    Set,
    Released // had a value, which the prepared weights stand for now
  };
  std::vector<State> states;  // one a param
  std::vector<Tensor> params; // one a param; of those that are not Set an empty one
  bool prepared = false;
  Tensor persistent; // u8: what the prepare program has written; if `prepared`
};

// Threads: one call at a time; an overlapping call gets FailedPrecondition and changes nothing.
// Use clone() to run on several threads.
class Executable {
public:
  static StatusOr<std::unique_ptr<Executable>> load(Program program, const KernelTable &kernels,
                                                    const LoadOptions &options = {});
  // The same with the weights of an executable of the same program, without a copy.
  static StatusOr<std::unique_ptr<Executable>> load(Program program, const KernelTable &kernels,
                                                    const LoadOptions &options,
                                                    ModelWeights weights);
  ~Executable();

  // The signature is program().inputs, .params and .outputs. Never changes.
  const Program &program() const { return *shared->program; }
  std::string_view deviceName() const { return shared->device->name(); }

  // Sets one param; dtype and shape must match exactly. Copies the data.
  Status setParam(std::string_view name, const TensorView &value);
  // The same without a copy when the memory is 64-byte aligned.
  Status adoptParam(std::string_view name, Tensor value);
  // Names of the params that have no value yet.
  std::vector<std::string_view> missingParams() const;
  // Runs the prepare program if it has to. run() does it too; call this to do it early.
  Status prepare();

  // What setParam and prepare have made, sharing the memory.
  StatusOr<ModelWeights> shareWeights();

  // Checks inputs (data pointers may be null), plans their shapes and sizes the memory: the part
  // of run() before anything is computed. Afterwards outputShape() is known.
  Status bind(std::span<const NamedTensor> inputs);
  // Inputs in any order, each exactly once. Outputs that are not named stay in the executable.
  Status run(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs = {});

  // Result `index` of the last run, in memory of the executable: valid until the next run, bind
  // or destruction. Null data before the first run, and for an output the caller gave memory for.
  TensorView output(size_t index) const;
  StatusOr<TensorView> output(std::string_view name) const;
  // Shape of output `index` for the inputs of the last successful bind; empty before.
  std::span<const int64_t> outputShape(size_t index) const;

  // Shares the program, kernels, params and prepared weights; has its own temporaries. Params set
  // later on either of them do not reach the other.
  StatusOr<std::unique_ptr<Executable>> clone();

  // Null switches observation off. The observer must outlive its use here.
  Status setObserver(RunObserver *observer);

  MemoryUse memoryUse() const { return executor->memoryUse(); }

private:
  // What no run changes; one for all clones.
  struct Shared {
    std::shared_ptr<const Program> program;
    Device *device = nullptr;
    Lifetimes mainLifetimes, prepareLifetimes;
    PersistentLayout persistent;
    // Where each input's dims start in a BoundShape's key.
    std::vector<size_t> keyBegin;
    bool releaseParams = false;
  };
  // One set of input dims and everything they decide.
  struct BoundShape {
    std::vector<int64_t> key; // dims of all inputs in order
    Plan plan;
    std::vector<std::vector<int64_t>> outputShapes;
    std::vector<int64_t> outputBytes;
    uint64_t lastUse = 0;
  };
  class CallGuard;

  Executable(std::shared_ptr<const Shared> shared, std::unique_ptr<Executor> executor);
  Status adoptWeights(ModelWeights weights);
  Status checkReady() const;
  Status prepareLocked();
  void releasePreparedParams();
  Status bindLocked(std::span<const NamedTensor> inputs);
  Status matchInputs(std::span<const NamedTensor> inputs);
  Status checkInputTypes(std::span<const NamedTensor> inputs) const;
  Status bindNewShape(std::span<const NamedTensor> inputs);
  Status matchOutputs(std::span<const NamedOutput> outputs);
  StatusOr<std::unique_ptr<BoundShape>>
  computeBoundShape(std::span<const NamedTensor> inputs) const;

  std::shared_ptr<const Shared> shared;
  std::unique_ptr<Executor> executor;
  RunObserver *observer = nullptr;
  std::atomic<bool> busy{false};
  std::vector<uint8_t> paramSet, paramReleased; // one a param
  bool prepared = false;
  std::vector<std::unique_ptr<BoundShape>> shapes; // bounded; the least recently used goes
  BoundShape *current = nullptr;
  uint64_t useCounter = 0;
  bool ran = false;
  // Scratch of one call, sized at load: which argument holds input i, its pointer, …
  std::vector<uint32_t> inputArgument;
  std::vector<const void *> inputPointers;
  std::vector<void *> outputPointers;
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_H
