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
  } else if (auto product = dyn_cast<ExpertMatmulOpInterface>(op)) {
    std::optional<int64_t> experts =
        InferContext::staticValue(shapes.shape(product.getWeights()).front());
    // A constant routes nothing.
    if (experts && !matchPattern(product.getIndices(), m_Constant()))
      addProduct(product.getIndices(), *experts, {dispatch, bufferOf(product.getIndices())});
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

void MoeLayers::addProduct(Value routing, int64_t experts, Place place) {
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
    layers.back().label = place.dispatch.getLabel().str();
    layers.back().experts = experts;
    layers.back().routing = routing;
  }
  Layer &layer = layers[it->second];
  ++layer.products;
  layer.readings.push_back({content, place});
}

// The places at which ids are counted: each content once whenever it is used. A read also counts
// for later reads of the same content in its list of commands and in nested lists. A read in a
// branch does not, since the branch may not run when a later one or the other branch does.
SmallVector<MoeLayers::Place> MoeLayers::placesToCount(const Layer &layer) {
  auto holds = [](Place outer, Place inner) {
    return outer.dispatch->getBlock()->findAncestorOpInBlock(*inner.dispatch.getOperation());
  };
  SmallVector<std::pair<Value, Place>> kept;
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

std::optional<MoeLayers::Place> MoeLayers::findChoice(const Layer &layer, std::string &why) const {
  Value choice = choiceBehind(layer.routing, layer.experts);
  if (!choice) {
    Value origin = originOf(layer.routing);
    why = "its routing is " + makerOf(origin);
    why += choiceOf(origin) ? ", which selects among a different number of experts"
                            : ", not the indices of a top_k";
    return std::nullopt;
  }
  ArrayRef<Dim> shape = shapes.shape(choice);
  auto place = choices.find(choice);
  if (place == choices.end())
    why = "its experts are selected when params are prepared, not in a run";
  else if (axisOf(choiceOf(choice), shape) + 1 != shape.size())
    why = "its experts are not selected along the last dimension";
  else if (shape.back() == getAffineConstantExpr(0, choice.getContext()))
    why = "it selects no experts";
  else if (place->second.dispatch->getParentOfType<lir::WhileOp>())
    why = "its experts are selected in a while loop, which may run any number of iterations";
  else
    return place->second;
  return std::nullopt;
}

void MoeLayers::declare(OpBuilder &builder) {
  auto mark = [&](size_t layer, Place place, bool chosen) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(place.dispatch);
    lir::ExpertsOp::create(builder, place.dispatch.getLoc(), builder.getI64IntegerAttr(layer),
                           place.buffer, chosen ? builder.getUnitAttr() : UnitAttr());
  };
  for (auto [i, layer] : llvm::enumerate(layers)) {
    std::string why;
    std::optional<Place> choice = findChoice(layer, why);
    lir::MoeLayerOp::create(builder, layer.readings.front().second.dispatch.getLoc(), layer.label,
                            layer.experts, layer.products,
                            choice ? StringAttr() : builder.getStringAttr(why));
    for (const Place &place : placesToCount(layer))
      mark(i, place, false);
    if (choice)
      mark(i, *choice, true);
  }
}

} // namespace rlx
