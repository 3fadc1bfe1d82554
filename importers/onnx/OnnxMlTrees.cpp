// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ensembles of decision trees of ai.onnx.ml: TreeEnsemble, TreeEnsembleRegressor,
// TreeEnsembleClassifier.
//
// The nodes are rows of tables. Trees of at most 64 leaves are scored by bit vectors
// (rlx.tree_leaves_bitvector), others by descending all of them at once (rlx.tree_leaves): leaves
// are their own children, so each descent takes one step for each level of its tree.
#include <cfloat>
#include <numeric>

#include "importers/onnx/OnnxMl.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"
#include "importers/onnx/OnnxTreeNodeIndex.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

enum class TreeTest : uint8_t { Leq, Lt, Gte, Gt, Eq, Neq, Member, Leaf };
enum class TreeAggregate { Average, Sum, Min, Max };

// Ensembles have millions of them.
struct TreeNode {
  int64_t feature = 0, ifTrue = 0, ifFalse = 0; // the last two are indices of nodes
  double value = 0;
  TreeTest test = TreeTest::Leaf;
  bool missingIsTrue = false;
};

// A leaf adds `weight` to a target.
struct TreeVote {
  int64_t node, target;
  double weight;
};

struct Ensemble {
  std::vector<TreeNode> nodes;
  SmallVector<int64_t> roots;
  std::vector<TreeVote> votes;
  SmallVector<double> baseValues;
  int64_t numTargets = 1;
  TreeAggregate aggregate = TreeAggregate::Sum;
  PostTransform transform = PostTransform::None;
};

// ---- reading

// The elements of a tensor attribute.
SmallVector<double> tensorElements(Node &n, StringRef name) {
  if (!n.hasAttr(name))
    return {};
  const TensorProto *proto = n.tensorAttr(name);
  if (!proto)
    return {};
  llvm::Expected<TensorData> data = decodeTensor(n.getContext(), *proto, n.files());
  if (!data) {
    n.fail("attribute '" + name + "' " + llvm::toString(data.takeError()));
    return {};
  }
  SmallVector<double> elements;
  for (int64_t i = 0; i < data->numElements(); ++i)
    elements.push_back(data->doubleAt(i));
  return elements;
}

// Attribute `name`, or the tensor attribute with the suffix _as_tensor.
SmallVector<double> floatsOrTensor(Node &n, const std::string &name) {
  SmallVector<double> elements = n.floatsAttr(name);
  return elements.empty() ? tensorElements(n, name + "_as_tensor") : elements;
}

bool expectLength(Node &n, StringRef name, size_t length, size_t expected) {
  if (length != expected)
    n.fail("attribute '" + name + "' has " + Twine(length) + " elements, expected " +
           Twine(expected));
  return !n.hasFailed();
}

TreeTest testNamed(Node &n, StringRef name) {
  const std::pair<StringRef, TreeTest> names[] = {
      {"BRANCH_LEQ", TreeTest::Leq}, {"BRANCH_LT", TreeTest::Lt}, {"BRANCH_GTE", TreeTest::Gte},
      {"BRANCH_GT", TreeTest::Gt},   {"BRANCH_EQ", TreeTest::Eq}, {"BRANCH_NEQ", TreeTest::Neq},
      {"LEAF", TreeTest::Leaf}};
  for (auto [known, test] : names)
    if (known == name)
      return test;
  n.fail("attribute 'nodes_modes' has the unknown element '" + name + "'");
  return TreeTest::Leaf;
}

TreeAggregate aggregateNamed(Node &n) {
  const std::pair<StringRef, TreeAggregate> names[] = {{"AVERAGE", TreeAggregate::Average},
                                                       {"SUM", TreeAggregate::Sum},
                                                       {"MIN", TreeAggregate::Min},
                                                       {"MAX", TreeAggregate::Max}};
  const std::string name = n.stringAttr("aggregate_function", "SUM");
  for (auto [known, aggregate] : names)
    if (known == name)
      return aggregate;
  n.fail("attribute 'aggregate_function' is '" + name + "', but must be AVERAGE, SUM, MIN or MAX");
  return TreeAggregate::Sum;
}

int64_t nodeOf(Node &n, const TreeNodeIndex &index, int64_t tree, int64_t number) {
  if (std::optional<int64_t> node = index.find(tree, number))
    return *node;
  n.fail("tree " + Twine(tree) + " has no node " + Twine(number));
  return 0;
}

void readRegressorNodes(Node &n, Ensemble &e, TreeNodeIndex &index) {
  IntList trees = n.intsAttr("nodes_treeids"), numbers = n.intsAttr("nodes_nodeids"),
          features = n.intsAttr("nodes_featureids"), ifTrue = n.intsAttr("nodes_truenodeids"),
          ifFalse = n.intsAttr("nodes_falsenodeids"),
          missing = n.intsAttr("nodes_missing_value_tracks_true");
  SmallVector<std::string> modes = n.stringsAttr("nodes_modes");
  SmallVector<double> values = floatsOrTensor(n, "nodes_values");
  const size_t count = trees.size();
  for (auto [name, length] : {std::pair<StringRef, size_t>{"nodes_nodeids", numbers.size()},
                              {"nodes_featureids", features.size()},
                              {"nodes_truenodeids", ifTrue.size()},
                              {"nodes_falsenodeids", ifFalse.size()},
                              {"nodes_modes", modes.size()},
                              {"nodes_values", values.size()}})
    if (!expectLength(n, name, length, count))
      return;
  if (!missing.empty() &&
      !expectLength(n, "nodes_missing_value_tracks_true", missing.size(), count))
    return;
  for (size_t i = 0; i < count; ++i)
    if (!index.add(trees[i], numbers[i], static_cast<int64_t>(i)))
      return n.fail("tree " + Twine(trees[i]) + " has two nodes " + Twine(numbers[i]));
  e.roots.assign(index.getRoots().begin(), index.getRoots().end());
  e.nodes.reserve(count);
  for (size_t i = 0; i < count && !n.hasFailed(); ++i) {
    TreeNode node;
    node.test = testNamed(n, modes[i]);
    node.feature = features[i];
    node.value = values[i];
    node.missingIsTrue = !missing.empty() && missing[i];
    const bool isLeaf = node.test == TreeTest::Leaf;
    const auto self = static_cast<int64_t>(i);
    node.ifTrue = isLeaf ? self : nodeOf(n, index, trees[i], ifTrue[i]);
    node.ifFalse = isLeaf ? self : nodeOf(n, index, trees[i], ifFalse[i]);
    e.nodes.push_back(node);
  }
}

// `prefix` is target_ or class_.
void readRegressorVotes(Node &n, Ensemble &e, const TreeNodeIndex &index,
                        const std::string &prefix) {
  IntList trees = n.intsAttr(prefix + "treeids"), numbers = n.intsAttr(prefix + "nodeids"),
          targets = n.intsAttr(prefix + "ids");
  SmallVector<double> weights = floatsOrTensor(n, prefix + "weights");
  for (const auto &[name, length] :
       {std::pair<std::string, size_t>{prefix + "nodeids", numbers.size()},
        {prefix + "ids", targets.size()},
        {prefix + "weights", weights.size()}})
    if (!expectLength(n, name, length, trees.size()))
      return;
  e.votes.reserve(trees.size());
  for (size_t i = 0; i < trees.size() && !n.hasFailed(); ++i)
    e.votes.push_back({nodeOf(n, index, trees[i], numbers[i]), targets[i], weights[i]});
}

void readTrees(Node &n, Ensemble &e, const std::string &votePrefix) {
  n.ignoreAttr("nodes_hitrates");
  n.ignoreAttr("nodes_hitrates_as_tensor");
  e.transform = mlPostTransform(n);
  e.baseValues = floatsOrTensor(n, "base_values");
  TreeNodeIndex index;
  if (!n.hasFailed())
    readRegressorNodes(n, e, index);
  if (!n.hasFailed())
    readRegressorVotes(n, e, index, votePrefix);
}

Ensemble readRegressor(Node &n) {
  Ensemble e;
  e.aggregate = aggregateNamed(n);
  e.numTargets = n.intAttr("n_targets", 1);
  readTrees(n, e, "target_");
  return e;
}

// Replaces tests for members of a set by a chain of tests for equality. The sets are in the order
// of the nodes, each ended by NaN.
void splitMembers(Node &n, Ensemble &e, ArrayRef<double> members) {
  for (size_t i = 0, count = e.nodes.size(); i < count; ++i) {
    if (e.nodes[i].test != TreeTest::Member)
      continue;
    SmallVector<double> set;
    for (; !members.empty() && !std::isnan(members.front()); members = members.drop_front())
      set.push_back(members.front());
    if (members.empty())
      return n.fail("attribute 'membership_values' has fewer sets than there are nodes for them");
    members = members.drop_front();
    const int64_t otherwise = e.nodes[i].ifFalse;
    e.nodes[i].test = TreeTest::Eq;
    if (set.empty()) // no number is a member
      e.nodes[i].value = std::numeric_limits<double>::quiet_NaN();
    size_t at = i;
    for (auto [k, member] : llvm::enumerate(set)) {
      e.nodes[at].value = member;
      if (k + 1 == set.size())
        break;
      TreeNode next = e.nodes[at];
      e.nodes[at].ifFalse = static_cast<int64_t>(e.nodes.size());
      at = e.nodes.size();
      next.ifFalse = otherwise;
      e.nodes.push_back(next);
    }
  }
  if (!members.empty())
    n.fail("attribute 'membership_values' has more sets than there are nodes for them");
}

// Leaves come after the nodes.
void readEnsembleNodes(Node &n, Ensemble &e) {
  SmallVector<double> modes = tensorElements(n, "nodes_modes"),
                      values = tensorElements(n, "nodes_splits");
  IntList features = n.intsAttr("nodes_featureids"), ifTrue = n.intsAttr("nodes_truenodeids"),
          ifFalse = n.intsAttr("nodes_falsenodeids"), trueLeaf = n.intsAttr("nodes_trueleafs"),
          falseLeaf = n.intsAttr("nodes_falseleafs"),
          missing = n.intsAttr("nodes_missing_value_tracks_true");
  const size_t count = features.size();
  for (auto [name, length] : {std::pair<StringRef, size_t>{"nodes_modes", modes.size()},
                              {"nodes_splits", values.size()},
                              {"nodes_truenodeids", ifTrue.size()},
                              {"nodes_falsenodeids", ifFalse.size()},
                              {"nodes_trueleafs", trueLeaf.size()},
                              {"nodes_falseleafs", falseLeaf.size()}})
    if (!expectLength(n, name, length, count))
      return;
  if (!missing.empty() &&
      !expectLength(n, "nodes_missing_value_tracks_true", missing.size(), count))
    return;
  const auto numNodes = static_cast<int64_t>(count);
  for (size_t i = 0; i < count; ++i) {
    if (!(modes[i] >= 0 && modes[i] <= 6))
      return n.fail("attribute 'nodes_modes' has the unknown element " + std::to_string(modes[i]));
    TreeNode node;
    node.test = static_cast<TreeTest>(static_cast<int>(modes[i]));
    node.feature = features[i];
    node.value = values[i];
    node.missingIsTrue = !missing.empty() && missing[i];
    node.ifTrue = ifTrue[i] + (trueLeaf[i] ? numNodes : 0);
    node.ifFalse = ifFalse[i] + (falseLeaf[i] ? numNodes : 0);
    e.nodes.push_back(node);
  }
}

void readEnsembleLeaves(Node &n, Ensemble &e) {
  IntList targets = n.intsAttr("leaf_targetids");
  SmallVector<double> weights = tensorElements(n, "leaf_weights");
  if (!expectLength(n, "leaf_weights", weights.size(), targets.size()))
    return;
  for (auto [target, weight] : llvm::zip(targets, weights)) {
    TreeNode leaf;
    const auto self = static_cast<int64_t>(e.nodes.size());
    leaf.ifTrue = leaf.ifFalse = self;
    e.nodes.push_back(leaf);
    e.votes.push_back({self, target, weight});
  }
}

Ensemble readEnsemble(Node &n) {
  Ensemble e;
  n.ignoreAttr("nodes_hitrates");
  const int64_t aggregate = n.intAttr("aggregate_function", 1),
                transform = n.intAttr("post_transform", 0);
  if (aggregate < 0 || aggregate > 3)
    n.fail("attribute 'aggregate_function' is " + Twine(aggregate) + ", but must be 0 to 3");
  if (transform < 0 || transform > 4)
    n.fail("attribute 'post_transform' is " + Twine(transform) + ", but must be 0 to 4");
  e.numTargets = n.intAttr("n_targets", 1);
  IntList roots = n.intsAttr("tree_roots");
  e.roots.assign(roots.begin(), roots.end());
  SmallVector<double> members = tensorElements(n, "membership_values");
  if (n.hasFailed())
    return e;
  e.aggregate = static_cast<TreeAggregate>(aggregate);
  e.transform = static_cast<PostTransform>(transform);
  readEnsembleNodes(n, e);
  if (!n.hasFailed())
    readEnsembleLeaves(n, e);
  if (!n.hasFailed())
    splitMembers(n, e, members);
  return e;
}

// ---- checks

// By node: the number of tests on the longest way from it to a leaf.
using TreeDepths = std::vector<int64_t>;

// Fails for nodes that do not exist, and for cycles.
TreeDepths depthsOf(Node &n, const Ensemble &e) {
  const auto count = static_cast<int64_t>(e.nodes.size());
  auto exists = [&](int64_t node) {
    if (node < 0 || node >= count)
      n.fail("there is no node " + Twine(node) + " of " + Twine(count));
    return !n.hasFailed();
  };
  if (!llvm::all_of(e.roots, exists) || !llvm::all_of(e.nodes, [&](const TreeNode &node) {
        return exists(node.ifTrue) && exists(node.ifFalse);
      }))
    return {};
  // Kahn's algorithm: a node is visited once all its parents are, so in reverse all its children
  // come first.
  auto isInner = [&](int64_t i) { return e.nodes[i].test != TreeTest::Leaf; };
  std::vector<int64_t> parents(count, 0), order;
  order.reserve(count);
  for (int64_t i = 0; i < count; ++i)
    if (isInner(i))
      for (int64_t child : {e.nodes[i].ifTrue, e.nodes[i].ifFalse})
        ++parents[child];
  for (int64_t i = 0; i < count; ++i)
    if (parents[i] == 0)
      order.push_back(i);
  for (size_t next = 0; next < order.size(); ++next)
    if (const int64_t i = order[next]; isInner(i))
      for (int64_t child : {e.nodes[i].ifTrue, e.nodes[i].ifFalse})
        if (--parents[child] == 0)
          order.push_back(child);
  if (static_cast<int64_t>(order.size()) != count)
    return n.fail("the trees have a cycle"), TreeDepths();
  TreeDepths depths(count, 0);
  for (int64_t i : llvm::reverse(order))
    if (isInner(i))
      depths[i] = 1 + std::max(depths[e.nodes[i].ifTrue], depths[e.nodes[i].ifFalse]);
  return depths;
}

void checkEnsemble(Node &n, const Ensemble &e, int64_t features) {
  if (e.roots.empty())
    return n.fail("has no trees");
  if (e.numTargets < 1)
    return n.fail("attribute 'n_targets' is " + Twine(e.numTargets) + ", expected 1 or more");
  for (const TreeNode &node : e.nodes)
    if (node.test != TreeTest::Leaf && (node.feature < 0 || node.feature >= features))
      return n.fail("a node tests feature " + Twine(node.feature) + " of " + Twine(features));
  for (const TreeVote &vote : e.votes)
    if (vote.target < 0 || vote.target >= e.numTargets)
      return n.fail("a leaf has target " + Twine(vote.target) + " of " + Twine(e.numTargets));
  if (!e.baseValues.empty() && e.baseValues.size() != 1)
    expectLength(n, "base_values", e.baseValues.size(), static_cast<size_t>(e.numTargets));
  constexpr int64_t kMaxWeights = int64_t(1) << 26;
  if (static_cast<int64_t>(e.nodes.size()) > kMaxWeights / e.numTargets)
    n.unsupported("has " + Twine(e.nodes.size()) + " nodes for " + Twine(e.numTargets) +
                  " targets; supported are " + Twine(kMaxWeights) + " weights in all");
}

// ---- building

// Bits of a mask.
constexpr size_t kMaxLeaves = 64;

class TreeBuilder {
public:
  TreeBuilder(Node &node, const Ensemble &ensemble, Value x) : n(node), e(ensemble), x(x) {
    type = cast<RankedTensorType>(x.getType()).getElementType();
  }
  // The scores [rows, targets], before the transform.
  Value run(const TreeDepths &depths);
  // Whether each row has a vote for each target; null if all rows do.
  Value hasVotes();

private:
  template <typename List, typename Get>
  Value integers(const List &list, Get get);
  Value nodeTable();
  // An inner node, and the leaves that are left if its test fails.
  struct MaskedNode {
    const TreeNode *node;
    uint64_t mask;
  };
  bool collectLeaves(int64_t number, size_t firstLeaf, SmallVectorImpl<MaskedNode> &inner);
  Value findByBitvectors(const TreeDepths &depths);
  Value findLeaves(const TreeDepths &depths);
  Value gathered(Value table, Value at) {
    return n.emit("rlx.gather", {table, at}, n.i64("axis", 0));
  }
  Value descend(const TreeDepths &depths);
  Value ofLeaves(ArrayRef<double> table, int64_t columns);
  void checkVotes();
  Value sumInTurn();
  Value weights();

  Node &n;
  const Ensemble &e;
  Value x;
  Type type;
  std::vector<int64_t> leafNodes; // in the order of the votes' tables
  Value leaves;                   // of each row and tree, once it has run
  // Tree t votes for target t modulo their number only, as boosted trees of several classes do.
  bool votesInTurn = false;
  // And all of its leaves do.
  bool allLeavesVote = false;
};

// A table with one i32 per element of a list.
template <typename List, typename Get>
Value TreeBuilder::integers(const List &list, Get get) {
  SmallVector<int32_t> values;
  for (const auto &element : list)
    values.push_back(static_cast<int32_t>(get(element)));
  auto tableType =
      RankedTensorType::get(static_cast<int64_t>(values.size()), n.builder().getI32Type());
  return n.literal(DenseElementsAttr::get(tableType, ArrayRef<int32_t>(values)));
}

// The nodes as rlx.tree_leaves takes them. They have a child for NaN if missing features pass some
// tests, or would pass them.
Value TreeBuilder::nodeTable() {
  const bool hasMissing = llvm::any_of(e.nodes, [](const TreeNode &node) {
    return node.missingIsTrue || node.test == TreeTest::Neq;
  });
  const auto numNodes = static_cast<int64_t>(e.nodes.size()),
             columns = int64_t(type.isF64() ? 5 : 4) + (hasMissing ? 1 : 0);
  std::vector<int32_t> values;
  values.reserve(numNodes * columns);
  for (const TreeNode &node : e.nodes) {
    values.push_back(static_cast<int32_t>(node.feature));
    if (type.isF64()) {
      const auto bits = llvm::bit_cast<uint64_t>(node.value);
      values.push_back(static_cast<int32_t>(bits));
      values.push_back(static_cast<int32_t>(bits >> 32));
    } else {
      values.push_back(llvm::bit_cast<int32_t>(static_cast<float>(node.value)));
    }
    values.push_back(static_cast<int32_t>(node.ifTrue));
    values.push_back(static_cast<int32_t>(node.ifFalse));
    if (hasMissing)
      values.push_back(static_cast<int32_t>(node.missingIsTrue ? node.ifTrue : node.ifFalse));
  }
  auto tableType = RankedTensorType::get({numNodes, columns}, n.builder().getI32Type());
  return n.literal(DenseElementsAttr::get(tableType, ArrayRef<int32_t>(values)));
}

// Numbers the leaves below the node from the left, and appends the inner nodes with their masks.
// False if the tree has too many leaves.
bool TreeBuilder::collectLeaves(int64_t number, size_t firstLeaf,
                                SmallVectorImpl<MaskedNode> &inner) {
  const TreeNode &node = e.nodes[number];
  if (node.test == TreeTest::Leaf) {
    leafNodes.push_back(number);
    return leafNodes.size() - firstLeaf <= kMaxLeaves;
  }
  const size_t from = leafNodes.size() - firstLeaf, at = inner.size();
  inner.push_back({&node, 0});
  if (!collectLeaves(node.ifTrue, firstLeaf, inner))
    return false;
  const size_t to = leafNodes.size() - firstLeaf; // at most 64
  const uint64_t below = to == kMaxLeaves ? ~uint64_t(0) : (uint64_t(1) << to) - 1;
  inner[at].mask = ~(below & ~((uint64_t(1) << from) - 1));
  return collectLeaves(node.ifFalse, firstLeaf, inner);
}

// The leaves of each row and tree by bit vectors, as indices of leafNodes; null if a tree has too
// many leaves, another kind of tests or a threshold that is NaN.
Value TreeBuilder::findByBitvectors(const TreeDepths &depths) {
  bool areStrict = true, areNotStrict = true;
  for (const TreeNode &node : e.nodes) {
    // Only a missing feature passes it. The op does not tell that from a missing threshold.
    if (node.test != TreeTest::Leaf && std::isnan(node.value))
      return {};
    areStrict &= node.test == TreeTest::Leaf || node.test == TreeTest::Lt;
    areNotStrict &= node.test == TreeTest::Leaf || node.test == TreeTest::Leq;
  }
  SmallVector<MaskedNode> nodes;
  SmallVector<int32_t> offsets, firstLeaf;
  for (int64_t root : e.roots) {
    const size_t begin = nodes.size();
    firstLeaf.push_back(static_cast<int32_t>(leafNodes.size()));
    // The depth bounds the recursion.
    if ((!areStrict && !areNotStrict) || depths[root] >= int64_t(kMaxLeaves) ||
        !collectLeaves(root, leafNodes.size(), nodes))
      return {};
    // Those that missing features pass come last.
    auto middle = std::stable_partition(nodes.begin() + begin, nodes.end(),
                                        [](const MaskedNode &n) { return !n.node->missingIsTrue; });
    offsets.append({static_cast<int32_t>(begin), static_cast<int32_t>(middle - nodes.begin()),
                    static_cast<int32_t>(nodes.size())});
  }
  if (nodes.empty())
    return {};
  SmallVector<double> thresholds;
  SmallVector<int64_t> masks;
  for (const MaskedNode &each : nodes) {
    thresholds.push_back(each.node->value);
    masks.push_back(static_cast<int64_t>(each.mask));
  }
  Type i32 = n.builder().getI32Type(), i64 = n.builder().getI64Type();
  const auto numNodes = static_cast<int64_t>(nodes.size()),
             numTrees = static_cast<int64_t>(e.roots.size());
  auto offsetsType = RankedTensorType::get({numTrees, 3}, i32);
  auto literal = [&](auto list, Type element, int64_t size) {
    return n.literal(DenseElementsAttr::get(RankedTensorType::get(size, element), list));
  };
  return n.emit("rlx.tree_leaves_bitvector",
                {x, integers(nodes, [](const MaskedNode &each) { return each.node->feature; }),
                 mlTable(n, type, thresholds, numNodes),
                 literal(ArrayRef<int64_t>(masks), i64, numNodes),
                 n.literal(DenseElementsAttr::get(offsetsType, ArrayRef<int32_t>(offsets))),
                 literal(ArrayRef<int32_t>(firstLeaf), i32, numTrees)},
                n.flag("strict", !areNotStrict));
}

// The leaves of each row and tree, as indices of leafNodes.
Value TreeBuilder::findLeaves(const TreeDepths &depths) {
  if (Value found = findByBitvectors(depths))
    return found;
  leafNodes.resize(e.nodes.size());
  std::iota(leafNodes.begin(), leafNodes.end(), 0);
  return descend(depths);
}

// Step by step, for trees of any form.
Value TreeBuilder::descend(const TreeDepths &depths) {
  auto predicateOf = [](const TreeNode &node) {
    const ComparePredicate predicates[] = {ComparePredicate::le, ComparePredicate::lt,
                                           ComparePredicate::ge, ComparePredicate::gt,
                                           ComparePredicate::eq, ComparePredicate::ne};
    return predicates[node.test < TreeTest::Member ? static_cast<int>(node.test) : 0];
  };
  std::optional<ComparePredicate> predicate; // of all tests
  bool haveOne = true;
  for (const TreeNode &node : e.nodes) {
    if (node.test == TreeTest::Leaf)
      continue;
    haveOne &= predicate.value_or(predicateOf(node)) == predicateOf(node);
    predicate = predicateOf(node);
  }
  SmallVector<Value> operands = {x, nodeTable(),
                                 integers(e.roots, [](int64_t root) { return root; }),
                                 integers(e.roots, [&](int64_t root) { return depths[root]; })};
  if (!haveOne)
    operands.push_back(
        integers(e.nodes, [&](const TreeNode &node) { return int64_t(predicateOf(node)); }));
  return n.emit("rlx.tree_leaves", operands,
                n.choice("predicate", predicate.value_or(ComparePredicate::le)));
}

// The table of [nodes, columns] for the leaves, [leaves, columns].
Value TreeBuilder::ofLeaves(ArrayRef<double> table, int64_t columns) {
  SmallVector<double> rows;
  for (int64_t leaf : leafNodes)
    llvm::append_range(rows, table.slice(leaf * columns, columns));
  return mlTable(n, type, rows, {static_cast<int64_t>(leafNodes.size()), columns});
}

void TreeBuilder::checkVotes() {
  const auto numTrees = static_cast<int64_t>(e.roots.size());
  if (e.numTargets < 2 || numTrees % e.numTargets != 0 ||
      (e.aggregate != TreeAggregate::Sum && e.aggregate != TreeAggregate::Average))
    return;
  constexpr int64_t kNone = -1;
  std::vector<int64_t> targets(e.nodes.size(), kNone);
  SmallVector<int64_t> open;
  for (int64_t tree = 0; tree < numTrees; ++tree)
    for (open.push_back(e.roots[tree]); !open.empty();) {
      const int64_t node = open.pop_back_val(), target = tree % e.numTargets;
      if (targets[node] != kNone && targets[node] != target)
        return;
      if (targets[node] == kNone && e.nodes[node].test != TreeTest::Leaf)
        open.append({e.nodes[node].ifTrue, e.nodes[node].ifFalse});
      targets[node] = target;
    }
  votesInTurn = llvm::all_of(
      e.votes, [&](const TreeVote &vote) { return targets[vote.node] == vote.target; });
  for (const TreeVote &vote : e.votes)
    targets[vote.node] = kNone;
  // What has a target yet is an inner node, or a leaf without votes.
  allLeavesVote = votesInTurn && llvm::none_of(llvm::enumerate(e.nodes), [&](const auto &node) {
                    return node.value().test == TreeTest::Leaf && targets[node.index()] != kNone;
                  });
}

// The sums of votes in turn: a tree has one weight, not one for each target.
Value TreeBuilder::sumInTurn() {
  SmallVector<double> table(e.nodes.size(), 0);
  for (const TreeVote &vote : e.votes)
    table[vote.node] += vote.weight;
  const auto rounds = static_cast<int64_t>(e.roots.size()) / e.numTargets;
  Value weights = n.reshape(gathered(ofLeaves(table, 1), leaves),
                            {n.dimsOf(x)[0], n.size(rounds), n.size(e.numTargets)});
  return n.reduce("rlx.reduce_sum", weights, int64_t(1), /*keepDims=*/false);
}

// The votes of each leaf.
Value TreeBuilder::weights() {
  const bool isMin = e.aggregate == TreeAggregate::Min, isMax = e.aggregate == TreeAggregate::Max;
  const double largest = type.isF64() ? DBL_MAX : double(FLT_MAX);
  SmallVector<double> table(e.nodes.size() * e.numTargets, isMin ? largest : isMax ? -largest : 0);
  for (const TreeVote &vote : e.votes) {
    double &weight = table[vote.node * e.numTargets + vote.target];
    weight = isMin   ? std::min(weight, vote.weight)
             : isMax ? std::max(weight, vote.weight)
                     : weight + vote.weight;
  }
  return ofLeaves(table, e.numTargets);
}

Value TreeBuilder::run(const TreeDepths &depths) {
  const auto numTrees = static_cast<int64_t>(e.roots.size());
  leaves = findLeaves(depths);
  checkVotes();
  StringRef reduction = e.aggregate == TreeAggregate::Min   ? "rlx.reduce_min"
                        : e.aggregate == TreeAggregate::Max ? "rlx.reduce_max"
                                                            : "rlx.reduce_sum";
  Value result = votesInTurn ? sumInTurn()
                             : n.reduce(reduction, gathered(weights(), leaves), int64_t(1),
                                        /*keepDims=*/false);
  if (e.aggregate == TreeAggregate::Average)
    result = n.emit("rlx.div", {result, n.scalar(type, double(numTrees))});
  if (!e.baseValues.empty())
    result =
        n.emit("rlx.add",
               {result, mlTable(n, type, e.baseValues, static_cast<int64_t>(e.baseValues.size()))});
  return result;
}

Value TreeBuilder::hasVotes() {
  if (allLeavesVote)
    return {};
  SmallVector<double> table(e.nodes.size() * e.numTargets, 0);
  for (const TreeVote &vote : e.votes)
    table[vote.node * e.numTargets + vote.target] = 1;
  Value any = n.reduce("rlx.reduce_max", gathered(ofLeaves(table, e.numTargets), leaves),
                       int64_t(1), /*keepDims=*/false);
  return n.compare(ComparePredicate::gt, any, n.scalar(type, 0));
}

void importTrees(Node &n, const Ensemble &e, Type resultType) {
  if (n.hasFailed())
    return;
  const int64_t features = mlNumFeatures(n);
  checkEnsemble(n, e, features);
  const TreeDepths depths = n.hasFailed() ? TreeDepths() : depthsOf(n, e);
  Value x = n.hasFailed() ? Value() : mlMatrix(n);
  if (n.hasFailed())
    return;
  Value scores = applyPostTransform(n, e.transform, TreeBuilder(n, e, x).run(depths));
  n.set(0, n.cast(scores, resultType));
}

void importTreeEnsembleRegressor(Node &n) {
  importTrees(n, readRegressor(n), n.builder().getF32Type());
}

// ---- TreeEnsembleClassifier

// As ONNX Runtime has it, where ONNX says nothing: if all votes are for one of two classes, they
// are for the second one, and its complement is the first. Votes of which none is negative are
// probabilities, others are margins.
class ClassifierImport {
public:
  ClassifierImport(Node &node) : n(node) {}

  void run() {
    labels = n.intsAttr("classlabels_int64s");
    labelType = n.builder().getI64Type();
    if (SmallVector<std::string> names = n.stringsAttr("classlabels_strings"); !names.empty()) {
      labels = stringNumbers(n, names);
      labelType = stringType(n.getContext());
    }
    e.numTargets = static_cast<int64_t>(labels.size());
    readTrees(n, e, "class_");
    if (!n.hasFailed())
      checkForm();
    const int64_t features = mlNumFeatures(n);
    if (!n.hasFailed())
      checkEnsemble(n, e, features);
    const TreeDepths depths = n.hasFailed() ? TreeDepths() : depthsOf(n, e);
    Value x = n.hasFailed() ? Value() : mlMatrix(n);
    if (n.hasFailed())
      return;
    type = cast<RankedTensorType>(x.getType()).getElementType();
    TreeBuilder trees(n, e, x);
    Value scores = trees.run(depths);
    if (isOneSided())
      return setOneSided(scores);
    if (n.wants(0))
      n.set(0, named(best(trees, scores)));
    setScores(applyPostTransform(n, e.transform, scores));
  }

private:
  bool votesFor(int64_t target) const {
    return llvm::any_of(e.votes, [&](const TreeVote &vote) { return vote.target == target; });
  }
  bool isOneSided() const { return e.numTargets == 2 && (!votesFor(0) || !votesFor(1)); }

  void checkForm() {
    if (e.numTargets < 2)
      return n.unsupported("has " + Twine(e.numTargets) + " class labels; supported are 2 or more");
    if (e.numTargets == 2 && e.baseValues.size() == 2)
      return n.unsupported("base_values of two elements for two classes are not supported");
    if (isOneSided() && e.transform == PostTransform::Probit)
      n.unsupported("post_transform PROBIT of votes for one class is not supported");
    if (isOneSided() && votesFor(1))
      e.baseValues.clear();
    if (e.numTargets == 2 && e.baseValues.size() == 1) // of the first class
      e.baseValues.push_back(0);
  }

  Value table(ArrayRef<int64_t> values) {
    auto tableType = RankedTensorType::get(static_cast<int64_t>(values.size()), labelType);
    return n.literal(DenseElementsAttr::get(tableType, values));
  }
  Value named(Value classes) {
    return n.emit("rlx.gather", {table(labels), classes}, n.i64("axis", 0));
  }
  void setScores(Value scores) { n.set(1, n.cast(scores, n.builder().getF32Type())); }

  // The class of the greatest score among those that a row has votes for.
  Value best(TreeBuilder &trees, Value scores) {
    if (e.baseValues.empty() &&
        llvm::any_of(e.votes, [](const TreeVote &vote) { return vote.weight < 0; })) {
      Value lowest = n.scalar(type, -std::numeric_limits<double>::infinity());
      if (Value hasVotes = trees.hasVotes())
        scores = n.emit("rlx.where", {hasVotes, scores, lowest});
    }
    Value at = n.emit("rlx.argmax", scores, {n.i64("axis", 1), n.flag("keep_dims", false)});
    return n.cast(at, n.builder().getI64Type());
  }

  void setOneSided(Value scores) {
    const bool isProbability =
        llvm::all_of(e.votes, [](const TreeVote &vote) { return vote.weight >= 0; });
    const int64_t voted = votesFor(0) ? 0 : 1;
    Dims column = {n.dimsOf(scores)[0], n.size(1)};
    Value score = n.sliceAxis(scores, 1, n.size(voted), n.size(1));
    if (n.wants(0)) {
      Value isSecond =
          n.compare(ComparePredicate::gt, score, n.scalar(type, isProbability ? 0.5 : 0));
      Value number = n.cast(isSecond, n.builder().getI64Type());
      n.set(0, named(n.reshape(number, column[0])));
    }
    if (voted == 1) // the first class has a score of 0
      return setScores(applyPostTransform(n, e.transform, scores));
    Value other = n.emit("rlx.neg", score);
    if (isProbability && e.transform != PostTransform::Logistic)
      other = n.emit("rlx.add", {other, n.scalar(type, 1)});
    Value both = n.emit("rlx.concat", {other, score}, n.i64("axis", 1));
    setScores(e.transform == PostTransform::Logistic ? applyPostTransform(n, e.transform, both)
                                                     : both);
  }

  Node &n;
  Ensemble e;
  IntList labels;
  Type labelType;
  Type type;
};

void importTreeEnsembleClassifier(Node &n) {
  ClassifierImport(n).run();
}

void importTreeEnsemble(Node &n) {
  importTrees(n, readEnsemble(n), n.elementType(0));
}

} // namespace

void rlx::onnxim::addMlTreeOps(OpTable &table) {
  // Version 3 has new attributes; version 5 only deprecates the operator.
  table.add("TreeEnsembleRegressor", {importTreeEnsembleRegressor, nullptr, 1, 5}, kMlDomain);
  table.add("TreeEnsembleClassifier", {importTreeEnsembleClassifier, nullptr, 1, 5}, kMlDomain);
  table.add("TreeEnsemble", {importTreeEnsemble, nullptr, 5, 5}, kMlDomain);
  for (StringRef op : {"TreeEnsemble", "TreeEnsembleRegressor"})
    table.limit(op, "a dynamic number of features; more than 2^26 nodes times targets", kMlDomain);
  table.limit("TreeEnsembleClassifier",
              "a dynamic number of features; more than 2^26 nodes times "
              "classes; two base values for two classes",
              kMlDomain);
}
