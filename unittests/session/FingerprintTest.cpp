// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fingerprints: relevant differences of models change them, and other differences do not.
#include "session/cache/Fingerprint.h"

#include <chrono>
#include <gtest/gtest.h>

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Parser/Parser.h"
#include "session/HostCpu.h"
#include "unittests/runtime/StatusMatchers.h"
#include "llvm/TargetParser/Host.h"

namespace fingerprint_test {

using namespace mlir;
using namespace rlx;

namespace {

std::string model(const std::string &constant, const std::string &op = "add",
                  const std::string &size = "?", const std::string &result = "%r") {
  return "func.func @main(%x: tensor<" + size +
         "x4xf32> {rlx.kind = \"input\", rlx.name = \"x\"}) -> (tensor<" + size +
         "x4xf32> {rlx.name = \"y\"}) {\n  %c = rlx.constant " + constant + " : tensor<4xf32>\n  " +
         result + " = rlx." + op + " %x, %c : (tensor<" + size +
         "x4xf32>, tensor<4xf32>) -> tensor<" + size + "x4xf32>\n  return " + result +
         " : tensor<" + size + "x4xf32>\n}\n";
}

std::string resources(const std::string &name, const std::string &bytes) {
  return model("dense_resource<" + name + ">") + "{-# dialect_resources: { builtin: { " + name +
         ": \"0x04000000" + bytes + "\" } } #-}";
}

class FingerprintTest : public ::testing::Test {
protected:
  FingerprintTest() : context(createCompilerContext()) {}

  Fingerprint of(const std::string &text, const SessionOptions &options = {}) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(module) << text;
    if (!module)
      return {};
    auto made = fingerprintCode(*module, options);
    EXPECT_TRUE(made.ok()) << made.status().toString();
    return made.ok() ? *made : Fingerprint();
  }

  std::unique_ptr<MLIRContext> context;
};

const std::string kOnes = "dense<[1.0, 1.0, 1.0, 1.0]>";

TEST_F(FingerprintTest, TheSameModelAgrees) {
  const Fingerprint first = of(model("dense<[1.0, 2.0, 3.0, 4.0]>"));
  EXPECT_EQ(of(model("dense<[1.0, 2.0, 3.0, 4.0]>")), first) << "parsed twice";
  EXPECT_EQ(of(model("dense<[1.0, 2.0, 3.0, 4.0]>", "add", "?", "%other")), first) << "SSA names";
  EXPECT_EQ(of("\n\n// moved\n" + model("dense<[1.0, 2.0, 3.0, 4.0]>")), first) << "locations";
  context = createCompilerContext();
  EXPECT_EQ(of(model("dense<[1.0, 2.0, 3.0, 4.0]>")), first) << "another context";
  EXPECT_EQ(first.hex().size(), 32u);
}

TEST_F(FingerprintTest, EveryPartOfTheModelCounts) {
  const auto difference = [](const std::string &operands) {
    return "func.func @main(%x: tensor<4xf32> {rlx.kind = \"input\", rlx.name = \"x\"}, "
           "%y: tensor<4xf32> {rlx.kind = \"input\", rlx.name = \"y\"}) "
           "-> (tensor<4xf32> {rlx.name = \"z\"}) { %0 = rlx.sub " +
           operands +
           " : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> }";
  };
  const std::vector<std::string> models = {model("dense<[1.0, 2.0, 3.0, 4.0]>"),
                                           model("dense<[1.0, 2.0, 3.0, 4.0000005]>"),
                                           model("dense<1.0>"),
                                           model("dense<[1.0, 2.0, 3.0, 4.0]>", "sub"),
                                           model("dense<[1.0, 2.0, 3.0, 4.0]>", "add", "8"),
                                           difference("%x, %y"),
                                           difference("%y, %x")};
  std::map<Fingerprint, size_t> seen;
  for (size_t i = 0; i < models.size(); ++i) {
    auto [known, isNew] = seen.try_emplace(of(models[i]), i);
    EXPECT_TRUE(isNew) << i << " and " << known->second << " have one fingerprint";
  }
}

// Large constants are resources. Their bytes count. Their names do not, because the context renames
// them if two modules use the same name.
TEST_F(FingerprintTest, ResourcesCountByContent) {
  const std::string ones = "0000803f0000803f0000803f0000803f";
  const std::string other = "0000803f0000803f0000803f0100803f";
  const Fingerprint first = of(resources("w", ones));
  EXPECT_EQ(of(resources("w", ones)), first);
  EXPECT_EQ(of(resources("v", ones)), first);
  EXPECT_NE(of(resources("w", other)), first);
}

TEST_F(FingerprintTest, OptionsThatChangeTheCodeCount) {
  const std::string text = model(kOnes);
  const Fingerprint first = of(text);
  SessionOptions options;
  options.compile.codegen.fastPaths = false;
  EXPECT_NE(of(text, options), first);
  options = {};
  options.compile.codegen.precision = Precision::F16;
  EXPECT_NE(of(text, options), first);
  options = {};
  options.compile.codegen.chip = "x86-64";
  const Fingerprint baseline = of(text, options);
  EXPECT_NE(baseline, first);
  options.compile.codegen.features = "+avx";
  EXPECT_NE(of(text, options), baseline);
  options = {};
  options.userKernels.emplace_back("negate", [](const rt::UserCall &) { return rt::okStatus(); });
  EXPECT_NE(of(text, options), first);
  options = {};
  options.compile.verifyKernels = !options.compile.verifyKernels;
  EXPECT_EQ(of(text, options), first) << "verifying changes no code";
}

// Defaults that depend on the host are part of the key by name, because a cache may be on a shared
// disk.
TEST_F(FingerprintTest, TheHostsProcessorIsResolved) {
  ASSERT_OK_AND_ASSIGN(const std::string host, processorText({}));
  EXPECT_NE(host.find(llvm::sys::getHostCPUName().str()), std::string::npos) << host;
  EXPECT_NE(host.find("+sse2"), std::string::npos) << host;
  TargetOptions options;
  options.chip = "pentium9";
  EXPECT_ERROR(processorText(options).status(), NotFound, "pentium9");
}

TEST_F(FingerprintTest, LoadOptionsAndParamsTellExecutablesApart) {
  const Fingerprint code = of(model(kOnes));
  auto params = [](float last) {
    const int64_t shape[] = {3};
    const float values[] = {1, 2, last};
    std::map<std::string, rt::Tensor> made;
    made.emplace("w", std::move(*rt::Tensor::copyOf({rt::DType::F32, shape, values})));
    return made;
  };
  const Fingerprint first = fingerprintExecutable(code, {}, params(3));
  EXPECT_EQ(fingerprintExecutable(code, {}, params(3)), first);
  EXPECT_NE(fingerprintExecutable(code, {}, params(4)), first);
  EXPECT_NE(fingerprintExecutable(code, {}, {}), first);
  EXPECT_NE(fingerprintExecutable(code, {"", 1}, params(3)), first);
  EXPECT_NE(fingerprintExecutable(code, {"", 0, true}, params(3)), first);
  EXPECT_NE(fingerprintExecutable(code, {"cpu"}, params(3)), first);
}

// A model with 90 MB of constants. The time is printed. Its loose bound only detects a copy through
// text or similar.
TEST_F(FingerprintTest, LargeConstantsAreReadOnce) {
  constexpr int64_t kCount = 90'000'000 / 4;
  std::vector<float> data(kCount, 0.5f);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(model(kOnes), context.get());
  auto type = RankedTensorType::get({kCount}, Float32Type::get(context.get()));
  auto attribute = DenseResourceElementsAttr::get(
      type, "large", UnmanagedAsmResourceBlob::allocateInferAlign(ArrayRef<float>(data)));
  (*module)->setAttr("test.large", attribute);
  const auto start = std::chrono::steady_clock::now();
  const auto first = fingerprintCode(*module, {});
  const double ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  RecordProperty("milliseconds", std::to_string(ms));
  printf("90 MB of constants: %.1f ms\n", ms);
  EXPECT_LT(ms, 5000);
  data[kCount - 1] = 0.25f;
  const auto second = fingerprintCode(*module, {});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(*first, *second) << "the last of 22.5 million elements";
}

} // namespace

} // namespace fingerprint_test
