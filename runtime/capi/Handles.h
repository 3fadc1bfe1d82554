// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Private to runtime/capi: the contents of the opaque structs in rlx.h.
//
// An rlx_executable holds the runtime's executable and the tensors and arrays that its functions
// return pointers to. They are allocated once, so that runs allocate nothing.
#ifndef RLX_RUNTIME_CAPI_HANDLES_H
#define RLX_RUNTIME_CAPI_HANDLES_H

#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/capi/Users.h"
#include "runtime/capi/Wrap.h"

struct rlx_status {
  rlx_status_code_t code;
  std::string message;  // with the name of the code
  size_t textBegin = 0; // where the message continues without it
  std::string place;    // where the text is about, if it is about a part of a model
};

struct rlx_tensor {
  rlx::rt::Tensor tensor;
};

struct rlx_commit {
  std::vector<rlx_tensor> outputs; // returned by get_output
  void (*callback)(void *context, rlx_commit *commit) = nullptr;
  void *context = nullptr;
  rlx::rt::Commit commit; // the last member, so destroyed first: its end waits for the callback,
                          // which uses the others
};

// Threads: `users` refuses overlapping calls, which would also overwrite what earlier ones have
// returned.
struct rlx_executable {
  mutable rlx::capi::Users users;
  // Text of dynamic dimensions, by role, tensor and dimension. Empty for static ones.
  std::vector<std::vector<std::string>> dimTexts[3];
  std::string device;
  std::string hostKernels; // of rlx_executable_get_host_kernels
  // One per program output. `valid` if it shows the last run's result.
  std::vector<rlx_tensor> outputs;
  std::vector<bool> valid;
  // Outputs that stay on the device until somebody asks for them. Under the lock, since readers
  // change it.
  std::vector<uint8_t> late;
  std::mutex lateMutex;
  // Returned by the last call: one per input, and one per output each.
  std::vector<rlx_tensor> handles;
  std::vector<rlx_f32_values_t> floats;
  std::vector<rlx_raw_output_t> raw;
  std::vector<rlx_output_slot_t> slots;
  std::vector<rlx_output_shape_t> shapes;
  std::vector<int64_t> shapeDims; // of `shapes`, one after another
  // The last taken records of experts, and the arrays that show them.
  struct {
    rlx::rt::MoeStatistics statistics;
    std::vector<rlx_moe_statistics_t> layers;
    std::vector<rlx_tensor> ids;
    std::vector<rlx_moe_choice_t> choices;
  } moe;
  // Converted arguments of a call; kept so that runs allocate nothing.
  struct {
    std::vector<rlx::rt::NamedTensor> inputs;
    std::vector<rlx::rt::NamedOutput> outputs;
    std::vector<rlx::rt::NamedF32> floats;
    std::vector<rlx::rt::FlatView> flat;
    std::vector<std::span<const rlx::rt::NamedTensor>> sets;
    std::vector<rlx::rt::Commit *> commits;
  } scratch;
  // The last member, so destroyed first: its end waits for callbacks, which use the others.
  std::unique_ptr<rlx::rt::Executable> executable;
};

struct rlx_device_list {
  struct Entry {
    std::string name, description;
  };
  std::vector<Entry> entries;
};

namespace rlx::capi {

inline rlx_status_t *nullArgument(const char *what) noexcept {
  return wrap(
      rt::catchAllocFailure([&] { return rt::invalidArgument(rt::strCat(what, " is NULL")); }));
}

// A C program may store any number in an enum, which C++ may not read as the enum.
template <typename Enum>
int numberOf(const Enum &value) noexcept {
  int number;
  static_assert(sizeof(number) == sizeof(value));
  std::memcpy(&number, &value, sizeof(number));
  return number;
}
inline bool isDType(int number) noexcept {
  return (number >= RLX_BOOL && number <= RLX_U2) || number == RLX_STRING;
}
// A number without a type becomes one that the runtime refuses, whatever its low bits.
inline rt::DType toDType(int number) noexcept {
  return static_cast<rt::DType>(isDType(number) ? number : 255);
}
// The same as a check, for functions that return a status.
inline rt::Status checkDType(int number) {
  return isDType(number)
             ? rt::okStatus()
             : rt::invalidArgument(rt::strCat("no element type has the number ", number));
}
// The runtime counts in int64.
inline rt::Status checkCount(size_t count) {
  return count <= size_t(INT64_MAX) ? rt::okStatus()
                                    : rt::invalidArgument(rt::strCat(
                                          "a count of ", count, " elements, more than 2^63 - 1"));
}
inline bool isRole(const rlx_role_t &role) noexcept {
  const int number = numberOf(role);
  return number >= RLX_INPUT && number <= RLX_OUTPUT;
}

} // namespace rlx::capi

#endif // RLX_RUNTIME_CAPI_HANDLES_H
