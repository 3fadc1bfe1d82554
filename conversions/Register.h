// Dialects and interface implementations that the conversions need in a context's registry.
#ifndef RLX_CONVERSIONS_REGISTER_H
#define RLX_CONVERSIONS_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace rlx {

void registerConversionInterfaces(mlir::DialectRegistry &registry);

} // namespace rlx

#endif // RLX_CONVERSIONS_REGISTER_H
