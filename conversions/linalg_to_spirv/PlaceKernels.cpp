// Decides which kernels of a program for Vulkan the CPU runs, and gives these, and what the host
// decides by, memory of the host with copies from and to the device's.
#include "conversions/Passes.h"

#include "conversions/linalg_to_spirv/DeviceLimits.h"
#include "conversions/linalg_to_spirv/ProfileFile.h"
#include "conversions/linalg_to_spirv/VulkanTarget.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace rlx {
#define GEN_PASS_DEF_PLACEKERNELSPASS
#include "conversions/Passes.h.inc"
} // namespace rlx

using namespace mlir;
namespace lir = rlx::lir;

namespace {

// Gives the commands of one program that the host runs buffers of the host.
class HostBuffers {
public:
  explicit HostBuffers(lir::ProgramOp program) : program(program) {}

  void run(llvm::function_ref<bool(lir::DispatchOp)> runsOnHost) {
    program.walk([&](Operation *op) {
      if (auto dispatch = dyn_cast<lir::DispatchOp>(op); dispatch && runsOnHost(dispatch))
        place(dispatch);
      else if (isa<lir::IfOp>(op))
        readHere(op->getOpOperand(0), op);
      else if (auto loop = dyn_cast<lir::WhileOp>(op))
        // The condition is read at the end of what computes it.
        readHere(op->getOpOperand(0), nullptr, &loop.getConditionRegion().front());
    });
  }

private:
  // A temporary of the host that is like `buffer`.
  Value mirror(Value buffer) {
    OpBuilder b(program.getContext());
    // Behind what it is like, and the sizes of all buffers are maps over the program's symbols.
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

  void readHere(OpOperand &operand, Operation *before, Block *atEndOf = nullptr) {
    if (isConstant(operand.get()))
      return;
    OpBuilder b(program.getContext());
    before ? b.setInsertionPoint(before) : b.setInsertionPointToEnd(atEndOf);
    Value here = mirror(operand.get());
    lir::CopyOp::create(b, operand.getOwner()->getLoc(), operand.get(), here);
    operand.set(here);
  }

  void place(lir::DispatchOp dispatch) {
    // Those name buffers of the dispatch, and stay right behind it.
    SmallVector<lir::ExpertsOp> experts;
    for (Operation *next = dispatch->getNextNode(); isa_and_nonnull<lir::ExpertsOp>(next);
         next = next->getNextNode())
      experts.push_back(cast<lir::ExpertsOp>(next));
    auto follow = [&](bool chosen, Value there, Value here) {
      for (lir::ExpertsOp op : experts)
        if (op.getChosen() == chosen && op.getIds() == there)
          op.getIdsMutable().assign(here);
    };
    for (OpOperand &input : dispatch.getInputsMutable()) {
      Value there = input.get();
      readHere(input, dispatch);
      follow(/*chosen=*/false, there, input.get());
    }
    OpBuilder b(dispatch);
    b.setInsertionPointAfter(experts.empty() ? dispatch.getOperation() : experts.back());
    for (OpOperand &output : dispatch.getOutputsMutable()) {
      Value there = output.get(), here = mirror(there);
      lir::CopyOp::create(b, dispatch.getLoc(), here, there);
      output.set(here);
      follow(/*chosen=*/true, there, here);
    }
  }

  lir::ProgramOp program;
};

struct PlaceKernels : rlx::impl::PlaceKernelsPassBase<PlaceKernels> {
  using PlaceKernelsPassBase::PlaceKernelsPassBase;

  void runOnOperation() override {
    FailureOr<rlx::rt::DeviceProfile> profile = rlx::findProfileFor(getOperation(), device);
    if (failed(profile))
      return signalPassFailure();
    auto name =
        StringAttr::get(&getContext(), lir::kKernelModulePrefix + rlx::vulkanTarget().name());
    auto kernels = getOperation().lookupSymbol<ModuleOp>(name);
    DenseSet<StringAttr> onHost;
    if (!kernels)
      return; // nothing is for the device
    if (failed(moveKernels(kernels, *profile, onHost)))
      return signalPassFailure();
    getOperation().walk([&](lir::DispatchOp dispatch) {
      SymbolRefAttr symbol = dispatch.getKernel();
      if (onHost.contains(symbol.getLeafReference()) && symbol.getRootReference() == name)
        dispatch.setKernelAttr(SymbolRefAttr::get(&getContext(), lir::kHostKernelModule,
                                                  symbol.getNestedReferences()));
    });
    if (kernels.getBody()->empty())
      return; // nothing is left for the device: a program for the CPU
    for (auto program : getOperation().getOps<lir::ProgramOp>())
      HostBuffers(program).run([](lir::DispatchOp dispatch) {
        StringRef module = dispatch.getKernel().getRootReference().getValue();
        return module == lir::kHostKernelModule || module == lir::kUserKernelModule;
      });
  }

  // Adds the names of those that were moved.
  LogicalResult moveKernels(ModuleOp kernels, const rlx::rt::DeviceProfile &profile,
                            DenseSet<StringAttr> &onHost) {
    ModuleOp hostKernels;
    for (func::FuncOp kernel : rlx::functionsWithBodies(kernels)) {
      std::string why = rlx::whyOnHost(kernel, profile);
      if (why.empty())
        continue;
      if (strict)
        return rlx::unsupported(kernel.emitError("needs the CPU, which is ruled out: ") << why);
      if (!hostKernels) {
        OpBuilder b(kernels);
        b.setInsertionPointAfter(kernels);
        hostKernels = ModuleOp::create(b, kernels.getLoc(), lir::kHostKernelModule);
      }
      remark::missed(kernel.getLoc(), remark::RemarkOpts::name("PlaceKernels")
                                          .category("rlx-place-kernels")
                                          .function(kernel.getName()))
          << why;
      onHost.insert(kernel.getNameAttr());
      kernel->moveBefore(hostKernels.getBody(), hostKernels.getBody()->end());
    }
    return success();
  }
};

} // namespace
