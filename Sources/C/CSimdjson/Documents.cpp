// Documents to rows, and the errors of those that cannot be read.
#include "Reader.hpp"

using namespace simdjson;

namespace pinfold {

bool Reader::atLimit() {
  if (rows() >= limit && !geometry) stopped = true;
  return stopped;
}

error_code Reader::documentRows(ondemand::document &document, bool asRecord, const char *start) {
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

int Reader::read(const uint8_t *bytes, size_t start, size_t length, bool asRecord, size_t *errorOffset) {
  base = reinterpret_cast<const char *>(bytes);
  origin = 0;
  const char *first = base + start;
  const char *end = first + length;
  *errorOffset = start;
  size_t before = rows(), featuresBefore = featureCount;
  beginDocument(asRecord);
  ondemand::document document;
  error_code error = parser.iterate(first, length, document);
  const char *here = nullptr;
  error_code located = error;
  if (!error) {
    error = documentRows(document, asRecord, first);
    // Only a document that was begun has a position.
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

uint8_t *Reader::room(size_t length) {
  slice.resize(length + 2 + SIMDJSON_PADDING);
  return reinterpret_cast<uint8_t *>(slice.data() + 1);
}

// Features as they stand in a list, with the commas between them, make a list once brackets are around them.
// Of two such pieces with a comma between them, each of which is a list, the whole is the list of both.
int Reader::readFeatures(size_t start, size_t length) {
  slice[0] = '[';
  slice[length + 1] = ']';
  base = slice.data() + 1;
  origin = start;
  beginDocument(false);
  geometry = true;
  size_t before = featureCount;
  ondemand::document document;
  ondemand::array array;
  error_code error = parser.iterate(slice.data(), length + 2, document);
  if (!error) error = document.get_array().get(array);
  if (!error) error = features(array);
  const char *here = nullptr;
  if (!error && document.current_location().get(here) == OUT_OF_BOUNDS && featureCount > before)
    return PINFOLD_JSON_DONE;
  return error == MEMALLOC ? PINFOLD_JSON_OUT_OF_MEMORY : PINFOLD_JSON_SYNTAX;
}

}  // namespace pinfold
