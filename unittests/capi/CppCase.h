// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by tests through rlx.hpp: executables of the small test programs, packages in files, and
// assertions on Status.
#ifndef RLX_UNITTESTS_CAPI_CPPCASE_H
#define RLX_UNITTESTS_CAPI_CPPCASE_H

#include <cstdio>
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <unistd.h>

#include "rlx/rlx.hpp"
#include "runtime/capi/Wrap.h"
#include "unittests/runtime/TestPackages.h"

namespace rlx::testing {

inline Executable load(rt::Program program,
                       const rt::KernelTable &kernels = rt::testing::testKernels(),
                       unsigned threads = 1) {
  auto loaded = rt::Executable::load(std::move(program), kernels, {"", threads});
  EXPECT_TRUE(loaded.ok()) << loaded.status().toString();
  rlx_executable_t *handle = nullptr;
  if (loaded.ok())
    EXPECT_EQ(capi::wrap(std::move(*loaded), &handle), nullptr);
  return Executable(handle);
}

inline void expectOk(const Status &status) {
  EXPECT_TRUE(status.ok()) << status.message();
}
inline void expectError(const Status &status, rlx_status_code_t code, const std::string &text) {
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_NE(std::string(status.message()).find(text), std::string::npos) << status.message();
}

template <typename T>
Tensor tensorOf(const Shape &shape, std::span<T> values) {
  auto tensor = Tensor::wrap(shape, values);
  EXPECT_TRUE(tensor.ok()) << tensor.status().message();
  return std::move(*tensor);
}

// A package in a file that is removed with the object.
struct PackageFile {
  PackageFile(const rt::PackageVariant &variant, const std::string &name)
      : path(::testing::TempDir() + "/rlx_" + std::to_string(::getpid()) + "_" + name + ".rlxe") {
    const rt::Status written = rt::writePackage(path, {&variant, 1});
    EXPECT_TRUE(written.ok()) << written.toString();
  }
  PackageFile(const PackageFile &) = delete;
  ~PackageFile() { std::remove(path.c_str()); }
  const std::string path;
};

inline rt::PackageVariant userVariant() {
  rt::PackageVariant variant;
  variant.program = rt::testing::userProgram(4);
  return variant;
}

} // namespace rlx::testing

#endif // RLX_UNITTESTS_CAPI_CPPCASE_H
