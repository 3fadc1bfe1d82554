// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the messages of OnnxProto.h from protobuf's wire format, in place, with protozero.
//
// As in protobuf, fields may come in any order, the last value of a field counts,
// and fields that the struct has not are skipped.
#include "importers/onnx/OnnxProto.h"

#include <stdexcept>
#include <type_traits>

#include "llvm/ADT/ArrayRef.h"
#include <protozero/pbf_reader.hpp>

using llvm::StringRef;
using protozero::pbf_reader;
using protozero::pbf_wire_type;

namespace rlx::onnxim {
namespace {

// protobuf's own limit for messages in messages.
constexpr int kMaxDepth = 100;

// A field of a message: its number in ONNX's definition, and where its value goes.
template <typename T>
struct Field {
  uint32_t number;
  T &value;
};
template <typename T>
Field(uint32_t, T &) -> Field<T>;

// The fields in the bytes of one message. The overloads of get() read the current one.
class Fields {
public:
  Fields(StringRef bytes, int depth) : reader(bytes.data(), bytes.size()), depth(depth) {
    if (depth > kMaxDepth)
      throw std::length_error("messages nest too deep");
  }

  template <typename... T>
  void read(Field<T>... fields) {
    while (reader.next()) {
      const bool isKnown =
          ((reader.tag() == fields.number && (get(fields.value), true)) || ... || false);
      if (!isKnown)
        skip();
    }
  }
  // Whether a field was skipped: the message has it not, or as another type.
  bool hasSkipped() const { return skipped; }

private:
  void skip() {
    skipped = true;
    reader.skip();
  }

  void get(std::string &field) {
    getBytes([&](StringRef bytes) { field = bytes.str(); });
  }
  void get(std::optional<StringRef> &field) {
    getBytes([&](StringRef bytes) { field = bytes; });
  }
  void get(std::optional<int64_t> &field) {
    getNumber<int64_t>([&](int64_t value) { field = value; });
  }
  void get(bool &isThere) { // of a field whose contents do not matter
    isThere = true;
    reader.skip();
  }
  template <typename T>
  std::enable_if_t<std::is_arithmetic_v<T>> get(T &field) {
    getNumber<T>([&](T value) { field = value; });
  }
  template <typename Message>
  void get(Nested<Message> &field) {
    getBytes([&](StringRef bytes) { getMessage(bytes, field.get()); });
  }
  template <typename T>
  void get(std::vector<T> &field) {
    if constexpr (std::is_arithmetic_v<T>)
      getNumbers(field);
    else if constexpr (std::is_constructible_v<T, StringRef>)
      getBytes([&](StringRef bytes) { field.push_back(T(bytes)); });
    else
      getBytes([&](StringRef bytes) { getMessage(bytes, field.emplace_back()); });
  }

  // Repeated numbers are packed or not, whatever the declaration says.
  template <typename T>
  void getNumbers(std::vector<T> &field) {
    if (!reader.has_wire_type(pbf_wire_type::length_delimited))
      return getNumber<T>([&](T value) { field.push_back(value); });
    if constexpr (std::is_same_v<T, float>)
      append(field, reader.get_packed_float());
    else if constexpr (std::is_same_v<T, double>)
      append(field, reader.get_packed_double());
    else
      append(field, reader.get_packed_uint64());
  }
  template <typename T, typename Range>
  static void append(std::vector<T> &field, Range range) {
    for (auto value : range)
      field.push_back(static_cast<T>(value));
  }

  // All integers of ONNX are plain varints, and negative ones of 32 bits have 64 there.
  template <typename T, typename Use>
  void getNumber(Use use) {
    constexpr pbf_wire_type type = std::is_integral_v<T> ? pbf_wire_type::varint
                                   : sizeof(T) == 4      ? pbf_wire_type::fixed32
                                                         : pbf_wire_type::fixed64;
    if (!reader.has_wire_type(type))
      skip();
    else if constexpr (std::is_same_v<T, float>)
      use(reader.get_float());
    else if constexpr (std::is_same_v<T, double>)
      use(reader.get_double());
    else
      use(static_cast<T>(reader.get_uint64()));
  }
  template <typename Use>
  void getBytes(Use use) {
    if (!reader.has_wire_type(pbf_wire_type::length_delimited))
      return skip();
    const protozero::data_view view = reader.get_view();
    use(StringRef(view.data(), view.size()));
  }
  template <typename Message>
  void getMessage(StringRef bytes, Message &message);

  pbf_reader reader;
  int depth;
  bool skipped = false;
};

// ---- The messages, as onnx-ml.proto and onnx-data.proto number their fields ----

void read(Fields &fields, StringStringEntryProto &entry) {
  fields.read(Field{1, entry.key}, Field{2, entry.value});
}

void read(Fields &fields, TensorProto::Segment &segment) {
  fields.read(Field{1, segment.begin}, Field{2, segment.end});
}

void read(Fields &fields, TensorProto &tensor) {
  fields.read(Field{1, tensor.dims}, Field{2, tensor.dataType}, Field{3, tensor.segment},
              Field{4, tensor.floatData}, Field{5, tensor.int32Data}, Field{6, tensor.stringData},
              Field{7, tensor.int64Data}, Field{8, tensor.name}, Field{9, tensor.rawData},
              Field{10, tensor.doubleData}, Field{11, tensor.uint64Data},
              Field{13, tensor.externalData}, Field{14, tensor.dataLocation});
}

void read(Fields &fields, SparseTensorProto &tensor) {
  fields.read(Field{1, tensor.values}, Field{2, tensor.indices}, Field{3, tensor.dims});
}

void read(Fields &fields, TensorShapeProto::Dimension &dim) {
  fields.read(Field{1, dim.dimValue}, Field{2, dim.dimParam});
}

void read(Fields &fields, TensorShapeProto &shape) {
  fields.read(Field{1, shape.dim});
}

void read(Fields &fields, TypeProto::Tensor &type) {
  fields.read(Field{1, type.elemType}, Field{2, type.shape});
}

void read(Fields &fields, TypeProto::Sequence &type) {
  fields.read(Field{1, type.elemType});
}

void read(Fields &fields, TypeProto::Optional &type) {
  fields.read(Field{1, type.elemType});
}

void read(Fields &fields, TypeProto::Map &type) {
  fields.read(Field{1, type.keyType}, Field{2, type.valueType});
}

void read(Fields &fields, TypeProto &type) {
  fields.read(Field{1, type.tensorType}, Field{4, type.sequenceType}, Field{5, type.mapType},
              Field{9, type.optionalType});
}

void read(Fields &fields, ValueInfoProto &info) {
  fields.read(Field{1, info.name}, Field{2, info.type});
}

void read(Fields &fields, AttributeProto &attribute) {
  fields.read(Field{1, attribute.name}, Field{2, attribute.f}, Field{3, attribute.i},
              Field{4, attribute.s}, Field{5, attribute.t}, Field{6, attribute.g},
              Field{7, attribute.floats}, Field{8, attribute.ints}, Field{9, attribute.strings},
              Field{10, attribute.tensors}, Field{11, attribute.graphs}, Field{14, attribute.tp},
              Field{20, attribute.type}, Field{21, attribute.refAttrName},
              Field{22, attribute.sparseTensor});
}

void read(Fields &fields, NodeProto &node) {
  fields.read(Field{1, node.input}, Field{2, node.output}, Field{3, node.name},
              Field{4, node.opType}, Field{5, node.attribute}, Field{7, node.domain},
              Field{8, node.overload});
}

void read(Fields &fields, GraphProto &graph) {
  fields.read(Field{1, graph.node}, Field{5, graph.initializer}, Field{11, graph.input},
              Field{12, graph.output}, Field{13, graph.valueInfo},
              Field{15, graph.sparseInitializer});
}

void read(Fields &fields, OperatorSetIdProto &import) {
  fields.read(Field{1, import.domain}, Field{2, import.version});
}

void read(Fields &fields, FunctionProto &function) {
  fields.read(Field{1, function.name}, Field{4, function.input}, Field{5, function.output},
              Field{7, function.node}, Field{9, function.opsetImport}, Field{10, function.domain},
              Field{11, function.attributeProto}, Field{13, function.overload});
}

void read(Fields &fields, ModelProto &model) {
  fields.read(Field{1, model.irVersion}, Field{7, model.graph}, Field{8, model.opsetImport},
              Field{20, model.hasTrainingInfo}, Field{25, model.functions});
}

void read(Fields &fields, SequenceProto &sequence) {
  int32_t elemType = 0; // the values say it, too
  fields.read(Field{1, sequence.name}, Field{2, elemType}, Field{3, sequence.tensorValues},
              Field{5, sequence.sequenceValues});
  sequence.hasOtherFields |= fields.hasSkipped();
}

void read(Fields &fields, MapProto &map) {
  fields.read(Field{1, map.name}, Field{2, map.keyType}, Field{3, map.keys},
              Field{4, map.stringKeys}, Field{5, map.values});
  map.hasOtherFields |= fields.hasSkipped();
}

template <typename Message>
void Fields::getMessage(StringRef bytes, Message &message) {
  Fields inner(bytes, depth + 1);
  rlx::onnxim::read(inner, message);
}

template <typename Message>
bool parse(StringRef bytes, Message &message) {
  try {
    Fields fields(bytes, 0);
    read(fields, message);
    return true;
  } catch (const protozero::exception &) {
    return false;
  } catch (const std::length_error &) {
    return false;
  }
}

std::string nameIn(llvm::ArrayRef<StringRef> names, int32_t number) {
  return number >= 0 && number < static_cast<int32_t>(names.size()) ? names[number].str()
                                                                    : std::to_string(number);
}
} // namespace

bool parseProto(StringRef bytes, ModelProto &model) {
  return parse(bytes, model);
}
bool parseProto(StringRef bytes, TensorProto &tensor) {
  return parse(bytes, tensor);
}
bool parseProto(StringRef bytes, SequenceProto &sequence) {
  return parse(bytes, sequence);
}
bool parseProto(StringRef bytes, MapProto &map) {
  return parse(bytes, map);
}

std::string dataTypeName(int32_t dataType) {
  return nameIn({"UNDEFINED",      "FLOAT",    "UINT8",        "INT8",           "UINT16",
                 "INT16",          "INT32",    "INT64",        "STRING",         "BOOL",
                 "FLOAT16",        "DOUBLE",   "UINT32",       "UINT64",         "COMPLEX64",
                 "COMPLEX128",     "BFLOAT16", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2",
                 "FLOAT8E5M2FNUZ", "UINT4",    "INT4",         "FLOAT4E2M1",     "FLOAT8E8M0",
                 "UINT2",          "INT2",     "FLOAT6E2M3",   "FLOAT6E3M2"},
                dataType);
}

std::string attributeTypeName(int32_t type) {
  return nameIn({"UNDEFINED", "FLOAT", "INT", "STRING", "TENSOR", "GRAPH", "FLOATS", "INTS",
                 "STRINGS", "TENSORS", "GRAPHS", "SPARSE_TENSOR", "SPARSE_TENSORS", "TYPE_PROTO",
                 "TYPE_PROTOS"},
                type);
}

} // namespace rlx::onnxim
