// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings of a run: inputs become numbers before it, and numbers become outputs after it.
//
// Part of Executable.
#include <utility>

#include "runtime/base/StrCat.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

// Gives the strings of all inputs numbers, in memory of their own.
Status Executable::numberStrings() {
  strings->begin();
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (program().inputs[i].dtype != DType::String)
      continue;
    RLX_ASSIGN_OR_RETURN(const int64_t count, numElements(arguments[i].shape));
    if (!converted[i].reserve(static_cast<size_t>(count) * sizeof(int64_t)))
      return outOfMemory(strCat("no memory for the strings of '", program().inputs[i].name, "'"));
    auto *const to = reinterpret_cast<int64_t *>(converted[i].data());
    for (int64_t k = 0; k < count; ++k)
      to[k] = strings->number(arguments[i].as<StringElement>()[k].view());
    runInputs[i].data = to;
  }
  return okStatus();
}

Status Executable::writeStrings(const void *numbers, void *elements, int64_t count) const {
  for (int64_t i = 0; i < count; ++i) {
    RLX_ASSIGN_OR_RETURN(const std::string_view text,
                         strings->text(static_cast<const int64_t *>(numbers)[i]));
    static_cast<StringElement *>(elements)[i] = {text.data(), text.size()};
  }
  return okStatus();
}

// Replaces the numbers of results by strings.
Status Executable::showStrings() {
  for (size_t k = 0; k < shown.size(); ++k) {
    if (program().outputs[k].dtype != DType::String || !shown[k].data)
      continue;
    const void *const numbers = std::exchange(shown[k], Shown()).data;
    const int64_t count = outputElements(k);
    if (!stringResults[k].reserve(static_cast<size_t>(count) * sizeof(StringElement)))
      return outOfMemory(strCat("no memory for the strings of '", program().outputs[k].name, "'"));
    RLX_RETURN_IF_ERROR(writeStrings(numbers, stringResults[k].data(), count));
    static constexpr StringElement kNoElements{};
    shown[k].data = count ? static_cast<const void *>(stringResults[k].data()) : &kNoElements;
  }
  return okStatus();
}

// Unsupported if an input or output has strings, which `what` does not support.
Status Executable::refuseStrings(std::string_view what) const {
  for (const std::vector<TensorSpec> *specs : {&program().inputs, &program().outputs})
    for (const TensorSpec &spec : *specs)
      if (spec.dtype == DType::String)
        return unsupported(strCat(what, " do not support strings, but ",
                                  specs == &program().inputs ? "input" : "output", " '", spec.name,
                                  "' has them; use run()"));
  return okStatus();
}

} // namespace rlx::rt
