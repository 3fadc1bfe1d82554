// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host tensors of the reference interpreter. Floating-point elements are stored as double, complex
// ones as two doubles, integers as int64 (u64 by bit pattern). Plain and slow on purpose: every
// other route is compared with the interpreter.
#ifndef RLX_DIALECTS_RLX_REFERENCE_REFTENSOR_H
#define RLX_DIALECTS_RLX_REFERENCE_REFTENSOR_H

#include <complex>
#include <vector>

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlir {
class Region;
} // namespace mlir

namespace rlx::ref {

/// A tensor by value: copies are deep.
struct Tensor {
  llvm::SmallVector<int64_t> shape;
  mlir::Type elementType;     // f16 … f64, i1 … i64, ui8 … ui64, complex<…>, narrow types
  std::vector<double> floats; // used when elementType is a float or (re, im, re, im, …) complex
  std::vector<int64_t> ints;  // used otherwise; i1 holds 0 or 1

  Tensor() = default;
  /// A tensor of zeros.
  Tensor(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);

  bool isFloat() const { return llvm::isa<mlir::FloatType>(elementType); }
  bool isComplex() const { return llvm::isa<mlir::ComplexType>(elementType); }
  int64_t numElements() const;
  /// The type of the scalars of an element: its own or, if it is complex, that of its parts.
  mlir::Type scalarType() const {
    auto type = llvm::dyn_cast<mlir::ComplexType>(elementType);
    return type ? type.getElementType() : elementType;
  }
  int64_t numScalars() const { return numElements() * (isComplex() ? 2 : 1); }
  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  /// Element i as double or int64, converted if it is stored as the other. Not for complex tensors.
  double asDouble(int64_t i) const {
    return isFloat() ? floats[i] : (isUnsigned64() ? double(uint64_t(ints[i])) : double(ints[i]));
  }
  int64_t asInt(int64_t i) const { return isFloat() ? int64_t(floats[i]) : ints[i]; }
  /// Stores a value computed in double or int64. Rounding to the element type comes later.
  void set(int64_t i, double value) {
    isFloat() ? void(floats[i] = value) : void(ints[i] = int64_t(value));
  }
  void setInt(int64_t i, int64_t value) {
    isFloat() ? void(floats[i] = double(value)) : void(ints[i] = value);
  }
  std::complex<double> complexAt(int64_t i) const { return {floats[2 * i], floats[2 * i + 1]}; }
  void setComplex(int64_t i, std::complex<double> value) {
    floats[2 * i] = value.real();
    floats[2 * i + 1] = value.imag();
  }
  /// Copies element `from` of a tensor with the same element type, bit for bit.
  void copyElement(int64_t i, const Tensor &source, int64_t from) {
    if (isComplex())
      return setComplex(i, source.complexAt(from));
    isFloat() ? void(floats[i] = source.floats[from]) : void(ints[i] = source.ints[from]);
  }
  /// Rounds every element to elementType: floats to nearest even; integers wrap.
  void roundToElementType();

private:
  bool isUnsigned64() const { return elementType.isUnsignedInteger(64); }
};

/// The type of a tensor for messages, for example "tensor<2x3xf32>".
std::string shapeText(const Tensor &tensor);

/// The byte of a number in f8E8M0FNU, and the number. Numbers are rounded down to a power of two;
/// those out of range become the nearest one, negative ones NaN.
uint64_t scaleCode(double value);
double scaleValue(uint64_t code);

/// The row-major strides of a shape.
llvm::SmallVector<int64_t> strides(llvm::ArrayRef<int64_t> shape);

/// Calls `body(index, linear)` for every index of `shape`, with the last dimension fastest.
void forEachIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t> index, int64_t linear)> body);

/// The linear index of the element of `operand` that NumPy broadcasting pairs with `index` of the
/// result.
int64_t broadcastOffset(llvm::ArrayRef<int64_t> operand, llvm::ArrayRef<int64_t> index);

/// The services of the interpreter to an op that is being evaluated.
class EvalContext {
public:
  virtual ~EvalContext() = default;
  /// Runs the body of a region op.
  virtual llvm::Expected<llvm::SmallVector<Tensor>> run(mlir::Region &region,
                                                        llvm::ArrayRef<Tensor> arguments) = 0;
  /// A tensor of zeros; an error if it is larger than the context allows. It is for ops that set
  /// their results themselves; results of other ops are allocated for them.
  virtual llvm::Expected<Tensor> zeros(llvm::ArrayRef<int64_t> shape, mlir::Type elementType) = 0;
  /// Runs the user kernel of an op.
  virtual llvm::Error runUserKernel(llvm::StringRef name, llvm::StringRef config,
                                    llvm::ArrayRef<Tensor> inputs,
                                    llvm::MutableArrayRef<Tensor> outputs) = 0;
};

} // namespace rlx::ref

#endif // RLX_DIALECTS_RLX_REFERENCE_REFTENSOR_H
