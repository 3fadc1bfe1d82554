// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API of reports: checks arguments from C, and forwards to Report.
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/capi/Wrap.h"
#include "session/capi/CompileOptions.h"

using namespace rlx;

struct rlx_report {
  std::shared_ptr<Report> report;
  std::string text; // of the last rlx_report_get_text
};

namespace {

rlx_status_t *nullArgument(const char *what) {
  return capi::wrap(rt::invalidArgument(rt::strCat(what, " is NULL")));
}

rt::StatusOr<std::vector<rt::NamedTensor>> read(const rlx_named_tensor_t *inputs, size_t count) {
  std::vector<rt::NamedTensor> named;
  for (size_t i = 0; i < count; ++i) {
    if (!inputs[i].name || !inputs[i].tensor)
      return rt::invalidArgument(
          rt::strCat("input ", i, " has no ", inputs[i].name ? "tensor" : "name"));
    named.push_back({inputs[i].name, capi::unwrap(inputs[i].tensor).view()});
  }
  return named;
}

} // namespace

extern "C" {

rlx_status_t *rlx_report_create(const char *model, rlx_report_t **report) {
  if (!model || !report)
    return nullArgument(model ? "report" : "model");
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    auto made = std::make_unique<rlx_report>();
    made->report = std::make_shared<Report>(model);
    *report = made.release();
    return rt::okStatus();
  }));
}

void rlx_report_free(rlx_report_t *report) {
  delete report;
}

rlx_status_t *rlx_compile_options_set_report(rlx_compile_options_t *options, rlx_report_t *report) {
  if (!options)
    return nullArgument("options");
  options->report = report ? report->report : nullptr;
  return nullptr;
}

rlx_status_t *rlx_report_measure(rlx_report_t *report, rlx_executable_t *executable,
                                 const rlx_compile_options_t *options,
                                 const rlx_named_tensor_t *inputs, size_t num_inputs,
                                 double seconds) {
  if (!report || !executable || (!inputs && num_inputs))
    return nullArgument(!report ? "report" : executable ? "inputs" : "executable");
  if (!(seconds >= 0) || seconds > 3600)
    return capi::wrap(rt::invalidArgument("expected 0 to 3600 seconds"));
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    RLX_ASSIGN_OR_RETURN(SessionOptions how, capi::sessionOptions(options));
    RLX_ASSIGN_OR_RETURN(std::vector<rt::NamedTensor> named, read(inputs, num_inputs));
    rt::Executable &measured = capi::unwrap(executable);
    if (num_inputs != 0 || measured.program().inputs.empty())
      return report->report->measure(measured, named, how, seconds);
    report->report->describe(measured);
    return rt::okStatus();
  }));
}

rlx_status_t *rlx_report_add_warning(rlx_report_t *report, const char *text) {
  if (!report || !text)
    return nullArgument(report ? "text" : "report");
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    report->report->addWarning(text);
    return rt::okStatus();
  }));
}

rlx_status_t *rlx_report_get_text(rlx_report_t *report, const char *format, const char **text,
                                  size_t *length) {
  if (!report || !format || !text || !length)
    return nullArgument(!report ? "report" : !format ? "format" : text ? "length" : "text");
  const std::string_view wanted = format;
  if (wanted != "html" && wanted != "json")
    return capi::wrap(rt::invalidArgument(
        rt::strCat("expected the format \"html\" or \"json\", got \"", wanted, "\"")));
  return capi::wrap(rt::catchAllocFailure([&]() -> rt::Status {
    report->text = wanted == "html" ? report->report->html() : report->report->json();
    *text = report->text.c_str();
    *length = report->text.size();
    return rt::okStatus();
  }));
}

} // extern "C"
