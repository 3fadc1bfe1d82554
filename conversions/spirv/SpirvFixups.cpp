// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites of finished modules (see SpirvFixups.h). The fixup of loops recognizes the forms that
// MLIR's SCFToSPIRV makes, and reports an internal error for others. completeTriple and
// useVulkanMemoryModel follow MLIR's own clean-up.
#include "conversions/spirv/SpirvFixups.h"

#include "conversions/spirv/FloatControls.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx {
namespace {

// A loop whose carried values are in variables, and the stores to these in the order of the values.
struct CarryingLoop {
  spirv::LoopOp loop;
  SmallVector<spirv::StoreOp> stores;
};

CarryingLoop carriedBy(spirv::LoopOp loop) {
  CarryingLoop found{loop, {}};
  loop.getBody().walk([&](spirv::StoreOp store) {
    auto variable = store.getPtr().getDefiningOp<spirv::VariableOp>();
    // A while loop stores in its header, before the exit test, and so at least once.
    if (variable && store->getParentOp() == loop && store->getBlock() != loop.getHeaderBlock() &&
        !loop->isAncestor(variable))
      found.stores.push_back(store);
  });
  return found;
}

bool isReadAfter(spirv::StoreOp store, spirv::LoopOp loop) {
  return llvm::any_of(store.getPtr().getUsers(), [&](Operation *user) {
    return isa<spirv::LoadOp>(user) && !loop->isAncestor(user);
  });
}

LogicalResult initialise(CarryingLoop &carrying) {
  spirv::LoopOp loop = carrying.loop;
  auto enter = dyn_cast<spirv::BranchOp>(loop.getEntryBlock()->getTerminator());
  auto back = dyn_cast<spirv::BranchOp>(loop.getContinueBlock()->getTerminator());
  if (!enter || !back || back.getTarget() != loop.getHeaderBlock() || carrying.stores.empty())
    return success();
  // The counter is carried before them. Several values may be the same one.
  ValueRange values = back.getOperands().drop_front();
  if (!llvm::equal(values, llvm::map_range(carrying.stores,
                                           [](spirv::StoreOp store) { return store.getValue(); })))
    return internal(loop.emitOpError("has loop-carried results that do not match their stores"));
  OpBuilder b(loop);
  for (auto [i, store] : llvm::enumerate(carrying.stores))
    if (isReadAfter(store, loop))
      spirv::StoreOp::create(b, loop.getLoc(), store.getPtr(),
                             enter.getOperand(static_cast<unsigned>(i) + 1));
  return success();
}

} // namespace

LogicalResult initialiseLoopResults(spirv::ModuleOp module) {
  SmallVector<CarryingLoop> loops; // complete before outer loops get stores of initial values
  module.walk([&](spirv::LoopOp loop) { loops.push_back(carriedBy(loop)); });
  return success(
      llvm::all_of(loops, [](CarryingLoop &each) { return succeeded(initialise(each)); }));
}

void keepArithmetic(spirv::ModuleOp module) {
  auto unit = UnitAttr::get(module.getContext());
  module.walk([&](Operation *op) {
    if (isa<spirv::FAddOp, spirv::FSubOp, spirv::FMulOp, spirv::FDivOp, spirv::FNegateOp,
            spirv::FRemOp, spirv::FModOp, spirv::GLFmaOp>(op) &&
        !isa<spirv::CooperativeMatrixType>(op->getResult(0).getType()))
      op->setAttr("no_contraction", unit);
  });
}

// The bf16 with the bits of this f16, for an element of a bf16 matrix.
static Value asBF16(Value half) {
  OpBuilder b(half.getContext());
  if (auto bits = half.getDefiningOp<spirv::BitcastOp>();
      bits && bits.getOperand().getType().isBF16())
    return bits.getOperand();
  b.setInsertionPointAfterValue(half);
  return spirv::BitcastOp::create(b, half.getLoc(), b.getBF16Type(), half);
}

void useBF16Matrices(spirv::ModuleOp module) {
  SmallVector<Operation *> changed;
  module.walk([&](Operation *op) {
    for (OpResult result : op->getResults())
      if (auto type = dyn_cast<spirv::CooperativeMatrixType>(result.getType());
          type && type.getElementType().isF16() &&
          type.getUse() != spirv::CooperativeMatrixUseKHR::MatrixAcc) {
        result.setType(spirv::CooperativeMatrixType::get(BFloat16Type::get(op->getContext()),
                                                         type.getRows(), type.getColumns(),
                                                         type.getScope(), type.getUse()));
        changed.push_back(op);
      }
  });
  for (Operation *op : changed)
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get().getType().isF16())
        operand.set(asBF16(operand.get()));
}

void relaxAtomics(spirv::ModuleOp module) {
  auto none = spirv::MemorySemanticsAttr::get(module.getContext(), spirv::MemorySemantics::None);
  auto device = spirv::ScopeAttr::get(module.getContext(), spirv::Scope::Device);
  module.walk([&](Operation *op) {
    if (!isa<spirv::AtomicUMaxOp, spirv::AtomicOrOp, spirv::AtomicAndOp>(op))
      return;
    op->setAttr("semantics", none);
    op->setAttr("memory_scope", device);
  });
}

void addEntryPoint(spirv::ModuleOp module, ArrayRef<int32_t> workgroupSize,
                   const spirv::TargetEnv &env, const rt::DeviceProfile &profile) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  SmallVector<Attribute> interface;
  for (auto variable : module.getOps<spirv::GlobalVariableOp>()) {
    auto storage = cast<spirv::PointerType>(variable.getType()).getStorageClass();
    // SPIR-V before 1.4 lists only inputs and outputs.
    if (env.getVersion() >= spirv::Version::V_1_4 || storage == spirv::StorageClass::Input)
      interface.push_back(FlatSymbolRefAttr::get(variable));
  }
  auto main = *module.getOps<spirv::FuncOp>().begin();
  spirv::EntryPointOp::create(b, module.getLoc(), spirv::ExecutionModel::GLCompute, main,
                              interface);
  spirv::ExecutionModeOp::create(b, module.getLoc(), main, spirv::ExecutionMode::LocalSize,
                                 workgroupSize);
  addFloatModes(module, main, profile);
}

static bool isMatrixOfBF16(Type type) {
  auto matrix = dyn_cast<spirv::CooperativeMatrixType>(type);
  return matrix && matrix.getElementType().isBF16();
}

void completeTriple(spirv::ModuleOp module, const spirv::TargetEnv &env) {
  spirv::VerCapExtAttr triple = *module.getVceTriple();
  SmallVector<spirv::Capability> capabilities(triple.getCapabilities());
  SmallVector<spirv::Extension> extensions(triple.getExtensions());
  llvm::erase(capabilities, spirv::Capability::Matrix); // Shader implies it
  for (auto variable : module.getOps<spirv::GlobalVariableOp>())
    if (std::optional<StringRef> builtin = variable.getBuiltIn();
        builtin && (builtin->starts_with("Subgroup") || *builtin == "NumSubgroups") &&
        !llvm::is_contained(capabilities, spirv::Capability::GroupNonUniform))
      capabilities.push_back(spirv::Capability::GroupNonUniform);
  // For bf16 matrices MLIR's types ask for the capability of their elements only.
  const WalkResult matrices = module.walk([](Operation *op) {
    return llvm::any_of(op->getResultTypes(), isMatrixOfBF16) ? WalkResult::interrupt()
                                                              : WalkResult::advance();
  });
  if (matrices.wasInterrupted())
    capabilities.push_back(spirv::Capability::BFloat16CooperativeMatrixKHR);
  // The interface of the entry point depends on the target's version.
  spirv::Version version = std::max(env.getVersion(), triple.getVersion());
  module.setVceTripleAttr(
      spirv::VerCapExtAttr::get(version, capabilities, extensions, module.getContext()));
}

void useVulkanMemoryModel(spirv::ModuleOp module) {
  spirv::VerCapExtAttr triple = *module.getVceTriple();
  SmallVector<spirv::Capability> capabilities(triple.getCapabilities());
  if (!llvm::is_contained(capabilities, spirv::Capability::CooperativeMatrixKHR))
    return;
  MLIRContext *context = module.getContext();
  capabilities.push_back(spirv::Capability::VulkanMemoryModel);
  module.setVceTripleAttr(
      spirv::VerCapExtAttr::get(triple.getVersion(), capabilities,
                                SmallVector<spirv::Extension>(triple.getExtensions()), context));
  module.setMemoryModelAttr(spirv::MemoryModelAttr::get(context, spirv::MemoryModel::Vulkan));
  auto shared = spirv::MemoryAccessAttr::get(context, spirv::MemoryAccess::NonPrivatePointer);
  auto isShared = [](Value pointer) {
    return cast<spirv::PointerType>(pointer.getType()).getStorageClass() ==
           spirv::StorageClass::Workgroup;
  };
  module.walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<spirv::LoadOp, spirv::StoreOp>([&](auto access) {
          if (isShared(access.getPtr()))
            access.setMemoryAccessAttr(shared);
        })
        .Case<spirv::KHRCooperativeMatrixLoadOp, spirv::KHRCooperativeMatrixStoreOp>(
            [&](auto access) {
              if (isShared(access.getPointer()))
                access.setMemoryOperandAttr(shared);
            })
        .Case([&](spirv::ControlBarrierOp barrier) {
          barrier.setMemorySemanticsAttr(spirv::MemorySemanticsAttr::get(
              context, barrier.getMemorySemantics() | spirv::MemorySemantics::MakeAvailable |
                           spirv::MemorySemantics::MakeVisible));
        });
  });
}

} // namespace rlx
