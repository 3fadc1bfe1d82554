// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Targets: the list, their answers about ops and processors, and errors that name missing things.
#include "conversions/Target.h"
#include "compiler/Compiler.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "runtime/cpu/CodeImage.h"
#include "session/Session.h"

#include <gtest/gtest.h>

namespace target_test {

using namespace mlir;
using namespace rlx;

namespace {

constexpr const char *kModel = R"(
func.func @main(%x: tensor<?x8xf32> {rlx.kind = "input", rlx.name = "x"},
                %w: tensor<8x4xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x4xf32> {rlx.name = "y"}) {
  %0 = rlx.fused_matmul_bias_act %x, %w activation = none
      : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = rlx.gelu %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = rlx.exp %1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
)";

// The same op in an element type that its fast path supports, and in one that it does not.
constexpr const char *kAttentions = R"(
func.func @f16(%q: tensor<1x2x4x8xf16>) -> tensor<1x2x4x8xf16> {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = none
      : (tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>) -> tensor<1x2x4x8xf16>
  return %0 : tensor<1x2x4x8xf16>
}
func.func @f32(%q: tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32> {
  %0 = rlx.attention %q, %q, %q layout = bhsd mask = none
      : (tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>, tensor<1x2x4x8xf32>) -> tensor<1x2x4x8xf32>
  return %0 : tensor<1x2x4x8xf32>
}
)";

// Supports everything except exp.
class NoExp : public Target {
public:
  StringRef name() const override { return "no-exp"; }
  StringRef description() const override { return "for the test"; }
  llvm::Error check(const TargetOptions &) const override { return llvm::Error::success(); }
  std::string nativePath(OperationName) const override { return ""; }
  bool hasFastIntegerMatmul(const TargetOptions &) const override { return false; }
  Capability capability(Operation *op, const TargetOptions &) const override {
    if (op->getName().getStringRef() == "rlx.exp")
      return {Route::Unsupported, "the device has no transcendental functions", "rlx.relu"};
    return {Route::Common, "", ""};
  }
  void buildDecompose(OpPassManager &, const TargetOptions &) const override {}
  void buildLinalg(OpPassManager &, const TargetOptions &) const override {}
  void buildBufferize(OpPassManager &, const TargetOptions &) const override {}
  void buildTarget(OpPassManager &, const TargetOptions &) const override {}
  llvm::Expected<TargetCode> emit(ModuleOp, const TargetOptions &, bool) const override {
    return TargetCode();
  }
};

class TargetTest : public ::testing::Test {
protected:
  TargetTest() : context(createCompilerContext()) {
    module = parseSourceString<ModuleOp>(kModel, context.get());
  }

  std::string routeOf(StringRef name, const TargetOptions &options = {}) {
    std::string route = "absent";
    module->walk([&](Operation *op) {
      if (op->getName().getStringRef() == name)
        route = routeName(findTarget("cpu")->capability(op, options).route).str();
    });
    return route;
  }

  // The error text of a compilation. Empty if it succeeds.
  std::string compileError(const CompileOptions &options) {
    auto session = Session::fromModule(*module, {.compile = options,
                                                 .load = {},
                                                 .userKernels = {},
                                                 .specialize = {},
                                                 .mode = {},
                                                 .diskCache = {}});
    return session.ok() ? "" : std::string(session.status().message());
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(TargetTest, TheCpuIsTheDefault) {
  ASSERT_FALSE(targets().empty());
  EXPECT_EQ(targets().front(), findTarget(CompileOptions().target));
  EXPECT_EQ(findTarget("abacus"), nullptr);
}

TEST_F(TargetTest, SaysHowItTakesEachOp) {
  TargetOptions generic;
  generic.fastPaths = false;
  EXPECT_EQ(routeOf("rlx.fused_matmul_bias_act"), "rewritten");
  EXPECT_EQ(routeOf("rlx.exp"), "common");
  module = parseSourceString<ModuleOp>(kAttentions, context.get());
  EXPECT_EQ(routeOf("rlx.attention"), "native");
  EXPECT_EQ(routeOf("rlx.attention", generic), "rewritten");
  module->getBody()->back().erase();
  EXPECT_EQ(routeOf("rlx.attention"), "common") << "f16 has no fast path";
}

TEST_F(TargetTest, ReportsOpsItDoesNotTakeWithReasonAndNearestForm) {
  std::vector<std::string> said;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    said.push_back(diagnostic.str());
    for (Diagnostic &note : diagnostic.getNotes())
      said.push_back(note.str());
  });
  EXPECT_TRUE(failed(verifyLegal(*module, NoExp())));
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(said[0], "'rlx.exp' op is not supported on target 'no-exp': "
                     "the device has no transcendental functions");
  EXPECT_EQ(said[1], "nearest supported form: rlx.relu");
  said.clear();
  EXPECT_TRUE(succeeded(verifyLegal(*module, *findTarget("cpu"))));
  EXPECT_TRUE(said.empty());
}

// Language models get paged caches then.
TEST_F(TargetTest, SaysWhichHeadsOfPagedAttentionItHasKernelsFor) {
  constexpr int64_t kAny = 99;
  EXPECT_TRUE(findTarget("cpu")->hasPagedAttention({}, 16, kAny));
  const Target &vulkan = *findTarget("vulkan");
  TargetOptions options;
  options.device = "nvidia-hopper";
  for (const int64_t size : {64, 80, 128, 176, 256})
    EXPECT_TRUE(vulkan.hasPagedAttention(options, 32, size)) << size;
  EXPECT_TRUE(vulkan.hasPagedAttention(options, 16, 64));
  // Not in vectors, too large, and in too few lanes.
  for (const int64_t size : {66, 264, 100})
    EXPECT_FALSE(vulkan.hasPagedAttention(options, 32, size)) << size;
  EXPECT_FALSE(vulkan.hasPagedAttention(options, 16, 144));
  options.device = "vulkan1.1"; // without shuffles
  EXPECT_FALSE(vulkan.hasPagedAttention(options, 32, 64));
}

TEST_F(TargetTest, RefusesATargetThatDoesNotExist) {
  CompileOptions options;
  options.target = "abacus";
  EXPECT_NE(compileError(options).find("there is no target called 'abacus'; this build has: cpu"),
            std::string::npos);
}

TEST_F(TargetTest, RefusesAChipThatDoesNotExist) {
  CompileOptions options;
  options.codegen.chip = "pentium9";
  EXPECT_NE(compileError(options).find("there is no CPU 'pentium9' of kind"), std::string::npos);
}

TEST_F(TargetTest, CompilesForAnotherChip) {
  CompileOptions options;
  options.codegen.chip = "x86-64-v3";
  options.codegen.keepForms = true;
  Compiler compiler(options);
  FailureOr<CompiledModel> model = compiler.compile(*module);
  ASSERT_TRUE(succeeded(model));
  EXPECT_NE(model->code.text.find("<8 x float>"), std::string::npos);
  EXPECT_EQ(model->code.text.find("<16 x float>"), std::string::npos);
}

TEST_F(TargetTest, CompilesForAnotherArchitecture) {
  for (const char *chip : {"aarch64", "cortex-a76"}) {
    CompileOptions options;
    options.codegen.chip = chip;
    options.codegen.keepForms = true;
    Compiler compiler(options);
    OwningOpRef<ModuleOp> copy = module->clone();
    FailureOr<CompiledModel> model = compiler.compile(*copy);
    ASSERT_TRUE(succeeded(model)) << chip;
    EXPECT_NE(model->code.text.find("target triple = \"aarch64-"), std::string::npos) << chip;
    EXPECT_NE(model->code.text.find("<4 x float>"), std::string::npos) << chip;
    EXPECT_EQ(model->code.text.find("<8 x float>"), std::string::npos) << chip;
    EXPECT_EQ(model->code.features.front(), "aarch64");
    EXPECT_EQ(llvm::is_contained(model->code.features, "dotprod"), StringRef(chip) == "cortex-a76");
    auto image = rt::decodeCodeImage(model->code.binary);
    ASSERT_TRUE(image.ok()) << image.status().toString();
    EXPECT_EQ(image->architecture, "aarch64");
  }
}

TEST_F(TargetTest, AModelWithoutKernelsHasNoCode) {
  module = parseSourceString<ModuleOp>(R"(
    func.func @main(%x: tensor<3xf32> {rlx.kind = "input", rlx.name = "x"})
        -> (tensor<3xf32> {rlx.name = "y"}) { return %x : tensor<3xf32> })",
                                       context.get());
  auto session = Session::fromModule(*module);
  ASSERT_TRUE(session.ok()) << session.status().toString();
  float data[] = {1, 2, 3};
  int64_t shape[] = {3};
  rt::NamedTensor input{"x", {rt::DType::F32, shape, data}};
  ASSERT_TRUE((*session)->executable().run({&input, 1}).ok());
  auto y = (*session)->executable().output("y");
  ASSERT_TRUE(y.ok());
  EXPECT_EQ(static_cast<const float *>(y->data)[2], 3);
}

} // namespace

} // namespace target_test
