// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// verifyProgram: every rule that needs no symbol values. One pass per command list, which tracks
// the written buffers through host control flow.
//
// The first violation is the error, with its command and buffer.
#include "runtime/program/model/Verify.h"

#include <limits>
#include <set>
#include <string_view>
#include <unordered_set>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/model/ControlFlow.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/MoeLayers.h"
#include "runtime/program/model/Plan.h"
#include "runtime/program/model/Stages.h"
#include "runtime/program/model/Target.h"

namespace rlx::rt {

namespace {

constexpr std::string_view kCpu = "cpu";
constexpr std::string_view kKindNames[] = {"input", "param",      "output", "constant",
                                           "arena", "persistent", "view"};
std::string_view kindName(BufferKind kind) {
  return kKindNames[static_cast<unsigned>(kind)];
}

bool isSameExpr(const Expr &lhs, const Expr &rhs) {
  return std::ranges::equal(lhs.code, rhs.code, [](const ExprOp &a, const ExprOp &b) {
    return a.opcode == b.opcode && a.value == b.value;
  });
}

class Verifier {
public:
  explicit Verifier(const Program &program) : program(program) {}

  Status run() {
    RLX_RETURN_IF_ERROR(checkCounts());
    RLX_ASSIGN_OR_RETURN(target, targetOf(program));
    RLX_RETURN_IF_ERROR(checkSpecs("input", program.inputs, BufferKind::Input));
    RLX_RETURN_IF_ERROR(checkSpecs("param", program.params, BufferKind::Param));
    RLX_RETURN_IF_ERROR(checkSpecs("output", program.outputs, BufferKind::Output));
    RLX_RETURN_IF_ERROR(checkDonors());
    RLX_RETURN_IF_ERROR(checkSymbols());
    findComputed();
    for (uint32_t i = 0; i < program.buffers.size(); ++i)
      if (Status status = checkBuffer(program.buffers[i], i); !status.ok())
        return std::move(status).withContext(strCat("checking buffer ", i));
    RLX_RETURN_IF_ERROR(checkGuards());
    roots = viewRoots(program);
    moving = movingViews(program);
    RLX_RETURN_IF_ERROR(checkPart(ProgramPart::Prepare));
    preparedBuffers = written;
    RLX_RETURN_IF_ERROR(checkPart(ProgramPart::Main));
    RLX_RETURN_IF_ERROR(checkOutputsWritten());
    RLX_RETURN_IF_ERROR(checkStrings());
    return verifyMoeLayers(program);
  }

private:
  Status checkCounts();
  Status checkDonors() const;
  Status checkUserKernel(const UserKernelSpec &spec);
  Status checkMemories(const Command &command);
  Status checkUserDispatch(const Command &command, const UserKernelSpec &spec);
  Status checkSpecs(std::string_view what, const std::vector<TensorSpec> &specs, BufferKind kind);
  Status checkStrings();
  Status checkSymbols();
  void findComputed();
  Status checkBuffer(const Buffer &buffer, uint32_t index);
  Status checkSignatureBuffer(const Buffer &buffer, uint32_t index);
  Status checkGuards();
  Status checkPart(ProgramPart part);
  Status checkCommand(const Command &command, ProgramPart part);
  Status checkCommandExprs(const Command &command, ProgramPart part);
  Status checkIsSet(const Expr &expr) const;
  Status checkSizesSet(const Command &command) const;
  Status checkControl(const Command &command, ProgramPart part);
  Status checkSetSize(const Command &command, ProgramPart part);
  Status openBlock(const Command &command);
  Status turnBlock(const Command &command);
  Status endBlock();
  Status checkCounters(uint32_t buffer);
  Status checkRead(uint32_t buffer, ProgramPart part);
  Status checkWrite(uint32_t buffer, ProgramPart part);
  Status checkPrepareUse(uint32_t buffer);
  Status checkOutputsWritten();

  Status check(const Expr &expr) { return checkExpr(expr, program.symbols.size()); }
  Status checkStatic(const Expr &expr, std::string_view what) {
    RLX_RETURN_IF_ERROR(check(expr));
    if (!isStatic(expr))
      return invalidArgument(strCat(what, " may not depend on symbols"));
    return okStatus();
  }

  // A block of host control flow that encloses the current command.
  struct Block {
    CommandKind kind;
    uint32_t counter;
    // Written buffers at the block's exits: before an If, at the end of its first branch, or when
    // the condition of a While is false.
    std::vector<uint8_t> before, other;
  };

  const Program &program;
  std::string_view target;
  std::vector<Block> blocks;
  std::vector<uint8_t> activeCounters;
  std::vector<uint8_t> moving; // one per buffer
  std::vector<uint32_t> roots;
  // By root: buffers written so far in this part, and buffers written by the prepare part. Behind
  // the buffers, by symbol: the computed ones that are set so far.
  std::vector<uint8_t> written, preparedBuffers;
  std::vector<std::set<size_t>> computed; // per symbol: the computed ones that it depends on
};

Status Verifier::checkCounts() {
  constexpr size_t limit = std::numeric_limits<int32_t>::max();
  if (program.symbols.size() > limit || program.buffers.size() > limit ||
      program.main.size() > limit || program.prepare.size() > limit ||
      program.kernels.size() > limit)
    return invalidArgument("program has more than 2^31 - 1 items of one kind");
  size_t computedSymbols = 0;
  for (const Symbol &symbol : program.symbols)
    computedSymbols += symbol.source == SymbolSource::Computed;
  if (computedSymbols > kMaxComputedSymbols)
    return invalidArgument(strCat("program has ", computedSymbols, " computed sizes, more than ",
                                  kMaxComputedSymbols));
  if (program.numCounters > program.main.size() + program.prepare.size())
    return invalidArgument(
        strCat("program has ", program.numCounters, " counters, more than it has commands"));
  for (const Kernel &kernel : program.kernels) {
    if (kernel.name.empty() || kernel.target.empty())
      return invalidArgument("a kernel has no name or no target");
    if (kernel.user)
      RLX_RETURN_IF_ERROR(checkUserKernel(*kernel.user));
  }
  return okStatus();
}

Status Verifier::checkUserKernel(const UserKernelSpec &spec) {
  if (spec.name.empty())
    return invalidArgument("a user kernel has no name");
  for (const UserKernelSpec::Operand &operand : spec.operands)
    if (byteSize(operand.dtype) == 0 || operand.dtype == DType::String)
      return invalidArgument(
          strCat("an operand of the user's kernel '", spec.name, "' has an unknown element type"));
  return okStatus();
}

// Every operand must be a buffer, and every size one of the command's dims.
Status Verifier::checkUserDispatch(const Command &command, const UserKernelSpec &spec) {
  uint64_t sizes = 0;
  for (const UserKernelSpec::Operand &operand : spec.operands)
    sizes += operand.rank;
  if (command.buffers.size() != spec.operands.size() || command.dims.size() != sizes)
    return invalidArgument(strCat("calls the user's kernel '", spec.name, "' with ",
                                  command.buffers.size(), " buffers and ", command.dims.size(),
                                  " sizes, expected ", spec.operands.size(), " and ", sizes));
  return okStatus();
}

Status Verifier::checkSpecs(std::string_view what, const std::vector<TensorSpec> &specs,
                            BufferKind kind) {
  std::unordered_set<std::string_view> names;
  for (size_t i = 0; i < specs.size(); ++i) {
    const TensorSpec &spec = specs[i];
    auto fail = [&](std::string_view why) {
      return invalidArgument(strCat(what, " ", i, " ('", spec.name, "') ", why));
    };
    if (spec.name.empty())
      return fail("has no name");
    if (!names.insert(spec.name).second)
      return fail("has the name of an earlier one");
    if (byteSize(spec.dtype) == 0)
      return fail("has an unknown element type");
    if (spec.dtype == DType::String && kind == BufferKind::Param)
      return fail("has strings, which params cannot have");
    if (spec.buffer >= program.buffers.size())
      return fail("names a buffer that does not exist");
    const Buffer &buffer = program.buffers[spec.buffer];
    if (buffer.kind != kind || buffer.index != i)
      return fail("names a buffer of another kind or number");
    for (const Expr &dim : spec.shape) {
      Status status = kind == BufferKind::Param ? checkStatic(dim, "a param's shape") : check(dim);
      if (!status.ok())
        return std::move(status).withContext(strCat("checking ", what, " '", spec.name, "'"));
    }
  }
  return okStatus();
}

Status Verifier::checkStrings() {
  std::unordered_set<std::string_view> known;
  for (size_t i = 0; i < program.strings.size(); ++i) {
    if (i == 0 && !program.strings[i].empty())
      return invalidArgument("string 0 is not the empty one");
    if (!known.insert(program.strings[i]).second)
      return invalidArgument(strCat("string ", i, " is the same as an earlier one"));
  }
  return okStatus();
}

Status Verifier::checkSymbols() {
  for (size_t i = 0; i < program.symbols.size(); ++i) {
    const Symbol &symbol = program.symbols[i];
    const auto fail = [&](const std::string &why) {
      return invalidArgument(strCat("symbol '", symbol.name, "' ", why));
    };
    if (symbol.source > SymbolSource::Computed)
      return fail(strCat("has the unknown source ", unsigned(symbol.source)));
    if (symbol.source == SymbolSource::Derived) {
      if (Status status = checkExpr(symbol.definition, i); !status.ok())
        return std::move(status).withContext(strCat("checking symbol '", symbol.name, "'"));
      continue;
    }
    if (symbol.source == SymbolSource::Computed)
      continue;
    if (symbol.input >= program.inputs.size())
      return fail(strCat("names input ", symbol.input, ", which does not exist"));
    const TensorSpec &input = program.inputs[symbol.input];
    if (symbol.source == SymbolSource::Dimension && symbol.dim >= input.shape.size())
      return fail(strCat("names dimension ", symbol.dim, " of input ", symbol.input,
                         ", which does not exist"));
    if (symbol.source == SymbolSource::Element && !isIntegral(input.dtype))
      return fail(strCat("names an element of input ", symbol.input, ", which has type ",
                         name(input.dtype), " instead of integers"));
  }
  // Dimensions of inputs are checked before any element is read.
  for (const TensorSpec &input : program.inputs)
    for (const Expr &dim : input.shape)
      for (const ExprOp &op : dim.code)
        if (op.opcode == ExprOpcode::Symbol &&
            program.symbols[static_cast<size_t>(op.value)].source != SymbolSource::Dimension)
          return invalidArgument(
              strCat("input '", input.name, "' has a size that depends on data"));
  return okStatus();
}

void Verifier::findComputed() {
  for (size_t i = 0; i < program.symbols.size(); ++i) {
    std::set<size_t> &used = computed.emplace_back();
    if (program.symbols[i].source == SymbolSource::Computed)
      used.insert(i);
    for (const ExprOp &op : program.symbols[i].definition.code)
      if (op.opcode == ExprOpcode::Symbol)
        used.insert(computed[static_cast<size_t>(op.value)].begin(),
                    computed[static_cast<size_t>(op.value)].end());
  }
}

// Computed symbols have values behind their SetSize commands only.
Status Verifier::checkIsSet(const Expr &expr) const {
  for (const ExprOp &op : expr.code)
    if (op.opcode == ExprOpcode::Symbol && static_cast<size_t>(op.value) < computed.size())
      for (const size_t symbol : computed[static_cast<size_t>(op.value)])
        if (!written[program.buffers.size() + symbol])
          return invalidArgument(strCat("uses the size '", program.symbols[symbol].name,
                                        "' before a command sets it"));
  return okStatus();
}

Status Verifier::checkSizesSet(const Command &command) const {
  for (const Expr &dim : command.dims)
    RLX_RETURN_IF_ERROR(checkIsSet(dim));
  for (const Expr &extent : command.grid)
    RLX_RETURN_IF_ERROR(checkIsSet(extent));
  RLX_RETURN_IF_ERROR(checkIsSet(command.workspace));
  RLX_RETURN_IF_ERROR(checkIsSet(command.cost));
  for (const uint32_t buffer : command.buffers)
    for (uint32_t at = buffer;; at = program.buffers[at].parent) {
      RLX_RETURN_IF_ERROR(checkIsSet(program.buffers[at].size));
      RLX_RETURN_IF_ERROR(checkIsSet(program.buffers[at].offset));
      if (program.buffers[at].kind != BufferKind::View)
        break;
    }
  return okStatus();
}

Status Verifier::checkSetSize(const Command &command, ProgramPart part) {
  if (part != ProgramPart::Main)
    return invalidArgument("only the main program may set sizes");
  if (command.symbol >= program.symbols.size() ||
      program.symbols[command.symbol].source != SymbolSource::Computed)
    return invalidArgument(strCat("sets symbol ", command.symbol, ", which is not a computed one"));
  if (command.buffers.size() + command.dims.size() != 1 || command.numOutputs != 0)
    return invalidArgument("setting a size takes either an element or an expression");
  if (!command.buffers.empty()) {
    if (!isIntegral(command.dtype))
      return invalidArgument(
          strCat("a size is read from an element of type ", name(command.dtype)));
    RLX_RETURN_IF_ERROR(checkRead(command.buffers[0], part));
  }
  written[program.buffers.size() + command.symbol] = 1;
  return okStatus();
}

Status Verifier::checkSignatureBuffer(const Buffer &buffer, uint32_t index) {
  const std::vector<TensorSpec> &specs = buffer.kind == BufferKind::Input   ? program.inputs
                                         : buffer.kind == BufferKind::Param ? program.params
                                                                            : program.outputs;
  if (buffer.index >= specs.size() || specs[buffer.index].buffer != index)
    return invalidArgument(strCat(kindName(buffer.kind), " buffer names number ", buffer.index,
                                  ", which does not name it back"));
  return okStatus();
}

Status Verifier::checkDonors() const {
  for (const std::vector<TensorSpec> *specs : {&program.inputs, &program.params})
    for (const TensorSpec &spec : *specs)
      if (spec.donor)
        return invalidArgument(strCat("'", spec.name, "' has a donor, which only outputs have"));
  std::vector<uint8_t> isTaken(program.inputs.size());
  for (const TensorSpec &spec : program.outputs) {
    if (!spec.donor)
      continue;
    if (*spec.donor >= program.inputs.size() || isTaken[*spec.donor]++)
      return invalidArgument(strCat("output '", spec.name, "' has input ", *spec.donor, " of ",
                                    program.inputs.size(), " as its donor, or as a second one"));
    const TensorSpec &input = program.inputs[*spec.donor];
    if (input.dtype != spec.dtype || spec.dtype == DType::String ||
        !std::ranges::equal(input.shape, spec.shape, isSameExpr))
      return invalidArgument(strCat("output '", spec.name, "' and its donor '", input.name,
                                    "' differ in type or shape"));
  }
  return okStatus();
}

Status Verifier::checkBuffer(const Buffer &buffer, uint32_t index) {
  if (buffer.kind > BufferKind::View)
    return invalidArgument(strCat("unknown kind ", unsigned(buffer.kind)));
  RLX_RETURN_IF_ERROR(check(buffer.size));
  RLX_RETURN_IF_ERROR(checkExpr(buffer.offset, program.symbols.size() + program.numCounters));
  if (buffer.kind != BufferKind::View)
    RLX_RETURN_IF_ERROR(check(buffer.offset));
  if (buffer.onHost && (buffer.kind != BufferKind::Arena || target == kCpu))
    return invalidArgument(
        strCat(kindName(buffer.kind), " buffer of a program for '", target, "' is marked as the ",
               "host's; only arena buffers of programs for other devices than the CPU can be"));
  switch (buffer.kind) {
  case BufferKind::Param:
    RLX_RETURN_IF_ERROR(checkStatic(buffer.size, "a param's size"));
    return checkSignatureBuffer(buffer, index);
  case BufferKind::Input:
  case BufferKind::Output:
    return checkSignatureBuffer(buffer, index);
  case BufferKind::Constant: {
    RLX_RETURN_IF_ERROR(checkStatic(buffer.size, "a constant's size"));
    RLX_RETURN_IF_ERROR(checkStatic(buffer.offset, "a constant's offset"));
    RLX_ASSIGN_OR_RETURN(const int64_t offset, evaluate(buffer.offset, {}));
    RLX_ASSIGN_OR_RETURN(const int64_t size, evaluate(buffer.size, {}));
    const auto available = static_cast<int64_t>(program.constants.size());
    if (offset < 0 || size < 0 || offset > available || size > available - offset)
      return invalidArgument(strCat("covers ", size, " bytes from ", offset, ", but there are ",
                                    available, " constant bytes"));
    if (offset % int64_t(kBufferAlignment) != 0)
      return invalidArgument(strCat("constant offset ", offset, " is not a multiple of 64"));
    return okStatus();
  }
  case BufferKind::Persistent:
    return checkStatic(buffer.size, "a persistent buffer's size");
  case BufferKind::View:
    if (buffer.parent >= index)
      return invalidArgument(
          strCat("view of buffer ", buffer.parent, ", expected an earlier buffer"));
    return okStatus();
  case BufferKind::Arena:
    return okStatus();
  }
  return okStatus();
}

Status Verifier::checkGuards() {
  for (const Guard &guard : program.guards) {
    RLX_RETURN_IF_ERROR(check(guard.lhs));
    RLX_RETURN_IF_ERROR(check(guard.rhs));
    for (const std::vector<Expr> *shape : {&guard.from, &guard.to})
      for (const Expr &size : *shape)
        RLX_RETURN_IF_ERROR(check(size));
    if (guard.relation > Relation::AtLeast)
      return invalidArgument(strCat("guard has the unknown relation ", int(guard.relation)));
    if (guard.branch && (*guard.branch >= program.symbols.size() ||
                         program.symbols[*guard.branch].source != SymbolSource::Computed))
      return invalidArgument(
          strCat("guard waits for symbol ", *guard.branch, ", which is not a computed one"));
  }
  return okStatus();
}

Status Verifier::checkPart(ProgramPart part) {
  written.assign(program.buffers.size() + program.symbols.size(), 0);
  activeCounters.assign(program.numCounters, 0);
  blocks.clear();
  const std::vector<Command> &commands = commandsOf(program, part);
  for (size_t i = 0; i < commands.size(); ++i)
    if (Status status = checkCommand(commands[i], part); !status.ok())
      return std::move(status).withContext(strCat("checking ",
                                                  part == ProgramPart::Main ? "main" : "prepare",
                                                  " command ", i, " ('", commands[i].label, "')"));
  if (!blocks.empty())
    return invalidArgument(strCat("a list of commands ends inside ", blocks.size(), " blocks"));
  return okStatus();
}

Status Verifier::openBlock(const Command &command) {
  if (blocks.size() >= kMaxNesting)
    return invalidArgument(strCat("control flow is nested more than ", kMaxNesting, " deep"));
  if (command.kind == CommandKind::For) {
    if (command.dims.size() != 1)
      return invalidArgument("a loop has no length");
    if (command.counter >= program.numCounters || activeCounters[command.counter])
      return invalidArgument(
          strCat("loop counter ", command.counter, " does not exist or is in use"));
    activeCounters[command.counter] = 1;
  }
  blocks.push_back({command.kind, command.counter, {}, {}});
  if (command.kind == CommandKind::If)
    blocks.back().before = written;
  return okStatus();
}

// Moves from the first command list of a block to its second: at Else and Do.
Status Verifier::turnBlock(const Command &command) {
  const bool isElse = command.kind == CommandKind::Else;
  if (blocks.empty() || blocks.back().kind != (isElse ? CommandKind::If : CommandKind::While))
    return invalidArgument(isElse ? "else without if" : "do without while");
  Block &block = blocks.back();
  block.kind = command.kind;
  if (isElse) {
    block.other = std::move(written);
    written = std::move(block.before);
  } else {
    block.other = written;
  }
  return okStatus();
}

Status Verifier::endBlock() {
  if (blocks.empty() || blocks.back().kind == CommandKind::While)
    return invalidArgument("end without a block, or of a while without do");
  Block &block = blocks.back();
  if (block.kind == CommandKind::If)
    written = std::move(block.before);
  else if (block.kind == CommandKind::Do)
    written = std::move(block.other);
  else if (block.kind == CommandKind::Else)
    for (size_t i = 0; i < written.size(); ++i)
      written[i] &= block.other[i];
  // A For that writes row by row counts as having written all rows: without iterations there are no
  // rows.
  if (block.kind == CommandKind::For)
    activeCounters[block.counter] = 0;
  blocks.pop_back();
  return okStatus();
}

Status Verifier::checkControl(const Command &command, ProgramPart part) {
  const bool hasCondition = command.kind == CommandKind::If || command.kind == CommandKind::Do;
  if (command.buffers.size() != (hasCondition ? 1 : 0) || command.numOutputs != 0)
    return invalidArgument(strCat("control flow has ", command.buffers.size(), " buffers and ",
                                  command.numOutputs, " outputs"));
  if (command.kind != CommandKind::For && !command.dims.empty())
    return invalidArgument("control flow other than for has a length");
  if (hasCondition)
    RLX_RETURN_IF_ERROR(checkRead(command.buffers[0], part));
  switch (command.kind) {
  case CommandKind::Else:
  case CommandKind::Do:
    return turnBlock(command);
  case CommandKind::End:
    return endBlock();
  default:
    return openBlock(command);
  }
}

// Kernels must reach their operands' memory, and the host its conditions. Copies may go anywhere.
Status Verifier::checkMemories(const Command &command) {
  if (target == kCpu || command.kind == CommandKind::Copy)
    return okStatus();
  const bool isForHost =
      command.kind != CommandKind::Dispatch || program.kernels[command.kernel].target == kCpu;
  for (uint32_t buffer : command.buffers) {
    const Buffer &root = program.buffers[roots[buffer]];
    // Constants are in both memories.
    if (isForHost && !root.onHost && root.kind != BufferKind::Constant)
      return invalidArgument(strCat("the host reads or writes ", kindName(root.kind), " buffer ",
                                    buffer, ", which is not in its memory"));
    if (!isForHost && root.onHost)
      return invalidArgument(strCat("a kernel for '", target, "' reads or writes buffer ", buffer,
                                    ", which is in the host's memory"));
  }
  return okStatus();
}

// A view that depends on a counter may be used only inside that counter's loop.
Status Verifier::checkCounters(uint32_t buffer) {
  for (uint32_t at = buffer; moving[at]; at = program.buffers[at].parent)
    for (const ExprOp &op : program.buffers[at].offset.code) {
      if (op.opcode != ExprOpcode::Symbol ||
          static_cast<uint64_t>(op.value) < program.symbols.size())
        continue;
      const size_t counter = static_cast<size_t>(op.value) - program.symbols.size();
      if (!activeCounters[counter])
        return invalidArgument(
            strCat("buffer ", buffer, " depends on counter ", counter, " outside its loop"));
    }
  return okStatus();
}

Status Verifier::checkCommandExprs(const Command &command, ProgramPart part) {
  auto checkOne = [&](const Expr &expr) {
    return part == ProgramPart::Main ? check(expr) : checkStatic(expr, "the prepare program");
  };
  for (const Expr &dim : command.dims)
    RLX_RETURN_IF_ERROR(checkOne(dim));
  for (const Expr &extent : command.grid)
    RLX_RETURN_IF_ERROR(checkOne(extent));
  for (const Expr &size : command.indexSizes)
    RLX_RETURN_IF_ERROR(check(size));
  RLX_RETURN_IF_ERROR(checkOne(command.workspace));
  return checkOne(command.cost);
}

Status Verifier::checkCommand(const Command &command, ProgramPart part) {
  if (command.kind > CommandKind::SetSize)
    return invalidArgument(strCat("unknown kind ", unsigned(command.kind)));
  const bool copy = command.kind == CommandKind::Copy;
  const bool control = command.kind > CommandKind::Copy;
  if (copy && command.buffers.size() != 2)
    return invalidArgument(strCat("copy has ", command.buffers.size(), " buffers, expected 2"));
  if (!copy && !control && command.kernel >= program.kernels.size())
    return invalidArgument(strCat("kernel ", command.kernel, " does not exist"));
  if (command.numOutputs > command.buffers.size())
    return invalidArgument(strCat("has ", command.numOutputs, " outputs, but only ",
                                  command.buffers.size(), " buffers"));
  if (!copy && !control && program.kernels[command.kernel].user)
    RLX_RETURN_IF_ERROR(checkUserDispatch(command, *program.kernels[command.kernel].user));
  RLX_RETURN_IF_ERROR(checkCommandExprs(command, part));
  for (uint32_t buffer : command.buffers) {
    if (buffer >= program.buffers.size())
      return invalidArgument(strCat("buffer ", buffer, " does not exist"));
    if (part == ProgramPart::Prepare)
      RLX_RETURN_IF_ERROR(checkPrepareUse(buffer));
    RLX_RETURN_IF_ERROR(checkCounters(buffer));
  }
  RLX_RETURN_IF_ERROR(checkSizesSet(command));
  RLX_RETURN_IF_ERROR(checkMemories(command));
  if (command.kind == CommandKind::SetSize)
    return checkSetSize(command, part);
  if (control)
    return checkControl(command, part);
  const size_t numInputs = command.buffers.size() - (copy ? 1 : command.numOutputs);
  for (size_t i = 0; i < numInputs; ++i)
    RLX_RETURN_IF_ERROR(checkRead(command.buffers[i], part));
  for (size_t i = numInputs; i < command.buffers.size(); ++i)
    RLX_RETURN_IF_ERROR(checkWrite(command.buffers[i], part));
  return okStatus();
}

// When the prepare program runs, per-run buffers do not exist yet and symbols have no value.
Status Verifier::checkPrepareUse(uint32_t buffer) {
  for (uint32_t at = buffer;; at = program.buffers[at].parent) {
    const Buffer &link = program.buffers[at];
    RLX_RETURN_IF_ERROR(checkStatic(link.size, "the size of a buffer of the prepare program"));
    for (const ExprOp &op : link.offset.code) // counters are allowed
      if (op.opcode == ExprOpcode::Symbol &&
          static_cast<uint64_t>(op.value) < program.symbols.size())
        return invalidArgument(
            "the offset of a buffer of the prepare program may not depend on symbols");
    if (link.kind == BufferKind::View)
      continue;
    if (link.kind == BufferKind::Input || link.kind == BufferKind::Output)
      return invalidArgument(strCat("the prepare program uses ", kindName(link.kind), " buffer ",
                                    at, "; it may use param, constant, persistent and arena"));
    return okStatus();
  }
}

Status Verifier::checkRead(uint32_t buffer, ProgramPart part) {
  const uint32_t root = roots[buffer];
  const BufferKind kind = program.buffers[root].kind;
  const bool perRun = kind == BufferKind::Arena || kind == BufferKind::Output;
  if (perRun && !written[root])
    return invalidArgument(
        strCat("reads ", kindName(kind), " buffer ", buffer, " before anything wrote it"));
  if (kind == BufferKind::Persistent) {
    const bool filled = part == ProgramPart::Main ? preparedBuffers[root] : written[root];
    if (!filled)
      return invalidArgument(
          strCat("reads persistent buffer ", buffer, " that the prepare program did not write"));
  }
  return okStatus();
}

Status Verifier::checkWrite(uint32_t buffer, ProgramPart part) {
  const uint32_t root = roots[buffer];
  const BufferKind kind = program.buffers[root].kind;
  const bool allowed =
      kind == BufferKind::Arena ||
      (part == ProgramPart::Main ? kind == BufferKind::Output : kind == BufferKind::Persistent);
  if (!allowed)
    return invalidArgument(strCat("writes ", kindName(kind), " buffer ", buffer,
                                  part == ProgramPart::Main ? "; main may write arena and output"
                                                            : "; prepare may write arena and "
                                                              "persistent"));
  written[root] = 1;
  return okStatus();
}

Status Verifier::checkOutputsWritten() {
  for (const TensorSpec &spec : program.outputs)
    if (!written[spec.buffer])
      return invalidArgument(strCat("no command writes output '", spec.name, "'"));
  return okStatus();
}

} // namespace

Status verifyProgram(const Program &program) {
  return catchAllocFailure([&]() -> Status {
    Status status = Verifier(program).run();
    if (!status.ok())
      return std::move(status).withContext(strCat("checking program '", program.name, "'"));
    return status;
  });
}

} // namespace rlx::rt
