// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model on two sides, device or reference, and compares outputs and ops.
//
// First the outputs, then every op's result.
#include "tools/rlx-run/compare/CompareSides.h"

#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/reference/Compare.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "runtime/program/model/Target.h"
#include "tools/rlx-run-rt/PackageDevice.h"
#include "tools/rlx-run/compare/EveryResult.h"
#include "tools/rlx-run/compare/ReferenceForm.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx::run {
namespace {

// One way to run a model.
class Side {
public:
  virtual ~Side() = default;
  virtual rt::Status run(const Case &one) = 0;
  // Output `i` of the last run.
  virtual rt::StatusOr<ref::Tensor> output(size_t i, Type type) = 0;
  // For a device: see rt::hostKernelsText().
  virtual std::string hostKernels() { return ""; }
};

class CompiledSide : public Side {
public:
  static rt::StatusOr<std::unique_ptr<Side>> make(ModuleOp module, Model &model,
                                                  const SessionOptions &options) {
    auto side = std::make_unique<CompiledSide>();
    RLX_ASSIGN_OR_RETURN(side->session,
                         Session::fromModule(OwningOpRef<ModuleOp>(module.clone()), options));
    RLX_RETURN_IF_ERROR(side->session->compile().status());
    for (const auto &[name, value] : model.params())
      RLX_RETURN_IF_ERROR(side->session->executable().adoptParam(name, value.share()));
    return std::unique_ptr<Side>(std::move(side));
  }
  rt::Status run(const Case &one) override {
    rt::Executable &executable = session->executable();
    return executable.run(one.named(executable.program()));
  }
  rt::StatusOr<ref::Tensor> output(size_t i, Type type) override {
    return toReference(session->executable().output(i), type);
  }
  std::string hostKernels() override {
    return rt::hostKernelsText(session->executable().program());
  }

private:
  std::unique_ptr<Session> session;
};

class ReferenceSide : public Side {
public:
  ReferenceSide(ModuleOp module, Model &model) : module(module.clone()), model(model) {}
  rt::Status run(const Case &one) override {
    func::FuncOp function = modelFunction(*module);
    RLX_ASSIGN_OR_RETURN(SmallVector<ref::Tensor> values,
                         referenceArguments(function, model.params(), one));
    llvm::Expected<SmallVector<ref::Tensor>> ran =
        ref::Interpreter().run(function, std::move(values));
    if (!ran)
      return referenceFailed(ran.takeError());
    results = std::move(*ran);
    return rt::okStatus();
  }
  rt::StatusOr<ref::Tensor> output(size_t i, Type) override { return results[i]; }

private:
  OwningOpRef<ModuleOp> module;
  Model &model;
  SmallVector<ref::Tensor> results;
};

rt::StatusOr<std::unique_ptr<Side>> makeSide(const std::string &name, ModuleOp module, Model &model,
                                             Options options) {
  if (name == "reference")
    return std::unique_ptr<Side>(std::make_unique<ReferenceSide>(module, model));
  options.device = name;
  options.cache.clear(); // the comparison must use fresh code
  RLX_ASSIGN_OR_RETURN(SessionOptions how, model.sessionOptions(options));
  rt::StatusOr<std::unique_ptr<Side>> side = CompiledSide::make(module, model, how);
  if (!side.ok())
    return std::move(side).status().withContext("compiling for " + name);
  return side;
}

// A module on both sides.
class Pair {
public:
  Pair(ModuleOp module, const Options &options) : module(module), options(options) {}

  // `when` starts each note.
  rt::Status make(Model &model, StringRef when) {
    for (const std::string &name : options.sides) {
      RLX_ASSIGN_OR_RETURN(std::unique_ptr<Side> side, makeSide(name, module, model, options));
      noteHostKernels(name, *side, when);
      sides.push_back(std::move(side));
    }
    return rt::okStatus();
  }
  rt::Status run(const Case &one) {
    for (auto [name, side] : llvm::zip(options.sides, sides))
      if (rt::Status ran = side->run(one); !ran.ok())
        return std::move(ran).withContext("running on " + name);
    return rt::okStatus();
  }
  rt::StatusOr<ref::Comparison> compare(size_t output) {
    Value value = modelFunction(module).getBody().front().getTerminator()->getOperand(output);
    RLX_ASSIGN_OR_RETURN(ref::Tensor expected, sides[0]->output(output, value.getType()));
    RLX_ASSIGN_OR_RETURN(ref::Tensor actual, sides[1]->output(output, value.getType()));
    return ref::compare(actual, expected, tolerance(value));
  }

private:
  // Kernels that the CPU runs on both sides agree, but say nothing about the device.
  static void noteHostKernels(const std::string &name, Side &side, StringRef when) {
    if (!namesDevice(name))
      return;
    if (std::string text = side.hostKernels(); !text.empty())
      llvm::errs() << "rlx-run: note: " << when << "for " << name << ", " << text
                   << "; --strict refuses that\n";
  }

  // Errors of all earlier ops have accumulated, on both sides: ten times the table's tolerance for
  // an op.
  ref::Tolerance tolerance(Value value) const {
    constexpr double kSlack = 10;
    Type element = getElementTypeOrSelf(value.getType());
    if (options.givesTolerance && isa<FloatType, ComplexType>(element))
      return {options.atol, options.rtol, 0, 0, false};
    ref::Tolerance tolerance = ref::toleranceFor(computedIn(value), ref::classify(value));
    for (double *bound : {&tolerance.atol, &tolerance.rtol, &tolerance.normwise})
      *bound *= kSlack;
    return tolerance;
  }

  // The type in which f32 matmuls are computed, and so the precision of everything after them.
  Type computedIn(Value value) const {
    Type element = getElementTypeOrSelf(value.getType());
    if (!element.isF32())
      return element;
    switch (options.precision) {
    case Precision::F32:
      return ref::rowPrecisionType(value);
    case Precision::Exact:
      return element;
    case Precision::High:
      return ref::rowPrecisionType(value, RowPrecision::High);
    case Precision::Fast:
      return ref::rowPrecisionType(value, RowPrecision::Fast);
    case Precision::F16:
      return Float16Type::get(element.getContext());
    case Precision::BF16:
      return BFloat16Type::get(element.getContext());
    }
    llvm_unreachable("a precision");
  }

  ModuleOp module;
  const Options &options;
  std::vector<std::unique_ptr<Side>> sides;
};

std::string prefix(const Case &one) {
  return one.name.empty() ? "" : one.name + ": ";
}

rt::Status compareOutputs(Model &model, const Options &options, ArrayRef<Case> cases,
                          llvm::raw_ostream &os, bool &agree) {
  Pair pair(model.module(), options);
  RLX_RETURN_IF_ERROR(pair.make(model, ""));
  for (const Case &one : cases) {
    RLX_RETURN_IF_ERROR(pair.run(one));
    for (auto [i, spec] : llvm::enumerate(model.signature().outputs)) {
      RLX_ASSIGN_OR_RETURN(ref::Comparison found, pair.compare(i));
      agree = agree && found.ok;
      os << prefix(one) << "output '" << spec.name << "': " << options.sides[1]
         << (found.ok ? " agrees with " : " DIFFERS from ") << options.sides[0] << ": "
         << found.report() << "\n";
    }
  }
  return rt::okStatus();
}

std::string describe(OpResult result) {
  Operation *op = result.getOwner();
  std::string text = op->getName().stripDialect().str();
  if (op->getNumResults() > 1)
    text += "#" + std::to_string(result.getResultNumber());
  std::string location = locationText(op->getLoc());
  return location.empty() ? text : text + " @ " + location;
}

rt::Status compareOps(Model &model, const Options &options, ArrayRef<Case> cases,
                      llvm::raw_ostream &os, bool &agree) {
  RLX_ASSIGN_OR_RETURN(EveryResult every, makeEveryResult(model.module()));
  Pair pair(*every.module, options);
  RLX_RETURN_IF_ERROR(pair.make(model, "op by op, "));
  for (const Case &one : cases) {
    RLX_RETURN_IF_ERROR(pair.run(one));
    std::string first;
    os << prefix(one) << "op by op:\n";
    for (auto [result, output] : llvm::zip(every.results, every.outputs)) {
      RLX_ASSIGN_OR_RETURN(ref::Comparison found, pair.compare(output));
      std::string name = describe(result);
      os << "  " << name << ": " << (found.ok ? "" : "DIFFERS: ") << found.report() << "\n";
      if (!found.ok && first.empty())
        first = name;
    }
    agree = agree && first.empty();
    const std::string &judged = options.sides[1], &other = options.sides[0];
    os << prefix(one)
       << (first.empty()
               ? "no op of " + judged + " differs from " + other
               : "the first op of " + judged + " that differs from " + other + " is " + first)
       << "\n";
  }
  return rt::okStatus();
}

} // namespace

rt::Status compareSides(Model &model, const Options &options, ArrayRef<Case> cases,
                        llvm::raw_ostream &os, bool &agree) {
  // First as the model runs, then with every op's result: kernels of several ops differ there.
  RLX_RETURN_IF_ERROR(compareOutputs(model, options, cases, os, agree));
  return compareOps(model, options, cases, os, agree);
}

} // namespace rlx::run
