// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the first dispatch of a run that deviates from the reference interpreter: its result is
// compared with the values of the ops that it came from.
//
// Dispatches and ops are matched by their places in the model. A dispatch that is a step within an
// op, for example of a decomposition, or that only moves data, may have no reference value; such
// dispatches are listed as such. Layouts do not matter: channels-last and other shapes of the same
// elements are recognized.
#ifndef RLX_TOOLS_RLXRUN_COMPARE_DEVIATIONS_H
#define RLX_TOOLS_RLXRUN_COMPARE_DEVIATIONS_H

#include <map>
#include <set>

#include "dialects/rlx/reference/Compare.h"
#include "mlir/IR/Value.h"
#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

class Deviations {
public:
  // A buffer that a dispatch wrote, and the reference value nearest to it.
  struct Written {
    uint32_t command = 0;
    std::string label;
    rt::Tensor value;
    bool compared = false;
    ref::Comparison nearest;
    std::string source; // the place of the nearest value
  };

  // Runs the case and keeps the output of every dispatch, which takes the memory of all
  // intermediate values. Uses the executable's observer.
  rt::Status record(Model &model, const Case &one);
  // Called with every value of the reference.
  void compareWith(mlir::OpResult result, const ref::Tensor &expected);
  // Prints every dispatch, or the first few that differ, and which one is the first.
  void print(llvm::raw_ostream &os, bool all) const;

private:
  // The dispatches that may have computed a reference value. A possible one counts only if it
  // agrees with the value.
  struct Claim {
    std::set<uint32_t> certain, possible;
  };

  void indexSources(const CompileInfo &info);
  Claim claim(mlir::OpResult result) const;

  std::vector<Written> values; // in the order of the run
  std::map<std::string, std::vector<uint32_t>> commandsAt;
  llvm::DenseMap<mlir::Value, Claim> claims;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_DEVIATIONS_H
