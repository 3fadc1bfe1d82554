// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implementation of the routes; see GraphCheck.h.
#include "unittests/builder/GraphCheck.h"

#include <cmath>

#include "dialects/rlx/reference/Conversion.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace rlx::test {

static int64_t numParts(rt::DType dtype) {
  return rt::isComplex(dtype) ? 2 : 1;
}

rt::Tensor tensorOf(const Array &array) {
  rt::StatusOr<rt::Tensor> tensor = rt::Tensor::allocate(array.dtype, array.shape);
  if (!tensor.ok())
    return {};
  for (size_t i = 0; i < array.values.size(); ++i)
    rt::storeElement(rt::partType(array.dtype), tensor->data(), static_cast<int64_t>(i),
                     array.values[i]);
  return std::move(*tensor);
}

static Array arrayOf(const rt::TensorView &view) {
  Array array{view.dtype, {view.shape.begin(), view.shape.end()}, {}};
  for (int64_t i = 0, end = count(array.shape) * numParts(view.dtype); i < end; ++i)
    array.values.push_back(rt::loadElement(rt::partType(view.dtype), view.data, i));
  return array;
}

void expectNear(const Array &actual, const std::vector<double> &expected, double tolerance) {
  ASSERT_EQ(actual.values.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    if (std::isnan(expected[i]) && std::isnan(actual.values[i]))
      continue;
    ASSERT_NEAR(actual.values[i], expected[i], tolerance * std::max(1.0, std::abs(expected[i])))
        << "at " << i;
  }
}

static Arrays runSession(rt::StatusOr<std::unique_ptr<Session>> session, const Arrays &values,
                         const std::map<std::string, rt::Tensor> &params) {
  EXPECT_TRUE(session.ok()) << session.status().toString();
  if (!session.ok())
    return {};
  rt::Executable &exec = (*session)->executable();
  std::vector<rt::Tensor> tensors;
  std::vector<rt::NamedTensor> inputs;
  for (const auto &input : exec.program().inputs) {
    tensors.push_back(tensorOf(values.at(input.name)));
    inputs.push_back({input.name, tensors.back().view()});
  }
  for (std::string_view name : exec.missingParams()) {
    auto known = params.find(std::string(name));
    rt::Tensor value =
        known != params.end() ? known->second.share() : tensorOf(values.at(std::string(name)));
    rt::Status set = exec.setParam(name, value.view());
    EXPECT_TRUE(set.ok()) << set.toString();
  }
  rt::Status ran = exec.run(inputs);
  EXPECT_TRUE(ran.ok()) << ran.toString();
  if (!ran.ok())
    return {};
  Arrays outputs;
  for (size_t i = 0; i < exec.program().outputs.size(); ++i)
    outputs[exec.program().outputs[i].name] = arrayOf(exec.output(i));
  return outputs;
}

static Arrays interpret(GraphModel &model, const Arrays &values) {
  auto function = *model.module->getOps<func::FuncOp>().begin();
  SmallVector<ref::Tensor> arguments;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    std::string name = function.getArgAttrOfType<StringAttr>(i, "rlx.name").str();
    auto known = model.params.find(name);
    rt::Tensor value =
        known != model.params.end() ? known->second.share() : tensorOf(values.at(name));
    auto type = cast<RankedTensorType>(function.getArgumentTypes()[i]);
    llvm::Expected<ref::Tensor> argument =
        ref::fromBytes(ArrayRef<int64_t>(value.shape().data(), value.rank()), type.getElementType(),
                       ArrayRef<char>(value.as<char>(), value.bytes()));
    arguments.push_back(llvm::cantFail(std::move(argument)));
  }
  auto results = ref::Interpreter().run(function, std::move(arguments));
  if (!results) {
    ADD_FAILURE() << llvm::toString(results.takeError());
    return {};
  }
  Arrays outputs;
  for (auto [i, result] : llvm::enumerate(*results)) {
    Array array;
    array.shape.assign(result.shape.begin(), result.shape.end());
    array.values = result.floats.empty()
                       ? std::vector<double>(result.ints.begin(), result.ints.end())
                       : result.floats;
    outputs[function.getResultAttrOfType<StringAttr>(i, "rlx.name").str()] = array;
  }
  return outputs;
}

static void expectSame(const Arrays &actual, const Arrays &expected, double tolerance,
                       const char *route) {
  SCOPED_TRACE(route);
  ASSERT_EQ(actual.size(), expected.size());
  for (const auto &[name, array] : expected) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(actual.contains(name));
    EXPECT_EQ(actual.at(name).shape, array.shape);
    expectNear(actual.at(name), array.values, tolerance);
  }
}

Arrays run(GraphBuilder &builder, const Arrays &values, double tolerance) {
  rt::StatusOr<GraphModel> model = builder.finish();
  EXPECT_TRUE(model.ok()) << model.status().toString();
  if (!model.ok())
    return {};
  std::map<std::string, rt::Tensor> params;
  for (auto &[name, value] : model->params)
    params[name] = value.share();
  std::string text = model->text();
  {
    std::unique_ptr<MLIRContext> context = createCompilerContext();
    OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(text, context.get());
    EXPECT_TRUE(again) << text;
    std::string second;
    llvm::raw_string_ostream os(second);
    if (again)
      again->print(os);
    EXPECT_EQ(text, second);
  }
  Arrays expected = interpret(*model, values);
  Arrays outputs = runSession(Session::fromGraph(std::move(*model)), values, params);
  expectSame(outputs, expected, tolerance, "compiled, against the reference");
  expectSame(runSession(Session::fromSource(text), values, params), outputs, 0, "from the text");
  return outputs;
}

} // namespace rlx::test
