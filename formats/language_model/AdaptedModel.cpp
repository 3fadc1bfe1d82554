// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See AdaptedModel.h.
#include "formats/language_model/AdaptedModel.h"

#include <cmath>

#include "runtime/base/StatusText.h"
#include "runtime/base/StrCat.h"

namespace rlx {
namespace {

using gguf::ModelSource;

class AdaptedModel : public ModelSource {
public:
  AdaptedModel(std::shared_ptr<const ModelSource> base,
               std::vector<std::shared_ptr<const LoraAdapter>> adapters, std::vector<double> scales)
      : base(std::move(base)), adapters(std::move(adapters)), factors(std::move(scales)) {}

  const gguf::Metadata &metadata() const override { return base->metadata(); }
  const std::vector<gguf::TensorView> &tensors() const override { return base->tensors(); }
  const gguf::TensorView *find(std::string_view name) const override { return base->find(name); }
  std::string nameInFiles(std::string_view name) const override { return base->nameInFiles(name); }
  std::string nameInGguf(std::string_view name) const override { return base->nameInGguf(name); }
  gguf::ValueForms forms() const override { return base->forms(); }
  bool isGguf() const override { return base->isGguf(); }
  std::vector<double> adapterScales() const override { return factors; }

  std::vector<gguf::LowRankUpdate> updates(std::string_view matrix) const override {
    std::vector<gguf::LowRankUpdate> found;
    for (size_t i = 0; i < adapters.size(); ++i)
      if (const LoraAdapter::Update *update = adapters[i]->find(matrix))
        found.push_back({i, &update->a, &update->b, update->scale});
    return found;
  }

private:
  const std::shared_ptr<const ModelSource> base;
  const std::vector<std::shared_ptr<const LoraAdapter>> adapters;
  const std::vector<double> factors;
};

} // namespace

rt::StatusOr<std::shared_ptr<const ModelSource>>
withAdapters(std::shared_ptr<const ModelSource> base, const std::vector<LoraFile> &files) {
  if (files.empty())
    return base;
  std::vector<std::shared_ptr<const LoraAdapter>> adapters;
  std::vector<double> scales;
  for (const LoraFile &file : files) {
    if (!std::isfinite(file.scale))
      return rt::invalidArgument(
          rt::strCat("the scale of the adapter '", file.path, "' is not finite"));
    auto adapter = LoraAdapter::open(file.path, *base);
    if (!adapter.ok()) // the steps become a part of the message, as in openLanguageModel
      return rt::Status(adapter.status().code(), rt::statusText(adapter.status()));
    adapters.push_back(std::move(*adapter));
    scales.push_back(file.scale);
  }
  std::shared_ptr<const ModelSource> made =
      std::make_shared<AdaptedModel>(std::move(base), std::move(adapters), std::move(scales));
  return made;
}

} // namespace rlx
