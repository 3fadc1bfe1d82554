// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Errors.h.
#include "Errors.h"

#include <utility>

namespace nb = nanobind;

namespace rlx::python {

void raise(rlx_status_code_t code, std::string message) {
  throw Failure{code, std::move(message)};
}

void check(rlx_status_t *status) {
  if (!status)
    return;
  Failure failure{rlx_status_get_code(status), rlx_status_get_text(status)};
  rlx_status_free(status);
  throw failure;
}

void registerErrors() {
  nb::register_exception_translator([](const std::exception_ptr &thrown, void *) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Failure &failure) {
      // Messages are UTF-8, but may quote names from a file.
      nb::object text = nb::steal(PyUnicode_DecodeUTF8(
          failure.message.data(), static_cast<Py_ssize_t>(failure.message.size()), "replace"));
      nb::object error = nb::module_::import_(RLX_PACKAGE "._errors")
                             .attr("from_status")(static_cast<int>(failure.code), text);
      PyErr_SetObject(error.type().ptr(), error.ptr());
    }
  });
}

} // namespace rlx::python
