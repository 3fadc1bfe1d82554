// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of the machine: each is one call of the C API, or a few that belong together.
#include <cstring>
#include <thread>

#include "unittests/fuzz/CApiMachine.h"
#include "unittests/fuzz/CApiObjects.h"

namespace rlx::test {

// --- executables

void CApiMachine::makeExecutable() {
  rlx_executable_t *&place = executables[choices.below(kExecutables)];
  rlx_executable_free(place);
  place = makeTestExecutable(choices.byte());
}

void CApiMachine::loadExecutable() {
  rlx_load_options_t *options = nullptr;
  if (!choices.oneIn(6)) {
    require(succeeded(rlx_load_options_create(&options)));
    if (!choices.oneIn(8))
      require(succeeded(rlx_load_options_add_kernel(options, "twice", testKernel, nullptr)));
    const char *name = anyName();
    if (choices.oneIn(6))
      require(succeeded(rlx_load_options_add_kernel(options, name, testKernel, nullptr)) ==
              (name && *name));
    if (choices.oneIn(6))
      require(!succeeded(rlx_load_options_add_kernel(options, "late", nullptr, nullptr)));
    const auto threads = static_cast<uint32_t>(anyNumber());
    require(succeeded(rlx_load_options_set_threads(options, threads)) == (threads <= 1024));
    require(succeeded(rlx_load_options_set_threads(options, 1)));
    if (choices.oneIn(4))
      succeeded(rlx_load_options_set_device(options, choices.oneIn(2) ? "cpu" : anyName()));
  }
  rlx_executable_t *loaded = nullptr;
  const std::string &path = testFile(choices.byte());
  const bool ok =
      succeeded(rlx_executable_load(choices.oneIn(32) ? nullptr : path.c_str(), options, &loaded));
  require(ok == (loaded != nullptr));
  rlx_load_options_free(options);
  if (!ok)
    return;
  rlx_executable_t *&place = executables[choices.below(kExecutables)];
  rlx_executable_free(place);
  place = loaded;
}

void CApiMachine::cloneExecutable() {
  rlx_executable_t *clone = nullptr;
  rlx_executable_t *from = anyExecutable();
  require(succeeded(rlx_executable_clone(from, &clone)) == (clone != nullptr));
  if (!clone)
    return;
  rlx_executable_t *&place = executables[choices.below(kExecutables)];
  rlx_executable_free(place);
  place = clone;
}

void CApiMachine::freeExecutable() {
  rlx_executable_t *&place = executables[choices.below(kExecutables)];
  rlx_executable_free(place);
  place = nullptr;
}

// --- tensors

void CApiMachine::createTensor() {
  const std::vector<int64_t> dims = anyShape();
  rlx_tensor_t *tensor = nullptr;
  const rlx_dtype_t dtype = anyDType();
  const int64_t *given = choices.oneIn(16) ? nullptr : dims.data();
  require(succeeded(rlx_tensor_create(dtype, dims.size(), given, &tensor)) == (tensor != nullptr));
  if (!tensor)
    return;
  show(tensor);
  if (rlx_tensor_get_byte_size(tensor))
    std::memset(rlx_tensor_get_data(tensor), choices.byte(), rlx_tensor_get_byte_size(tensor));
  waitForCommits();
  rlx_tensor_t *&place = tensors[choices.below(kTensors)];
  rlx_tensor_free(place);
  place = tensor;
}

void CApiMachine::wrapTensor() {
  std::vector<int64_t> dims = anyShape();
  const rlx_dtype_t dtype = anyDType();
  size_t bytes = rlx_dtype_size(dtype);
  for (int64_t &dim : dims) {
    dim = dim > 1000 ? -dim : dim; // no machine has enough memory
    bytes *= dim < 0 ? 1 : static_cast<size_t>(dim);
  }
  Memory *memory = nullptr;
  uint8_t *data = newMemory(bytes, memory);
  memory->expected = choices.oneIn(2);
  // Frees the memory, so a later use is an error of the sanitizer.
  const auto release = [](void *context) {
    auto *released = static_cast<Memory *>(context);
    released->bytes.reset();
    ++released->released;
  };
  rlx_tensor_t *tensor = nullptr;
  const bool ok = succeeded(rlx_tensor_wrap(
      dtype, dims.size(), choices.oneIn(16) ? nullptr : dims.data(),
      choices.oneIn(16) ? nullptr : data, memory->expected ? +release : nullptr, memory, &tensor));
  require(ok == (tensor != nullptr));
  if (!ok)
    return;
  waitForCommits();
  rlx_tensor_t *&place = tensors[choices.below(kTensors)];
  rlx_tensor_free(place);
  place = tensor;
}

void CApiMachine::freeTensor() {
  waitForCommits();
  rlx_tensor_t *&place = tensors[choices.below(kTensors)];
  rlx_tensor_free(place);
  place = nullptr;
}

void CApiMachine::tensorFiles() {
  const rlx_tensor_t *tensor = tensors[choices.below(kTensors)];
  const std::string &target = testTarget(choices.byte());
  const bool saved = succeeded(rlx_tensor_save_npy(tensor, target.c_str()));
  rlx_tensor_t *loaded = nullptr;
  const std::string &source = saved && choices.oneIn(2) ? target : testFile(choices.byte());
  require(succeeded(rlx_tensor_load_npy(source.c_str(), &loaded)) == (loaded != nullptr));
  if (!loaded)
    return;
  show(loaded);
  temporaries.push_back(loaded);
}

// --- params

void CApiMachine::setParam() {
  rlx_executable_t *executable = anyExecutable();
  const char *name = anyNameOf(executable, RLX_PARAM);
  rlx_tensor_t *value = anyTensorFor(executable, RLX_PARAM, choices.below(2));
  switch (choices.below(5)) {
  case 0:
    succeeded(rlx_executable_set_param(executable, name, value));
    break;
  case 1:
    // The executable keeps this memory. No call writes temporaries.
    succeeded(rlx_executable_adopt_param(
        executable, name, choices.oneIn(2) ? value : anyTensorFor(executable, RLX_PARAM, 0)));
    break;
  case 2:
    succeeded(rlx_executable_set_param_typed(executable, name, value));
    break;
  case 3: {
    const std::vector<float> values(choices.below(6), 1.5f);
    succeeded(rlx_executable_set_param_f32(
        executable, name, choices.oneIn(16) ? nullptr : values.data(), values.size()));
    break;
  }
  default:
    succeeded(rlx_executable_prepare(executable));
  }
}

// --- runs

void CApiMachine::runNamed() {
  rlx_executable_t *executable = anyExecutable();
  const NamedInputs inputs = anyInputs(executable);
  std::vector<rlx_named_tensor_t> outputs;
  for (size_t k = 0; k < rlx_executable_get_count(executable, RLX_OUTPUT); ++k) {
    if (!choices.oneIn(3))
      continue;
    outputs.push_back({rlx_executable_get_tensor_name(executable, RLX_OUTPUT, k),
                       anyTensorFor(executable, RLX_OUTPUT, k)});
    if (choices.oneIn(16))
      outputs.back().name = anyName();
    // Its own input, or another output.
    if (!inputs.list.empty() && choices.oneIn(16))
      outputs.back().tensor = inputs.list.front().tensor;
    if (choices.oneIn(16))
      outputs.back().tensor = outputs.front().tensor;
  }
  waitForCommits(); // no other run reads the memory that is written
  const rlx_named_tensor_t *given = choices.oneIn(64) ? nullptr : outputs.data();
  const auto run = choices.oneIn(2) ? rlx_executable_run_typed : rlx_executable_run;
  succeeded(run(executable, inputs.data, inputs.list.size(), given, outputs.size()));
}

void CApiMachine::runFloats() {
  rlx_executable_t *executable = anyExecutable();
  std::vector<rlx_named_f32_t> inputs;
  for (const rlx_named_tensor_t &input : anyInputs(executable).list) {
    const size_t count = input.tensor ? rlx_tensor_get_element_count(input.tensor) : 0;
    Memory *memory = nullptr;
    uint8_t *bytes = newMemory(count * sizeof(float), memory);
    auto *values = reinterpret_cast<float *>(bytes);
    for (size_t i = 0; i < count; ++i)
      values[i] = static_cast<float>(i);
    inputs.push_back({input.name, choices.oneIn(32) ? nullptr : values, count});
  }
  const rlx_f32_values_t *outputs = nullptr;
  const bool ok =
      succeeded(rlx_executable_run_f32(executable, choices.oneIn(64) ? nullptr : inputs.data(),
                                       inputs.size(), choices.oneIn(8) ? nullptr : &outputs));
  for (size_t k = 0; ok && outputs && k < rlx_executable_get_count(executable, RLX_OUTPUT); ++k)
    for (size_t i = 0; i < outputs[k].count; ++i)
      require(outputs[k].values[i] != 0.123456f); // reads it
}

void CApiMachine::runReadOutputs() {
  rlx_executable_t *executable = anyExecutable();
  const NamedInputs inputs = anyInputs(executable);
  std::vector<size_t> indices(choices.below(4));
  for (size_t &index : indices)
    index = anyIndex();
  std::vector<const rlx_tensor_t *> outputs(indices.size());
  if (succeeded(rlx_executable_run_read_outputs(
          executable, inputs.data, inputs.list.size(), choices.oneIn(4) ? nullptr : indices.data(),
          indices.size(), choices.oneIn(32) ? nullptr : outputs.data())))
    for (const rlx_tensor_t *output : outputs)
      show(output);
  else
    for (const rlx_tensor_t *output : outputs)
      require(!output);
}

void CApiMachine::runRaw() {
  rlx_executable_t *executable = anyExecutable();
  const NamedInputs inputs = anyInputs(executable);
  const rlx_raw_output_t *raw = nullptr;
  const bool ok =
      succeeded(rlx_executable_run_raw(executable, inputs.data, inputs.list.size(), &raw));
  require(ok == (raw != nullptr));
  for (size_t k = 0; ok && k < rlx_executable_get_count(executable, RLX_OUTPUT); ++k) {
    const std::vector<uint8_t> copy(static_cast<const uint8_t *>(raw[k].data),
                                    static_cast<const uint8_t *>(raw[k].data) + raw[k].bytes);
    require(copy.size() == raw[k].bytes);
  }
}

void CApiMachine::runSlots() {
  rlx_executable_t *executable = anyExecutable();
  std::vector<rlx_slot_input_t> inputs;
  for (size_t i = 0; i < rlx_executable_get_count(executable, RLX_INPUT); ++i) {
    const rlx_tensor_t *tensor = choices.oneIn(6) ? anyTensorFor(executable, RLX_INPUT, i)
                                                  : tensorFor(executable, RLX_INPUT, i);
    rlx_slot_input_t &input = inputs.emplace_back();
    std::memset(&input, 0, sizeof(input));
    if (!tensor || choices.oneIn(6))
      continue;
    const rlx_dtype_t own = rlx_tensor_get_dtype(tensor), other = anyDType();
    // Another type of the same size or a smaller one has enough memory too.
    const bool fits = rlx_dtype_size(other) <= rlx_dtype_size(own);
    std::memcpy(&input.dtype, fits && choices.oneIn(4) ? &other : &own, sizeof(own));
    input.data = rlx_tensor_get_const_data(tensor);
    input.count = rlx_tensor_get_element_count(tensor);
    if (input.count && choices.oneIn(16))
      --input.count;
  }
  if (!inputs.empty() && choices.oneIn(24))
    inputs.pop_back();
  const rlx_output_slot_t *slots = nullptr;
  if (!succeeded(rlx_executable_run_slots(executable, inputs.data(), inputs.size(), &slots)))
    return;
  const auto *arena = static_cast<const uint8_t *>(rlx_executable_get_arena(executable));
  for (size_t k = 0; k < rlx_executable_get_count(executable, RLX_OUTPUT); ++k) {
    const size_t bytes =
        slots[k].count * rlx_dtype_size(rlx_executable_get_tensor_dtype(executable, RLX_OUTPUT, k));
    require(slots[k].offset % 64 == 0 && (arena || bytes == 0));
    if (bytes) {
      const std::vector<uint8_t> copy(arena + slots[k].offset, arena + slots[k].offset + bytes);
      require(copy.size() == bytes);
    }
  }
}

void CApiMachine::outputShapes() {
  rlx_executable_t *executable = anyExecutable();
  const NamedInputs inputs = anyInputs(executable);
  std::vector<rlx_input_shape_t> given;
  for (const rlx_named_tensor_t &input : inputs.list) {
    const rlx_tensor_t *tensor = input.tensor;
    given.push_back({input.name, rlx_tensor_get_dtype(tensor), rlx_tensor_get_rank(tensor),
                     rlx_tensor_get_dims(tensor),
                     choices.oneIn(2) ? nullptr : rlx_tensor_get_const_data(tensor)});
  }
  const rlx_output_shape_t *shapes = nullptr;
  if (!succeeded(rlx_executable_get_output_shapes(executable, given.data(), given.size(), &shapes)))
    return;
  for (size_t k = 0; k < rlx_executable_get_count(executable, RLX_OUTPUT); ++k)
    for (size_t d = 0; d < shapes[k].rank; ++d)
      require(shapes[k].dims[d] >= -1);
}

void CApiMachine::runFeed() {
  rlx_executable_t *executable = anyExecutable();
  const NamedInputs inputs = anyInputs(executable);
  const rlx_tensor_t *output = nullptr;
  if (succeeded(rlx_executable_run_feed(executable, inputs.data, inputs.list.size(),
                                        anyNameOf(executable, RLX_INPUT), anyIndex(),
                                        choices.oneIn(8) ? nullptr : &output)) &&
      output)
    show(output);
}

// Uses results of a run as inputs of the next one. An executable must refuse its own results.
void CApiMachine::runShown() {
  rlx_executable_t *from = anyExecutable(), *to = anyExecutable();
  const rlx_tensor_t *output = nullptr;
  if (!succeeded(rlx_executable_get_output(from, choices.below(2), &output)))
    return;
  NamedInputs inputs = anyInputs(to);
  if (!inputs.list.empty())
    inputs.list[choices.below(inputs.list.size())].tensor = const_cast<rlx_tensor_t *>(output);
  runAny(to, inputs);
}

void CApiMachine::runAny(rlx_executable_t *executable, const NamedInputs &inputs) {
  succeeded(
      choices.oneIn(2)
          ? rlx_executable_run(executable, inputs.data, inputs.list.size(), nullptr, 0)
          : rlx_executable_run_typed(executable, inputs.data, inputs.list.size(), nullptr, 0));
}

// Runs one executable from two threads. Each call runs, or reports that another one does.
void CApiMachine::runFromTwoThreads() {
  rlx_executable_t *executable = anyExecutable();
  if (!executable || !choices.oneIn(4))
    return;
  const NamedInputs inputs = rightInputs(executable);
  auto run = [&] {
    succeeded(rlx_executable_run(executable, inputs.data, inputs.list.size(), nullptr, 0));
  };
  std::thread other(run);
  run();
  other.join();
}

void CApiMachine::readOutputs() {
  rlx_executable_t *executable = anyExecutable();
  const rlx_tensor_t *output = nullptr;
  const size_t index = anyIndex();
  const bool ok = succeeded(rlx_executable_get_output(executable, index, &output));
  require(ok == (output != nullptr));
  if (ok)
    show(output);
  const void *row = nullptr;
  const size_t count = choices.oneIn(4) ? static_cast<size_t>(anyNumber()) : 4;
  if (succeeded(rlx_executable_read_output_row(executable, index, anyIndex(), count, &row))) {
    const size_t bytes =
        count * rlx_dtype_size(rlx_executable_get_tensor_dtype(executable, RLX_OUTPUT, index));
    const std::vector<uint8_t> copy(static_cast<const uint8_t *>(row),
                                    static_cast<const uint8_t *>(row) + bytes);
    require(copy.size() == bytes);
  }
}

// --- handles and the extent

void CApiMachine::changeHandle() {
  rlx_executable_t *executable = anyExecutable();
  const size_t index = choices.below(2);
  const char *name = choices.oneIn(4)
                         ? anyNameOf(executable, RLX_INPUT)
                         : rlx_executable_get_tensor_name(executable, RLX_INPUT, index);
  if (choices.oneIn(6)) {
    succeeded(rlx_executable_unbind_handle(executable, name));
    return;
  }
  const rlx_tensor_t *value = anyTensorFor(executable, RLX_INPUT, index);
  const bool device = choices.oneIn(3);
  if (succeeded(device ? rlx_executable_bind_device_handle(executable, name, value)
                       : rlx_executable_bind_handle(executable, name, value)))
    require(rlx_executable_has_device_handle(executable, name) == device &&
            rlx_executable_has_handle(executable, name) == !device);
}

void CApiMachine::readHandle() {
  rlx_executable_t *executable = anyExecutable();
  const rlx_tensor_t *content = nullptr;
  const auto read =
      choices.oneIn(3) ? rlx_executable_read_device_handle : rlx_executable_read_handle;
  const bool ok = succeeded(read(executable, anyNameOf(executable, RLX_INPUT), &content));
  require(ok == (content != nullptr));
  if (ok)
    show(content);
}

void CApiMachine::changeFeed() {
  rlx_executable_t *executable = anyExecutable();
  const char *name = anyNameOf(executable, RLX_INPUT);
  succeeded(choices.oneIn(4) ? rlx_executable_clear_handle_feed(executable, name)
                             : rlx_executable_set_handle_feed(executable, name, anyIndex()));
}

void CApiMachine::changeExtent() {
  rlx_executable_t *executable = anyExecutable();
  if (choices.oneIn(3)) {
    succeeded(rlx_executable_clear_active_extent(executable));
    return;
  }
  const int64_t upper = choices.oneIn(2) ? rows : anyNumber();
  succeeded(rlx_executable_set_active_extent(executable, anyNumber(), upper));
}

// --- commits

// A callback may read its commit. Any other call is an error.
void CApiMachine::onDone(void *context, rlx_commit_t *commit) {
  const auto *own = static_cast<const CallbackContext *>(context);
  const rlx_tensor_t *output = nullptr;
  if (succeeded(rlx_commit_get_output(commit, 0, &output)))
    own->machine->show(output);
  require(!succeeded(rlx_executable_run(own->executable, nullptr, 0, nullptr, 0)));
  require(!succeeded(rlx_executable_sync_pending(own->executable)));
}

// Sets the callback for the next run of `executable`. A pending commit keeps its callback, so it
// must not be given a run of another executable, even if it is done soon.
void CApiMachine::setCallback(size_t index, rlx_executable_t *executable, bool isWanted) {
  rlx_commit_t *commit = commits[index];
  if (!commit || !executable)
    return;
  if (contexts[index].executable != executable)
    succeeded(rlx_commit_wait(commit));
  if (!rlx_commit_is_done(commit))
    return;
  contexts[index] = {this, executable};
  rlx_commit_set_callback(commit, isWanted ? onDone : nullptr, &contexts[index]);
}

void CApiMachine::commit() {
  rlx_executable_t *executable = anyExecutable();
  const size_t index = choices.below(kCommits);
  if (!commits[index])
    require(succeeded(rlx_commit_create(&commits[index])));
  rlx_commit_t *commit = commits[index];
  if (choices.oneIn(4))
    succeeded(rlx_commit_wait(commit));
  setCallback(index, executable, choices.oneIn(3));
  if (choices.oneIn(4)) {
    const size_t kept[] = {choices.below(3), 0};
    succeeded(rlx_commit_keep_outputs(commit, choices.oneIn(2) ? nullptr : kept, choices.below(3)));
  }
  const NamedInputs inputs = anyInputs(executable);
  succeeded(rlx_executable_commit_no_wait(executable, inputs.data, inputs.list.size(),
                                          choices.oneIn(64) ? nullptr : commit));
  if (choices.oneIn(4))
    succeeded(rlx_executable_sync_pending(executable));
}

void CApiMachine::pipeline() {
  rlx_executable_t *executable = anyExecutable();
  std::vector<NamedInputs> inputs;
  std::vector<rlx_input_set_t> sets;
  std::vector<rlx_commit_t *> pointers;
  for (size_t i = 0, count = choices.below(4); i < count; ++i) {
    inputs.push_back(anyInputs(executable));
    sets.push_back({inputs.back().data, inputs.back().list.size()});
    const size_t index = choices.oneIn(8) ? 0 : i;
    if (!commits[index] && !choices.oneIn(16))
      require(succeeded(rlx_commit_create(&commits[index])));
    setCallback(index, executable, false);
    pointers.push_back(commits[index]);
  }
  succeeded(rlx_executable_run_pipelined(executable, choices.oneIn(32) ? nullptr : sets.data(),
                                         sets.size(), pointers.data()));
}

void CApiMachine::readCommit() {
  rlx_commit_t *commit = commits[choices.below(kCommits)];
  if (choices.oneIn(2) && commit)
    succeeded(rlx_commit_wait(commit));
  const rlx_tensor_t *output = nullptr;
  const bool ok = succeeded(rlx_commit_get_output(commit, anyIndex(), &output));
  require(ok == (output != nullptr) && (!ok || rlx_commit_is_done(commit)));
  if (ok)
    show(output);
}

void CApiMachine::freeCommit() {
  rlx_commit_t *&commit = commits[choices.below(kCommits)];
  rlx_commit_free(commit);
  commit = nullptr;
}

// --- the rest

void CApiMachine::smallThings() {
  rlx_device_list_t *devices = nullptr;
  require(succeeded(rlx_device_list_create(&devices)));
  const size_t index = anyIndex();
  const bool exists = index < rlx_device_list_get_size(devices);
  require(exists == (rlx_device_list_get_name(devices, index) != nullptr));
  require(exists == (rlx_device_list_get_description(devices, index) != nullptr));
  rlx_device_list_free(devices);
  const rlx_dtype_t dtype = anyDType();
  require((rlx_dtype_size(dtype) == 0) == (std::strcmp(rlx_dtype_name(dtype), "invalid") == 0));
  require(!succeeded(rlx_status_create(RLX_NOT_FOUND, choices.oneIn(2) ? "text" : nullptr)));
  require(succeeded(rlx_status_create(RLX_OK, nullptr)));
  waitForCommits(); // waiting in the callback would fail too
  failKernels(choices.oneIn(4));
}

} // namespace rlx::test
