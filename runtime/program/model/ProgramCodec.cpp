// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout: a 64-byte header, the body (all but the constants) in the order of Program's members,
// padding to 64, the constants. Numbers are little-endian. Strings and lists start with their
// length.
#include "runtime/program/model/ProgramCodec.h"

#include <cstring>

#include "runtime/base/ByteStream.h"
#include "runtime/base/Checksum.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/model/Verify.h"

namespace rlx::rt {

namespace {

constexpr char kProgramMagic[8] = {'R', 'L', 'X', 'P', 'R', 'O', 'G', '\n'};
constexpr size_t kHeaderBytes = 64;
constexpr uint32_t kNoDonor = UINT32_MAX;

struct ProgramHeader {
  char magic[8];
  uint32_t version;
  uint32_t headerBytes;
  uint64_t totalBytes;
  uint64_t checksum; // of everything after the header
  uint64_t bodyBytes;
  uint64_t constantsOffset;
  uint64_t constantsBytes;
  uint64_t reserved; // zero
};
static_assert(sizeof(ProgramHeader) == kHeaderBytes);

class Writer : public ByteWriter {
public:
  using ByteWriter::ByteWriter;

  void expr(const Expr &value) {
    count(value.code.size());
    for (const ExprOp &op : value.code) {
      number(static_cast<uint8_t>(op.opcode));
      if (op.opcode == ExprOpcode::Const || op.opcode == ExprOpcode::Symbol)
        number(op.value);
    }
  }
  void specs(const std::vector<TensorSpec> &items) {
    list(items, [&](const TensorSpec &spec) {
      string(spec.name);
      number(static_cast<uint8_t>(spec.dtype));
      list(spec.shape, [&](const Expr &dim) { expr(dim); });
      number(spec.buffer);
      number(spec.donor.value_or(kNoDonor));
    });
  }
  void commands(const std::vector<Command> &items) {
    list(items, [&](const Command &command) {
      number(static_cast<uint8_t>(command.kind));
      number(command.kernel);
      list(command.buffers, [&](uint32_t buffer) { number(buffer); });
      number(command.numOutputs);
      list(command.dims, [&](const Expr &dim) { expr(dim); });
      for (const Expr &extent : command.grid)
        expr(extent);
      expr(command.workspace);
      expr(command.cost);
      string(command.label);
      string(command.place);
      list(command.indexSizes, [&](const Expr &size) { expr(size); });
      number(command.counter);
      number(command.symbol);
      number(static_cast<uint8_t>(command.dtype));
    });
  }
  void userKernel(const UserKernelSpec &spec) {
    string(spec.name);
    string(spec.config);
    list(spec.operands, [&](const UserKernelSpec::Operand &operand) {
      number(static_cast<uint8_t>(operand.dtype));
      number(operand.rank);
    });
  }
  void expertIds(const ExpertIds &ids) {
    number(ids.command);
    number(ids.operand);
    number(static_cast<uint8_t>(ids.dtype));
  }
  void moeLayer(const MoeLayer &layer) {
    string(layer.label);
    number(layer.experts);
    number(layer.products);
    list(layer.used, [&](const ExpertIds &ids) { expertIds(ids); });
    number(static_cast<uint8_t>(layer.chosen.has_value()));
    if (layer.chosen)
      expertIds(*layer.chosen);
    number(layer.perRow);
    string(layer.withoutChoice);
  }
  void program(const Program &value) {
    string(value.name);
    list(value.symbols, [&](const Symbol &symbol) {
      string(symbol.name);
      number(symbol.input);
      number(symbol.dim);
      number(static_cast<uint8_t>(symbol.source));
      expr(symbol.definition);
    });
    number(value.numCounters);
    specs(value.inputs);
    specs(value.params);
    specs(value.outputs);
    list(value.buffers, [&](const Buffer &buffer) {
      number(static_cast<uint8_t>(buffer.kind));
      number(buffer.index);
      number(buffer.parent);
      expr(buffer.offset);
      expr(buffer.size);
      number(static_cast<uint8_t>(buffer.onHost));
    });
    list(value.guards, [&](const Guard &guard) {
      expr(guard.lhs);
      expr(guard.rhs);
      string(guard.message);
      number(static_cast<uint8_t>(guard.relation));
      number(static_cast<uint8_t>(guard.branch.has_value()));
      if (guard.branch)
        number(*guard.branch);
      string(guard.place);
      for (const std::vector<Expr> *shape : {&guard.from, &guard.to})
        list(*shape, [&](const Expr &size) { expr(size); });
    });
    list(value.kernels, [&](const Kernel &kernel) {
      string(kernel.name);
      string(kernel.target);
      number(static_cast<uint8_t>(kernel.user.has_value()));
      if (kernel.user)
        userKernel(*kernel.user);
    });
    commands(value.prepare);
    commands(value.main);
    list(value.moeLayers, [&](const MoeLayer &layer) { moeLayer(layer); });
    list(value.strings, [&](const std::string &text) { string(text); });
  }
};

class Reader : public ByteReader {
public:
  using ByteReader::ByteReader;

  void expr(Expr &value) {
    list(value.code, 1, [&](ExprOp &op) {
      op.opcode = static_cast<ExprOpcode>(number<uint8_t>());
      if (op.opcode == ExprOpcode::Const || op.opcode == ExprOpcode::Symbol)
        op.value = number<int64_t>();
    });
  }
  void specs(std::vector<TensorSpec> &items) {
    list(items, 17, [&](TensorSpec &spec) {
      spec.name = string();
      spec.dtype = static_cast<DType>(number<uint8_t>());
      list(spec.shape, 4, [&](Expr &dim) { expr(dim); });
      spec.buffer = number<uint32_t>();
      if (const auto donor = number<uint32_t>(); donor != kNoDonor)
        spec.donor = donor;
    });
  }
  void commands(std::vector<Command> &items) {
    list(items, 58, [&](Command &command) {
      command.kind = static_cast<CommandKind>(number<uint8_t>());
      command.kernel = number<uint32_t>();
      list(command.buffers, 4, [&](uint32_t &buffer) { buffer = number<uint32_t>(); });
      command.numOutputs = number<uint32_t>();
      list(command.dims, 4, [&](Expr &dim) { expr(dim); });
      for (Expr &extent : command.grid)
        expr(extent);
      expr(command.workspace);
      expr(command.cost);
      command.label = string();
      command.place = string();
      list(command.indexSizes, 4, [&](Expr &size) { expr(size); });
      command.counter = number<uint32_t>();
      command.symbol = number<uint32_t>();
      command.dtype = static_cast<DType>(number<uint8_t>());
    });
  }
  void userKernel(UserKernelSpec &spec) {
    spec.name = string();
    spec.config = string();
    list(spec.operands, 5, [&](UserKernelSpec::Operand &operand) {
      operand.dtype = static_cast<DType>(number<uint8_t>());
      operand.rank = number<uint32_t>();
    });
  }
  // A byte that must be 0 or 1.
  bool flag() {
    const auto value = number<uint8_t>();
    if (value > 1)
      fail();
    return value == 1;
  }
  void expertIds(ExpertIds &ids) {
    ids.command = number<uint32_t>();
    ids.operand = number<uint32_t>();
    ids.dtype = static_cast<DType>(number<uint8_t>());
  }
  void moeLayer(MoeLayer &layer) {
    layer.label = string();
    layer.experts = number<uint32_t>();
    layer.products = number<uint32_t>();
    list(layer.used, 9, [&](ExpertIds &ids) { expertIds(ids); });
    if (flag())
      expertIds(layer.chosen.emplace());
    layer.perRow = number<uint32_t>();
    layer.withoutChoice = string();
  }
  void program(Program &value) {
    value.name = string();
    list(value.symbols, 17, [&](Symbol &symbol) {
      symbol.name = string();
      symbol.input = number<uint32_t>();
      symbol.dim = number<uint32_t>();
      symbol.source = static_cast<SymbolSource>(number<uint8_t>());
      expr(symbol.definition);
    });
    value.numCounters = number<uint32_t>();
    specs(value.inputs);
    specs(value.params);
    specs(value.outputs);
    list(value.buffers, 18, [&](Buffer &buffer) {
      buffer.kind = static_cast<BufferKind>(number<uint8_t>());
      buffer.index = number<uint32_t>();
      buffer.parent = number<uint32_t>();
      expr(buffer.offset);
      expr(buffer.size);
      buffer.onHost = flag();
    });
    list(value.guards, 26, [&](Guard &guard) {
      expr(guard.lhs);
      expr(guard.rhs);
      guard.message = string();
      guard.relation = static_cast<Relation>(number<uint8_t>());
      if (flag())
        guard.branch = number<uint32_t>();
      guard.place = string();
      for (std::vector<Expr> *shape : {&guard.from, &guard.to})
        list(*shape, 4, [&](Expr &size) { expr(size); });
    });
    list(value.kernels, 9, [&](Kernel &kernel) {
      kernel.name = string();
      kernel.target = string();
      if (flag())
        userKernel(kernel.user.emplace());
    });
    commands(value.prepare);
    commands(value.main);
    list(value.moeLayers, 25, [&](MoeLayer &layer) { moeLayer(layer); });
    list(value.strings, 4, [&](std::string &text) { text = string(); });
  }
};

StatusOr<ProgramHeader> readHeader(std::span<const uint8_t> bytes) {
  ProgramHeader header;
  if (bytes.size() < kHeaderBytes)
    return dataLoss(strCat("a program has a header of 64 bytes, but there are ", bytes.size()));
  std::memcpy(&header, bytes.data(), kHeaderBytes);
  if (std::memcmp(header.magic, kProgramMagic, sizeof(kProgramMagic)) != 0)
    return dataLoss("the bytes do not start with the mark of an RLX program");
  if (header.version != kProgramFormatVersion)
    return unsupported(strCat("program format version ", header.version, ", this runtime reads ",
                              kProgramFormatVersion));
  if (header.totalBytes != bytes.size())
    return dataLoss(
        strCat("program says it has ", header.totalBytes, " bytes, but there are ", bytes.size()));
  const uint64_t space = bytes.size() - kHeaderBytes;
  if (header.headerBytes != kHeaderBytes || header.reserved != 0 || header.bodyBytes > space ||
      header.constantsOffset != alignUp(kHeaderBytes + header.bodyBytes) ||
      header.constantsOffset > bytes.size() ||
      header.constantsBytes != bytes.size() - header.constantsOffset)
    return dataLoss("the sections that the program's header describes do not fit its size");
  if (checksum(bytes.subspan(kHeaderBytes)) != header.checksum)
    return dataLoss("the program's checksum does not match: the bytes are damaged");
  return header;
}

} // namespace

StatusOr<std::vector<uint8_t>> encodeProgram(const Program &program) {
  return catchAllocFailure([&]() -> StatusOr<std::vector<uint8_t>> {
    std::vector<uint8_t> out(kHeaderBytes);
    Writer writer(out);
    writer.program(program);
    if (writer.tooLong)
      return unsupported("a program part has 2^32 items or more");
    ProgramHeader header{};
    std::memcpy(header.magic, kProgramMagic, sizeof(kProgramMagic));
    header.version = kProgramFormatVersion;
    header.headerBytes = kHeaderBytes;
    header.bodyBytes = out.size() - kHeaderBytes;
    header.constantsOffset = alignUp(out.size());
    header.constantsBytes = program.constants.size();
    out.resize(header.constantsOffset);
    const auto constants = program.constants.bytes();
    out.insert(out.end(), constants.begin(), constants.end());
    header.totalBytes = out.size();
    header.checksum = checksum(std::span(out).subspan(kHeaderBytes));
    std::memcpy(out.data(), &header, kHeaderBytes);
    return out;
  });
}

StatusOr<Program> decodeProgram(std::span<const uint8_t> bytes, std::shared_ptr<const void> owner) {
  return catchAllocFailure([&]() -> StatusOr<Program> {
    RLX_ASSIGN_OR_RETURN(const ProgramHeader header, readHeader(bytes));
    Program program;
    Reader reader(bytes.subspan(kHeaderBytes, header.bodyBytes));
    reader.program(program);
    if (reader.failed() || !reader.atEnd())
      return dataLoss(
          strCat("the program's body is malformed near byte ", kHeaderBytes + reader.where()));
    const auto constants = bytes.subspan(header.constantsOffset);
    const bool isAligned = reinterpret_cast<uintptr_t>(constants.data()) % kBufferAlignment == 0;
    if (owner && isAligned)
      program.constants = ByteBlock::shared(constants, std::move(owner));
    else if (!constants.empty()) {
      program.constants.append(constants.size());
      std::memcpy(program.constants.mutableData(), constants.data(), constants.size());
    }
    RLX_RETURN_IF_ERROR(verifyProgram(program));
    return program;
  });
}

void resealProgram(std::span<uint8_t> bytes) {
  if (bytes.size() < kHeaderBytes)
    return;
  ProgramHeader header;
  std::memcpy(&header, bytes.data(), kHeaderBytes);
  header.totalBytes = bytes.size();
  header.checksum = checksum(bytes.subspan(kHeaderBytes));
  std::memcpy(bytes.data(), &header, kHeaderBytes);
}

} // namespace rlx::rt
