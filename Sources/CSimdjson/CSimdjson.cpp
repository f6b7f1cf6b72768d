#define SIMDJSON_EXCEPTIONS 0
#include "include/CSimdjson.h"

#include <simdjson.h>

#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

using namespace simdjson;

namespace {

// Geometry collections may nest; deeper than this nobody means it.
constexpr int maximumNesting = 32;

struct Column {
  std::string raw;   // the name as the file escapes it
  std::string name;  // the name itself
  bool wanted = false;
  bool seen = false;  // in the data, rather than only asked for
  std::vector<uint8_t> kinds;
  std::vector<uint64_t> payloads;
  std::vector<uint64_t> textEnds;
  std::string text;

  void fill(size_t rows) {
    if (kinds.size() < rows) {
      kinds.resize(rows, PINFOLD_CELL_MISSING);
      payloads.resize(rows, 0);
    }
  }

  void push(uint8_t kind, uint64_t payload) {
    kinds.push_back(kind);
    payloads.push_back(payload);
  }

  void pushText(std::string_view value) {
    push(PINFOLD_CELL_TEXT, textEnds.size());
    text.append(value);
    textEnds.push_back(text.size());
  }

  // Texts of removed cells stay behind, unused.
  void truncate(size_t rows) {
    if (kinds.size() > rows) {
      kinds.resize(rows);
      payloads.resize(rows);
    }
  }
};

uint64_t bits(double value) {
  uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::strchr(" \t\r\n", text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

struct PinfoldJSON {
  ondemand::parser parser;
  std::vector<double> x, y;
  std::vector<uint8_t> status;
  std::vector<uint64_t> offsets, features;
  size_t featureCount = 0;
  std::vector<size_t> numbered;  // the columns of record arrays, by place
  std::vector<Column> columns;
  std::unordered_map<std::string, size_t> byRaw;
  bool wantAll = false, geometry = false, arrays = false, stopped = false;
  size_t limit = SIZE_MAX;
  const char *reason = "";
  const char *base = nullptr;
  const char *end = nullptr;

  PinfoldJSON() {
    columns.emplace_back();
    columns[0].wanted = true;
  }

  size_t rows() const { return x.size(); }

  void pushRow(double px, double py, uint8_t what, const char *place) {
    x.push_back(px);
    y.push_back(py);
    status.push_back(what);
    offsets.push_back(place ? uint64_t(place - base) : 0);
    features.push_back(featureCount);
  }

  void pushBad(uint8_t what, const char *place) { pushRow(0, 0, what, place); }

  void truncate(size_t count) {
    x.resize(count);
    y.resize(count);
    status.resize(count);
    offsets.resize(count);
    features.resize(count);
    for (Column &column : columns) column.truncate(count);
  }

  static const char *place(ondemand::value &value) {
    return value.raw_json_token().data();
  }

  // MARK: Cells

  size_t add(std::string raw, std::string name) {
    auto found = byRaw.find(raw);
    if (found != byRaw.end()) return found->second;
    byRaw.emplace(raw, columns.size());
    columns.emplace_back();
    columns.back().raw = std::move(raw);
    columns.back().name = std::move(name);
    columns.back().wanted = wantAll;
    return columns.size() - 1;
  }

  // The column of a key. Objects of one file mostly list their keys in one order, so `hint`, the column after the
  // last one found, is tried first.
  error_code find(ondemand::field &field, size_t &hint, size_t &index) {
    const char *raw = field.key().raw();
    if (hint < columns.size()) {
      const std::string &guess = columns[hint].raw;
      if (size_t(end - raw) > guess.size() && raw[guess.size()] == '"' &&
          std::memcmp(raw, guess.data(), guess.size()) == 0) {
        index = hint++;
        columns[index].seen = true;
        return SUCCESS;
      }
    }
    const char *close = raw;
    while (close < end && *close != '"') close += (*close == '\\') ? 2 : 1;
    if (close >= end) return STRING_ERROR;
    std::string key(raw, size_t(close - raw));
    auto found = byRaw.find(key);
    if (found != byRaw.end()) {
      index = found->second;
    } else {
      std::string_view name;
      if (error_code error = field.unescaped_key().get(name)) return error;
      // A name asked for beforehand was filed under its unescaped form.
      std::string plain(name);
      auto asked = byRaw.find(plain);
      if (asked != byRaw.end()) {
        index = asked->second;
        byRaw.emplace(std::move(key), index);
      } else {
        index = add(std::move(key), std::move(plain));
      }
    }
    columns[index].seen = true;
    hint = index + 1;
    return SUCCESS;
  }

  error_code number(Column &column, ondemand::value &value) {
    int64_t integer;
    if (!value.get_int64().get(integer)) {
      column.push(PINFOLD_CELL_INTEGER, uint64_t(integer));
      return SUCCESS;
    }
    double real;
    if (!value.get_double().get(real)) {
      column.push(PINFOLD_CELL_NUMBER, bits(real));
      return SUCCESS;
    }
    // A number beyond doubles: its digits are still worth keeping.
    column.pushText(trimmed(value.raw_json_token()));
    return SUCCESS;
  }

  error_code cell(size_t index, ondemand::value &value, size_t row) {
    Column &column = columns[index];
    if (!column.wanted || column.kinds.size() > row) return SUCCESS;  // of a repeated key the first counts
    column.fill(row);
    ondemand::json_type type;
    if (error_code error = value.type().get(type)) return error;
    switch (type) {
      case ondemand::json_type::number: return number(column, value);
      case ondemand::json_type::string: {
        std::string_view text;
        if (error_code error = value.get_string().get(text)) return error;
        column.pushText(text);
        return SUCCESS;
      }
      case ondemand::json_type::boolean: {
        bool truth;
        if (error_code error = value.get_bool().get(truth)) return error;
        column.push(truth ? PINFOLD_CELL_TRUE : PINFOLD_CELL_FALSE, 0);
        return SUCCESS;
      }
      case ondemand::json_type::null: column.push(PINFOLD_CELL_MISSING, 0); return SUCCESS;
      case ondemand::json_type::array: {
        ondemand::array array;
        std::string_view text;
        if (error_code error = value.get_array().get(array)) return error;
        if (error_code error = array.raw_json().get(text)) return error;
        column.pushText(trimmed(text));
        return SUCCESS;
      }
      case ondemand::json_type::object: {
        ondemand::object object;
        std::string_view text;
        if (error_code error = value.get_object().get(object)) return error;
        if (error_code error = object.raw_json().get(text)) return error;
        column.pushText(trimmed(text));
        return SUCCESS;
      }
    }
    return SUCCESS;
  }

  error_code cells(ondemand::object &object, size_t row) {
    size_t hint = 1;
    for (auto result : object) {
      ondemand::field field;
      if (error_code error = std::move(result).get(field)) return error;
      size_t index;
      if (error_code error = find(field, hint, index)) return error;
      if (!columns[index].wanted) continue;
      ondemand::value value = field.value();
      if (error_code error = cell(index, value, row)) return error;
    }
    return SUCCESS;
  }

  // MARK: Geometry

  error_code position(ondemand::array array, const char *where) {
    double parts[2] = {0, 0};
    uint8_t what = PINFOLD_ROW_GOOD;
    size_t count = 0;
    for (auto result : array) {
      ondemand::value value;
      if (error_code error = std::move(result).get(value)) return error;
      if (count < 2) {
        ondemand::json_type type;
        if (error_code error = value.type().get(type)) return error;
        if (type == ondemand::json_type::null) {
          if (what == PINFOLD_ROW_GOOD) what = PINFOLD_ROW_MISSING;
        } else if (type != ondemand::json_type::number || value.get_double().get(parts[count])) {
          what = PINFOLD_ROW_UNPARSABLE;
        }
      }
      count += 1;
    }
    if (count < 2) what = count == 0 ? PINFOLD_ROW_MISSING : PINFOLD_ROW_UNPARSABLE;
    pushRow(parts[0], parts[1], what, where);
    return SUCCESS;
  }

  error_code positions(ondemand::array array, const char *where) {
    size_t before = rows();
    for (auto result : array) {
      ondemand::value value;
      if (error_code error = std::move(result).get(value)) return error;
      const char *here = place(value);
      ondemand::json_type type;
      if (error_code error = value.type().get(type)) return error;
      if (type != ondemand::json_type::array) {
        pushBad(PINFOLD_ROW_UNPARSABLE, here);
        continue;
      }
      ondemand::array inner;
      if (error_code error = value.get_array().get(inner)) return error;
      if (error_code error = position(inner, here)) return error;
    }
    if (rows() == before) pushBad(PINFOLD_ROW_MISSING, where);
    return SUCCESS;
  }

  // A member of an object, whatever the order; `present` is false if it has none.
  static error_code member(ondemand::object &object, const char *name, ondemand::value &value, bool &present) {
    error_code error = object.find_field_unordered(name).get(value);
    present = error == SUCCESS;
    return error == NO_SUCH_FIELD ? SUCCESS : error;
  }

  // The text of a member; empty if it has none or it is no text.
  static error_code textMember(ondemand::object &object, const char *name, std::string_view &text) {
    ondemand::value value;
    bool present;
    text = {};
    if (error_code error = member(object, name, value, present)) return error;
    if (!present) return SUCCESS;
    ondemand::json_type type;
    if (error_code error = value.type().get(type)) return error;
    return type == ondemand::json_type::string ? value.get_string().get(text) : SUCCESS;
  }

  error_code geometryRows(ondemand::object object, const char *where, int depth) {
    std::string_view type;
    if (error_code error = textMember(object, "type", type)) return error;
    bool point = type == "Point", points = type == "MultiPoint", collection = type == "GeometryCollection";
    if (depth > maximumNesting || !(point || points || collection)) {
      pushBad(PINFOLD_ROW_NOT_A_POINT, where);
      return SUCCESS;
    }
    ondemand::value value;
    bool present;
    if (error_code error = member(object, collection ? "geometries" : "coordinates", value, present)) return error;
    ondemand::json_type kind = ondemand::json_type::null;
    if (present) {
      where = place(value);
      if (error_code error = value.type().get(kind)) return error;
    }
    if (kind != ondemand::json_type::array) {
      pushBad(kind == ondemand::json_type::null ? PINFOLD_ROW_MISSING : PINFOLD_ROW_UNPARSABLE, where);
      return SUCCESS;
    }
    ondemand::array array;
    if (error_code error = value.get_array().get(array)) return error;
    if (point) return position(array, where);
    if (points) return positions(array, where);
    size_t before = rows();
    for (auto result : array) {
      ondemand::value item;
      if (error_code error = std::move(result).get(item)) return error;
      if (error_code error = geometryValue(item, depth + 1)) return error;
    }
    if (rows() == before) pushBad(PINFOLD_ROW_MISSING, where);
    return SUCCESS;
  }

  error_code geometryValue(ondemand::value &value, int depth) {
    const char *where = place(value);
    ondemand::json_type type;
    if (error_code error = value.type().get(type)) return error;
    if (type != ondemand::json_type::object) {
      pushBad(type == ondemand::json_type::null ? PINFOLD_ROW_MISSING : PINFOLD_ROW_NOT_A_POINT, where);
      return SUCCESS;
    }
    ondemand::object object;
    if (error_code error = value.get_object().get(object)) return error;
    return geometryRows(object, where, depth);
  }

  error_code feature(ondemand::object &object, const char *where) {
    geometry = true;
    size_t before = rows();
    bool seen = false;
    for (auto result : object) {
      ondemand::field field;
      if (error_code error = std::move(result).get(field)) return error;
      ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      if (key == "geometry" && !seen) {
        seen = true;
        if (error_code error = geometryValue(value, 0)) return error;
      } else if (key == "id") {
        if (error_code error = cell(0, value, before)) return error;
      } else if (key == "properties") {
        ondemand::json_type type;
        if (error_code error = value.type().get(type)) return error;
        if (type != ondemand::json_type::object) continue;
        ondemand::object properties;
        if (error_code error = value.get_object().get(properties)) return error;
        if (error_code error = cells(properties, before)) return error;
      }
    }
    if (rows() == before) pushBad(PINFOLD_ROW_MISSING, where);
    // Every point of a MultiPoint has the properties of its feature.
    for (Column &column : columns) {
      if (column.kinds.size() <= before) continue;
      column.kinds.resize(rows(), column.kinds[before]);
      column.payloads.resize(rows(), column.payloads[before]);
    }
    featureCount += 1;
    return SUCCESS;
  }

  // MARK: Documents

  bool atLimit() {
    if (rows() >= limit && !geometry) stopped = true;
    return stopped;
  }

  error_code recordArray(ondemand::array array, const char *where) {
    arrays = true;
    size_t row = rows(), index = 0;
    for (auto result : array) {
      ondemand::value value;
      if (error_code error = std::move(result).get(value)) return error;
      if (numbered.size() < ++index) {
        std::string name = std::to_string(index);
        numbered.push_back(add(name, name));
        columns[numbered.back()].seen = true;
      }
      if (error_code error = cell(numbered[index - 1], value, row)) return error;
    }
    pushBad(PINFOLD_ROW_IN_CELLS, where);
    featureCount += 1;
    return SUCCESS;
  }

  error_code recordObject(ondemand::object &object, const char *where) {
    if (error_code error = cells(object, rows())) return error;
    pushBad(PINFOLD_ROW_IN_CELLS, where);
    featureCount += 1;
    return SUCCESS;
  }

  error_code hasMember(ondemand::object &object, const char *name, bool &present) {
    ondemand::value value;
    return member(object, name, value, present);
  }

  error_code objectRows(ondemand::object &object, const char *where) {
    std::string_view type;
    if (error_code error = textMember(object, "type", type)) return error;
    enum { record, feature_, collection, geometry_ } kind = record;
    bool present = false;
    if (type == "Feature") {
      kind = feature_;
    } else if (type == "FeatureCollection") {
      kind = collection;
    } else if (!type.empty()) {
      const char *needed = nullptr;
      for (const char *name :
           {"Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"})
        if (type == name) needed = "coordinates";
      if (type == "GeometryCollection") needed = "geometries";
      if (needed) {
        if (error_code error = hasMember(object, needed, present)) return error;
        if (present) kind = geometry_;
      }
    }
    bool nonEmpty;
    if (error_code error = object.reset().get(nonEmpty)) return error;
    switch (kind) {
      case record: return recordObject(object, where);
      case feature_: return feature(object, where);
      case geometry_: {
        geometry = true;
        if (error_code error = geometryRows(object, where, 0)) return error;
        featureCount += 1;
        return finish(object);
      }
      case collection: return featureCollection(object);
    }
    return SUCCESS;
  }

  // Looking members up leaves an object half read; whether anything follows it shows only behind its end.
  static error_code finish(ondemand::object &object) {
    bool nonEmpty;
    if (error_code error = object.reset().get(nonEmpty)) return error;
    for (auto result : object) {
      ondemand::field field;
      if (error_code error = std::move(result).get(field)) return error;
    }
    return SUCCESS;
  }

  error_code featureCollection(ondemand::object &object) {
    geometry = true;
    for (auto result : object) {
      ondemand::field field;
      if (error_code error = std::move(result).get(field)) return error;
      if (!(field.key() == "features")) continue;
      ondemand::value value = field.value();
      ondemand::json_type type;
      if (error_code error = value.type().get(type)) return error;
      if (type != ondemand::json_type::array) continue;
      ondemand::array array;
      if (error_code error = value.get_array().get(array)) return error;
      for (auto item : array) {
        ondemand::value inner;
        if (error_code error = std::move(item).get(inner)) return error;
        const char *where = place(inner);
        ondemand::json_type kind;
        if (error_code error = inner.type().get(kind)) return error;
        if (kind != ondemand::json_type::object) {
          pushBad(PINFOLD_ROW_MALFORMED, where);
          featureCount += 1;
          continue;
        }
        ondemand::object member;
        if (error_code error = inner.get_object().get(member)) return error;
        if (error_code error = feature(member, where)) return error;
      }
    }
    return SUCCESS;
  }

  error_code listed(ondemand::value &value) {
    const char *where = place(value);
    ondemand::json_type type;
    if (error_code error = value.type().get(type)) return error;
    if (type == ondemand::json_type::array) {
      ondemand::array array;
      if (error_code error = value.get_array().get(array)) return error;
      return recordArray(array, where);
    }
    if (type == ondemand::json_type::object) {
      ondemand::object object;
      if (error_code error = value.get_object().get(object)) return error;
      return objectRows(object, where);
    }
    pushBad(PINFOLD_ROW_MALFORMED, where);
    featureCount += 1;
    return SUCCESS;
  }

  error_code documentRows(ondemand::document &document, bool asRecord, const char *start) {
    ondemand::json_type type;
    if (error_code error = document.type().get(type)) return error;
    if (type == ondemand::json_type::object) {
      ondemand::object object;
      if (error_code error = document.get_object().get(object)) return error;
      return objectRows(object, start);
    }
    if (type == ondemand::json_type::array) {
      ondemand::array array;
      if (error_code error = document.get_array().get(array)) return error;
      if (asRecord) return recordArray(array, start);
      for (auto result : array) {
        ondemand::value value;
        if (error_code error = std::move(result).get(value)) return error;
        if (error_code error = listed(value)) return error;
        if (atLimit()) return SUCCESS;
      }
      return SUCCESS;
    }
    return INCORRECT_TYPE;  // a lone number, text or the like
  }

  int read(const uint8_t *bytes, size_t start, size_t length, bool asRecord, size_t *errorOffset) {
    base = reinterpret_cast<const char *>(bytes);
    const char *first = base + start;
    end = first + length;
    *errorOffset = start;
    size_t before = rows(), featuresBefore = featureCount;
    ondemand::document document;
    error_code error =
      parser.iterate(padded_string_view(first, length, length + SIMDJSON_PADDING)).get(document);
    const char *here = nullptr;
    error_code located = error;
    if (!error) {
      error = documentRows(document, asRecord, first);
      // Only a document that began knows where it is.
      located = document.current_location().get(here);
      if (!error && (stopped || located == OUT_OF_BOUNDS)) return atLimit() ? PINFOLD_JSON_STOPPED : PINFOLD_JSON_DONE;
    }
    reason = error_message(error);
    if (located || here < first || here > end) here = end;
    if (error == UTF8_ERROR) here = first;
    if (error == UNCLOSED_STRING || (error == INCOMPLETE_ARRAY_OR_OBJECT && here == first)) here = end;
    *errorOffset = size_t(here - base);
    truncate(before);
    featureCount = featuresBefore;
    if (error == MEMALLOC) return PINFOLD_JSON_OUT_OF_MEMORY;
    if (error == UTF8_ERROR) return PINFOLD_JSON_UTF8;
    if (asRecord) {
      pushBad(PINFOLD_ROW_MALFORMED, first);
      featureCount += 1;
      return PINFOLD_JSON_DONE;
    }
    if (error == CAPACITY) return PINFOLD_JSON_TOO_LARGE;
    return error ? PINFOLD_JSON_SYNTAX : PINFOLD_JSON_TRAILING;
  }
};

extern "C" {

PinfoldJSON *pinfold_json_new(void) {
  try {
    return new PinfoldJSON();
  } catch (...) {
    return nullptr;
  }
}

void pinfold_json_free(PinfoldJSON *json) { delete json; }

bool pinfold_json_want(PinfoldJSON *json, const char *name, size_t length) {
  try {
    size_t index = json->add(std::string(name, length), std::string(name, length));
    json->columns[index].wanted = true;
    return true;
  } catch (...) {
    return false;
  }
}

void pinfold_json_want_all(PinfoldJSON *json) { json->wantAll = true; }

void pinfold_json_limit_records(PinfoldJSON *json, size_t limit) { json->limit = limit; }

int pinfold_json_read(
  PinfoldJSON *json, const uint8_t *bytes, size_t start, size_t length, bool asRecord, size_t *errorOffset) {
  try {
    return json->read(bytes, start, length, asRecord, errorOffset);
  } catch (...) {
    return PINFOLD_JSON_OUT_OF_MEMORY;
  }
}

const char *pinfold_json_reason(const PinfoldJSON *json) { return json->reason; }

PinfoldJSONRows pinfold_json_rows(const PinfoldJSON *json) {
  return {
    json->rows(),          json->x.data(),        json->y.data(),        json->status.data(), json->offsets.data(),
    json->features.data(), json->columns.size(), json->geometry, json->arrays,
  };
}

PinfoldJSONColumn pinfold_json_column(const PinfoldJSON *json, size_t index) {
  const Column &column = json->columns[index];
  return {
    column.name.data(),     column.name.size(), column.seen, column.wanted, column.kinds.size(), column.kinds.data(),
    column.payloads.data(), column.textEnds.size(), column.textEnds.data(), column.text.size(),  column.text.data(),
  };
}
}
