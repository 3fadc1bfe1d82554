// The random choice of ops; see Graph.h.
#include "unittests/property/GraphBuilder.h"

namespace rlx::property {

Graph generate(mlir::MLIRContext *context, uint64_t seed) {
  static const std::vector<Maker> makers = [] {
    std::vector<Maker> all;
    for (auto family : {elementwiseMakers, shapeMakers, contractionMakers, reductionMakers,
                        normMakers, windowMakers, gradientMakers, indexMakers, quantMakers,
                        fusedMakers, sequenceMakers, complexMakers, controlFlowMakers, splatMakers})
      llvm::append_range(all, family());
    return all;
  }();
  int64_t totalWeight = 0;
  for (const Maker &maker : makers)
    totalWeight += maker.weight;

  GraphBuilder builder(context, seed);
  makers.front().make(builder); // a source to begin with
  unsigned wanted = builder.random.between(2, 9);
  for (unsigned attempt = 0; attempt < 20 * wanted && builder.numOps() < wanted; ++attempt) {
    int64_t choice = builder.random.between(0, totalWeight - 1);
    const Maker *maker = makers.data();
    while (choice >= maker->weight)
      choice -= (maker++)->weight;
    maker->make(builder);
  }
  return builder.finish();
}

} // namespace rlx::property
