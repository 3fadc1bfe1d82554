// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packages through the C API: compiled in one function, loaded in another, with only the headers.
#include <rlx/rlx_compiler.hpp>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <unistd.h>

#include "unittests/session/NegateModel.h"

namespace package_capi_test {

namespace {

constexpr const char *kDense = R"(
func.func @dense(%x: tensor<?x3xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                 %w: tensor<3x2xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x2xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
)";

// Files in a folder of this test, which is removed with it.
class PackageCAPI : public ::testing::Test {
protected:
  ~PackageCAPI() override {
    for (const std::string &path : made)
      std::remove(path.c_str());
  }
  std::string path(const std::string &name) {
    made.push_back(::testing::TempDir() + "rlx-capi-" + std::to_string(::getpid()) + "-" + name);
    return made.back();
  }
  std::string source(const std::string &name, const char *text) {
    std::string file = path(name);
    std::ofstream(file) << text;
    return file;
  }

private:
  std::vector<std::string> made;
};

void expectError(const rlx::Status &status, rlx_status_code_t code, const std::string &text) {
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_NE(std::string(status.message()).find(text), std::string::npos) << status.message();
}

rlx::Tensor filled(const rlx::Shape &shape, size_t elements, float value) {
  rlx::StatusOr<rlx::Tensor> tensor = rlx::Tensor::create(RLX_F32, shape);
  EXPECT_TRUE(tensor.ok());
  std::fill_n(tensor->data<float>(), elements, value);
  return std::move(*tensor);
}

// Rows of ones times twos: 6 everywhere.
void expectSixes(rlx::Executable &model, int64_t rows) {
  rlx::Tensor x = filled({rows, 3}, static_cast<size_t>(rows) * 3, 1);
  rlx::Status ran = model.run({{"x", x}});
  ASSERT_TRUE(ran.ok()) << ran.message();
  rlx::StatusOr<rlx::OutputView> y = model.output(0);
  ASSERT_TRUE(y.ok());
  EXPECT_EQ(y->shape(), (rlx::Shape{rows, 2}));
  for (int64_t i = 0; i < 2 * rows; ++i)
    EXPECT_EQ(y->data<float>()[i], 6) << i;
}

TEST_F(PackageCAPI, CompiledHereLoadedThere) {
  const std::string package = path("dense.rlxe");
  rlx::Status made = rlx::compilePackage(source("dense.mlir", kDense), package, "x86-64,x86-64-v3");
  ASSERT_TRUE(made.ok()) << made.message();
  rlx::StatusOr<rlx::Executable> model = rlx::Executable::load(package);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ(model->name(), "dense");
  EXPECT_EQ(model->inputs()[0].symbols[0], "n");
  rlx::Tensor x = filled({1, 3}, 3, 1);
  expectError(model->run({{"x", x}}), RLX_FAILED_PRECONDITION, "no value yet: 'w'");
  ASSERT_TRUE(model->setParam("w", filled({3, 2}, 6, 2)).ok());
  for (int64_t rows : {1, 7, 40})
    expectSixes(*model, rows);
}

TEST_F(PackageCAPI, ManyThreadsLoadAndRun) {
  const std::string package = path("threads.rlxe");
  ASSERT_TRUE(rlx::compilePackage(source("threads.mlir", kDense), package).ok());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      rlx::StatusOr<rlx::Executable> model = rlx::Executable::load(package);
      ASSERT_TRUE(model.ok()) << model.status().message();
      ASSERT_TRUE(model->setParam("w", filled({3, 2}, 6, 2)).ok());
      rlx::StatusOr<rlx::Executable> clone = model->clone();
      ASSERT_TRUE(clone.ok());
      for (int64_t rows = 1; rows < 20; ++rows) {
        expectSixes(*model, rows);
        expectSixes(*clone, rows);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

// Compiles for the device itself, by either of its names, and not for the minimal device.
TEST_F(PackageCAPI, ForADeviceOfVulkan) {
  rlx::StatusOr<rlx::CompilerOptions> byTarget = rlx::CompilerOptions::create();
  rlx::StatusOr<rlx::CompilerOptions> byDevice = rlx::CompilerOptions::create();
  ASSERT_TRUE(byTarget.ok() && byDevice.ok());
  if (!byTarget->setTarget("vulkan").ok())
    GTEST_SKIP() << "no Vulkan device found";
  ASSERT_TRUE(byDevice->setDevice("vulkan").ok());
  const std::string model = source("vulkan.mlir", kDense);
  std::string first;
  for (const auto *options : {&byTarget, &byDevice}) {
    const std::string package = path("vulkan.rlxe");
    rlx::Status made = rlx::compilePackage(model, **options, package);
    ASSERT_TRUE(made.ok()) << made.message();
    rlx::StatusOr<rlx::Executable> loaded = rlx::Executable::load(package);
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    EXPECT_EQ(loaded->device(), "vulkan:0");
    std::ifstream file(package, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_TRUE(first.empty() || first == bytes);
    first = bytes;
  }
}

rlx_status_t *negate(void *context, const rlx_kernel_call_t *call) {
  ++*static_cast<std::atomic<int> *>(context);
  const float *x = static_cast<const float *>(call->inputs[0].data);
  float *y = static_cast<float *>(call->outputs[0].data);
  for (int i = 0; i < 4; ++i)
    y[i] = -x[i];
  return nullptr;
}

TEST_F(PackageCAPI, KernelsOfTheUser) {
  std::atomic<int> calls{0};
  rlx::StatusOr<rlx::CompilerOptions> compiling = rlx::CompilerOptions::create();
  ASSERT_TRUE(compiling.ok());
  ASSERT_TRUE(compiling->addKernel("negate", negate, &calls).ok());
  const std::string package = path("custom.rlxe");
  rlx::Status made = rlx::compilePackage(source("custom.mlir", kNegateModel), *compiling, package);
  ASSERT_TRUE(made.ok()) << made.message();
  expectError(rlx::Executable::load(package).status(), RLX_NOT_FOUND,
              "the user has not registered for the device 'cpu': 'negate'");

  rlx_load_options_t *options = nullptr;
  ASSERT_EQ(rlx_load_options_create(&options), nullptr);
  ASSERT_EQ(rlx_load_options_add_kernel(options, "negate", negate, &calls), nullptr);
  expectError(rlx::Status(rlx_load_options_add_kernel(options, "negate", negate, &calls)),
              RLX_ALREADY_EXISTS, "'negate' was added twice");
  rlx::StatusOr<rlx::Executable> model = rlx::Executable::load(package, options);
  rlx_load_options_free(options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  rlx::Tensor x = filled({4}, 4, 3);
  ASSERT_TRUE(model->run({{"x", x}}).ok());
  EXPECT_EQ(model->output(0)->data<float>()[3], -3);
  EXPECT_EQ(calls, 1);
}

TEST_F(PackageCAPI, CompiledModelsAreKeptInAFolder) {
  const std::string folder = path("kept"), model = source("kept.mlir", kDense);
  for (uint64_t round = 0; round < 2; ++round) {
    rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
    ASSERT_TRUE(options.ok());
    ASSERT_TRUE(options->setCache(folder).ok());
    rlx::StatusOr<rlx::Executable> made = rlx::compileFile(model, *options);
    ASSERT_TRUE(made.ok()) << made.status().message();
    ASSERT_TRUE(made->setParam("w", filled({3, 2}, 6, 2)).ok());
    expectSixes(*made, 3);
    rlx::StatusOr<rlx_cache_stats_t> stats = options->cacheStats();
    ASSERT_TRUE(stats.ok());
    EXPECT_EQ(stats->hits, round);
    EXPECT_EQ(stats->misses, 1 - round);
    EXPECT_EQ(stats->stored, 1 - round);
    EXPECT_EQ(stats->damaged + stats->not_stored + stats->evicted, 0u);
    // A cache of one byte stores nothing, which is no error.
    ASSERT_TRUE(options->setCache(folder, 1).ok());
    ASSERT_TRUE(rlx::compileFile(model, *options).ok());
    EXPECT_EQ(options->cacheStats()->not_stored, 1u);
    ASSERT_TRUE(options->setCache("").ok());
    EXPECT_EQ(options->cacheStats()->misses, 0u);
  }
  std::filesystem::remove_all(folder);
  expectError(rlx::Status(rlx_compile_options_set_cache(nullptr, "a", 0)), RLX_INVALID_ARGUMENT,
              "options is NULL");
  rlx_compile_options_t *options = nullptr;
  ASSERT_EQ(rlx_compile_options_create(&options), nullptr);
  expectError(rlx::Status(rlx_compile_options_set_cache(options, "", 0)), RLX_INVALID_ARGUMENT,
              "folder is empty");
  expectError(rlx::Status(rlx_compile_options_get_cache_stats(options, nullptr)),
              RLX_INVALID_ARGUMENT, "stats is NULL");
  rlx_compile_options_free(options);
}

TEST_F(PackageCAPI, ErrorsAreStatuses) {
  expectError(rlx::compilePackage("none.mlir", path("none.rlxe")), RLX_NOT_FOUND, "none.mlir");
  expectError(rlx::compilePackage(source("a.mlir", kDense), "model.bin"), RLX_INVALID_ARGUMENT,
              "whose name ends in .rlxe, got 'model.bin'");
  expectError(rlx::compilePackage(source("b.mlir", kDense), path("b.rlxe"), "z80"),
              RLX_INVALID_ARGUMENT, "z80");
  expectError(rlx::compilePackage(source("d.mlir", kDense), path("d.rlxe"), "x86-64,"),
              RLX_INVALID_ARGUMENT, "commas between, got 'x86-64,'");
  expectError(rlx::compilePackage(source("e.mlir", kDense), path("e.rlxe"), "pentium"),
              RLX_INVALID_ARGUMENT, "the CPU 'pentium' has no 64-bit code");
  expectError(rlx::compilePackage(source("c.mlir", kNegateModel), path("c.rlxe")),
              RLX_INVALID_ARGUMENT, "needs the kernel 'negate'");
  expectError(rlx::Executable::load("none.rlxe").status(), RLX_NOT_FOUND, "cannot open");
  expectError(rlx::Executable::load(source("text.rlxe", kDense)).status(), RLX_DATA_LOSS,
              "not an RLX package");
}

TEST_F(PackageCAPI, NullArgumentsAreErrors) {
  rlx_executable_t *model = nullptr;
  expectError(rlx::Status(rlx_executable_load(nullptr, nullptr, &model)), RLX_INVALID_ARGUMENT,
              "path is NULL");
  expectError(rlx::Status(rlx_executable_load("a.rlxe", nullptr, nullptr)), RLX_INVALID_ARGUMENT,
              "executable is NULL");
  expectError(rlx::Status(rlx_compile_package(nullptr, nullptr, nullptr, "a.rlxe")),
              RLX_INVALID_ARGUMENT, "model is NULL");
  expectError(rlx::Status(rlx_compile_package("a.mlir", nullptr, nullptr, nullptr)),
              RLX_INVALID_ARGUMENT, "path is NULL");
  expectError(rlx::Status(rlx_load_options_create(nullptr)), RLX_INVALID_ARGUMENT,
              "options is NULL");
  expectError(rlx::Status(rlx_load_options_set_threads(nullptr, 1)), RLX_INVALID_ARGUMENT,
              "options is NULL");
  rlx_load_options_t *options = nullptr;
  ASSERT_EQ(rlx_load_options_create(&options), nullptr);
  expectError(rlx::Status(rlx_load_options_set_device(options, nullptr)), RLX_INVALID_ARGUMENT,
              "device is NULL");
  expectError(rlx::Status(rlx_load_options_set_device(options, "abacus")), RLX_NOT_FOUND, "abacus");
  expectError(rlx::Status(rlx_load_options_set_threads(options, 5000)), RLX_INVALID_ARGUMENT,
              "at most 1024 threads, got 5000");
  expectError(rlx::Status(rlx_load_options_add_kernel(options, "", negate, nullptr)),
              RLX_INVALID_ARGUMENT, "name of a kernel is empty");
  rlx_load_options_free(options);
  rlx_load_options_free(nullptr);
}

} // namespace

} // namespace package_capi_test
