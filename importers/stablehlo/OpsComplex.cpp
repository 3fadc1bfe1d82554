// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers and Fourier transforms.
#include "importers/stablehlo/Expr.h"
#include "importers/stablehlo/OpTable.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::shlo;

namespace {

// A part of complex numbers, or of real ones, which StableHLO allows too.
void importPart(Node &op, bool isReal) {
  Expr x = input(op, 0);
  if (op.hasFailed())
    return;
  if (isComplex(x.type()))
    return op.set(0, x.unary(isReal ? "rlx.real" : "rlx.imag").value());
  op.set(0, (isReal ? x : x * 0).value());
}

// The complex transform along one axis.
Value transformed(Node &op, Value x, int64_t axis, bool isInverse) {
  return op.emit("rlx.fft", x,
                 {op.enumerator("layout", FftLayout::Complex), op.i64("axis", axis),
                  op.boolean("inverse", isInverse)});
}

void importFft(Node &op) {
  Value x = op.in(0);
  const std::string type = op.choice("fft_type", "fft_type", "");
  IntList lengths = op.integers("fft_length", std::nullopt);
  const int64_t count = lengths.size(), rank = rankOf(x);
  if (!op.expect(count >= 1 && count <= rank, "one length for each of the last dimensions"))
    return;
  const int64_t first = rank - count, last = rank - 1;
  const bool isReal = type == "RFFT" || type == "IRFFT";
  const bool isInverse = type == "IFFT" || type == "IRFFT";
  if (!op.expect(isReal || type == "FFT" || type == "IFFT",
                 "attribute 'fft_type' to be FFT, IFFT, RFFT or IRFFT, but got '" + type + "'"))
    return;
  for (int64_t i = 0; i < count; ++i) {
    const bool isHalf = type == "IRFFT" && i + 1 == count;
    const int64_t expected = isHalf ? lengths[i] / 2 + 1 : lengths[i];
    if (!op.expect(lengths[i] >= 1 && shapeOf(x)[first + i] == expected,
                   "size " + Twine(expected) + " in dimension " + Twine(first + i) +
                       ", as attribute 'fft_length' says, but got " + Twine(shapeOf(x)[first + i])))
      return;
  }
  if (!op.expect(isComplex(elementOf(x)) == (type != "RFFT"),
                 type == "RFFT" ? "real numbers" : "complex numbers"))
    return;
  if (type == "RFFT") {
    Values parts = op.emitAll("rlx.rfft", x, {op.i64("axis", last)});
    x = parts.empty() ? Value() : op.emit("rlx.complex", {parts[0], parts[1]});
  }
  for (int64_t axis = first; axis < (isReal ? last : rank); ++axis)
    x = transformed(op, x, axis, isInverse);
  if (type == "IRFFT")
    x = op.emit("rlx.irfft", {op.emit("rlx.real", x), op.emit("rlx.imag", x)},
                {op.i64("axis", last), op.i64("length", lengths.back())});
  op.set(0, x);
}

} // namespace

void rlx::shlo::addComplexOps(OpTable &table) {
  table.addElementwise("stablehlo.real", [](Node &op) { importPart(op, true); }, 1);
  table.addElementwise("stablehlo.imag", [](Node &op) { importPart(op, false); }, 1);
  table.addElementwise(
      "stablehlo.complex", [](Node &op) { op.set(0, op.emit("rlx.complex", op.inputs())); }, 2);
  auto conj = [](Node &op) { op.set(0, op.emit("rlx.conj", op.in(0))); };
  table.addElementwise("chlo.conj", conj, 1);
  table.add("stablehlo.fft", importFft, {1});
}
