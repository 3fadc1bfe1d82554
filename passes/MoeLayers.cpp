// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traces routings back to the op that chose the experts; see MoeLayers.h.
//
// Ids are counted at dispatches that read or write them; no kernel is added.
#include "passes/MoeLayers.h"

#include "dialects/rlx/interfaces/ExpertRoutingInterface.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/IR/Matchers.h"
#include "passes/KernelGroups.h"
#include "runtime/program/model/Limits.h"

using namespace mlir;

namespace rlx {

// The value with the same elements in the same order, before reshapes and conversions.
static Value contentOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    bool converts = op->hasTrait<rlx::OpTrait::KeepsElements>() && isElementwiseOp(op);
    if (!converts && !op->hasTrait<rlx::OpTrait::ReshapesOperand>())
      break;
    value = op->getOperand(0);
  }
  return value;
}

// The value that the elements come from, before any op that only moves them.
static Value originOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!op->hasTrait<rlx::OpTrait::KeepsElements>() &&
        !op->hasTrait<rlx::OpTrait::ReshapesOperand>())
      break;
    value = op->getOperand(0);
  }
  return value;
}

// The op that chose the indices `value`; null if none did.
static ExpertChoiceOpInterface choiceOf(Value value) {
  auto choice = value.getDefiningOp<ExpertChoiceOpInterface>();
  return choice && choice.getIndices() == value ? choice : ExpertChoiceOpInterface();
}

static size_t axisOf(ExpertChoiceOpInterface choice, ArrayRef<Dim> shape) {
  int64_t axis = choice.getAxis();
  return axis < 0 ? axis + shape.size() : axis;
}

void MoeLayers::add(Operation *op, lir::DispatchOp dispatch, function_ref<Value(Value)> bufferOf) {
  if (auto choice = dyn_cast<ExpertChoiceOpInterface>(op)) {
    choices[choice.getIndices()] = {dispatch, bufferOf(choice.getIndices())};
  } else if (auto matmul = dyn_cast<ExpertMatmulOpInterface>(op)) {
    std::optional<int64_t> experts =
        InferContext::staticValue(shapes.shape(matmul.getWeights()).front());
    // A constant routes nothing.
    if (experts && !matchPattern(matmul.getIndices(), m_Constant()))
      addMatmul(matmul.getIndices(), *experts, {dispatch, bufferOf(matmul.getIndices())});
  }
}

// The choice among this number of experts from which the routing comes; null if there is none.
Value MoeLayers::choiceBehind(Value routing, int64_t experts) const {
  Value origin = originOf(routing);
  ExpertChoiceOpInterface choice = choiceOf(origin);
  if (!choice)
    return {};
  ArrayRef<Dim> scores = shapes.shape(choice.getInput());
  return InferContext::staticValue(scores[axisOf(choice, scores)]) == experts ? origin : Value();
}

void MoeLayers::addMatmul(Value routing, int64_t experts, ExpertIds ids) {
  Value content = contentOf(routing), choice = choiceBehind(routing, experts);
  int64_t total = experts;
  for (const Layer &layer : layers)
    total += layer.experts;
  // Further layers are not declared: the runtime would reject them.
  if (total > int64_t(rt::kMaxExperts) && !layerOf.contains({choice ? choice : content, experts}))
    return;
  auto [it, isNew] = layerOf.try_emplace({choice ? choice : content, experts}, layers.size());
  if (isNew) {
    layers.emplace_back();
    layers.back().label = ids.dispatch.getLabel().str();
    layers.back().experts = experts;
    layers.back().routing = routing;
  }
  Layer &layer = layers[it->second];
  ++layer.numMatmuls;
  layer.readings.push_back({content, ids});
}

// The places at which ids are counted: each content once whenever it is used. A read also counts
// for later reads of the same content in its list of commands and in nested lists. A read in a
// branch does not, since the branch may not run when a later one or the other branch does.
SmallVector<MoeLayers::ExpertIds> MoeLayers::idsToCount(const Layer &layer) {
  auto holds = [](ExpertIds outer, ExpertIds inner) {
    return outer.dispatch->getBlock()->findAncestorOpInBlock(*inner.dispatch.getOperation());
  };
  SmallVector<std::pair<Value, ExpertIds>> kept;
  for (const auto &reading : layer.readings) {
    if (llvm::any_of(kept, [&](const auto &other) {
          return other.first == reading.first && holds(other.second, reading.second);
        }))
      continue;
    llvm::erase_if(kept, [&](const auto &other) {
      return other.first == reading.first && holds(reading.second, other.second);
    });
    kept.push_back(reading);
  }
  return llvm::to_vector(llvm::make_second_range(kept));
}

// "made by rlx.concat", or another description of the value.
static std::string makerOf(Value value) {
  Operation *op = value.getDefiningOp();
  return op ? "made by " + op->getName().getStringRef().str()
            : std::string("an argument or a value of a loop");
}

bool MoeLayers::isInLoopOfComputedLength(Operation *op) const {
  for (auto loop = op->getParentOfType<lir::ForOp>(); loop;
       loop = loop->getParentOfType<lir::ForOp>())
    if (!shapes.computedIn(loop.getLength().getResults()).empty())
      return true;
  return false;
}

std::optional<MoeLayers::ExpertIds> MoeLayers::findChoice(const Layer &layer,
                                                          std::string &why) const {
  Value choice = choiceBehind(layer.routing, layer.experts);
  if (!choice) {
    Value origin = originOf(layer.routing);
    why = "its routing is " + makerOf(origin);
    why += choiceOf(origin) ? ", which selects among a different number of experts"
                            : ", not the indices of a top_k";
    return std::nullopt;
  }
  ArrayRef<Dim> shape = shapes.shape(choice);
  auto found = choices.find(choice);
  if (found == choices.end())
    why = "its experts are selected when params are prepared, not in a run";
  else if (axisOf(choiceOf(choice), shape) + 1 != shape.size())
    why = "its experts are not selected along the last dimension";
  else if (shape.back() == getAffineConstantExpr(0, choice.getContext()))
    why = "it selects no experts";
  else if (!shapes.computedIn(shape).empty() || isInLoopOfComputedLength(found->second.dispatch))
    why = "the number of its tokens is known only in a run";
  else if (found->second.dispatch->getParentOfType<lir::WhileOp>())
    why = "its experts are selected in a while loop, which may run any number of iterations";
  else
    return found->second;
  return std::nullopt;
}

void MoeLayers::declare(OpBuilder &builder) {
  auto mark = [&](size_t layer, ExpertIds ids, bool chosen) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(ids.dispatch);
    lir::ExpertsOp::create(builder, ids.dispatch.getLoc(), builder.getI64IntegerAttr(layer),
                           ids.buffer, chosen ? builder.getUnitAttr() : UnitAttr());
  };
  for (auto [i, layer] : llvm::enumerate(layers)) {
    std::string why;
    std::optional<ExpertIds> choice = findChoice(layer, why);
    lir::MoeLayerOp::create(builder, layer.readings.front().second.dispatch.getLoc(), layer.label,
                            layer.experts, layer.numMatmuls,
                            choice ? StringAttr() : builder.getStringAttr(why));
    for (const ExpertIds &ids : idsToCount(layer))
      mark(i, ids, false);
    if (choice)
      mark(i, *choice, true);
  }
}

} // namespace rlx
