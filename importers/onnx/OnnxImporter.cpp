// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry points of the ONNX importer: reads the file, checks the graph, and imports its nodes
// through the operator table; see OnnxImporter.h.
//
// Only nodes that the outputs need are imported.
#include "importers/onnx/OnnxImporter.h"

#include <climits>
#include <new>

#include "dialects/Register.h"
#include "dialects/rlx/interfaces/Strings.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "formats/WrongFile.h"
#include "importers/onnx/OnnxDeclaration.h"
#include "importers/onnx/OnnxFunctions.h"
#include "importers/onnx/OnnxLists.h"
#include "importers/onnx/OnnxLiveNodes.h"
#include "importers/onnx/OnnxOpTable.h"
#include "importers/onnx/OnnxRefusal.h"
#include "importers/onnx/OnnxSignature.h"
#include "importers/onnx/OnnxSubgraph.h"
#include "importers/onnx/OnnxSurvey.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace rlx {
namespace onnxim {
namespace {

// Owns the bytes of the params.
struct Storage {
  Storage(std::unique_ptr<llvm::MemoryBuffer> bytes, StringRef directory, StringRef target)
      : bytes(std::move(bytes)), files(directory, target) {}
  std::unique_ptr<llvm::MemoryBuffer> bytes; // of the file, which the messages refer to
  ModelProto model;
  ExternalFiles files;
  std::vector<std::shared_ptr<std::vector<char>>> converted;
  struct Constant {
    std::string bytes;
    TensorProto tensor; // which refers to them
  };
  std::vector<std::unique_ptr<Constant>> constants; // of the options
};

class Importer {
public:
  Importer(MLIRContext *context, StringRef name, const OnnxImportOptions &options,
           std::shared_ptr<Storage> storage, RankChoice rankChoice)
      : context(context), loc(FileLineColLoc::get(context, name, 0, 0)), options(options),
        storage(std::move(storage)), rankChoice(rankChoice) {}

  FailureOr<ImportedModel> run();
  // Whether another choice of ranks may do, since this one did not fit the rest of the model.
  bool shouldChooseAgain() const { return choseRank && !fitsDeclaredRanks; }

private:
  InFlightDiagnostic error() const { return emitError(loc); }
  // An input of which the options must say more.
  InFlightDiagnostic needsInput(const std::string &name) {
    lacksInput = true;
    return error() << "input '" << name << "' ";
  }
  LogicalResult parse();
  LogicalResult readOpsets();
  LogicalResult addInitializers(Graph &graph, const GraphProto &proto);
  LogicalResult addInitializer(Graph &graph, const std::string &name,
                               llvm::Expected<TensorData> data);
  // Runs a step; a survey lists its error, and goes on.
  LogicalResult checkValue(const std::string &name, StringRef kind, Survey::Step step);
  LogicalResult addInputs(Graph &graph);
  LogicalResult addInput(Graph &graph, const ValueInfoProto &info);
  LogicalResult checkParam(const ValueInfoProto &info) const;
  FailureOr<OnnxValue> inputValue(Graph &graph, const std::string &name, const TypeProto &type);
  FailureOr<OnnxValue> tensorInput(Graph &graph, const std::string &name,
                                   const TypeProto::Tensor &type, const IntList &shape);
  FailureOr<OnnxValue> mapInput(Graph &graph, const std::string &name, const TypeProto::Map &map);
  FailureOr<OnnxValue> sequenceInput(Graph &graph, const std::string &name,
                                     const TypeProto &elementType,
                                     const std::optional<OnnxElements> &elements);
  LogicalResult addConstantInput(Graph &graph, const ValueInfoProto &info, StringRef bytes);
  IntList declaredShape(const TypeProto::Tensor &type) const;
  FailureOr<IntList> shapeOf(const std::string &name, const TypeProto::Tensor &type);
  LogicalResult checkOptions() const;
  void findOverridden();
  LogicalResult importNodes(Graph &graph, const GraphProto &proto);
  LogicalResult importNode(Graph &graph, const NodeProto &proto, unsigned number);
  LogicalResult checkDefined(Graph &graph, Node &node, const NodeProto &proto);
  LogicalResult checkOperators(Graph &graph);
  std::optional<Dims> elementsFromNode(Graph &graph, StringRef name);
  bool haveDeclaredRanks(const Graph &graph) const;
  LogicalResult checkOutputTypes(Graph &graph);
  FailureOr<ImportedModel> finish(Graph &graph, ImportedModel result);
  std::vector<std::string> notes() const;

  int64_t opsetOf(const NodeProto &node) const { return opsets.of(node.domain).value_or(0); }
  const GraphProto &graphProto() const { return *storage->model.graph; }

  MLIRContext *context;
  Location loc;
  const OnnxImportOptions &options;
  std::shared_ptr<Storage> storage;
  const RankChoice rankChoice;
  bool choseRank = false, fitsDeclaredRanks = false;
  Opsets opsets;
  std::optional<Survey> survey;
  bool lacksInput = false;                      // the last error is one of needsInput()
  llvm::StringSet<> overridden;                 // inputs whose default values do not count
  llvm::StringMap<const NodeProto *> producers; // of values imported so far
};

// Files that users take for ONNX models: "a web page; …". Empty for others.
StringRef otherKind(StringRef bytes) {
  if (const std::string_view wrong = wrongFile(bytes); !wrong.empty())
    return wrong;
  if (bytes.starts_with("PK"))
    return "the file is a zip archive, such as a PyTorch checkpoint; unpack it, or export the "
           "model "
           "to ONNX";
  if (bytes.starts_with("\x89HDF"))
    return "the file is HDF5, such as a Keras model; export the model to ONNX";
  if (bytes.substr(4).starts_with("ORTM"))
    return "the file is in the format of ONNX Runtime (.ort); use the ONNX model it was made from";
  if (bytes.substr(4).starts_with("TFL3"))
    return "the file is a TensorFlow Lite model; convert it to ONNX";
  return "";
}

LogicalResult Importer::parse() {
  const StringRef bytes = storage->bytes->getBuffer();
  if (StringRef kind = otherKind(bytes); !kind.empty())
    return error() << "not an ONNX model: " << kind;
  if (bytes.size() > INT_MAX)
    return error() << "the model has " << bytes.size()
                   << " bytes, more than the 2 GiB a protobuf message can have";
  if (!parseProto(bytes, storage->model))
    return error() << "not an ONNX model, or a damaged one: the protobuf message cannot be read";
  if (!storage->model.graph)
    return error() << "not an ONNX model: it has no graph";
  if (storage->model.irVersion > newestIrVersion())
    return unsupported(error()) << "the model has IR version " << storage->model.irVersion
                                << "; the newest that this version of RLX reads is "
                                << newestIrVersion();
  if (llvm::Error wrong = inlineFunctions(storage->model))
    return error() << llvm::toString(std::move(wrong));
  return success();
}

// Domains that ONNX does not have are errors at their nodes, and so are those that are missing.
LogicalResult Importer::readOpsets() {
  for (const OperatorSetIdProto &import : storage->model.opsetImport) {
    const StringRef domain = canonicalDomain(import.domain);
    const int newest = newestOpset(domain);
    if (newest && (import.version < 1 || import.version > newest))
      return unsupported(error()) << "the model uses operator set " << import.version << " of "
                                  << domainText(domain) << "; ONNX has 1 to " << newest << "; "
                                  << exportAdvice(newest, domain);
    opsets.add(domain, import.version);
  }
  if (opsets.empty())
    return error() << "the model does not say which operator set of the default domain it uses";
  return success();
}

LogicalResult Importer::addInitializers(Graph &graph, const GraphProto &proto) {
  const bool isModel = &proto == &graphProto();
  auto add = [&](const std::string &name, llvm::function_ref<llvm::Expected<TensorData>()> decode) {
    if (isModel && overridden.contains(name))
      return success();
    return checkValue(name, "initializer", [&] { return addInitializer(graph, name, decode()); });
  };
  for (const TensorProto &tensor : proto.initializer)
    if (failed(add(tensor.name, [&] { return decodeTensor(context, tensor, storage->files); })))
      return failure();
  for (const SparseTensorProto &tensor : proto.sparseInitializer)
    if (failed(add(tensor.values->name,
                   [&] { return decodeSparse(context, tensor, storage->files); })))
      return failure();
  return success();
}

LogicalResult Importer::addInitializer(Graph &graph, const std::string &name,
                                       llvm::Expected<TensorData> data) {
  if (!data)
    return error() << "initializer '" << name << "' " << llvm::toString(data.takeError());
  if (failed(graph.define(name, valueOf(context, std::move(*data)))))
    return error() << "initializer '" << name << "' is defined a second time";
  return success();
}

LogicalResult Importer::checkValue(const std::string &name, StringRef kind, Survey::Step step) {
  if (!survey)
    return step();
  lacksInput = false;
  survey->checkValue(name, kind, step);
  if (lacksInput)
    options.findings->back().cause = OnnxFinding::Cause::NeedsInput;
  return success();
}

// The sizes of an input, including those that the options fix.
IntList Importer::declaredShape(const TypeProto::Tensor &type) const {
  IntList shape;
  for (const TensorShapeProto::Dimension &dim : type.shape->dim) {
    auto given = options.dimSizes.find(dim.dimParam);
    bool isStatic = dim.dimValue.value_or(-1) != -1; // -1: "dynamic" in some exporters
    if (!dim.dimParam.empty() && given != options.dimSizes.end())
      shape.push_back(given->second);
    else
      shape.push_back(isStatic ? *dim.dimValue : ShapedType::kDynamic);
  }
  return shape;
}

// The shape of an input. One that the model does not declare has dynamic sizes.
FailureOr<IntList> Importer::shapeOf(const std::string &name, const TypeProto::Tensor &type) {
  if (type.shape)
    return declaredShape(type);
  std::optional<int64_t> rank;
  if (options.rankOf)
    rank = options.rankOf(name);
  if (rank)
    return IntList(*rank, ShapedType::kDynamic);
  InFlightDiagnostic missing = needsInput(name)
                               << "has no shape in the model, so its rank is not known; ";
  if (options.rankOf) // rlx-run, which has values
    missing << "give rlx-run a value with a shape, such as --input='" << name << "="
            << exampleText(context, type) << "', or ";
  return missing << "declare the shape in the model (sizes may be dynamic)";
}

FailureOr<OnnxValue> Importer::tensorInput(Graph &graph, const std::string &name,
                                           const TypeProto::Tensor &type, const IntList &shape) {
  auto invalid = [&] { return error() << "input '" << name << "' "; };
  Type elementType = elementTypeOf(context, type.elemType);
  if (!elementType)
    return unsupported(invalid()) << "has the unsupported element type "
                                  << dataTypeName(type.elemType);
  SmallVector<std::string> names(shape.size());
  for (auto [dimName, dim] : llvm::zip(names, type.shape->dim))
    dimName = dim.dimParam;
  IntList known = llvm::map_to_vector<6>(
      shape, [](int64_t size) { return ShapedType::isDynamic(size) ? 1 : size; });
  if (auto count = checkedNumElements(known, elementType); !count)
    return invalid() << "has an invalid shape: " << llvm::toString(count.takeError());
  Location inputLoc = NameLoc::get(StringAttr::get(context, name));
  return tensorValue(graph, graph.addInput(inputLoc, name, elementType, shape, names));
}

FailureOr<OnnxValue> Importer::sequenceInput(Graph &graph, const std::string &name,
                                             const TypeProto &elementType,
                                             const std::optional<OnnxElements> &elements) {
  auto invalid = [&] { return error() << "input '" << name << "' "; };
  if (!elementType.tensorType)
    return unsupported(invalid()) << "is a sequence of sequences, optionals or maps; supported are "
                                     "sequences of tensors";
  const TypeProto::Tensor &tensor = *elementType.tensorType;
  if (!elements)
    return options.elementsOf // rlx-run, which has values
               ? needsInput(name)
                     << "is a sequence, which becomes one input for each element: give rlx-run all "
                        "of them, such as --input='"
                     << name << ".0=" << exampleText(context, tensor)
                     << "', or a folder with --test-data"
               : needsInput(name)
                     << "is a sequence, which becomes one input for each element; only "
                        "rlx-run, which is given all of them, compiles such a model";
  Type type = elementTypeOf(context, tensor.elemType);
  if (!type)
    return unsupported(invalid()) << "has the unsupported element type "
                                  << dataTypeName(tensor.elemType);
  std::vector<OnnxValue> values;
  for (auto [i, shape] : llvm::enumerate(elements->shapes)) {
    const std::string element = name + "." + std::to_string(i);
    if (tensor.shape && failed(verifyCompatibleShape(declaredShape(tensor), shape)))
      return error() << "input '" << element << "' is given as "
                     << RankedTensorType::get(shape, type) << ", but the model declares "
                     << RankedTensorType::get(declaredShape(tensor), type);
    // Names of sizes do not say that elements have equal ones.
    TypeProto::Tensor unnamed;
    unnamed.elemType = tensor.elemType;
    FailureOr<OnnxValue> value =
        tensorInput(graph, element, unnamed, IntList(shape.begin(), shape.end()));
    if (failed(value))
      return failure();
    values.push_back(std::move(*value));
  }
  return sequenceOf(type, std::move(values));
}

// Two inputs, NAME.keys and NAME.values.
FailureOr<OnnxValue> Importer::mapInput(Graph &graph, const std::string &name,
                                        const TypeProto::Map &map) {
  const int key = map.keyType;
  if (key != TensorProto::INT64 && key != TensorProto::STRING)
    return unsupported(error()) << "input '" << name << "' is a map with keys of type "
                                << dataTypeName(key) << "; supported are INT64 and STRING";
  if (!map.valueType->tensorType)
    return unsupported(error()) << "input '" << name
                                << "' is a map of sequences, optionals or maps; supported are maps "
                                   "of numbers and strings";
  TypeProto::Tensor vector;
  vector.shape.get().dim.push_back({std::nullopt, name + ".size"});
  vector.elemType = key;
  FailureOr<OnnxValue> keys = tensorInput(graph, name + ".keys", vector, {ShapedType::kDynamic});
  vector.elemType = map.valueType->tensorType->elemType;
  FailureOr<OnnxValue> values =
      failed(keys) ? FailureOr<OnnxValue>(failure())
                   : tensorInput(graph, name + ".values", vector, {ShapedType::kDynamic});
  return failed(values) ? values : FailureOr<OnnxValue>(mapOf(*keys, *values));
}

FailureOr<OnnxValue> Importer::inputValue(Graph &graph, const std::string &name,
                                          const TypeProto &type) {
  if (type.tensorType) {
    FailureOr<IntList> shape = shapeOf(name, *type.tensorType);
    return failed(shape) ? FailureOr<OnnxValue>(failure())
                         : tensorInput(graph, name, *type.tensorType, *shape);
  }
  std::optional<OnnxElements> elements;
  if (options.elementsOf)
    elements = options.elementsOf(name);
  if (type.sequenceType)
    return sequenceInput(graph, name, *type.sequenceType->elemType, elements);
  if (type.mapType)
    return mapInput(graph, name, *type.mapType);
  if (!type.optionalType)
    return unsupported(error()) << "input '" << name
                                << "' is not a tensor, a sequence, a map or an "
                                   "optional; sparse tensors are not supported";
  const TypeProto &inner = *type.optionalType->elemType;
  if (elements && elements->isAbsent)
    return emptyOptional(Float32Type::get(context)); // nothing reads it
  FailureOr<OnnxValue> value = inputValue(graph, name, inner);
  return failed(value) ? value : FailureOr<OnnxValue>(optionalOf(std::move(*value)));
}

LogicalResult Importer::checkParam(const ValueInfoProto &info) const {
  if (!options.paramInputs.contains(info.name))
    return success();
  const bool hasShape = info.type->tensorType && info.type->tensorType->shape;
  if (!hasShape || ShapedType::isDynamicShape(declaredShape(*info.type->tensorType)))
    return error() << "input '" << info.name << "' is " << declaredText(context, *info.type)
                   << "; expected a tensor with a static shape for a param";
  return success();
}

LogicalResult Importer::addInput(Graph &graph, const ValueInfoProto &info) {
  if (failed(checkParam(info)))
    return failure();
  FailureOr<OnnxValue> value = inputValue(graph, info.name, *info.type);
  if (failed(value))
    return failure();
  if (failed(graph.define(info.name, std::move(*value))))
    return error() << "input '" << info.name << "' is defined a second time";
  return success();
}

LogicalResult Importer::addConstantInput(Graph &graph, const ValueInfoProto &info,
                                         StringRef bytes) {
  auto invalid = [&] { return error() << "the constant given for input '" << info.name << "' "; };
  // The params' bytes may point into it.
  Storage::Constant &given = *storage->constants.emplace_back(
      std::make_unique<Storage::Constant>(Storage::Constant{bytes.str(), {}}));
  TensorProto &tensor = given.tensor;
  if (!parseProto(given.bytes, tensor))
    return invalid() << "is not a tensor";
  auto data = decodeTensor(context, tensor, storage->files);
  if (!data)
    return invalid() << llvm::toString(data.takeError());
  if (!info.type->tensorType)
    return unsupported(invalid()) << "would need an input that is a tensor";
  const TypeProto::Tensor &type = *info.type->tensorType;
  Type elementType = elementTypeOf(context, type.elemType);
  if (elementType != data->type.getElementType())
    return invalid() << "has elements of type " << dataTypeName(tensor.dataType)
                     << ", but the input's are " << dataTypeName(type.elemType);
  auto declared = RankedTensorType::get(declaredShape(type), elementType);
  if (type.shape && failed(verifyCompatibleShape(declared, data->type)))
    return invalid() << "is a " << data->type << ", but the input is a " << declared;
  return graph.define(info.name, valueOf(context, std::move(*data)));
}

// Checks that every name in the options is one of the model.
LogicalResult Importer::checkOptions() const {
  const llvm::StringSet<> initialized = initializedNames(graphProto());
  llvm::StringSet<> sizes, inputs;
  for (const ValueInfoProto &info : graphProto().input) {
    inputs.insert(info.name);
    for (const auto &dim : info.type->tensorType->shape->dim)
      sizes.insert(dim.dimParam);
  }
  for (StringRef name : llvm::to_vector(options.dimSizes.keys()))
    if (!name.empty() && sizes.contains(name)) {
      if (options.fixedDims)
        options.fixedDims->insert(name);
    } else if (!options.fixedDims)
      return error() << "no input has a size named '" << name << "' that could be fixed";
  for (StringRef name : llvm::to_vector(options.constantInputs.keys())) {
    if (!inputs.contains(name))
      return error() << "there is no input '" << name << "' that could become a constant";
  }
  for (StringRef name : llvm::to_vector(options.paramInputs.keys()))
    if (!inputs.contains(name) || initialized.contains(name))
      return error() << "there is no input '" << name
                     << "' without a value that could become a param";
  return success();
}

void Importer::findOverridden() {
  const llvm::StringSet<> initialized = initializedNames(graphProto());
  for (const ValueInfoProto &info : graphProto().input)
    if (options.constantInputs.contains(info.name) ||
        (options.isOverridden && initialized.contains(info.name) &&
         options.isOverridden(info.name)))
      overridden.insert(info.name);
}

// An input with an initializer has a default value. Before IR version 4 all initializers are listed
// as inputs.
LogicalResult Importer::addInputs(Graph &graph) {
  for (const ValueInfoProto &info : graphProto().input)
    for (const auto &dim : info.type->tensorType->shape->dim)
      graph.reserveDimName(dim.dimParam);
  for (const ValueInfoProto &info : graphProto().input)
    graph.nameRepeated(
        llvm::map_to_vector<6>(info.type->tensorType->shape->dim,
                               [](const auto &dim) { return StringRef(dim.dimParam); }));
  llvm::StringSet<> seen;
  for (const ValueInfoProto &info : graphProto().input) {
    if (!seen.insert(info.name).second)
      return error() << "input '" << info.name << "' is defined a second time";
    auto constant = options.constantInputs.find(info.name);
    if (graph.find(info.name))
      continue;
    if (failed(checkValue(info.name, "input", [&] {
          return constant == options.constantInputs.end()
                     ? addInput(graph, info)
                     : addConstantInput(graph, info, constant->second);
        })))
      return failure();
  }
  return success();
}

// Whether a node of the graph, or of one inside it, has this output.
bool computes(const GraphProto &graph, StringRef name) {
  return llvm::any_of(graph.node, [&](const NodeProto &node) {
    return llvm::is_contained(node.output, name) ||
           llvm::any_of(node.attribute, [&](const AttributeProto &attribute) {
             return attribute.g && computes(*attribute.g, name);
           });
  });
}

LogicalResult Importer::checkDefined(Graph &graph, Node &node, const NodeProto &proto) {
  for (const std::string &input : proto.input)
    if (!input.empty() && !graph.find(input))
      return node.fail("input '" + Twine(input) +
                       (computes(graphProto(), input)
                            ? "' is not defined here: another graph of the model computes it"
                            : "' is not defined: no input, initializer or node of the model has "
                              "this name")),
             failure();
  return success();
}

// Names every operator of the model that cannot run at once, not only the first.
LogicalResult Importer::checkOperators(Graph &graph) {
  RefusedOperators refused;
  if (llvm::Error wrong = findRefused(graphProto(), opsets, refused))
    return error() << llvm::toString(std::move(wrong));
  if (refused.empty())
    return success();
  const RefusedOperator &first = refused.front().second;
  Refusal refusal = *refusalOf(*first.first, opsets);
  SmallVector<std::string> others;
  for (const auto &[name, each] : llvm::drop_begin(refused))
    others.push_back(name + (each.count == 1 ? "" : " (" + std::to_string(each.count) + " nodes)"));
  if (!others.empty())
    refusal.advice += (refusal.advice.empty() ? "" : "; ") +
                      ("nor can these operators of the model run: " + llvm::join(others, ", "));
  Node node(graph, *first.first, storage->files, first.number, opsetOf(*first.first));
  refuse(node, refusal);
  return failure();
}

LogicalResult Importer::importNode(Graph &graph, const NodeProto &proto, unsigned number) {
  Node node(graph, proto, storage->files, number, opsetOf(proto));
  if (std::optional<Refusal> refusal = refusalOf(proto, opsets)) { // in a branch
    refuse(node, *refusal);
    return failure();
  }
  const OpSchema &schema = *findSchema(proto.domain, proto.opType, *opsets.of(proto.domain));
  const Handler &handler = *OpTable::get().find(schema);
  if (failed(checkDefined(graph, node, proto)) || failed(checkSignature(node, schema)))
    return failure();
  if (!handler.fold || !handler.fold(node)) {
    if (!node.hasFailed())
      handler.import(node);
    if (StringRef name = node.unreadAttr(); !node.hasFailed() && !name.empty()) {
      const std::string nearest = node.nearestAttr(name);
      node.unsupported("attribute '" + name + "' is not supported" +
                       (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
    }
  }
  for (const std::string &output : proto.output)
    producers[output] = &proto;
  return node.finish();
}

// Imports the node that computes the value once more, with the elements of its inputs. Ops that it
// creates are dead.
std::optional<Dims> Importer::elementsFromNode(Graph &graph, StringRef name) {
  auto producer = producers.find(name);
  if (producer == producers.end())
    return std::nullopt;
  const NodeProto &proto = *producer->second;
  bool hasGraph =
      llvm::any_of(proto.attribute, [](const AttributeProto &attribute) { return attribute.g; });
  if (hasGraph)
    return std::nullopt;
  ScopedDiagnosticHandler silence(context, [](Diagnostic &) { return success(); });
  Node node(graph, proto, storage->files, 0, opsetOf(proto));
  node.wantElements();
  const Handler &handler =
      *OpTable::get().find(*findSchema(proto.domain, proto.opType, *opsets.of(proto.domain)));
  if (!handler.fold || !handler.fold(node)) {
    if (!node.hasFailed())
      handler.import(node);
  }
  unsigned result = std::distance(proto.output.begin(), llvm::find(proto.output, name));
  return node.resultElements(result);
}

LogicalResult Importer::importNodes(Graph &graph, const GraphProto &proto) {
  llvm::Expected<SmallVector<int>> live = liveNodes(proto);
  if (!live)
    return error() << llvm::toString(live.takeError());
  for (const ValueInfoProto &output : proto.output)
    graph.markUsed(output.name);
  for (int i : *live)
    for (const std::string &input : valuesReadBy(proto.node[i]))
      graph.markUsed(input);
  for (int i : *live) {
    auto import = [&] { return importNode(graph, proto.node[i], i); };
    if (survey)
      survey->checkNode(graph, proto.node[i], i, import);
    else if (failed(import()))
      return failure();
  }
  return success();
}

FailureOr<ImportedModel> Importer::run() {
  const bool isParsed = static_cast<bool>(storage->model.graph); // by an earlier try
  if (!isParsed && failed(parse()))
    return failure();
  if (options.declaration)
    *options.declaration = declarationOf(context, storage->model);
  if (failed(readOpsets()))
    return failure();
  ImportedModel result;
  result.storage = storage;
  result.module = ModuleOp::create(loc);
  OpBuilder b(result.module->getBodyRegion());
  auto function = func::FuncOp::create(b, loc, "main", FunctionType::get(context, {}, {}));
  function.addEntryBlock();
  Graph graph(function, options, opsets.of("").value_or(newestOpset()));
  graph.rankChoice = rankChoice;
  graph.elementsFromNode = [&](StringRef value) { return elementsFromNode(graph, value); };
  graph.importBody = [&](const GraphProto &proto) -> LogicalResult {
    if (failed(addInitializers(graph, proto)))
      return failure();
    return importNodes(graph, proto);
  };
  if (options.findings)
    survey.emplace(context, graphProto(), opsets, *options.findings,
                   [&](Graph &graph, const ValueInfoProto &info) { return addInput(graph, info); });
  findOverridden();
  if (failed(checkOptions()) || failed(addInitializers(graph, graphProto())))
    return failure();
  const LogicalResult added = addInputs(graph);
  if (options.declaration)
    options.declaration->lacksInputs = lacksInput;
  if (failed(added) || (!survey && failed(checkOperators(graph))))
    return failure();
  const LogicalResult imported = importNodes(graph, graphProto());
  choseRank = graph.choseRank;
  if (failed(imported))
    return failure();
  fitsDeclaredRanks = haveDeclaredRanks(graph);
  return finish(graph, std::move(result));
}

// The elements of a tensor, or of the tensors in a sequence or an optional.
const TypeProto::Tensor *tensorIn(const TypeProto &type) {
  if (type.sequenceType)
    return tensorIn(*type.sequenceType->elemType);
  if (type.optionalType)
    return tensorIn(*type.optionalType->elemType);
  return type.tensorType ? &*type.tensorType : nullptr;
}

// Whether all outputs have the ranks that the model declares for them, if it does.
bool Importer::haveDeclaredRanks(const Graph &graph) const {
  return llvm::all_of(graphProto().output, [&](const ValueInfoProto &info) {
    const OnnxValue *value = graph.find(info.name);
    const TypeProto::Tensor *tensor = info.type->tensorType ? &*info.type->tensorType : nullptr;
    return !value || !value->isTensor() || !tensor || !tensor->shape ||
           tensor->shape->dim.size() == value->dims.size();
  });
}

// The outputs have the element types that the model declares. Shapes that it declares wrongly do
// not matter.
LogicalResult Importer::checkOutputTypes(Graph &graph) {
  for (const ValueInfoProto &info : graphProto().output) {
    const OnnxValue *value = graph.find(info.name);
    const TypeProto::Tensor *tensor = tensorIn(*info.type);
    const int declared = tensor ? tensor->elemType : 0;
    const bool isEmpty = value && !value->isTensor() && !value->tensor && value->elements.empty();
    if (!value || isEmpty || declared == TensorProto::UNDEFINED ||
        declared == dataTypeOf(value->elementType))
      continue;
    auto reject = [&]() -> LogicalResult {
      InFlightDiagnostic wrong = error();
      for (auto [i, node] : llvm::enumerate(graphProto().node))
        if (llvm::is_contained(node.output, info.name))
          wrong << nodeTitle(node, i, opsetOf(node)) << ": ";
      return wrong << "output '" << info.name << "' is declared as "
                   << declaredText(context, *info.type) << ", but is "
                   << typeText(value->elementType);
    };
    if (failed(checkValue(info.name, "output", reject)))
      return failure();
  }
  return success();
}

FailureOr<ImportedModel> Importer::finish(Graph &graph, ImportedModel result) {
  SmallVector<std::string> outputs;
  for (const ValueInfoProto &output : graphProto().output)
    outputs.push_back(output.name);
  if (outputs.empty())
    return error() << "the model has no outputs";
  if (survey)
    survey->checkOutputs(graph);
  if (failed(checkOutputTypes(graph)) || (survey && survey->hasFindings()))
    return failure();
  if (failed(graph.finish(loc, outputs, result.params, storage->converted)))
    return failure();
  if (ArrayRef<std::string> strings = storage->files.strings.all(); !strings.empty()) {
    SmallVector<StringRef> texts(strings.begin(), strings.end());
    func::FuncOp function = *result.module->getOps<func::FuncOp>().begin();
    function->setAttr(kStringsAttr, Builder(context).getStrArrayAttr(texts));
  }
  if (failed(verify(*result.module)))
    return failure();
  result.notes = notes();
  llvm::append_range(result.notes, graph.notes);
  return result;
}

std::vector<std::string> Importer::notes() const {
  std::vector<std::string> notes;
  if (storage->model.hasTrainingInfo)
    notes.push_back("the model has training graphs (training_info), which are ignored: only its "
                    "inference graph runs");
  return notes;
}

// An import with one choice of ranks, and its messages.
struct Try {
  Try(MLIRContext *context, StringRef name, const OnnxImportOptions &options,
      const std::shared_ptr<Storage> &storage, RankChoice choice)
      : importer(context, name, options, storage, choice) {
    ScopedDiagnosticHandler keep(context, [&](Diagnostic &message) {
      messages.push_back(std::move(message));
      return success();
    });
    model = importer.run();
  }

  FailureOr<ImportedModel> finish(MLIRContext *context) {
    for (Diagnostic &message : messages)
      context->getDiagEngine().emit(std::move(message));
    return std::move(model);
  }

  std::vector<Diagnostic> messages;
  Importer importer;
  FailureOr<ImportedModel> model;
};

// Imports with the lower ranks of branches, see RankChoice. If the rest of the model does not fit
// them, it imports once more with the ranks for large sizes. The errors are those of the first try.
FailureOr<ImportedModel> importChoosingRanks(MLIRContext *context, StringRef name,
                                             const OnnxImportOptions &options,
                                             const std::shared_ptr<Storage> &storage) {
  Try first(context, name, options, storage, RankChoice::Lower);
  if (!first.importer.shouldChooseAgain() || options.findings)
    return first.finish(context);
  Try second(context, name, options, storage, RankChoice::AsForLargeSizes);
  const bool isBetter =
      succeeded(second.model) && (failed(first.model) || !second.importer.shouldChooseAgain());
  return isBetter ? second.finish(context) : first.finish(context);
}

} // namespace
} // namespace onnxim

const ImportedParam *ImportedModel::param(StringRef name) const {
  auto it = llvm::find_if(params, [&](const ImportedParam &param) { return param.name == name; });
  return it == params.end() ? nullptr : it;
}

// `target`: the folder of the file that the model's path links to.
static FailureOr<ImportedModel> importFrom(MLIRContext *context,
                                           std::unique_ptr<llvm::MemoryBuffer> bytes,
                                           StringRef name, const OnnxImportOptions &options,
                                           StringRef directory, StringRef target) {
  DialectRegistry registry;
  registerDialects(registry);
  context->appendDialectRegistry(registry);
  context->loadDialect<RLXDialect, func::FuncDialect, arith::ArithDialect, tensor::TensorDialect,
                       cf::ControlFlowDialect>();
  Location loc = FileLineColLoc::get(context, name, 0, 0);
  try {
    auto storage = std::make_shared<onnxim::Storage>(std::move(bytes), directory, target);
    return onnxim::importChoosingRanks(context, name, options, storage);
  } catch (const std::bad_alloc &) {
    return emitError(loc) << "not enough memory to import the model";
  } catch (const std::exception &exception) {
    return emitError(loc) << "cannot import the model: " << exception.what();
  }
}

FailureOr<ImportedModel> importOnnx(MLIRContext *context, StringRef bytes, StringRef name,
                                    const OnnxImportOptions &options, StringRef directory) {
  return importFrom(context, llvm::MemoryBuffer::getMemBufferCopy(bytes, name), name, options,
                    directory, "");
}

FailureOr<ImportedModel> importOnnxFile(MLIRContext *context, StringRef path,
                                        const OnnxImportOptions &options) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return emitError(FileLineColLoc::get(context, path, 0, 0))
           << "cannot read the model: " << buffer.getError().message();
  const StringRef directory = llvm::sys::path::parent_path(path);
  SmallString<128> target; // stays empty if the path cannot be resolved
  if (!llvm::sys::fs::real_path(path, target))
    llvm::sys::path::remove_filename(target);
  return importFrom(context, std::move(*buffer), path, options, directory.empty() ? "." : directory,
                    target);
}

} // namespace rlx
