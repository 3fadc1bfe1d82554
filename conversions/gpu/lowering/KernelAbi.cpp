// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes and reads the ABI attribute (see KernelAbi.h). Flags that are false are left out. For
// example, a kernel with two inputs, one result and two dynamic sizes, which checks indices, has
// {operands = 3, dims = 2, status}.
#include "conversions/gpu/lowering/KernelAbi.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace rlx {

void setKernelAbi(Operation *op, const rt::KernelBindings &abi) {
  Builder b(op);
  SmallVector<NamedAttribute> members = {
      b.getNamedAttr("operands", b.getI64IntegerAttr(abi.operands)),
      b.getNamedAttr("dims", b.getI64IntegerAttr(abi.dims))};
  if (abi.usesStatus)
    members.push_back(b.getNamedAttr("status", b.getUnitAttr()));
  if (abi.usesWorkspace)
    members.push_back(b.getNamedAttr("workspace", b.getUnitAttr()));
  if (abi.needsAligned)
    members.push_back(b.getNamedAttr("aligned", b.getUnitAttr()));
  op->setAttr(kKernelAbiAttr, b.getDictionaryAttr(members));
}

rt::KernelBindings getKernelAbi(Operation *op) {
  auto members = op->getAttrOfType<DictionaryAttr>(kKernelAbiAttr);
  rt::KernelBindings abi;
  if (!members)
    return abi;
  auto number = [&](StringRef name) {
    auto attr = members.getAs<IntegerAttr>(name);
    return attr ? static_cast<uint32_t>(attr.getInt()) : 0;
  };
  abi.operands = number("operands");
  abi.dims = number("dims");
  abi.usesStatus = members.contains("status");
  abi.usesWorkspace = members.contains("workspace");
  abi.needsAligned = members.contains("aligned");
  return abi;
}

} // namespace rlx
