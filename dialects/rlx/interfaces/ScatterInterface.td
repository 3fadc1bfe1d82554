// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of ops that change slices of a tensor update by update, for targets that sort the
// updates by index first. With sorted updates every element of the result can be computed
// independently. Other targets apply the updates in order.
#ifndef RLX_SCATTERINTERFACE_TD
#define RLX_SCATTERINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_ScatterOpInterface : OpInterface<"ScatterOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op with one result: its data, changed by updates one after the other. The first
    `getNumIndexed` dimensions of the data are indexed. An index selects a slice of the other
    dimensions, and each update changes one slice. The last dimensions of the updates are those of a
    slice; all others count updates.

    `rlx-sort-scatter-updates` rewrites an op with many updates as an `rlx.scatter_nd` of sorted
    updates with the attribute `lir.sorted_indices`. Only that pass sets the attribute, and only the
    op's `lowerToElements` reads it. It promises the number of updates that it gives, with one index
    each, in [0, number of slices), in ascending order.
  }];
  let methods = [
    InterfaceMethod<"The data that is changed.", "::mlir::Value", "getData">,
    InterfaceMethod<"The updates.", "::mlir::Value", "getUpdates">,
    InterfaceMethod<"How an update changes an element.", "::rlx::ScatterReduction",
      "getReduction">,
    InterfaceMethod<"The number of leading data dimensions that are indexed.", "int64_t",
      "getNumIndexed">,
    InterfaceMethod<[{
        Whether a kernel may apply the updates to the data's own memory. The lowering then honours
        `lir.updates_data`.
      }], "bool", "canUpdateInPlace">,
    InterfaceMethod<[{
        The number of partitions of the result that can be computed in parallel without sorting.
        Each partition is computed by one loop over its updates. May be dynamic.
      }], "int64_t", "getNumPartitions">,
    InterfaceMethod<[{
        Emits a tensor with one element per update, in their order: the element of `table` at the
        update's index. `table` has the indexed dimensions of the data. Emits the op's checks too.
      }], "::mlir::Value", "readTable",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$table)>
  ];
}

#endif // RLX_SCATTERINTERFACE_TD
