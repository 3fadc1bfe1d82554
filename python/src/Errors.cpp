// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Errors.h.
#include "Errors.h"

#include <utility>

namespace nb = nanobind;

namespace rlx::python {

void raise(rlx_status_code_t code, std::string message) {
  throw Failure{code, std::move(message), ""};
}

void check(rlx_status_t *status) {
  if (!status)
    return;
  const char *place = rlx_status_get_place(status);
  Failure failure{rlx_status_get_code(status), rlx_status_get_text(status), place ? place : ""};
  rlx_status_free(status);
  throw failure;
}

// Messages are UTF-8, but may quote names from a file.
static nb::object decoded(const std::string &text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

void registerErrors() {
  nb::register_exception_translator([](const std::exception_ptr &thrown, void *) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Failure &failure) {
      nb::object error = nb::module_::import_(RLX_PACKAGE "._errors")
                             .attr("from_status")(static_cast<int>(failure.code),
                                                  decoded(failure.message), decoded(failure.place));
      PyErr_SetObject(error.type().ptr(), error.ptr());
    }
  });
}

} // namespace rlx::python
