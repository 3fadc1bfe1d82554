// Ops that change places of a tensor update by update, as seen by targets that sort the updates.
#ifndef RLX_SCATTERINTERFACE_TD
#define RLX_SCATTERINTERFACE_TD

include "mlir/IR/OpBase.td"

def RLX_ScatterOpInterface : OpInterface<"ScatterOpInterface"> {
  let cppNamespace = "::rlx";
  let description = [{
    An op with one result, its data changed by updates, one after the other. The first dimensions of the
    data, `getNumIndexed` of them, are places; each update is of one place, which an index names, and has
    the data's other dimensions. The last dimensions of the updates are these, all others count updates.

    `rlx-sort-scatter-updates` makes sorted ones of many updates: an `rlx.scatter_nd` with `lir.sorted_indices`.
    That attribute it alone sets, and the op's `lowerToElements` alone reads it. It promises that there
    are as many updates as it says, one index each, in [0, number of places), and that these ascend.
  }];
  let methods = [
    InterfaceMethod<"What is changed.", "::mlir::Value", "getData">,
    InterfaceMethod<"What it is changed by.", "::mlir::Value", "getUpdates">,
    InterfaceMethod<"What becomes of an element and its update.", "::rlx::ScatterReduction",
      "getReduction">,
    InterfaceMethod<"How many of the data's dimensions are places.", "int64_t", "getNumIndexed">,
    InterfaceMethod<[{
        How many shares of the result can be made at once without sorting: whoever makes one goes through
        the updates of it alone. May be dynamic.
      }], "int64_t", "getNumShares">,
    InterfaceMethod<[{
        Emits a tensor with the place of each update, in their order: its element of `places`, which has
        the data's first dimensions. Fails the run for what the op fails for.
      }], "::mlir::Value", "readPlaces",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "::mlir::Value":$places)>
  ];
}

#endif // RLX_SCATTERINTERFACE_TD
