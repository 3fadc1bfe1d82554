// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver of CApiFuzz: objects of the C API, and calls on them with arguments that a stream of
// bytes chooses. It keeps to the parts of rlx.h's contract that a library cannot check: memory has
// the stated length and lifetime, and no object is used after it was freed.
#ifndef RLX_UNITTESTS_FUZZ_CAPIMACHINE_H
#define RLX_UNITTESTS_FUZZ_CAPIMACHINE_H

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "rlx/rlx.h"
#include "unittests/fuzz/Choices.h"

namespace rlx::test {

class CApiMachine {
public:
  explicit CApiMachine(std::span<const uint8_t> bytes) : choices(bytes) {}
  ~CApiMachine();

  // Executes the bytes, then checks that every object still works.
  void run();

private:
  // Memory of the caller. `released` counts the calls of rlx_tensor_wrap's release function.
  struct Memory {
    std::unique_ptr<uint8_t[]> bytes;
    std::atomic<int> released{0};
    bool expected = false; // whether it will be released
  };
  struct NamedInputs {
    std::vector<rlx_named_tensor_t> list;
    const rlx_named_tensor_t *data = nullptr; // sometimes null for an empty list
  };
  // The context of a callback, one per commit.
  struct CallbackContext {
    CApiMachine *machine = nullptr;
    rlx_executable_t *executable = nullptr;
  };
  static constexpr size_t kExecutables = 3, kTensors = 4, kCommits = 3;

  // Choosing arguments.
  rlx_executable_t *anyExecutable();
  const char *anyName();
  const char *anyNameOf(const rlx_executable_t *executable, rlx_role_t role);
  rlx_dtype_t anyDType();
  int64_t anyNumber();
  size_t anyIndex();
  std::vector<int64_t> anyShape();
  std::vector<int64_t> shapeOf(const rlx_executable_t *executable, rlx_role_t role, size_t index);
  uint8_t *newMemory(size_t size, Memory *&memory);
  rlx_tensor_t *newTensor(rlx_dtype_t dtype, const std::vector<int64_t> &dims);
  rlx_tensor_t *tensorFor(const rlx_executable_t *executable, rlx_role_t role, size_t index);
  rlx_tensor_t *anyTensorFor(const rlx_executable_t *executable, rlx_role_t role, size_t index);
  NamedInputs anyInputs(rlx_executable_t *executable);
  NamedInputs rightInputs(rlx_executable_t *executable);

  // Calls.
  void makeExecutable();
  void loadExecutable();
  void cloneExecutable();
  void freeExecutable();
  void signature();
  void createTensor();
  void wrapTensor();
  void freeTensor();
  void tensorFiles();
  void setParam();
  void runNamed();
  void runFloats();
  void runReadOutputs();
  void runRaw();
  void runSlots();
  void outputShapes();
  void runFeed();
  void runShown();
  void runFromTwoThreads();
  void readOutputs();
  void changeHandle();
  void readHandle();
  void changeFeed();
  void changeExtent();
  void setCallback(size_t index, rlx_executable_t *executable, bool isWanted);
  void commit();
  void pipeline();
  void readCommit();
  void freeCommit();
  void smallThings();
  void showMoeLayers();
  void setMoeMasks();
  void takeMoeStatistics();
  void captureMoeChoices();
  void takeMoeChoices();

  static void onDone(void *context, rlx_commit_t *commit);
  void runAny(rlx_executable_t *executable, const NamedInputs &inputs);
  void checkUsable(rlx_executable_t *executable);
  void show(const rlx_tensor_t *tensor);
  void waitForCommits();

  Choices choices;
  int64_t rows = 2; // the right size of every dynamic dimension
  rlx_executable_t *executables[kExecutables] = {};
  rlx_tensor_t *tensors[kTensors] = {};
  rlx_commit_t *commits[kCommits] = {};
  CallbackContext contexts[kCommits];
  std::vector<rlx_tensor_t *> temporaries; // until the end: commits may read them
  std::deque<Memory> memories;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_CAPIMACHINE_H
