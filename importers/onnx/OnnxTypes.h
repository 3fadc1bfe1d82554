// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ONNX element types and tensors as builtin types and bytes.
//
// Tensors are decoded without copies where the file has the bytes in the right form. External data
// is read from files below the model's folder only.
#ifndef RLX_IMPORTERS_ONNX_ONNXTYPES_H
#define RLX_IMPORTERS_ONNX_ONNXTYPES_H

#include <memory>
#include <string>
#include <vector>

#include "importers/onnx/OnnxProto.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rlx::onnxim {

// Tensors have fewer bytes than this, so no computation of a size overflows.
inline constexpr int64_t kMaxTensorBytes = int64_t(1) << 46;
inline constexpr int64_t kMaxRank = 32;

inline constexpr int kLastDataType = TensorProto::INT2; // that RLX knows

// The element type of strings during the import: si64, which no op has. The elements are numbers of
// strings. Signless integers replace them at the end.
mlir::Type stringType(mlir::MLIRContext *context);
inline bool isString(mlir::Type elementType) {
  return elementType && elementType.isSignedInteger(64);
}

// Numbers for the strings of a model: 0, 1, …; the empty string has 0.
class StringNumbers {
public:
  int64_t of(llvm::StringRef text);
  // All strings, by number; none if there was no string but the empty one.
  llvm::ArrayRef<std::string> all() const { return texts; }

private:
  llvm::StringMap<int64_t> numbers;
  std::vector<std::string> texts;
};

// The builtin type of a TensorProto.DataType; null if there is none.
mlir::Type elementTypeOf(mlir::MLIRContext *context, int dataType);
// The TensorProto.DataType of a builtin type; UNDEFINED (0) if there is none.
int dataTypeOf(mlir::Type elementType);
// The bytes per element in TensorData.
int64_t elementBytes(mlir::Type elementType);
// The number of elements, or an error if `shape` has a negative size or is too large.
llvm::Expected<int64_t> checkedNumElements(llvm::ArrayRef<int64_t> shape, mlir::Type elementType);

// Row-major little-endian elements, one byte per boolean or element of 4 or 2 bits. The bytes
// belong to the model or to `owned`.
struct TensorData {
  mlir::RankedTensorType type;
  llvm::ArrayRef<char> bytes;
  std::shared_ptr<std::vector<char>> owned;

  int64_t numElements() const { return type.getNumElements(); }
  // Element i of an integer or boolean tensor.
  int64_t intAt(int64_t i) const;
  // Element i of a tensor of any type, in double precision.
  double doubleAt(int64_t i) const;
  // A copy of the tensor as an attribute.
  mlir::DenseElementsAttr attribute() const;
};

// Files with external data; each is opened once. `directory` is the model's; if empty, all are
// rejected. `target` is the folder of the file that the model's path links to. Stores of models,
// such as the cache of Hugging Face, keep all files in one folder and link to them.
class ExternalFiles {
public:
  explicit ExternalFiles(llvm::StringRef directory, llvm::StringRef target = {})
      : directory(directory.str()), target(target.str()) {}
  // Bytes [offset, offset + length) of the file `location` in the directory, or else in the target.
  // A link may lead to files below these two only. A `length` of -1 means to the end.
  llvm::Expected<llvm::ArrayRef<char>> read(llvm::StringRef location, int64_t offset,
                                            int64_t length);
  // The strings of all tensors that were decoded with these files.
  StringNumbers strings;

private:
  llvm::Expected<llvm::MemoryBuffer *> open(llvm::StringRef location);
  // The real path of an allowed file.
  llvm::Expected<std::string> findFile(llvm::StringRef location) const;
  std::string directory, target;
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> files;
};

// Decodes a tensor. Checks that its type is known and that its data has the size of its shape.
llvm::Expected<TensorData> decodeTensor(mlir::MLIRContext *context, const TensorProto &tensor,
                                        ExternalFiles &files);
// Decodes a sparse tensor to a dense one, with zeros between its values.
llvm::Expected<TensorData> decodeSparse(mlir::MLIRContext *context, const SparseTensorProto &tensor,
                                        ExternalFiles &files);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXTYPES_H
