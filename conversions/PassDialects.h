// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forward declarations of the dialects that the conversion passes depend on.
//
// Included by each room's Passes.h: the generated pass classes name these dialects as dependent.
// The definitions are not needed there.
#ifndef RLX_CONVERSIONS_PASSDIALECTS_H
#define RLX_CONVERSIONS_PASSDIALECTS_H

namespace mlir {
namespace LLVM {
class LLVMDialect;
} // namespace LLVM
namespace affine {
class AffineDialect;
} // namespace affine
namespace arith {
class ArithDialect;
} // namespace arith
namespace bufferization {
class BufferizationDialect;
} // namespace bufferization
namespace math {
class MathDialect;
} // namespace math
namespace memref {
class MemRefDialect;
} // namespace memref
namespace scf {
class SCFDialect;
} // namespace scf
namespace spirv {
class SPIRVDialect;
} // namespace spirv
namespace tensor {
class TensorDialect;
} // namespace tensor
namespace vector {
class VectorDialect;
} // namespace vector
} // namespace mlir

#endif // RLX_CONVERSIONS_PASSDIALECTS_H
