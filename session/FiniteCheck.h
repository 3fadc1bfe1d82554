// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the op of a model that makes infinity or NaN from finite operands.
//
// An op is judged by its operands and results only. Intermediate values inside it may be infinite.
// An op that has infinite constants, such as the -inf of a mask, or that gets infinite operands, is
// not reported.
#ifndef RLX_SESSION_FINITECHECK_H
#define RLX_SESSION_FINITECHECK_H

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compiler/ProgramSources.h"
#include "runtime/program/observe/Observer.h"

namespace rlx {

// An observer of all commands of one executable. Threads: as the executable.
class FiniteCheck : public rt::RunObserver {
public:
  enum class Action : uint8_t {
    Note, // keep the first finding and continue
    Fail, // end the run with InvalidArgument; the executable stays usable
  };
  FiniteCheck(std::shared_ptr<const ProgramSources> sources, Action action)
      : sources(std::move(sources)), action(action) {}

  // The first finding since the last call, for Action::Note: "model.mlir:7:8: rlx.log made -inf of
  // finite operands (element 3 of 4)". Empty if there is none.
  std::string takeFinding();

  bool wantsBuffers() const override { return true; }
  bool wantsInputs() const override { return true; }
  void onInputs(uint32_t command, bool inPrepare,
                std::span<const rt::ProbedBuffer> buffers) override;
  void onBuffers(const rt::DispatchRecord &record,
                 std::span<const rt::ProbedBuffer> buffers) override;
  rt::Status verdict() override;
  // A check of the same kind without findings.
  std::shared_ptr<rt::RunObserver> forClone() const override {
    return std::make_shared<FiniteCheck>(sources, action);
  }

private:
  const CommandSource &sourceOf(uint32_t command, bool inPrepare) const;
  void judge(const CommandSource &source, const rt::ProbedBuffer &buffer);

  std::shared_ptr<const ProgramSources> sources;
  Action action;
  std::string finding;
  // The op in execution, which may take several commands.
  struct {
    int64_t number = CommandSource::kNone;
    uint32_t lastCommand = 0;
    bool inPrepare = false;
    bool excused = false;         // an operand or constant is not finite
    std::set<uint32_t> nonFinite; // buffers of its intermediate values
  } op;
};

} // namespace rlx

#endif // RLX_SESSION_FINITECHECK_H
