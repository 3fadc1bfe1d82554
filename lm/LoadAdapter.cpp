// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StepModel::loadAdapter: the params of an adapter get the values of another file.
//
// Params have a rank. A smaller one is filled up with zeros, which add nothing.
#include <algorithm>
#include <cstring>

#include "formats/language_model/LoraAdapter.h"
#include "lm/StepModel.h"
#include "runtime/base/StrCat.h"
#include "runtime/tensor/Convert.h"

namespace rlx::lm {
namespace {

using Values = std::vector<std::pair<std::string, rt::Tensor>>; // of params, by their names

rt::DType dtypeOf(gguf::TensorType type) {
  return type == gguf::TensorType::F32   ? rt::DType::F32
         : type == gguf::TensorType::F16 ? rt::DType::F16
                                         : rt::DType::BF16;
}

// Collects the values of the params of one adapter.
class AdapterValues {
public:
  AdapterValues(const rt::Program &program, size_t number, const gguf::ModelSource &base)
      : program(program), prefix(rt::strCat("lora.", number, ".")), base(base) {}

  rt::StatusOr<Values> collect(const LoraAdapter &adapter) {
    RLX_RETURN_IF_ERROR(addZeros());
    RLX_RETURN_IF_ERROR(addScale(adapter));
    for (const auto &[name, update] : adapter.all())
      RLX_RETURN_IF_ERROR(addUpdate(base.nameInFiles(name), update));
    return std::move(values);
  }

private:
  rt::Tensor *find(const std::string &end) {
    const auto found =
        std::ranges::find(values, rt::strCat(prefix, end), &Values::value_type::first);
    return found == values.end() ? nullptr : &found->second;
  }

  rt::Status addZeros() {
    for (const rt::TensorSpec &spec : program.params) {
      if (!spec.name.starts_with(prefix) || spec.name == rt::strCat(prefix, "scale"))
        continue;
      RLX_ASSIGN_OR_RETURN(const std::vector<int64_t> shape, rt::staticShape(spec));
      RLX_ASSIGN_OR_RETURN(rt::Tensor zeros, rt::Tensor::allocate(rt::DType::F32, shape));
      std::fill_n(zeros.as<float>(), zeros.elements(), 0.0F);
      values.emplace_back(spec.name, std::move(zeros));
    }
    return rt::okStatus();
  }

  rt::Status addScale(const LoraAdapter &adapter) {
    rt::Tensor *scale = find("file_scale");
    if (!scale)
      return rt::unsupported("the matrices of the adapter that the model is compiled with have "
                             "several ranks or scales, or an earlier version of RLX compiled it; "
                             "compile the model with the new adapter");
    fileScale = static_cast<float>(adapter.all().begin()->second.scale);
    *scale->as<float>() = fileScale;
    return rt::okStatus();
  }

  rt::Status addUpdate(const std::string &matrix, const LoraAdapter::Update &update) {
    rt::Tensor *a = find(matrix + ".a"), *b = find(matrix + ".b");
    if (!a || !b)
      return rt::invalidArgument(rt::strCat(
          "the adapter changes '", matrix,
          "', but the one that the model is compiled with does "
          "not; compile the model with an adapter that changes all matrices which others may"));
    const int64_t rank = update.a.shape[0], most = a->shape()[0];
    if (rank > most)
      return rt::invalidArgument(
          rt::strCat("the adapter's update of '", matrix, "' has rank ", rank,
                     ", but the model is compiled "
                     "with one of rank ",
                     most, "; compile it with the adapter of the largest rank"));
    RLX_RETURN_IF_ERROR(copy(update.a, *a));
    RLX_RETURN_IF_ERROR(copy(update.b, *b));
    if (const auto own = static_cast<float>(update.scale); own != fileScale)
      for (float &each : std::span(b->as<float>(), static_cast<size_t>(b->elements())))
        each *= own / fileScale;
    return rt::okStatus();
  }

  // The first rows and columns of `target`.
  static rt::Status copy(const gguf::TensorView &source, rt::Tensor &target) {
    const int64_t rows = source.shape[0], columns = source.shape[1], width = target.shape()[1];
    if (rows > target.shape()[0] || columns > width)
      return rt::invalidArgument("the adapter is one of another model");
    const size_t rowBytes = source.data.size() / static_cast<size_t>(rows);
    for (int64_t row = 0; row < rows; ++row)
      rt::convertElements(rt::DType::F32, target.as<float>() + row * width, dtypeOf(source.type),
                          source.data.data() + static_cast<size_t>(row) * rowBytes, columns);
    return rt::okStatus();
  }

  const rt::Program &program;
  const std::string prefix;
  const gguf::ModelSource &base;
  Values values;
  float fileScale = 1;
};

// In the types of the params, so that they are only put in place.
rt::Status convert(const rt::Program &program, Values &values) {
  for (auto &[name, value] : values) {
    const auto spec = std::ranges::find(program.params, name, &rt::TensorSpec::name);
    RLX_ASSIGN_OR_RETURN(rt::Tensor converted, rt::Tensor::allocate(spec->dtype, value.shape()));
    rt::convertElements(spec->dtype, converted.data(), value.dtype(), value.data(),
                        value.elements());
    value = std::move(converted);
  }
  return rt::okStatus();
}

// The values that these params have.
Values valuesOf(const rt::Program &program, const Values &params, rt::ModelWeights weights) {
  Values values;
  for (const auto &[name, value] : params) {
    const auto spec = std::ranges::find(program.params, name, &rt::TensorSpec::name);
    values.emplace_back(
        name, std::move(weights.params[static_cast<size_t>(spec - program.params.begin())]));
  }
  return values;
}

rt::Status use(rt::Executable &executable, const Values &values) {
  for (const auto &[name, value] : values)
    RLX_RETURN_IF_ERROR(executable.adoptParam(name, value.share()));
  return executable.prepare();
}

} // namespace

rt::Status StepModel::loadAdapter(size_t number, const std::string &path,
                                  const gguf::ModelSource &base) {
  using State = rt::ModelWeights::State;
  if (number >= adapterCount)
    return rt::outOfRange(
        rt::strCat("there is no adapter ", number, ": the model is compiled with ", adapterCount));
  if (pool.available() < pool.size())
    return rt::failedPrecondition(
        "requests are running; wait for them before an adapter is loaded");
  RLX_RETURN_IF_ERROR(restoreAdapter());
  RLX_ASSIGN_OR_RETURN(rt::ModelWeights weights, executable->shareWeights());
  if (std::ranges::find(weights.states, State::Released) != weights.states.end())
    return rt::failedPrecondition("the params of the executable are released, but they must be "
                                  "prepared again with an adapter's; compile it without "
                                  "releasing params");
  if (std::ranges::find(weights.states, State::Missing) != weights.states.end())
    return rt::failedPrecondition("params of the executable have no value yet");
  const rt::Program &program = executable->program();
  RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const LoraAdapter> adapter,
                       LoraAdapter::open(path, base));
  RLX_ASSIGN_OR_RETURN(Values values, AdapterValues(program, number, base).collect(*adapter));
  RLX_RETURN_IF_ERROR(convert(program, values));
  adapterBefore = valuesOf(program, values, std::move(weights));
  // From here on only memory or a device can fail.
  ++losses;
  pool.clear();
  rt::Status status = use(*executable, values);
  if (status.ok())
    adapterBefore.clear();
  else
    restoreAdapter().ignore(); // the next run tries again
  return status;
}

rt::Status StepModel::restoreAdapter() {
  if (adapterBefore.empty())
    return rt::okStatus();
  RLX_RETURN_IF_ERROR(use(*executable, adapterBefore));
  adapterBefore.clear();
  return rt::okStatus();
}

} // namespace rlx::lm
