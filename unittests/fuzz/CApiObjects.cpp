// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See CApiObjects.h.
#include "unittests/fuzz/CApiObjects.h"

#include <atomic>
#include <cstring>
#include <vector>

#include "runtime/capi/Wrap.h"
#include "runtime/tensor/Npy.h"
#include "unittests/fuzz/TempFolder.h"
#include "unittests/fuzz/TouchEverything.h"
#include "unittests/runtime/MoeProgram.h"
#include "unittests/runtime/TestPackages.h"

namespace rlx::test {

using namespace rt;

namespace {

std::atomic<bool> kernelsFail{false};

Status twice(const UserCall &call) {
  if (kernelsFail)
    return rt::outOfRange("the kernel was told to fail");
  return testing::touchEverything(call);
}

KernelTable kernels() {
  KernelTable table = testing::testKernels();
  require(table.addUser("twice", twice).ok());
  require(table.addCPU("choose", testing::chooseKernel).ok());
  require(table.addCPU("use64", testing::useKernel<int64_t>).ok());
  require(table.addCPU("use32", testing::useKernel<int32_t>).ok());
  return table;
}

constexpr size_t kModels = 11, kSpecialized = 9, kDeferred = 10;

Program programOf(size_t model) {
  switch (model % kModels) {
  case 0:
    return testing::sumProgram();
  case 1:
    return testing::stepProgram();
  case 2:
    return testing::cacheProgram();
  case 3:
    return testing::loopProgram();
  case 4:
    return testing::userProgram(3);
  case 5:
    return testing::stepProgram("out0");
  case 6:
    return testing::sumProgram({.cols = 3, .costNs = 100000});
  case 8:
  case kDeferred:
    return testing::moeProgram();
  case kSpecialized:
    return testing::sumProgram({.cols = 2});
  default:
    return testing::echoProgram();
  }
}

StatusOr<std::unique_ptr<Executable>> load(size_t model) {
  return Executable::load(programOf(model), kernels(), {"cpu", model % kModels == 6 ? 2u : 1u});
}

// A repeated size gets a separate executable of the same program.
class TestSpecializer : public Specializer {
public:
  uint64_t runsBeforeRequest() const override { return 2; }
  size_t maxKept() const override { return 2; }
  std::shared_ptr<const Specialization> request(std::span<const int64_t> dims,
                                                ModelWeights weights) override {
    auto result = std::make_shared<Specialization>();
    auto loaded = Executable::load(programOf(kSpecialized), kernels(), {}, std::move(weights));
    require(loaded.ok());
    const NamedTensor inputs[] = {{"x", {DType::F32, dims.first(2), nullptr}},
                                  {"y", {DType::F32, dims.last(2), nullptr}}};
    if ((*loaded)->prepare().ok() && (*loaded)->bind(inputs).ok())
      result->executable = std::move(*loaded);
    result->isDone = true;
    return result;
  }
};

StatusOr<std::unique_ptr<Executable>> make(size_t model) {
  if (model % kModels == kDeferred)
    return Executable::deferred(programOf(model), [model] { return load(model); }, {});
  RLX_ASSIGN_OR_RETURN(auto executable, load(model));
  if (model % kModels == kSpecialized)
    RLX_RETURN_IF_ERROR(executable->setSpecializer(std::make_shared<TestSpecializer>()));
  return executable;
}

// The folder, with one file of each kind.
struct Files {
  TempFolder folder{"rlx-capi-fuzz"};
  std::vector<std::string> sources, targets;

  Files() {
    for (const auto &[model, name] : {std::pair<size_t, const char *>{2, "cache.rlxe"},
                                      {4, "user.rlxe"},
                                      {7, "echo.rlxe"},
                                      {0, "no-code.rlxe"}}) {
      PackageVariant variant;
      variant.program = programOf(model);
      auto loaded = load(model);
      require(loaded.ok());
      variant.weights = std::move(*(*loaded)->shareWeights());
      sources.push_back(folder / name);
      require(writePackage(sources.back(), {&variant, 1}).ok());
    }
    std::vector<uint8_t> bytes = *readFile(sources.front());
    bytes.resize(bytes.size() / 2);
    add("half.rlxe", bytes);
    const int64_t shape[] = {2, 4};
    const float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    bytes = *formatNpy({DType::F32, shape, values});
    add("values.npy", bytes);
    bytes.pop_back();
    add("half.npy", bytes);
    add("empty", {});
    for (const char *path : {"/", "/dev/null", "", "/proc/self/stat"})
      sources.push_back(path);
    sources.push_back(folder / "missing.rlxe");
    targets = {folder / "written.npy", "/dev/full", "/", "", folder / "missing/written.npy"};
    sources.push_back(targets.front());
  }

  void add(const char *name, std::span<const uint8_t> bytes) {
    sources.push_back(folder / name);
    require(writeFile(sources.back(), bytes).ok());
  }
};

const Files &files() {
  static const Files made;
  return made;
}

} // namespace

bool succeeded(rlx_status_t *status) {
  const rlx_status_code_t code = rlx_status_get_code(status);
  require((code == RLX_OK) == (status == nullptr));
  // The code Internal means a fault of RLX.
  require(code >= RLX_OK && code < RLX_INTERNAL);
  require(rlx_status_get_message(status)[0] != '\0');
  rlx_status_free(status);
  return code == RLX_OK;
}

rlx_executable_t *makeTestExecutable(size_t model) {
  auto made = make(model);
  require(made.ok());
  rlx_executable_t *executable = nullptr;
  require(succeeded(capi::wrap(std::move(*made), &executable)));
  return executable;
}

const std::string &testFile(size_t index) {
  return files().sources[index % files().sources.size()];
}
const std::string &testTarget(size_t index) {
  return files().targets[index % files().targets.size()];
}

rlx_status_t *testKernel(void *, const rlx_kernel_call_t *call) {
  if (kernelsFail)
    return rlx_status_create(RLX_OUT_OF_RANGE, "the kernel was told to fail");
  uint8_t sum = 0;
  for (const bool outputs : {false, true}) {
    const rlx_kernel_tensor_t *tensors = outputs ? call->outputs : call->inputs;
    for (size_t i = 0; i < (outputs ? call->num_outputs : call->num_inputs); ++i) {
      size_t bytes = rlx_dtype_size(tensors[i].dtype);
      for (size_t d = 0; d < tensors[i].rank; ++d)
        bytes *= static_cast<size_t>(tensors[i].dims[d]);
      auto *data = static_cast<uint8_t *>(tensors[i].data);
      if (outputs && bytes)
        std::memset(data, sum, bytes);
      for (size_t b = 0; b < bytes; ++b)
        sum ^= data[b];
    }
  }
  return nullptr;
}

void failKernels(bool fail) {
  kernelsFail = fail;
}

} // namespace rlx::test
