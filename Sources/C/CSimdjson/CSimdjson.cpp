// The C face. Exceptions end here.
#include "Reader.hpp"

struct PinfoldJSON : pinfold::Reader {};

extern "C" {

PinfoldJSON *pinfold_json_new(void) {
  try {
    return new PinfoldJSON();
  } catch (...) {
    return nullptr;
  }
}

void pinfold_json_free(PinfoldJSON *json) { delete json; }

bool pinfold_is_utf8(const uint8_t *bytes, size_t length) {
  return simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}

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

void pinfold_json_want_paths(PinfoldJSON *json) { json->wantPaths = true; }

void pinfold_json_limit_records(PinfoldJSON *json, size_t limit) { json->limit = limit; }

int pinfold_json_read(
  PinfoldJSON *json, const uint8_t *bytes, size_t start, size_t length, bool asRecord, size_t *errorOffset) {
  try {
    return json->read(bytes, start, length, asRecord, errorOffset);
  } catch (...) {
    return PINFOLD_JSON_OUT_OF_MEMORY;
  }
}

uint8_t *pinfold_json_room(PinfoldJSON *json, size_t length) {
  try {
    return json->room(length);
  } catch (...) {
    return nullptr;
  }
}

int pinfold_json_read_features(PinfoldJSON *json, size_t start, size_t length) {
  try {
    return json->readFeatures(start, length);
  } catch (...) {
    return PINFOLD_JSON_OUT_OF_MEMORY;
  }
}

size_t pinfold_json_system_count(const PinfoldJSON *json) { return json->systems.size(); }

const char *pinfold_json_system(const PinfoldJSON *json, size_t index, size_t *length) {
  *length = json->systems[index].size();
  return json->systems[index].data();
}

bool pinfold_json_has_list(const PinfoldJSON *json, size_t offset) {
  return json->listCount == 1 && json->listPlace == offset;
}

const char *pinfold_json_reason(const PinfoldJSON *json) { return json->reason; }

void pinfold_json_forget_rows(PinfoldJSON *json) { json->forgetRows(); }

PinfoldJSONRows pinfold_json_rows(const PinfoldJSON *json) {
  return {
    json->rows(),          json->x.data(),        json->y.data(),        json->status.data(), json->offsets.data(),
    json->featureOf.data(), json->columns.size(), json->geometry, json->arrays, json->escapes,
    json->geometryRepeats, json->geometryRepeatRow,
  };
}

PinfoldJSONColumn pinfold_json_column(const PinfoldJSON *json, size_t index) {
  const pinfold::Column &column = json->columns[index];
  return {
    column.name.data(),      column.name.size(),      column.seen,        column.wanted,
    column.cells.size(),     column.cells.data(),
    column.textEnds.size(),  column.textEnds.data(),  column.text.size(), column.text.data(),
    column.repeats,          column.repeatRow,
  };
}

PinfoldJSONPaths pinfold_json_paths(const PinfoldJSON *json) {
  return {json->paths.size(), json->paths.data(), json->corners.data()};
}
}  // extern "C"
