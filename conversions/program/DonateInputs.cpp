// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-donate-inputs`: finds outputs that may have the memory of an input.
//
//   %cache = lir.input "cache"                 lir.output "cache_out" donor 0
//   %out = lir.output "cache_out"        ->
//   lir.run {                                  (the same commands)
//     lir.copy %cache to %out            // the last reader of %cache, the first user of %out
//     lir.dispatch @scatter ins(%out, %at, %row) outs(%out)
//   }
#include "conversions/program/Passes.h"

#include "conversions/program/BufferUses.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

namespace rlx {
#define GEN_PASS_DEF_DONATEINPUTSPASS
#include "conversions/program/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx::lir;

namespace {

struct DonateInputs : rlx::impl::DonateInputsPassBase<DonateInputs> {
  void runOnOperation() override {
    for (auto program : getOperation().getOps<ProgramOp>()) {
      llvm::DenseMap<Operation *, int64_t> numbers; // of inputs
      for (auto input : program.getOps<InputOp>())
        numbers.try_emplace(input, numbers.size());
      llvm::DenseSet<Operation *> taken;
      for (auto run : program.getOps<RunOp>())
        for (auto copy : run.getOps<CopyOp>()) {
          auto input = copy.getSource().getDefiningOp<InputOp>();
          auto output = copy.getTarget().getDefiningOp<OutputOp>();
          if (input && output && mayDonate(copy, input, output) && taken.insert(input).second)
            output.setDonor(numbers.lookup(input));
        }
    }
  }

  static bool mayDonate(CopyOp copy, InputOp input, OutputOp output) {
    if (input.getText() || output.getText() || output.getDonor() ||
        input.getSizes() != output.getSizes() ||
        input.getBuffer().getType() != output.getBuffer().getType())
      return false;
    Operation *reader = firstOther(copy, rlx::BufferUses(input.getBuffer()).commands,
                                   [&](Operation *op) { return copy->isBeforeInBlock(op); });
    Operation *writer = firstOther(copy, rlx::BufferUses(output.getBuffer()).commands,
                                   [&](Operation *op) { return op->isBeforeInBlock(copy); });
    Operation *blocking = reader ? reader : writer;
    if (blocking)
      remark::missed(copy.getLoc(), remark::RemarkOpts::name("NotDonated").category("rlx-donate"))
          << ("output '" + output.getName() + "' cannot update input '" + input.getName() +
              "' in place: " + describe(blocking) +
              (reader ? " reads the input afterwards" : " uses the output before"))
                 .str();
    return !blocking;
  }

  // The first command of the list, apart from the copy, for which `isWrong` holds.
  static Operation *firstOther(CopyOp copy, ArrayRef<Operation *> commands,
                               llvm::function_ref<bool(Operation *)> isWrong) {
    for (Operation *command : commands) {
      Operation *inList = copy->getBlock()->findAncestorOpInBlock(*command);
      if (inList && inList != copy && isWrong(inList))
        return command;
    }
    return nullptr;
  }

  static std::string describe(Operation *command) {
    auto dispatch = dyn_cast<DispatchOp>(command);
    return dispatch ? ("'" + dispatch.getLabel() + "'").str()
                    : command->getName().getStringRef().str();
  }
};

} // namespace
