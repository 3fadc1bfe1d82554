// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C API: shapes of outputs before a run.
//
// Executable::bind() plans a run; its shapes are copied, since the plan may go when others come.
#include "runtime/base/StrCat.h"
#include "runtime/capi/Calls.h"

using namespace rlx;

namespace {

rt::StatusOr<rt::NamedTensor> readShape(const rlx_input_shape_t &input, size_t index) {
  if (!input.name || (!input.dims && input.rank))
    return rt::invalidArgument(rt::strCat("inputs[", index, "] has a NULL name or dims"));
  const int dtype = capi::numberOf(input.dtype);
  RLX_RETURN_IF_ERROR(capi::checkDType(dtype));
  return rt::NamedTensor{input.name, {capi::toDType(dtype), {input.dims, input.rank}, input.data}};
}

void keepShapes(rlx_executable_t &handle) {
  const rt::Executable &executable = *handle.executable;
  handle.shapeDims.clear();
  handle.shapes.clear();
  const size_t count = executable.program().outputs.size();
  for (size_t i = 0; i < count; ++i) {
    const std::span<const int64_t> shape = executable.outputShape(i);
    // An earlier run with these inputs may have computed a size, which the next one need not have.
    for (size_t d = 0; d < shape.size(); ++d)
      handle.shapeDims.push_back(executable.computesSize(i, d) ? -1 : shape[d]);
  }
  const int64_t *dims = handle.shapeDims.data(); // which no longer moves
  for (size_t i = 0; i < count; ++i) {
    const size_t rank = executable.outputShape(i).size();
    handle.shapes.push_back({rank, dims});
    dims += rank;
  }
}

} // namespace

extern "C" rlx_status_t *rlx_executable_get_output_shapes(rlx_executable_t *executable,
                                                          const rlx_input_shape_t *inputs,
                                                          size_t num_inputs,
                                                          const rlx_output_shape_t **shapes) {
  if (!executable || !shapes || (!inputs && num_inputs))
    return capi::nullArgument(!executable ? "executable" : !shapes ? "shapes" : "inputs");
  return capi::callAlone(*executable, [&]() -> rt::Status {
    std::vector<rt::NamedTensor> &named = executable->scratch.inputs;
    named.clear();
    for (size_t i = 0; i < num_inputs; ++i) {
      RLX_ASSIGN_OR_RETURN(const rt::NamedTensor input, readShape(inputs[i], i));
      named.push_back(input);
    }
    RLX_RETURN_IF_ERROR(executable->executable->bind(named));
    keepShapes(*executable);
    *shapes = executable->shapes.data();
    return rt::okStatus();
  });
}
