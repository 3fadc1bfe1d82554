// A loaded program, ready to run: checks everything a caller passes, binds shapes, keeps memory.
//
// A run with the shapes of a recent run allocates nothing and evaluates no expression. A call
// that fails leaves the executable usable. Where kernels run is the business of a Device.
//
// What holds for every form of run:
//  1. An input is what the call gives for it, otherwise the content of its handle; without either
//     the run fails. While an input has a device handle, giving it is an error.
//  2. A handle that an output feeds gets that output as its content after each successful run, by
//     swapping memory. A handle called out{i} without a feed of its own is fed by output i.
//     One output feeds one handle.
//  3. Params, handles, feeds and the active extent stay until they are set again, by any setter.
//  4. Everything is checked before anything is computed. A failed run leaves params, handles, feeds
//     and the extent as they were, and also the results of the run before if no other shape was
//     bound and nothing was computed yet.
//  5. A result in memory of the executable is valid until the next run, bind, or change of the
//     handle that it became the content of.
//  6. clone() copies handles, feeds, the extent, and which experts are resident or captured, and
//     shares params. It has counted nothing yet.
//  7. Every call but commitNoWait() first waits for the commits that are not done, and so does
//     destruction. Their errors are theirs, and syncPending()'s.
//  8. In a completion callback every call is FailedPrecondition, const ones too; those that give no
//     status then give nothing: false, null or empty. Only program(), deviceName(), isUncompiled()
//     and deviceUse() are what they always are.
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
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

struct LoadOptions {
  std::string device;   // a DeviceRegistry name; empty: the first device for the kernels' target
  unsigned threads = 0; // 0: all that the machine (or OMP_NUM_THREADS) offers
  // Lets go of params that only the prepare program reads as soon as it has run: halves the memory
  // of models whose weights are packed. Setting any param afterwards makes them missing again.
  bool releaseParams = false;
  // Refuses, as Unsupported, to leave kernels to the CPU where the device is another one.
  bool strict = false;
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
// Const functions are not checked: they may overlap each other, but no call. Use clone() to run on
// several threads.
class Executable {
public:
  static StatusOr<std::unique_ptr<Executable>> load(Program program, const KernelTable &kernels,
                                                    const LoadOptions &options = {});
  // The same with the weights of an executable of the same program, without a copy.
  static StatusOr<std::unique_ptr<Executable>> load(Program program, const KernelTable &kernels,
                                                    const LoadOptions &options,
                                                    ModelWeights weights);
  // One that is made when it is first needed. Until then it has the symbols, inputs, params and
  // outputs of `signature`, which must be those of what `make` gives, with the same sizes known;
  // nothing else is looked at.
  // `make` is called once at most, by the first call that is not const; it must not throw. If it
  // fails, so do that call and all later ones, with its error. `hasValue`, one a param, says for
  // missingParams() what `make` will have set.
  using Make = std::function<StatusOr<std::unique_ptr<Executable>>()>;
  static StatusOr<std::unique_ptr<Executable>> deferred(Program signature, Make make,
                                                        std::vector<uint8_t> hasValue,
                                                        std::string_view device = "");
  // Makes a deferred one now; of others, and a second time, nothing is done.
  Status materialize();
  // Whether that is still to be done, or has failed.
  bool isLazy() const { return deferral != nullptr; }
  ~Executable();

  // The signature is program().inputs, .params and .outputs. Never changes, nor do its names move;
  // the rest of a deferred one's program is there when it has been made.
  const Program &program() const { return *view.load(std::memory_order_acquire)->program; }
  std::string_view deviceName() const {
    return view.load(std::memory_order_acquire)->device->name();
  }
  // Whether it is a deferred one that has not been made.
  bool isUncompiled() const { return late.load(std::memory_order_acquire); }

  // Sets one param; dtype and shape must match exactly. Copies the data.
  Status setParam(std::string_view name, const TensorView &value);
  // The same from any dtype, converted (Convert.h), and from floats in row-major order, as many as
  // the param has elements.
  Status setParamTyped(std::string_view name, const TensorView &value);
  Status setParamF32(std::string_view name, std::span<const float> values);
  // setParam without a copy when the memory is 64-byte aligned.
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
  // Inputs in any order, each at most once. Outputs that are not named stay in the executable.
  // Memory given for outputs overlaps neither inputs nor each other, and inputs do not lie in
  // results of this executable.
  Status run(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs = {});
  // The same with any dtype on either side, converted where it differs from the model's.
  Status runTyped(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs = {});
  // Floats in and out, in row-major order: shapes are the signature's, and an input's one dynamic
  // dimension follows from its length. All results as floats, in memory of the executable.
  StatusOr<std::span<const std::span<const float>>> runF32(std::span<const NamedF32> inputs);
  // The results of the listed outputs in the list's order; all outputs are computed.
  StatusOr<std::span<const TensorView>> runReadOutputs(std::span<const NamedTensor> inputs,
                                                       std::span<const size_t> outputs);
  // Where all results are, in order.
  StatusOr<std::span<const RawOutput>> runRaw(std::span<const NamedTensor> inputs);
  // Inputs by declared position, all of them, of any dtype; shapes as in runF32. A null pointer
  // stands for the content of the input's handle; a tensor without elements has any other one.
  // Results are places in arena(); that of an output
  // which feeds a handle is copied there.
  StatusOr<std::span<const OutputSlot>> runSlots(std::span<const FlatView> inputs);
  // Base of the memory that runSlots puts results into; null before the first run. May change with
  // every call.
  const void *arena() const;

  // Result `index` of the last run, in memory of the executable. Null data before the first run,
  // and for an output the caller gave memory for. One that became the content of a device handle is
  // brought to the host; null data if that fails, and the other functions say why.
  TensorView output(size_t index) const;
  StatusOr<TensorView> output(std::string_view name) const;
  // Whether output() has to bring that result from the device.
  bool isOutputOnDevice(size_t index) const;
  // Row `row` of that result seen as [.., rowElements].
  StatusOr<FlatView> readOutputRow(size_t index, int64_t row, int64_t rowElements) const;
  // Shape of output `index` for the inputs of the last successful bind; empty before.
  std::span<const int64_t> outputShape(size_t index) const;

  // A handle keeps the value of an input between runs, which then may leave the input out. Copies
  // `value`, of any dtype, which must fit the signature; binding again replaces the content, and
  // keeps the feed. An input has one handle: the last bind decides which kind.
  Status bindHandle(std::string_view input, const TensorView &value);
  // A handle in the device's memory, which on the CPU is memory like any other. It does not leave
  // the device, whatever feeds it, until somebody reads it or the output that feeds it. One element
  // stands for all of a static shape.
  Status bindDeviceHandle(std::string_view input, const TensorView &value);
  // Drops the content and the feed; NotFound when there is no handle.
  Status unbindHandle(std::string_view input);
  bool hasHandle(std::string_view input) const;
  bool hasDeviceHandle(std::string_view input) const;
  // The content; valid until the next run or change of the handle.
  StatusOr<TensorView> readHandle(std::string_view input) const;
  StatusOr<TensorView> readDeviceHandle(std::string_view input) const;
  // From now on output `index` feeds the handle, of either kind, instead of what fed it before.
  // Its dtype and rank must be the input's. AlreadyExists when it feeds another handle.
  Status setHandleFeed(std::string_view input, size_t index);
  Status clearHandleFeed(std::string_view input);
  // Sets the feed, for good if the run succeeds, runs, and gives that output.
  StatusOr<TensorView> runFeed(std::span<const NamedTensor> inputs, std::string_view input,
                               size_t index);

  // From now on runs get inputs with `upper` leading rows and compute with the first `actual`:
  // outputs get as many rows as the signature says for these. Handles may also have just `actual`
  // rows. Unsupported unless all inputs start with one symbol (checkLeadingRows).
  Status setActiveExtent(int64_t actual, int64_t upper);
  Status clearActiveExtent();

  // Experts of a mixture (MoeCalls.cpp). The layers there are stand in program().moeLayers, whose
  // order is the masks' and the statistics'. Errors list them.
  //
  // Says which experts are resident, for all layers, which then have as many as the mask has
  // entries, or for each layer; not zero means resident. Copied. On the CPU this is bookkeeping:
  // results are the same. From then on successful runs are counted, by the masks that hold when
  // they run; a layer in a loop counts in every turn. FailedPrecondition without layers.
  Status setMoeResidentExperts(std::span<const uint8_t> mask);
  Status setMoeResidentExpertsPerLayer(std::span<const std::span<const uint8_t>> masks);
  // Ends counting. What has been counted can still be taken.
  Status clearMoeResidentExperts();
  // What has been counted since the last call. FailedPrecondition before the first mask.
  StatusOr<MoeStatistics> takeMoeStatistics();
  // From now on runs keep which experts the routers of layers with `experts` experts choose,
  // instead of those of another number. Gives the layers of these whose choices cannot be seen;
  // Unsupported when that is all of them (MoeLayer::withoutChoice says why).
  StatusOr<std::vector<uint32_t>> enableMoeTopkCapture(int64_t experts);
  Status disableMoeTopkCapture();
  // The choices of the last run, of which there is one since the last call: an entry for each layer
  // that is captured. In memory of the executable, valid until the next run or change of what is
  // captured. In a loop the rows of all turns, in order; none of a branch that was not taken. A run
  // that fails once it has begun to compute leaves nothing to take.
  StatusOr<std::vector<MoeChoice>> takeMoeTopkCapture();

  // Leaves the run to a thread of the executable, which is started at the first use and does
  // commits in order. A device that is not the host has several under way at the same time, unless
  // something needs the host between their commands or between two of them: kernels of the host,
  // control flow, a host handle that an output feeds, an observer, experts that are watched, code
  // for single sizes, other sizes, or a device handle that an output feeds if kernels can fail.
  // `commit` gets results and status; names and shapes are copied, but elements
  // of inputs and `commit` itself must stay until it is done. Inputs as in run(); names and a
  // commit that is still pending are errors here, everything else is one of the commit.
  Status commitNoWait(std::span<const NamedTensor> inputs, Commit &commit);
  // Waits until all commits are done. The first error among those since the last call.
  Status syncPending();
  // Commits each set of inputs with the result beside it, and waits for all. The first error, which
  // does not keep later sets from running; it is not reported by syncPending() again.
  Status runPipelined(std::span<const std::span<const NamedTensor>> sets,
                      std::span<Commit *const> results);

  // FailedPrecondition in a completion callback of this executable.
  Status checkCaller() const;

  // Shares the program, kernels, params and prepared weights; has its own temporaries. Params set
  // later on either of them do not reach the other.
  StatusOr<std::unique_ptr<Executable>> clone();

  // From now on sizes that runs often have are given to `specializer`, and later runs with them go
  // to what it makes, which may round otherwise. One run then takes longer and allocates: that
  // which asks. Setting a param starts anew; clones ask for themselves. Null: no more of it.
  // FailedPrecondition with LoadOptions::releaseParams. Runs that are observed, or whose experts
  // are counted or captured, stay as they are.
  Status setSpecializer(std::shared_ptr<Specializer> specializer);
  // What that has led to. Of this executable alone: not of those that it is a clone of.
  SpecializedUse specializedUse() const;

  // Null switches observation off. The observer must outlive its use here. Clones have none.
  Status setObserver(RunObserver *observer);
  // One beside it, which the executable keeps until another one is kept; setObserver() leaves it
  // alone. It is asked first. Clones keep what its forClone() gives.
  Status keepObserver(std::shared_ptr<RunObserver> observer);

  MemoryUse memoryUse() const;
  // Counted from its making on, without waiting for commits.
  DeviceUse deviceUse() const;

private:
  // What no run changes; one for all clones.
  struct Shared {
    std::shared_ptr<const Program> program;
    Device *device = nullptr;
    Lifetimes mainLifetimes, prepareLifetimes;
    PersistentLayout persistent;
    InputForms inputForms;
    bool releaseParams = false;
  };
  // One set of input dims and everything they decide.
  struct BoundShape {
    std::vector<int64_t> key; // dims of all inputs in order
    Plan plan;
    std::vector<std::vector<int64_t>> outputShapes;
    OutputLayout outputs;
    std::vector<OutputSlot> slots;
    uint64_t placedFor = 0; // Handles::feedsVersion() that `outputs` is for
    uint64_t lastUse = 0;
    // Code for these sizes.
    uint64_t specialWait = 1; // doubles when other sizes take its place, lest they take turns
    struct Special {
      uint64_t runs = 0; // before it was asked for
      std::shared_ptr<const Specialization> request;
      bool isTaken = false;         // it is done, and `executor` is what has come of it
      Executor *executor = nullptr; // of `request`
    } special;
  };
  // Whether elements of another type than the signature's are refused or converted.
  enum class TypeRule : uint8_t { Exact, Convert };
  // Memory of the caller for an output; null when there is none.
  struct Target {
    DType dtype = DType::F32;
    void *data = nullptr;
    bool isLeft = false; // nobody wants the result, here or in our memory
  };
  // Where a result of the last run is: in memory of ours, or the content of a handle, which may be
  // on the device.
  struct Shown {
    const void *data = nullptr;
    uint32_t handle = Handles::kNone;

    explicit operator bool() const { return data || handle != Handles::kNone; }
  };
  class CallGuard;
  struct Deferral {
    Make make; // empty after it was called
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
  Status prepareLocked();
  void releasePreparedParams();

  // The steps of a run, in this order (Run.cpp, BindShape.cpp).
  void clearArguments();
  Status giveArgument(size_t index, const TensorView &value);
  Status takeNamed(std::span<const NamedTensor> inputs);
  StatusOr<size_t> findInput(std::string_view name, size_t guess) const;
  Status giveFlat(size_t index, const FlatView &values);
  Status bindArguments(TypeRule rule);
  // And checks the memory of arguments, before any that results lie in moves.
  Status bindForRun(TypeRule rule);
  Status takeHandles();
  Status checkArgumentTypes(TypeRule rule) const;
  Status applyExtent();
  Status bindShape();
  Status bindNewShape();
  StatusOr<std::unique_ptr<BoundShape>> computeBoundShape() const;
  Status placeOutputs(BoundShape &shape) const;
  bool liesInResults(const void *data, int64_t bytes) const;
  Status checkArgumentMemory() const;
  Status takeOutputs(std::span<const NamedOutput> outputs, TypeRule rule);
  Status checkTargetMemory(size_t index, int64_t bytes) const;
  Status execute();
  Status runCommands(OperandTaps *taps);
  Status pointInputs();
  Status pointOutputs();
  Status deliverOutputs();
  void hideOutputs();
  StatusOr<const void *> readShown(size_t index) const;
  Status runLocked(std::span<const NamedTensor> inputs, std::span<const NamedOutput> outputs,
                   TypeRule rule);
  int64_t outputElements(size_t index) const;
  std::span<const int64_t> boundShapeOf(size_t index) const; // outputShape() for the worker too
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
  bool canStartRun() const;
  Status startCommit(Commit &commit, bool &isUnderWay);

  std::shared_ptr<const Shared> shared;
  std::unique_ptr<Executor> executor;
  RunObserver *givenObserver = nullptr;
  std::shared_ptr<RunObserver> keptObserver;
  ObserverPair bothObservers;
  RunObserver *observer = nullptr;          // what runs are observed by; null: nothing
  std::shared_ptr<Specializer> specializer; // null: none
  SpecializedUse specialized;               // without `kept`, which is counted when asked for
  std::unique_ptr<Deferral> deferral;       // until a deferred one has been made
  // What may be looked at beside a call that makes a deferred one; `shared` in the end.
  std::atomic<const Shared *> view;
  std::atomic<bool> late{false};
  std::shared_ptr<const Shared> signatureOnly; // of one that was: the names that it has shown
  std::atomic<bool> busy{false};
  std::vector<uint8_t> paramSet, paramReleased; // one a param
  bool prepared = false;
  Handles handles;
  struct {
    bool set = false;
    int64_t actual = 0, upper = 0;
  } extent;
  std::vector<std::unique_ptr<BoundShape>> shapes; // bounded; the least recently used goes
  BoundShape *current = nullptr;
  uint64_t useCounter = 0;
  MoeRecords moe;
  std::vector<Shown> shown; // one an output

  // Scratch of one call, sized at load. One entry an input:
  std::vector<TensorView> arguments;    // what the run takes
  std::vector<uint8_t> given;           // by the call, and not by a handle
  std::vector<int64_t> argumentDims;    // shapes that nobody else holds, as InputForms::dims
  std::vector<AlignedBuffer> converted; // arguments of other types
  std::vector<RunInput> inputPlaces;
  // One entry an output:
  std::vector<Target> targets;
  std::vector<RunOutput> outputPlaces;
  std::vector<AlignedBuffer> f32Results; // of outputs of other types
  std::vector<std::span<const float>> f32Views;
  std::vector<RawOutput> rawOutputs;
  std::vector<TensorView> listedOutputs; // as many as were listed

  std::unique_ptr<AsyncRuns> async; // null until the first commit
};

} // namespace rlx::rt

#endif // RLX_RUNTIME_PROGRAM_EXECUTABLE_EXECUTABLE_H
