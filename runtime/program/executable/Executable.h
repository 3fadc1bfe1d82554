// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loaded program, ready to run. It checks all arguments, binds shapes, and keeps memory.
//
// A run with the shapes of a recent run allocates nothing and evaluates no expression. A failed
// call leaves the executable usable. A Device decides where kernels run.
//
// Rules for every form of run:
//  1. Inputs: the call gives an input, or its handle does. If neither does, the run fails. An
//     input with a device handle must not be given.
//  2. Feeds: after each successful run, a handle that an output feeds gets that output as its
//     content, by swapping memory, or by an update in place (TensorSpec::donor). A handle called
//     out{i} without an explicit feed is fed by output i. One output feeds one handle.
//  3. State: params, handles, feeds and the active extent stay until they are set again, by any
//     setter.
//  4. Checks come before computation. A failed run leaves params, handles, feeds and the extent as
//     they were, but for a handle that it had begun to update in place. The results of the run
//     before stay too, if no other shape was bound and nothing was computed yet.
//  5. A result in the executable's memory is valid until the next run, the next bind, or a change
//     of the handle that it became the content of.
//  6. clone() copies handles, feeds, the extent, and the resident and captured experts. It shares
//     params. Its counts start at zero.
//  7. Every call but commitNoWait() first waits for pending commits, and so does destruction.
//     Their errors are returned by the commit and by syncPending().
//  8. Strings: elements of outputs point to bytes of the executable, which stay until the second
//     next run; failed runs do not count. So results of a run can be inputs of the next one, which
//     may be repeated if it fails. Runs with strings allocate.
//     Handles, commits, runF32() and runSlots() refuse inputs and outputs of strings.
//  9. In a completion callback every call is FailedPrecondition, const ones too. Calls without a
//     status return false, null or empty. Only program(), deviceName(), isUncompiled() and
//     deviceUse() work as ever.
#ifndef RLX_RUNTIME_PROGRAM_EXECUTABLE_EXECUTABLE_H
#define RLX_RUNTIME_PROGRAM_EXECUTABLE_EXECUTABLE_H

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/device/Device.h"
#include "runtime/program/executable/AsyncRuns.h"
#include "runtime/program/executable/Commit.h"
#include "runtime/program/executable/Handles.h"
#include "runtime/program/executable/InputForms.h"
#include "runtime/program/executable/RunTypes.h"
#include "runtime/program/executable/Specializer.h"
#include "runtime/program/model/KernelTable.h"
#include "runtime/program/model/Plan.h"
#include "runtime/program/model/Program.h"
#include "runtime/program/model/Signature.h"
#include "runtime/program/observe/MoeRecords.h"
#include "runtime/program/observe/ObserverPair.h"
#include "runtime/tensor/StringTable.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

struct LoadOptions {
  std::string device;   // a name of DeviceRegistry; empty: the first device of the kernels' target
  unsigned threads = 0; // 0: defaultThreads()
  // Drops params that only the prepare program reads once it has run. This halves the memory of
  // models with packed weights. Setting a param later makes those dropped ones missing that are
  // prepared together with it.
  bool releaseParams = false;
  // Refuses, as Unsupported, to run kernels on the CPU if the device is another one.
  bool strict = false;
};

// The weights of an executable as a file keeps them: params, and the prepared weights that runs
// read.
struct ModelWeights {
  enum class State : uint8_t {
    Missing,
    Set,
    Released // dropped; the prepared weights stand for it
  };
  std::vector<State> states;  // one per param
  std::vector<Tensor> params; // one per param; empty unless Set
  bool prepared = false;
  Tensor persistent; // u8: the output of the prepare program; if `prepared`
};

// A loaded program with its memory.
// Threads: one call at a time. An overlapping call returns FailedPrecondition and changes nothing.
// Const functions are not checked: they may overlap each other, but no other call. Use clone() to
// run on several threads.
class Executable {
public:
  // Makes an executable. InvalidArgument for a device that runs another target, Unsupported if
  // strict refuses host kernels, NotFound for missing kernels.
  static StatusOr<std::unique_ptr<Executable>> load(Program program, const KernelTable &kernels,
                                                    const LoadOptions &options = {});
  // The same with the weights of an executable of the same program, without a copy.
  static StatusOr<std::unique_ptr<Executable>> load(Program program, const KernelTable &kernels,
                                                    const LoadOptions &options,
                                                    ModelWeights weights);
  // Makes a lazy executable, which `make` compiles when it is first needed. Until then it has the
  // symbols, inputs, params and outputs of `signature`. They must be those of the compiled one,
  // with the same static sizes; the rest of `signature` is unused.
  //
  // The first non-const call calls `make`, once at most; it must not throw. If it fails, that call
  // and all later ones return its error. `hasValue`, one per param, tells missingParams() which
  // params `make` will have set.
  using Make = std::function<StatusOr<std::unique_ptr<Executable>>()>;
  static StatusOr<std::unique_ptr<Executable>> deferred(Program signature, Make make,
                                                        std::vector<uint8_t> hasValue,
                                                        std::string_view device = "");
  // Compiles a lazy executable now. No effect on others and the second time.
  Status materialize();
  // Whether compilation is outstanding or has failed.
  bool isLazy() const { return deferral != nullptr; }
  ~Executable();

  // The program. Its signature is inputs, params and outputs, which never change and whose names do
  // not move. The rest of a lazy program exists only after compilation.
  const Program &program() const { return *view.load(std::memory_order_acquire)->program; }
  std::string_view deviceName() const {
    return view.load(std::memory_order_acquire)->device->name();
  }
  // Whether it is lazy and not compiled yet.
  bool isUncompiled() const { return late.load(std::memory_order_acquire); }

  // Sets one param. Copies the elements. dtype and shape must match exactly.
  Status setParam(std::string_view name, const TensorView &value);
  // Sets one param from any dtype, converted (Convert.h), or from floats in row-major order, one
  // per element.
  Status setParamTyped(std::string_view name, const TensorView &value);
  Status setParamF32(std::string_view name, std::span<const float> values);
  // Sets one param without a copy, if its memory is aligned to 64 bytes.
  Status adoptParam(std::string_view name, Tensor value);
  // The names of the params without a value.
  std::vector<std::string_view> missingParams() const;
  // Runs those commands of the prepare program that depend on params which were set since it ran.
  // run() does it too; call this to do it early. After a failure it is tried again.
  Status prepare();

  // The params and the prepared weights, sharing their memory.
  StatusOr<ModelWeights> shareWeights();

  // Checks inputs (data may be null), plans for their shapes and sizes the memory: the part of
  // run() before computation. Afterwards outputShape() is known.
  Status bind(std::span<const NamedTensor> inputs);
  // Runs. Inputs come in any order, each at most once. Unnamed outputs stay in the executable.
  // Memory for outputs must not overlap inputs or other outputs. Inputs must not lie in results of
  // this executable.
  //
  // The sizes of some outputs are known only after the run, for example the number of nonzero
  // elements. If the caller's memory for one has another shape, the run is InvalidArgument, and the
  // result stays in the executable.
  Status run(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs = {});
  // The same with any dtype on either side, converted if it is not the model's.
  Status runTyped(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs = {});
  // Runs with floats in row-major order on both sides. Shapes come from the signature. The one
  // dynamic dimension of an input follows from its length. The results are in the executable's
  // memory.
  StatusOr<std::span<const std::span<const float>>> runF32(std::span<const NamedF32> inputs);
  // Runs and returns the listed outputs in the list's order. All outputs are computed.
  StatusOr<std::span<const TensorView>> runReadOutputs(std::span<const NamedTensor> inputs,
                                                       std::span<const size_t> outputs);
  // Runs and returns the addresses of all results, in order.
  StatusOr<std::span<const RawOutput>> runRaw(std::span<const NamedTensor> inputs);
  // Runs with all inputs in declared order, of any dtype; shapes as in runF32. A null pointer is
  // the content of the input's handle; a tensor without elements needs any other pointer. Results
  // are offsets in arena(). An output that feeds a handle is copied there.
  StatusOr<std::span<const OutputSlot>> runSlots(std::span<const FlatView> inputs);
  // The base of the offsets from runSlots; null before the first run. May change with every call.
  const void *arena() const;

  // Result `index` of the last run, in the executable's memory. Null data before the first run, and
  // for an output with the caller's memory. A result that became the content of a device handle is
  // copied to the host. If that fails, data is null, and the functions with a status return the
  // reason.
  TensorView output(size_t index) const;
  StatusOr<TensorView> output(std::string_view name) const;
  // Whether output() would have to copy that result from the device.
  bool isOutputOnDevice(size_t index) const;
  // Row `row` of that result, seen as [.., rowElements].
  StatusOr<FlatView> readOutputRow(size_t index, int64_t row, int64_t rowElements) const;
  // The shape of output `index` for the last successful bind; empty before. A size that the run
  // computes is -1 until there was a successful run with these inputs.
  std::span<const int64_t> outputShape(size_t index) const;
  // Whether a run computes dimension `dim` of output `index`, which must exist. After a bind.
  bool computesSize(size_t index, size_t dim) const;

  // Keeps the value of an input between runs, which may then leave it out. Copies `value`, of any
  // dtype; its shape must fit the signature. Binding again replaces the content and keeps the feed.
  // An input has one handle; the last bind decides its kind.
  Status bindHandle(std::string_view input, const TensorView &value);
  // A handle in device memory, which is ordinary memory on the CPU. It stays on the device,
  // whatever feeds it, until somebody reads it or the output that feeds it. One element fills a
  // static shape.
  Status bindDeviceHandle(std::string_view input, const TensorView &value);
  // Drops the content and the feed. NotFound without a handle.
  Status unbindHandle(std::string_view input);
  bool hasHandle(std::string_view input) const;
  bool hasDeviceHandle(std::string_view input) const;
  // The content. Valid until the next run or change of the handle.
  StatusOr<TensorView> readHandle(std::string_view input) const;
  StatusOr<TensorView> readDeviceHandle(std::string_view input) const;
  // Output `index` feeds the handle, of either kind, from now on. Its dtype and rank must be the
  // input's. AlreadyExists if it feeds another handle.
  Status setHandleFeed(std::string_view input, size_t index);
  Status clearHandleFeed(std::string_view input);
  // Sets the feed, runs, and returns that output. The feed is kept only if the run succeeds.
  StatusOr<TensorView> runFeed(std::span<const NamedTensor> inputs, std::string_view input,
                               size_t index);

  // Later runs get inputs with `upper` leading rows and compute the first `actual`. Outputs have
  // the rows that the signature gives for `actual`. Handles may have `actual` rows too. Unsupported
  // unless all inputs start with one symbol (checkLeadingRows).
  Status setActiveExtent(int64_t actual, int64_t upper);
  Status clearActiveExtent();

  // Experts of mixture-of-experts layers (MoeCalls.cpp). program().moeLayers lists the layers, in
  // the order of masks and statistics. Errors list them too.
  //
  // Marks the resident experts, for all layers, which must then have one expert per mask entry, or
  // for each layer. Nonzero means resident. Masks are copied. On the CPU this is bookkeeping:
  // results do not change. From then on successful runs are counted with the masks that hold when
  // they run. A layer in a loop counts in every iteration. FailedPrecondition without layers.
  Status setMoeResidentExperts(std::span<const uint8_t> mask);
  Status setMoeResidentExpertsPerLayer(std::span<const std::span<const uint8_t>> masks);
  // Stops counting. Counts so far can still be taken.
  Status clearMoeResidentExperts();
  // Returns the counts since the last call. FailedPrecondition before the first mask.
  StatusOr<MoeStatistics> takeMoeStatistics();
  // Later runs capture the experts that routers select, in layers with `experts` experts. Replaces
  // an earlier choice of layers. Returns the layers that cannot be captured. Unsupported if that is
  // all of them (MoeLayer::withoutChoice has the reasons).
  StatusOr<std::vector<uint32_t>> enableMoeTopkCapture(int64_t experts);
  Status disableMoeTopkCapture();
  // The selected experts of the last run, if it was not taken yet: one entry per captured layer. In
  // the executable's memory, valid until the next run or change of the captured layers. In a loop,
  // the rows of all iterations in order; none for a branch that was not taken. A run that fails
  // after it began to compute leaves nothing to take.
  StatusOr<std::vector<MoeChoice>> takeMoeTopkCapture();

  // Queues a run for the executable's worker thread, which is started at first use and runs commits
  // in order.
  //
  // A device that is not the host has several runs in flight, unless the host is needed between
  // their commands or between two runs. That is the case for host kernels, control flow, a host
  // handle that an output feeds, observers, watched experts, specialized code, other shapes, and a
  // device handle that an output feeds if kernels can fail.
  //
  // `commit` gets results and status. Names and shapes are copied. The elements of inputs and
  // `commit` itself must stay until it is done. Inputs as in run(). Wrong names and a pending
  // commit are errors here; all other errors are the commit's.
  Status commitNoWait(std::span<const NamedTensor> inputs, Commit &commit);
  // Waits for all commits. Returns the first of their errors since the last call.
  Status syncPending();
  // Commits each set of inputs with the result at the same index, and waits for all. Returns the
  // first error. An error does not stop later sets, and syncPending() does not report it again.
  Status runPipelined(std::span<const std::span<const NamedTensor>> sets,
                      std::span<Commit *const> results);

  // FailedPrecondition in a completion callback of this executable.
  Status checkCaller() const;

  // A second executable that shares the program, kernels, params and prepared weights, with
  // separate temporaries. A param that is set later on one of them does not reach the other.
  StatusOr<std::unique_ptr<Executable>> clone();

  // Specializes frequent shapes: `specializer` compiles them in the background, and later runs use
  // its code, which may round differently. The run that makes the request takes longer and
  // allocates. Setting a param starts over. Clones make their own requests. Null ends it.
  //
  // FailedPrecondition with LoadOptions::releaseParams. Runs that are observed, or whose experts
  // are counted or captured, do not use specialized code.
  Status setSpecializer(std::shared_ptr<Specializer> specializer);
  // Statistics of specialization, for this executable alone.
  SpecializedUse specializedUse() const;

  // Sets an observer; null for none. It must outlive its use. Clones have none.
  Status setObserver(RunObserver *observer);
  // Keeps a second observer, which is called first. setObserver() does not affect it. Clones keep
  // the result of its forClone().
  Status keepObserver(std::shared_ptr<RunObserver> observer);

  MemoryUse memoryUse() const;
  // Counted since this executable was made. Does not wait for commits.
  DeviceUse deviceUse() const;

private:
  // Immutable state, shared by all clones.
  struct Shared {
    std::shared_ptr<const Program> program;
    Device *device = nullptr;
    Lifetimes mainLifetimes, prepareLifetimes;
    PrepareGraph prepareGraph;
    std::vector<uint8_t> isComputedOutput; // one per output: whether the run computes its size
    PersistentLayout persistent;
    InputForms inputForms;
    bool releaseParams = false;
  };
  // One set of input dims with everything that follows from it.
  struct BoundShape {
    std::vector<int64_t> key;      // dims of all inputs in order
    std::vector<int64_t> elements; // values of the symbols that are elements of inputs
    Plan plan;
    std::vector<std::vector<int64_t>> outputShapes;
    OutputLayout outputs;
    std::vector<OutputSlot> slots;
    uint64_t placedFor = 0; // the Handles::feedsVersion() of `outputs`
    uint64_t lastUse = 0;
    // Specialized code for this shape.
    uint64_t specialWait = 1; // doubles when another shape evicts it, so that two shapes do not
                              // evict each other in turns
    struct Special {
      uint64_t runs = 0; // before the request
      std::shared_ptr<const Specialization> request;
      bool isTaken = false;         // it is done, and `executor` is its result
      Executor *executor = nullptr; // of `request`
    } special;
  };
  // Whether elements of another dtype are refused or converted.
  enum class TypeRule : uint8_t { Exact, Convert };
  // The caller's memory for an output; null if there is none.
  struct Target {
    DType dtype = DType::F32;
    void *data = nullptr;
    bool isLeft = false;            // nobody wants the result, here or in our memory
    std::span<const int64_t> shape; // of `data`
  };
  // The location of a result of the last run: in our memory, or the content of a handle, which may
  // be on the device.
  struct Shown {
    const void *data = nullptr;
    uint32_t handle = Handles::kNone;

    explicit operator bool() const { return data || handle != Handles::kNone; }
  };
  class CallGuard;
  struct Deferral {
    Make make; // empty after the call
    Status failure;
  };

  Executable(std::shared_ptr<const Shared> shared, std::unique_ptr<Executor> executor);
  Status makeLazy();
  Status takeOver(Executable &made);
  Status adoptWeights(ModelWeights weights);
  StatusOr<ModelWeights> weightsLocked();
  void observeBy(RunObserver *given, std::shared_ptr<RunObserver> kept);

  // Params.
  Status adoptParamLocked(size_t index, Tensor value);
  Status setParamConverted(std::string_view name, DType dtype, const void *data,
                           std::span<const int64_t> shape);
  Status checkReady() const;
  std::vector<std::string_view> paramsWithoutValue() const;
  std::vector<uint32_t> releasedParamsNeededBy(size_t index) const;
  Status prepareLocked();
  void notePrepared();
  void releasePreparedParams();

  // The steps of a run, in this order (Run.cpp, BindShape.cpp).
  void clearArguments();
  Status giveArgument(size_t index, const TensorView &value);
  Status takeNamed(std::span<const NamedTensor> inputs);
  StatusOr<size_t> findInput(std::string_view name, size_t guess) const;
  Status giveFlat(size_t index, const FlatView &values);
  Status bindArguments(TypeRule rule);
  // Also checks the memory of arguments, before memory of results may move.
  Status bindForRun(TypeRule rule);
  Status takeHandles();
  Status checkArgumentTypes(TypeRule rule) const;
  static bool accepts(TypeRule rule, DType wanted, DType given);
  Status applyExtent();
  Status bindShape();
  Status readElements();
  Status bindNewShape();
  StatusOr<std::unique_ptr<BoundShape>> computeBoundShape() const;
  Status placeOutputs(BoundShape &shape) const;
  bool liesInResults(const void *data, int64_t bytes) const;
  Status checkArgumentMemory() const;
  bool fitsBound(size_t index, std::span<const int64_t> shape) const;
  Status takeOutputs(std::span<const NamedOutput> outputs, TypeRule rule);
  Status checkTargetMemory(size_t index, int64_t bytes) const;
  Status execute();
  Executor *lastRunner = nullptr; // of the last run: `executor`, or one of specialized code
  Status runCommands(OperandTaps *taps);
  Status pointInputs();
  bool updatesInPlace(size_t index) const;
  void beginUpdates();
  void revertUpdates(const Executor &runner);
  Status pointOutputs();
  Status deliverOutputs();
  Status numberStrings();
  Status writeStrings(const void *numbers, void *elements, int64_t count) const;
  Status showStrings();
  Status refuseStrings(std::string_view what) const;
  void forgetComputedSizes();
  Status showComputed(size_t index);
  Status checkFeedFits(size_t index) const;
  bool isComputed(size_t output) const { return shared->isComputedOutput[output] != 0; }
  void hideOutputs();
  StatusOr<const void *> readShown(size_t index) const;
  Status runLocked(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs,
                   TypeRule rule);
  int64_t outputElements(size_t index) const;
  // outputShape() that the worker may call.
  std::span<const int64_t> boundShapeOf(size_t index) const;
  int64_t outputBytes(size_t index) const;
  Status collectSlots();
  Status reserveF32Results();
  StatusOr<std::span<const std::span<const float>>> outputsAsF32();
  template <typename Body>
  auto call(Body body) -> decltype(body());

  // Specialized code (Specialize.cpp).
  Executor &chooseExecutor(const OperandTaps *taps);
  void requestSpecialization();
  void takeSpecialization();
  void forgetSpecializations();
  bool agreesWith(const Executable &other) const;
  int64_t specializedBytes() const;

  // Handles.
  StatusOr<size_t> findHandle(std::string_view input) const;
  Status bindHandleOf(std::string_view input, Handles::Kind kind, const TensorView &value);
  StatusOr<TensorView> readHandleOf(std::string_view input, Handles::Kind kind) const;
  void hideOutputsOf(size_t input);
  Status checkOutputIndex(size_t index) const;

  // Commits.
  bool inCallback() const { return async && async->onWorker(); }
  bool settle() const;
  Status settleOrRefuse() const;
  void finishStarted();
  Status startWorker();
  Status recordCommit(std::span<const NamedTensor> inputs, Commit &commit) const;
  Status commitLocked(std::span<const NamedTensor> inputs, Commit &commit);
  Status takeCommit(Commit &commit);
  Status keepComputed(Commit &commit);
  bool canStartRun() const;
  Status startCommit(Commit &commit, bool &isInFlight);

  std::shared_ptr<const Shared> shared;
  std::unique_ptr<Executor> executor;
  RunObserver *givenObserver = nullptr;
  std::shared_ptr<RunObserver> keptObserver;
  ObserverPair bothObservers;
  RunObserver *observer = nullptr;          // of runs; null for none
  std::shared_ptr<Specializer> specializer; // null for none
  SpecializedUse specialized;               // without `kept`, which is counted on demand
  std::unique_ptr<Deferral> deferral;       // of a lazy executable until it is compiled
  // For readers during the call that compiles a lazy executable; equals `shared` afterwards.
  std::atomic<const Shared *> view;
  std::atomic<bool> late{false};
  std::shared_ptr<const Shared> signatureOnly; // of a lazy one: keeps returned names valid
  std::atomic<bool> busy{false};
  std::vector<uint8_t> paramSet; // one per param
  // A value is released once it is prepared, and is dropped if commands that read it must run
  // again.
  static constexpr uint8_t kReleased = 1, kDropped = 2;
  std::vector<uint8_t> paramReleased; // one per param: 0 or one of these
  bool prepared = false;              // nothing is to be prepared
  bool hasPrepared = false;           // all of prepare has run, or its results were given
  std::vector<uint8_t> paramStale;    // one per param: set since then
  Handles handles;
  struct {
    bool set = false;
    int64_t actual = 0, upper = 0;
  } extent;
  std::vector<std::unique_ptr<BoundShape>> shapes; // bounded; the least recently used is evicted
  BoundShape *current = nullptr;
  uint64_t useCounter = 0;
  MoeRecords moe;
  std::vector<Shown> shown;             // one per output
  std::unique_ptr<StringTable> strings; // null for programs without strings

  // Scratch of one call, sized at load. One entry per input:
  std::vector<TensorView> arguments;  // of the run
  std::vector<uint8_t> given;         // by the call, not by a handle
  std::vector<int64_t> elementValues; // of InputForms::elements, at the arguments
  std::vector<int64_t> argumentDims;  // shapes without another owner, laid out as InputForms::dims
  std::vector<AlignedBuffer> converted; // arguments of other types
  std::vector<RunInput> runInputs;
  // One entry per output:
  std::vector<Target> targets;
  std::vector<RunOutput> runOutputs;
  std::vector<AlignedBuffer> f32Results;    // for outputs of other types
  std::vector<AlignedBuffer> stringResults; // the elements of outputs of strings
  std::vector<std::span<const float>> f32Views;
  std::vector<RawOutput> rawOutputs;
  // All results of runSlots() one after another, if the run computes sizes of some.
  AlignedBuffer slotBlock;
  std::vector<TensorView> listedOutputs; // one per listed output

  std::unique_ptr<AsyncRuns> async; // null until the first commit
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_EXECUTABLE_H
