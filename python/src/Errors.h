// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statuses of the C API as Python exceptions.
//
// The classes are Python's own code, rlx/_errors.py: one for each code, under rlx.Error.
#ifndef RLX_PYTHON_ERRORS_H
#define RLX_PYTHON_ERRORS_H

#include <string>

#include <nanobind/nanobind.h>

#include "rlx/rlx.h"

namespace rlx::python {

// What a function throws; Python gets the exception of its code.
struct Failure {
  rlx_status_code_t code;
  std::string message;
  std::string place; // the message starts with it; empty: none
};

[[noreturn]] void raise(rlx_status_code_t code, std::string message);

// Throws the status, which it frees, unless it is NULL: no error.
void check(rlx_status_t *status);

// Lets nanobind turn failures into exceptions.
void registerErrors();

} // namespace rlx::python

#endif // RLX_PYTHON_ERRORS_H
