// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lifetimes (once per program) and plans (once per shape). A planner evaluates the expressions in
// order: buffers, arenas, commands.
//
// Every size is checked: none may be negative, overflow, or leave its parent.
#include "runtime/program/model/Plan.h"

#include <algorithm>
#include <limits>

#include "runtime/base/Allocator.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/model/ControlFlow.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Guards.h"
#include "runtime/program/model/SetSize.h"
#include "runtime/program/model/Stages.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

std::vector<uint32_t> viewRoots(const Program &program) {
  std::vector<uint32_t> roots(program.buffers.size());
  for (uint32_t i = 0; i < roots.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    roots[i] = buffer.kind == BufferKind::View ? roots[buffer.parent] : i;
  }
  return roots;
}

// The next iteration of a loop uses the same buffers again. So a buffer that is also used outside
// the loop lives for the whole loop. A buffer that only the loop uses is written in each iteration
// before it is read (verifyProgram), so it lives as in straight-line code. Inner loops end first,
// so outer loops see their extensions.
static void extendOverLoops(const std::vector<Command> &commands, Lifetimes &lifetimes) {
  std::vector<int32_t> open;
  for (size_t i = 0; i < commands.size(); ++i) {
    const CommandKind kind = commands[i].kind;
    if (kind == CommandKind::If || kind == CommandKind::While || kind == CommandKind::For)
      open.push_back(static_cast<int32_t>(i));
    if (kind != CommandKind::End)
      continue;
    const int32_t begin = open.back(), end = static_cast<int32_t>(i);
    open.pop_back();
    if (commands[static_cast<size_t>(begin)].kind == CommandKind::If)
      continue;
    for (size_t b = 0; b < lifetimes.first.size(); ++b) {
      int32_t &first = lifetimes.first[b], &last = lifetimes.last[b];
      const bool meets = first != Lifetimes::kUnused && first <= end && last >= begin;
      if (!meets || (first >= begin && last <= end))
        continue;
      first = std::min(first, begin);
      last = std::max(last, end);
    }
  }
}

Lifetimes computeLifetimes(const Program &program, ProgramPart part) {
  const size_t count = program.buffers.size();
  Lifetimes result{viewRoots(program),
                   std::vector<int32_t>(count, Lifetimes::kUnused),
                   std::vector<int32_t>(count, Lifetimes::kUnused),
                   std::vector<uint8_t>(count, 0),
                   movingViews(program),
                   {}};
  const std::vector<Command> &commands = commandsOf(program, part);
  result.stages = stagesOf(program, commands);
  for (size_t i = 0; i < commands.size(); ++i) {
    for (uint32_t buffer : commands[i].buffers) {
      const uint32_t root = result.root[buffer];
      if (result.first[root] == Lifetimes::kUnused)
        result.first[root] = static_cast<int32_t>(i);
      result.last[root] = static_cast<int32_t>(i);
      result.needed[buffer] = 1;
    }
  }
  extendOverLoops(commands, result);
  // Parents have smaller indices, so one pass downward covers every chain.
  for (size_t i = count; i-- > 0;)
    if (result.needed[i] && program.buffers[i].kind == BufferKind::View)
      result.needed[program.buffers[i].parent] = 1;
  // The signature's tensors always have a size, against which callers' tensors are checked.
  if (part == ProgramPart::Main)
    for (size_t i = 0; i < count; ++i)
      if (program.buffers[i].kind == BufferKind::Input ||
          program.buffers[i].kind == BufferKind::Output)
        result.needed[i] = 1;
  return result;
}

namespace {

// Plans one stage. Each step fills the part that it is named after.
class Planner {
public:
  Planner(const Program &program, const std::vector<Command> &commands, const Lifetimes &lifetimes,
          int64_t maxAllocationSize, Plan &plan)
      : program(program), commands(commands), lifetimes(lifetimes),
        maxAllocationSize(maxAllocationSize), plan(plan) {}

  // `persistentOffsets` is for stage 0.
  Status run(uint32_t number, std::span<const int64_t> persistentOffsets) {
    stage = number;
    RLX_RETURN_IF_ERROR(placeRoots(persistentOffsets));
    RLX_RETURN_IF_ERROR(placeArenas());
    RLX_RETURN_IF_ERROR(placeViews());
    return bindCommands();
  }
  // Plans a command of any stage, if its buffers are planned. Other code may run instead of the
  // command, so it reports a failure only when it runs.
  void bindLate(uint32_t index) {
    plan.failures.erase(index);
    if (Status status = bindReady(index); !status.ok())
      plan.failures[index] = status.message();
  }

private:
  Status placeRoots(std::span<const int64_t> persistentOffsets);
  StatusOr<int64_t> placeArena(bool onHost);
  Status placeArenas();
  Status placeViews();
  Status placeView(uint32_t index);
  Status bindCommands();
  Status bindGrid(const Command &command, BoundCommand &bound);
  Status checkUserSizes(const Command &command, std::span<const int64_t> dims) const;
  Status bindDispatch(const Command &command, BoundCommand &bound);
  Status bindControl(const Command &command, const BoundCommand &bound);
  Status bindCommand(const Command &command, BoundCommand &bound);
  Status bindReady(uint32_t index);

  std::string sizeName(uint32_t buffer) const;
  const Stage &items() const { return lifetimes.stages.list[stage]; }
  StatusOr<int64_t> nonNegative(const Expr &expr, std::string_view what) {
    StatusOr<int64_t> value = evaluateSize(program, expr, plan.values);
    if (value.ok() && *value < 0)
      return outOfRange(strCat(what, " (", text(expr, program.symbols), ") is ", *value));
    if (!value.ok())
      return std::move(value).status().withContext(strCat("computing ", what));
    return value;
  }

  const Program &program;
  const std::vector<Command> &commands;
  const Lifetimes &lifetimes;
  int64_t maxAllocationSize;
  Plan &plan;
  uint32_t stage = 0;
};

// The size of a buffer for messages: "the size of output 'y'", or of the result of a command.
std::string Planner::sizeName(uint32_t buffer) const {
  const auto specName = [&](const char *kind, const std::vector<TensorSpec> &specs) {
    return strCat("the size of ", kind, " '", specs[program.buffers[buffer].index].name, "'");
  };
  switch (program.buffers[buffer].kind) {
  case BufferKind::Input:
    return specName("input", program.inputs);
  case BufferKind::Param:
    return specName("param", program.params);
  case BufferKind::Output:
    return specName("output", program.outputs);
  case BufferKind::Constant:
  case BufferKind::Arena:
  case BufferKind::Persistent:
  case BufferKind::View:
    break;
  }
  for (const Command &command : commands)
    if (std::ranges::count(std::span(command.buffers).last(command.numOutputs), buffer) > 0)
      return strCat("the size of the result of '", command.label, "'");
  return "a buffer's size";
}

// All sizes, and offsets in memory other than the arenas.
Status Planner::placeRoots(std::span<const int64_t> persistentOffsets) {
  for (const uint32_t i : items().buffers) {
    if (!lifetimes.needed[i])
      continue;
    const Buffer &buffer = program.buffers[i];
    BufferRange &range = plan.ranges[i];
    range = {.isPlanned = true};
    const StatusOr<int64_t> size = evaluate(buffer.size, plan.values);
    if (!size.ok() || *size < 0)
      return nonNegative(buffer.size, sizeName(i)).status();
    range.size = *size;
    if (buffer.kind == BufferKind::Persistent)
      range.offset = persistentOffsets[i];
    if (buffer.kind != BufferKind::Constant)
      continue;
    RLX_ASSIGN_OR_RETURN(range.offset, nonNegative(buffer.offset, "a constant's offset"));
    const auto available = static_cast<int64_t>(program.constants.size());
    if (range.offset > available || range.size > available - range.offset)
      return outOfRange(strCat("constant buffer ", i, " covers ", range.size, " bytes from ",
                               range.offset, ", but there are ", available, " constant bytes"));
  }
  return okStatus();
}

// Places the stage's arena of the device or of the host: gives the offsets of its roots.
StatusOr<int64_t> Planner::placeArena(bool onHost) {
  std::vector<ArenaRequest> requests;
  std::vector<uint32_t> owners;
  for (const uint32_t i : items().buffers) {
    const Buffer &buffer = program.buffers[i];
    if (buffer.kind != BufferKind::Arena || buffer.onHost != onHost ||
        lifetimes.first[i] == Lifetimes::kUnused)
      continue;
    requests.push_back({plan.ranges[i].size, lifetimes.first[i], lifetimes.last[i]});
    owners.push_back(i);
  }
  RLX_ASSIGN_OR_RETURN(const int64_t bytes, planArena(requests, maxAllocationSize));
  for (size_t i = 0; i < owners.size(); ++i)
    plan.ranges[owners[i]].offset = requests[i].offset;
  return bytes;
}

Status Planner::placeArenas() {
  ArenaBytes bytes;
  RLX_ASSIGN_OR_RETURN(bytes.device, placeArena(false));
  RLX_ASSIGN_OR_RETURN(bytes.host, placeArena(true));
  if (stage == 0) {
    plan.arenaBytes = bytes.device;
    plan.hostArenaBytes = bytes.host;
  } else {
    plan.stageArenas[stage] = bytes;
  }
  return okStatus();
}

// Parents come first, in this stage or an earlier one.
Status Planner::placeViews() {
  for (const uint32_t i : items().buffers)
    if (lifetimes.needed[i] && program.buffers[i].kind == BufferKind::View)
      RLX_RETURN_IF_ERROR(placeView(i));
  return okStatus();
}

Status Planner::placeView(uint32_t index) {
  const Buffer &buffer = program.buffers[index];
  const BufferRange &parent = plan.ranges[buffer.parent];
  BufferRange &range = plan.ranges[index];
  if (lifetimes.moving[index]) { // its address is known only inside an iteration
    range.moving = true;
    range.offset = plan.ranges[lifetimes.root[index]].offset;
    return okStatus();
  }
  RLX_ASSIGN_OR_RETURN(const int64_t offset, nonNegative(buffer.offset, "a view's offset"));
  if (offset > parent.size || range.size > parent.size - offset)
    return outOfRange(strCat("view buffer ", index, " covers ", range.size, " bytes from ", offset,
                             " of buffer ", buffer.parent, ", which has ", parent.size));
  range.offset = parent.offset + offset;
  return okStatus();
}

Status Planner::bindGrid(const Command &command, BoundCommand &bound) {
  bound.workgroups = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    RLX_ASSIGN_OR_RETURN(const int64_t extent, nonNegative(command.grid[axis], "a grid size"));
    if (extent > std::numeric_limits<uint32_t>::max())
      return outOfRange(strCat("a grid size is ", extent, ", more than 2^32 - 1"));
    bound.grid[axis] = static_cast<uint32_t>(extent);
    if (__builtin_mul_overflow(bound.workgroups, static_cast<uint64_t>(extent), &bound.workgroups))
      return outOfRange("the grid has more than 2^64 - 1 workgroups");
  }
  return okStatus();
}

// Checks the sizes that a user kernel gets, since it relies on them.
Status Planner::checkUserSizes(const Command &command, std::span<const int64_t> dims) const {
  const UserKernelSpec &spec = *program.kernels[command.kernel].user;
  for (size_t i = 0; i < command.buffers.size(); ++i) {
    const UserKernelSpec::Operand &operand = spec.operands[i];
    RLX_ASSIGN_OR_RETURN(const int64_t bytes,
                         numBytes(operand.dtype, dims.subspan(0, operand.rank)));
    const int64_t actual = plan.ranges[command.buffers[i]].size;
    if (bytes != actual)
      return outOfRange(strCat("operand ", i, " of user kernel '", spec.name, "' has ", bytes,
                               " bytes by its sizes, but ", actual, " in memory"));
    dims = dims.subspan(operand.rank);
  }
  return okStatus();
}

Status Planner::bindDispatch(const Command &command, BoundCommand &bound) {
  RLX_RETURN_IF_ERROR(bindGrid(command, bound));
  for (size_t i = 0; i < command.dims.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(plan.dims[bound.dimsBegin + i], evaluate(command.dims[i], plan.values));
  }
  if (program.kernels[command.kernel].user)
    RLX_RETURN_IF_ERROR(checkUserSizes(
        command, std::span(plan.dims).subspan(bound.dimsBegin, command.dims.size())));
  RLX_ASSIGN_OR_RETURN(const int64_t scratch, nonNegative(command.workspace, "scratch size"));
  int64_t &most = program.kernels[command.kernel].target == "cpu" ? plan.workspaceBytes
                                                                  : plan.deviceWorkspaceBytes;
  most = std::max(most, scratch);
  RLX_ASSIGN_OR_RETURN(bound.costNs, evaluate(command.cost, plan.values));
  return okStatus();
}

Status Planner::bindControl(const Command &command, const BoundCommand &bound) {
  if (command.kind == CommandKind::SetSize) {
    for (const uint32_t element : command.buffers)
      if (plan.ranges[element].size != int64_t(byteSize(command.dtype)))
        return outOfRange(strCat("a size is read from ", plan.ranges[element].size,
                                 " bytes, expected ", byteSize(command.dtype)));
    return okStatus(); // its value is known only when it runs
  }
  for (uint32_t condition : command.buffers)
    if (plan.ranges[condition].size != 1)
      return outOfRange(
          strCat("a condition has ", plan.ranges[condition].size, " bytes, expected 1"));
  for (size_t i = 0; i < command.dims.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(plan.dims[bound.dimsBegin + i],
                         nonNegative(command.dims[i], "the length of a loop"));
  }
  return okStatus();
}

Status Planner::bindCommand(const Command &command, BoundCommand &bound) {
  if (command.kind == CommandKind::Copy) {
    const int64_t from = plan.ranges[command.buffers[0]].size;
    const int64_t to = plan.ranges[command.buffers[1]].size;
    return from == to
               ? okStatus()
               : outOfRange(strCat("copy '", command.label, "' from ", from, " bytes into ", to));
  }
  Status status = command.kind == CommandKind::Dispatch ? bindDispatch(command, bound)
                                                        : bindControl(command, bound);
  if (!status.ok())
    return std::move(status).withContext(strCat("planning command '", command.label, "'"));
  return status;
}

Status Planner::bindReady(uint32_t index) {
  BoundCommand &bound = plan.commands[index];
  bound = {.dimsBegin = bound.dimsBegin};
  for (size_t k = 0; k < commands[index].dims.size(); ++k)
    plan.dims[bound.dimsBegin + k] = 0;
  for (const uint32_t buffer : commands[index].buffers)
    if (!plan.ranges[buffer].isPlanned)
      return okStatus();
  RLX_RETURN_IF_ERROR(bindCommand(commands[index], bound));
  bound.isReady = true;
  return okStatus();
}

Status Planner::bindCommands() {
  for (const uint32_t i : items().commands) {
    if (stage == 0)
      RLX_RETURN_IF_ERROR(bindReady(i));
    else
      bindLate(i);
  }
  return okStatus();
}

} // namespace

StatusOr<Plan> computePlan(const Program &program, ProgramPart part, const Lifetimes &lifetimes,
                           std::span<const int64_t> persistentOffsets,
                           std::span<const int64_t> symbols, int64_t maxAllocationSize) {
  const std::vector<Command> &commands = commandsOf(program, part);
  Plan plan;
  plan.values.assign(symbols.begin(), symbols.end());
  // The prepare program uses no symbol, so its values are 0. Counters come after the symbols in all
  // lists.
  plan.values.resize(program.symbols.size() + program.numCounters, 0);
  plan.ranges.resize(program.buffers.size());
  plan.commands.resize(commands.size());
  plan.stageArenas.resize(lifetimes.stages.list.size());
  plan.isStagePlanned.resize(lifetimes.stages.list.size(), 0);
  size_t numDims = 0;
  for (size_t i = 0; i < commands.size(); ++i) {
    plan.commands[i].dimsBegin = numDims;
    numDims += commands[i].dims.size();
  }
  plan.dims.resize(numDims);
  RLX_RETURN_IF_ERROR(
      Planner(program, commands, lifetimes, maxAllocationSize, plan).run(0, persistentOffsets));
  return plan;
}

// --- sizes that the run computes

SizeSetter::SizeSetter(const Program &program, int64_t maxAllocationSize)
    : program(program), lifetimes(computeLifetimes(program, ProgramPart::Main)),
      maxAllocationSize(maxAllocationSize) {}

Status SizeSetter::set(Plan &plan, uint32_t symbol, int64_t value) const {
  const uint32_t number = stages().ofSymbol[symbol];
  if (plan.isStagePlanned[number] && plan.values[symbol] == value)
    return okStatus();
  const Stage &stage = stages().list[number];
  plan.isStagePlanned[number] = 0;
  for (const uint32_t buffer : stage.later.buffers) {
    plan.ranges[buffer] = {};
    plan.isStagePlanned[stages().ofBuffer[buffer]] = 0;
  }
  for (const uint32_t guard : stage.later.guards)
    plan.isStagePlanned[stages().ofGuard[guard]] = 0;
  plan.values[symbol] = value;
  const auto derive = [&](uint32_t derived) -> Status {
    RLX_ASSIGN_OR_RETURN(plan.values[derived],
                         evaluate(program.symbols[derived].definition, plan.values));
    return okStatus();
  };
  for (const uint32_t derived : stage.derived)
    if (Status done = derive(derived); !done.ok())
      return explainDerivation(program, stage.guards, plan.values, std::move(done));
  for (const uint32_t derived : stage.later.derived)
    derive(derived).ignore(); // computed again with the later size
  for (const uint32_t guard : stage.guards)
    RLX_RETURN_IF_ERROR(checkGuard(program, program.guards[guard], plan.values));
  Planner planner(program, program.main, lifetimes, maxAllocationSize, plan);
  if (Status planned = planner.run(number, {}); !planned.ok())
    return std::move(planned).withContext(
        strCat("with ", value, " for ", program.symbols[symbol].name));
  for (const uint32_t command : stage.later.commands)
    planner.bindLate(command);
  plan.isStagePlanned[number] = 1;
  return okStatus();
}

Status notReady(const Program &program, const Plan &plan, size_t index) {
  const std::string &label = program.main[index].label;
  const auto failure = plan.failures.find(static_cast<uint32_t>(index));
  if (failure != plan.failures.end())
    return outOfRange(strCat("command '", label, "': ", failure->second));
  return internalError(strCat("command '", label, "' depends on a size that is not set"));
}

StatusOr<PersistentLayout> layoutPersistent(const Program &program) {
  PersistentLayout layout;
  layout.offsets.resize(program.buffers.size(), 0);
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer &buffer = program.buffers[i];
    if (buffer.kind != BufferKind::Persistent)
      continue;
    RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(buffer.size, {}));
    layout.offsets[i] = layout.bytes;
    int64_t end;
    if (size < 0 || __builtin_add_overflow(layout.bytes, size, &end) ||
        __builtin_add_overflow(end, int64_t(kBufferAlignment - 1), &end))
      return outOfRange(strCat("persistent buffer ", i, " has the impossible size ", size));
    layout.bytes = end - end % int64_t(kBufferAlignment);
  }
  return layout;
}

} // namespace rlx::rt
