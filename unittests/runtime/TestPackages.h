// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packages of the small test programs, for tests of all package readers.
#ifndef RLX_UNITTESTS_RUNTIME_TESTPACKAGES_H
#define RLX_UNITTESTS_RUNTIME_TESTPACKAGES_H

#include <cstdio>

#include "runtime/base/File.h"
#include "runtime/package/PackageWriter.h"
#include "unittests/runtime/TestPrograms.h"

namespace rlx::rt::testing {

// The sum program with `scale` = 1, 2, …: prepared, raw, or without a value.
enum class PackagedWeights { Prepared, Raw, None };

inline StatusOr<PackageVariant> sumVariant(PackagedWeights kind,
                                           const SumProgramOptions &options = {}) {
  PackageVariant variant;
  variant.program = sumProgram(options);
  RLX_ASSIGN_OR_RETURN(auto executable,
                       Executable::load(sumProgram(options), testKernels(), {"cpu", 1, true}));
  if (kind != PackagedWeights::None) {
    RLX_ASSIGN_OR_RETURN(Tensor scale, Tensor::allocate(DType::F32, {&options.cols, 1}));
    for (int64_t i = 0; i < options.cols; ++i)
      scale.as<float>()[i] = static_cast<float>(i + 1);
    RLX_RETURN_IF_ERROR(executable->adoptParam("scale", std::move(scale)));
  }
  if (kind == PackagedWeights::Prepared)
    RLX_RETURN_IF_ERROR(executable->prepare());
  RLX_ASSIGN_OR_RETURN(variant.weights, executable->shareWeights());
  return variant;
}

// The bytes of a package with one variant.
inline StatusOr<std::vector<uint8_t>> packageBytes(const PackageVariant &variant,
                                                   const std::string &path) {
  RLX_RETURN_IF_ERROR(writePackage(path, {&variant, 1}));
  StatusOr<std::vector<uint8_t>> bytes = readFile(path);
  std::remove(path.c_str());
  return bytes;
}

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_TESTPACKAGES_H
