// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects sources from the locations of commands; see ProgramSources.h.
//
// rlx-mark-sources has put the op's number and name into locations, which all later rewrites keep.
#include "compiler/ProgramSources.h"

#include "dialects/bridge/Diagnostics.h"
#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/interfaces/SourceOp.h"

using namespace mlir;

namespace rlx {
namespace {

// Whether anything other than a command of op `number` reads the buffer, or a view of it.
bool isReadOutside(Value buffer, int64_t number) {
  if (buffer.getDefiningOp<lir::OutputOp>())
    return true;
  return llvm::any_of(buffer.getUsers(), [&](Operation *user) {
    if (isa<lir::ViewOp>(user))
      return isReadOutside(user->getResult(0), number);
    std::optional<SourceOp> source = sourceOpOf(user->getLoc());
    return !isa<lir::DispatchOp>(user) || !source || source->number != number;
  });
}

bool writesResult(lir::DispatchOp dispatch, int64_t number) {
  return llvm::any_of(dispatch.getOutputs(), [&](Value output) {
    while (auto view = output.getDefiningOp<lir::ViewOp>())
      output = view.getSource();
    return isReadOutside(output, number);
  });
}

CommandSource sourceOf(Operation *command) {
  CommandSource source;
  auto dispatch = dyn_cast<lir::DispatchOp>(command);
  std::optional<SourceOp> op = sourceOpOf(command->getLoc());
  if (!dispatch || !op)
    return source;
  source.op = op->number;
  source.name = op->name.str();
  source.location = locationText(op->loc);
  source.writesResult = writesResult(dispatch, op->number);
  source.usesNonFinite = op->usesNonFinite;
  return source;
}

// In the order of the program's commands: control flow has marks at its start, between its regions
// and at its end.
void addCommands(Region &region, std::vector<CommandSource> &into) {
  for (Operation &command : region.front()) {
    into.push_back(sourceOf(&command));
    for (Region &inner : command.getRegions()) {
      addCommands(inner, into);
      into.emplace_back();
    }
  }
}

} // namespace

ProgramSources collectSources(lir::ProgramOp program) {
  ProgramSources sources;
  for (Operation &op : program.getBody().front()) {
    if (op.getNumResults() == 1) {
      Type element = cast<MemRefType>(op.getResult(0).getType()).getElementType();
      sources.bufferTypes.push_back(dtypeOf(element).value_or(rt::DType::U8));
    } else if (isa<lir::RunOp, lir::PrepareOp>(op)) {
      addCommands(op.getRegion(0), isa<lir::RunOp>(op) ? sources.main : sources.prepare);
    }
  }
  return sources;
}

} // namespace rlx
