// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads ONNX test folders and brings their tensors into signature order.
//
// Files are TensorProto messages, which the importer's reader decodes.
#include "tools/rlx-run/run/TestData.h"

#include "compiler/ProgramWriter.h"
#include "importers/onnx/OnnxProto.h"
#include "importers/onnx/OnnxTypes.h"
#include "runtime/base/File.h"
#include "session/ModelFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace rlx::run {
namespace {

struct NamedValue {
  std::string name;
  rt::Tensor tensor;
};

rt::StatusOr<onnx::TensorProto> readProto(const std::string &path) {
  RLX_ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, rt::readFile(path));
  onnx::TensorProto proto;
  if (bytes.size() > INT32_MAX ||
      !proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return rt::Status(rt::StatusCode::DataLoss, "it holds no tensor");
  return proto;
}

rt::StatusOr<NamedValue> readTensorProto(mlir::MLIRContext &context, const std::string &path) {
  RLX_ASSIGN_OR_RETURN(const onnx::TensorProto proto, readProto(path));
  onnxim::ExternalFiles files("");
  llvm::Expected<onnxim::TensorData> data = onnxim::decodeTensor(&context, proto, files);
  if (!data)
    return rt::unsupported(llvm::toString(data.takeError()));
  std::optional<rt::DType> dtype = dtypeOf(data->type.getElementType());
  if (!dtype)
    return rt::unsupported("its element type is not supported");
  NamedValue value;
  value.name = proto.name();
  RLX_ASSIGN_OR_RETURN(value.tensor,
                       rt::Tensor::copyOf({*dtype, data->type.getShape(), data->bytes.data()}));
  return value;
}

// The tensors KIND_0.pb, KIND_1.pb, … of the folder in signature order; KIND is "input" or
// "output".
rt::StatusOr<std::vector<rt::Tensor>> readAll(mlir::MLIRContext &context,
                                              const rt::Program &program,
                                              const std::string &directory,
                                              const std::string &kind) {
  const std::vector<rt::TensorSpec> &specs = kind == "input" ? program.inputs : program.outputs;
  std::string prefix = directory + "/" + kind + "_";
  std::string wanted = std::to_string(specs.size()) + " " + kind + (specs.size() == 1 ? "" : "s");
  std::vector<NamedValue> values;
  for (size_t i = 0; llvm::sys::fs::exists(prefix + std::to_string(i) + ".pb"); ++i) {
    std::string path = prefix + std::to_string(i) + ".pb";
    rt::StatusOr<NamedValue> value = readTensorProto(context, path);
    if (!value.ok())
      return std::move(value).status().withContext("reading '" + path + "'");
    values.push_back(std::move(*value));
  }
  if (values.size() < specs.size())
    return rt::notFound("'" + prefix + std::to_string(values.size()) +
                        ".pb' is missing: the model has " + wanted);
  bool byName = llvm::all_of(specs, [&](const rt::TensorSpec &spec) {
    return llvm::count_if(values, [&](auto &value) { return value.name == spec.name; }) == 1;
  });
  if (!byName && values.size() != specs.size())
    return rt::invalidArgument("'" + prefix + "*.pb' are " + std::to_string(values.size()) +
                               " tensors, but the model has " + wanted);
  std::vector<rt::Tensor> result;
  for (auto [i, spec] : llvm::enumerate(specs)) {
    auto found = byName ? llvm::find_if(values, [&](auto &v) { return v.name == spec.name; })
                        : values.begin() + i;
    rt::Tensor &tensor = found->tensor;
    if (spec.dtype == rt::DType::BF16 && tensor.dtype() == rt::DType::U16) {
      // The files store bfloat16 as uint16 bits.
      auto bits = std::make_shared<rt::Tensor>(std::move(tensor));
      RLX_ASSIGN_OR_RETURN(tensor, rt::Tensor::wrap(spec.dtype, bits->shape(), bits->data(), bits));
    }
    // The comparison reports wrong expected outputs.
    if (kind == "input")
      RLX_RETURN_IF_ERROR(checkFits(program, spec, tensor,
                                    prefix + std::to_string(found - values.begin()) + ".pb"));
    result.push_back(std::move(tensor));
  }
  return result;
}

} // namespace

rt::StatusOr<Case> readTestData(mlir::MLIRContext &context, const std::string &directory,
                                const rt::Program &program) {
  RLX_RETURN_IF_ERROR(checkFolder(directory));
  Case result;
  result.name = caseName(directory);
  RLX_ASSIGN_OR_RETURN(result.inputs, readAll(context, program, directory, "input"));
  RLX_ASSIGN_OR_RETURN(result.expected, readAll(context, program, directory, "output"));
  return result;
}

std::map<std::string, int64_t> ranksOfTestData(const std::string &directory) {
  std::map<std::string, int64_t> ranks;
  for (size_t i = 0;; ++i) {
    rt::StatusOr<onnx::TensorProto> proto =
        readProto(directory + "/input_" + std::to_string(i) + ".pb");
    if (!proto.ok())
      return ranks;
    if (!proto->name().empty())
      ranks.try_emplace(proto->name(), proto->dims_size());
  }
}

} // namespace rlx::run
