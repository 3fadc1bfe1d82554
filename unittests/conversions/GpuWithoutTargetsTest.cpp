// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library of GPU targets links without any of them. It reads device profiles and lists
// schedules; the list of targets has those that the program registers.
#include "conversions/Target.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "conversions/gpu/schedule/Schedules.h"
#include "conversions/gpu/target/GpuTarget.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace rlx;

namespace {

class OnlyTarget : public GpuTarget {
public:
  StringRef name() const override { return "only"; }
  StringRef description() const override { return "for the test"; }
  StringRef minProfile() const override { return R"({"only": "2.1"})"; }
  void buildTarget(OpPassManager &, const TargetOptions &) const override {}
  llvm::Expected<TargetCode> emit(ModuleOp, const TargetOptions &, bool) const override {
    return TargetCode();
  }
};

TEST(GpuWithoutTargets, TheListHasRegisteredTargetsOnly) {
  MLIRContext context;
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &one) { error = one.str(); });
  EXPECT_EQ(targetOfProfile(R"({"only": "2.1"})"), "vulkan"); // the default of an unknown profile
  EXPECT_TRUE(failed(schedulesOf(*module, "only")));
  EXPECT_EQ(error, "there is no target called 'only'; this build has: ");
  static const OnlyTarget target;
  registerTarget(target);
  EXPECT_EQ(targetOfProfile(R"({"only": "2.1"})"), "only");
  FailureOr<SmallVector<const Schedule *>> all = schedulesOf(*module, "only");
  ASSERT_TRUE(succeeded(all));
  EXPECT_EQ(ArrayRef(*all), schedules());
  EXPECT_FALSE(bool(checkOptions(target, {})));
}

} // namespace
