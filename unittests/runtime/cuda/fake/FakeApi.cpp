// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of libcuda.so.1, those of runtime/cuda/api/CudaAPI.h.
//
// Each takes the driver's lock, so threads see each other's work.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#include "unittests/runtime/cuda/fake/FakeDriver.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

#define RLX_FAKE_FUNCTION extern "C" __attribute__((visibility("default"))) CudaResult

// Begins a function of the driver. `NEEDS`: it is one of the current context.
#define RLX_FAKE_ENTER(SYMBOL, NEEDS)                                                              \
  FakeDriver &driver = FakeDriver::get();                                                          \
  std::lock_guard lock(driver.mutex);                                                              \
  if (const CudaResult rlxResult = driver.enter(SYMBOL, NEEDS); rlxResult != kCudaSuccess)         \
  return rlxResult

namespace {

int chosen(const char *variable, int otherwise) {
  const char *const text = std::getenv(variable);
  return text ? static_cast<int>(std::strtol(text, nullptr, 10)) : otherwise;
}

CudaHandle handleOf(FakeObject *object) {
  return reinterpret_cast<CudaHandle>(object);
}

// A tensor map of this driver: a mark, the address, and the last size.
constexpr uint64_t kMapMark = 0x70614D726F736E65;

// Whether a parameter is a map as FakeFunction::maps says.
bool isMapOf(const FakeFunction &function, void **parameters, const void *parameter) {
  CudaTensorMapWords map;
  uint64_t operand = 0;
  uint32_t dim = 0;
  std::memcpy(&map, parameter, sizeof(map));
  std::memcpy(&operand, parameters[0], sizeof(operand));
  std::memcpy(&dim, parameters[function.parameters() - function.dims], sizeof(dim));
  return map.words[0] == kMapMark && map.words[1] == operand && map.words[2] == dim;
}

// The work of a launch; `kernel` is null if the driver would refuse it.
FakeWork launchOf(const FakeFunction *function, const unsigned (&grid)[3], unsigned threads,
                  unsigned sharedBytes, void **parameters) {
  FakeWork work;
  if (!function || !parameters || std::ranges::count(grid, 0u) != 0 || threads == 0 ||
      sharedBytes != function->sharedBytes || sharedBytes > function->granted)
    return work;
  for (unsigned i = 0; i < function->maps; ++i)
    if (!isMapOf(*function, parameters, parameters[function->parameters() + i]))
      return work;
  work.kernel = function;
  std::ranges::copy(grid, work.grid);
  for (unsigned i = 0; i < function->parameters(); ++i) {
    const bool isDim = i >= function->parameters() - function->dims;
    std::memcpy(&work.words[i], parameters[i], isDim ? sizeof(uint32_t) : sizeof(uint64_t));
  }
  return work;
}

CudaResult addNode(FakeDriver &driver, CudaHandle *node, CudaHandle into, const CudaHandle *after,
                   size_t count, const FakeWork &work) {
  auto *const graph = driver.find<FakeGraph>(into, FakeKind::Graph);
  if (!graph)
    return kFakeInvalidHandle;
  auto *const made = driver.make<FakeNode>();
  made->work = work;
  made->number = graph->nodes.size();
  for (size_t i = 0; i < count; ++i) {
    const auto *const before = driver.find<FakeNode>(after[i], FakeKind::Node);
    if (!before || std::ranges::count(graph->nodes, before) == 0)
      return driver.misuse(kFakeInvalidValue);
    made->after.push_back(before->number);
  }
  graph->nodes.push_back(made);
  *node = handleOf(made);
  return kCudaSuccess;
}

} // namespace

RLX_FAKE_FUNCTION cuInit(unsigned) {
  return chosen("RLX_FAKE_CUDA_INIT", kCudaSuccess);
}
RLX_FAKE_FUNCTION cuDriverGetVersion(int *version) {
  *version = chosen("RLX_FAKE_CUDA_VERSION", 12010);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuDeviceGetCount(int *count) {
  *count = 1;
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuDeviceGet(CudaOrdinal *device, int number) {
  *device = 0;
  return number == 0 ? kCudaSuccess : kFakeInvalidValue;
}
RLX_FAKE_FUNCTION cuDeviceGetName(char *name, int bytes, CudaOrdinal) {
  std::snprintf(name, static_cast<size_t>(bytes), "fake GPU");
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuDeviceTotalMem_v2(size_t *bytes, CudaOrdinal) {
  *bytes = size_t(1) << 30;
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuDeviceGetAttribute(int *value, int name, CudaOrdinal) {
  const int capability = chosen("RLX_FAKE_CUDA_CAPABILITY", 80);
  switch (name) {
  case kCudaMaxThreads:
  case kCudaMaxBlockX:
  case kCudaMaxBlockY:
    *value = 1024;
    break;
  case kCudaMaxBlockZ:
    *value = 64;
    break;
  case kCudaMaxGridX:
    *value = INT32_MAX;
    break;
  case kCudaMaxGridY:
  case kCudaMaxGridZ:
    *value = 65535;
    break;
  case kCudaSharedBytes:
    *value = 49152;
    break;
  case kCudaWarpSize:
    *value = 32;
    break;
  case kCudaMultiprocessors:
    *value = 4;
    break;
  case kCudaComputeMajor:
    *value = capability / 10;
    break;
  case kCudaComputeMinor:
    *value = capability % 10;
    break;
  default:
    return kFakeInvalidValue;
  }
  return kCudaSuccess;
}

RLX_FAKE_FUNCTION cuDevicePrimaryCtxRetain(CudaHandle *context, CudaOrdinal) {
  RLX_FAKE_ENTER("cuDevicePrimaryCtxRetain", false);
  *context = driver.contextHandle();
  return driver.retain();
}
RLX_FAKE_FUNCTION cuDevicePrimaryCtxRelease_v2(CudaOrdinal) {
  RLX_FAKE_ENTER("cuDevicePrimaryCtxRelease_v2", false);
  return driver.releaseContext();
}
RLX_FAKE_FUNCTION cuDevicePrimaryCtxReset_v2(CudaOrdinal) {
  RLX_FAKE_ENTER("cuDevicePrimaryCtxReset_v2", false);
  driver.reset();
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuCtxSetCurrent(CudaHandle context) {
  RLX_FAKE_ENTER("cuCtxSetCurrent", false);
  if (context != driver.contextHandle())
    return driver.misuse(kFakeInvalidContext);
  fakeCurrent = context;
  return kCudaSuccess;
}

RLX_FAKE_FUNCTION cuModuleLoadDataEx(CudaHandle *module, const void *image, unsigned count,
                                     int *options, void **values) {
  RLX_FAKE_ENTER("cuModuleLoadDataEx", true);
  FakeFunction read;
  const auto *const text = static_cast<const char *>(image);
  std::istringstream words(text);
  std::string slashes, fake, name;
  words >> slashes >> fake >> name >> read.operands >> read.status >> read.workspace >> read.dims >>
      read.maps >> read.sharedBytes;
  if (words && fake == "fake:" && read.parameters() <= std::size(FakeWork().words))
    if (const auto found = driver.kernels.find(name); found != driver.kernels.end())
      read.function = found->second;
  if (!read.function) {
    char *log = nullptr;
    size_t bytes = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (options[i] == kCudaJitErrorLog)
        log = static_cast<char *>(values[i]);
      else if (options[i] == kCudaJitErrorLogBytes)
        bytes = reinterpret_cast<size_t>(values[i]);
    }
    if (log && bytes)
      std::snprintf(log, bytes, "ptxas fatal: no function in '%.40s'", text);
    return kFakeInvalidPtx;
  }
  auto *const made = driver.make<FakeModule>();
  made->function = driver.make<FakeFunction>();
  *made->function = read;
  *module = handleOf(made);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuModuleUnload(CudaHandle module) {
  RLX_FAKE_ENTER("cuModuleUnload", true);
  auto *const found = driver.find<FakeModule>(module, FakeKind::Module);
  if (!found)
    return kFakeInvalidHandle;
  driver.drain();
  driver.destroy(found->function);
  driver.destroy(found);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuModuleGetFunction(CudaHandle *function, CudaHandle module, const char *name) {
  RLX_FAKE_ENTER("cuModuleGetFunction", true);
  auto *const found = driver.find<FakeModule>(module, FakeKind::Module);
  if (!found)
    return kFakeInvalidHandle;
  *function = handleOf(found->function);
  return std::strcmp(name, "kernel") == 0 ? kCudaSuccess : kFakeNotFound;
}
RLX_FAKE_FUNCTION cuFuncGetAttribute(int *value, int name, CudaHandle function) {
  RLX_FAKE_ENTER("cuFuncGetAttribute", true);
  *value = 512;
  if (!driver.find<FakeFunction>(function, FakeKind::Function))
    return kFakeInvalidHandle;
  return name == kCudaFunctionMaxThreads ? kCudaSuccess : kFakeInvalidValue;
}
RLX_FAKE_FUNCTION cuFuncSetAttribute(CudaHandle function, int name, int value) {
  RLX_FAKE_ENTER("cuFuncSetAttribute", true);
  auto *const found = driver.find<FakeFunction>(function, FakeKind::Function);
  if (!found)
    return kFakeInvalidHandle;
  if (name != kCudaFunctionDynamicShared || value < 0)
    return driver.misuse(kFakeInvalidValue);
  found->granted = static_cast<unsigned>(value);
  return kCudaSuccess;
}
// The driver refuses these as documented: sizes, strides, boxes and addresses of the copy engine.
RLX_FAKE_FUNCTION cuTensorMapEncodeTiled(CudaTensorMapWords *map, int elementType, unsigned rank,
                                         CudaPointer address, const uint64_t *sizes,
                                         const uint64_t *strides, const unsigned *box,
                                         const unsigned *steps, int interleave, int swizzle, int,
                                         int) {
  RLX_FAKE_ENTER("cuTensorMapEncodeTiled", true);
  const uint64_t bytes = elementType == kCudaMapBytes    ? 1
                         : elementType == kCudaMapHalves ? 2
                         : elementType == kCudaMapWords  ? 4
                                                         : 8;
  bool isValid = rank >= 1 && rank <= 5 && address % 16 == 0 && driver.hostAddress(address, 1) &&
                 interleave == 0 && swizzle == kCudaMapSwizzle128 && box[0] * bytes <= 128;
  for (unsigned i = 0; i < rank && isValid; ++i)
    isValid = sizes[i] >= 1 && sizes[i] <= uint64_t(1) << 32 && box[i] >= 1 && box[i] <= 256 &&
              steps[i] == 1 &&
              (i + 1 == rank || (strides[i] % 16 == 0 && strides[i] < uint64_t(1) << 40));
  if (!isValid)
    return driver.misuse(kFakeInvalidValue);
  *map = {{kMapMark, address, sizes[rank - 1]}};
  return kCudaSuccess;
}

RLX_FAKE_FUNCTION cuLaunchKernel(CudaHandle function, unsigned gridX, unsigned gridY,
                                 unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                                 unsigned sharedBytes, CudaHandle stream, void **parameters,
                                 void **) {
  RLX_FAKE_ENTER("cuLaunchKernel", true);
  auto *const into = driver.find<FakeStream>(stream, FakeKind::Stream);
  const auto *const found = driver.find<FakeFunction>(function, FakeKind::Function);
  if (!into || !found)
    return kFakeInvalidHandle;
  const FakeWork work =
      launchOf(found, {gridX, gridY, gridZ}, blockX * blockY * blockZ, sharedBytes, parameters);
  if (!work.kernel)
    return driver.misuse(kFakeInvalidValue);
  driver.enqueue(*into, work);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuMemcpyAsync(CudaPointer to, CudaPointer from, size_t bytes, CudaHandle stream) {
  RLX_FAKE_ENTER("cuMemcpyAsync", true);
  auto *const into = driver.find<FakeStream>(stream, FakeKind::Stream);
  if (!into)
    return kFakeInvalidHandle;
  if (!driver.hostAddress(to, bytes) || !driver.hostAddress(from, bytes))
    return driver.misuse(kFakeInvalidValue);
  FakeWork work;
  work.from = from;
  work.to = to;
  work.bytes = bytes;
  driver.enqueue(*into, work);
  return kCudaSuccess;
}

RLX_FAKE_FUNCTION cuMemAlloc_v2(CudaPointer *pointer, size_t bytes) {
  RLX_FAKE_ENTER("cuMemAlloc_v2", true);
  if (bytes == 0)
    return driver.misuse(kFakeInvalidValue);
  *pointer = driver.allocate(bytes, /*isHost=*/false);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuMemFree_v2(CudaPointer pointer) {
  RLX_FAKE_ENTER("cuMemFree_v2", true);
  driver.drain();
  return driver.release(pointer, false) ? kCudaSuccess : driver.misuse(kFakeInvalidValue);
}
RLX_FAKE_FUNCTION cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  RLX_FAKE_ENTER("cuMemHostAlloc", true);
  if (bytes == 0 || flags != (kCudaHostPortable | kCudaHostMapped))
    return driver.misuse(kFakeInvalidValue);
  *pointer = driver.hostAddress(driver.allocate(bytes, /*isHost=*/true), bytes);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuMemFreeHost(void *pointer) {
  RLX_FAKE_ENTER("cuMemFreeHost", true);
  driver.drain();
  return driver.release(fakeDeviceAddress(pointer), true) ? kCudaSuccess
                                                          : driver.misuse(kFakeInvalidValue);
}
RLX_FAKE_FUNCTION cuMemHostGetDevicePointer_v2(CudaPointer *pointer, void *host, unsigned) {
  RLX_FAKE_ENTER("cuMemHostGetDevicePointer_v2", true);
  *pointer = fakeDeviceAddress(host);
  return driver.hostAddress(*pointer, 1) ? kCudaSuccess : driver.misuse(kFakeInvalidValue);
}

RLX_FAKE_FUNCTION cuStreamCreate(CudaHandle *stream, unsigned) {
  RLX_FAKE_ENTER("cuStreamCreate", true);
  *stream = handleOf(driver.make<FakeStream>());
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuStreamDestroy_v2(CudaHandle stream) {
  RLX_FAKE_ENTER("cuStreamDestroy_v2", true);
  auto *const found = driver.find<FakeStream>(stream, FakeKind::Stream);
  if (!found)
    return kFakeInvalidHandle;
  driver.drain();
  driver.destroy(found);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuStreamSynchronize(CudaHandle stream) {
  RLX_FAKE_ENTER("cuStreamSynchronize", true);
  if (!driver.find<FakeStream>(stream, FakeKind::Stream))
    return kFakeInvalidHandle;
  driver.drain();
  return driver.fault;
}

RLX_FAKE_FUNCTION cuEventCreate(CudaHandle *event, unsigned) {
  RLX_FAKE_ENTER("cuEventCreate", true);
  *event = handleOf(driver.make<FakeEvent>());
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuEventDestroy_v2(CudaHandle event) {
  RLX_FAKE_ENTER("cuEventDestroy_v2", true);
  auto *const found = driver.find<FakeEvent>(event, FakeKind::Event);
  if (!found)
    return kFakeInvalidHandle;
  driver.drain();
  driver.destroy(found);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuEventRecord(CudaHandle event, CudaHandle stream) {
  RLX_FAKE_ENTER("cuEventRecord", true);
  auto *const found = driver.find<FakeEvent>(event, FakeKind::Event);
  auto *const into = driver.find<FakeStream>(stream, FakeKind::Stream);
  if (!found || !into)
    return kFakeInvalidHandle;
  found->isDone = false;
  FakeWork work;
  work.event = found;
  driver.enqueue(*into, work);
  return kCudaSuccess;
}
// Each question does one item of work, so the first answers are that it is not ready.
RLX_FAKE_FUNCTION cuEventQuery(CudaHandle event) {
  RLX_FAKE_ENTER("cuEventQuery", true);
  const auto *const found = driver.find<FakeEvent>(event, FakeKind::Event);
  if (!found)
    return kFakeInvalidHandle;
  if (found->isDone)
    return kCudaSuccess;
  driver.doOne();
  return driver.fault != kCudaSuccess ? driver.fault : kCudaNotReady;
}
RLX_FAKE_FUNCTION cuEventElapsedTime(float *milliseconds, CudaHandle begin, CudaHandle end) {
  RLX_FAKE_ENTER("cuEventElapsedTime", true);
  const auto *const first = driver.find<FakeEvent>(begin, FakeKind::Event);
  const auto *const last = driver.find<FakeEvent>(end, FakeKind::Event);
  if (!first || !last)
    return kFakeInvalidHandle;
  *milliseconds = 0.001f;
  return first->isDone && last->isDone ? kCudaSuccess : kCudaNotReady;
}

RLX_FAKE_FUNCTION cuGraphCreate(CudaHandle *graph, unsigned) {
  RLX_FAKE_ENTER("cuGraphCreate", true);
  *graph = handleOf(driver.make<FakeGraph>());
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuGraphDestroy(CudaHandle graph) {
  RLX_FAKE_ENTER("cuGraphDestroy", true);
  auto *const found = driver.find<FakeGraph>(graph, FakeKind::Graph);
  if (!found)
    return kFakeInvalidHandle;
  for (FakeNode *const node : found->nodes)
    driver.destroy(node);
  driver.destroy(found);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuGraphAddKernelNode(CudaHandle *node, CudaHandle graph, const CudaHandle *after,
                                       size_t count, const CudaKernelNode *what) {
  RLX_FAKE_ENTER("cuGraphAddKernelNode", true);
  const auto *const found = driver.find<FakeFunction>(what->function, FakeKind::Function);
  if (!found)
    return kFakeInvalidHandle;
  const FakeWork work =
      launchOf(found, what->grid, what->block[0] * what->block[1] * what->block[2],
               what->sharedBytes, what->parameters);
  return work.kernel ? addNode(driver, node, graph, after, count, work)
                     : driver.misuse(kFakeInvalidValue);
}
RLX_FAKE_FUNCTION cuGraphAddMemcpyNode(CudaHandle *node, CudaHandle graph, const CudaHandle *after,
                                       size_t count, const CudaCopyNode *what, CudaHandle context) {
  RLX_FAKE_ENTER("cuGraphAddMemcpyNode", true);
  FakeWork work;
  work.from = what->from.device;
  work.to = what->to.device;
  work.bytes = what->width;
  if (context != driver.contextHandle() || what->width == 0 || what->height != 1 ||
      what->depth != 1 || what->from.memoryType != kCudaUnifiedMemory ||
      what->to.memoryType != kCudaUnifiedMemory || !driver.hostAddress(work.from, work.bytes) ||
      !driver.hostAddress(work.to, work.bytes))
    return driver.misuse(kFakeInvalidValue);
  return addNode(driver, node, graph, after, count, work);
}
RLX_FAKE_FUNCTION cuGraphAddEmptyNode(CudaHandle *node, CudaHandle graph, const CudaHandle *after,
                                      size_t count) {
  RLX_FAKE_ENTER("cuGraphAddEmptyNode", true);
  return addNode(driver, node, graph, after, count, {});
}
RLX_FAKE_FUNCTION cuGraphInstantiateWithFlags(CudaHandle *exec, CudaHandle graph,
                                              unsigned long long) {
  RLX_FAKE_ENTER("cuGraphInstantiateWithFlags", true);
  const auto *const found = driver.find<FakeGraph>(graph, FakeKind::Graph);
  if (!found)
    return kFakeInvalidHandle;
  auto *const made = driver.make<FakeExec>();
  const size_t count = found->nodes.size();
  made->next.resize(count);
  made->waitsFor.resize(count);
  made->ready.reserve(count);
  for (const FakeNode *const node : found->nodes) {
    made->work.push_back(node->work);
    made->numAfter.push_back(node->after.size());
    for (const size_t before : node->after)
      made->next[before].push_back(node->number);
  }
  *exec = handleOf(made);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuGraphUpload(CudaHandle exec, CudaHandle stream) {
  RLX_FAKE_ENTER("cuGraphUpload", true);
  return driver.find<FakeExec>(exec, FakeKind::Exec) &&
                 driver.find<FakeStream>(stream, FakeKind::Stream)
             ? kCudaSuccess
             : kFakeInvalidHandle;
}
RLX_FAKE_FUNCTION cuGraphLaunch(CudaHandle exec, CudaHandle stream) {
  RLX_FAKE_ENTER("cuGraphLaunch", true);
  auto *const found = driver.find<FakeExec>(exec, FakeKind::Exec);
  auto *const into = driver.find<FakeStream>(stream, FakeKind::Stream);
  if (!found || !into)
    return kFakeInvalidHandle;
  FakeWork work;
  work.exec = found;
  driver.enqueue(*into, work);
  return kCudaSuccess;
}
RLX_FAKE_FUNCTION cuGraphExecDestroy(CudaHandle exec) {
  RLX_FAKE_ENTER("cuGraphExecDestroy", true);
  auto *const found = driver.find<FakeExec>(exec, FakeKind::Exec);
  if (!found)
    return kFakeInvalidHandle;
  driver.drain();
  driver.destroy(found);
  return kCudaSuccess;
}

RLX_FAKE_FUNCTION cuGetErrorName(CudaResult result, const char **name) {
  switch (result) {
  case kCudaOutOfMemory:
    *name = "CUDA_ERROR_OUT_OF_MEMORY";
    return kCudaSuccess;
  case kFakeInvalidPtx:
    *name = "CUDA_ERROR_INVALID_PTX";
    return kCudaSuccess;
  case kFakeIllegalAddress:
    *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
    return kCudaSuccess;
  case kCudaNoDevice:
    *name = "CUDA_ERROR_NO_DEVICE";
    return kCudaSuccess;
  default:
    *name = nullptr;
    return kFakeInvalidValue;
  }
}
RLX_FAKE_FUNCTION cuGetErrorString(CudaResult, const char **text) {
  *text = "a text of the driver";
  return kCudaSuccess;
}
