// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creation and destruction of the machine, and the choice of arguments. The calls are in
// CApiCalls.cpp and CApiExperts.cpp.
#include "unittests/fuzz/CApiMachine.h"

#include <cstring>

#include "unittests/fuzz/CApiObjects.h"

namespace rlx::test {

namespace {
constexpr int64_t kMaxElements = 512;
constexpr rlx_role_t kRoles[] = {RLX_INPUT, RLX_PARAM, RLX_OUTPUT};

// Values that a caller in C can pass for an enum. C++ may not read such a value as one.
template <typename Enum>
__attribute__((no_sanitize("undefined"))) Enum anyEnum(int number) {
  Enum value;
  std::memcpy(&value, &number, sizeof(value));
  return value;
}
} // namespace

CApiMachine::~CApiMachine() {
  waitForCommits();
  // The input chooses the order: every order is allowed.
  const bool commitsFirst = choices.oneIn(2);
  auto freeCommits = [&] {
    for (rlx_commit_t *commit : commits)
      rlx_commit_free(commit);
  };
  if (commitsFirst)
    freeCommits();
  for (rlx_executable_t *executable : executables)
    rlx_executable_free(executable);
  if (!commitsFirst)
    freeCommits();
  for (rlx_tensor_t *tensor : tensors)
    rlx_tensor_free(tensor);
  for (rlx_tensor_t *tensor : temporaries)
    rlx_tensor_free(tensor);
  for (const Memory &memory : memories)
    require(memory.released == (memory.expected ? 1 : 0));
}

// Commits own their inputs until they are done. Later calls may change them.
void CApiMachine::waitForCommits() {
  for (rlx_commit_t *commit : commits)
    if (commit)
      succeeded(rlx_commit_wait(commit));
}

rlx_executable_t *CApiMachine::anyExecutable() {
  return choices.oneIn(64) ? nullptr : executables[choices.below(kExecutables)];
}

const char *CApiMachine::anyNameOf(const rlx_executable_t *executable, rlx_role_t role) {
  const size_t count = rlx_executable_get_count(executable, role);
  if (count == 0 || choices.oneIn(8))
    return anyName();
  return rlx_executable_get_tensor_name(executable, role, choices.below(count));
}

const char *CApiMachine::anyName() {
  static const char *const names[] = {"",      "x",    "y",    "out",   "out0",  "out1",
                                      "state", "next", "seen", "cache", "scale", "flag",
                                      "nope",  "X",    "x ",   nullptr};
  return choices.from(names);
}

rlx_dtype_t CApiMachine::anyDType() {
  static const int numbers[] = {-1, 15, 16, 77, 255, 256 + RLX_F32, INT32_MAX, INT32_MIN};
  return anyEnum<rlx_dtype_t>(choices.oneIn(16) ? choices.from(numbers)
                                                : static_cast<int>(choices.below(15)));
}

int64_t CApiMachine::anyNumber() {
  static const int64_t large[] = {-1,        -7,        INT64_MIN,         INT64_MAX,
                                  INT32_MAX, 1LL << 32, INT64_MAX / 4 + 1, INT64_MAX - 1};
  return choices.oneIn(4) ? choices.from(large) : static_cast<int64_t>(choices.below(10));
}

size_t CApiMachine::anyIndex() {
  return choices.oneIn(8) ? static_cast<size_t>(anyNumber()) : choices.below(3);
}

// A small shape, or one that is too large for any memory, or an invalid one.
std::vector<int64_t> CApiMachine::anyShape() {
  static const int64_t sizes[] = {0, 1, 2, 3, 4, 4, 5, 8};
  std::vector<int64_t> dims(choices.oneIn(16) ? choices.below(70) : choices.below(4));
  int64_t count = 1;
  for (int64_t &dim : dims) {
    dim = choices.from(sizes);
    if (count * dim > kMaxElements)
      dim = 1;
    count *= dim;
  }
  static const int64_t impossible[] = {-1, INT64_MIN, INT64_MAX, 1LL << 60};
  if (!dims.empty() && count != 0 && choices.oneIn(12))
    dims[choices.below(dims.size())] = choices.from(impossible);
  return dims;
}

std::vector<int64_t> CApiMachine::shapeOf(const rlx_executable_t *executable, rlx_role_t role,
                                          size_t index) {
  std::vector<int64_t> dims(rlx_executable_get_tensor_rank(executable, role, index));
  for (size_t d = 0; d < dims.size(); ++d) {
    dims[d] = rlx_executable_get_tensor_dim(executable, role, index, d);
    if (dims[d] < 0)
      dims[d] = rows;
  }
  return dims;
}

uint8_t *CApiMachine::newMemory(size_t size, Memory *&memory) {
  memory = &memories.emplace_back();
  memory->bytes = std::make_unique<uint8_t[]>(size);
  uint8_t value = choices.byte();
  for (size_t i = 0; i < size; ++i, value = static_cast<uint8_t>(value * 5 + 1))
    memory->bytes[i] = value & 0x3F; // small values in any element type
  return memory->bytes.get();
}

rlx_tensor_t *CApiMachine::newTensor(rlx_dtype_t dtype, const std::vector<int64_t> &dims) {
  // The memory is exactly as long as the tensor, and often misaligned.
  const size_t skew = choices.oneIn(4) ? 1 + choices.below(15) : 0;
  size_t bytes = rlx_dtype_size(dtype);
  for (int64_t dim : dims)
    bytes *= static_cast<size_t>(dim);
  Memory *memory = nullptr;
  uint8_t *data = newMemory(bytes + skew, memory) + skew;
  rlx_tensor_t *tensor = nullptr;
  require(
      succeeded(rlx_tensor_wrap(dtype, dims.size(), dims.data(), data, nullptr, nullptr, &tensor)));
  return temporaries.emplace_back(tensor);
}

rlx_tensor_t *CApiMachine::tensorFor(const rlx_executable_t *executable, rlx_role_t role,
                                     size_t index) {
  rlx_tensor_t *tensor = newTensor(rlx_executable_get_tensor_dtype(executable, role, index),
                                   shapeOf(executable, role, index));
  // Any bytes are valid values, except for ids of experts.
  if (std::strcmp(rlx_executable_get_tensor_name(executable, role, index), "ids") == 0)
    std::memset(rlx_tensor_get_data(tensor), 0, rlx_tensor_get_byte_size(tensor));
  return tensor;
}

// A tensor that mostly fits.
rlx_tensor_t *CApiMachine::anyTensorFor(const rlx_executable_t *executable, rlx_role_t role,
                                        size_t index) {
  if (index >= rlx_executable_get_count(executable, role) || choices.oneIn(16))
    return choices.oneIn(8) ? nullptr : tensors[choices.below(kTensors)];
  std::vector<int64_t> dims = shapeOf(executable, role, index);
  rlx_dtype_t dtype = rlx_executable_get_tensor_dtype(executable, role, index);
  if (choices.oneIn(10))
    dtype = static_cast<rlx_dtype_t>(choices.below(15));
  if (!dims.empty() && choices.oneIn(10))
    dims[choices.below(dims.size())] = static_cast<int64_t>(choices.below(6));
  if (choices.oneIn(24))
    dims.push_back(1);
  return newTensor(dtype, dims);
}

CApiMachine::NamedInputs CApiMachine::rightInputs(rlx_executable_t *executable) {
  NamedInputs inputs;
  for (size_t i = 0; i < rlx_executable_get_count(executable, RLX_INPUT); ++i)
    inputs.list.push_back({rlx_executable_get_tensor_name(executable, RLX_INPUT, i),
                           tensorFor(executable, RLX_INPUT, i)});
  inputs.data = inputs.list.data();
  return inputs;
}

// All inputs of a model, then changed in some way. Inputs with a handle are sometimes left out.
CApiMachine::NamedInputs CApiMachine::anyInputs(rlx_executable_t *executable) {
  NamedInputs inputs;
  if (choices.oneIn(4))
    rows = static_cast<int64_t>(choices.below(7));
  for (size_t i = 0; i < rlx_executable_get_count(executable, RLX_INPUT); ++i) {
    const char *name = rlx_executable_get_tensor_name(executable, RLX_INPUT, i);
    const bool held = rlx_executable_has_handle(executable, name) ||
                      rlx_executable_has_device_handle(executable, name);
    if (choices.oneIn(held ? 2 : 24))
      continue;
    inputs.list.push_back({name, choices.oneIn(4) ? anyTensorFor(executable, RLX_INPUT, i)
                                                  : tensorFor(executable, RLX_INPUT, i)});
  }
  if (choices.oneIn(12))
    inputs.list.push_back({anyName(), tensors[choices.below(kTensors)]});
  if (inputs.list.size() > 1 && choices.oneIn(4))
    std::swap(inputs.list.front(), inputs.list.back());
  if (!inputs.list.empty() && choices.oneIn(24))
    inputs.list[choices.below(inputs.list.size())].name = anyName();
  if (!inputs.list.empty() && choices.oneIn(24))
    inputs.list.push_back(inputs.list.front());
  if (!inputs.list.empty() || choices.oneIn(2))
    inputs.data = choices.oneIn(64) ? nullptr : inputs.list.data();
  return inputs;
}

// Reads all memory that a tensor describes.
void CApiMachine::show(const rlx_tensor_t *tensor) {
  require(tensor != nullptr);
  size_t bytes = rlx_dtype_size(rlx_tensor_get_dtype(tensor));
  for (size_t d = 0; d < rlx_tensor_get_rank(tensor); ++d)
    bytes *= static_cast<size_t>(rlx_tensor_get_dims(tensor)[d]);
  require(bytes == rlx_tensor_get_byte_size(tensor));
  const auto *data = static_cast<const uint8_t *>(rlx_tensor_get_const_data(tensor));
  static std::atomic<uint8_t> sink;
  uint8_t sum = 0;
  for (size_t i = 0; i < bytes; ++i)
    sum ^= data[i];
  sink.fetch_xor(sum, std::memory_order_relaxed);
}

void CApiMachine::signature() {
  const rlx_executable_t *executable = anyExecutable();
  const auto role =
      anyEnum<rlx_role_t>(choices.oneIn(8) ? static_cast<int>(anyNumber()) : choices.from(kRoles));
  const size_t index = anyIndex(), dim = anyIndex();
  const bool exists = index < rlx_executable_get_count(executable, role);
  const size_t rank = rlx_executable_get_tensor_rank(executable, role, index);
  require(exists == (rlx_executable_get_tensor_name(executable, role, index) != nullptr));
  require(exists ==
          (rlx_executable_get_tensor_dtype(executable, role, index) != RLX_INVALID_DTYPE));
  require(exists || rank == 0);
  const int64_t size = rlx_executable_get_tensor_dim(executable, role, index, dim);
  const char *symbol = rlx_executable_get_tensor_dim_symbol(executable, role, index, dim);
  require(size >= -1 && (dim < rank ? (symbol != nullptr) == (size == -1) : !symbol));
  require((rlx_executable_get_name(executable) != nullptr) == (executable != nullptr));
  require((rlx_executable_get_device(executable) != nullptr) == (executable != nullptr));
}

// Correct calls succeed, whatever happened before.
void CApiMachine::checkUsable(rlx_executable_t *executable) {
  succeeded(rlx_executable_sync_pending(executable)); // the error of a commit, if any
  require(succeeded(rlx_executable_sync_pending(executable)));
  require(succeeded(rlx_executable_clear_active_extent(executable)));
  for (size_t i = 0; i < rlx_executable_get_count(executable, RLX_INPUT); ++i) {
    const char *name = rlx_executable_get_tensor_name(executable, RLX_INPUT, i);
    if (rlx_executable_has_handle(executable, name) ||
        rlx_executable_has_device_handle(executable, name))
      require(succeeded(rlx_executable_unbind_handle(executable, name)));
  }
  for (size_t i = 0; i < rlx_executable_get_count(executable, RLX_PARAM); ++i)
    require(succeeded(rlx_executable_set_param(
        executable, rlx_executable_get_tensor_name(executable, RLX_PARAM, i),
        tensorFor(executable, RLX_PARAM, i))));
  const NamedInputs inputs = rightInputs(executable);
  require(succeeded(rlx_executable_run(executable, inputs.data, inputs.list.size(), nullptr, 0)));
  for (size_t k = 0; k < rlx_executable_get_count(executable, RLX_OUTPUT); ++k) {
    const rlx_tensor_t *output = nullptr;
    require(succeeded(rlx_executable_get_output(executable, k, &output)));
    show(output);
  }
}

void CApiMachine::run() {
  using Call = void (CApiMachine::*)();
  static constexpr Call calls[] = {&CApiMachine::makeExecutable,
                                   &CApiMachine::makeExecutable,
                                   &CApiMachine::loadExecutable,
                                   &CApiMachine::cloneExecutable,
                                   &CApiMachine::freeExecutable,
                                   &CApiMachine::signature,
                                   &CApiMachine::createTensor,
                                   &CApiMachine::wrapTensor,
                                   &CApiMachine::freeTensor,
                                   &CApiMachine::tensorFiles,
                                   &CApiMachine::setParam,
                                   &CApiMachine::setParam,
                                   &CApiMachine::runNamed,
                                   &CApiMachine::runNamed,
                                   &CApiMachine::runFloats,
                                   &CApiMachine::runReadOutputs,
                                   &CApiMachine::runRaw,
                                   &CApiMachine::runSlots,
                                   &CApiMachine::outputShapes,
                                   &CApiMachine::runFeed,
                                   &CApiMachine::runShown,
                                   &CApiMachine::runFromTwoThreads,
                                   &CApiMachine::readOutputs,
                                   &CApiMachine::changeHandle,
                                   &CApiMachine::changeHandle,
                                   &CApiMachine::readHandle,
                                   &CApiMachine::changeFeed,
                                   &CApiMachine::changeExtent,
                                   &CApiMachine::commit,
                                   &CApiMachine::commit,
                                   &CApiMachine::pipeline,
                                   &CApiMachine::readCommit,
                                   &CApiMachine::freeCommit,
                                   &CApiMachine::smallThings,
                                   &CApiMachine::showMoeLayers,
                                   &CApiMachine::setMoeMasks,
                                   &CApiMachine::takeMoeStatistics,
                                   &CApiMachine::captureMoeChoices,
                                   &CApiMachine::takeMoeChoices};
  executables[0] = makeTestExecutable(choices.byte());
  for (unsigned i = 0; i < 60 && !choices.atEnd(); ++i)
    (this->*choices.from(calls))();
  waitForCommits();
  failKernels(false);
  rows = 3;
  for (rlx_executable_t *executable : executables)
    if (executable)
      checkUsable(executable);
}

} // namespace rlx::test
