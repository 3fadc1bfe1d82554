// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of the gradient checks, see GradientTest.h, and tests of the checks themselves.
#include "GradientTest.h"

#include "dialects/Register.h"
#include "dialects/check/Random.h"
#include "dialects/rlx/reference/Compare.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "passes/Passes.h"

#include <cmath>

using namespace mlir;
using rlx::GradientCase;
using rlx::GradientTest;
using rlx::ref::Interpreter;
using rlx::ref::Tensor;

namespace {

// "%x: tensor<3xf64>, %y: tensor<f64>" as pairs of name and type.
SmallVector<std::pair<StringRef, StringRef>> splitArguments(StringRef text) {
  SmallVector<std::pair<StringRef, StringRef>> result;
  while (!text.trim().empty()) {
    auto [argument, rest] = text.split(", ");
    auto [name, type] = argument.split(':');
    result.emplace_back(name.trim(), type.trim());
    text = rest;
  }
  return result;
}

std::string moduleText(const GradientCase &c) {
  std::string values, types;
  for (auto &[name, gradient] : c.gradients)
    for (auto [argument, type] : splitArguments(c.arguments))
      if (argument == name) {
        values += (values.empty() ? "" : ", ") + gradient;
        types += (types.empty() ? "" : ", ") + type.str();
      }
  return "func.func @forward(" + c.arguments + ") -> " + c.result + " {\n" + c.constants + "\n" +
         c.forward + "\nreturn %y : " + c.result + "\n}\nfunc.func @backward(" + c.arguments +
         ", %dy: " + c.result + ") -> (" + types + ") {\n" + c.constants + "\n" + c.backward +
         "\nreturn " + values + " : " + types + "\n}\n";
}

// Both functions of a case, and their arguments.
class GradientCheck {
public:
  explicit GradientCheck(const GradientCase &c) : c(c) {
    DialectRegistry registry;
    rlx::registerDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(moduleText(c), &context);
  }

  std::string run() {
    if (!module)
      return "the module is not valid:\n" + moduleText(c);
    for (Type type : function("forward").getArgumentTypes())
      arguments.push_back(random(cast<RankedTensorType>(type)));
    upstream = random(cast<RankedTensorType>(function("forward").getResultTypes()[0]));
    SmallVector<Tensor> gradients = runBackward();
    if (!error.empty())
      return error;
    if (gradients.size() != c.gradients.size())
      return "a gradient names no argument";
    for (auto [number, gradient] : llvm::enumerate(gradients))
      if (std::string problem = compare(c.gradients[number].first, gradient); !problem.empty())
        return problem;
    return compareDecomposed(gradients);
  }

private:
  FunctionOpInterface function(StringRef name) {
    return module->lookupSymbol<FunctionOpInterface>(name);
  }

  // Cases have static shapes. Every tensor has its own seed.
  Tensor random(RankedTensorType type) {
    Tensor tensor(type.getShape(), type.getElementType());
    ++seed;
    for (int64_t i = 0; i < tensor.numElements(); ++i)
      tensor.set(i,
                 c.low + (c.high - c.low) * rlx::check::unitInterval(rlx::check::draw(seed, i, 0)));
    return tensor;
  }

  SmallVector<Tensor> runBackward() {
    SmallVector<Tensor> withUpstream(arguments);
    withUpstream.push_back(upstream);
    auto results = Interpreter().run(function("backward"), withUpstream);
    if (results)
      return *results;
    error = llvm::toString(results.takeError());
    return {};
  }

  // Runs the backward function again, composed of simpler ops.
  std::string compareDecomposed(ArrayRef<Tensor> gradients) {
    PassManager manager(&context);
    manager.addPass(rlx::createDecomposeOpsPass());
    if (failed(manager.run(*module)))
      return "decomposing fails";
    SmallVector<Tensor> decomposed = runBackward();
    if (!error.empty())
      return error;
    for (auto [number, gradient] : llvm::enumerate(gradients)) {
      auto tolerance =
          rlx::ref::toleranceFor(gradient.elementType, rlx::ref::OpClass::Accumulation);
      rlx::ref::Comparison result = rlx::ref::compare(decomposed[number], gradient, tolerance);
      if (!result.ok)
        return "the gradient of " + c.gradients[number].first + ", decomposed: " + result.report();
    }
    return "";
  }

  // sum(forward(arguments) * upstream)
  double loss() {
    auto results = Interpreter().run(function("forward"), arguments);
    if (!results) {
      error = llvm::toString(results.takeError());
      return 0;
    }
    double sum = 0;
    for (auto [y, dy] : llvm::zip_equal((*results)[0].floats, upstream.floats))
      sum += y * dy;
    return sum;
  }

  // The difference quotient of the loss with respect to element i of an argument. It combines
  // three-point formulas at two distances, so the error falls with the fourth power of the
  // distance.
  double quotient(Tensor &argument, int64_t i) {
    double x = argument.floats[i];
    auto central = [&](double step) {
      argument.floats[i] = x + step;
      double after = loss();
      argument.floats[i] = x - step;
      double before = loss();
      argument.floats[i] = x;
      return (after - before) / (2 * step);
    };
    return (4 * central(kStep) - central(2 * kStep)) / 3;
  }

  std::string compare(StringRef name, const Tensor &gradient) {
    auto list = splitArguments(c.arguments);
    size_t number =
        llvm::find_if(list, [&](auto &entry) { return entry.first == name; }) - list.begin();
    Tensor &argument = arguments[number];
    if (gradient.shape != argument.shape)
      return "the gradient of " + name.str() + " does not have its shape";
    double largest = 1;
    for (double value : gradient.floats)
      largest = std::fmax(largest, std::fabs(value));
    for (int64_t i = 0; i < argument.numElements(); ++i) {
      double expected = quotient(argument, i);
      // The order of the comparison matters: NaN counts as a difference.
      if (!(std::fabs(gradient.floats[i] - expected) <= kTolerance * largest))
        return "element " + std::to_string(i) + " of the gradient of " + name.str() + " is " +
               std::to_string(gradient.floats[i]) + ", but the difference quotient is " +
               std::to_string(expected);
    }
    return error;
  }

  // Differences of losses of size 10 have lost 15 - 4 digits.
  static constexpr double kStep = 1e-4, kTolerance = 1e-8;
  const GradientCase &c;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  SmallVector<Tensor> arguments;
  Tensor upstream;
  uint64_t seed = 0;
  std::string error;
};

} // namespace

std::string rlx::checkGradients(const GradientCase &gradientCase) {
  return GradientCheck(gradientCase).run();
}

namespace {

TEST_P(GradientTest, AgreesWithDifferences) {
  EXPECT_EQ(rlx::checkGradients(GetParam()), "");
}

GradientCase product(std::string dx) {
  constexpr const char *kSquare = "(tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>\n";
  return {"product",
          "%x: tensor<3xf64>, %s: tensor<3xf64>",
          "tensor<3xf64>",
          std::string("%y = rlx.mul %x, %s : ") + kSquare,
          std::string("%dx = rlx.mul %dy, ") + dx + " : " + kSquare +
              "%ds = rlx.mul %dy, %x : " + kSquare,
          {{"%x", "%dx"}, {"%s", "%ds"}}};
}

// Tests of the checks: they accept right gradients and reject wrong ones.
TEST(GradientCheck, AcceptsTheGradient) {
  EXPECT_EQ(rlx::checkGradients(product("%s")), "");
}
TEST(GradientCheck, SeesAWrongGradient) {
  EXPECT_NE(rlx::checkGradients(product("%x")).find("element 0 of the gradient of %x"),
            std::string::npos);
}
TEST(GradientCheck, SeesAGradientOfNothing) {
  GradientCase gradientCase = product("%s");
  gradientCase.gradients = {{"%z", "%dx"}, {"%x", "%dx"}};
  EXPECT_NE(rlx::checkGradients(gradientCase), "");
}

} // namespace
