// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads ONNX test folders and brings their tensors into signature order.
//
// Files are TensorProto messages, which the importer's reader decodes, or SequenceProto,
// OptionalProto or MapProto messages of such ones.
#include "tools/rlx-run/run/TestData.h"

#include "compiler/ProgramWriter.h"
#include "importers/onnx/OnnxProto.h"
#include "importers/onnx/OnnxTypes.h"
#include "runtime/base/File.h"
#include "runtime/program/model/ExprEval.h"
#include "session/ModelFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace rlx::run {
namespace {

struct NamedValue {
  std::string name;
  rt::Tensor tensor;
  std::string path;
};

// A file: a tensor, or the elements of a sequence or an optional, or the values of a map.
struct TestFile {
  std::string name;
  bool isList = false, isAbsent = false;
  std::vector<onnxim::TensorProto> tensors;
  std::optional<onnxim::TensorProto> keys;           // of a map
  std::shared_ptr<const std::vector<uint8_t>> bytes; // to which the tensors refer
};

// The types of keys tell maps from sequences, which have small numbers there.
std::optional<TestFile> asMap(llvm::StringRef bytes) {
  onnxim::MapProto map;
  if (!onnxim::parseProto(bytes, map) || map.hasOtherFields ||
      (map.keyType != onnxim::TensorProto::INT64 && map.keyType != onnxim::TensorProto::STRING))
    return std::nullopt;
  TestFile file;
  file.name = map.name;
  file.tensors = map.values->tensorValues;
  onnxim::TensorProto &keys = file.keys.emplace();
  keys.dataType = map.keyType;
  keys.dims.push_back(static_cast<int64_t>(file.tensors.size()));
  keys.int64Data = map.keys;
  keys.stringData = map.stringKeys;
  return file;
}

// A message without a tensor's fields is a list. Sequences and optionals of one tensor look alike.
std::optional<TestFile> asList(llvm::StringRef bytes) {
  onnxim::SequenceProto list;
  if (!onnxim::parseProto(bytes, list) || list.hasOtherFields)
    return std::nullopt;
  TestFile file;
  file.name = list.name;
  file.isList = true;
  const onnxim::SequenceProto &elements =
      list.sequenceValues.size() == 1 ? list.sequenceValues[0] : list;
  file.tensors = elements.tensorValues;
  file.isAbsent = list.tensorValues.empty() && list.sequenceValues.empty();
  const bool hasTypes = llvm::all_of(
      file.tensors, [](const onnxim::TensorProto &tensor) { return tensor.dataType != 0; });
  if (!hasTypes || (file.isAbsent && file.name.empty()))
    return std::nullopt;
  return file;
}

std::optional<TestFile> asTensor(llvm::StringRef bytes) {
  TestFile file;
  if (!onnxim::parseProto(bytes, file.tensors.emplace_back()))
    return std::nullopt;
  file.name = file.tensors[0].name;
  return file;
}

rt::StatusOr<TestFile> readProto(const std::string &path) {
  RLX_ASSIGN_OR_RETURN(std::vector<uint8_t> contents, rt::readFile(path));
  auto bytes = std::make_shared<const std::vector<uint8_t>>(std::move(contents));
  const llvm::StringRef text(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  for (auto read : {asMap, asList, asTensor})
    if (std::optional<TestFile> file = read(text)) {
      file->bytes = bytes;
      return std::move(*file);
    }
  return rt::Status(rt::StatusCode::DataLoss, "it holds no tensor");
}

rt::StatusOr<rt::Tensor> decode(mlir::MLIRContext &context, const onnxim::TensorProto &proto) {
  onnxim::ExternalFiles files("");
  llvm::Expected<onnxim::TensorData> data = onnxim::decodeTensor(&context, proto, files);
  if (!data)
    return rt::unsupported(llvm::toString(data.takeError()));
  if (onnxim::isString(data->type.getElementType())) {
    std::vector<rt::StringElement> elements;
    for (int64_t i = 0, e = data->numElements(); i < e; ++i) {
      const std::string &text = files.strings.all()[data->intAt(i)];
      elements.push_back({text.data(), text.size()});
    }
    elements.push_back({}); // an address, if there are none
    return rt::Tensor::copyOf({rt::DType::String, data->type.getShape(), elements.data()});
  }
  std::optional<rt::DType> dtype = dtypeOf(data->type.getElementType());
  if (!dtype)
    return rt::unsupported("its element type is not supported");
  return rt::Tensor::copyOf({*dtype, data->type.getShape(), data->bytes.data()});
}

// The elements as the rows of one tensor, for the output `spec`.
rt::StatusOr<rt::Tensor> stacked(const std::vector<rt::Tensor> &rows, const rt::TensorSpec &spec) {
  std::vector<int64_t> shape = {static_cast<int64_t>(rows.size())};
  for (size_t i = 1; i < spec.shape.size(); ++i) { // of no row
    int64_t size = 0;
    if (rt::isStatic(spec.shape[i])) {
      RLX_ASSIGN_OR_RETURN(size, rt::evaluate(spec.shape[i], {}));
    }
    shape.push_back(size);
  }
  std::vector<char> bytes;
  for (const rt::Tensor &row : rows) {
    if (rt::byteSize(row.dtype()) != rt::byteSize(spec.dtype))
      return rt::invalidArgument("its elements have another type than the model's");
    if (!llvm::equal(row.shape(), rows[0].shape()))
      return rt::invalidArgument("its elements differ in shape, but the model gives one tensor");
    shape.resize(1);
    llvm::append_range(shape, row.shape());
    const char *data = static_cast<const char *>(row.data());
    bytes.insert(bytes.end(), data, data + row.bytes());
  }
  return rt::Tensor::copyOf({spec.dtype, shape, bytes.data()});
}

// Whether the name is LIST.NUMBER.
bool isElementOf(llvm::StringRef name, llvm::StringRef list) {
  return name.consume_front(list) && name.consume_front(".") && !name.empty() &&
         llvm::all_of(name, llvm::isDigit);
}

// Adds the values of a file: one for each input or output of the model that it stands for.
rt::Status addValues(mlir::MLIRContext &context, const std::vector<rt::TensorSpec> &specs,
                     const std::string &path, std::vector<NamedValue> &values) {
  RLX_ASSIGN_OR_RETURN(const TestFile file, readProto(path));
  std::vector<rt::Tensor> tensors;
  for (const onnxim::TensorProto &proto : file.tensors) {
    RLX_ASSIGN_OR_RETURN(rt::Tensor tensor, decode(context, proto));
    tensors.push_back(std::move(tensor));
  }
  auto specOf = [&](const std::string &name) {
    return llvm::find_if(specs, [&](auto &spec) { return spec.name == name; });
  };
  if (file.keys) {
    auto spec = specOf(file.name + ".values");
    if (spec == specs.end())
      return rt::invalidArgument("it is a map '" + file.name + "', which the model has not");
    RLX_ASSIGN_OR_RETURN(rt::Tensor keys, decode(context, *file.keys));
    RLX_ASSIGN_OR_RETURN(rt::Tensor all, stacked(tensors, *spec));
    values.push_back({file.name + ".keys", std::move(keys), path});
    values.push_back({spec->name, std::move(all), path});
    return rt::okStatus();
  }
  auto whole = specOf(file.name);
  const bool isStack =
      file.isList && whole != specs.end() &&
      (tensors.size() != 1 || whole->shape.size() == tensors[0].shape().size() + 1);
  if (isStack) {
    RLX_ASSIGN_OR_RETURN(rt::Tensor stack, stacked(tensors, *whole));
    values.push_back({file.name, std::move(stack), path});
    return rt::okStatus();
  }
  const size_t wanted =
      llvm::count_if(specs, [&](auto &spec) { return isElementOf(spec.name, file.name); });
  const bool isSequence = file.isList && whole == specs.end() && !file.name.empty();
  if (isSequence && wanted != tensors.size())
    return rt::invalidArgument("it has " + std::to_string(tensors.size()) +
                               " elements, but the "
                               "model has " +
                               std::to_string(wanted) + " of '" + file.name + "'");
  for (auto [i, tensor] : llvm::enumerate(tensors))
    values.push_back(
        {isSequence ? file.name + "." + std::to_string(i) : file.name, std::move(tensor), path});
  return rt::okStatus();
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
    RLX_RETURN_IF_ERROR(
        addValues(context, specs, path, values).withContext("reading '" + path + "'"));
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
      RLX_RETURN_IF_ERROR(checkFits(program, spec, tensor, found->path));
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

// Calls `use` with each input of the folder that has a name.
template <typename Callback>
static void forEachInput(const std::string &directory, Callback use) {
  for (size_t i = 0;; ++i) {
    rt::StatusOr<TestFile> file = readProto(directory + "/input_" + std::to_string(i) + ".pb");
    if (!file.ok())
      return;
    if (!file->name.empty())
      use(*file);
  }
}

std::map<std::string, int64_t> ranksOfTestData(const std::string &directory) {
  std::map<std::string, int64_t> ranks;
  forEachInput(directory, [&](const TestFile &file) {
    if (!file.tensors.empty())
      ranks.try_emplace(file.name, static_cast<int64_t>(file.tensors[0].dims.size()));
  });
  return ranks;
}

bool hasListsInTestData(const std::string &directory) {
  for (const char *kind : {"/input_", "/output_"})
    for (size_t i = 0;; ++i) {
      rt::StatusOr<TestFile> file = readProto(directory + kind + std::to_string(i) + ".pb");
      if (!file.ok())
        break;
      if (file->isList)
        return true;
    }
  return false;
}

std::map<std::string, std::string> scalarsOfTestData(const std::string &directory) {
  std::map<std::string, std::string> scalars;
  forEachInput(directory, [&](const TestFile &file) {
    const int type = file.tensors.empty() ? 0 : file.tensors[0].dataType;
    const bool isInteger = type == onnxim::TensorProto::INT64 ||
                           type == onnxim::TensorProto::INT32 || type == onnxim::TensorProto::BOOL;
    const bool isSingle = !file.tensors.empty() &&
                          llvm::all_of(file.tensors[0].dims, [](int64_t n) { return n == 1; });
    if (!file.isList && !file.keys && isInteger && isSingle)
      scalars[file.name].assign(file.bytes->begin(), file.bytes->end());
  });
  return scalars;
}

std::map<std::string, OnnxElements> elementsOfTestData(const std::string &directory) {
  std::map<std::string, OnnxElements> elements;
  forEachInput(directory, [&](const TestFile &file) {
    if (!file.isList)
      return;
    OnnxElements &each = elements[file.name];
    each.isAbsent = file.isAbsent;
    for (const onnxim::TensorProto &tensor : file.tensors)
      each.shapes.emplace_back(tensor.dims.begin(), tensor.dims.end());
  });
  return elements;
}

} // namespace rlx::run
