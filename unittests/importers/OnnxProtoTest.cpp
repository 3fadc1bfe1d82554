// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reader of protobuf messages, against messages that protobuf writes and against damaged ones.
#include "importers/onnx/OnnxProto.h"

#include <limits>

#include "gtest/gtest.h"

#include "unittests/importers/DamageSeed.h"

namespace rlx::test {
namespace proto_test {

template <typename Message>
static Message readBack(const std::string &bytes) {
  Message message;
  EXPECT_TRUE(onnxim::parseProto(bytes, message));
  return message;
}

TEST(OnnxProtoTest, ReadsNumbersOfAllTypes) {
  onnx::TensorProto written;
  written.set_name("t");
  written.set_data_type(onnx::TensorProto::BFLOAT16);
  written.set_data_location(onnx::TensorProto::EXTERNAL);
  for (int64_t value : {int64_t(3), int64_t(-1), std::numeric_limits<int64_t>::min()}) {
    written.add_dims(value);
    written.add_int64_data(value);
    written.add_int32_data(static_cast<int32_t>(value));
    written.add_uint64_data(static_cast<uint64_t>(value));
    written.add_float_data(static_cast<float>(value));
    written.add_double_data(static_cast<double>(value));
  }
  written.add_string_data(std::string("a\0b", 3));
  written.set_raw_data("");
  written.mutable_segment()->set_end(7);
  auto *entry = written.add_external_data();
  entry->set_key("location");
  entry->set_value("w.bin");

  const std::string bytes = written.SerializeAsString();
  const auto read = readBack<onnxim::TensorProto>(bytes);
  auto same = [](const auto &field, const auto &expected) {
    return field.size() == static_cast<size_t>(expected.size()) &&
           std::equal(field.begin(), field.end(), expected.begin());
  };
  EXPECT_EQ(read.name, "t");
  EXPECT_EQ(read.dataType, onnxim::TensorProto::BFLOAT16);
  EXPECT_EQ(read.dataLocation, onnxim::TensorProto::EXTERNAL);
  EXPECT_TRUE(same(read.dims, written.dims()));
  EXPECT_TRUE(same(read.int64Data, written.int64_data()));
  EXPECT_TRUE(same(read.int32Data, written.int32_data()));
  EXPECT_TRUE(same(read.uint64Data, written.uint64_data()));
  EXPECT_TRUE(same(read.floatData, written.float_data()));
  EXPECT_TRUE(same(read.doubleData, written.double_data()));
  EXPECT_EQ(read.stringData, std::vector<llvm::StringRef>({llvm::StringRef("a\0b", 3)}));
  EXPECT_TRUE(read.rawData.has_value()); // empty, but there
  EXPECT_TRUE(read.segment);
  EXPECT_EQ(read.segment->begin, 0);
  EXPECT_EQ(read.segment->end, 7);
  ASSERT_EQ(read.externalData.size(), 1u);
  EXPECT_EQ(read.externalData[0].value, "w.bin");
}

TEST(OnnxProtoTest, ReadsRawDataInPlace) {
  onnx::ModelProto written;
  written.mutable_graph()->add_initializer()->set_raw_data(std::string(1000, 'w'));
  const std::string bytes = written.SerializeAsString();
  const auto read = readBack<onnxim::ModelProto>(bytes);
  const llvm::StringRef raw = read.graph->initializer[0].rawData.value();
  EXPECT_EQ(raw, std::string(1000, 'w'));
  EXPECT_TRUE(raw.data() > bytes.data() && raw.end() <= bytes.data() + bytes.size());
}

TEST(OnnxProtoTest, ReadsPackedAndUnpackedLists) {
  // The floats of an attribute (field 7), once as two fields and once as a packed one.
  const std::string unpacked("\x3d\0\0\x80\x3f\x3d\0\0\0\x40", 10),
      packed("\x3a\x08\0\0\x80\x3f\0\0\0\x40", 10);
  for (const std::string &floats : {unpacked, packed}) {
    const std::string attribute = std::string("\x2a") + char(floats.size()) + floats,
                      node = std::string("\x0a") + char(attribute.size()) + attribute,
                      model = std::string("\x3a") + char(node.size()) + node;
    EXPECT_EQ(readBack<onnxim::ModelProto>(model).graph->node[0].attribute[0].floats,
              (std::vector<float>{1, 2}));
  }
}

TEST(OnnxProtoTest, ReadsAWholeModel) {
  const std::string bytes = damageSeed();
  const auto read = readBack<onnxim::ModelProto>(bytes);
  onnx::ModelProto expected;
  ASSERT_TRUE(expected.ParseFromString(bytes));
  EXPECT_EQ(read.irVersion, expected.ir_version());
  EXPECT_EQ(read.opsetImport[0].version, expected.opset_import(0).version());
  EXPECT_FALSE(read.hasTrainingInfo);
  ASSERT_EQ(read.graph->node.size(), static_cast<size_t>(expected.graph().node_size()));
  for (auto [node, other] : llvm::zip(read.graph->node, expected.graph().node())) {
    EXPECT_EQ(node.opType, other.op_type());
    EXPECT_EQ(node.name, other.name());
    ASSERT_EQ(node.input.size(), static_cast<size_t>(other.input_size()));
    for (auto [name, otherName] : llvm::zip(node.input, other.input()))
      EXPECT_EQ(name, otherName);
    ASSERT_EQ(node.attribute.size(), static_cast<size_t>(other.attribute_size()));
    for (auto [attribute, given] : llvm::zip(node.attribute, other.attribute())) {
      EXPECT_EQ(attribute.name, given.name());
      EXPECT_EQ(attribute.type, given.type());
      EXPECT_EQ(attribute.i, given.i());
      EXPECT_EQ(attribute.ints, std::vector<int64_t>(given.ints().begin(), given.ints().end()));
      EXPECT_EQ(bool(attribute.g), given.has_g());
      EXPECT_EQ(attribute.g->node.size(), static_cast<size_t>(given.g().node_size()));
    }
  }
  const onnxim::TypeProto::Tensor &type = *read.graph->input[0].type->tensorType;
  EXPECT_EQ(type.elemType, onnxim::TensorProto::FLOAT);
  ASSERT_EQ(type.shape->dim.size(), 4u);
  EXPECT_EQ(type.shape->dim[0].dimParam, "batch");
  EXPECT_FALSE(type.shape->dim[0].dimValue);
  EXPECT_EQ(type.shape->dim[1].dimValue, 2);
}

TEST(OnnxProtoTest, SkipsFieldsThatItDoesNotKnow) {
  onnx::ModelProto written;
  written.set_ir_version(9);
  // A field 500 of each wire type, and the version (a number) as a string.
  const std::string bytes = written.SerializeAsString() + "\xa0\x1f\x05" +
                            std::string("\xa2\x1f\x02hi", 5) + "\xa5\x1f" + "1234" + "\xa1\x1f" +
                            "12345678" + std::string("\x0a\x01x", 3);
  EXPECT_EQ(readBack<onnxim::ModelProto>(bytes).irVersion, 9);
}

TEST(OnnxProtoTest, MergesAMessageThatComesTwice) {
  onnx::ModelProto first, second;
  first.mutable_graph()->add_node()->set_op_type("Abs");
  second.mutable_graph()->add_node()->set_op_type("Neg");
  const std::string bytes = first.SerializeAsString() + second.SerializeAsString();
  const auto read = readBack<onnxim::ModelProto>(bytes);
  ASSERT_EQ(read.graph->node.size(), 2u);
  EXPECT_EQ(read.graph->node[1].opType, "Neg");
}

TEST(OnnxProtoTest, RefusesDamagedBytes) {
  const std::string bytes = damageSeed();
  onnxim::ModelProto model;
  int refused = 0;
  for (size_t size = 1; size < bytes.size(); ++size) // all of them within a field, but for a few
    refused += !onnxim::parseProto(llvm::StringRef(bytes).take_front(size), model);
  EXPECT_GT(refused, int(bytes.size()) - 10);
  EXPECT_FALSE(onnxim::parseProto("\x0b", model));                 // a group
  EXPECT_FALSE(onnxim::parseProto(std::string("\0\1", 2), model)); // field 0
  EXPECT_FALSE(
      onnxim::parseProto("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", model)); // 11 bytes
}

TEST(OnnxProtoTest, RefusesMessagesThatNestTooDeep) {
  auto nested = [](int depth) {
    onnx::TypeProto type;
    type.mutable_tensor_type()->set_elem_type(1);
    for (int i = 0; i < depth; ++i) {
      onnx::TypeProto outer;
      *outer.mutable_sequence_type()->mutable_elem_type() = type;
      type = outer;
    }
    onnx::ModelProto model;
    *model.mutable_graph()->add_input()->mutable_type() = type;
    return model.SerializeAsString();
  };
  onnxim::ModelProto model;
  EXPECT_TRUE(onnxim::parseProto(nested(40), model));
  EXPECT_FALSE(onnxim::parseProto(nested(60), model));
}

TEST(OnnxProtoTest, AbsentMessagesReadAsEmptyOnes) {
  onnxim::ValueInfoProto info;
  EXPECT_FALSE(info.type);
  EXPECT_TRUE(info.type->tensorType->shape->dim.empty());
  onnxim::ValueInfoProto copy = info;
  copy.type.get().tensorType.get().elemType = onnxim::TensorProto::INT8;
  EXPECT_FALSE(info.type);
  info = copy;
  copy.type.get().tensorType.get().elemType = onnxim::TensorProto::INT16;
  EXPECT_EQ(info.type->tensorType->elemType, onnxim::TensorProto::INT8);
}

TEST(OnnxProtoTest, NamesTypes) {
  for (int type = 0; type <= onnx::TensorProto::BFLOAT16; ++type)
    EXPECT_EQ(onnxim::dataTypeName(type),
              onnx::TensorProto::DataType_Name(onnx::TensorProto::DataType(type)));
  EXPECT_EQ(onnxim::dataTypeName(onnxim::TensorProto::FLOAT8E8M0), "FLOAT8E8M0");
  EXPECT_EQ(onnxim::dataTypeName(onnxim::TensorProto::FLOAT6E3M2), "FLOAT6E3M2");
  EXPECT_EQ(onnxim::dataTypeName(99), "99");
  EXPECT_EQ(onnxim::dataTypeName(-1), "-1");
  for (int type = 0; type <= onnx::AttributeProto::TYPE_PROTOS; ++type)
    EXPECT_EQ(onnxim::attributeTypeName(type),
              onnx::AttributeProto::AttributeType_Name(onnx::AttributeProto::AttributeType(type)));
}

} // namespace proto_test
} // namespace rlx::test
