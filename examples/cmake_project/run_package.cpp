// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a package (.rlxe) with RLX's runtime, in C++:
//
//   run_package MODEL.rlxe NAME=FILE.npy NAME=NUMBER ...
//
// Give one argument per input: a file, or a number for all elements; dynamic sizes are then 1.
// Prints the outputs. Without inputs it lists the model's inputs and outputs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <rlx/rlx.hpp>

namespace {

rlx::Status invalid(const std::string &message) {
  return rlx::Status(RLX_INVALID_ARGUMENT, message);
}

void print(const char *title, const std::vector<rlx::TensorInfo> &tensors) {
  for (const rlx::TensorInfo &tensor : tensors) {
    std::printf("%s %s: %s", title, tensor.name.c_str(), rlx_dtype_name(tensor.dtype));
    for (size_t d = 0; d < tensor.shape.size(); ++d)
      std::printf(" %s", tensor.shape[d] < 0 ? tensor.symbols[d].c_str()
                                             : std::to_string(tensor.shape[d]).c_str());
    std::printf("\n");
  }
}

// Makes an input from its argument: a file, or doubles, which runTyped converts.
rlx::StatusOr<rlx::Tensor> makeInput(const rlx::TensorInfo &input, const std::string &text) {
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0')
    return rlx::Tensor::loadNpy(text);
  rlx::Shape shape = input.shape;
  std::ranges::replace(shape, -1, 1);
  rlx::StatusOr<rlx::Tensor> tensor = rlx::Tensor::create(RLX_F64, shape);
  if (tensor.ok())
    std::ranges::fill(tensor->values<double>(), value);
  return tensor;
}

// One tensor per input, in order. Every argument must name an input.
rlx::StatusOr<std::vector<rlx::Tensor>> makeInputs(const std::vector<rlx::TensorInfo> &inputs,
                                                   std::vector<std::string> arguments) {
  std::vector<rlx::Tensor> tensors;
  for (const rlx::TensorInfo &input : inputs) {
    const auto given = std::ranges::find_if(arguments, [&](const std::string &argument) {
      return argument.starts_with(input.name + "=");
    });
    if (given == arguments.end())
      return invalid("input '" + input.name + "' is missing: give " + input.name + "=FILE.npy or " +
                     input.name + "=NUMBER");
    rlx::StatusOr<rlx::Tensor> tensor = makeInput(input, given->substr(input.name.size() + 1));
    if (!tensor.ok())
      return std::move(tensor).status();
    tensors.push_back(std::move(*tensor));
    arguments.erase(given);
  }
  if (!arguments.empty())
    return invalid("'" + arguments.front() + "' gives no input of the model");
  return tensors;
}

void print(const rlx::TensorInfo &info, rlx::OutputView output) {
  std::printf("%s: %s", info.name.c_str(), rlx_dtype_name(output.dtype()));
  for (int64_t dim : output.dims())
    std::printf(" %lld", static_cast<long long>(dim));
  const std::span<const float> values = output.values<float>(); // empty for another type
  for (size_t i = 0; i < std::min<size_t>(values.size(), 8); ++i)
    std::printf("%s%g", i ? ", " : ": ", static_cast<double>(values[i]));
  std::printf("\n");
}

rlx::Status run(rlx::Executable &model, const std::vector<std::string> &arguments) {
  const std::vector<rlx::TensorInfo> inputs = model.inputs(), outputs = model.outputs();
  rlx::StatusOr<std::vector<rlx::Tensor>> tensors = makeInputs(inputs, arguments);
  if (!tensors.ok())
    return std::move(tensors).status();
  rlx::Arguments named;
  for (size_t i = 0; i < inputs.size(); ++i)
    named.add(inputs[i].name, (*tensors)[i]);
  if (rlx::Status ran = model.runTyped(named); !ran.ok())
    return ran;
  for (size_t i = 0; i < outputs.size(); ++i) {
    rlx::StatusOr<rlx::OutputView> output = model.output(i);
    if (!output.ok())
      return std::move(output).status();
    print(outputs[i], *output);
  }
  return rlx::Status();
}

rlx::Status runPackage(const std::string &path, const std::vector<std::string> &arguments) {
  rlx::StatusOr<rlx::Executable> model = rlx::Executable::load(path);
  if (!model.ok())
    return std::move(model).status();
  std::printf("%s on %s, RLX %s\n", model->name().c_str(), model->device().c_str(), rlx::version());
  if (!arguments.empty() || model->inputs().empty())
    return run(*model, arguments);
  print("input", model->inputs());
  print("param", model->params());
  print("output", model->outputs());
  return rlx::Status();
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: run_package MODEL.rlxe [NAME=FILE.npy | NAME=NUMBER]...\n");
    return 1;
  }
  const rlx::Status status = runPackage(argv[1], std::vector<std::string>(argv + 2, argv + argc));
  if (!status.ok())
    std::fprintf(stderr, "run_package: %s\n", status.message());
  return status.ok() ? 0 : 1;
}
