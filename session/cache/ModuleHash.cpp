// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values, blocks, attributes and types are numbered in order of appearance. So each is described
// once, and no pointer gets into the hash.
//
// Constants are hashed by their bytes, in place.
#include "session/cache/ModuleHash.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace rlx {
namespace {

enum Mark : uint64_t {
  kNull,
  kSeen,
  kLocation,
  kResource,
  kMissingResource,
  kElements,
  kNumbers,
  kArray,
  kDictionary,
  kText,
  kOther,
  kType,
  kOp
};

template <typename T>
std::span<const uint8_t> bytesOf(ArrayRef<T> data) {
  return {reinterpret_cast<const uint8_t *>(data.data()), data.size() * sizeof(T)};
}

std::string_view view(StringRef text) {
  return {text.data(), text.size()};
}

class ModuleHasher {
public:
  explicit ModuleHasher(Hasher &into) : into(into) {}

  void op(Operation &op) {
    into.number(kOp);
    into.text(view(op.getName().getStringRef()));
    attribute(op.getPropertiesAsAttribute());
    attribute(op.getDiscardableAttrDictionary());
    into.number(op.getNumOperands());
    for (Value operand : op.getOperands())
      into.number(numberOf(operand.getAsOpaquePointer()));
    into.number(op.getNumResults());
    for (Value result : op.getResults())
      define(result);
    into.number(op.getNumSuccessors());
    for (Block *block : op.getSuccessors())
      into.number(numberOf(block));
    into.number(op.getNumRegions());
    for (Region &region : op.getRegions())
      blocks(region);
  }

private:
  void blocks(Region &region) {
    into.number(region.getBlocks().size());
    for (Block &block : region) {
      into.number(numberOf(&block));
      into.number(block.getNumArguments());
      for (BlockArgument argument : block.getArguments())
        define(argument);
      into.number(block.getOperations().size());
      for (Operation &inner : block)
        op(inner);
    }
  }

  void define(Value value) {
    into.number(numberOf(value.getAsOpaquePointer()));
    type(value.getType());
  }

  uint64_t numberOf(const void *what) {
    return values.try_emplace(what, values.size()).first->second;
  }

  // Whether it was described before; then its number suffices.
  bool isKnown(const void *what) {
    auto [known, isNew] = described.try_emplace(what, described.size());
    if (isNew)
      return false;
    into.number(kSeen);
    into.number(known->second);
    return true;
  }

  void type(Type type) {
    if (isKnown(type.getAsOpaquePointer()))
      return;
    into.number(kType);
    text([&](raw_ostream &os) { type.print(os); });
  }

  void attribute(Attribute attribute) {
    if (!attribute)
      return into.number(kNull);
    if (isa<LocationAttr>(attribute)) // takes no number
      return into.number(kLocation);
    if (isKnown(attribute.getAsOpaquePointer()))
      return;
    llvm::TypeSwitch<Attribute>(attribute)
        .Case([&](DenseResourceElementsAttr elements) { resource(elements); })
        .Case([&](DenseIntOrFPElementsAttr elements) {
          into.number(kElements);
          type(elements.getType());
          into.number(elements.isSplat());
          into.bytes(bytesOf(elements.getRawData()));
        })
        .Case([&](DenseArrayAttr numbers) {
          into.number(kNumbers);
          type(numbers.getElementType());
          into.bytes(bytesOf(numbers.getRawData()));
        })
        .Case([&](ArrayAttr array) {
          into.number(kArray);
          into.number(array.size());
          for (Attribute element : array)
            this->attribute(element);
        })
        .Case([&](DictionaryAttr dictionary) { // sorted by name
          into.number(kDictionary);
          into.number(dictionary.size());
          for (NamedAttribute named : dictionary) {
            into.text(view(named.getName().getValue()));
            this->attribute(named.getValue());
          }
        })
        .Case([&](StringAttr string) {
          into.number(kText);
          type(string.getType());
          into.text(view(string.getValue()));
        })
        .Default([&](Attribute other) {
          into.number(kOther);
          text([&](raw_ostream &os) { other.print(os); });
          // The text of a resource is only its name.
          other.walk([&](DenseResourceElementsAttr elements) { resource(elements); });
        });
  }

  void resource(DenseResourceElementsAttr elements) {
    AsmResourceBlob *blob = elements.getRawHandle().getBlob();
    into.number(blob ? kResource : kMissingResource);
    type(elements.getType());
    if (blob)
      into.bytes(bytesOf(blob->getData()));
    else // not filled yet; identified by its name
      into.text(view(elements.getRawHandle().getKey()));
  }

  void text(llvm::function_ref<void(raw_ostream &)> print) {
    buffer.clear();
    llvm::raw_string_ostream os(buffer);
    print(os);
    into.text(buffer);
  }

  Hasher &into;
  llvm::DenseMap<const void *, uint64_t> values, described;
  std::string buffer;
};

} // namespace

void hashModule(ModuleOp module, Hasher &into) {
  ModuleHasher(into).op(*module);
}

} // namespace rlx
