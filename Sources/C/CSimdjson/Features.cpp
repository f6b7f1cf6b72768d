// Features of GeoJSON to rows.
#include "Reader.hpp"

namespace pinfold {

error_code Reader::feature(ondemand::object &object, const char *where) {
  geometry = true;
  beginRecord();
  size_t before = rows();
  bool seen = false;
  for (auto result : object) {
    ondemand::field field;
    if (error_code error = std::move(result).get(field)) return error;
    ondemand::raw_json_string key = field.key();
    ondemand::value value = field.value();
    if (key == "geometry") {
      if (seen) {
        if (geometryRepeats++ == 0) geometryRepeatRow = before;
        continue;
      }
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
    } else if (key == "crs") {
      if (error_code error = system(value)) return error;
    }
  }
  if (rows() == before) pushBad(PINFOLD_ROW_MISSING, where);
  // Every point of a MultiPoint has the properties of its feature.
  repeatCells(before);
  featureCount += 1;
  return SUCCESS;
}

error_code Reader::featureCollection(ondemand::object &object) {
  geometry = true;
  for (auto result : object) {
    ondemand::field field;
    if (error_code error = std::move(result).get(field)) return error;
    ondemand::raw_json_string key = field.key();
    ondemand::value value = field.value();
    if (key == "crs") {
      if (error_code error = system(value)) return error;
    }
    if (!(key == "features")) continue;
    ondemand::json_type type;
    if (error_code error = value.type().get(type)) return error;
    if (type != ondemand::json_type::array) continue;
    listCount += 1;
    listPlace = offset(place(value));
    ondemand::array array;
    if (error_code error = value.get_array().get(array)) return error;
    if (error_code error = features(array)) return error;
  }
  return SUCCESS;
}

error_code Reader::features(ondemand::array &array) {
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
  return SUCCESS;
}

error_code Reader::system(ondemand::value &value) {
  std::string_view text;
  ondemand::json_type type;
  if (error_code error = value.type().get(type)) return error;
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    if (error_code error = value.get_object().get(object)) return error;
    if (error_code error = object.raw_json().get(text)) return error;
  } else if (type == ondemand::json_type::string) {
    text = value.raw_json_token();
  } else {
    return SUCCESS;  // null says nothing
  }
  for (const std::string &known : systems)
    if (known == text) return SUCCESS;
  if (systems.size() < 2) systems.emplace_back(text);
  return SUCCESS;
}

}  // namespace pinfold
