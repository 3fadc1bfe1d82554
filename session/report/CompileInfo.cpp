// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects remarks, op kinds and origins during a compilation; see CompileInfo.h.
#include "session/report/CompileInfo.h"

#include "compiler/ProgramWriter.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/bridge/ElementTypes.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "runtime/program/model/ExprEval.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace rlx {
namespace {

// Stores every remark as text.
class RemarkCollector : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkCollector(std::vector<CompileRemark> &into) : into(into) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    CompileRemark kept;
    kept.kind = kindOf(remark.getRemarkType());
    kept.category = remark.getCombinedCategoryName().str();
    kept.name = remark.getRemarkName().str();
    kept.function = remark.getFunction().str();
    for (const remark::detail::Remark::Arg &arg : remark.getArgs()) {
      if (arg.key != "Remark" && !kept.message.empty())
        kept.message += " ";
      kept.message += arg.key == "Remark" ? arg.val : arg.key + "=" + arg.val;
    }
    kept.location = locationText(remark.getLocation());
    into.push_back(std::move(kept));
  }

private:
  static CompileRemark::Kind kindOf(llvm::remarks::Type type) {
    switch (type) {
    case llvm::remarks::Type::Passed:
      return CompileRemark::Kind::Passed;
    case llvm::remarks::Type::Missed:
      return CompileRemark::Kind::Missed;
    case llvm::remarks::Type::Failure:
      return CompileRemark::Kind::Failed;
    default:
      return CompileRemark::Kind::Analysis;
    }
  }

  std::vector<CompileRemark> &into;
};

BufferInfo bufferInfo(Value buffer, AffineMap sizes) {
  BufferInfo info;
  auto type = cast<MemRefType>(buffer.getType());
  info.dtype = dtypeOf(type.getElementType()).value_or(BufferInfo::kUnknownDType);
  if (sizes)
    for (AffineExpr size : sizes.getResults())
      info.shape.push_back(toExpr(size));
  else
    for (int64_t size : type.getShape())
      info.shape.push_back(rt::constantExpr(size));
  return info;
}

// Counts the ops of the dialect in the module.
void countOps(ModuleOp module, std::map<std::string, size_t> &counts) {
  module.walk([&](Operation *op) {
    if (isa_and_nonnull<RLXDialect>(op->getDialect()) &&
        !op->hasTrait<mlir::OpTrait::IsTerminator>())
      ++counts[op->getName().getStringRef().str()];
  });
}

// The ops that the target got: each op kind, and each way in which the target takes it.
void collectOpKinds(ModuleOp module, const CompileOptions &options, CompileInfo &info) {
  const Target *target = findTarget(options.target);
  std::map<std::pair<std::string, std::string>, OpKindInfo> kinds;
  std::map<std::string, size_t> after;
  countOps(module, after);
  module.walk([&](Operation *op) {
    if (!isa_and_nonnull<RLXDialect>(op->getDialect()) ||
        op->hasTrait<mlir::OpTrait::IsTerminator>())
      return;
    Capability capability = target->capability(op, options.codegen);
    std::string name = op->getName().getStringRef().str();
    OpKindInfo &kind = kinds[{name, capability.reason}];
    kind = {name, kind.count + 1, capability};
  });
  for (auto &[name, count] : info.before)
    if (count > after[name])
      kinds[{name, ""}] = {name, count - after[name], {Route::Rewritten, "as other ops", ""}};
  for (auto &[_, kind] : kinds)
    info.opKinds.push_back(std::move(kind));
}

// In the order of the program's commands. Host control flow has a command where it begins, one
// between its two regions, and one where it ends.
void collectCommands(Region &region, std::vector<CommandOrigin> &into) {
  for (Operation &command : region.front()) {
    if (isa<lir::ExpertsOp>(command))
      continue; // describes the command before it
    CommandOrigin origin = {locationText(command.getLoc()), locationTexts(command.getLoc())};
    into.push_back(origin);
    for (Region &inner : command.getRegions()) {
      collectCommands(inner, into);
      into.push_back(origin);
    }
  }
}

void collectProgram(ModuleOp module, CompileInfo &info) {
  for (auto program : module.getOps<lir::ProgramOp>()) {
    for (Operation &op : program.getBody().front()) {
      if (op.getNumResults() == 1) {
        auto sizes = op.getAttrOfType<AffineMapAttr>("sizes");
        info.buffers.push_back(bufferInfo(op.getResult(0), sizes ? sizes.getValue() : AffineMap()));
      } else if (isa<lir::RunOp, lir::PrepareOp>(op)) {
        auto &into = isa<lir::RunOp>(op) ? info.mainInfo : info.prepareInfo;
        collectCommands(op.getRegion(0), into);
      }
    }
  }
}

// The root op of a kernel: the first op in its label, "matmul+add @ node".
std::string rootOf(StringRef label) {
  return ("rlx." + label.take_until([](char c) { return c == '+' || c == ' '; })).str();
}

// The missed optimizations, with reasons, among the remarks that `matches` selects.
std::string missed(const CompileInfo &info,
                   llvm::function_ref<bool(const CompileRemark &)> matches) {
  std::string reasons;
  for (const CompileRemark &remark : info.remarks)
    if (remark.kind == CompileRemark::Kind::Missed && matches(remark))
      reasons += (reasons.empty() ? "" : "; ") + remark.message;
  return reasons;
}

} // namespace

std::string routeOf(StringRef kernel, StringRef label, StringRef location,
                    const CompileInfo &info) {
  auto isFastPath = [&](const CompileRemark &remark) {
    return remark.function == kernel && remark.name == "FastPath";
  };
  for (const CompileRemark &remark : info.remarks)
    if (remark.name == "AssignDevices" && remark.function == kernel)
      return "on the CPU (" + remark.message + ")";
  for (const CompileRemark &remark : info.remarks)
    if (remark.name == "Schedule" && remark.function == kernel &&
        remark.kind == CompileRemark::Kind::Passed)
      return remark.message;
  for (const CompileRemark &remark : info.remarks)
    if (isFastPath(remark) && remark.kind == CompileRemark::Kind::Passed)
      return "fast path " + remark.message;
  std::string why = missed(info, isFastPath);
  if (why.empty() && !location.empty())
    why = missed(info, [&](const CompileRemark &remark) {
      return remark.name == "PackWeights" && remark.location == location &&
             StringRef(remark.message).starts_with(rootOf(label) + ":");
    });
  if (why.empty())
    why = info.fastPaths ? "no fast path for " + rootOf(label) : "fast paths are switched off";
  return "generic (" + why + ")";
}

void collectRemarks(MLIRContext &context, std::vector<CompileRemark> &into) {
  remark::RemarkCategories all{".*", ".*", ".*", ".*", ".*"};
  // Fails only if there is an engine already, which then collects.
  (void)remark::enableOptimizationRemarks(context, std::make_unique<RemarkCollector>(into),
                                          std::make_unique<remark::RemarkEmittingPolicyAll>(), all);
}

void CompileWatch::attach(CompileOptions &options, bool withRemarks) {
  info.target = options.target;
  info.fastPaths = options.codegen.fastPaths;
  CompileOptions kept = options;
  options.afterPhase = [this, kept, withRemarks](StringRef phase, ModuleOp module) {
    see(phase, module, kept, withRemarks);
    if (kept.afterPhase)
      kept.afterPhase(phase, module);
  };
}

void CompileWatch::see(StringRef phase, ModuleOp module, const CompileOptions &options,
                       bool withRemarks) {
  if (phase == "input" && withRemarks)
    collectRemarks(*module.getContext(), info.remarks);
  else if (phase == "fuse")
    countOps(module, info.before);
  else if (phase == "decompose")
    collectOpKinds(module, options, info);
  else if (phase == "lir")
    collectProgram(module, info);
}

} // namespace rlx
