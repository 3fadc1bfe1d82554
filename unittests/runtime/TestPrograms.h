// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small programs with hand-written kernels, for tests of everything that loads and runs programs.
//
// The main one computes, row by row with symbols `rows` and `cols`:
//   prepared = 2 * scale            (prepare program, persistent)
//   sum      = x + y                (arena)
//   copy     = sum                  (arena, copy command)
//   out      = copy * prepared + 1  (the 1 from a constant; scale broadcast over rows)
//   head     = first row of sum     (through a view)
#ifndef RLX_UNITTESTS_RUNTIME_TESTPROGRAMS_H
#define RLX_UNITTESTS_RUNTIME_TESTPROGRAMS_H

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"
#include "runtime/program/model/ExprEval.h"

namespace rlx::rt::testing {

inline Expr c(int64_t value) {
  return constantExpr(value);
}
inline Expr sym(uint32_t index) {
  return symbolExpr(index);
}
inline Expr mul(const Expr &a, const Expr &b) {
  return binaryExpr(ExprOpcode::Mul, a, b);
}
inline Expr add(const Expr &a, const Expr &b) {
  return binaryExpr(ExprOpcode::Add, a, b);
}
inline Expr ceilDiv(const Expr &a, const Expr &b) {
  return binaryExpr(ExprOpcode::CeilDiv, a, b);
}

// Appends buffers and keeps the signature consistent with buffer indices.
struct ProgramBuilder {
  Program program;

  uint32_t buffer(BufferKind kind, Expr size, uint32_t index = 0, Expr offset = {},
                  uint32_t parent = 0) {
    program.buffers.push_back({kind, index, parent, std::move(offset), std::move(size)});
    return static_cast<uint32_t>(program.buffers.size() - 1);
  }
  uint32_t tensor(BufferKind kind, std::string name, DType dtype, std::vector<Expr> shape) {
    auto &specs = kind == BufferKind::Input   ? program.inputs
                  : kind == BufferKind::Param ? program.params
                                              : program.outputs;
    Expr size = c(byteSize(bufferType(dtype)));
    for (const Expr &dim : shape)
      size = mul(size, dim);
    uint32_t id = buffer(kind, size, static_cast<uint32_t>(specs.size()));
    specs.push_back({std::move(name), dtype, std::move(shape), id});
    return id;
  }
  uint32_t constant(const void *data, size_t bytes) {
    const auto offset = static_cast<int64_t>(program.constants.append(bytes));
    std::memcpy(program.constants.mutableData() + offset, data, bytes);
    return buffer(BufferKind::Constant, c(static_cast<int64_t>(bytes)), 0, c(offset));
  }
  uint32_t view(uint32_t parent, Expr offset, Expr size) {
    return buffer(BufferKind::View, std::move(size), 0, std::move(offset), parent);
  }
  uint32_t kernel(std::string name, std::string target = "cpu") {
    program.kernels.push_back({std::move(name), std::move(target), std::nullopt});
    return static_cast<uint32_t>(program.kernels.size() - 1);
  }
  static Command dispatch(uint32_t kernel, std::vector<uint32_t> buffers, uint32_t numOutputs,
                          std::vector<Expr> dims, Expr workgroups, std::string label) {
    Command command{};
    command.kind = CommandKind::Dispatch;
    command.kernel = kernel;
    command.buffers = std::move(buffers);
    command.numOutputs = numOutputs;
    command.dims = std::move(dims);
    command.grid = {std::move(workgroups), c(1), c(1)};
    command.cost = c(1);
    command.label = std::move(label);
    return command;
  }
  static Command copy(uint32_t from, uint32_t to) {
    Command command{};
    command.kind = CommandKind::Copy;
    command.buffers = {from, to};
    command.numOutputs = 1;
    return command;
  }
};

// One workgroup per row. buffers: a, b, out; dims: rows, cols.
inline int32_t addRowsKernel(const rlx_kernel_args *args, uint32_t row, uint32_t, uint32_t) {
  const int64_t cols = args->dims[1];
  const float *a = static_cast<const float *>(args->buffers[0]) + row * cols;
  const float *b = static_cast<const float *>(args->buffers[1]) + row * cols;
  float *out = static_cast<float *>(args->buffers[2]) + row * cols;
  for (int64_t i = 0; i < cols; ++i)
    out[i] = a[i] + b[i];
  return RLX_KERNEL_OK;
}

// Doubles a param of dims[0] elements. buffers: in, out.
inline int32_t doubleKernel(const rlx_kernel_args *args, uint32_t, uint32_t, uint32_t) {
  const float *in = static_cast<const float *>(args->buffers[0]);
  float *out = static_cast<float *>(args->buffers[1]);
  for (int64_t i = 0; i < args->dims[0]; ++i)
    out[i] = 2 * in[i];
  return RLX_KERNEL_OK;
}

// buffers: x, scale[cols], one[1], out; dims: rows, cols. Uses its workspace on purpose.
inline int32_t scaleRowsKernel(const rlx_kernel_args *args, uint32_t row, uint32_t, uint32_t) {
  const int64_t cols = args->dims[1];
  const float *x = static_cast<const float *>(args->buffers[0]) + row * cols;
  const float *scale = static_cast<const float *>(args->buffers[1]);
  const float one = *static_cast<const float *>(args->buffers[2]);
  float *out = static_cast<float *>(args->buffers[3]) + row * cols;
  float *scratch = static_cast<float *>(args->workspace);
  if (reinterpret_cast<uintptr_t>(scratch) % 64 != 0)
    return 77;
  for (int64_t i = 0; i < cols; ++i)
    scratch[i] = x[i] * scale[i];
  for (int64_t i = 0; i < cols; ++i)
    out[i] = scratch[i] + one;
  return RLX_KERNEL_OK;
}

// buffers: in, out; dims: n, axis. Fails for elements that are not in [0, axis). 64 elements per
// workgroup.
inline int32_t checkIndexKernel(const rlx_kernel_args *args, uint32_t group, uint32_t, uint32_t) {
  const auto *in = static_cast<const int32_t *>(args->buffers[0]);
  auto *out = static_cast<int32_t *>(args->buffers[1]);
  for (int64_t i = int64_t(group) * 64; i < std::min<int64_t>(args->dims[0], group * 64 + 64);
       ++i) {
    if (in[i] < 0 || in[i] >= args->dims[1])
      return RLX_KERNEL_ERROR(RLX_KERNEL_INDEX_OUT_OF_RANGE, RLX_KERNEL_INDEX_DETAIL(in[i]));
    out[i] = in[i];
  }
  return RLX_KERNEL_OK;
}

struct SumProgramOptions {
  int64_t cols = 4;
  int64_t costNs = 1; // of each dispatch
};

inline Program sumProgram(const SumProgramOptions &options = {}) {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "sum";
  p.symbols = {{"rows", 0, 0}};
  const Expr rows = sym(0), cols = c(options.cols), bytes = mul(mul(rows, cols), c(4));
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {rows, cols});
  uint32_t y = b.tensor(BufferKind::Input, "y", DType::F32, {rows, cols});
  uint32_t scale = b.tensor(BufferKind::Param, "scale", DType::F32, {cols});
  uint32_t prepared = b.buffer(BufferKind::Persistent, mul(cols, c(4)));
  const float oneValue = 1;
  uint32_t one = b.constant(&oneValue, sizeof(oneValue));
  uint32_t sum = b.buffer(BufferKind::Arena, bytes);
  uint32_t copied = b.buffer(BufferKind::Arena, bytes);
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {rows, cols});
  const Expr headRows = binaryExpr(ExprOpcode::Min, rows, c(1));
  uint32_t head = b.tensor(BufferKind::Output, "head", DType::F32, {headRows, cols});
  uint32_t firstRow = b.view(copied, c(0), mul(mul(headRows, cols), c(4)));
  uint32_t addRows = b.kernel("add_rows"), doubled = b.kernel("double"),
           scaleRows = b.kernel("scale_rows");
  p.prepare = {ProgramBuilder::dispatch(doubled, {scale, prepared}, 1, {cols}, c(1), "double")};
  p.main = {ProgramBuilder::dispatch(addRows, {x, y, sum}, 1, {rows, cols}, rows, "add"),
            ProgramBuilder::copy(sum, copied),
            ProgramBuilder::dispatch(scaleRows, {copied, prepared, one, out}, 1, {rows, cols}, rows,
                                     "scale \"quoted\""),
            ProgramBuilder::copy(firstRow, head)};
  p.main[0].cost = p.main[2].cost = c(options.costNs);
  p.main[2].workspace = mul(cols, c(4));
  return std::move(b.program);
}

// out = twice(x), a user kernel, for x of [rows, cols].
inline Program userProgram(int64_t cols) {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "user";
  p.symbols = {{"rows", 0, 0}};
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {sym(0), c(cols)});
  uint32_t out = b.tensor(BufferKind::Output, "out", DType::F32, {sym(0), c(cols)});
  const UserKernelSpec::Operand operand{DType::F32, 2};
  p.kernels.push_back(
      {"twice_0", "cpu", UserKernelSpec{"twice", std::string("a\0b", 3), {operand, operand}}});
  p.main = {ProgramBuilder::dispatch(0, {x, out}, 1, {sym(0), c(cols), sym(0), c(cols)}, c(1),
                                     "custom @ here")};
  return std::move(b.program);
}

// A host control-flow mark.
inline Command mark(CommandKind kind, std::vector<uint32_t> buffers = {}) {
  Command command{};
  command.kind = kind;
  command.buffers = std::move(buffers);
  return command;
}
inline Command forLoop(uint32_t counter, Expr tripCount) {
  Command command = mark(CommandKind::For);
  command.counter = counter;
  command.dims = {std::move(tripCount)};
  return command;
}

// buffers: a, b, out (one byte): whether a < b.
inline int32_t lessKernel(const rlx_kernel_args *args, uint32_t, uint32_t, uint32_t) {
  const auto *a = static_cast<const float *>(args->buffers[0]);
  const auto *b = static_cast<const float *>(args->buffers[1]);
  *static_cast<uint8_t *>(args->buffers[2]) = *a < *b;
  return RLX_KERNEL_OK;
}

// Host control flow of every kind, over x[rows, 4], with `flag` as an input:
//   sums  = cumulative sums of the rows   (for, with a moving view and a written view)
//   last  = flag ? the last sum : -1      (if)
//   turns = 1 doubled until it is >= rows (while; its bound is the input `bound`)
inline Program loopProgram() {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "loops";
  p.symbols = {{"rows", 0, 0}};
  p.numCounters = 1;
  const Expr rows = sym(0), row = c(16), counter = sym(1);
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {rows, c(4)});
  uint32_t flag = b.tensor(BufferKind::Input, "flag", DType::Bool, {});
  uint32_t bound = b.tensor(BufferKind::Input, "bound", DType::F32, {c(1)});
  const float zeros[4] = {}, minusOnes[4] = {-1, -1, -1, -1}, oneValue = 1;
  uint32_t zero = b.constant(zeros, sizeof(zeros));
  uint32_t minusOne = b.constant(minusOnes, sizeof(minusOnes));
  uint32_t one = b.constant(&oneValue, sizeof(oneValue));
  uint32_t sums = b.tensor(BufferKind::Output, "sums", DType::F32, {rows, c(4)});
  uint32_t last = b.tensor(BufferKind::Output, "last", DType::F32, {c(4)});
  uint32_t turns = b.tensor(BufferKind::Output, "turns", DType::F32, {c(1)});
  uint32_t carried = b.buffer(BufferKind::Arena, row);
  uint32_t next = b.buffer(BufferKind::Arena, row);
  uint32_t count = b.buffer(BufferKind::Arena, c(4)), doubled = b.buffer(BufferKind::Arena, c(4));
  uint32_t more = b.buffer(BufferKind::Arena, c(1));
  uint32_t xRow = b.view(x, mul(counter, row), row), sumRow = b.view(sums, mul(counter, row), row);
  uint32_t addRows = b.kernel("add_rows"), less = b.kernel("less");
  auto addRow = [&](uint32_t lhs, uint32_t rhs, uint32_t out, int64_t cols) {
    return ProgramBuilder::dispatch(addRows, {lhs, rhs, out}, 1, {c(1), c(cols)}, c(1), "add");
  };
  p.main = {ProgramBuilder::copy(zero, carried),
            forLoop(0, rows),
            addRow(carried, xRow, next, 4),
            ProgramBuilder::copy(next, sumRow),
            ProgramBuilder::copy(next, carried),
            mark(CommandKind::End),
            mark(CommandKind::If, {flag}),
            ProgramBuilder::copy(carried, last),
            mark(CommandKind::Else),
            ProgramBuilder::copy(minusOne, last),
            mark(CommandKind::End),
            ProgramBuilder::copy(one, count),
            mark(CommandKind::While),
            ProgramBuilder::dispatch(less, {count, bound, more}, 1, {}, c(1), "less"),
            mark(CommandKind::Do, {more}),
            addRow(count, count, doubled, 1),
            ProgramBuilder::copy(doubled, count),
            mark(CommandKind::End),
            ProgramBuilder::copy(count, turns)};
  return std::move(b.program);
}

// Kernels for Vulkan and for the host, in one program over x[n]:
//   while count < limit: y += 1 on the device, count doubles on the host
// where y = x at first and count = 1. Copies move `limit` to the host and `count` from it.
inline Program mixedProgram() {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "mixed";
  p.symbols = {{"n", 0, 0}};
  const Expr n = sym(0), bytes = mul(n, c(4));
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {n});
  uint32_t limit = b.tensor(BufferKind::Input, "limit", DType::F32, {c(1)});
  uint32_t y = b.tensor(BufferKind::Output, "y", DType::F32, {n});
  uint32_t count = b.tensor(BufferKind::Output, "count", DType::F32, {c(1)});
  const float oneValue = 1;
  uint32_t one = b.constant(&oneValue, sizeof(oneValue));
  uint32_t now = b.buffer(BufferKind::Arena, bytes), next = b.buffer(BufferKind::Arena, bytes);
  const auto host = [&](int64_t size) {
    const uint32_t made = b.buffer(BufferKind::Arena, c(size));
    p.buffers[made].onHost = true;
    return made;
  };
  uint32_t bound = host(4), turns = host(4), doubled = host(4), more = host(1);
  uint32_t addOne = b.kernel("add_one", "vulkan"), less = b.kernel("less"),
           addRows = b.kernel("add_rows");
  p.main = {
      ProgramBuilder::copy(x, now),
      ProgramBuilder::copy(limit, bound),
      ProgramBuilder::copy(one, turns),
      mark(CommandKind::While),
      ProgramBuilder::dispatch(less, {turns, bound, more}, 1, {}, c(1), "less"),
      mark(CommandKind::Do, {more}),
      ProgramBuilder::dispatch(addOne, {now, next}, 1, {n}, ceilDiv(n, c(64)), "add"),
      ProgramBuilder::copy(next, now),
      ProgramBuilder::dispatch(addRows, {turns, turns, doubled}, 1, {c(1), c(1)}, c(1), "double"),
      ProgramBuilder::copy(doubled, turns),
      mark(CommandKind::End),
      ProgramBuilder::copy(now, y),
      ProgramBuilder::copy(turns, count)};
  return std::move(b.program);
}

// For each element type an input x_<type>[n] and an output y_<type>, its copy.
inline Program echoProgram() {
  ProgramBuilder b;
  b.program.name = "echo";
  b.program.symbols = {{"n", 0, 0}};
  std::vector<uint32_t> inputs;
  for (unsigned i = 0; i < kNumDTypes; ++i) {
    const auto type = static_cast<DType>(i);
    inputs.push_back(b.tensor(BufferKind::Input, "x_" + std::string(name(type)), type, {sym(0)}));
  }
  for (unsigned i = 0; i < kNumDTypes; ++i) {
    const auto type = static_cast<DType>(i);
    const std::string output = "y_" + std::string(name(type));
    b.program.main.push_back(
        ProgramBuilder::copy(inputs[i], b.tensor(BufferKind::Output, output, type, {sym(0)})));
  }
  return std::move(b.program);
}

// y = x, for x of [n], whose elements are strings.
inline Program echoStringsProgram() {
  ProgramBuilder b;
  b.program.name = "echo";
  b.program.symbols = {{"n", 0, 0}};
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::String, {sym(0)});
  b.program.main = {
      ProgramBuilder::copy(x, b.tensor(BufferKind::Output, "y", DType::String, {sym(0)}))};
  return std::move(b.program);
}

// One step of a recurrence: `next` = `state` + x and `seen` = `state`, all f32[4].
inline Program stepProgram(const char *state = "state") {
  ProgramBuilder b;
  b.program.name = "step";
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {c(4)});
  uint32_t old = b.tensor(BufferKind::Input, state, DType::F32, {c(4)});
  uint32_t next = b.tensor(BufferKind::Output, "next", DType::F32, {c(4)});
  uint32_t seen = b.tensor(BufferKind::Output, "seen", DType::F32, {c(4)});
  b.program.main = {
      ProgramBuilder::dispatch(b.kernel("add_rows"), {old, x, next}, 1, {c(1), c(4)}, c(1), "step"),
      ProgramBuilder::copy(old, seen)};
  return std::move(b.program);
}

// A growing cache: `grown`[past + 1, 4] = `cache`[past, 4] and then the row x[1, 4].
inline Program cacheProgram() {
  ProgramBuilder b;
  b.program.name = "cache";
  b.program.symbols = {{"past", 1, 0}};
  const Expr past = sym(0), row = c(16);
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {c(1), c(4)});
  uint32_t cache = b.tensor(BufferKind::Input, "cache", DType::F32, {past, c(4)});
  uint32_t grown = b.tensor(BufferKind::Output, "grown", DType::F32, {add(past, c(1)), c(4)});
  const Expr bytes = mul(past, row);
  b.program.main = {ProgramBuilder::copy(cache, b.view(grown, c(0), bytes)),
                    ProgramBuilder::copy(x, b.view(grown, bytes, row))};
  return std::move(b.program);
}

// `kept` = x, for x and `last` of i32[n], whose elements must be less than 5; `before` = `last`.
inline Program checkedProgram() {
  ProgramBuilder b;
  b.program.name = "checked";
  b.program.symbols = {{"n", 0, 0}};
  const Expr n = sym(0);
  uint32_t x = b.tensor(BufferKind::Input, "x", DType::I32, {n});
  uint32_t last = b.tensor(BufferKind::Input, "last", DType::I32, {n});
  uint32_t kept = b.tensor(BufferKind::Output, "kept", DType::I32, {n});
  uint32_t before = b.tensor(BufferKind::Output, "before", DType::I32, {n});
  b.program.main = {ProgramBuilder::dispatch(b.kernel("check_index"), {x, kept}, 1, {n, c(5)},
                                             ceilDiv(n, c(64)), "check"),
                    ProgramBuilder::copy(last, before)};
  return std::move(b.program);
}

// Marks all kernels of the program as kernels of a GPU. There a workspace belongs to the whole
// dispatch, not to a thread.
inline Program onGpu(Program program, const std::string &target) {
  for (Kernel &kernel : program.kernels)
    kernel.target = target;
  for (Command &command : program.main)
    if (!command.workspace.code.empty())
      command.workspace = mul(command.workspace, command.grid[0]);
  return program;
}

inline KernelTable testKernels() {
  KernelTable table;
  table.addCPU("check_index", checkIndexKernel).ignore();
  table.addCPU("less", lessKernel).ignore();
  table.addCPU("add_rows", addRowsKernel).ignore();
  table.addCPU("double", doubleKernel).ignore();
  table.addCPU("scale_rows", scaleRowsKernel).ignore();
  return table;
}

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_TESTPROGRAMS_H
