// Which dispatch of a run is the first to deviate from the reference interpreter: what every
// dispatch wrote, against the values of the ops that it came from.
//
// Dispatches and ops are matched by their places in the model. A dispatch that is a step within an
// op (of a decomposition, say), or that only moves data, may have no value of the reference; those
// are listed as such. Layouts do not matter: channels last and other shapes of the same elements
// are recognised.
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
  // Something that a dispatch wrote, and the value of the reference that is nearest to it.
  struct Written {
    uint32_t command = 0;
    std::string label;
    rt::Tensor value;
    bool compared = false;
    ref::Comparison nearest;
    std::string source; // the place of the nearest value
  };

  // Runs the case and keeps what every dispatch writes: as much memory as all of the model's
  // intermediate values. Uses the executable's observer.
  rt::Status record(Model &model, const Case &one);
  // To be called with every value of the reference.
  void compareWith(mlir::OpResult result, const ref::Tensor &expected);
  // Prints every dispatch, or the first few that differ; and which one is the first.
  void print(llvm::raw_ostream &os, bool all) const;

private:
  // Which dispatches may have computed a value of the reference. Those that may but need not have
  // say something only where they agree with it.
  struct Claim {
    std::set<uint32_t> certain, possible;
  };

  void indexSources(const CompileInfo &info);
  Claim claim(mlir::OpResult result) const;

  std::vector<Written> values; // in the order of the run
  std::map<std::string, std::vector<uint32_t>> commandsOfPlace;
  llvm::DenseMap<mlir::Value, Claim> claims;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_DEVIATIONS_H
