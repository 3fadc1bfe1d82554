// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages of ONNX's onnx-ml.proto and onnx-data.proto that RLX reads, as structs.
//
// Fields have ONNX's names in camelCase, and ONNX's defaults. Fields that nobody reads are left
// out. The elements of raw data and strings of tensors stay where they are in the file's bytes,
// which must outlive the message; all else is copied.
//
//   ModelProto model;
//   if (!parseProto(bytes, model)) …                    // damaged, or no protobuf message
//   for (const NodeProto &node : model.graph->node) …   // an absent message reads as an empty one
#ifndef RLX_IMPORTERS_ONNX_ONNXPROTO_H
#define RLX_IMPORTERS_ONNX_ONNXPROTO_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace rlx::onnxim {

// An optional field that is a message. To read an absent one is to read an empty message.
template <typename Message>
class Nested {
public:
  Nested() = default;
  Nested(Nested &&) = default;
  Nested &operator=(Nested &&) = default;
  Nested(const Nested &from) { *this = from; }
  Nested &operator=(const Nested &from) {
    if (this != &from)
      message = from.message ? std::make_unique<Message>(*from.message) : nullptr;
    return *this;
  }
  explicit operator bool() const { return message != nullptr; }
  const Message &operator*() const {
    static const Message empty{};
    return message ? *message : empty;
  }
  const Message *operator->() const { return &**this; }
  // The message, which is there from now on.
  Message &get() {
    if (!message)
      message = std::make_unique<Message>();
    return *message;
  }

private:
  std::unique_ptr<Message> message;
};

struct StringStringEntryProto {
  std::string key, value;
};

struct TensorProto {
  enum DataType {
    UNDEFINED = 0,
    FLOAT = 1,
    UINT8 = 2,
    INT8 = 3,
    UINT16 = 4,
    INT16 = 5,
    INT32 = 6,
    INT64 = 7,
    STRING = 8,
    BOOL = 9,
    FLOAT16 = 10,
    DOUBLE = 11,
    UINT32 = 12,
    UINT64 = 13,
    COMPLEX64 = 14,
    COMPLEX128 = 15,
    BFLOAT16 = 16,
    FLOAT8E4M3FN = 17,
    FLOAT8E4M3FNUZ = 18,
    FLOAT8E5M2 = 19,
    FLOAT8E5M2FNUZ = 20,
    UINT4 = 21,
    INT4 = 22,
    FLOAT4E2M1 = 23,
    FLOAT8E8M0 = 24,
    UINT2 = 25,
    INT2 = 26,
    FLOAT6E2M3 = 27,
    FLOAT6E3M2 = 28,
  };
  enum DataLocation { DEFAULT = 0, EXTERNAL = 1 };
  struct Segment {
    int64_t begin = 0, end = 0;
  };

  std::string name;
  std::vector<int64_t> dims;
  int32_t dataType = UNDEFINED; // any number in a damaged file
  int32_t dataLocation = DEFAULT;
  Nested<Segment> segment;
  std::vector<float> floatData;
  std::vector<int32_t> int32Data;
  std::vector<int64_t> int64Data;
  std::vector<double> doubleData;
  std::vector<uint64_t> uint64Data;
  std::vector<llvm::StringRef> stringData;
  std::optional<llvm::StringRef> rawData;
  std::vector<StringStringEntryProto> externalData;
};

struct SparseTensorProto {
  Nested<TensorProto> values, indices;
  std::vector<int64_t> dims;
};

struct TensorShapeProto {
  struct Dimension {
    std::optional<int64_t> dimValue;
    std::string dimParam;
  };
  std::vector<Dimension> dim;
};

struct TypeProto {
  struct Tensor {
    int32_t elemType = TensorProto::UNDEFINED;
    Nested<TensorShapeProto> shape;
  };
  struct Sequence {
    Nested<TypeProto> elemType;
  };
  struct Optional {
    Nested<TypeProto> elemType;
  };
  struct Map {
    int32_t keyType = TensorProto::UNDEFINED;
    Nested<TypeProto> valueType;
  };
  Nested<Tensor> tensorType;
  Nested<Sequence> sequenceType;
  Nested<Map> mapType;
  Nested<Optional> optionalType;
};

struct ValueInfoProto {
  std::string name;
  Nested<TypeProto> type;
};

struct GraphProto;

struct AttributeProto {
  enum AttributeType {
    UNDEFINED = 0,
    FLOAT = 1,
    INT = 2,
    STRING = 3,
    TENSOR = 4,
    GRAPH = 5,
    FLOATS = 6,
    INTS = 7,
    STRINGS = 8,
    TENSORS = 9,
    GRAPHS = 10,
    SPARSE_TENSOR = 11,
    SPARSE_TENSORS = 12,
    TYPE_PROTO = 13,
    TYPE_PROTOS = 14,
  };

  std::string name, refAttrName;
  int32_t type = UNDEFINED; // any number in a damaged file
  float f = 0;
  int64_t i = 0;
  std::string s;
  Nested<TensorProto> t;
  Nested<GraphProto> g;
  Nested<SparseTensorProto> sparseTensor;
  Nested<TypeProto> tp;
  std::vector<float> floats;
  std::vector<int64_t> ints;
  std::vector<std::string> strings;
  std::vector<TensorProto> tensors;
  std::vector<GraphProto> graphs;
};

struct NodeProto {
  std::vector<std::string> input, output;
  std::string name, opType, domain, overload;
  std::vector<AttributeProto> attribute;
};

struct GraphProto {
  std::vector<NodeProto> node;
  std::vector<TensorProto> initializer;
  std::vector<SparseTensorProto> sparseInitializer;
  std::vector<ValueInfoProto> input, output, valueInfo;
};

struct OperatorSetIdProto {
  std::string domain;
  int64_t version = 0;
};

struct FunctionProto {
  std::string name, domain, overload;
  std::vector<std::string> input, output;
  std::vector<AttributeProto> attributeProto; // with their default values
  std::vector<NodeProto> node;
  std::vector<OperatorSetIdProto> opsetImport;
};

struct ModelProto {
  int64_t irVersion = 0;
  std::vector<OperatorSetIdProto> opsetImport;
  Nested<GraphProto> graph;
  std::vector<FunctionProto> functions;
  bool hasTrainingInfo = false;
};

// Of onnx-data.proto: sequences of tensors or of sequences, and maps.
struct SequenceProto {
  std::string name;
  std::vector<TensorProto> tensorValues;
  std::vector<SequenceProto> sequenceValues;
  bool hasOtherFields = false; // that the message has not: it is another message
};

struct MapProto {
  std::string name;
  int32_t keyType = TensorProto::UNDEFINED;
  std::vector<int64_t> keys;
  std::vector<llvm::StringRef> stringKeys;
  Nested<SequenceProto> values;
  bool hasOtherFields = false;
};

// Whether the bytes are a message of this type; fields that it has not are skipped. A message that
// cannot be read is left in part.
bool parseProto(llvm::StringRef bytes, ModelProto &model);
bool parseProto(llvm::StringRef bytes, TensorProto &tensor);
bool parseProto(llvm::StringRef bytes, SequenceProto &sequence);
bool parseProto(llvm::StringRef bytes, MapProto &map);

// The name of a TensorProto.DataType, such as "FLOAT"; else the number.
std::string dataTypeName(int32_t dataType);
// The name of an AttributeProto.AttributeType, such as "INTS"; else the number.
std::string attributeTypeName(int32_t type);

} // namespace rlx::onnxim

#endif // RLX_IMPORTERS_ONNX_ONNXPROTO_H
