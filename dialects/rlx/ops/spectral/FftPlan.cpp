// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of FftPlan.h. Twiddle factors are computed from the nearest quarter turn, so that
// they are accurate to the last bits for every length. The table holds them pass by pass, and then
// chirp and filter of Bluestein.
#include "dialects/rlx/ops/spectral/FftPlan.h"

#include <cmath>
#include <numbers>

using namespace rlx;

namespace {

using ComplexTable = std::vector<std::complex<double>>;

// Larger prime factors use Bluestein: the butterflies of a pass cost radix^2.
constexpr int kMaxRadix = 13;

// The radices; empty if a prime factor is too large. Radix 4 comes last. Then element N / 2 of the
// transform of real numbers, which is real, is computed by additions and subtractions only, and is
// exactly real.
llvm::SmallVector<int64_t> radicesOf(int64_t length) {
  llvm::SmallVector<int64_t> radices;
  for (int64_t radix : {4, 2, 3, 5, 7, 11, kMaxRadix})
    for (; length % radix == 0; length /= radix)
      radices.insert(radices.begin(), radix);
  return length == 1 ? radices : llvm::SmallVector<int64_t>{};
}

// e^(-2 pi i turn / whole)
std::complex<double> unitRoot(int64_t turn, int64_t whole) {
  turn %= whole;
  // Splits off the nearest quarter turn, so that the remaining angle is small.
  int64_t quarter = (8 * turn + whole) / (2 * whole), rest = 4 * turn - quarter * whole;
  double angle = -std::numbers::pi * double(rest) / (2 * double(whole));
  double c = std::cos(angle), s = std::sin(angle);
  switch (quarter % 4) {
  case 0:
    return {c, s};
  case 1:
    return {s, -c};
  case 2:
    return {-c, -s};
  default:
    return {-s, c};
  }
}

// The forward transform for powers of two, recursive.
void transform(ComplexTable &x) {
  size_t size = x.size();
  if (size == 1)
    return;
  ComplexTable even(size / 2), odd(size / 2);
  for (size_t i = 0; i < size; ++i)
    (i % 2 ? odd : even)[i / 2] = x[i];
  transform(even);
  transform(odd);
  for (size_t k = 0; k < size / 2; ++k) {
    std::complex<double> rotated = unitRoot(k, size) * odd[k];
    x[k] = even[k] + rotated;
    x[k + size / 2] = even[k] - rotated;
  }
}

} // namespace

FftPlan::FftPlan(int64_t length) : length(length), workLength(length) {
  llvm::SmallVector<int64_t> radices = radicesOf(length);
  usesChirp = length > 1 && radices.empty();
  if (usesChirp) {
    workLength = 1;
    while (workLength < 2 * length - 1)
      workLength *= 2;
    radices = radicesOf(workLength);
  }
  addPasses(radices);
  if (usesChirp) {
    chirp = tableSize;
    filter = chirp + length;
    tableSize = filter + workLength;
  }
}

void FftPlan::addPasses(llvm::ArrayRef<int64_t> radices) {
  int64_t left = workLength, stride = 1;
  for (int64_t radix : radices) {
    left /= radix;
    passes.push_back({radix, left, stride, tableSize});
    stride *= radix;
    tableSize += left > 1 ? left * (radix - 1) : 0;
  }
}

std::vector<std::complex<double>> FftPlan::table() const {
  ComplexTable table;
  for (const FftPass &pass : passes)
    for (int64_t p = 0; p < pass.groups && pass.groups > 1; ++p)
      for (int64_t j = 1; j < pass.radix; ++j)
        table.push_back(unitRoot(p * j, pass.groups * pass.radix));
  if (!usesChirp)
    return table;
  ComplexTable wrapped(workLength);
  for (int64_t k = 0; k < length; ++k) {
    // k^2 modulo 2 length; a large angle would lose precision.
    table.push_back(unitRoot(k * k % (2 * length), 2 * length));
    wrapped[k] = wrapped[(workLength - k) % workLength] = std::conj(table.back());
  }
  transform(wrapped);
  for (std::complex<double> value : wrapped)
    table.push_back(value / double(workLength));
  return table;
}
