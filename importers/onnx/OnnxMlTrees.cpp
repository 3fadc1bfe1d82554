// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ensembles of decision trees of ai.onnx.ml: TreeEnsemble, TreeEnsembleRegressor,
// TreeEnsembleClassifier.
//
// All trees are descended at once, without branches: the current node of each row and tree is an
// index into tables, and a step gathers the node's test and replaces the index by that of a child.
// Leaves are their own children. So each descent takes one step for each level of the deepest tree.
#include <cfloat>

#include "importers/onnx/OnnxMl.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"
#include "importers/onnx/OnnxSubgraph.h"

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

enum class TreeTest { Leq, Lt, Gte, Gt, Eq, Neq, Member, Leaf };
enum class TreeAggregate { Average, Sum, Min, Max };

struct TreeNode {
  TreeTest test = TreeTest::Leaf;
  int64_t feature = 0, ifTrue = 0, ifFalse = 0; // indices of nodes
  double value = 0;
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
  const onnx::TensorProto *proto = n.tensorAttr(name);
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

using NodeIndex = llvm::DenseMap<std::pair<int64_t, int64_t>, int64_t>;

// The index of a node of TreeEnsembleRegressor, which has a number in its tree.
int64_t nodeOf(Node &n, const NodeIndex &index, int64_t tree, int64_t number) {
  auto it = index.find({tree, number});
  if (it != index.end())
    return it->second;
  n.fail("tree " + Twine(tree) + " has no node " + Twine(number));
  return 0;
}

void readRegressorNodes(Node &n, Ensemble &e, NodeIndex &index) {
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
  llvm::DenseSet<int64_t> known;
  for (size_t i = 0; i < count; ++i) {
    if (!index.try_emplace({trees[i], numbers[i]}, i).second)
      return n.fail("tree " + Twine(trees[i]) + " has two nodes " + Twine(numbers[i]));
    if (known.insert(trees[i]).second)
      e.roots.push_back(static_cast<int64_t>(i)); // the first node of a tree
  }
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
void readRegressorVotes(Node &n, Ensemble &e, const NodeIndex &index, const std::string &prefix) {
  IntList trees = n.intsAttr(prefix + "treeids"), numbers = n.intsAttr(prefix + "nodeids"),
          targets = n.intsAttr(prefix + "ids");
  SmallVector<double> weights = floatsOrTensor(n, prefix + "weights");
  for (const auto &[name, length] :
       {std::pair<std::string, size_t>{prefix + "nodeids", numbers.size()},
        {prefix + "ids", targets.size()},
        {prefix + "weights", weights.size()}})
    if (!expectLength(n, name, length, trees.size()))
      return;
  for (size_t i = 0; i < trees.size() && !n.hasFailed(); ++i)
    e.votes.push_back({nodeOf(n, index, trees[i], numbers[i]), targets[i], weights[i]});
}

void readTrees(Node &n, Ensemble &e, const std::string &votePrefix) {
  n.ignoreAttr("nodes_hitrates");
  n.ignoreAttr("nodes_hitrates_as_tensor");
  e.transform = mlPostTransform(n);
  e.baseValues = floatsOrTensor(n, "base_values");
  NodeIndex index;
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
      return n.fail("attribute 'nodes_modes' has the unknown element " +
                    Twine(static_cast<int64_t>(modes[i])));
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

// The number of tests on the longest way from a root to a leaf. Fails for nodes that do not exist,
// and for cycles: no way is longer than there are nodes.
int64_t depthOf(Node &n, const Ensemble &e) {
  const auto count = static_cast<int64_t>(e.nodes.size());
  SmallVector<int64_t> current(e.roots);
  for (const TreeNode &node : e.nodes)
    current.append({node.ifTrue, node.ifFalse});
  for (int64_t node : current)
    if (node < 0 || node >= count)
      return n.fail("there is no node " + Twine(node) + " of " + Twine(count)), 0;
  // Kahn's algorithm over the nodes without leaves: a node is done once all its parents are.
  std::vector<int64_t> parents(count, 0), depth(count, 0);
  auto isInner = [&](int64_t i) { return e.nodes[i].test != TreeTest::Leaf; };
  for (int64_t i = 0; i < count; ++i)
    if (isInner(i))
      for (int64_t child : {e.nodes[i].ifTrue, e.nodes[i].ifFalse})
        ++parents[child];
  SmallVector<int64_t> ready;
  for (int64_t i = 0; i < count; ++i)
    if (parents[i] == 0)
      ready.push_back(i);
  int64_t done = 0, most = 0;
  while (!ready.empty()) {
    const int64_t i = ready.pop_back_val();
    ++done;
    most = std::max(most, depth[i]);
    if (!isInner(i))
      continue;
    for (int64_t child : {e.nodes[i].ifTrue, e.nodes[i].ifFalse}) {
      depth[child] = std::max(depth[child], depth[i] + 1);
      if (--parents[child] == 0)
        ready.push_back(child);
    }
  }
  if (done != count)
    n.fail("the trees have a cycle");
  return most;
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

class TreeBuilder {
public:
  TreeBuilder(Node &node, const Ensemble &ensemble, Value x) : n(node), e(ensemble), x(x) {
    type = cast<RankedTensorType>(x.getType()).getElementType();
  }
  // The scores [rows, targets], before the transform.
  Value run(int64_t depth);
  // Whether each row has a vote for each target.
  Value hasVotes();

private:
  Value integers(function_ref<int64_t(const TreeNode &)> get);
  Value gathered(Value table, Value at) {
    return n.emit("rlx.gather", {table, at}, n.i64("axis", 0));
  }
  Value test(Value at, Value value);
  Value next(Value at);
  Value weights();

  Node &n;
  const Ensemble &e;
  Value x;
  Type type;
  Value leaves; // of each row and tree, once it has run
};

// A table with one i64 per node.
Value TreeBuilder::integers(function_ref<int64_t(const TreeNode &)> get) {
  SmallVector<int64_t> values;
  for (const TreeNode &node : e.nodes)
    values.push_back(get(node));
  auto tableType =
      RankedTensorType::get(static_cast<int64_t>(values.size()), n.builder().getI64Type());
  return n.literal(DenseElementsAttr::get(tableType, ArrayRef<int64_t>(values)));
}

// Whether the tests of the nodes `at` hold for the features `value`.
Value TreeBuilder::test(Value at, Value value) {
  const ComparePredicate predicates[] = {ComparePredicate::le, ComparePredicate::lt,
                                         ComparePredicate::ge, ComparePredicate::gt,
                                         ComparePredicate::eq, ComparePredicate::ne};
  SmallVector<double> thresholds;
  for (const TreeNode &node : e.nodes)
    thresholds.push_back(node.value);
  Value threshold =
      gathered(mlTable(n, type, thresholds, static_cast<int64_t>(thresholds.size())), at);
  Value kind, result;
  for (int64_t k = 0; k < 6; ++k) {
    if (llvm::none_of(e.nodes, [&](const TreeNode &node) { return int64_t(node.test) == k; }))
      continue;
    Value holds = n.compare(predicates[k], value, threshold);
    if (!result) {
      result = holds;
      continue;
    }
    if (!kind)
      kind = gathered(integers([](const TreeNode &node) { return int64_t(node.test); }), at);
    Value isThis =
        n.compare(ComparePredicate::eq, kind, n.scalar(n.builder().getI64Type(), double(k)));
    result = n.emit("rlx.where", {isThis, holds, result});
  }
  return result;
}

// The children that the rows take.
Value TreeBuilder::next(Value at) {
  Value feature = gathered(integers([](const TreeNode &node) { return node.feature; }), at);
  Value value = n.emit("rlx.gather_elements", {x, feature}, n.i64("axis", 1));
  Value holds = test(at, value), isMissing = n.emit("rlx.is_nan", value);
  auto missingIsTrue = [](const TreeNode &node) { return node.missingIsTrue; };
  if (llvm::any_of(e.nodes, missingIsTrue)) {
    Value tracks = n.cast(
        gathered(integers([](const TreeNode &node) { return int64_t(node.missingIsTrue); }), at),
        n.builder().getI1Type());
    holds = n.emit("rlx.where", {isMissing, tracks, holds});
  } else {
    holds = n.emit("rlx.and", {holds, n.emit("rlx.not", isMissing)});
  }
  return n.emit("rlx.where",
                {holds, gathered(integers([](const TreeNode &node) { return node.ifTrue; }), at),
                 gathered(integers([](const TreeNode &node) { return node.ifFalse; }), at)});
}

// The votes of each node, [nodes, targets].
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
  return mlTable(n, type, table, {static_cast<int64_t>(e.nodes.size()), e.numTargets});
}

Value TreeBuilder::run(int64_t depth) {
  Type i64 = n.builder().getI64Type();
  const auto numTrees = static_cast<int64_t>(e.roots.size());
  auto rootType = RankedTensorType::get({1, numTrees}, i64);
  Value roots = n.literal(DenseElementsAttr::get(rootType, ArrayRef<int64_t>(e.roots)));
  Dims sizes = {n.dimsOf(x)[0], n.size(numTrees)};
  leaves = n.expand(roots, sizes);
  if (depth > 0) {
    auto step = [&](ArrayRef<Value> carried, ArrayRef<Value>) {
      return SmallVector<Value>{next(carried[0])};
    };
    SmallVector<Value> results =
        emitScan(n, leaves, n.iota(n.size(0), n.size(depth), 0), /*reverse=*/false, step);
    if (n.hasFailed())
      return {};
    leaves = results[0];
  }
  StringRef reduction = e.aggregate == TreeAggregate::Min   ? "rlx.reduce_min"
                        : e.aggregate == TreeAggregate::Max ? "rlx.reduce_max"
                                                            : "rlx.reduce_sum";
  Value result = n.reduce(reduction, gathered(weights(), leaves), int64_t(1), /*keepDims=*/false);
  if (e.aggregate == TreeAggregate::Average)
    result = n.emit("rlx.div", {result, n.scalar(type, double(numTrees))});
  if (!e.baseValues.empty())
    result =
        n.emit("rlx.add",
               {result, mlTable(n, type, e.baseValues, static_cast<int64_t>(e.baseValues.size()))});
  return result;
}

Value TreeBuilder::hasVotes() {
  SmallVector<double> table(e.nodes.size() * e.numTargets, 0);
  for (const TreeVote &vote : e.votes)
    table[vote.node * e.numTargets + vote.target] = 1;
  Value votes = mlTable(n, type, table, {static_cast<int64_t>(e.nodes.size()), e.numTargets});
  Value any = n.reduce("rlx.reduce_max", gathered(votes, leaves), int64_t(1), /*keepDims=*/false);
  return n.compare(ComparePredicate::gt, any, n.scalar(type, 0));
}

void importTrees(Node &n, const Ensemble &e, Type resultType) {
  if (n.hasFailed())
    return;
  const int64_t features = mlNumFeatures(n);
  checkEnsemble(n, e, features);
  const int64_t depth = n.hasFailed() ? 0 : depthOf(n, e);
  Value x = n.hasFailed() ? Value() : mlMatrix(n);
  if (n.hasFailed())
    return;
  Value scores = applyPostTransform(n, e.transform, TreeBuilder(n, e, x).run(depth));
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
    const int64_t depth = n.hasFailed() ? 0 : depthOf(n, e);
    Value x = n.hasFailed() ? Value() : mlMatrix(n);
    if (n.hasFailed())
      return;
    type = cast<RankedTensorType>(x.getType()).getElementType();
    TreeBuilder trees(n, e, x);
    Value scores = trees.run(depth);
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
      scores = n.emit("rlx.where", {trees.hasVotes(), scores, lowest});
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
