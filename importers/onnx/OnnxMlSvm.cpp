// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Support vector machines of ai.onnx.ml: SVMRegressor, SVMClassifier.
//
// A classifier of libsvm decides between each pair of classes (one-vs-one), and the class with most
// votes wins:
//
//   x [rows, features] -> kernel values [rows, vectors] -> sums [classes, rows, opponents]
//     -> decisions [rows, pairs] -> votes, scores
//
// The decision between i and j adds the sum of i's vectors against j and that of j's against i. The
// sums are one batched matmul of blocks: each has the vectors of one class. A matrix
// [vectors, pairs] would be nearly all zeros: 4 GB for 1,024 classes of 2 vectors.
//
// As ONNX Runtime has it, where ONNX says nothing: two classes without probabilities have the
// scores -d and d, which a post transform other than LOGISTIC makes 1 - d and d.
#include "importers/onnx/OnnxExpr.h"
#include "importers/onnx/OnnxMl.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxStrings.h"
#include "importers/onnx/OnnxSubgraph.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace rlx;
using namespace rlx::onnxim;

namespace {

Expr matmul(Expr lhs, Expr rhs) {
  return lhs.binary("rlx.matmul", rhs);
}
Expr sumAlong(Expr x, int64_t axis, bool keepDims) {
  Node &n = x.node();
  return {n, n.reduce("rlx.reduce_sum", x.value(), axis, keepDims)};
}
Expr gatherAlong(Expr data, Expr indices, int64_t axis) {
  Node &n = data.node();
  return {n, n.emit("rlx.gather", {data.value(), indices.value()}, n.i64("axis", axis))};
}

// ---- Kernel functions

enum class SvmKernelType { Linear, Poly, Rbf, Sigmoid };

struct SvmKernel {
  SvmKernelType type = SvmKernelType::Linear;
  double gamma = 0, coef0 = 0, degree = 0;
};

SvmKernel readSvmKernel(Node &n) {
  SvmKernel kernel;
  const std::string given = n.stringAttr("kernel_type", "LINEAR"), name = StringRef(given).upper();
  const std::pair<StringRef, SvmKernelType> names[] = {{"LINEAR", SvmKernelType::Linear},
                                                       {"POLY", SvmKernelType::Poly},
                                                       {"RBF", SvmKernelType::Rbf},
                                                       {"SIGMOID", SvmKernelType::Sigmoid}};
  const auto *found = llvm::find_if(names, [&](const auto &each) { return each.first == name; });
  if (found == std::end(names))
    n.fail("attribute 'kernel_type' is '" + given + "', but must be LINEAR, POLY, RBF or SIGMOID");
  else
    kernel.type = found->second;
  SmallVector<double> parameters = n.floatsAttr("kernel_params");
  if (!parameters.empty() && parameters.size() < 3)
    n.fail("attribute 'kernel_params' has " + Twine(parameters.size()) +
           " elements, expected gamma, coef0 and degree");
  if (parameters.size() >= 3)
    kernel = {kernel.type, parameters[0], parameters[1], parameters[2]};
  return kernel;
}

// The squared distances of rows of x [rows, features] and vectors [vectors, features]. From the
// differences: squared norms minus dot products would cancel.
Expr squaredDistances(Expr x, Expr vectors) {
  Node &n = x.node();
  Dims rows = n.dimsOf(x.value()), columns = n.dimsOf(vectors.value());
  Expr difference = x.reshaped({rows[0], n.size(1), rows[1]}) -
                    vectors.reshaped({n.size(1), columns[0], columns[1]});
  return sumAlong(difference * difference, 2, /*keepDims=*/false);
}

// The kernel function of x [rows, features] and vectors [vectors, features]: [rows, vectors].
Expr kernelValues(Expr x, Expr vectors, const SvmKernel &kernel) {
  Node &n = x.node();
  if (n.hasFailed())
    return x;
  if (kernel.type == SvmKernelType::Rbf)
    return (squaredDistances(x, vectors) * -kernel.gamma).unary("rlx.exp");
  Expr dots = matmul(x, {n, n.transpose(vectors.value(), {1, 0})});
  if (kernel.type == SvmKernelType::Linear)
    return dots;
  Expr scaled = dots * kernel.gamma + kernel.coef0;
  return kernel.type == SvmKernelType::Sigmoid
             ? scaled.unary("rlx.tanh")
             : scaled.binary("rlx.pow", scaled.number(kernel.degree));
}

// ---- SVMRegressor

void importSvmRegressor(Node &n) {
  PostTransform transform = mlPostTransform(n);
  const SvmKernel kernel = readSvmKernel(n);
  const int64_t supports = n.intAttr("n_supports", 0);
  const bool isOneClass = n.flagAttr("one_class", false);
  SmallVector<double> coefficients = n.floatsAttr("coefficients"), rho = n.floatsAttr("rho"),
                      vectors = n.floatsAttr("support_vectors");
  const int64_t features = mlNumFeatures(n);
  Expr x(n, mlMatrix(n));
  if (n.hasFailed())
    return;
  const int64_t expected = supports > 0 ? supports : features;
  if (static_cast<int64_t>(coefficients.size()) != expected || rho.empty() ||
      (supports > 0 && static_cast<int64_t>(vectors.size()) / supports != features))
    return n.fail("expects " + Twine(expected) + " coefficients, one rho, and support vectors of " +
                  Twine(features) + " features");
  Type type = x.elementType();
  if (supports > 0) {
    vectors.resize(static_cast<size_t>(supports * features));
    x = kernelValues(x, {n, mlTable(n, type, vectors, {supports, features})}, kernel);
  }
  Expr sum = matmul(x, {n, mlTable(n, type, coefficients, {expected, 1})}) + rho[0];
  if (isOneClass)
    sum = where(sum > 0, sum.number(1), sum.number(-1));
  n.set(0, n.cast(applyPostTransform(n, transform, sum.value()), n.builder().getF32Type()));
}

// ---- Probabilities of classes from those of pairs

// The method of libsvm (Wu, Lin and Weng, 2004, section 5): minimizes p' Q p over the probabilities
// p, one class after the other, until no element of Q p differs much from p' Q p.
class PairwiseCoupling {
public:
  // `ratios` [rows, classes, classes] holds at i, j the probability of i, given that the class is i
  // or j; zeros at i = j. `opposite` holds the one at j, i.
  PairwiseCoupling(Expr ratios, Expr opposite, int64_t classes)
      : n(ratios.node()), classes(classes), rows(n.dimsOf(ratios.value())[0]), q(ratios),
        diagonal(ratios), identity(ratios) {
    Type type = ratios.elementType();
    SmallVector<double> ones(static_cast<size_t>(classes * classes), 0);
    for (int64_t i = 0; i < classes; ++i)
      ones[i * (classes + 1)] = 1;
    identity = {n, mlTable(n, type, ones, {classes, classes})};
    diagonal = sumAlong(opposite * opposite, 2, /*keepDims=*/false);
    q = diagonal.reshaped({rows, n.size(classes), n.size(1)}) * identity - ratios * opposite;
  }

  // [rows, classes].
  Expr run() {
    Expr start(n, n.expand(q.number(1.0 / double(classes)).value(), {rows, n.size(classes)}));
    Expr everywhere(n, n.expand(n.scalar(n.builder().getI1Type(), 1), {rows, n.size(1)}));
    State state = checked(start, everywhere);
    SmallVector<Value> inits = {n.scalar(i64, 0), state.p.value(), state.qp.value(),
                                state.pqp.value(), state.isActive.value()};
    SmallVector<Value> results = emitWhile(
        n, inits, [&](ArrayRef<Value> carried) { return goesOn(carried); },
        [&](ArrayRef<Value> carried) { return iteration(carried); });
    return {n, results.empty() ? Value() : results[1]};
  }

private:
  // libsvm allows one iteration per class, and this many for fewer classes.
  static constexpr int64_t kMinIterationLimit = 100;
  static constexpr double kTolerance = 0.005;
  // p [rows, classes], Q p, p' Q p [rows, 1], and the rows that are not done yet.
  struct State {
    Expr p, qp, pqp, isActive;
  };

  State checked(Expr p, Expr wasActive) {
    Expr qp = sumAlong(q * p.reshaped({rows, n.size(1), n.size(classes)}), 2, /*keepDims=*/false);
    Expr pqp = sumAlong(p * qp, 1, /*keepDims=*/true);
    Expr error(n, n.reduce("rlx.reduce_max", (qp - pqp).unary("rlx.abs").value(), int64_t(1),
                           /*keepDims=*/true));
    // A row with NaN is done.
    return {p, qp, pqp, wasActive & (error >= kTolerance / double(classes))};
  }

  Value goesOn(ArrayRef<Value> carried) {
    Expr count(n, carried[0]), isActive(n, carried[4]);
    Expr active(n, n.reduce("rlx.reduce_sum", isActive.to(i64).value(), {0, 1},
                            /*keepDims=*/false));
    const auto maxIterations = static_cast<double>(std::max<int64_t>(kMinIterationLimit, classes));
    return ((count < maxIterations) & (active > 0)).value();
  }

  SmallVector<Value> iteration(ArrayRef<Value> carried) {
    SmallVector<Value> results = emitScan(
        n, carried.slice(1, 3), {n.iota(n.size(0), n.size(classes), 0), identity.value()},
        /*reverse=*/false, [&](ArrayRef<Value> state, ArrayRef<Value> step) {
          return update({n, state[0]}, {n, state[1]}, {n, state[2]}, step[0], {n, step[1]});
        });
    if (n.hasFailed())
      return {};
    Expr isActive(n, carried[4]);
    State next = checked(where(isActive, {n, results[0]}, {n, carried[1]}), isActive);
    return {(Expr(n, carried[0]) + 1).value(), next.p.value(), next.qp.value(), next.pqp.value(),
            next.isActive.value()};
  }

  // One class: `selected` is 1 at it.
  SmallVector<Value> update(Expr p, Expr qp, Expr pqp, Value at, Expr selected) {
    auto element = [&](Expr data) {
      return Expr(n, n.emit("rlx.gather", {data.value(), at}, n.i64("axis", 1)));
    };
    Expr weight = element(diagonal).reshaped({rows, n.size(1)});
    Expr product = element(qp).reshaped({rows, n.size(1)});
    Expr change = (pqp - product) / weight, scale = change + 1;
    Expr nextPqp = (pqp + change * (change * weight + product * 2)) / scale / scale;
    Expr nextQp = (qp + change * element(q)) / scale;
    return {((p + change * selected) / scale).value(), nextQp.value(), nextPqp.value()};
  }

  Node &n;
  int64_t classes;
  Dim rows;
  Type i64 = n.builder().getI64Type();
  Expr q, diagonal, identity;
};

// ---- SVMClassifier

class SvmClassifierImport {
public:
  SvmClassifierImport(Node &node) : n(node) {}

  void run() {
    read();
    features = mlNumFeatures(n);
    if (!n.hasFailed())
      check();
    // In f32 for all input types, as in ONNX Runtime.
    Value matrix = n.hasFailed() ? Value() : mlMatrix(n);
    if (n.hasFailed())
      return;
    Expr x = Expr(n, matrix).to(f32);
    if (isLinear())
      return setLinear(x);
    Expr vectors = table(supportVectors, numVectors, features);
    Expr decisions = decisionsOf(kernelValues(x, vectors, kernel));
    rho.resize(static_cast<size_t>(numPairs()));
    setPairs(decisions + Expr(n, mlTable(n, f32, rho, numPairs())));
  }

private:
  bool isLinear() const { return numVectors == 0; }
  int64_t numPairs() const { return numClasses * (numClasses - 1) / 2; }

  void read() {
    transform = mlPostTransform(n);
    kernel = readSvmKernel(n);
    labels = n.intsAttr("classlabels_ints");
    labelType = n.builder().getI64Type();
    if (SmallVector<std::string> names = n.stringsAttr("classlabels_strings"); !names.empty()) {
      labels = stringNumbers(n, names);
      labelType = stringType(n.getContext());
    }
    numClasses = static_cast<int64_t>(labels.size());
    coefficients = n.floatsAttr("coefficients");
    rho = n.floatsAttr("rho");
    supportVectors = n.floatsAttr("support_vectors");
    vectorsPerClass = n.intsAttr("vectors_per_class");
    probA = n.floatsAttr("prob_a");
    probB = n.floatsAttr("prob_b");
  }

  void expectSize(StringRef name, ArrayRef<double> values, int64_t minSize) {
    if (static_cast<int64_t>(values.size()) < minSize)
      n.fail("attribute '" + name + "' has " + Twine(values.size()) + " elements, expected " +
             Twine(minSize));
  }

  void check() {
    constexpr int64_t kMaxClasses = 1024; // its pairs take memory
    if (numClasses < 2 || numClasses > kMaxClasses)
      return n.unsupported("has " + Twine(numClasses) + " class labels; supported are 2 to " +
                           Twine(kMaxClasses));
    if (probA.size() != probB.size())
      return n.fail("attributes 'prob_a' and 'prob_b' have " + Twine(probA.size()) + " and " +
                    Twine(probB.size()) + " elements");
    for (int64_t count : vectorsPerClass) {
      constexpr int64_t kMaxVectors = int64_t(1) << 31;
      if (count < 0 || count > kMaxVectors || numVectors > kMaxVectors)
        return n.fail("attribute 'vectors_per_class' has the element " + Twine(count));
      firstVector.push_back(numVectors);
      numVectors += count;
    }
    if (isLinear()) {
      expectSize("coefficients", coefficients, numClasses * features);
      return expectSize("rho", rho, 1);
    }
    if (static_cast<int64_t>(vectorsPerClass.size()) != numClasses)
      return n.fail("attribute 'vectors_per_class' has " + Twine(vectorsPerClass.size()) +
                    " elements, but there are " + Twine(numClasses) + " class labels");
    // The padded blocks have up to three times as many.
    constexpr int64_t kMaxCoefficients = int64_t(1) << 26;
    if (numVectors > kMaxCoefficients / numClasses)
      return n.unsupported("has " + Twine(numVectors) + " support vectors for " +
                           Twine(numClasses) + " classes; supported are " +
                           Twine(kMaxCoefficients) + " vectors times classes");
    // Divided, since a product could overflow.
    if (static_cast<int64_t>(supportVectors.size()) % numVectors != 0 ||
        static_cast<int64_t>(supportVectors.size()) / numVectors != features)
      return n.fail("attribute 'support_vectors' has " + Twine(supportVectors.size()) +
                    " elements, expected " + Twine(numVectors) + " vectors of " + Twine(features) +
                    " features");
    expectSize("coefficients", coefficients, (numClasses - 1) * numVectors);
    expectSize("rho", rho, numPairs());
    if (!probA.empty())
      return expectSize("prob_a", probA, numPairs());
    if (numClasses == 2 && transform == PostTransform::Probit)
      n.unsupported("post_transform PROBIT of two classes without probabilities is not supported");
  }

  Expr table(ArrayRef<double> values, int64_t numRows, int64_t numColumns) {
    return {n, mlTable(n, f32, values.take_front(numRows * numColumns), {numRows, numColumns})};
  }
  Expr integers(ArrayRef<int64_t> values, ArrayRef<int64_t> shape) {
    auto type = RankedTensorType::get(shape, n.builder().getI64Type());
    return {n, n.literal(DenseElementsAttr::get(type, values))};
  }
  // Calls back with each pair of classes: its number, the first class, the second class.
  template <typename Callback>
  void forEachPair(Callback callback) const {
    int64_t pair = 0;
    for (int64_t i = 0; i < numClasses; ++i)
      for (int64_t j = i + 1; j < numClasses; ++j)
        callback(pair++, i, j);
  }

  // The element i, j of a matrix of pairs: their number, those of their complements behind them,
  // and behind these one for i = j. `swapped` gives the element j, i.
  Expr indicesOfPairs(bool swapped) {
    IntList indices(static_cast<size_t>(numClasses * numClasses), 2 * numPairs());
    forEachPair([&](int64_t pair, int64_t i, int64_t j) {
      indices[i * numClasses + j] = pair + (swapped ? numPairs() : 0);
      indices[j * numClasses + i] = pair + (swapped ? 0 : numPairs());
    });
    return integers(indices, {numClasses, numClasses});
  }
  // [rows, classes, classes] with `first` [rows, pairs] above the diagonal and 1 - first below it.
  Expr matrixOfPairs(Expr first, bool swapped = false) {
    Expr zero = first.number(0).expanded({n.dimsOf(first.value())[0], n.size(1)});
    Value list =
        n.emit("rlx.concat", {first.value(), (1 - first).value(), zero.value()}, n.i64("axis", 1));
    return gatherAlong({n, list}, indicesOfPairs(swapped), 1);
  }

  // Vectors [begin, begin + count) of a class.
  struct Block {
    int64_t classNumber, begin, count;
  };

  // As wide as the largest class, unless padding the others would more than double the vectors.
  int64_t blockWidth() const {
    const int64_t largest = *llvm::max_element(vectorsPerClass);
    return std::min<int64_t>(largest, llvm::divideCeil(2 * numVectors, numClasses));
  }
  SmallVector<Block> blocks() const {
    SmallVector<Block> blocks;
    const int64_t width = blockWidth();
    for (int64_t i = 0; i < numClasses; ++i)
      for (int64_t from = 0; from < std::max<int64_t>(vectorsPerClass[i], 1); from += width)
        blocks.push_back({i, firstVector[i] + from, std::min(width, vectorsPerClass[i] - from)});
    return blocks;
  }

  // The kernel values [rows, vectors] in blocks [blocks, rows, width], with zeros behind the last.
  Expr inBlocks(Expr values, ArrayRef<Block> all) {
    const int64_t width = blockWidth();
    const Dim rows = n.dimsOf(values.value())[0];
    IntList vectors(all.size() * width, numVectors);
    for (auto [i, block] : llvm::enumerate(all))
      std::iota(&vectors[i * width], &vectors[i * width] + block.count, block.begin);
    Value padded =
        n.emit("rlx.concat", {values.value(), values.number(0).expanded({rows, n.size(1)}).value()},
               n.i64("axis", 1));
    Expr gathered =
        gatherAlong({n, padded}, integers(vectors, {static_cast<int64_t>(all.size()), width}), 1);
    return {n, n.transpose(gathered.value(), {1, 0, 2})};
  }

  // [blocks, width, opponents].
  Expr blockCoefficients(ArrayRef<Block> all) {
    const int64_t width = blockWidth(), numOpponents = numClasses - 1;
    SmallVector<double> weights(static_cast<size_t>(all.size() * width * numOpponents), 0);
    for (auto [i, block] : llvm::enumerate(all))
      for (int64_t vector = 0; vector < block.count; ++vector)
        for (int64_t opponent = 0; opponent < numOpponents; ++opponent)
          weights[(i * width + vector) * numOpponents + opponent] =
              coefficients[opponent * numVectors + block.begin + vector];
    return {n, mlTable(n, f32, weights, {static_cast<int64_t>(all.size()), width, numOpponents})};
  }

  // [classes, rows, opponents]: a class has no opponent of its own number.
  Expr sumsOfClasses(Expr values) {
    if (n.hasFailed())
      return values;
    const SmallVector<Block> all = blocks();
    Expr sums = matmul(inBlocks(values, all), blockCoefficients(all));
    if (static_cast<int64_t>(all.size()) == numClasses || n.hasFailed())
      return sums;
    IntList classes;
    for (const Block &block : all)
      classes.push_back(block.classNumber);
    Dims sizes = n.dimsOf(sums.value());
    Expr zeros = sums.number(0).expanded({n.size(numClasses), sizes[1], sizes[2]});
    Expr indices = integers(classes, {static_cast<int64_t>(all.size()), 1});
    return {n, n.emit("rlx.scatter_nd", {zeros.value(), indices.value(), sums.value()},
                      n.choice("reduction", ScatterReduction::Add))};
  }

  // [rows, pairs] of the kernel values, without rho.
  Expr decisionsOf(Expr values) {
    if (numClasses == 2) // each vector has one opponent, and there is one pair
      return matmul(values, table(coefficients, numVectors, 1));
    Expr sums = sumsOfClasses(values);
    if (n.hasFailed())
      return sums;
    IntList first, second;
    forEachPair([&](int64_t, int64_t i, int64_t j) {
      first.push_back(i * (numClasses - 1) + j - 1);
      second.push_back(j * (numClasses - 1) + i);
    });
    const Dim rows = n.dimsOf(sums.value())[1];
    Expr flat = Expr(n, n.transpose(sums.value(), {1, 0, 2}))
                    .reshaped({rows, n.size(numClasses * (numClasses - 1))});
    return gatherAlong(flat, integers(first, numPairs()), 1) +
           gatherAlong(flat, integers(second, numPairs()), 1);
  }

  // The class with most votes of the decisions, the first one of several.
  Expr winners(Expr decisions) {
    Expr isFirst = (decisions > 0).to(f32);
    return greatest(sumAlong(matrixOfPairs(isFirst), 2, /*keepDims=*/false));
  }
  Expr greatest(Expr scores) {
    return Expr(n, n.emit("rlx.argmax", scores.value(),
                          {n.i64("axis", 1), n.flag("keep_dims", false)}))
        .to(n.builder().getI64Type());
  }

  void setLabels(Expr classes) {
    auto type = RankedTensorType::get(numClasses, labelType);
    Value names = n.literal(DenseElementsAttr::get(type, ArrayRef<int64_t>(labels)));
    n.set(0, n.emit("rlx.gather", {names, classes.value()}, n.i64("axis", 0)));
  }
  void setScores(Expr scores) { n.set(1, applyPostTransform(n, transform, scores.value())); }

  void setPairs(Expr decisions) {
    if (n.wants(0))
      setLabels(winners(decisions));
    if (!n.wants(1))
      return;
    if (!probA.empty())
      return setScores(probabilities(decisions));
    if (numClasses > 2)
      return setScores(decisions);
    const bool isLogistic = transform == PostTransform::Logistic;
    const bool isMargin = transform == PostTransform::None || isLogistic;
    Expr other = isMargin ? decisions.unary("rlx.neg") : 1 - decisions;
    Expr both(n, n.emit("rlx.concat", {other.value(), decisions.value()}, n.i64("axis", 1)));
    if (isLogistic)
      return setScores(both);
    n.set(1, both.value());
  }

  // Of the classes, from the decisions between pairs.
  Expr probabilities(Expr decisions) {
    constexpr double kMinProbability = 1e-7;
    auto perPair = [&](ArrayRef<double> values) { return table(values, 1, numPairs()); };
    Expr sure = (decisions * perPair(probA) + perPair(probB)).unary("rlx.sigmoid");
    Expr first = min(max(1 - sure, kMinProbability), sure.number(1 - kMinProbability));
    if (n.hasFailed())
      return decisions;
    return PairwiseCoupling(matrixOfPairs(first), matrixOfPairs(first, /*swapped=*/true),
                            numClasses)
        .run();
  }

  // One score per class, without support vectors.
  void setLinear(Expr x) {
    Expr weights = table(coefficients, numClasses, features);
    Expr scores = matmul(x, {n, n.transpose(weights.value(), {1, 0})}) + rho[0];
    if (n.wants(0))
      setLabels(linearWinners(scores));
    setScores(scores);
  }

  // As in ONNX Runtime, the second of two classes wins if a score is great enough, unless there are
  // probabilities.
  Expr linearWinners(Expr scores) {
    Expr best = greatest(scores);
    if (numClasses > 2 || !probA.empty())
      return best;
    Expr maximum(n, n.reduce("rlx.reduce_max", scores.value(), int64_t(1), /*keepDims=*/false));
    const bool isPositive = llvm::all_of(coefficients, [](double each) { return each >= 0; });
    Expr isSecond = isPositive ? maximum >= 0.5 : maximum > 0;
    return where(isSecond, best.number(1), best);
  }

  Node &n;
  PostTransform transform = PostTransform::None;
  SvmKernel kernel;
  IntList labels, vectorsPerClass, firstVector;
  Type labelType, f32 = n.builder().getF32Type();
  SmallVector<double> coefficients, rho, supportVectors, probA, probB;
  int64_t numClasses = 0, numVectors = 0, features = 0;
};

void importSvmClassifier(Node &n) {
  SvmClassifierImport(n).run();
}

} // namespace

void rlx::onnxim::addMlSvmOps(OpTable &table) {
  table.add("SVMRegressor", {importSvmRegressor, nullptr, 1, 1}, kMlDomain);
  table.add("SVMClassifier", {importSvmClassifier, nullptr, 1, 1}, kMlDomain);
  table.limit("SVMRegressor", "a dynamic number of features", kMlDomain);
  table.limit(
      "SVMClassifier",
      "a dynamic number of features; a single class; more than 1,024 classes, or 2^26 support "
      "vectors times classes; `post_transform` PROBIT for two classes without probabilities",
      kMlDomain);
}
