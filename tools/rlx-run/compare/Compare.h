// Comparing outputs: with expected tensors (--test-data) and with the reference interpreter.
#ifndef RLX_TOOLS_RLXRUN_COMPARE_COMPARE_H
#define RLX_TOOLS_RLXRUN_COMPARE_COMPARE_H

#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// Empty when every element of `actual` is within atol + rtol * |expected|, otherwise what differs.
// NaN equals NaN. Floats of 16 bits and integers are compared by the same rule.
std::string difference(const rt::TensorView &actual, const rt::TensorView &expected, double rtol,
                       double atol);

// Compares the outputs of the last run with `expected`; prints a line for each that differs.
// False if one does.
bool compareExpected(rt::Executable &executable, const Case &one, const Options &options,
                     llvm::raw_ostream &os);

// Runs the kept reference module on the case's inputs and compares the outputs of the last run,
// by the tolerances of docs/reference/numerics.md. `agree` becomes false if one differs; then the
// dispatches that differ are printed too, or with `everyDispatch` all of them in any case. Runs the
// case again and leaves the executable without an observer.
rt::Status compareReference(Model &model, const Case &one, bool everyDispatch,
                            llvm::raw_ostream &os, bool &agree);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_COMPARE_H
