// Comparing devices with each other, or with the reference interpreter: --compare=cpu,vulkan.
#ifndef RLX_TOOLS_RLXRUN_COMPARE_COMPARESIDES_H
#define RLX_TOOLS_RLXRUN_COMPARE_COMPARESIDES_H

#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// Compiles the model for both of options.sides, runs all cases on them and prints how far the
// outputs are apart; then the same of a model whose outputs are the results of all its ops, with
// the first op that differs. `agree` becomes false if something does. The model is open, not
// finished, and stays so; its params have values.
rt::Status compareSides(Model &model, const Options &options, llvm::ArrayRef<Case> cases,
                        llvm::raw_ostream &os, bool &agree);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_COMPARESIDES_H
