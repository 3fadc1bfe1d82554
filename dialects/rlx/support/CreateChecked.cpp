// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of CreateChecked.h. The op's properties are built in a temporary buffer and passed
// to its inference, as the generated builders do. Names of attributes are checked against the
// registered op first, and their values against its constraints.
#include "dialects/rlx/support/CreateChecked.h"

#include <cstddef>
#include <vector>

#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace {
// Storage for the properties of an op that does not exist yet.
class ScopedProperties {
public:
  explicit ScopedProperties(OperationName name)
      : name(name), storage(name.getOpPropertyByteSize() / sizeof(std::max_align_t) + 1) {
    if (name.getOpPropertyByteSize())
      name.initOpProperties(get(), OpaqueProperties(nullptr));
  }
  ~ScopedProperties() {
    if (name.getOpPropertyByteSize())
      name.destroyOpProperties(get());
  }
  ScopedProperties(const ScopedProperties &) = delete;
  ScopedProperties &operator=(const ScopedProperties &) = delete;

  OpaqueProperties get() { return OpaqueProperties(storage.data()); }

private:
  OperationName name;
  std::vector<std::max_align_t> storage;
};

LogicalResult checkAttributeNames(Location loc, OperationName name,
                                  ArrayRef<NamedAttribute> attributes) {
  for (const NamedAttribute &attribute : attributes)
    if (!llvm::is_contained(name.getAttributeNames(), attribute.getName()))
      return emitError(loc) << "'" << name << "' op has no attribute '"
                            << attribute.getName().getValue() << "'";
  return success();
}
} // namespace

FailureOr<Operation *> rlx::createChecked(OpBuilder &builder, Location loc, StringRef name,
                                          ValueRange operands, ArrayRef<NamedAttribute> attributes,
                                          ArrayRef<std::unique_ptr<Region>> regions) {
  std::optional<RegisteredOperationName> registered =
      RegisteredOperationName::lookup(name, builder.getContext());
  if (!registered)
    return emitError(loc) << "the op '" << name << "' does not exist in this build";
  OperationName opName = *registered;
  auto *inference = opName.getInterface<InferTypeOpInterface>();
  if (!inference)
    return emitError(loc) << "'" << name << "' op cannot infer its result types";
  if (failed(checkAttributeNames(loc, opName, attributes)))
    return failure();

  ScopedProperties properties(opName);
  DictionaryAttr dictionary = builder.getDictionaryAttr(attributes);
  auto onError = [&] { return emitError(loc) << "'" << name << "' op "; };
  // Inference may rely on the constraints of attributes, such as the element types of a bitcast.
  NamedAttrList list(attributes);
  if (failed(opName.verifyInherentAttrs(list, onError)))
    return failure();
  if (opName.getOpPropertyByteSize() &&
      failed(opName.setOpPropertiesFromAttribute(opName, properties.get(), dictionary, onError)))
    return failure();
  SmallVector<Type> types;
  if (failed(inference->inferReturnTypes(builder.getContext(), loc, operands, dictionary,
                                         properties.get(), RegionRange(regions), types)))
    return failure();
  Operation *op =
      Operation::create(loc, opName, types, operands, DictionaryAttr::get(builder.getContext()),
                        properties.get(), BlockRange(), regions.size());
  for (auto [i, region] : llvm::enumerate(regions))
    op->getRegion(i).takeBody(*region);
  return builder.insert(op);
}
