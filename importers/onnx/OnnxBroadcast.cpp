// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reshapes of operands from before operator set 7; see OnnxBroadcast.h.
//
// An aligned operand gets trailing dimensions of size 1. Newer models pass through unchanged.
#include "importers/onnx/OnnxBroadcast.h"

using namespace mlir;

namespace rlx::onnxim {
namespace {

constexpr int64_t kNumpyBroadcasting = 7; // since this operator set

Value withTrailingOnes(Node &n, unsigned input, int64_t count) {
  if (count == 0 || n.hasFailed())
    return n.tensor(input);
  Dims sizes(n.dims(input));
  sizes.append(count, n.size(1));
  return n.reshape(n.tensor(input), sizes);
}

} // namespace

Value secondOperand(Node &n) {
  if (n.opset() >= kNumpyBroadcasting)
    return n.tensor(1);
  int64_t lhs = n.rank(0), rhs = n.rank(1);
  bool broadcasts = n.intAttr("broadcast", 0);
  int64_t axis = n.intAttr("axis", lhs - rhs);
  if (axis < 0 && rhs <= lhs)
    axis += lhs;
  if (!broadcasts && lhs != rhs)
    n.fail("expects operands of one rank without attribute 'broadcast', but got ranks " +
           Twine(lhs) + " and " + Twine(rhs));
  if (!broadcasts)
    return n.tensor(1);
  if (axis < 0 || axis + rhs > lhs) {
    n.fail("attribute 'axis' is " + Twine(axis) + ", but dimensions of a tensor of rank " +
           Twine(rhs) + " cannot start there in one of rank " + Twine(lhs));
    return {};
  }
  return withTrailingOnes(n, 1, lhs - axis - rhs);
}

Value preluSlope(Node &n) {
  bool perChannel = n.opset() < kNumpyBroadcasting && n.rank(1) == 1 && n.rank(0) > 2;
  return withTrailingOnes(n, 1, perChannel ? n.rank(0) - 2 : 0);
}

} // namespace rlx::onnxim
