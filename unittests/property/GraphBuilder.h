// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the makers of random ops: a pool of values, sources (inputs, params, constants) for
// values that the pool lacks, and the check of every new op.
//
// Every value has the reference's results in each run, so a maker sees concrete sizes. An op that
// fails, or whose results leave the sane range, is removed. Every value also has perturbed results:
// each op moves its result by a quarter of the op's tolerance. An op whose perturbed result leaves
// half the tolerance of docs/reference/numerics.md is removed too, so no graph amplifies legitimate
// errors. The operands of an op that accumulates also move by a few roundings. Its terms may be far
// larger than its result, as in the gradient of a norm over two elements, and their roundings are
// errors of the op. So are those of a composite op's decomposition: in f16 the terms of a
// projection are rounded attention, and the argument of a steep activation is a rounded matmul.
#ifndef RLX_UNITTESTS_PROPERTY_GRAPHBUILDER_H
#define RLX_UNITTESTS_PROPERTY_GRAPHBUILDER_H

#include <functional>
#include <map>
#include <optional>

#include "dialects/check/Random.h"
#include "dialects/rlx/ir/RLXOps.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/IR/Builders.h"
#include "unittests/property/Graph.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace rlx::property {

class Random {
public:
  explicit Random(uint64_t seed) : seed(seed) {}
  uint64_t bits() { return check::draw(seed, count++, 0); }
  int64_t between(int64_t low, int64_t high) { return low + int64_t(bits() % (high - low + 1)); }
  bool chance(unsigned percent) { return bits() % 100 < percent; }
  double uniform(double low, double high) {
    return low + (high - low) * check::unitInterval(bits());
  }
  template <typename T>
  T pick(std::initializer_list<T> values) {
    return values.begin()[bits() % values.size()];
  }

private:
  uint64_t seed, count = 0;
};

// One size of a tensor: its value in each run, and whether it is static for the compiler.
struct Size {
  llvm::SmallVector<int64_t, 3> runs;
  bool isDynamic = false;

  // A dynamic size that is 1 in all runs is not repeated as a static one is.
  bool operator==(const Size &other) const {
    return runs == other.runs &&
           (isDynamic == other.isDynamic || llvm::any_of(runs, [](int64_t n) { return n != 1; }));
  }
  bool isOne() const { return !isDynamic && runs[0] == 1; }
  int64_t least() const { return *llvm::min_element(runs); }
};
using Sizes = llvm::SmallVector<Size>;

class GraphBuilder {
public:
  GraphBuilder(mlir::MLIRContext *context, uint64_t seed);

  Random random;
  mlir::OpBuilder builder; // at the end of the function
  mlir::Location loc;

  Sizes sizes(mlir::Value value) const;
  mlir::Type elementType(mlir::Value value) const {
    return mlir::getElementTypeOrSelf(value.getType());
  }
  Size fixed(int64_t size) const {
    return {llvm::SmallVector<int64_t, 3>(graph.numRuns, size), false};
  }
  // A new fixed or dynamic size of the model. Tensors that share it have equal sizes.
  Size freshSize();

  // A tensor of the pool that satisfies the predicate, preferably a late one, or null. A complex
  // one only if `isComplex`.
  mlir::Value pick(llvm::function_ref<bool(mlir::Value)> accept, bool isComplex = false);
  mlir::Value pick(llvm::function_ref<bool(mlir::Type element, size_t rank)> accept);
  mlir::Value newest() const { return pool.back(); }
  // A new input, or a param or constant if all sizes are fixed. `neverInput` is for weights.
  mlir::Value source(mlir::Type element, llvm::ArrayRef<Size> sizes, double low, double high,
                     bool neverInput = false);
  mlir::Value source(mlir::Type element, llvm::ArrayRef<Size> sizes);
  // A tensor of the pool with these sizes, or a new source.
  mlir::Value like(mlir::Type element, llvm::ArrayRef<Size> sizes);
  // A tensor that NumPy broadcasts to these sizes.
  mlir::Value broadcastable(mlir::Type element, llvm::ArrayRef<Size> sizes);

  // Whether the value may differ between correct implementations.
  bool isNoisy(mlir::Value value) const;
  // A size of `value` as an index, for ops that take sizes: a constant or a tensor.dim.
  mlir::OpFoldResult sizeOf(mlir::Value value, unsigned dim);
  // The only element of an integer tensor as an index.
  mlir::Value elementAsIndex(mlir::Value scalar);
  mlir::OpFoldResult multiply(mlir::OpFoldResult lhs, mlir::OpFoldResult rhs);
  int64_t valueOf(mlir::OpFoldResult index, unsigned run) const;

  // Creates an op and keeps it if it is sane in every run.
  template <typename Op, typename... Args>
  bool add(Args &&...args) {
    return keep(Op::create(builder, loc, std::forward<Args>(args)...));
  }
  // The same by name, with attributes as text ("axis = 1, keep_dims = true") and as they are. Null
  // operands are left out. Also false if the op does not accept these operands.
  bool addByName(llvm::StringRef name, llvm::ArrayRef<mlir::Value> operands,
                 llvm::StringRef attributes = "", llvm::ArrayRef<mlir::NamedAttribute> more = {});
  // Keeps an op, at the end of the function, if it is valid and its results are sane in every run.
  bool keep(mlir::Operation *op);
  // The results of the last op in the graph.
  mlir::ResultRange results() const { return last->getResults(); }
  mlir::Value constant(const ref::Tensor &tensor);
  mlir::Value index(int64_t value);

  unsigned numOps() const { return kept; }
  unsigned numRuns() const { return graph.numRuns; }
  Graph finish();

private:
  struct Data {
    std::vector<ref::Tensor> runs, perturbed; // tensors; an index is a rank-0 tensor
  };

  using Results = llvm::Expected<llvm::SmallVector<ref::Tensor>>;

  // One Data per result.
  std::optional<std::vector<Data>> evaluate(mlir::Operation *op);
  // `outside`: the values from outside that the op and its regions use.
  Results runExact(mlir::Operation *op, llvm::ArrayRef<mlir::Value> outside, unsigned run) const;
  Results runPerturbed(mlir::Operation *op, llvm::ArrayRef<mlir::Value> outside, unsigned run,
                       llvm::ArrayRef<Data> exact);
  Results runDecomposed(mlir::Operation *op, llvm::ArrayRef<mlir::Value> outside,
                        llvm::function_ref<ref::Tensor(mlir::Value)> valueOf) const;
  bool isSane(mlir::OpResult result, const Data &data) const;
  void perturb(mlir::Operation *op, ref::Tensor &tensor);
  ref::Tensor randomTensor(mlir::Type element, llvm::ArrayRef<int64_t> shape, double low,
                           double high);
  std::string symbol(const Size &size);
  mlir::Value addArgument(mlir::Type element, llvm::ArrayRef<Size> sizes, bool isParam,
                          std::vector<ref::Tensor> values);
  void remember(mlir::Value value, Data data);

  Graph graph;
  mlir::func::FuncOp function;
  llvm::MapVector<mlir::Value, Data> known;
  llvm::SmallVector<mlir::Value> pool;
  std::vector<Size> symbols;
  mlir::Operation *last = nullptr;
  unsigned kept = 0;
};

// The names of all ops in graphs so far.
llvm::StringSet<> &producedOps();

// A way to add one random op to a graph. False if no operands fit or the op was removed again.
struct Maker {
  unsigned weight;
  std::function<bool(GraphBuilder &)> make;
};
std::vector<Maker> elementwiseMakers();
std::vector<Maker> shapeMakers();
std::vector<Maker> contractionMakers();
std::vector<Maker> reductionMakers();
std::vector<Maker> normMakers();
std::vector<Maker> windowMakers();
std::vector<Maker> gradientMakers();
std::vector<Maker> indexMakers();
std::vector<Maker> quantMakers();
std::vector<Maker> fusedMakers();
std::vector<Maker> sequenceMakers();
std::vector<Maker> complexMakers();
std::vector<Maker> controlFlowMakers();
std::vector<Maker> splatMakers();

} // namespace rlx::property

#endif // RLX_UNITTESTS_PROPERTY_GRAPHBUILDER_H
