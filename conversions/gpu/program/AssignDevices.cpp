// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rlx-assign-devices: decides which kernels of a GPU program run on the CPU, and moves them there.
//
// Their dispatches get buffers of the host, with copies from and to device buffers. So do
// conditions and sizes that the host reads. A dispatch that has no work in some runs (`lir.when`)
// and its copies become a loop of one iteration or none: the copies would overwrite the result.
//
// before: lir.dispatch @kernels_vulkan::@k(%x) -> (%y)
// after:  lir.copy %x to %x_host
//         lir.dispatch @kernels_cpu::@k(%x_host) -> (%y_host)
//         lir.copy %y_host to %y
#include "conversions/gpu/Passes.h"

#include "conversions/gpu/device/LoopTripCounts.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "conversions/gpu/program/KernelModule.h"
#include "conversions/gpu/schedule/Schedules.h"
#include "conversions/kernel/KernelPipelines.h"
#include "conversions/kernel/TileRoot.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/lir/MessageAttrs.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/interfaces/Parts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/PassManager.h"

namespace rlx {
#define GEN_PASS_DEF_ASSIGNDEVICESPASS
#include "conversions/gpu/Passes.h.inc"
} // namespace rlx

using namespace mlir;
namespace lir = rlx::lir;

namespace {

// Gives buffers of the host to the commands of a program that the host executes.
class HostBuffers {
public:
  explicit HostBuffers(lir::ProgramOp program) : program(program) {}

  void run(llvm::function_ref<bool(lir::DispatchOp)> runsOnHost) {
    SmallVector<Operation *> commands; // some move
    program.walk([&](Operation *op) { commands.push_back(op); });
    for (Operation *op : commands) {
      if (auto dispatch = dyn_cast<lir::DispatchOp>(op); dispatch && runsOnHost(dispatch))
        moveOperandsToHost(dispatch);
      else if (isa<lir::IfOp>(op) || (isa<lir::SetSizeOp>(op) && op->getNumOperands() != 0))
        copyToHost(op->getOpOperand(0), op);
      else if (auto loop = dyn_cast<lir::WhileOp>(op))
        // The condition is read at the end of the region that computes it.
        copyToHost(op->getOpOperand(0), nullptr, &loop.getConditionRegion().front());
    }
  }

private:
  // A temporary of the host with the type and the sizes of `buffer`.
  Value mirror(Value buffer) {
    OpBuilder b(program.getContext());
    // It comes behind `buffer`. Sizes of all buffers are maps over the program's symbols.
    b.setInsertionPointAfterValue(buffer);
    auto sizes = sizesOf(buffer);
    return lir::AllocOp::create(b, buffer.getLoc(), buffer.getType(), /*persistent=*/nullptr,
                                b.getUnitAttr(), sizes);
  }

  static AffineMapAttr sizesOf(Value buffer) {
    return buffer.getDefiningOp()->getAttrOfType<AffineMapAttr>("sizes");
  }

  // Constants are in both memories.
  static bool isConstant(Value buffer) {
    while (auto view = buffer.getDefiningOp<lir::ViewOp>())
      buffer = view.getSource();
    return buffer.getDefiningOp<lir::ConstantOp>();
  }

  void copyToHost(OpOperand &operand, Operation *before, Block *atEndOf = nullptr) {
    if (isConstant(operand.get()))
      return;
    OpBuilder b(program.getContext());
    before ? b.setInsertionPoint(before) : b.setInsertionPointToEnd(atEndOf);
    Value here = mirror(operand.get());
    lir::CopyOp::create(b, operand.getOwner()->getLoc(), operand.get(), here);
    operand.set(here);
  }

  void moveOperandsToHost(lir::DispatchOp dispatch) {
    // They name buffers of the dispatch, and have to stay right behind it.
    SmallVector<lir::ExpertsOp> experts;
    for (Operation *next = dispatch->getNextNode(); isa_and_nonnull<lir::ExpertsOp>(next);
         next = next->getNextNode())
      experts.push_back(cast<lir::ExpertsOp>(next));
    auto follow = [&](bool chosen, Value there, Value here) {
      for (lir::ExpertsOp op : experts)
        if (op.getChosen() == chosen && op.getIds() == there)
          op.getIdsMutable().assign(here);
    };
    Operation *first = dispatch->getPrevNode(); // before all of them
    DenseMap<Value, Value> updated; // by the device's buffer: one that the kernel changes in place
    for (OpOperand &input : dispatch.getInputsMutable()) {
      Value there = input.get();
      copyToHost(input, dispatch);
      if (llvm::is_contained(dispatch.getOutputs(), there))
        updated[there] = input.get();
      follow(/*chosen=*/false, there, input.get());
    }
    OpBuilder b(dispatch);
    Operation *last = experts.empty() ? dispatch.getOperation() : experts.back();
    b.setInsertionPointAfter(last);
    for (OpOperand &output : dispatch.getOutputsMutable()) {
      Value there = output.get(), here = updated.lookup(there);
      if (!here)
        here = mirror(there);
      last = lir::CopyOp::create(b, dispatch.getLoc(), here, there);
      output.set(here);
      follow(/*chosen=*/true, there, here);
    }
    if (auto when = dispatch->getAttrOfType<AffineMapAttr>(lir::kWhenAttr)) {
      dispatch->removeAttr(lir::kWhenAttr);
      runIf(when, first ? first->getNextNode() : &dispatch->getBlock()->front(), last);
    }
  }

  // Puts the commands [from, to] into a loop of `when` iterations, which is 0 or 1.
  void runIf(AffineMapAttr when, Operation *from, Operation *to) {
    int64_t counter = 0; // free
    program.walk([&](lir::ForOp loop) {
      counter = std::max(counter, static_cast<int64_t>(loop.getCounter()) + 1);
    });
    OpBuilder b(from);
    auto loop = lir::ForOp::create(b, from->getLoc(), b.getI64IntegerAttr(counter), when);
    Block &body = loop.getBody().emplaceBlock();
    body.getOperations().splice(body.end(), to->getBlock()->getOperations(), from->getIterator(),
                                std::next(to->getIterator()));
  }

  lir::ProgramOp program;
};

struct AssignDevices : rlx::impl::AssignDevicesPassBase<AssignDevices> {
  using AssignDevicesPassBase::AssignDevicesPassBase;

  void runOnOperation() override {
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    FailureOr<ModuleOp> found = rlx::findKernelModule(getOperation(), target);
    if (failed(profile) || failed(found))
      return signalPassFailure();
    ModuleOp kernels = *found;
    if (!kernels)
      return; // no kernel is for the device
    StringAttr name = kernels.getSymNameAttr();
    DenseSet<StringAttr> onHost;
    if (failed(moveKernels(kernels, *profile, onHost)))
      return signalPassFailure();
    getOperation().walk([&](lir::DispatchOp dispatch) {
      SymbolRefAttr symbol = dispatch.getKernel();
      if (onHost.contains(symbol.getLeafReference()) && symbol.getRootReference() == name)
        dispatch.setKernelAttr(SymbolRefAttr::get(&getContext(), lir::kHostKernelModule,
                                                  symbol.getNestedReferences()));
      else if (symbol.getRootReference() == name)
        guard(dispatch, *profile);
    });
    if (kernels.getBody()->empty())
      return; // the device has no kernels left: a program for the CPU
    for (auto program : getOperation().getOps<lir::ProgramOp>())
      HostBuffers(program).run([](lir::DispatchOp dispatch) {
        StringRef module = dispatch.getKernel().getRootReference().getValue();
        return module == lir::kHostKernelModule || module == lir::kUserKernelModule;
      });
  }

  // Moves kernels that the device cannot run, and adds their names to `onHost`.
  LogicalResult moveKernels(ModuleOp kernels, const rlx::rt::DeviceProfile &profile,
                            DenseSet<StringAttr> &onHost) {
    ModuleOp hostKernels;
    for (func::FuncOp kernel : rlx::functionsWithBodies(kernels)) {
      rlx::keepMaxIterations(kernel);
      std::optional<rlx::HostReason> reason = rlx::unsupportedReason(kernel, profile);
      if (!reason) {
        FailureOr<std::optional<rlx::HostReason>> limit = loopLimitReason(kernel, profile);
        if (failed(limit))
          return failure();
        reason = *limit;
      }
      if (!reason)
        continue;
      if (strict)
        return rlx::unsupported(
            emitError(reason->at, "needs the CPU, which the option strict excludes: ")
            << reason->why);
      if (!hostKernels) {
        OpBuilder b(kernels);
        b.setInsertionPointAfter(kernels);
        hostKernels = ModuleOp::create(b, kernels.getLoc(), lir::kHostKernelModule);
      }
      remark::missed(kernel.getLoc(), remark::RemarkOpts::name("AssignDevices")
                                          .category("rlx-assign-devices")
                                          .function(kernel.getName()))
          << reason->why;
      onHost.insert(kernel.getNameAttr());
      kernel->moveBefore(hostKernels.getBody(), hostKernels.getBody()->end());
    }
    return success();
  }

  // Why the device would end loops of the kernel early, or std::nullopt. Trip counts depend on the
  // schedule.
  FailureOr<std::optional<rlx::HostReason>> loopLimitReason(func::FuncOp kernel,
                                                            const rlx::rt::DeviceProfile &profile) {
    std::optional<rlx::HostReason> none;
    if (profile.maxLoopIterations == rlx::rt::DeviceProfile::kNoLimit ||
        !rlx::mayIterate(kernel, profile.maxLoopIterations))
      return none;
    OpPassManager sizes(func::FuncOp::getOperationName());
    rlx::addResolveSizes(sizes);
    if (failed(runPipeline(sizes, kernel)))
      return failure();
    rlx::eraseFusedOps(kernel);
    SmallVector<rlx::DeclinedSchedule> declined;
    FailureOr<SmallVector<const rlx::Schedule *>> schedules = rlx::schedulesOf(kernel, target);
    if (failed(schedules))
      return failure();
    rlx::ChosenPlan chosen = rlx::planKernel(kernel, profile, *schedules, declined);
    AffineExpr iterations = chosen.plan->boundIterations(kernel);
    if (!iterations) // all loops as one invocation would run them
      iterations = rlx::tripCountsOnTensors(kernel);
    auto known = dyn_cast_or_null<AffineConstantExpr>(iterations);
    if (iterations && !known)
      dynamicIterations[kernel.getNameAttr()] = iterations;
    if (!known || static_cast<uint64_t>(known.getValue()) <= profile.maxLoopIterations)
      return none;
    return std::optional(rlx::HostReason{"the device ends loops of an invocation after " +
                                             std::to_string(profile.maxLoopIterations) +
                                             " iterations, but this kernel may take " +
                                             std::to_string(known.getValue()),
                                         kernel.getLoc()});
  }

  // The dispatch in messages of a run.
  static std::string nameOf(lir::DispatchOp dispatch) {
    return "'" + dispatch.getLabel().str() + "'";
  }

  // Adds guards, so that runs with sizes that the device's kernels do not support fail at the
  // start.
  void guard(lir::DispatchOp dispatch, const rlx::rt::DeviceProfile &profile) {
    if (AffineExpr iterations = dynamicIterations.lookup(dispatch.getKernel().getLeafReference())) {
      AffineMap dims = dispatch.getDims();
      addGuard(dispatch, static_cast<int64_t>(profile.maxLoopIterations),
               AffineMap::get(dims.getNumDims(), dims.getNumSymbols(),
                              iterations.replaceSymbols(dims.getResults())),
               nameOf(dispatch) + " needs more loop iterations than the " +
                   Twine(profile.maxLoopIterations) + " that " +
                   (profile.name.empty() ? "the device" : "'" + profile.name + "'") + " allows");
    }
    // Larger elements need no guard: no device has a buffer of 2^31 of them.
    for (Value buffer : dispatch->getOperands()) {
      auto type = cast<MemRefType>(buffer.getType());
      auto sizes = buffer.getDefiningOp()->getAttrOfType<AffineMapAttr>("sizes");
      if (type.hasStaticShape() || !sizes || !type.getElementType().isIntOrFloat() ||
          type.getElementTypeBitWidth() > 8)
        continue;
      AffineMap map = sizes.getValue();
      AffineExpr count = getAffineConstantExpr(1, &getContext());
      for (AffineExpr size : map.getResults())
        count = count * size;
      constexpr int64_t maxElements = std::numeric_limits<int32_t>::max();
      addGuard(dispatch, maxElements, AffineMap::get(map.getNumDims(), map.getNumSymbols(), count),
               nameOf(dispatch) + " has a tensor of more elements than the " + Twine(maxElements) +
                   " that kernels of the device can index");
    }
  }

  static void addGuard(lir::DispatchOp dispatch, int64_t maxValue, AffineMap value,
                       const Twine &message) {
    auto program = dispatch->getParentOfType<lir::ProgramOp>();
    OpBuilder b(program.getContext());
    Operation *list = dispatch;
    while (list->getParentOp() != program)
      list = list->getParentOp();
    b.setInsertionPoint(list);
    auto sizes = AffineMapAttr::get(simplifyAffineMap(
        AffineMap::get(value.getNumDims(), value.getNumSymbols(),
                       {b.getAffineConstantExpr(maxValue), value.getResult(0)}, b.getContext())));
    for (auto guard : program.getOps<lir::GuardOp>())
      if (guard.getSizesAttr() == sizes)
        return;
    auto made = lir::GuardOp::create(b, dispatch.getLoc(), sizes, b.getStringAttr(message),
                                     b.getUnitAttr(), /*branch=*/nullptr);
    if (std::string place = rlx::placeText(dispatch.getLoc()); !place.empty())
      made->setAttr(lir::kPlaceAttr, b.getStringAttr(place));
  }

  // By kernel of the device: the dynamic trip count over its dims.
  DenseMap<StringAttr, AffineExpr> dynamicIterations;
};

} // namespace
