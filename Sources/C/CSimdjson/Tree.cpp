// A whole document as a tree in one list, for definitions and other small files: every value precedes its
// elements.
#include "Decimal.hpp"
#include "Lookup.hpp"
#include "Table.hpp"

#include <cstring>

using namespace simdjson;

namespace pinfold {

// Definitions nest a few levels; the walk takes stack for each.
constexpr size_t maximumDepth = 128;

struct Tree {
  Parser parser;
  Column nodes;
  std::vector<uint64_t> offsets;
  const char *base = nullptr;
  const char *reason = "";

  int read(const uint8_t *bytes, size_t length, size_t *errorOffset);
  error_code add(ondemand::value value, size_t depth = 0);
  error_code addScalar(ondemand::value &value, ondemand::json_type type);
};

error_code Tree::addScalar(ondemand::value &value, ondemand::json_type type) {
  if (type == ondemand::json_type::string) {
    std::string_view text;
    if (error_code error = parser.text(value, text)) return error;
    nodes.pushText(0, text);
    return SUCCESS;
  }
  if (type == ondemand::json_type::boolean) {
    bool truth;
    if (error_code error = value.get_bool().get(truth)) return error;
    nodes.push(0, truth ? PINFOLD_CELL_TRUE : PINFOLD_CELL_FALSE, 0);
    return SUCCESS;
  }
  if (type == ondemand::json_type::number) {
    int64_t integer;
    double real;
    if (!value.get_int64().get(integer)) {
      nodes.push(0, PINFOLD_CELL_INTEGER, uint64_t(integer));
      return SUCCESS;
    }
    if (error_code error = decimal(value, real)) return error;
    uint64_t bits;
    std::memcpy(&bits, &real, sizeof bits);
    nodes.push(0, PINFOLD_CELL_NUMBER, bits);
    return SUCCESS;
  }
  bool isNull;
  if (error_code error = value.is_null().get(isNull)) return error;
  if (!isNull) return N_ATOM_ERROR;
  nodes.push(0, PINFOLD_CELL_MISSING, 0);
  return SUCCESS;
}

error_code Tree::add(ondemand::value value, size_t depth) {
  if (depth > maximumDepth) return DEPTH_ERROR;
  offsets.push_back(uint64_t(value.raw_json_token().data() - base));
  ondemand::json_type type;
  if (error_code error = value.type().get(type)) return error;
  size_t node = nodes.cells.size();
  uint64_t count = 0;
  if (type == ondemand::json_type::array) {
    nodes.push(0, PINFOLD_CELL_LIST, 0);
    ondemand::array array;
    if (error_code error = value.get_array().get(array)) return error;
    for (auto result : array) {
      ondemand::value member;
      if (error_code error = std::move(result).get(member)) return error;
      if (error_code error = add(member, depth + 1)) return error;
      count += 1;
    }
  } else if (type == ondemand::json_type::object) {
    nodes.push(0, PINFOLD_CELL_TABLE, 0);
    ondemand::object object;
    if (error_code error = value.get_object().get(object)) return error;
    for (auto result : object) {
      ondemand::field field;
      std::string_view key;
      if (error_code error = std::move(result).get(field)) return error;
      offsets.push_back(uint64_t(field.key().raw() - base));
      if (error_code error = parser.key(field, key)) return error;
      nodes.pushText(0, key);
      if (error_code error = add(field.value(), depth + 1)) return error;
      count += 1;
    }
  } else {
    return addScalar(value, type);
  }
  nodes.cells[node].payload = count;
  return SUCCESS;
}

int Tree::read(const uint8_t *bytes, size_t length, size_t *errorOffset) {
  base = reinterpret_cast<const char *>(bytes);
  *errorOffset = 0;
  ondemand::document document;
  error_code error = parser.iterate(base, length, document);
  if (!error) {
    ondemand::value value;
    error = document.get_value().get(value);
    if (!error) error = add(value);
    const char *here = nullptr;
    error_code located = document.current_location().get(here);
    if (!error && located == OUT_OF_BOUNDS) return PINFOLD_JSON_DONE;
    if (located || here < base || here > base + length) here = base + length;
    *errorOffset = size_t(here - base);
  }
  reason = error_message(error);
  if (error == UNCLOSED_STRING || error == INCOMPLETE_ARRAY_OR_OBJECT) *errorOffset = length;
  if (error == MEMALLOC) return PINFOLD_JSON_OUT_OF_MEMORY;
  if (error == UTF8_ERROR) return PINFOLD_JSON_UTF8;
  return error ? PINFOLD_JSON_SYNTAX : PINFOLD_JSON_TRAILING;
}

}  // namespace pinfold

struct PinfoldJSONTree : pinfold::Tree {};

extern "C" {

PinfoldJSONTree *pinfold_json_tree_new(void) {
  try {
    return new PinfoldJSONTree();
  } catch (...) {
    return nullptr;
  }
}

void pinfold_json_tree_free(PinfoldJSONTree *tree) { delete tree; }

int pinfold_json_tree_read(PinfoldJSONTree *tree, const uint8_t *bytes, size_t length, size_t *errorOffset) {
  try {
    return tree->read(bytes, length, errorOffset);
  } catch (...) {
    return PINFOLD_JSON_OUT_OF_MEMORY;
  }
}

const char *pinfold_json_tree_reason(const PinfoldJSONTree *tree) { return tree->reason; }

const uint64_t *pinfold_json_tree_offsets(const PinfoldJSONTree *tree) { return tree->offsets.data(); }

PinfoldJSONColumn pinfold_json_tree_nodes(const PinfoldJSONTree *tree) {
  const pinfold::Column &column = tree->nodes;
  return {
    "", 0, true, true, column.cells.size(), column.cells.data(),
    column.textEnds.size(), column.textEnds.data(), column.text.size(), column.text.data(), 0, 0,
  };
}
}  // extern "C"
