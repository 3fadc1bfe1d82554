// Tests that were compiled elsewhere: folders that have a package, tensors, and what to do with
// them. rlx-check and the property tests write them (tools/rlx-check/TestPackage.h).
//
// A folder has model.rlxe and test.txt, which has words with spaces between:
//
//   input  RUN NAME FILE.npy
//   output RUN NAME FILE.npy ATOL RTOL NORMWISE ULP [FLUSHED.npy]
//
// FLUSHED.npy: what a device that need not keep subnormal numbers may compute for them.
// RUN is a number: the package runs once for each, with that number's inputs.
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

// The folders below `root` that have a test, or `root` itself, by name.
rt::StatusOr<std::vector<std::string>> findTests(const std::string &root);

rt::StatusOr<std::map<unsigned, TestRun>> readTest(const std::string &folder);

} // namespace rlx::checkrt

#endif // RLX_TOOLS_RLXCHECKRT_TESTFOLDER_H
