// Finds the op of a model that makes an infinity or a NaN out of finite numbers.
//
// An op is judged by what it computes and by what it is given: steps inside it may be infinite, and
// it may have infinities of its own (a mask's -inf, say) or be handed some.
#ifndef RLX_SESSION_FINITECHECK_H
#define RLX_SESSION_FINITECHECK_H

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compiler/ProgramSources.h"
#include "runtime/program/observe/Observer.h"

namespace rlx {

// Threads: as the executable that it observes; one for each executable.
class FiniteCheck : public rt::RunObserver {
public:
  enum class Action : uint8_t {
    Note, // keep the first finding, and let runs go on
    Fail, // end the run with InvalidArgument; the executable stays usable
  };
  FiniteCheck(std::shared_ptr<const ProgramSources> sources, Action action)
      : sources(std::move(sources)), action(action) {}

  // What was found first since the last call: "model.mlir:7:8: rlx.log made -inf of finite operands
  // (element 3 of 4)"; empty if nothing was. Of Action::Note.
  std::string takeFinding();

  bool wantsBuffers() const override { return true; }
  bool wantsInputs() const override { return true; }
  void onInputs(uint32_t command, bool inPrepare,
                std::span<const rt::ProbedBuffer> buffers) override;
  void onBuffers(const rt::DispatchRecord &record,
                 std::span<const rt::ProbedBuffer> buffers) override;
  rt::Status verdict() override;
  // Another one of the same kind, which has found nothing yet.
  std::shared_ptr<rt::RunObserver> forClone() const override {
    return std::make_shared<FiniteCheck>(sources, action);
  }

private:
  const CommandSource &sourceOf(uint32_t command, bool inPrepare) const;
  void judge(const CommandSource &source, const rt::ProbedBuffer &buffer);

  std::shared_ptr<const ProgramSources> sources;
  Action action;
  std::string finding;
  // The op that is being computed, maybe in several commands.
  struct {
    int64_t number = CommandSource::kNone;
    uint32_t lastCommand = 0;
    bool inPrepare = false;
    bool excused = false;         // it is given, or has, something that is not finite
    std::set<uint32_t> nonFinite; // buffers of its own steps
  } op;
};

} // namespace rlx

#endif // RLX_SESSION_FINITECHECK_H
