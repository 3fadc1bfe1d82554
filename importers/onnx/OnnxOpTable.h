// Which handler takes which operator of which operator sets. Each family file adds its own.
#ifndef RLX_IMPORTERS_ONNX_ONNXOPTABLE_H
#define RLX_IMPORTERS_ONNX_ONNXOPTABLE_H

#include <functional>

#include "importers/onnx/OnnxNode.h"

namespace rlx::onnxim {

inline constexpr int kMinOpset = 1, kMaxOpset = 17;
inline constexpr unsigned kAnyNumber = ~0u;
inline constexpr unsigned kSomeMissing = kAnyNumber - 1; // any number, of which some may be missing

struct Handler {
  unsigned minInputs, maxInputs;
  // Makes the results of the node, or fails it.
  std::function<void(Node &)> import;
  // Tried first: sets results from known values and returns true, or does nothing.
  std::function<bool(Node &)> fold;
  // Operator set versions with these semantics.
  int since = kMinOpset, until = kMaxOpset;
};

class OpTable {
public:
  // The table of all families, built once.
  static const OpTable &get();

  void add(llvm::StringRef op, Handler handler);
  // Forms of an operator that its handlers refuse, in a few words for the table of operators.
  void limit(llvm::StringRef op, llvm::StringRef refused) { limits[op] = refused; }
  // The handler for the version; nullptr if there is none. `supported` then says what there is:
  // empty, or "opset 9 to 17".
  const Handler *find(llvm::StringRef op, int64_t opset, std::string &supported) const;
  // All operators, in Markdown.
  void print(llvm::raw_ostream &os) const;

private:
  llvm::StringMap<llvm::SmallVector<Handler, 1>> handlers;
  llvm::StringMap<llvm::StringRef> limits; // literals
};

void addElementwiseOps(OpTable &table);
void addConstantOps(OpTable &table);
void addLinalgOps(OpTable &table);
void addReductionOps(OpTable &table);
void addNormalizationOps(OpTable &table);
void addControlFlowOps(OpTable &table);
void addConvOps(OpTable &table);
void addShapeOps(OpTable &table);
void addIndexOps(OpTable &table);
void addResizeOps(OpTable &table);
void addScanOps(OpTable &table);
void addSpectralOps(OpTable &table);
void addScatterOps(OpTable &table);
void addLossOps(OpTable &table);
void addQuantOps(OpTable &table);
void addRecurrentOps(OpTable &table);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXOPTABLE_H
