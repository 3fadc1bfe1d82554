// Implementation of the operator table; see OnnxOpTable.h.
#include "importers/onnx/OnnxOpTable.h"

using namespace rlx::onnxim;

const OpTable &OpTable::get() {
  static const OpTable table = [] {
    OpTable t;
    addElementwiseOps(t);
    addConstantOps(t);
    addLinalgOps(t);
    addReductionOps(t);
    addNormalizationOps(t);
    addControlFlowOps(t);
    addConvOps(t);
    addShapeOps(t);
    addIndexOps(t);
    addResizeOps(t);
    addScanOps(t);
    addSpectralOps(t);
    addScatterOps(t);
    addLossOps(t);
    addQuantOps(t);
    addRecurrentOps(t);
    return t;
  }();
  return table;
}

void OpTable::add(llvm::StringRef op, Handler handler) {
  handlers[op].push_back(std::move(handler));
}

const Handler *OpTable::find(llvm::StringRef op, int64_t opset, std::string &supported) const {
  auto it = handlers.find(op);
  if (it == handlers.end())
    return nullptr;
  for (const Handler &handler : it->second) {
    if (handler.since <= opset && opset <= handler.until)
      return &handler;
    supported += (supported.empty() ? "opset " : ", ") + std::to_string(handler.since) + " to " +
                 std::to_string(handler.until);
  }
  return nullptr;
}
