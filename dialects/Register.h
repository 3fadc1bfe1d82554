// Puts every dialect that rlx modules may contain into a registry.
#ifndef RLX_DIALECTS_REGISTER_H
#define RLX_DIALECTS_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace rlx {

// The dialects of input files: rlx, lir, check, func and the index arithmetic around them.
void registerDialects(mlir::DialectRegistry &registry);

} // namespace rlx

#endif // RLX_DIALECTS_REGISTER_H
