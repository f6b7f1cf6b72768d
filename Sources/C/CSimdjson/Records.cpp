// Records that are no GeoJSON to rows, and how to distinguish them from GeoJSON.
#include "Reader.hpp"

namespace pinfold {

error_code Reader::recordArray(ondemand::array array, const char *where) {
  arrays = true;
  beginRecord();
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

error_code Reader::recordObject(ondemand::object &object, const char *where) {
  beginRecord();
  if (error_code error = cells(object, rows())) return error;
  pushBad(PINFOLD_ROW_IN_CELLS, where);
  featureCount += 1;
  return SUCCESS;
}

error_code Reader::objectRows(ondemand::object &object, const char *where) {
  std::string_view type;
  if (error_code error = textMember(parser, object, "type", type)) return error;
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
      ondemand::value ignored;
      if (error_code error = member(object, needed, ignored, present)) return error;
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

error_code Reader::listed(ondemand::value &value) {
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

}  // namespace pinfold
