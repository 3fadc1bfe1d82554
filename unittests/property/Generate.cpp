// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The random choice of ops; see Graph.h.
#include "unittests/property/GraphBuilder.h"

namespace rlx::property {

namespace {

const std::vector<Maker> &allMakers() {
  static const std::vector<Maker> makers = [] {
    std::vector<Maker> all;
    for (auto family : {elementwiseMakers, shapeMakers, contractionMakers, reductionMakers,
                        normMakers, windowMakers, gradientMakers, indexMakers, quantMakers,
                        fusedMakers, sequenceMakers, complexMakers, controlFlowMakers, splatMakers})
      llvm::append_range(all, family());
    return all;
  }();
  return makers;
}

const Maker &anyMaker(Random &random) {
  int64_t totalWeight = 0;
  for (const Maker &maker : allMakers())
    totalWeight += maker.weight;
  int64_t choice = random.between(0, totalWeight - 1);
  const Maker *maker = allMakers().data();
  while (choice >= maker->weight)
    choice -= (maker++)->weight;
  return *maker;
}

} // namespace

size_t numMakers() {
  return allMakers().size();
}

Graph generate(mlir::MLIRContext *context, uint64_t seed, std::optional<size_t> favourite) {
  GraphBuilder builder(context, seed);
  allMakers().front().make(builder); // a source to begin with
  unsigned wanted = builder.random.between(2, 9);
  for (unsigned attempt = 0; attempt < 20 * wanted && builder.numOps() < wanted; ++attempt) {
    bool isFavoured = favourite && builder.random.chance(70);
    (isFavoured ? allMakers()[*favourite] : anyMaker(builder.random)).make(builder);
  }
  return builder.finish();
}

} // namespace rlx::property
