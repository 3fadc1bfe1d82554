// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps operators of all domains and their versions to handlers. Each family file adds its own.
//
//   table.add("CumSum", {importCumSum, nullptr, 11});   since version 11
#ifndef RLX_IMPORTERS_ONNX_ONNXOPTABLE_H
#define RLX_IMPORTERS_ONNX_ONNXOPTABLE_H

#include <functional>

#include "importers/onnx/OnnxNode.h"
#include "importers/onnx/OnnxSchemas.h"

namespace rlx::onnxim {

inline constexpr int kMinOpset = 1, kMaxOpset = 17; // versions of a handler, if it says no others

struct Handler {
  // Creates the results of the node, or fails it.
  std::function<void(Node &)> import;
  // Tried first: sets results from known values and returns true, or does nothing.
  std::function<bool(Node &)> fold;
  // The operator's versions with these semantics. Later versions that differ from the last in types
  // only have them too (OpSchema::form).
  int since = kMinOpset, until = kMaxOpset;
};

class OpTable {
public:
  // The table of all families, built once.
  static const OpTable &get();

  // The versions of a handler are operator sets of the operator's domain.
  void add(llvm::StringRef op, Handler handler, llvm::StringRef domain = "");
  // Describes the forms that an operator's handlers reject, briefly, for the table of operators.
  void limit(llvm::StringRef op, llvm::StringRef refused, llvm::StringRef domain = "") {
    limits[keyOf(op, domain)] = refused;
  }
  // That description, or "".
  llvm::StringRef limitOf(llvm::StringRef op, llvm::StringRef domain) const {
    return limits.lookup(keyOf(op, domain));
  }
  // The handler for the version; nullptr if there is none.
  const Handler *find(const OpSchema &schema) const;
  // The operator sets in which an operator has a handler: "", "9 to 17", or "8, 10 to 17".
  std::string opsetsOf(llvm::StringRef op, llvm::StringRef domain = "") const;
  // The one of them to export a model with: the usual 17 of the default domain, the newest one of
  // another domain, or the nearest one.
  int advisedOpset(llvm::StringRef op, llvm::StringRef domain = "") const;
  // Prints all operators as Markdown.
  void print(llvm::raw_ostream &os) const;

private:
  // "Gemm", "ai.onnx.ml.Scaler": operators' names have no dots.
  static std::string keyOf(llvm::StringRef op, llvm::StringRef domain) {
    return domain.empty() ? op.str() : (domain + "." + op).str();
  }
  llvm::SmallVector<int> supportedOpsets(llvm::StringRef op, llvm::StringRef domain) const;
  llvm::StringMap<llvm::SmallVector<Handler, 1>> handlers;
  llvm::StringMap<llvm::StringRef> limits; // string literals
};

void addElementwiseOps(OpTable &table);
void addConstantOps(OpTable &table);
void addLinalgOps(OpTable &table);
void addReductionOps(OpTable &table);
void addNormalizationOps(OpTable &table);
void addBranchOps(OpTable &table);
void addControlFlowOps(OpTable &table);
void addConvOps(OpTable &table);
void addShapeOps(OpTable &table);
void addIndexOps(OpTable &table);
void addResizeOps(OpTable &table);
void addDeterminantOps(OpTable &table);
void addNgramOps(OpTable &table);
void addRandomOps(OpTable &table);
void addRearrangeOps(OpTable &table);
void addRoiOps(OpTable &table);
void addSamplingOps(OpTable &table);
void addScanOps(OpTable &table);
void addSelectOps(OpTable &table);
void addSpectralOps(OpTable &table);
void addScatterOps(OpTable &table);
void addListOps(OpTable &table);
void addLossOps(OpTable &table);
void addQuantOps(OpTable &table);
void addRecurrentOps(OpTable &table);
void addTransformerOps(OpTable &table);
void addSequenceOps(OpTable &table);
void addStringOps(OpTable &table);
void addMlLabelOps(OpTable &table);
void addFlexAttentionOps(OpTable &table);
void addTrainingOps(OpTable &table);
void addMlLinearOps(OpTable &table);
void addMlSvmOps(OpTable &table);
void addImageOps(OpTable &table);
void addMlTreeOps(OpTable &table);
void addFusedOps(OpTable &table);
void addSkipNormOps(OpTable &table);
void addContribAttentionOps(OpTable &table);
void addGroupQueryOps(OpTable &table);
void addBlockQuantOps(OpTable &table);
void addContribQuantOps(OpTable &table);
void addExpertOps(OpTable &table);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXOPTABLE_H
