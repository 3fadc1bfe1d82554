// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of a decoder, a language model whose rows see themselves and earlier ones. All
// architectures have the same metadata for them.
#ifndef RLX_IMPORTERS_GGUF_DECODERSIZES_H
#define RLX_IMPORTERS_GGUF_DECODERSIZES_H

#include "formats/gguf/ModelSource.h"
#include "importers/gguf/Hyperparameters.h"

namespace rlx::gguf {

// Those of a layer with a selective scan.
struct ScanSizes {
  int64_t rows = 0, state = 0, kernel = 0, deltaRank = 0;
};

struct DecoderSizes {
  int64_t layers = 0, embedding = 0, feedForward = 0, heads = 0, keyHeads = 0, headSize = 0,
          rotated = 0, context = 0, vocabulary = 0;
  int64_t segments = 0; // of an encoder's texts
  ScanSizes scan = {};
  // Of a mixture of experts; without one there are 0.
  int64_t experts = 0, expertsUsed = 0, expertFeedForward = 0, sharedFeedForward = 0;

  int64_t queries() const { return heads * headSize; }
  int64_t keyValues() const { return keyHeads * headSize; }
};

// InvalidArgument for sizes that contradict each other or the file. Unsupported for
// values of another size than keys, which no architecture here has.
rt::StatusOr<DecoderSizes> readSizes(const Hyperparameters &parameters, const ModelSource &model);
// Those of a model whose layers are selective scans, which has no heads.
rt::StatusOr<DecoderSizes> readScanSizes(const Hyperparameters &parameters,
                                         const ModelSource &model);

} // namespace rlx::gguf

#endif // RLX_IMPORTERS_GGUF_DECODERSIZES_H
