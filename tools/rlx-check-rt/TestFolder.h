// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that were compiled elsewhere: folders with a package, tensors, and a list of runs.
//
// rlx-check and the property tests write them (tools/rlx-check/TestPackage.h). A folder has
// model.rlxe and test.txt, whose lines are words separated by spaces:
//
//   input  RUN NAME FILE.npy
//   output RUN NAME FILE.npy ATOL RTOL NORMWISE ULP [FLUSHED.npy]
//
// RUN is a number: the package runs once per number, with its inputs. FLUSHED.npy is the expected
// output of a device that flushes subnormal values.
#ifndef RLX_TOOLS_RLXCHECKRT_TESTFOLDER_H
#define RLX_TOOLS_RLXCHECKRT_TESTFOLDER_H

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "tools/rlx-check-rt/Judge.h"

namespace rlx::checkrt {

struct TestRun {
  struct Input {
    std::string name;
    rt::Tensor value;
  };
  struct Output {
    std::string name;
    rt::Tensor value;
    Tolerance tolerance;
    std::optional<rt::Tensor> flushed;
  };
  std::vector<Input> inputs;
  std::vector<Output> outputs;
};

// The folders below `root` with a test, or `root` itself, sorted by name.
rt::StatusOr<std::vector<std::string>> findTests(const std::string &root);

// The runs of a test, by number. InvalidArgument names a wrong line.
rt::StatusOr<std::map<unsigned, TestRun>> readTest(const std::string &folder);

} // namespace rlx::checkrt

#endif // RLX_TOOLS_RLXCHECKRT_TESTFOLDER_H
