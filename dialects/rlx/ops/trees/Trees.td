// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decision trees. Their nodes are rows of tables, so one kernel descends all trees of an ensemble.
#ifndef RLX_TREES_TD
#define RLX_TREES_TD

include "dialects/rlx/ir/RLXBase.td"
include "dialects/rlx/ir/RLXEnums.td"

def RLX_TreeTensor : RankedTensorOf<[F32, F64]>;
def RLX_TreeIndices : RankedTensorOf<[I32]>;

def RLX_TreeLeavesOp : RLX_CoreOp<"tree_leaves", [RLX_NoFusion]> {
  let summary = "the leaves that rows reach in decision trees";
  let description = [{
    *Semantics*: for each row of `x` and each tree, the node that is reached from `roots[tree]` in
    `depths[tree]` steps. A row of `nodes` is one node. Its columns are:

    - the feature that the node tests;
    - the bits of its threshold: one column if `x` is f32, two if it is f64, the low word first;
    - the child if the test is true;
    - the child if it is false;
    - optionally, the child if the feature is NaN, whatever the test says.

    The test is `x[row, feature] <predicate> threshold`. With `tests`, each node has a predicate of
    its own, by number: 0 is `eq`, 1 `ne`, 2 `lt`, 3 `le`, 4 `gt` and 5 `ge`. The test of a node with
    another number is false. A leaf is its own child, so that all paths of a tree have the tree's
    depth. Indices that are out of range are replaced by the last valid one. ONNX `TreeEnsemble` is
    this op, followed by a gather of the leaves' weights and a reduction.

    *Shape rule*: `x` is [rows, features] (tree_leaves_c1). `nodes` is [nodes, columns] with 4 or 5
    columns if `x` is f32, and 5 or 6 if it is f64; `tests` has the number of nodes (tree_leaves_c2).
    `roots` and `depths` have the number of trees (tree_leaves_c3). There is at least one feature
    and one node (tree_leaves_c4), and `nodes` has at most 2^31 - 1 elements (tree_leaves_c5). The
    result is [rows, trees].

    *Types*: `x` is f32 or f64. All others and the result are i32.

    *Numerics*: exact. Comparisons are those of `rlx.compare`.

    *Example*:
    ```mlir
    %0 = rlx.tree_leaves le %x, %nodes, %roots, %depths : (tensor<?x4xf32>, tensor<7x4xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
    ```
  }];
  let arguments = (ins RLX_ComparePredicate:$predicate, RLX_TreeTensor:$x,
      RLX_TreeIndices:$nodes, RLX_TreeIndices:$roots, RLX_TreeIndices:$depths,
      Optional<RLX_TreeIndices>:$tests);
  let results = (outs RLX_TreeIndices:$result);
  let assemblyFormat = [{
    $predicate $x `,` $nodes `,` $roots `,` $depths (`tests` $tests^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = inferDeclaration # [{
    // The column of the child for true tests. Those for false ones and for NaN follow.
    static int64_t ifTrueColumn(::mlir::Type xElement) { return xElement.isF64() ? 3 : 2; }
    // Whether nodes have a child for NaN.
    bool hasMissing() {
      return getNodes().getType().getDimSize(1) == ifTrueColumn(getX().getType().getElementType()) + 3;
    }
  }];
}

def RLX_TreeLeavesBitvectorOp : RLX_CoreOp<"tree_leaves_bitvector", [RLX_NoFusion]> {
  let summary = "the leaves that rows reach in decision trees of at most 64 leaves";
  let description = [{
    *Semantics*: for each row of `x` and each tree, a leaf of the tree. The leaves of a tree are bits of
    a number, from the lowest one. A node whose test fails excludes the leaves below its first child:
    they are the bits that are 0 in `masks[node]`. The lowest bit that no node excludes is the leaf
    that the row reaches, and the result is `first_leaf[tree]` plus the number of that bit; 64 if all
    are excluded. This is QuickScorer (Lucchese et al., 2015): all nodes are tested, in any order, and
    no branch depends on the data.

    The test of a node is `x[row, features[node]] <= thresholds[node]` or, with `strict`, `<`. The
    nodes of tree t are `offsets[t, 0]` up to `offsets[t, 2]`; from `offsets[t, 1]` on, a feature that
    is NaN passes the test, and before it fails. Numbers that are out of range are replaced by the
    last valid one: features by the last feature, offsets by the number of nodes.

    *Shape rule*: `x` is [rows, features] (tree_leaves_bitvector_c1). `features`, `thresholds` and
    `masks` have the size of the nodes (tree_leaves_bitvector_c2), `first_leaf` has that of the trees,
    and `offsets` is [trees, 3] (tree_leaves_bitvector_c3). There is at least one feature and one node
    (tree_leaves_bitvector_c4). The result is [rows, trees].

    *Types*: `x` and `thresholds` are f32 or f64, and of the same type (tree_leaves_bitvector_c5).
    `masks` is i64; all others and the result are i32.

    *Numerics*: exact.

    *Example*:
    ```mlir
    %0 = rlx.tree_leaves_bitvector %x, %features, %thresholds, %masks, %offsets, %first : (tensor<?x4xf32>, tensor<7xi32>, tensor<7xf32>, tensor<7xi64>, tensor<2x3xi32>, tensor<2xi32>) -> tensor<?x2xi32>
    ```
  }];
  let arguments = (ins RLX_TreeTensor:$x, RLX_TreeIndices:$features, RLX_TreeTensor:$thresholds,
      RankedTensorOf<[I64]>:$masks, RLX_TreeIndices:$offsets, RLX_TreeIndices:$first_leaf,
      DefaultValuedAttr<BoolAttr, "false">:$strict);
  let results = (outs RLX_TreeIndices:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif // RLX_TREES_TD
