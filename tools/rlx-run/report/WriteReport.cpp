// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See WriteReport.h.
#include "tools/rlx-run/report/WriteReport.h"

#include "runtime/base/File.h"

namespace rlx::run {

rt::Status writeReport(Model &model, const Options &options, const Case *measured, bool isRandom) {
  Report &report = *model.report();
  report.setPhases(model.times());
  if (measured) {
    RLX_ASSIGN_OR_RETURN(SessionOptions how, model.sessionOptions(options));
    rt::Status ran = report.measure(model.executable(), measured->named(model.signature()), how);
    if (!ran.ok() && !isRandom)
      return ran;
    if (!ran.ok())
      report.addWarning("The run with random inputs failed: " + std::string(ran.message()) +
                        ". Give inputs that the model takes with --input.");
  } else {
    report.describe(model.executable());
    report.addWarning("Params have no value, so nothing was run. --params=random gives them one.");
  }
  const bool isData = llvm::StringRef(options.report).ends_with_insensitive(".json");
  const std::string text = isData ? report.json() : report.html();
  return rt::writeFile(options.report,
                       {reinterpret_cast<const uint8_t *>(text.data()), text.size()});
}

} // namespace rlx::run
