// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A language model as one step: tokens of some texts in, logits behind them out.
//
// The executable is as importers/gguf makes it: `tokens` and their `positions`, the `rows` whose
// `logits` or `hidden` states are wanted, and for each layer the caches of keys and values, or
// states of the text so far. The caches are device handles that their outputs feed, so that a step
// updates them in place. They have one of two layouts (importers/gguf/KeyCache.h): contiguous ones
// are for one text, and paged ones for several, whose blocks a BlockPool gives away. With paged
// ones each text has its own scales of the model's adapters (importers/gguf/Weights.h).
#ifndef RLX_LM_STEPMODEL_H
#define RLX_LM_STEPMODEL_H

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/gguf/ModelSource.h"
#include "lm/BlockPool.h"
#include "runtime/program/executable/Executable.h"

namespace rlx::lm {

// Values of tokens, a row for each.
struct Rows {
  std::span<const float> values; // row by row
  size_t width = 0;

  size_t count() const { return width == 0 ? 0 : values.size() / width; }
  std::span<const float> row(size_t index) const { return values.subspan(index * width, width); }
  Rows part(size_t first, size_t number) const {
    return {values.subspan(first * width, number * width), width};
  }
};

// A text's part of a step.
struct StepText {
  std::span<const Token> tokens;   // that are read; at least one
  size_t length = 0;               // of the text before them
  size_t rows = 1;                 // results: behind each of the last so many tokens
  std::span<const int32_t> blocks; // of paged caches: those of the text, with room for `tokens`
  std::span<const float> scales;   // of all adapters; empty: the model's own
};

// One thread at a time. The executable must outlive it, and is its own while it lives: it binds the
// caches, and unbinds them at its end.
class StepModel : public std::enable_shared_from_this<StepModel> {
public:
  // `context` is the most tokens of a text. The caches have room for one text. Paged ones take
  // memory for it as texts grow, and contiguous ones at once.
  // InvalidArgument if the executable is no such step, or the context is not in [1, 2^31).
  // FailedPrecondition if a cache is bound, as by another StepModel. OutOfMemory without memory for
  // the caches.
  static rt::StatusOr<std::shared_ptr<StepModel>> create(rt::Executable &executable,
                                                         int64_t context);
  // Makes paged caches with room for so many tokens of all texts, at least the context. All content
  // is lost. FailedPrecondition if a text holds a block; Unsupported for contiguous caches.
  rt::Status reserve(int64_t tokens);

  int64_t context() const { return contextSize; }
  // OutOfRange if a text of this many tokens does not fit.
  rt::Status checkRoom(size_t tokens) const;
  // Unsupported with contiguous caches, which are for one text.
  rt::Status checkTakesSeveral() const;
  // The same of a file. Unsupported for a recurrent model.
  static rt::Status checkTakesSeveral(bool isRecurrent);
  bool isPaged() const { return hasBlocks; }
  // The adapters that the model is compiled with.
  size_t numAdapters() const { return adapterCount; }
  // Whether a text may have these scales of adapters: empty, or one finite number for each.
  // Unsupported with contiguous caches.
  rt::Status checkScales(std::span<const float> scales) const;
  // Puts an adapter of `base`, the model without adapters, in place of adapter `number`. The scale
  // of that stays. All content of the caches is lost. OutOfRange for a number that is none;
  // InvalidArgument for a matrix that the adapter in its place does not change, and for a larger
  // rank; FailedPrecondition if a text holds a block, or params are released or missing;
  // Unsupported if the executable has no param for the scale of the file. After an error the model
  // has the adapter that it had.
  rt::Status loadAdapter(size_t number, const std::string &path, const gguf::ModelSource &base);
  // Whether states stand for all of the text so far, and not for a token each.
  bool isRecurrent() const { return hasWholeStates; }
  // The same of a program that is not compiled yet.
  static bool isRecurrent(const rt::Program &program);
  // The tokens that logits are of; -1 if the runs decide.
  int64_t vocabularySize() const;
  // The elements of a hidden state; 0 if the executable has none.
  int64_t hiddenSize() const;
  BlockPool &blocks() { return pool; }
  // Changes when the content of all caches is lost: texts are empty then, and hold no block.
  uint64_t epoch() const { return losses; }

  enum class Output { Logits, Hidden };
  // The number of the executable's output. Unsupported if it has none.
  rt::StatusOr<size_t> findOutput(Output output) const;
  // Reads the tokens of the texts, of one text with contiguous caches, and returns their rows in
  // order, valid until the next call. After a run that failed the content of all
  // caches is lost.
  rt::StatusOr<Rows> run(std::span<const StepText> texts, Output output = Output::Logits);
  // The same for several outputs, each with the rows of all texts.
  rt::Status run(std::span<const StepText> texts, std::span<const Output> outputs,
                 std::span<Rows> results);

private:
  // Unbinds the caches.
  struct Release {
    std::vector<std::string> caches;
    void operator()(rt::Executable *executable) const;
  };

  using Cache = std::pair<size_t, size_t>; // an input, and the output that feeds it

  StepModel(rt::Executable &executable, int64_t context)
      : executable(&executable), contextSize(context) {}
  rt::Status findNames();
  rt::Status findAdapters();
  rt::Status findCaches();
  rt::Status checkFree() const;
  rt::StatusOr<std::vector<int64_t>> cacheShape(const rt::TensorSpec &spec, size_t blocks) const;
  rt::Status bindCache(const Cache &cache, size_t blocks, std::span<const uint8_t> content);
  rt::Status bindCaches();
  rt::Status resizeCaches(size_t blocks);
  rt::Status growCaches(std::span<const StepText> texts);
  rt::Status runOutputs(std::span<const StepText> texts, std::span<const size_t> outputs,
                        std::span<Rows> results);
  rt::StatusOr<Rows> rowsOf(const rt::TensorView &result) const;
  void loseContent();
  void fillInputs(std::span<const StepText> texts);
  void fillBlocks(std::span<const StepText> texts);
  void fillAdapters(std::span<const StepText> texts);
  rt::Status restoreAdapter();

  std::unique_ptr<rt::Executable, Release> executable;
  int64_t contextSize;
  size_t logits = 0;            // an output
  std::optional<size_t> hidden; // an output, if there is one
  std::vector<Cache> caches;
  bool hasBlocks = false, hasWholeStates = false;
  size_t adapterCount = 0;
  // Params of an adapter whose place another one could take in part only: they must be set again.
  std::vector<std::pair<std::string, rt::Tensor>> adapterBefore;
  bool isBroken = false; // a run has failed: the caches must be bound again
  // Of paged caches: the blocks that have memory, the first ones of the pool. Some caches have
  // others after an exception.
  size_t cacheBlocks = 0;
  bool isUneven = false;
  uint64_t losses = 0;
  BlockPool pool{0};
  // Inputs of the last call, whose memory the next one has: a step of one token allocates nothing.
  std::vector<rt::NamedTensor> inputs;
  std::vector<int64_t> tokens, positions, rows, slots;
  std::vector<int32_t> table, starts, lengths;
  struct AdaptedRows {
    std::string rowsName, scalesName;
    std::vector<int64_t> rows;
    std::vector<float> scales;
    std::vector<int64_t> count;
  };
  struct Adapter {
    bool isOff = false; // its own scale is 0
    AdaptedRows tokens, results;
  };
  std::vector<Adapter> adapters; // with paged caches
};

} // namespace rlx::lm

#endif // RLX_LM_STEPMODEL_H
