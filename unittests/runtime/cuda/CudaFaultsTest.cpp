// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's functions fail, at each place where the runtime calls them. The caller gets a status
// with the reason, nothing leaks, and unaffected objects still work.
#include <array>
#include <gtest/gtest.h>

#include "runtime/cuda/device/CudaDevice.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/program/observe/Observer.h"
#include "unittests/TestSet.h"
#include "unittests/runtime/SumCase.h"
#include "unittests/runtime/cuda/CudaTest.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

constexpr int kOutOfMemory = 2, kIllegalAddress = 700;

class CudaFaults : public ::testing::Test {
protected:
  void SetUp() override { misuses = fakeCuda().misuses(); }
  void TearDown() override {
    fakeCuda().failNone();
    EXPECT_EQ(fakeCuda().misuses(), misuses); // not even after a fault
  }
  static StatusOr<std::unique_ptr<Executable>> load(const KernelTable &kernels = cudaKernels()) {
    return Executable::load(onGpu(sumProgram(), "cuda"), kernels, {"cuda", 1});
  }
  // An executable that has run.
  std::unique_ptr<Executable> running() {
    auto executable = load();
    EXPECT_OK(executable.status().copy());
    EXPECT_OK((*executable)->setParam("scale", small.scaleView()));
    EXPECT_OK((*executable)->run(small.inputs()));
    return std::move(*executable);
  }
  // Runs a program from load to destruction, in all forms. Returns the first status that is not OK.
  static Status life();
  static GpuDevice &device() {
    return static_cast<GpuDevice &>(**DeviceRegistry::get().find("cuda"));
  }

  Case small{3, 4, 1}, large{5000, 4, 2};
  uint64_t misuses = 0;
};

Status CudaFaults::life() {
  Case small(3, 4, 1), large(5000, 4, 2);
  RLX_ASSIGN_OR_RETURN(const auto executable, load());
  RLX_RETURN_IF_ERROR(executable->setParam("scale", small.scaleView()));
  for (const Case *test : {&small, &large, &small}) {
    RLX_RETURN_IF_ERROR(executable->run(test->inputs()));
    test->check(*executable);
  }
  std::array<Commit, 4> commits;
  for (Commit &commit : commits)
    RLX_RETURN_IF_ERROR(executable->commitNoWait(large.inputs(), commit));
  RLX_RETURN_IF_ERROR(executable->syncPending());
  for (const Commit &commit : commits)
    large.check(commit.output(0));
  RLX_ASSIGN_OR_RETURN(const auto clone, executable->clone());
  RunObserver observer;
  RLX_RETURN_IF_ERROR(clone->setObserver(&observer));
  RLX_RETURN_IF_ERROR(clone->run(small.inputs()));
  small.check(*clone);
  return executable->shareWeights().status();
}

} // namespace

// The device stays in use, so other executables on it still work.
TEST_F(CudaFaults, WhatThereIsNotEnoughOf) {
  auto bystander = running();
  const uint64_t before = fakeCuda().live(), bytes = device().current()->allocatedBytes();
  for (const char *symbol :
       {"cuMemAlloc_v2", "cuMemHostAlloc", "cuMemHostGetDevicePointer_v2", "cuEventCreate",
        "cuEventRecord", "cuModuleLoadDataEx", "cuModuleGetFunction", "cuFuncGetAttribute",
        "cuFuncSetAttribute", "cuTensorMapEncodeTiled", "cuGraphCreate", "cuGraphAddKernelNode",
        "cuGraphAddMemcpyNode", "cuGraphInstantiateWithFlags", "cuGraphUpload", "cuGraphLaunch",
        "cuMemcpyAsync", "cuLaunchKernel"}) {
    SCOPED_TRACE(symbol);
    uint64_t nth = 0;
    for (bool reached = true; reached && !HasFailure(); ++nth) {
      SCOPED_TRACE(nth);
      fakeCuda().failAt(symbol, kOutOfMemory, nth, /*isForGood=*/false);
      Status status = life();
      reached = fakeCuda().calls() > nth;
      fakeCuda().failNone();
      EXPECT_EQ(status.code(), reached ? StatusCode::OutOfMemory : StatusCode::Ok)
          << status.toString();
      EXPECT_EQ(fakeCuda().live(), before);
      EXPECT_EQ(device().current()->allocatedBytes(), bytes);
    }
    EXPECT_GT(nth, 1u); // the function is called at all
  }
  small.check(*bystander);
  ASSERT_OK(bystander->run(large.inputs()));
  large.check(*bystander);
}

// Other libraries may use the primary context that a start did not get.
TEST_F(CudaFaults, AFailedStartResetsNothing) {
  ASSERT_OK_AND_ASSIGN(const CudaAPI *const api, CudaAPI::get());
  ASSERT_OK_AND_ASSIGN(const auto fresh, CudaDevice::create(*api, 0, "cuda:fresh", ""));
  const auto program = std::make_shared<const Program>(onGpu(sumProgram(), "cuda"));
  const auto start = [&] {
    return fresh->createExecutor(program, cudaKernels(), layoutPersistent(*program)->bytes, {})
        .status()
        .copy();
  };
  fakeCuda().failAt("cuStreamCreate", kOutOfMemory, 0, /*isForGood=*/false);
  EXPECT_ERROR(start(), OutOfMemory, "starting the device");
  fakeCuda().failAt("cuDevicePrimaryCtxReset_v2", kOutOfMemory, 0, /*isForGood=*/true);
  EXPECT_OK(start());
  EXPECT_EQ(fakeCuda().calls(), 0u);
}

TEST_F(CudaFaults, TooLittleMemoryNamesThePurpose) {
  auto executable = running();
  fakeCuda().failAt("cuMemAlloc_v2", kOutOfMemory, 0, /*isForGood=*/true);
  EXPECT_ERROR(executable->run(large.inputs()), OutOfMemory, " bytes for ");
  fakeCuda().failNone();
  ASSERT_OK(executable->run(large.inputs()));
  large.check(*executable);
}

TEST_F(CudaFaults, AKernelThatFaultsLosesTheDevice) {
  auto executable = running();
  Commit kept;
  ASSERT_OK(executable->commitNoWait(small.inputs(), kept));
  ASSERT_OK(kept.wait());
  fakeCuda().faultNextKernel();
  EXPECT_ERROR(executable->run(small.inputs()), Unavailable,
               "waiting for the device 'fake GPU': CUDA_ERROR_ILLEGAL_ADDRESS (a text of the "
               "driver); load the model again to go on");
  EXPECT_EQ(device().current(), nullptr);
  EXPECT_ERROR(executable->run(large.inputs()), Unavailable, "was lost");
  // The next load starts the device again, even while the old executable exists.
  auto again = running();
  small.check(*again);
  const auto current = device().current();
  ASSERT_NE(current, nullptr);
  executable.reset();
  ASSERT_OK(again->run(large.inputs()));
  large.check(*again);
  EXPECT_EQ(device().current(), current);
}

// Each call that can report a lost context, and each time that it is called.
TEST_F(CudaFaults, ADeviceLostAnywhere) {
  for (const char *symbol :
       {"cuMemAlloc_v2", "cuMemHostAlloc", "cuEventCreate", "cuEventRecord", "cuModuleLoadDataEx",
        "cuGraphAddKernelNode", "cuGraphLaunch", "cuMemcpyAsync", "cuLaunchKernel", "cuEventQuery"})
    for (uint64_t nth = 0;; ++nth) {
      SCOPED_TRACE(std::string(symbol) + " " + std::to_string(nth));
      fakeCuda().failAt(symbol, kIllegalAddress, nth, /*isForGood=*/false);
      Status status = life();
      const bool reached = fakeCuda().calls() > nth;
      fakeCuda().failNone();
      if (!reached) {
        ASSERT_OK(std::move(status));
        EXPECT_GT(nth, 0u);
        break;
      }
      ASSERT_EQ(status.code(), StatusCode::Unavailable) << status.toString();
      EXPECT_EQ(device().current(), nullptr);
      ASSERT_OK(life());
    }
}

TEST_F(CudaFaults, AnErrorOfTheDriversCompilerHasItsLog) {
  CudaImage image = cudaTestImage();
  image.kernels[0].ptx = ".version 99";
  EXPECT_ERROR(load(cudaKernels(image)).status(), Internal,
               "ptxas fatal: no function in '.version 99'");
  EXPECT_ERROR(load(cudaKernels(image)).status(), Internal, "CUDA_ERROR_INVALID_PTX");
  EXPECT_ERROR(load(cudaKernels(image)).status(), Internal, "add_rows");
  ASSERT_OK(load().status());
}

TEST_F(CudaFaults, ABlockOfTooManyThreadsIsRefused) {
  CudaImage image = cudaTestImage();
  image.kernels[0].threads = 1024;
  EXPECT_ERROR(load(cudaKernels(image)).status(), Unsupported,
               "kernel 'add_rows' has blocks of 1024 threads, but 'fake GPU' runs at most 512");
}

TEST_F(CudaFaults, ADeviceSaysWhatItIs) {
  EXPECT_EQ(device().description(), "fake GPU, CUDA 12.1, compute capability 8.0, 1024 MiB");
}
