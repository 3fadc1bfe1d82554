// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Report.h.
#include "Report.h"

#include <deque>
#include <vector>

#include "Arrays.h"
#include "Errors.h"
#include "Lock.h"
#include "Unlocked.h"

namespace nb = nanobind;

namespace rlx::python {

Report::Report(const std::string &model) {
  check(rlx_report_create(model.c_str(), &report));
}

void Report::measure(Executable &executable, const rlx_compile_options_t *options, nb::dict feeds,
                     double seconds) {
  std::deque<Argument> arguments; // which do not move
  std::deque<std::string> names;
  std::vector<rlx_named_tensor_t> inputs;
  for (auto [name, value] : feeds) {
    names.push_back(nb::cast<std::string>(name));
    arguments.emplace_back().read(value, "input", names.back());
    inputs.push_back({names.back().c_str(), arguments.back().tensor()});
  }
  const std::unique_ptr<rlx_executable_t, decltype(&freeExecutable)> clone(executable.cloned(),
                                                                           freeExecutable);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status =
        rlx_report_measure(report, clone.get(), options, inputs.data(), inputs.size(), seconds);
  }
  check(status);
}

void Report::addWarning(const std::string &text) {
  check(rlx_report_add_warning(report, text.c_str()));
}

nb::str Report::text(const std::string &format) {
  const char *text = nullptr;
  size_t length = 0;
  check(rlx_report_get_text(report, format.c_str(), &text, &length));
  return nb::str(text, length);
}

} // namespace rlx::python
