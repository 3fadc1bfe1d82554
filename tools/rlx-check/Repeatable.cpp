// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program with different numbers of threads, and compares all bits of the results.
//
// Costs are set so high that every dispatch uses all threads.
#include "tools/rlx-check/Repeatable.h"

#include <cstring>

#include "runtime/base/StrCat.h"
#include "runtime/cpu/Dispatch.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/ProgramCodec.h"

namespace rlx::check {
namespace {

using Outputs = std::vector<std::vector<uint8_t>>;

rt::StatusOr<std::unique_ptr<rt::Executable>> load(std::span<const uint8_t> bytes,
                                                   const rt::KernelTable &kernels,
                                                   std::span<const rt::NamedTensor> params,
                                                   unsigned threads) {
  RLX_ASSIGN_OR_RETURN(rt::Program program, rt::decodeProgram(bytes));
  for (std::vector<rt::Command> *commands : {&program.prepare, &program.main})
    for (rt::Command &command : *commands)
      if (command.kind == rt::CommandKind::Dispatch)
        command.cost = rt::constantExpr(1'000'000'000);
  rt::LoadOptions options;
  options.threads = threads;
  RLX_ASSIGN_OR_RETURN(auto executable, rt::Executable::load(std::move(program), kernels, options));
  for (const rt::NamedTensor &param : params)
    RLX_RETURN_IF_ERROR(executable->setParam(param.name, param.tensor));
  return executable;
}

rt::StatusOr<Outputs> runOnce(rt::Executable &executable, std::span<const rt::NamedTensor> inputs) {
  RLX_ASSIGN_OR_RETURN(const auto raw, executable.runRaw(inputs));
  Outputs outputs;
  for (const rt::RawOutput &output : raw) {
    const auto *data = static_cast<const uint8_t *>(output.data);
    outputs.emplace_back(data, data + output.bytes);
  }
  return outputs;
}

rt::Status compare(const rt::Program &program, const Outputs &first, const Outputs &now,
                   std::string_view when) {
  for (size_t k = 0; k < first.size(); ++k) {
    if (first[k].size() != now[k].size())
      return rt::internalError(rt::strCat("output '", program.outputs[k].name, "' has ",
                                          now[k].size(), " bytes ", when, ", but had ",
                                          first[k].size(), " in the first one"));
    const auto at = std::mismatch(first[k].begin(), first[k].end(), now[k].begin());
    if (at.first == first[k].end())
      continue;
    const auto element = (at.first - first[k].begin()) / rt::byteSize(program.outputs[k].dtype);
    return rt::internalError(rt::strCat("output '", program.outputs[k].name, "' differs ", when,
                                        " from the first run, from element ", element, " on"));
  }
  return rt::okStatus();
}

} // namespace

rt::Status checkRepeatable(std::span<const uint8_t> program, const rt::KernelTable &kernels,
                           std::span<const rt::NamedTensor> params,
                           std::span<const rt::NamedTensor> inputs, unsigned maxThreads) {
  rt::setEqualRanges(true); // otherwise one thread may run all of a short dispatch
  std::optional<Outputs> first;
  for (unsigned threads = 1; threads <= maxThreads; ++threads) {
    RLX_ASSIGN_OR_RETURN(const auto executable, load(program, kernels, params, threads));
    for (const unsigned run : {1, 2}) {
      RLX_ASSIGN_OR_RETURN(Outputs outputs, runOnce(*executable, inputs));
      if (first)
        RLX_RETURN_IF_ERROR(compare(executable->program(), *first, outputs,
                                    rt::strCat("in run ", run, " with ", threads, " threads")));
      else
        first = std::move(outputs);
    }
  }
  return rt::okStatus();
}

} // namespace rlx::check
