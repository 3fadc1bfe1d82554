// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs whose runs compute sizes, for tests and fuzzers.
#ifndef RLX_UNITTESTS_RUNTIME_COMPUTEDPROGRAMS_H
#define RLX_UNITTESTS_RUNTIME_COMPUTEDPROGRAMS_H

#include "unittests/runtime/TestPrograms.h"

namespace rlx::rt::testing {

inline Command setSize(uint32_t symbol, uint32_t element, DType dtype = DType::I64) {
  Command command = mark(CommandKind::SetSize, {element});
  command.symbol = symbol;
  command.dtype = dtype;
  return command;
}
inline Command setSize(uint32_t symbol, Expr value) {
  Command command = mark(CommandKind::SetSize);
  command.symbol = symbol;
  command.dims = {std::move(value)};
  return command;
}
inline Symbol computed(std::string name) {
  Symbol symbol{std::move(name)};
  symbol.source = SymbolSource::Computed;
  return symbol;
}

// From x [n, 4] and counts [2]: the first k = counts[0] rows of x, doubled, as `head`, and n as
// `whole`. The guard k <= n is checked when k is set.
inline Program headProgram() {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "head";
  p.symbols = {{"n", 0, 0}, computed("k")};
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {sym(0), c(4)});
  const uint32_t counts = b.tensor(BufferKind::Input, "counts", DType::I64, {c(2)});
  const uint32_t head = b.tensor(BufferKind::Output, "head", DType::F32, {sym(1), c(4)});
  const uint32_t whole = b.tensor(BufferKind::Output, "whole", DType::F32, {sym(0), c(4)});
  const uint32_t saved = b.buffer(BufferKind::Arena, c(16));
  const uint32_t element = b.view(saved, c(0), c(8));
  const uint32_t rows = b.view(x, c(0), mul(sym(1), c(16)));
  const uint32_t doubled = b.buffer(BufferKind::Arena, mul(sym(1), c(16)));
  const uint32_t addRows = b.kernel("add_rows");
  p.guards.push_back({sym(0), sym(1), "rows of x", Relation::AtLeast});
  p.main = {
      ProgramBuilder::copy(counts, saved), setSize(1, element),
      ProgramBuilder::dispatch(addRows, {rows, rows, doubled}, 1, {sym(1), c(4)}, sym(1), "double"),
      ProgramBuilder::copy(doubled, head), ProgramBuilder::copy(x, whole)};
  return std::move(b.program);
}

// x of a loop grows by itself in each of `turns` iterations: it is saved with its next size, then
// its size is set.
inline Program growProgram() {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "grow";
  p.symbols = {{"n", 0, 0}, computed("m"), computed("next")};
  p.numCounters = 1;
  const auto bytes = [](Expr rows) { return mul(rows, c(16)); };
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {sym(0), c(4)});
  b.tensor(BufferKind::Input, "turns", DType::I64, {c(1)});
  Symbol turns{"turns.0", 1, 0, SymbolSource::Element};
  p.symbols.push_back(turns);
  const uint32_t y = b.tensor(BufferKind::Output, "y", DType::F32, {sym(1), c(4)});
  const uint32_t larger = b.buffer(BufferKind::Arena, bytes(add(sym(1), sym(0))));
  const uint32_t front = b.view(larger, c(0), bytes(sym(1)));
  const uint32_t back = b.view(larger, bytes(sym(1)), bytes(sym(0)));
  const uint32_t saved = b.buffer(BufferKind::Arena, bytes(sym(2)));
  p.main = {setSize(1, sym(0)),
            ProgramBuilder::copy(x, y),
            forLoop(0, sym(3)),
            ProgramBuilder::copy(y, front),
            ProgramBuilder::copy(x, back),
            setSize(2, add(sym(1), sym(0))),
            ProgramBuilder::copy(larger, saved),
            setSize(1, sym(2)),
            ProgramBuilder::copy(saved, y),
            mark(CommandKind::End)};
  return std::move(b.program);
}

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_COMPUTEDPROGRAMS_H
