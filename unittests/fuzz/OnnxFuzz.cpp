// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fuzz body of the ONNX importer: any bytes give a verified module or one error.
#include "unittests/fuzz/Fuzz.h"
#include "unittests/importers/DamageSeed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  rlx::test::Imported result =
      rlx::test::importBytes(llvm::StringRef(reinterpret_cast<const char *>(data), size));
  if (result.numErrors != (result.ok ? 0 : 1))
    __builtin_trap();
  return 0;
}

std::vector<std::vector<uint8_t>> fuzzSeeds() {
  const std::string bytes = rlx::test::damageSeed();
  return {{bytes.begin(), bytes.end()}};
}
