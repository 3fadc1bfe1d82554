// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison of outputs: with expected tensors (--test-data), and with the reference interpreter.
//
// Tolerances come from --rtol and --atol for expected tensors, and from the table of the op's class
// for the reference.
#ifndef RLX_TOOLS_RLXRUN_COMPARE_COMPARE_H
#define RLX_TOOLS_RLXRUN_COMPARE_COMPARE_H

#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

// Empty if every element of `actual` is within atol + rtol * |expected|; otherwise a description of
// the difference. NaN equals NaN. 16-bit floats and integers follow the same rule.
std::string difference(const rt::TensorView &actual, const rt::TensorView &expected, double rtol,
                       double atol);

// Compares the outputs of the last run with `expected`. Prints a line per output that differs, and
// returns false if one does.
bool compareExpected(rt::Executable &executable, const Case &one, const Options &options,
                     llvm::raw_ostream &os);

// Runs the kept reference module on the case's inputs, and compares the outputs of the last run
// with the tolerances of docs/reference/numerics.md. If one differs, `agree` becomes false and the
// dispatches that differ are printed too. With `everyDispatch` all dispatches are printed in any
// case. Runs the case again, and removes the executable's observer.
rt::Status compareReference(Model &model, const Case &one, bool everyDispatch,
                            llvm::raw_ostream &os, bool &agree);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMPARE_COMPARE_H
