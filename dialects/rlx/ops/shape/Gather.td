// Ops that read at computed positions, or compute positions.
#ifndef RLX_INDEX_TD
#define RLX_INDEX_TD

include "dialects/rlx/interfaces/ExpertRoutingInterface.td"
include "dialects/rlx/ir/RLXBase.td"

def RLX_GatherOp : RLX_CoreOp<"gather", [RLX_MayFail, RLX_KeepsElements]> {
  let summary = "takes slices along an axis";
  let description = [{
    *Semantics*: NumPy's `take`: `result[a.., i.., b..] = data[a.., indices[i..], b..]`, where
    `a..` are the dimensions before `axis` and `b..` those after it. Negative indices count from
    the end. An index outside [-size, size) fails the run. ONNX `Gather`; with axis 0 an embedding
    lookup.

    *Shape rule*: `axis` lies in [-rank, rank) of `data` (gather_c1); `data` is not empty along
    `axis` (gather_c2).

    *Types*: any data, any integer indices.

    *Example*:
    ```mlir
    %0 = rlx.gather %table, %ids axis = 0 : (tensor<1000x64xf32>, tensor<?x7xi64>) -> tensor<?x7x64xf32>
    ```
  }];
  let arguments = (ins RLX_AnyTensor:$data, RLX_IntTensor:$indices, I64Attr:$axis);
  let results = (outs RLX_AnyTensor:$result);
  let assemblyFormat =
      "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def RLX_GatherElementsOp : RLX_CoreOp<"gather_elements", [RLX_MayFail, RLX_KeepsElements]> {
  let summary = "takes one element per index along an axis";
  let description = [{
    *Semantics*: `result[p] = data[p with p[axis] replaced by indices[p]]`. Negative indices count
    from the end. An index outside [-size, size) fails the run. ONNX `GatherElements`, PyTorch
    `gather`.

    *Shape rule*: `axis` lies in [-rank, rank) (gather_elements_c1); ranks agree
    (gather_elements_c2); beside `axis`, `indices` is not larger than `data` (gather_elements_c3);
    `data` is not empty along `axis` (gather_elements_c4). The result has the shape of `indices`.

    *Types*: any data, any integer indices.

    *Example*:
    ```mlir
    %0 = rlx.gather_elements %x, %ids axis = 1 : (tensor<?x8xf32>, tensor<?x3xi32>) -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins RLX_AnyTensor:$data, RLX_IntTensor:$indices, I64Attr:$axis);
  let results = (outs RLX_AnyTensor:$result);
  let assemblyFormat =
      "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

class RLX_ArgReduceOp<string mnemonic> : RLX_CoreOp<mnemonic> {
  let arguments = (ins RLX_Tensor:$input, I64Attr:$axis,
      DefaultValuedAttr<BoolAttr, "false">:$keep_dims,
      DefaultValuedAttr<BoolAttr, "false">:$select_last);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat =
      "operands `axis` `=` $axis attr-dict `:` functional-type(operands, results)";
}

def RLX_ArgMaxOp : RLX_ArgReduceOp<"argmax"> {
  let summary = "position of the largest element along an axis";
  let description = [{
    *Semantics*: the position along `axis` of the largest element; of equal ones the first, or the
    last with `select_last`. NaN counts as larger than every number, as in NumPy. ONNX `ArgMax`.

    *Shape rule*: `axis` lies in [-rank, rank) (argmax_c1) and is not empty (argmax_c2). It is
    dropped, or kept with size 1 if `keep_dims`.

    *Types*: any; the result is i64.

    *Example*:
    ```mlir
    %0 = rlx.argmax %x axis = -1 : (tensor<?x1000xf32>) -> tensor<?xi64>
    ```
  }];
}

def RLX_ArgMinOp : RLX_ArgReduceOp<"argmin"> {
  let summary = "position of the smallest element along an axis";
  let description = [{
    *Semantics*: the position along `axis` of the smallest element; of equal ones the first, or
    the last with `select_last`. NaN counts as smaller than every number, as in NumPy. ONNX
    `ArgMin`.

    *Shape rule*: `axis` lies in [-rank, rank) (argmin_c1) and is not empty (argmin_c2). It is
    dropped, or kept with size 1 if `keep_dims`.

    *Types*: any; the result is i64.

    *Example*:
    ```mlir
    %0 = rlx.argmin %x axis = 0 {keep_dims = true} : (tensor<4x?xi8>) -> tensor<1x?xi64>
    ```
  }];
}

#endif // RLX_INDEX_TD
