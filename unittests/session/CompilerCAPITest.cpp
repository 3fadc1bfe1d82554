// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiling through the C API, as a program outside this tree does: linked to librlx.so, with the
// installed headers only.
#include <rlx/rlx_compiler.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <string_view>
#include <thread>

#include "compiler_smoke.h"

namespace {

// A small sentence encoder layer: embedding, attention-like mixing, normalization, pooling.
constexpr const char *kEncoder = R"(
func.func @encode(
    %ids: tensor<?x?xi64> {rlx.kind = "input", rlx.name = "ids", rlx.dims = ["batch", "length"]},
    %table: tensor<10x8xf32> {rlx.kind = "param", rlx.name = "table"},
    %w: tensor<8x8xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x8xf32> {rlx.name = "sentence"}) {
  %0 = rlx.gather %table, %ids axis = 0 : (tensor<10x8xf32>, tensor<?x?xi64>) -> tensor<?x?x8xf32>
  %1 = rlx.matmul %0, %w : (tensor<?x?x8xf32>, tensor<8x8xf32>) -> tensor<?x?x8xf32>
  %2 = rlx.add %0, %1 : (tensor<?x?x8xf32>, tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %3 = rlx.reduce_mean %2 axes = [1] : (tensor<?x?x8xf32>) -> tensor<?x8xf32>
  return %3 : tensor<?x8xf32>
}
)";

constexpr const char *kRelu = R"(
func.func @main(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
)";

rlx::Tensor makeTensor(rlx_dtype_t dtype, const rlx::Shape &shape) {
  rlx::StatusOr<rlx::Tensor> made = rlx::Tensor::create(dtype, shape);
  EXPECT_TRUE(made.ok()) << made.status().message();
  return std::move(*made);
}

// Row r of the table is r everywhere, and w is twice the identity: the mixed row is 3 r.
void setEncoderParams(rlx::Executable &model) {
  rlx::Tensor table = makeTensor(RLX_F32, {10, 8}), w = makeTensor(RLX_F32, {8, 8});
  for (int i = 0; i < 80; ++i)
    table.data<float>()[i] = static_cast<float>(i / 8);
  for (int i = 0; i < 8; ++i)
    w.data<float>()[i * 9] = 2;
  rlx::Status status = model.setParam("table", table);
  ASSERT_TRUE(status.ok()) << status.message();
  status = model.setParam("w", w);
  ASSERT_TRUE(status.ok()) << status.message();
}

// Runs a sentence of the ids 0, 1, …, length - 1, whose mean is 3 (length - 1) / 2.
void expectMean(rlx::Executable &model, int64_t batch, int64_t length) {
  rlx::Tensor ids = makeTensor(RLX_I64, {batch, length});
  for (int64_t i = 0; i < batch * length; ++i)
    ids.data<int64_t>()[i] = i % length;
  rlx::Status status = model.run({{"ids", ids}});
  ASSERT_TRUE(status.ok()) << status.message();
  rlx::StatusOr<rlx::OutputView> out = model.output(0);
  ASSERT_TRUE(out.ok()) << out.status().message();
  ASSERT_EQ(out->shape(), (rlx::Shape{batch, 8}));
  for (int64_t i = 0; i < batch * 8; ++i)
    EXPECT_NEAR(out->data<float>()[i], 1.5 * static_cast<double>(length - 1), 1e-5);
}

void expectError(const rlx::Status &status, rlx_status_code_t code, const std::string &text) {
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_NE(std::string(status.message()).find(text), std::string::npos) << status.message();
}

} // namespace

TEST(CompilerCAPI, TheHeaderIsC99AndWorksFromC) {
  EXPECT_STREQ(rlx_compiler_smoke(), "ok");
  EXPECT_STREQ(rlx_graph_smoke(), "ok");
}

TEST(CompilerCAPI, RunsByNameAtAnySizeWithOneCompilation) {
  rlx::StatusOr<rlx::Executable> model = rlx::compileSource(kEncoder);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ(model->name(), "encode");
  EXPECT_EQ(model->inputs()[0].symbols, (std::vector<std::string>{"batch", "length"}));
  rlx::Tensor ids = makeTensor(RLX_I64, {1, 1});
  expectError(model->run({{"ids", ids}}), RLX_FAILED_PRECONDITION, "'table', 'w'");
  setEncoderParams(*model);
  expectMean(*model, 1, 4);
  expectMean(*model, 3, 10);
}

TEST(CompilerCAPI, SizesThatComeOftenAreCompiledOnTheirOwn) {
  auto options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  expectError(options->setSpecialize(10, 0), RLX_INVALID_ARGUMENT, "1 to 8 sets of sizes, got 0");
  ASSERT_TRUE(options->setSpecialize(2, 2).ok());
  auto model = rlx::compileSource(kEncoder, *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  setEncoderParams(*model);
  // Code for two sizes becomes ready during the runs. The model is destroyed while others compile.
  using Clock = std::chrono::steady_clock;
  for (const auto start = Clock::now(); Clock::now() - start < std::chrono::milliseconds(500);)
    for (int64_t batch : {1, 2})
      expectMean(*model, batch, 5);
  const auto use = [&] { return *model->specializeStats(); };
  for (const auto start = Clock::now();
       use().kept < 2 && Clock::now() - start < std::chrono::seconds(60);)
    for (int64_t batch : {1, 2})
      expectMean(*model, batch, 5);
  EXPECT_EQ(use().requested, 2u);
  EXPECT_EQ(use().failed, 0u);
  EXPECT_EQ(use().kept, 2u);
  const uint64_t before = use().runs;
  EXPECT_GT(before, 0u);
  expectMean(*model, 1, 5);
  EXPECT_EQ(use().runs, before + 1);
  auto copy = model->clone();
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(copy->specializeStats()->runs, 0u);
  expectError(rlx::Status(rlx_executable_get_specialize_stats(nullptr, nullptr)),
              RLX_INVALID_ARGUMENT, "executable is NULL");
  for (int64_t length = 1; length < 4; ++length)
    for (int i = 0; i < 3; ++i)
      expectMean(*model, 2, length);
}

TEST(CompilerCAPI, TextNeedsNoNul) {
  std::string text = std::string(kRelu) + "this is not MLIR";
  rlx::StatusOr<rlx::Executable> model =
      rlx::compileSource(std::string_view(text).substr(0, std::string_view(kRelu).size()));
  EXPECT_TRUE(model.ok()) << model.status().message();
}

TEST(CompilerCAPI, CompilesFiles) {
  std::string path = testing::TempDir() + "/rlx-compiler-capi.mlir";
  std::ofstream(path) << kEncoder;
  rlx::StatusOr<rlx::Executable> model = rlx::compileFile(path);
  ASSERT_TRUE(model.ok()) << model.status().message();
  setEncoderParams(*model);
  expectMean(*model, 2, 3);
}

TEST(CompilerCAPI, OptionsAreChecked) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  expectError(options->setTarget("abacus"), RLX_NOT_FOUND,
              "there is no target called 'abacus'; this build has: cpu, vulkan");
  expectError(options->setDevice("abacus:1"), RLX_NOT_FOUND, "no device 'abacus:1'");
  expectError(options->setThreads(1025), RLX_INVALID_ARGUMENT, "at most 1024 threads, got 1025");
  expectError(options->setCpu("abacus"), RLX_NOT_FOUND, "there is no CPU 'abacus'");
  expectError(options->setCpu("help"), RLX_NOT_FOUND, "there is no CPU 'help'");
  expectError(options->setPrecision("f8"), RLX_INVALID_ARGUMENT,
              "expected a precision among f32, f16, bf16, exact, high, fast; got 'f8'");
  expectError(options->setCacheType("q8_0"), RLX_INVALID_ARGUMENT,
              "expected a type of caches among f32, f16; got 'q8_0'");
  EXPECT_TRUE(options->setTarget("cpu").ok());
  EXPECT_TRUE(options->setDevice("cpu").ok());
  EXPECT_TRUE(options->setThreads(1).ok());
  EXPECT_TRUE(options->setFastPaths(false).ok());
  EXPECT_TRUE(options->setReleaseParams(true).ok());
  // Failed calls have changed nothing.
  rlx::StatusOr<rlx::Executable> model = rlx::compileSource(kEncoder, *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ(model->device(), "cpu");
  setEncoderParams(*model);
  expectMean(*model, 2, 5);
  EXPECT_TRUE(options->setCacheType("f16").ok());
  expectError(rlx::compileSource(kEncoder, *options).status(), RLX_INVALID_ARGUMENT,
              "a type of caches is for language models (.gguf, or a folder), but the model is "
              "'source'");
}

// Both can be set in either order, and each is enough.
TEST(CompilerCAPI, TargetAndDeviceGoTogether) {
  const auto compile = [](const char *target, const char *device, bool deviceFirst) {
    rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
    EXPECT_TRUE(options.ok());
    if (device && deviceFirst)
      EXPECT_TRUE(options->setDevice(device).ok());
    if (target)
      EXPECT_TRUE(options->setTarget(target).ok());
    if (device && !deviceFirst)
      EXPECT_TRUE(options->setDevice(device).ok());
    return rlx::compileSource(kRelu, *options);
  };
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  if (!options->setDevice("vulkan").ok())
    GTEST_SKIP() << "no Vulkan device found";
  for (bool deviceFirst : {false, true}) {
    expectError(compile("vulkan", "cpu", deviceFirst).status(), RLX_INVALID_ARGUMENT,
                "the target is 'vulkan', but the device 'cpu' runs code for 'cpu'");
    expectError(compile("cpu", "vulkan", deviceFirst).status(), RLX_INVALID_ARGUMENT,
                "the target is 'cpu', but the device 'vulkan:0' runs code for 'vulkan'");
    EXPECT_EQ(compile("vulkan", "vulkan:0", deviceFirst)->device(), "vulkan:0");
    EXPECT_EQ(compile("cpu", "cpu", deviceFirst)->device(), "cpu");
  }
  EXPECT_EQ(compile("vulkan", nullptr, false)->device(), "vulkan:0");
  EXPECT_EQ(compile(nullptr, "vulkan", false)->device(), "vulkan:0");
}

// Runs in a separate process, because drivers are enumerated once.
TEST(CompilerCAPIDeathTest, SaysWhyThereIsNoVulkan) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        ::setenv("VK_DRIVER_FILES", "/nowhere", 1);
        ::setenv("VK_ICD_FILENAMES", "/nowhere", 1);
        rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
        for (const rlx::Status &status :
             {options->setTarget("vulkan"), options->setDevice("vulkan")})
          std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "(.*no Vulkan device found: .+\n){2}");
}

TEST(CompilerCAPI, ModesComputeTheSameAndEagerNamesOps) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  expectError(options->setMode("quick"), RLX_INVALID_ARGUMENT,
              "mode: expected one of eager, lazy, compiled, but got 'quick'");
  for (const char *mode : {"eager", "lazy", "compiled"}) {
    ASSERT_TRUE(options->setMode(mode).ok());
    rlx::StatusOr<rlx::Executable> model = rlx::compileSource(kEncoder, *options);
    ASSERT_TRUE(model.ok()) << model.status().message();
    setEncoderParams(*model);
    expectMean(*model, 2, 5);
    // A row outside the table.
    rlx::Tensor ids = makeTensor(RLX_I64, {1, 1});
    ids.data<int64_t>()[0] = 10;
    rlx::Status failed = model->run({{"ids", ids}});
    EXPECT_EQ(std::string(failed.message()).find("gather @ source:7:8") != std::string::npos,
              std::string(mode) == "eager")
        << failed.message();
  }
  ASSERT_TRUE(options->setCheckFinite(true).ok());
  expectError(rlx::compileSource(kEncoder, *options).status(), RLX_INVALID_ARGUMENT,
              "needs the mode eager, but the mode is compiled");
  ASSERT_TRUE(options->setMode("eager").ok());
  rlx::StatusOr<rlx::Executable> model = rlx::compileSource(kEncoder, *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  setEncoderParams(*model);
  rlx::Tensor w = makeTensor(RLX_F32, {8, 8});
  for (int i = 0; i < 64; ++i)
    w.data<float>()[i] = 3e38f;
  ASSERT_TRUE(model->setParam("w", w).ok());
  rlx::Tensor ids = makeTensor(RLX_I64, {1, 2});
  ids.data<int64_t>()[0] = 0;
  ids.data<int64_t>()[1] = 9;
  expectError(model->run({{"ids", ids}}), RLX_INVALID_ARGUMENT,
              "source:8:8: rlx.matmul made +inf of finite operands (element 8 of 16 is the first "
              "of 8)");
  rlx::StatusOr<rlx::Executable> clone = model->clone();
  ASSERT_TRUE(clone.ok()) << clone.status().message();
  expectError(clone->run({{"ids", ids}}), RLX_INVALID_ARGUMENT, "source:8:8: rlx.matmul made +inf");
  ids.data<int64_t>()[1] = 0;
  EXPECT_TRUE(model->run({{"ids", ids}}).ok());
  EXPECT_TRUE(clone->run({{"ids", ids}}).ok());
}

TEST(CompilerCAPI, LazyModelsKnowTheirExperts) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  ASSERT_TRUE(options->setMode("lazy").ok());
  rlx::StatusOr<rlx::Executable> model = rlx::compileSource(R"(
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]},
                %ids: tensor<?xi64> {rlx.kind = "input", rlx.name = "ids", rlx.dims = ["n"]},
                %w: tensor<3x8x4xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %0 = rlx.grouped_matmul %x, %w, %ids
      : (tensor<?x8xf32>, tensor<3x8x4xf32>, tensor<?xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
)",
                                                            *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  ASSERT_EQ(model->moeLayers().size(), 1u);
  EXPECT_EQ(model->moeLayers()[0].experts, 3u);
}

TEST(CompilerCAPI, LazyCompilesInTheFirstCallThatNeedsIt) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  ASSERT_TRUE(options->setMode("lazy").ok());
  rlx::StatusOr<rlx::Executable> model = rlx::compileSource(R"(
func.func @main(%x: tensor<?xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n"]})
    -> (tensor<?xf32> {rlx.name = "y"}) {
  %0 = rlx.custom "nobody"(%x) outs = [tensor<?xf32>] sizes = [affine_map<()[n] -> (n)>] : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
)",
                                                            *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ(model->name(), "main");
  rlx::Tensor x = makeTensor(RLX_F32, {2});
  for (int i = 0; i < 2; ++i)
    expectError(model->run({{"x", x}}), RLX_INVALID_ARGUMENT, "needs the kernel 'nobody'");
  expectError(rlx::compileSource("func.func @main(", *options).status(), RLX_INVALID_ARGUMENT,
              "source:1:");
}

TEST(CompilerCAPI, PackagesHaveOneMode) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  ASSERT_TRUE(options->setMode("eager").ok());
  const std::string path = testing::TempDir() + "modes.mlir";
  std::ofstream(path) << kRelu;
  expectError(rlx::compilePackage(path, *options, testing::TempDir() + "modes.rlxe"),
              RLX_INVALID_ARGUMENT, "packages need mode compiled, but the mode is eager");
}

#if defined(__x86_64__)
TEST(CompilerCAPI, CodeForAnotherCpuMustRunHere) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  // Every x86-64 machine runs code for the first one. No machine has both the second one's AVX10
  // and the third one's XOP and FMA4.
  ASSERT_TRUE(options->setCpu("x86-64").ok());
  rlx::StatusOr<rlx::Executable> model = rlx::compileSource(kEncoder, *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  setEncoderParams(*model);
  expectMean(*model, 2, 5);
  rlx::Status newest = options->setCpu("diamondrapids"), oldest = options->setCpu("bdver4");
  EXPECT_TRUE(!newest.ok() || !oldest.ok());
  const rlx::Status &refused = newest.ok() ? oldest : newest;
  expectError(refused, RLX_UNSUPPORTED, "which this machine lacks");
}
#endif

TEST(CompilerCAPI, ReleasedParamsAreMissingAfterAChange) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  ASSERT_TRUE(options->setReleaseParams(true).ok());
  constexpr const char *kDense = R"(
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x"},
                %a: tensor<8x8xf32> {rlx.kind = "param", rlx.name = "a"},
                %b: tensor<8x8xf32> {rlx.kind = "param", rlx.name = "b"})
    -> (tensor<?x8xf32> {rlx.name = "y"}) {
  %w = rlx.mul %a, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = rlx.matmul %x, %w : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
)";
  for (bool released : {false, true}) {
    ASSERT_TRUE(options->setReleaseParams(released).ok());
    rlx::StatusOr<rlx::Executable> model = rlx::compileSource(kDense, *options);
    ASSERT_TRUE(model.ok()) << model.status().message();
    rlx::Tensor weights = makeTensor(RLX_F32, {8, 8});
    ASSERT_TRUE(model->setParam("a", weights).ok() && model->setParam("b", weights).ok());
    ASSERT_TRUE(model->prepare().ok());
    ASSERT_TRUE(model->setParam("a", weights).ok());
    rlx::Status again = model->prepare();
    if (released)
      expectError(again, RLX_FAILED_PRECONDITION, "'b'");
    else
      EXPECT_TRUE(again.ok()) << again.message();
  }
}

namespace {

constexpr const char *kScaled = R"(
func.func @main(%x: tensor<?x2xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["n", ""]})
    -> (tensor<?x2xf32> {rlx.name = "y"}) {
  %0 = rlx.relu %x : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = rlx.custom "scale"(%0) config = "ab" outs = [tensor<?x2xf32>]
      sizes = [affine_map<()[n, k] -> (n, k)>] : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}
)";

// Multiplies by *context. Fails for three rows.
rlx_status_t *scale(void *context, const rlx_kernel_call_t *call) {
  EXPECT_STREQ(call->kernel, "scale");
  EXPECT_EQ(std::string_view(static_cast<const char *>(call->config), call->config_size), "ab");
  EXPECT_EQ(call->num_inputs, 1u);
  EXPECT_EQ(call->num_outputs, 1u);
  const rlx_kernel_tensor_t &x = call->inputs[0], &y = call->outputs[0];
  EXPECT_EQ(x.dtype, RLX_F32);
  EXPECT_EQ(x.rank, 2u);
  EXPECT_EQ(x.dims[1], 2);
  if (x.dims[0] == 3)
    return rlx_status_create(RLX_UNSUPPORTED, "three rows are too many");
  for (int64_t i = 0; i < x.dims[0] * x.dims[1]; ++i)
    static_cast<float *>(y.data)[i] =
        static_cast<const float *>(x.data)[i] * *static_cast<float *>(context);
  return nullptr;
}

} // namespace

TEST(CompilerCAPI, RunsKernelsOfTheUser) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  float factor = 3;
  ASSERT_TRUE(options->addKernel("scale", scale, &factor).ok());
  expectError(options->addKernel("scale", scale, &factor), RLX_ALREADY_EXISTS, "added twice");
  expectError(options->addKernel("", scale, &factor), RLX_INVALID_ARGUMENT, "name of a kernel");
  rlx::StatusOr<rlx::Executable> model = rlx::compileSource(kScaled, *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  rlx::StatusOr<rlx::Executable> clone = model->clone();
  ASSERT_TRUE(clone.ok());
  for (rlx::Executable *executable : {&*model, &*clone})
    for (int64_t rows : {1, 3, 4}) {
      rlx::Tensor x = makeTensor(RLX_F32, {rows, 2});
      for (int64_t i = 0; i < rows * 2; ++i)
        x.data<float>()[i] = static_cast<float>(i - 1);
      rlx::Status status = executable->run({{"x", x}});
      if (rows == 3) { // an error of the kernel; the executable stays usable
        expectError(status, RLX_UNSUPPORTED, "three rows are too many");
        continue;
      }
      ASSERT_TRUE(status.ok()) << status.message();
      rlx::StatusOr<rlx::OutputView> y = executable->output(0);
      ASSERT_TRUE(y.ok());
      for (int64_t i = 0; i < rows * 2; ++i)
        EXPECT_EQ(y->data<float>()[i], i < 1 ? 0 : 3.0f * static_cast<float>(i - 1));
    }
}

TEST(CompilerCAPI, AMissingKernelIsNamedAtItsOp) {
  expectError(rlx::compileSource(kScaled).status(), RLX_INVALID_ARGUMENT,
              "source:5:8: 'rlx.custom' op needs the kernel 'scale', which is not registered for "
              "target 'cpu'; no kernels are registered");
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok() && options->addKernel("other", scale).ok());
  expectError(rlx::compileSource(kScaled, *options).status(), RLX_INVALID_ARGUMENT,
              "; registered are other");
}

// y[n, 2] = x + w, with the two elements of w in the file w.bin.
static const std::string_view
    kOnnx("\010\010\022\000:]\012\016\012\001x\012\001w\022\001y\"\003Add\022\001g*"
          "\034\010\002\020\001B\001wj"
          "\021\012\010location\022\005w."
          "binp\001Z\024\012\001x\022\017\012\015\010\001\022\011\012\003\022\001n\012"
          "\002\010\002b\024\012\001y\022\017\012\015\010\001\022\011\012\003\022\001n\012\002\010"
          "\002B\004\012\000"
          "\020\015",
          105);

TEST(CompilerCAPI, OnnxModelsInMemoryRun) {
  const std::string folder = testing::TempDir() + "onnx-in-memory";
  std::filesystem::create_directories(folder);
  const float weights[] = {10, 20};
  std::ofstream(folder + "/w.bin", std::ios::binary)
      .write(reinterpret_cast<const char *>(weights), sizeof(weights));
  // Neither the bytes nor the file are needed after the call.
  auto bytes = std::make_unique<std::string>(kOnnx);
  rlx::StatusOr<rlx::Executable> model = rlx::compileOnnx(*bytes, folder);
  ASSERT_TRUE(model.ok()) << model.status().message();
  bytes.reset();
  std::filesystem::remove_all(folder);
  float x[] = {1, 2, 3, 4}, y[4] = {};
  const rlx::StatusOr<rlx::Tensor> input = rlx::Tensor::wrap(RLX_F32, {2, 2}, x),
                                   output = rlx::Tensor::wrap(RLX_F32, {2, 2}, y);
  ASSERT_TRUE(model->run({{"x", *input}}, {{"y", *output}}).ok());
  EXPECT_EQ(std::vector<float>(y, y + 4), (std::vector<float>{11, 22, 13, 24}));
}

// y[n, 2] = x + w[2], two inputs.
static const std::string_view kTwoInputs(
    "\010\010:P\012\016\012\001x\012\001w\022\001y\042\003Add\022\001gZ\024\012\001x\022"
    "\017\012\015\010\001\022\011\012\003\022\001n\012\002\010\002Z\017\012\001w\022\012"
    "\012\010\010\001\022\004\012\002\010\002b\024\012\001y\022\017\012\015\010\001\022\011"
    "\012\003\022\001n\012\002\010\002B\004\012\000\020\015",
    90);

TEST(CompilerCAPI, OnnxInputsCanBeParams) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok() && options->addParam("w").ok());
  rlx::StatusOr<rlx::Executable> model = rlx::compileOnnx(kTwoInputs, "", *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  float x[] = {1, 2, 3, 4}, w[] = {10, 20}, y[4] = {};
  const rlx::StatusOr<rlx::Tensor> input = rlx::Tensor::wrap(RLX_F32, {2, 2}, x),
                                   weights = rlx::Tensor::wrap(RLX_F32, {2}, w),
                                   output = rlx::Tensor::wrap(RLX_F32, {2, 2}, y);
  expectError(model->run({{"x", *input}}, {{"y", *output}}), RLX_FAILED_PRECONDITION, "w");
  ASSERT_TRUE(model->setParam("w", *weights).ok());
  ASSERT_TRUE(model->run({{"x", *input}}, {{"y", *output}}).ok());
  EXPECT_EQ(std::vector<float>(y, y + 4), (std::vector<float>{11, 22, 13, 24}));

  expectError(rlx::compileSource(kScaled, *options).status(), RLX_INVALID_ARGUMENT,
              "input 'w' cannot become a param: the model is MLIR");
  ASSERT_TRUE(options->addParam("x").ok());
  expectError(rlx::compileOnnx(kTwoInputs, "", *options).status(), RLX_INVALID_ARGUMENT,
              "input 'x' is f32[n,2]; expected a tensor with a static shape for a param");
  expectError(rlx::Status(rlx_compile_options_add_param(nullptr, "w")), RLX_INVALID_ARGUMENT,
              "options is NULL");
  expectError(rlx::Status(rlx_compile_options_add_param(options->get(), nullptr)),
              RLX_INVALID_ARGUMENT, "name is NULL");
}

TEST(CompilerCAPI, DimensionsCanBeFixed) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok() && options->setDim("n", 7).ok() && options->setDim("n", 2).ok());
  rlx::StatusOr<rlx::Executable> model = rlx::compileOnnx(kTwoInputs, "", *options);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ(rlx_executable_get_tensor_dim(model->get(), RLX_INPUT, 0, 0), 2);
  EXPECT_EQ(rlx_executable_get_tensor_dim(model->get(), RLX_OUTPUT, 0, 0), 2);
  ASSERT_TRUE(options->setDim("m", 2).ok());
  expectError(rlx::compileOnnx(kTwoInputs, "", *options).status(), RLX_INVALID_ARGUMENT,
              "the model's inputs have no dynamic dimension 'm'; there is 'n'");
  expectError(options->setDim("n", -1), RLX_INVALID_ARGUMENT, "at least 0, got 'n' and -1");
  expectError(options->setDim("", 1), RLX_INVALID_ARGUMENT, "got '' and 1");
  expectError(rlx::Status(rlx_compile_options_set_dim(nullptr, "n", 1)), RLX_INVALID_ARGUMENT,
              "options is NULL");
  expectError(rlx::Status(rlx_compile_options_set_dim(options->get(), nullptr, 1)),
              RLX_INVALID_ARGUMENT, "name is NULL");
}

TEST(CompilerCAPI, OnnxModelsInMemoryThatAreWrong) {
  expectError(
      rlx::compileOnnx(kOnnx).status(), RLX_INVALID_ARGUMENT,
      "initializer 'w' has external data, but the model is read from memory without the directory");
  expectError(rlx::compileOnnx(kOnnx, "/nowhere").status(), RLX_INVALID_ARGUMENT, "w.bin");
  for (size_t size = 0; size < kOnnx.size(); ++size)
    EXPECT_FALSE(rlx::compileOnnx(kOnnx.substr(0, size)).ok()) << size;
  rlx_executable_t *model = nullptr;
  expectError(rlx::Status(rlx_compile_onnx(nullptr, 1, nullptr, nullptr, &model)),
              RLX_INVALID_ARGUMENT, "bytes is NULL");
  expectError(rlx::Status(rlx_compile_onnx("", 0, nullptr, nullptr, nullptr)), RLX_INVALID_ARGUMENT,
              "executable is NULL");
}

TEST(CompilerCAPI, ErrorsSayWhatIsWrongAndWhere) {
  expectError(rlx::compileFile("none.onnx").status(), RLX_NOT_FOUND,
              "there is no file 'none.onnx'");
  expectError(rlx::compileFile(testing::TempDir()).status(), RLX_INVALID_ARGUMENT,
              "is a directory, not a model file");
  expectError(rlx::compileFile(__FILE__).status(), RLX_UNSUPPORTED,
              "expected .onnx, .gguf, .mlir or .mlirbc");
  const std::string package = testing::TempDir() + "given-as-a-model.rlxe";
  std::ofstream(package) << "RLXE";
  expectError(rlx::compileFile(package).status(), RLX_UNSUPPORTED,
              "is a package, compiled already, but a model is expected: .onnx, .gguf, .mlir or "
              ".mlirbc, or the folder of a language model; "
              "rlx-run and rlx-run-rt run packages, and rlx_executable_load loads them");
  expectError(rlx::compileSource("func.func @f( {").status(), RLX_INVALID_ARGUMENT,
              "source:1:14: expected");
  expectError(rlx::compileSource("").status(), RLX_INVALID_ARGUMENT, "public function");
  expectError(rlx::compileSource(R"(
func.func @main(%x: tensor<2xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<2xf32> {rlx.name = "y"}) {
  %0 = math.absf %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)")
                  .status(),
              RLX_INVALID_ARGUMENT, "source:4:8: 'math.absf' op is not expected in a model");
}

TEST(CompilerCAPI, NullArgumentsAreErrors) {
  rlx_executable_t *model = nullptr;
  expectError(rlx::Status(rlx_compile_file(nullptr, nullptr, &model)), RLX_INVALID_ARGUMENT,
              "path is NULL");
  expectError(rlx::Status(rlx_compile_file("a.mlir", nullptr, nullptr)), RLX_INVALID_ARGUMENT,
              "executable is NULL");
  expectError(rlx::Status(rlx_compile_source(nullptr, 1, nullptr, &model)), RLX_INVALID_ARGUMENT,
              "text is NULL");
  expectError(rlx::Status(rlx_compile_options_create(nullptr)), RLX_INVALID_ARGUMENT,
              "options is NULL");
  expectError(rlx::Status(rlx_compile_options_set_target(nullptr, "cpu")), RLX_INVALID_ARGUMENT,
              "options is NULL");
  expectError(rlx::Status(rlx_compile_options_set_mode(nullptr, "eager")), RLX_INVALID_ARGUMENT,
              "options is NULL");
  expectError(rlx::Status(rlx_compile_options_set_in_place_caches(nullptr, 1)),
              RLX_INVALID_ARGUMENT, "options is NULL");
  expectError(rlx::Status(rlx_compile_options_set_check_finite(nullptr, 1)), RLX_INVALID_ARGUMENT,
              "options is NULL");
  rlx_compile_options_free(nullptr);
}

TEST(CompilerCAPI, ThreadsCompileAtTheSameTime) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  ASSERT_TRUE(options.ok());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      rlx::StatusOr<rlx::Executable> model = rlx::compileSource(kEncoder, *options);
      ASSERT_TRUE(model.ok()) << model.status().message();
      setEncoderParams(*model);
      expectMean(*model, 2, 7);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(CompilerCAPI, ReportsOnACompilation) {
  rlx_report_t *report = nullptr;
  ASSERT_EQ(rlx_report_create("twice", &report), nullptr);
  rlx_compile_options_t *options = nullptr;
  ASSERT_EQ(rlx_compile_options_create(&options), nullptr);
  ASSERT_EQ(rlx_compile_options_set_threads(options, 1), nullptr);
  ASSERT_EQ(rlx_compile_options_set_report(options, report), nullptr);
  const std::string source = R"(
    func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<4xf32> {rlx.name = "y"}) {
      %0 = rlx.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })";
  rlx_executable_t *executable = nullptr;
  ASSERT_EQ(rlx_compile_source(source.data(), source.size(), options, &executable), nullptr);
  const char *text = nullptr;
  size_t length = 0;
  // Without inputs there is no run, with them there is one.
  ASSERT_EQ(rlx_report_measure(report, executable, options, nullptr, 0, 0), nullptr);
  ASSERT_EQ(rlx_report_get_text(report, "json", &text, &length), nullptr);
  EXPECT_EQ(std::string(text, length).find("\"run_ns\""), std::string::npos);
  std::vector<float> x{1, 2, 3, 4};
  const int64_t dims[] = {4};
  rlx_tensor_t *tensor = nullptr;
  ASSERT_EQ(rlx_tensor_wrap(RLX_F32, 1, dims, x.data(), nullptr, nullptr, &tensor), nullptr);
  const rlx_named_tensor_t inputs[] = {{"x", tensor}}, wrong[] = {{"z", tensor}};
  EXPECT_EQ(rlx::Status(rlx_report_measure(report, executable, options, wrong, 1, 0)).code(),
            RLX_INVALID_ARGUMENT);
  ASSERT_EQ(rlx_report_measure(report, executable, options, inputs, 1, 0), nullptr);
  ASSERT_EQ(rlx_report_get_text(report, "json", &text, &length), nullptr);
  EXPECT_NE(std::string(text, length).find("\"run_ns\""), std::string::npos);
  EXPECT_NE(std::string(text, length).find("\"op\":\"add\""), std::string::npos);
  ASSERT_EQ(rlx_report_add_warning(report, "mind the gap"), nullptr);
  EXPECT_EQ(rlx::Status(rlx_report_add_warning(report, nullptr)).code(), RLX_INVALID_ARGUMENT);
  ASSERT_EQ(rlx_report_get_text(report, "html", &text, &length), nullptr);
  EXPECT_NE(std::string(text, length).find("mind the gap"), std::string::npos);
  EXPECT_EQ(std::string(text, length).find("<!DOCTYPE html>"), 0u);
  const rlx::Status refused(rlx_report_get_text(report, "pdf", &text, &length));
  EXPECT_EQ(refused.code(), RLX_INVALID_ARGUMENT);
  EXPECT_NE(std::string_view(refused.message())
                .find("expected the format \"html\" or \"json\", got \"pdf\""),
            std::string_view::npos);
  EXPECT_EQ(rlx::Status(rlx_report_measure(report, executable, options, inputs, 1, -1)).code(),
            RLX_INVALID_ARGUMENT);
  EXPECT_EQ(rlx::Status(rlx_report_create(nullptr, &report)).code(), RLX_INVALID_ARGUMENT);
  rlx_tensor_free(tensor);
  rlx_executable_free(executable);
  rlx_report_free(report);
  rlx_compile_options_free(options);
}

TEST(CompilerCAPI, AReportOfALazyModelMayGoFirst) {
  rlx_report_t *report = nullptr;
  ASSERT_EQ(rlx_report_create("lazy", &report), nullptr);
  rlx_compile_options_t *options = nullptr;
  ASSERT_EQ(rlx_compile_options_create(&options), nullptr);
  ASSERT_EQ(rlx_compile_options_set_mode(options, "lazy"), nullptr);
  ASSERT_EQ(rlx_compile_options_set_report(options, report), nullptr);
  const std::string source = R"(
    func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<4xf32> {rlx.name = "y"}) {
      %0 = rlx.exp %x : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })";
  rlx_executable_t *executable = nullptr;
  ASSERT_EQ(rlx_compile_source(source.data(), source.size(), options, &executable), nullptr);
  rlx_compile_options_free(options);
  rlx_report_free(report);
  std::vector<float> x(4, 0.0f);
  const int64_t dims[] = {4};
  rlx_tensor_t *tensor = nullptr;
  ASSERT_EQ(rlx_tensor_wrap(RLX_F32, 1, dims, x.data(), nullptr, nullptr, &tensor), nullptr);
  const rlx_named_tensor_t inputs[] = {{"x", tensor}};
  EXPECT_EQ(rlx_executable_run(executable, inputs, 1, nullptr, 0), nullptr);
  rlx_tensor_free(tensor);
  rlx_executable_free(executable);
}

TEST(CompilerCAPI, ProgressFollowsThePhasesAndMayEndACompilation) {
  struct Seen {
    std::vector<std::string> phases;
    size_t count = 0;
    std::string stopAt;
  } seen;
  const auto follow = [](void *context, const char *phase, size_t number, size_t count) {
    auto &into = *static_cast<Seen *>(context);
    EXPECT_EQ(number, into.phases.size());
    into.phases.emplace_back(phase);
    into.count = count;
    return into.stopAt == phase ? 1 : 0;
  };
  rlx_compile_options_t *options = nullptr;
  ASSERT_EQ(rlx_compile_options_create(&options), nullptr);
  ASSERT_EQ(rlx_compile_options_set_progress(options, follow, &seen), nullptr);
  const std::string source = R"(
    func.func @main(%x: tensor<4xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<4xf32> {rlx.name = "y"}) {
      %0 = rlx.exp %x : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })";
  rlx_executable_t *executable = nullptr;
  ASSERT_EQ(rlx_compile_source(source.data(), source.size(), options, &executable), nullptr);
  EXPECT_EQ(seen.phases.size(), seen.count);
  EXPECT_EQ(seen.phases.front(), "input");
  EXPECT_EQ(seen.phases.back(), "package");
  rlx_memory_t memory;
  ASSERT_EQ(rlx_executable_get_memory(executable, &memory), nullptr);
  EXPECT_GT(memory.code, 0);
  EXPECT_EQ(memory.params, 0);
  EXPECT_STREQ(rlx_executable_get_host_kernels(executable), "");
  EXPECT_EQ(rlx::Status(rlx_executable_get_memory(nullptr, &memory)).code(), RLX_INVALID_ARGUMENT);
  rlx_executable_free(executable);
  for (const char *phase : {"input", "linalg", "package"}) {
    seen = {{}, 0, phase};
    const rlx::Status stopped(
        rlx_compile_source(source.data(), source.size(), options, &executable));
    EXPECT_EQ(stopped.code(), RLX_INVALID_ARGUMENT);
    EXPECT_NE(std::string(stopped.message()).find("stopped before phase"), std::string::npos);
    EXPECT_EQ(seen.phases.back(), phase);
  }
  ASSERT_EQ(rlx_compile_options_set_progress(options, nullptr, nullptr), nullptr);
  ASSERT_EQ(rlx_compile_source(source.data(), source.size(), options, &executable), nullptr);
  rlx_executable_free(executable);
  rlx_compile_options_free(options);
}
