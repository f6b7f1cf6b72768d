// Geometries of GeoJSON to rows.
#include "Decimal.hpp"
#include "Reader.hpp"
#include "UsualPoint.hpp"

namespace pinfold {

// Geometry collections may nest; nobody means more levels than this.
constexpr int maximumNesting = 32;

error_code Reader::position(ondemand::array array, const char *where) {
  double parts[2] = {0, 0};
  uint8_t what = PINFOLD_ROW_GOOD;
  size_t count = 0;
  for (auto result : array) {
    ondemand::value value;
    if (error_code error = std::move(result).get(value)) return error;
    if (count < 2) {
      ondemand::json_type type;
      if (error_code error = typeOf(value, type)) return error;
      if (type == ondemand::json_type::null) {
        if (what == PINFOLD_ROW_GOOD) what = PINFOLD_ROW_MISSING;
      } else if (type != ondemand::json_type::number || decimal(value, parts[count])) {
        what = PINFOLD_ROW_UNPARSABLE;
      }
    }
    count += 1;
  }
  if (count < 2) what = count == 0 ? PINFOLD_ROW_MISSING : PINFOLD_ROW_UNPARSABLE;
  pushRow(parts[0], parts[1], what, where);
  return SUCCESS;
}

error_code Reader::positions(ondemand::array array, const char *where) {
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

// What is no position is left out.
error_code Reader::keepPath(ondemand::array array, bool area) {
  for (auto result : array) {
    ondemand::value value;
    if (error_code error = std::move(result).get(value)) return error;
    ondemand::array position;
    if (value.get_array().get(position)) continue;
    double parts[2] = {0, 0};
    size_t count = 0;
    bool good = true;
    for (auto inner : position) {
      ondemand::value part;
      if (error_code error = std::move(inner).get(part)) return error;
      if (count < 2 && decimal(part, parts[count])) good = false;
      count += 1;
    }
    if (good && count >= 2) corners.insert(corners.end(), parts, parts + 2);
  }
  paths.push_back({corners.size(), uint32_t(rows()), area});
  return SUCCESS;
}

// Keeps the paths of an array in which they lie so deep.
error_code Reader::keepPaths(ondemand::array array, int depth, bool area) {
  if (depth == 0) return keepPath(array, area);
  for (auto result : array) {
    ondemand::value value;
    if (error_code error = std::move(result).get(value)) return error;
    ondemand::array inner;
    if (value.get_array().get(inner)) continue;
    if (error_code error = keepPaths(inner, depth - 1, area)) return error;
  }
  return SUCCESS;
}

error_code Reader::geometryRows(ondemand::object object, const char *where, int depth) {
  std::string_view type;
  if (error_code error = textMember(parser, object, "type", type)) return error;
  bool point = type == "Point", points = type == "MultiPoint", collection = type == "GeometryCollection";
  ondemand::value value;
  bool present;
  if (error_code error = member(object, "crs", value, present)) return error;
  if (present) {
    if (error_code error = system(value)) return error;
  }
  if (depth > maximumNesting || !(point || points || collection)) {
    int levels = type == "LineString" ? 0 : type == "MultiLineString" || type == "Polygon" ? 1 : 2;
    bool area = type == "Polygon" || type == "MultiPolygon";
    if (wantPaths && (area || type == "LineString" || type == "MultiLineString")) {
      if (error_code error = member(object, "coordinates", value, present)) return error;
      ondemand::array array;
      if (present && !value.get_array().get(array)) {
        if (error_code error = keepPaths(array, levels, area)) return error;
      }
    }
    pushBad(PINFOLD_ROW_NOT_A_POINT, where);
    return SUCCESS;
  }
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

error_code Reader::geometryValue(ondemand::value &value, int depth) {
  const char *where = place(value);
  ondemand::json_type type;
  if (error_code error = value.type().get(type)) return error;
  if (type != ondemand::json_type::object) {
    pushBad(type == ondemand::json_type::null ? PINFOLD_ROW_MISSING : PINFOLD_ROW_NOT_A_POINT, where);
    return SUCCESS;
  }
  UsualPoint point;
  if (depth <= maximumNesting && point.read(where, parser.documentEnd())) {
    pushRow(point.x, point.y, PINFOLD_ROW_GOOD, point.coordinates);
    return SUCCESS;
  }
  ondemand::object object;
  if (error_code error = value.get_object().get(object)) return error;
  return geometryRows(object, where, depth);
}

}  // namespace pinfold
