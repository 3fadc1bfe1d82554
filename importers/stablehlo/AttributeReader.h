// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the attributes of StableHLO from their text. MLIR's parser keeps the text of attributes
// whose dialect it does not have, for example `dot<lhs_contracting_dimensions = [1]>`.
#ifndef RLX_IMPORTERS_STABLEHLO_ATTRIBUTEREADER_H
#define RLX_IMPORTERS_STABLEHLO_ATTRIBUTEREADER_H

#include <optional>
#include <string>

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace rlx::shlo {

using IntList = llvm::SmallVector<int64_t>;

// The fields of a structure of integers and lists of integers. Fields that are left out are empty
// lists and zeros. Reading a field marks it, so that unknown ones can be reported.
class Fields {
public:
  // For `gather<offset_dims = [1], index_vector_dim = 1>` with the mnemonic "gather".
  static std::optional<Fields> parse(mlir::Attribute attribute, llvm::StringRef mnemonic);

  IntList list(llvm::StringRef name);
  int64_t integer(llvm::StringRef name, int64_t fallback);
  // The first field that was never read, or "".
  std::string unread() const;

private:
  llvm::StringMap<IntList> lists;
  llvm::StringMap<int64_t> integers;
  llvm::StringMap<bool> read;
};

// Where the dimensions of a convolution's operands and result are.
struct ConvDims {
  struct Operand {
    int64_t first = -1, second = -1; // batch and feature; of the filter: output and input features
    IntList spatial;
  };
  Operand input, filter, output;
  // For `conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`.
  static std::optional<ConvDims> parse(mlir::Attribute attribute);
};

// The value of an enumeration: "LT" for `#stablehlo<comparison_direction LT>` with that name. Also
// takes a plain string attribute. Empty if the attribute is something else.
std::string enumValue(mlir::Attribute attribute, llvm::StringRef name);

// The integers of `array<i64: 1, 2>`, or of `dense<[1, 2]> : tensor<2xi64>`, in row-major order.
std::optional<IntList> integersOf(mlir::Attribute attribute);

// For messages, at most 80 characters of it.
std::string attributeText(mlir::Attribute attribute);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_ATTRIBUTEREADER_H
