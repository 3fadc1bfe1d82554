// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A third target: a GPU target in one class, and a kind of device in one list entry. Everything
// else of the compiler and the runtime takes them as they are.
#include "compiler/Compiler.h"
#include "conversions/gpu/builder/WorkgroupBuilder.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/schedule/Schedules.h"
#include "conversions/gpu/target/GpuTarget.h"
#include "conversions/kernel/KernelCost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "runtime/device/DeviceRegistry.h"
#include "session/CompileModel.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace rlx;

namespace {

constexpr const char *kModel = R"(
func.func @main(%x: tensor<64x256xf32> {rlx.kind = "input", rlx.name = "x"},
                %w: tensor<256x64xf32> {rlx.kind = "param", rlx.name = "w"},
                %d: tensor<8xf64> {rlx.kind = "input", rlx.name = "d"})
    -> (tensor<64x64xf32> {rlx.name = "y"}, tensor<8xf64> {rlx.name = "e"}) {
  %0 = rlx.matmul %x, %w : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  %1 = rlx.softmax %0 axis = 1 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = rlx.exp %d : (tensor<8xf64>) -> tensor<8xf64>
  return %1, %2 : tensor<64x64xf32>, tensor<8xf64>
}
)";

// A schedule that only this target has: one invocation computes the whole softmax.
struct PlannedStub : GpuKernelPlan {
  explicit PlannedStub(linalg::LinalgOp root) : root(root) {}

  LogicalResult emit(func::FuncOp kernel) override {
    estimateCost(kernel);
    WorkgroupBuilder k(kernel);
    MLIRContext *context = kernel.getContext();
    k.begin(getAffineConstantExpr(1, context), 1);
    auto type = cast<RankedTensorType>(root->getResult(0).getType());
    Value one = k.constant(1), zero = k.constant(0);
    k.loop(zero, k.constant(type.getNumElements()), one, {}, [&](Value i, ValueRange) {
      Value columns = k.constant(type.getDimSize(1));
      SmallVector<Value> at = {k.div(i, columns), k.rem(i, columns)};
      k.storeResult(arith::ConstantOp::create(k.b, k.loc, k.b.getF32FloatAttr(7)), at);
      return SmallVector<Value>();
    });
    k.finish("stub");
    return success();
  }

  linalg::LinalgOp root;
};

std::unique_ptr<GpuKernelPlan> planStub(func::FuncOp kernel, const rt::DeviceProfile &,
                                        LoweringReason &) {
  linalg::LinalgOp root = findScheduleRoot(kernel);
  return root && kernel.getName().contains("softmax") ? std::make_unique<PlannedStub>(root)
                                                      : nullptr;
}

constexpr Schedule kStub = {"stub", planStub};

// Its code is the names of its kernels, a line each.
class StubTarget : public GpuTarget {
public:
  StringRef name() const override { return "stub"; }
  StringRef description() const override { return "for the test"; }
  StringRef minProfile() const override { return "vulkan1.1"; }
  ArrayRef<const Schedule *> schedules() const override {
    static const Schedule *const own[] = {&kStub};
    return own;
  }
  void buildTarget(OpPassManager &, const TargetOptions &) const override {}
  llvm::Expected<TargetCode> emit(ModuleOp kernels, const TargetOptions &, bool) const override {
    TargetCode code;
    for (auto kernel : kernels.getOps<func::FuncOp>()) {
      for (char c : (kernel.getName() + "\n").str())
        code.binary.push_back(static_cast<uint8_t>(c));
      llvm::raw_string_ostream text(code.text);
      kernel->print(text);
    }
    return code;
  }
  llvm::Error addHostCode(TargetCode &code, TargetCode host) const override {
    code.text += "host: " + std::to_string(host.binary.size()) + " bytes";
    return llvm::Error::success();
  }
};

rt::Status loadNames(std::span<const uint8_t> code, rt::KernelTable &kernels) {
  SmallVector<StringRef> names;
  StringRef(reinterpret_cast<const char *>(code.data()), code.size())
      .split(names, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef name : names)
    if (rt::Status added = kernels.addCode("stub", std::string_view(name),
                                           std::make_shared<const std::string>(name), name.size());
        !added.ok())
      return added;
  return rt::okStatus();
}

std::vector<std::unique_ptr<rt::Device>> findNone(const std::string &, std::string &why) {
  why = "this test has no driver";
  return {};
}

class StubTargetTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    static const StubTarget target;
    registerTarget(target);
    rt::registerDeviceFactory({"stub", "Stub", /*isAlwaysThere=*/false, findNone, loadNames});
  }

  StubTargetTest() : context(createCompilerContext()) {
    module = parseSourceString<ModuleOp>(kModel, context.get());
    options.compile.target = "stub";
    options.compile.codegen.device = "nvidia-hopper";
  }

  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  SessionOptions options;
};

TEST_F(StubTargetTest, CompilesWithTheSchedulesOfGpus) {
  FailureOr<CompiledModel> model = Compiler(options.compile).compile(*module);
  ASSERT_TRUE(succeeded(model));
  // Kernels are loops of a workgroup that name no SPIR-V.
  EXPECT_NE(model->code.text.find("lir.grid"), std::string::npos);
  EXPECT_NE(model->code.text.find("#gpu.address_space<workgroup>"), std::string::npos);
  EXPECT_NE(model->code.text.find("gpu.barrier"), std::string::npos);
  EXPECT_EQ(model->code.text.find("spirv"), std::string::npos);
  // Its own schedule comes before the shared ones.
  EXPECT_NE(model->code.text.find("7.000000e+00"), std::string::npos);
  // The exponential of f64 is the host's.
  EXPECT_NE(model->code.text.find("host: "), std::string::npos);
  size_t ofDevice = 0, ofHost = 0;
  for (const rt::Kernel &kernel : model->program.kernels) {
    ofDevice += kernel.target == "stub";
    ofHost += kernel.target == "cpu";
  }
  EXPECT_EQ(ofDevice, 2u);
  EXPECT_EQ(ofHost, 1u);
}

TEST_F(StubTargetTest, LoadsItsCodeByTheListOfDeviceKinds) {
  FailureOr<CompiledModel> model = Compiler(options.compile).compile(*module);
  ASSERT_TRUE(succeeded(model));
  rt::StatusOr<rt::KernelTable> kernels = loadKernels(*model, options);
  ASSERT_TRUE(kernels.ok()) << kernels.status().toString();
  for (const rt::Kernel &kernel : model->program.kernels)
    if (kernel.target == "stub") {
      const void *const found = kernels->findCode("stub", kernel.name);
      ASSERT_NE(found, nullptr) << kernel.name;
      EXPECT_EQ(*static_cast<const std::string *>(found), kernel.name);
      EXPECT_EQ(kernels->findCode("vulkan", kernel.name), nullptr);
    }
}

TEST_F(StubTargetTest, ProfilesNameTheTarget) {
  llvm::Expected<rt::DeviceProfile> profile =
      parseProfile(R"({"stub": "9.0", "subgroupSize": 32})");
  ASSERT_TRUE(bool(profile)) << llvm::toString(profile.takeError());
  EXPECT_EQ(profile->target, "stub");
  EXPECT_EQ(profile->versionMajor, 9u);
  EXPECT_TRUE(profile->meets("stubMajor>=9"));
  EXPECT_FALSE(profile->meets("vulkanMajor>=1"));
  EXPECT_EQ(targetOfProfile(R"({"stub": "9.0"})"), "stub");
  EXPECT_EQ(targetOfProfile("lavapipe"), "vulkan");
}

TEST_F(StubTargetTest, RegistryKnowsTheKind) {
  rt::DeviceRegistry &registry = rt::DeviceRegistry::get();
  for (const char *name : {"stub", "stub:0", "stub:model"})
    EXPECT_EQ(registry.find(name).status().message(),
              "no Stub device found: this test has no driver");
  EXPECT_EQ(registry.findForTarget("stub").status().message(),
            "no Stub device found: this test has no driver");
  EXPECT_NE(registry.listText().find("(no Stub device found: this test has no driver)"),
            std::string::npos);
}

} // namespace
