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
#include "runtime/package/Package.h"
#include "session/CompileModel.h"
#include "session/PackageModel.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <unistd.h>

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

// A model whose kernels the device runs, all of them.
constexpr const char *kModelOfDevice = R"(
func.func @main(%x: tensor<64x256xf32> {rlx.kind = "input", rlx.name = "x"},
                %w: tensor<256x64xf32> {rlx.kind = "input", rlx.name = "w"})
    -> (tensor<64x64xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  %1 = rlx.softmax %0 axis = 1 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
)";

constexpr const char *kProfile = R"({
  "name": "stub device",
  "stub": "9.0",
  "subgroupSize": 32,
  "maxWorkgroupInvocations": 1024,
  "maxWorkgroupSize": [1024, 1024, 64],
  "sharedMemoryBytes": 49152,
  "maxBuffersPerKernel": 64,
  "features": ["shaderInt64", "subgroupArithmetic", "subgroupShuffle"]
})";

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

// A schedule that takes prefix scans and then declines each of them.
std::unique_ptr<GpuKernelPlan> declineScan(func::FuncOp, const rt::DeviceProfile &,
                                           LoweringReason &why) {
  (void)why.because("it is for the test");
  return nullptr;
}
bool isScan(Operation *op) {
  return op->getName().getStringRef() == "rlx.cumsum";
}

constexpr Schedule kStub = {"stub", planStub}, kDeclines = {"declines", declineScan, isScan};

// Its code is the names of its kernels, a line each.
class StubTarget : public GpuTarget {
public:
  StringRef name() const override { return "stub"; }
  StringRef description() const override { return "for the test"; }
  StringRef minProfile() const override { return R"({"stub": "9.0"})"; }
  std::string expectedVersion(const rt::DeviceProfile &profile) const override {
    return profile.versionMajor < 10 ? "" : "a version before \"10.0\"";
  }
  ArrayRef<const Schedule *> schedules() const override {
    static const Schedule *const own[] = {&kStub, &kDeclines};
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

// Kernels whose code a device got, in the order of the program.
std::vector<std::string> &gotCode() {
  static std::vector<std::string> names;
  return names;
}

// A device that looks up the code of its kernels, and runs nothing.
class StubDevice : public rt::Device {
public:
  std::string_view name() const override { return "stub:0"; }
  std::string_view target() const override { return "stub"; }
  bool hasFeature(std::string_view) const override { return true; }
  std::string codegenProfile() const override { return kProfile; }
  std::string description() const override { return "stub"; }
  rt::StatusOr<std::unique_ptr<rt::Executor>>
  createExecutor(std::shared_ptr<const rt::Program> program, const rt::KernelTable &kernels,
                 int64_t, const rt::ExecutorOptions &) override {
    gotCode().clear();
    for (const rt::Kernel &kernel : program->kernels) {
      const void *const code = kernels.findCode(kernel.target, kernel.name);
      if (!code || *static_cast<const std::string *>(code) != kernel.name)
        return rt::notFound("no code for '" + kernel.name + "'");
      gotCode().push_back(kernel.name);
    }
    return rt::unsupported("the stub runs nothing");
  }
};

std::vector<std::unique_ptr<rt::Device>> findStub(const std::string &, std::string &) {
  std::vector<std::unique_ptr<rt::Device>> devices;
  devices.push_back(std::make_unique<StubDevice>());
  return devices;
}

// A registry asks once for the devices of a kind, so the kind without devices is another one.
std::vector<std::unique_ptr<rt::Device>> findNone(const std::string &, std::string &why) {
  why = "this test has no driver";
  return {};
}

class StubTargetTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    static const StubTarget target;
    registerTarget(target);
    rt::registerDeviceFactory({"stub", "Stub", /*isAlwaysThere=*/false, findStub, loadNames});
    rt::registerDeviceFactory({"none", "None", /*isAlwaysThere=*/false, findNone, loadNames});
  }

  StubTargetTest() : context(createCompilerContext()) {
    module = parseSourceString<ModuleOp>(kModel, context.get());
    options.compile.target = "stub";
    options.compile.codegen.device = kProfile;
  }

  // The error of the check of a device profile. Empty if it passes.
  static std::string errorOf(const char *device) {
    TargetOptions options;
    options.device = device;
    return llvm::toString(checkOptions(*findTarget("stub"), options));
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

// The shared schedule is asked after the target's own one, which declines.
TEST_F(StubTargetTest, SelectsOpsOfSharedSchedules) {
  module = parseSourceString<ModuleOp>(R"(
func.func @main(%x: tensor<3x1000xf32> {rlx.kind = "input", rlx.name = "x"})
    -> (tensor<3x1000xf32> {rlx.name = "y"}) {
  %0 = rlx.cumsum %x axis = 1 : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  return %0 : tensor<3x1000xf32>
}
)",
                                       context.get());
  FailureOr<CompiledModel> model = Compiler(options.compile).compile(*module);
  ASSERT_TRUE(succeeded(model));
  // The invocations of a row's workgroup exchange their totals; without a schedule each row would
  // be a sequential loop.
  EXPECT_NE(model->code.text.find("gpu.barrier"), std::string::npos) << model->code.text;
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
  EXPECT_EQ(llvm::toString(parseProfile(R"({"stub": "10.1"})").takeError()),
            "'stub' should be a version before \"10.0\", but is \"10.1\"");
  EXPECT_EQ(llvm::toString(parseProfile(R"({"stub": "nine"})").takeError()),
            "'stub' should be a version such as \"9.0\", but is \"nine\"");
  EXPECT_EQ(targetOfProfile(R"({"stub": "9.0"})"), "stub");
  EXPECT_EQ(targetOfProfile("lavapipe"), "vulkan");
}

TEST_F(StubTargetTest, RefusesProfilesOfAnotherTarget) {
  EXPECT_EQ(errorOf(""), "");
  EXPECT_EQ(errorOf(kProfile), "");
  EXPECT_EQ(errorOf("nvidia-hopper"),
            "the device profile 'nvidia-hopper' describes a device of target 'vulkan', not of "
            "'stub'; choose a profile of target 'stub'");
  EXPECT_EQ(errorOf(R"({"name": "a phone", "vulkan": "1.1"})"),
            "the device profile 'a phone' describes a device of target 'vulkan', not of 'stub'; "
            "choose a profile of target 'stub'");
  EXPECT_EQ(errorOf("{}"), "the device profile describes a device of target 'vulkan', not of "
                           "'stub'; choose a profile of target 'stub'");
  options.compile.codegen.device = "nvidia-hopper";
  const rt::Status status = compileModel(*module, options).status().copy();
  EXPECT_NE(status.message().find("describes a device of target 'vulkan'"), std::string::npos)
      << status.toString();
}

TEST_F(StubTargetTest, RegistryKnowsTheKind) {
  rt::DeviceRegistry &registry = rt::DeviceRegistry::get();
  for (const char *name : {"none", "none:0", "none:model"})
    EXPECT_EQ(registry.find(name).status().message(),
              "no None device found: this test has no driver");
  EXPECT_EQ(registry.findForTarget("none").status().message(),
            "no None device found: this test has no driver");
  EXPECT_NE(registry.listText().find("(no None device found: this test has no driver)"),
            std::string::npos);
  for (const char *name : {"stub", "stub:0"}) {
    const rt::StatusOr<rt::Device *> device = registry.find(name);
    ASSERT_TRUE(device.ok()) << device.status().toString();
    EXPECT_EQ((*device)->target(), "stub");
  }
}

// From the model over a file to the device, which gets the code of each kernel.
TEST_F(StubTargetTest, LoadsItsPackages) {
  module = parseSourceString<ModuleOp>(kModelOfDevice, context.get());
  const std::string path = testing::TempDir() + "rlx-stub-" + std::to_string(::getpid()) + ".rlxe";
  PackageModelOptions packaging;
  packaging.deviceProfiles = {kProfile};
  std::vector<std::string> notes;
  const rt::Status written = packageModel(*module, {}, packaging, path, notes);
  ASSERT_TRUE(written.ok()) << written.toString();
  const auto package = rt::Package::open(path);
  std::remove(path.c_str());
  ASSERT_TRUE(package.ok()) << package.status().toString();
  ASSERT_EQ((*package)->variants().size(), 1u);
  EXPECT_EQ((*package)->variants().front().target, "stub");
  EXPECT_EQ((*package)->variants().front().processor, "stub device");
  const rt::StatusOr<rt::Device *> device = rt::DeviceRegistry::get().find("stub:0");
  ASSERT_TRUE(device.ok()) << device.status().toString();
  const auto chosen = (*package)->choose(**device);
  ASSERT_TRUE(chosen.ok()) << chosen.status().toString();
  const rt::Status loaded = rt::loadPackage(**package).status().copy();
  EXPECT_EQ(loaded.code(), rt::StatusCode::Unsupported);
  EXPECT_EQ(loaded.message().find("the stub runs nothing"), 0u) << loaded.toString();
  const rt::StatusOr<rt::Program> program = (*package)->program(**chosen);
  ASSERT_TRUE(program.ok()) << program.status().toString();
  ASSERT_EQ(program->kernels.size(), 2u);
  ASSERT_EQ(gotCode().size(), 2u);
  for (size_t i = 0; i < 2; ++i)
    EXPECT_EQ(gotCode()[i], program->kernels[i].name);
}

} // namespace
