// Layout: a 64-byte header, the body (all but the constants) in the order of Program's members,
// padding to 64, the constants. Numbers are little-endian; strings and lists carry their length.
#include "runtime/program/ProgramCodec.h"

#include <bit>
#include <cstring>
#include <limits>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/Verify.h"

namespace rlx::rt {

static_assert(std::endian::native == std::endian::little, "big-endian hosts need byte swaps here");

namespace {

constexpr char kMagic[8] = {'R', 'L', 'X', 'P', 'R', 'O', 'G', '\n'};
constexpr size_t kHeaderBytes = 64;

struct Header {
  char magic[8];
  uint32_t version;
  uint32_t headerBytes;
  uint64_t totalBytes;
  uint64_t checksum; // of everything behind the header
  uint64_t bodyBytes;
  uint64_t constantsOffset;
  uint64_t constantsBytes;
  uint64_t reserved; // zero
};
static_assert(sizeof(Header) == kHeaderBytes);

// Eight bytes a step. Detects damage, not malice: hostile bytes are the decoder's business.
uint64_t checksum(std::span<const uint8_t> bytes) {
  uint64_t hash = 0x9E3779B97F4A7C15u ^ bytes.size();
  auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
    hash ^= hash >> 32;
  };
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    mix(word);
  }
  uint64_t tail = 0;
  if (i < bytes.size())
    std::memcpy(&tail, bytes.data() + i, bytes.size() - i);
  mix(tail);
  return hash;
}

size_t paddedTo64(size_t size) {
  return (size + 63) / 64 * 64;
}

class Writer {
public:
  explicit Writer(std::vector<uint8_t> &out) : out(out) {}

  template <typename T>
  void number(T value) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
    out.insert(out.end(), bytes, bytes + sizeof(T));
  }
  void count(size_t value) {
    tooLong |= value > std::numeric_limits<uint32_t>::max();
    number(static_cast<uint32_t>(value));
  }
  void string(const std::string &value) {
    count(value.size());
    out.insert(out.end(), value.begin(), value.end());
  }
  void expr(const Expr &value) {
    count(value.code.size());
    for (const ExprOp &op : value.code) {
      number(static_cast<uint8_t>(op.opcode));
      if (op.opcode == ExprOpcode::Const || op.opcode == ExprOpcode::Symbol)
        number(op.value);
    }
  }
  template <typename T, typename Each>
  void list(const std::vector<T> &items, Each each) {
    count(items.size());
    for (const T &item : items)
      each(item);
  }
  void specs(const std::vector<TensorSpec> &items) {
    list(items, [&](const TensorSpec &spec) {
      string(spec.name);
      number(static_cast<uint8_t>(spec.dtype));
      list(spec.shape, [&](const Expr &dim) { expr(dim); });
      number(spec.buffer);
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
      number(command.counter);
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
  void program(const Program &value) {
    string(value.name);
    list(value.symbols, [&](const Symbol &symbol) {
      string(symbol.name);
      number(symbol.input);
      number(symbol.dim);
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
    });
    list(value.guards, [&](const Guard &guard) {
      expr(guard.lhs);
      expr(guard.rhs);
      string(guard.message);
      number(static_cast<uint8_t>(guard.relation));
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
  }

  bool tooLong = false; // a string or list has 2^32 items or more

private:
  std::vector<uint8_t> &out;
};

// Reads go wrong once: after the first failure everything reads as zero and `failed` stays set.
class Reader {
public:
  explicit Reader(std::span<const uint8_t> bytes) : bytes(bytes) {}

  bool failed() const { return bad; }
  bool atEnd() const { return position == bytes.size(); }
  size_t where() const { return position; }

  template <typename T>
  T number() {
    T value{};
    if (bad || bytes.size() - position < sizeof(T)) {
      bad = true;
      return value;
    }
    std::memcpy(&value, bytes.data() + position, sizeof(T));
    position += sizeof(T);
    return value;
  }
  std::string string() {
    const size_t size = count(1);
    std::string value(reinterpret_cast<const char *>(bytes.data()) + position, size);
    position += size;
    return value;
  }
  // Every item takes at least `minBytes`, so a length that cannot fit is known before any memory
  // is taken for it.
  template <typename T, typename Each>
  void list(std::vector<T> &items, size_t minBytes, Each each) {
    const size_t size = count(minBytes);
    items.reserve(size);
    for (size_t i = 0; i < size && !bad; ++i)
      each(items.emplace_back());
  }
  void expr(Expr &value) {
    list(value.code, 1, [&](ExprOp &op) {
      op.opcode = static_cast<ExprOpcode>(number<uint8_t>());
      if (op.opcode == ExprOpcode::Const || op.opcode == ExprOpcode::Symbol)
        op.value = number<int64_t>();
    });
  }
  void specs(std::vector<TensorSpec> &items) {
    list(items, 13, [&](TensorSpec &spec) {
      spec.name = string();
      spec.dtype = static_cast<DType>(number<uint8_t>());
      list(spec.shape, 4, [&](Expr &dim) { expr(dim); });
      spec.buffer = number<uint32_t>();
    });
  }
  void commands(std::vector<Command> &items) {
    list(items, 45, [&](Command &command) {
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
      command.counter = number<uint32_t>();
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
  void program(Program &value) {
    value.name = string();
    list(value.symbols, 12, [&](Symbol &symbol) {
      symbol.name = string();
      symbol.input = number<uint32_t>();
      symbol.dim = number<uint32_t>();
    });
    value.numCounters = number<uint32_t>();
    specs(value.inputs);
    specs(value.params);
    specs(value.outputs);
    list(value.buffers, 17, [&](Buffer &buffer) {
      buffer.kind = static_cast<BufferKind>(number<uint8_t>());
      buffer.index = number<uint32_t>();
      buffer.parent = number<uint32_t>();
      expr(buffer.offset);
      expr(buffer.size);
    });
    list(value.guards, 13, [&](Guard &guard) {
      expr(guard.lhs);
      expr(guard.rhs);
      guard.message = string();
      guard.relation = static_cast<Relation>(number<uint8_t>());
    });
    list(value.kernels, 9, [&](Kernel &kernel) {
      kernel.name = string();
      kernel.target = string();
      const auto isUser = number<uint8_t>();
      bad |= isUser > 1;
      if (isUser == 1)
        userKernel(kernel.user.emplace());
    });
    commands(value.prepare);
    commands(value.main);
  }

private:
  size_t count(size_t minBytes) {
    const size_t size = number<uint32_t>();
    if (size > (bytes.size() - position) / minBytes)
      bad = true;
    return bad ? 0 : size;
  }

  std::span<const uint8_t> bytes;
  size_t position = 0;
  bool bad = false;
};

StatusOr<Header> readHeader(std::span<const uint8_t> bytes) {
  Header header;
  if (bytes.size() < kHeaderBytes)
    return dataLoss(strCat("a program has a header of 64 bytes, but there are ", bytes.size()));
  std::memcpy(&header, bytes.data(), kHeaderBytes);
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0)
    return dataLoss("the bytes do not start with the mark of an RLX program");
  if (header.version != kProgramFormatVersion)
    return unsupported(strCat("program format version ", header.version, ", this runtime reads ",
                              kProgramFormatVersion));
  if (header.totalBytes != bytes.size())
    return dataLoss(
        strCat("program says it has ", header.totalBytes, " bytes, but there are ", bytes.size()));
  const uint64_t space = bytes.size() - kHeaderBytes;
  if (header.headerBytes != kHeaderBytes || header.reserved != 0 || header.bodyBytes > space ||
      header.constantsOffset != paddedTo64(kHeaderBytes + header.bodyBytes) ||
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
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof(kMagic));
    header.version = kProgramFormatVersion;
    header.headerBytes = kHeaderBytes;
    header.bodyBytes = out.size() - kHeaderBytes;
    header.constantsOffset = paddedTo64(out.size());
    header.constantsBytes = program.constants.size();
    out.resize(header.constantsOffset);
    out.insert(out.end(), program.constants.begin(), program.constants.end());
    header.totalBytes = out.size();
    header.checksum = checksum(std::span(out).subspan(kHeaderBytes));
    std::memcpy(out.data(), &header, kHeaderBytes);
    return out;
  });
}

StatusOr<Program> decodeProgram(std::span<const uint8_t> bytes) {
  return catchAllocFailure([&]() -> StatusOr<Program> {
    RLX_ASSIGN_OR_RETURN(const Header header, readHeader(bytes));
    Program program;
    Reader reader(bytes.subspan(kHeaderBytes, header.bodyBytes));
    reader.program(program);
    if (reader.failed() || !reader.atEnd())
      return dataLoss(
          strCat("the program's body is malformed near byte ", kHeaderBytes + reader.where()));
    const auto constants = bytes.subspan(header.constantsOffset);
    program.constants.assign(constants.begin(), constants.end());
    RLX_RETURN_IF_ERROR(verifyProgram(program));
    return program;
  });
}

void resealProgram(std::span<uint8_t> bytes) {
  if (bytes.size() < kHeaderBytes)
    return;
  Header header;
  std::memcpy(&header, bytes.data(), kHeaderBytes);
  header.totalBytes = bytes.size();
  header.checksum = checksum(bytes.subspan(kHeaderBytes));
  std::memcpy(bytes.data(), &header, kHeaderBytes);
}

} // namespace rlx::rt
