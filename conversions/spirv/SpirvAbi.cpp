// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes and reads the ABI attribute (see SpirvAbi.h). Flags that are false are left out. For
// example, a kernel with two inputs, one result and two dynamic sizes, which checks indices, has
// {operands = 3, dims = 2, status}.
#include "conversions/spirv/SpirvAbi.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace rlx {

void setSpirvAbi(Operation *op, const rt::SpirvKernel &kernel) {
  Builder b(op);
  SmallVector<NamedAttribute> members = {
      b.getNamedAttr("operands", b.getI64IntegerAttr(kernel.operands)),
      b.getNamedAttr("dims", b.getI64IntegerAttr(kernel.dims))};
  if (kernel.usesStatus)
    members.push_back(b.getNamedAttr("status", b.getUnitAttr()));
  if (kernel.usesWorkspace)
    members.push_back(b.getNamedAttr("workspace", b.getUnitAttr()));
  if (kernel.needsAligned)
    members.push_back(b.getNamedAttr("aligned", b.getUnitAttr()));
  op->setAttr(kSpirvAbiAttr, b.getDictionaryAttr(members));
}

rt::SpirvKernel getSpirvAbi(Operation *op) {
  auto members = op->getAttrOfType<DictionaryAttr>(kSpirvAbiAttr);
  rt::SpirvKernel kernel;
  if (!members)
    return kernel;
  auto number = [&](StringRef name) {
    auto attr = members.getAs<IntegerAttr>(name);
    return attr ? static_cast<uint32_t>(attr.getInt()) : 0;
  };
  kernel.operands = number("operands");
  kernel.dims = number("dims");
  kernel.usesStatus = members.contains("status");
  kernel.usesWorkspace = members.contains("workspace");
  kernel.needsAligned = members.contains("aligned");
  return kernel;
}

} // namespace rlx
