// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A report on one compilation, as rlx_compiler.h has it. rlx/_report.py is for users.
#ifndef RLX_PYTHON_REPORT_H
#define RLX_PYTHON_REPORT_H

#include <string>

#include <nanobind/nanobind.h>

#include "Executable.h"
#include "rlx/rlx_compiler.h"

namespace rlx::python {

class Report {
public:
  explicit Report(const std::string &model);
  Report(const Report &) = delete;
  Report &operator=(const Report &) = delete;
  ~Report() { rlx_report_free(report); }

  // Runs a clone of the executable with inputs by name; nothing runs without them. `options` are
  // those of the compilation.
  void measure(Executable &executable, const rlx_compile_options_t *options, nanobind::dict feeds,
               double seconds);
  void addWarning(const std::string &text);
  // "html" or "json".
  nanobind::str text(const std::string &format);
  rlx_report_t *handle() const { return report; }

private:
  rlx_report_t *report = nullptr;
};

} // namespace rlx::python

#endif // RLX_PYTHON_REPORT_H
