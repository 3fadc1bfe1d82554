// Helpers for writing `evaluate` bodies.
#ifndef RLX_DIALECTS_RLX_REFERENCE_REFMATH_H
#define RLX_DIALECTS_RLX_REFERENCE_REFMATH_H

#include "dialects/rlx/reference/RefTensor.h"

namespace rlx::ref {

// result[i] = f(input[i]), in double.
template <typename F>
llvm::Error mapUnary(llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> results, F f) {
  for (int64_t i = 0, e = results[0].numElements(); i < e; ++i)
    results[0].set(i, f(inputs[0].asDouble(i)));
  return llvm::Error::success();
}

// result[i] = f(lhs[..], rhs[..]) with broadcasting: `f` in double for float operands, `g` in
// int64 for integer ones.
template <typename F, typename G>
llvm::Error mapBinary(llvm::ArrayRef<Tensor> inputs, llvm::MutableArrayRef<Tensor> results, F f,
                      G g) {
  const Tensor &lhs = inputs[0], &rhs = inputs[1];
  forEachIndex(results[0].shape, [&](llvm::ArrayRef<int64_t> index, int64_t i) {
    int64_t l = broadcastOffset(lhs.shape, index), r = broadcastOffset(rhs.shape, index);
    if (lhs.isFloat())
      results[0].set(i, f(lhs.floats[l], rhs.floats[r]));
    else
      results[0].setInt(i, g(lhs.ints[l], rhs.ints[r]));
  });
  return llvm::Error::success();
}

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_REFMATH_H
