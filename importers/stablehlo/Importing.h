// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of one import, and an op of StableHLO as its handler sees it: attributes, operands, and
// ways to create results.
//
// Errors latch. The first one is emitted at the user's place, prefixed with the op's name. From
// then on accessors return harmless values (null, empty lists), so that handlers run to their end
// without checking each step.
#ifndef RLX_IMPORTERS_STABLEHLO_IMPORTING_H
#define RLX_IMPORTERS_STABLEHLO_IMPORTING_H

#include <memory>

#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "importers/stablehlo/AttributeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Sequence.h"

namespace rlx::shlo {

using mlir::RankedTensorType;
using mlir::Type;
using mlir::Value;
using Values = llvm::SmallVector<Value>;
// Constants, and index values for sizes that only a run knows.
using Sizes = llvm::SmallVector<mlir::OpFoldResult>;

// The place of an op for its user: the innermost file and line, and the name that JAX gave the op
// ("jit(f)/dot_general"), as a location that messages print as "f.py:12:3 in jit(f)/dot_general".
// An op of an inlined function without a file gets the place of the call.
mlir::Location userLocation(mlir::Location loc, std::optional<mlir::Location> call = std::nullopt);

// "stablehlo.add", or "stablehlo.custom_call @lapack_sgetrf_ffi".
std::string titleOf(mlir::Operation *op);

// begin, …, end - 1.
inline IntList rangeOf(int64_t begin, int64_t end) {
  return llvm::to_vector<6>(llvm::seq<int64_t>(begin, end));
}

// Counts imported ops: calls are inlined, so a small file can make a large model.
inline constexpr int64_t kMostOps = 1 << 20;
inline constexpr int kMostDepth = 64; // of calls and regions in each other

// Tensors have fewer elements, and paddings are smaller, so that no computation of sizes overflows.
inline constexpr int64_t kMostSize = int64_t(1) << 40;

// Whether values of the source may have the type: a ranked tensor of elements that RLX has, of less
// than kMostSize elements.
bool isSupported(Type type);

struct State {
  explicit State(mlir::ModuleOp source)
      : source(source), context(source.getContext()), builder(source.getContext()) {}

  mlir::ModuleOp source;
  mlir::MLIRContext *context;
  mlir::OpBuilder builder;
  llvm::DenseMap<Value, Value> values; // of the source to those of the result
  // The elements of small integer tensors of the source that follow from sizes (Sizes.h).
  llvm::DenseMap<Value, Sizes> sizes;
  int64_t numOps = 0;
  int depth = 0;
  // Ops of the source whose results are in `values` already.
  llvm::DenseSet<mlir::Operation *> skipped;
  // The ops are those of a region on scalars, imported for whole tensors: only elementwise ops are
  // allowed, and results may have any shape.
  bool isElementwise = false;

  // Imports the ops of a block. `yielded` gets the operands of its terminator.
  mlir::LogicalResult importBlock(mlir::Block &block, Values &yielded);
};

// A region under construction. The builder inserts into its block until the end of the scope.
class RegionScope {
public:
  RegionScope(State &state, mlir::TypeRange arguments, mlir::Location loc);
  ~RegionScope();
  mlir::Block &block() { return holder->getRegion().front(); }
  // Ends the region with rlx.yield, and hands it over.
  std::unique_ptr<mlir::Region> yield(mlir::ValueRange values);

private:
  State &state;
  mlir::Location loc;
  // Ops that are inserted need an op around them.
  mlir::OwningOpRef<mlir::ModuleOp> holder;
  mlir::OpBuilder::InsertPoint before;
};

class Node {
public:
  Node(State &state, mlir::Operation *source);

  State &state() { return st; }
  mlir::OpBuilder &builder() { return st.builder; }
  mlir::MLIRContext *getContext() { return st.context; }
  mlir::Operation *source() { return op; }
  llvm::StringRef name() const { return op->getName().getStringRef(); }
  mlir::Location loc() const { return location; }

  // ---- failing
  // The op breaks a rule of StableHLO, or RLX does not support this form of it.
  void fail(const llvm::Twine &message) { fail(message, ErrorKind::Invalid); }
  void unsupported(const llvm::Twine &message) { fail(message, ErrorKind::Unsupported); }
  void failSilently() { failed = true; } // something else has emitted the error
  bool hasFailed() const { return failed; }
  // Fails with "expects " + `expected` unless it holds; returns whether the op has not failed.
  bool expect(bool holds, const llvm::Twine &expected);

  // ---- attributes
  mlir::Attribute attr(llvm::StringRef name) const;
  int64_t integer(llvm::StringRef name, std::optional<int64_t> fallback = std::nullopt);
  bool flag(llvm::StringRef name, bool fallback);
  // `count` integers; if the attribute is absent, all are `fallback`, or it is an error.
  IntList integers(llvm::StringRef name, std::optional<size_t> count,
                   std::optional<int64_t> fallback = std::nullopt);
  // The value of an enumeration called `kind`; `fallback` if the attribute is absent.
  std::string choice(llvm::StringRef name, llvm::StringRef kind, llvm::StringRef fallback);
  Fields fields(llvm::StringRef name, llvm::StringRef mnemonic);
  // Fails if a field of the attribute `name` was never read.
  void expectAllRead(llvm::StringRef name, const Fields &fields);

  // ---- operands and results
  unsigned numInputs() const { return op->getNumOperands(); }
  Value in(unsigned i);
  Values inputs();
  unsigned numResults() const { return op->getNumResults(); }
  // The declared type of a result; a scalar of f32 if it is not a ranked tensor.
  RankedTensorType resultType(unsigned i);
  Type resultElement(unsigned i = 0) { return resultType(i).getElementType(); }
  llvm::ArrayRef<int64_t> resultShape(unsigned i = 0);
  void set(unsigned i, Value value);
  // Checks the results against their declared types, and gives them to the users of the op.
  mlir::LogicalResult finish();

  // ---- regions
  // Fails unless there are `count` regions, each with one block of `arguments` arguments.
  bool expectRegions(unsigned count, unsigned arguments);
  // Fails unless the operands are `count` tensors and their initial values, and a region reduces
  // them to `count` results.
  bool expectReducer(unsigned count);
  mlir::Block &body(unsigned i) { return op->getRegion(i).front(); }
  // A new region with the ops of body i. Its arguments have the types of `inits`; an argument that
  // is `fixed` is the value in `inits` itself. The yielded values of fixed arguments are left out.
  std::unique_ptr<mlir::Region> region(unsigned i, llvm::ArrayRef<Value> inits = {},
                                       llvm::ArrayRef<bool> fixed = {});
  // The values that body i computes for tensors in place of its scalars. All results have the shape
  // `shape`. Fails unless all ops of the body are elementwise.
  Values applied(unsigned i, llvm::ArrayRef<Value> arguments, llvm::ArrayRef<int64_t> shape);
  // If body i is a function of its two arguments that one op computes, that op's name
  // ("stablehlo.add"), otherwise "". A body that returns argument 1 gives "return".
  llvm::StringRef bodyKind(unsigned i);

  // ---- building; null values give null values
  Value emit(llvm::StringRef name, mlir::ValueRange operands,
             llvm::ArrayRef<mlir::NamedAttribute> attributes = {},
             llvm::ArrayRef<std::unique_ptr<mlir::Region>> regions = {});
  // All results, none if the op has failed.
  Values emitAll(llvm::StringRef name, mlir::ValueRange operands,
                 llvm::ArrayRef<mlir::NamedAttribute> attributes = {},
                 llvm::ArrayRef<std::unique_ptr<mlir::Region>> regions = {});
  mlir::NamedAttribute named(llvm::StringRef name, mlir::Attribute value) {
    return builder().getNamedAttr(name, value);
  }
  mlir::NamedAttribute i64(llvm::StringRef name, int64_t value) {
    return named(name, builder().getI64IntegerAttr(value));
  }
  mlir::NamedAttribute boolean(llvm::StringRef name, bool value) {
    return named(name, builder().getBoolAttr(value));
  }
  mlir::NamedAttribute i64s(llvm::StringRef name, llvm::ArrayRef<int64_t> value) {
    return named(name, builder().getDenseI64ArrayAttr(value));
  }
  // A value of one of the rlx dialect's enumerations.
  template <typename Enum>
  mlir::NamedAttribute enumerator(llvm::StringRef name, Enum value) {
    static_assert(std::is_enum_v<Enum>);
    return named(name, builder().getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  mlir::NamedAttribute segments(llvm::ArrayRef<int32_t> sizes) {
    return named("operandSegmentSizes", builder().getDenseI32ArrayAttr(sizes));
  }
  // A rank-0 constant. Floating-point values are rounded, integers truncated.
  Value scalar(Type elementType, double value);
  // A rank-0 constant of the bits; the element type has that many.
  Value bits(Type elementType, uint64_t value);
  Value constant(mlir::ElementsAttr value);
  Value constant(llvm::ArrayRef<int64_t> values); // i64, of rank 1
  Value cast(Value tensor, Type elementType);
  Value bitcast(Value tensor, Type elementType);
  Value compare(ComparePredicate predicate, Value lhs, Value rhs);
  Value where(Value condition, Value onTrue, Value onFalse) {
    return emit("rlx.where", {condition, onTrue, onFalse});
  }
  mlir::OpFoldResult sizeOf(Value tensor, int64_t dim);
  // Sizes as MLIR's mixed lists: a dynamic size is kDynamic and an operand.
  struct Mixed {
    IntList constants;
    Values values;
  };
  Mixed mixed(llvm::ArrayRef<mlir::OpFoldResult> sizes);
  // Dynamic sizes, kDynamic, are those of the tensor in their order: a reshape of static sizes
  // around them. Other dynamic sizes need the overloads below.
  Value reshape(Value tensor, llvm::ArrayRef<int64_t> sizes);
  Value reshape(Value tensor, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  Value expand(Value tensor, llvm::ArrayRef<int64_t> sizes);
  Value expand(Value tensor, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  Value transpose(Value tensor, llvm::ArrayRef<int64_t> permutation);
  Value slice(Value tensor, llvm::ArrayRef<int64_t> starts, llvm::ArrayRef<int64_t> sizes,
              llvm::ArrayRef<int64_t> strides);
  Value slice(Value tensor, llvm::ArrayRef<mlir::OpFoldResult> starts,
              llvm::ArrayRef<mlir::OpFoldResult> sizes, llvm::ArrayRef<int64_t> strides);
  Value sliceAxis(Value tensor, int64_t axis, int64_t start, int64_t size, int64_t stride = 1);
  // Negative pads cut off. A null value is 0.
  Value pad(Value tensor, Value value, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high);
  Value concat(llvm::ArrayRef<Value> tensors, int64_t axis);
  // start, start + 1, … along `axis` of an i64 tensor.
  Value iota(llvm::ArrayRef<int64_t> sizes, int64_t axis);
  Value iota(llvm::ArrayRef<mlir::OpFoldResult> sizes, int64_t axis);
  // An integer tensor of signless or unsigned integers of this width with the shape of a float.
  Type integerLike(Type elementType, bool isUnsigned = false);

private:
  void fail(const llvm::Twine &message, ErrorKind kind);

  State &st;
  mlir::Operation *op;
  mlir::Location location;
  bool failed = false;
  Values results;
};

// Fails unless the magnitude of the padding is below kMostSize.
void expectPadding(Node &op, int64_t low, int64_t high);
// The static shape of a tensor; empty if the value is null.
llvm::ArrayRef<int64_t> shapeOf(Value tensor);
inline int64_t rankOf(Value tensor) {
  return static_cast<int64_t>(shapeOf(tensor).size());
}
Type elementOf(Value tensor);
inline bool isFloat(Type type) {
  return llvm::isa<mlir::FloatType>(type);
}
inline bool isComplex(Type type) {
  return llvm::isa<mlir::ComplexType>(type);
}
inline bool isBool(Type type) {
  return type.isInteger(1);
}
inline int64_t bitWidth(Type type) {
  return type.getIntOrFloatBitWidth();
}
// kDynamic if a size is.
int64_t productOf(llvm::ArrayRef<int64_t> sizes);
// The elements of an integer constant of at most 4096 elements, of the source or of the result.
std::optional<IntList> constantIntegers(Value value);
std::string shapeText(llvm::ArrayRef<int64_t> shape);
std::string typeText(Type type);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_IMPORTING_H
