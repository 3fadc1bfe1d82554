// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the fields of a quantized block front to back, for the reference decoders.
#ifndef RLX_DIALECTS_RLX_REFERENCE_BLOCKREADER_H
#define RLX_DIALECTS_RLX_REFERENCE_BLOCKREADER_H

#include <vector>

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"

namespace rlx::ref {

// Reads the fields of a block in the order in which they are stored.
class BlockReader {
public:
  explicit BlockReader(llvm::ArrayRef<int64_t> bytes) : rest(bytes) {}

  std::vector<int> bytes(size_t count) {
    std::vector<int> taken;
    for (int64_t byte : take(count))
      taken.push_back(static_cast<int>(byte & 255));
    return taken;
  }
  std::vector<int> signedBytes(size_t count) {
    std::vector<int> taken;
    for (int64_t byte : take(count))
      taken.push_back(static_cast<int8_t>(byte));
    return taken;
  }
  double f16() { return number(llvm::APFloat::IEEEhalf(), 16); }
  double f32() { return number(llvm::APFloat::IEEEsingle(), 32); }
  uint32_t u32() { return static_cast<uint32_t>(integer(4)); }

private:
  llvm::ArrayRef<int64_t> take(size_t count) {
    llvm::ArrayRef<int64_t> taken = rest.take_front(count);
    rest = rest.drop_front(count);
    return taken;
  }
  uint64_t integer(size_t count) {
    uint64_t value = 0, weight = 1;
    for (int64_t byte : take(count)) {
      value += uint64_t(byte & 255) * weight;
      weight *= 256;
    }
    return value;
  }
  double number(const llvm::fltSemantics &format, unsigned bits) {
    llvm::APFloat value(format, llvm::APInt(bits, integer(bits / 8)));
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return value.convertToDouble();
  }

  llvm::ArrayRef<int64_t> rest;
};

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_BLOCKREADER_H
