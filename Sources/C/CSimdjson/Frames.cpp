// Frames of clusters to columns. Members of objects come in any order; unknown ones are skipped.
#include "Decimal.hpp"
#include "Lookup.hpp"
#include "include/CSimdjsonFrames.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace pinfold {
namespace {

const double missing = std::numeric_limits<double>::quiet_NaN();

struct FrameReader {
  Parser parser;
  bool list = false, planar = false;
  std::vector<double> viewports, places, radii;
  std::vector<int64_t> counts, payloads;
  std::vector<uint64_t> clusterEnds, memberEnds, textEnds;
  std::vector<uint8_t> texts, hidden;
  std::string text;

  int status = PINFOLD_FRAMES_DONE;
  std::string reason, path;
  size_t offset = 0;

  // The position of the walk.
  bool inClusters = false, inCluster = false, inMembers = false;
  const char *field = nullptr;

  void read(const uint8_t *bytes, size_t length);
  error_code document(ondemand::document &document);
  error_code frame(ondemand::value &value);
  error_code viewport(ondemand::value &value);
  error_code clusters(ondemand::value &value);
  error_code cluster(ondemand::value &value);
  error_code members(ondemand::value &value);
  error_code member(ondemand::value &value);
  error_code number(ondemand::value &value, double &result);

  // Records what is wrong with the shape; the walk ends with the code.
  error_code shape(const char *what) {
    if (status == PINFOLD_FRAMES_DONE) {
      status = PINFOLD_FRAMES_SHAPE;
      reason = what;
      path = here();
    }
    return simdjson::INCORRECT_TYPE;
  }

  std::string here() const;
};

std::string FrameReader::here() const {
  std::string where;
  if (list) where += "[" + std::to_string(clusterEnds.size()) + "]";
  if (inClusters) where += ".clusters";
  if (inCluster) {
    size_t start = clusterEnds.empty() ? 0 : clusterEnds.back();
    where += "[" + std::to_string(memberEnds.size() - start) + "]";
  }
  if (field) where += std::string(".") + field;
  if (inMembers) {
    size_t start = memberEnds.empty() ? 0 : memberEnds.back();
    where += "[" + std::to_string(payloads.size() - start) + "]";
  }
  return where;
}

// Only objects have members to look through.
error_code object(FrameReader &reader, ondemand::value &value, const char *what, ondemand::object &result) {
  ondemand::json_type type;
  if (error_code error = value.type().get(type)) return error;
  if (type != ondemand::json_type::object) return reader.shape(what);
  return value.get_object().get(result);
}

error_code array(FrameReader &reader, ondemand::value &value, const char *what, ondemand::array &result) {
  ondemand::json_type type;
  if (error_code error = value.type().get(type)) return error;
  if (type != ondemand::json_type::array) return reader.shape(what);
  return value.get_array().get(result);
}

error_code FrameReader::number(ondemand::value &value, double &result) {
  ondemand::json_type type;
  if (error_code error = value.type().get(type)) return error;
  if (type != ondemand::json_type::number || decimal(value, result) || !std::isfinite(result))
    return shape("expected a finite number");
  return SUCCESS;
}

error_code FrameReader::document(ondemand::document &document) {
  ondemand::json_type type;
  if (error_code error = document.type().get(type)) return error;
  list = type == ondemand::json_type::array;
  ondemand::value value;
  if (!list) {
    if (type != ondemand::json_type::object) return shape("expected a frame, or a list of frames");
    if (error_code error = document.get_value().get(value)) return error;
    return frame(value);
  }
  ondemand::array array;
  if (error_code error = document.get_array().get(array)) return error;
  for (auto result : array) {
    if (error_code error = std::move(result).get(value)) return error;
    if (error_code error = frame(value)) return error;
  }
  return SUCCESS;
}

error_code FrameReader::frame(ondemand::value &value) {
  ondemand::object object;
  if (error_code error = pinfold::object(*this, value, "expected a frame: an object", object)) return error;
  bool hasView = false, hasClusters = false;
  for (auto result : object) {
    ondemand::field member;
    std::string_view key;
    if (error_code error = std::move(result).get(member)) return error;
    if (error_code error = parser.key(member, key)) return error;
    ondemand::value inner = member.value();
    if (key == "features")
      return shape("GeoJSON does not have the view of a frame; write JSON, as 'pinfold cluster --members --format json' does");
    if (key == "viewport" && !hasView) {
      hasView = true;
      field = "viewport";
      if (error_code error = viewport(inner)) return error;
      field = nullptr;
    } else if (key == "clusters" && !hasClusters) {
      hasClusters = inClusters = true;
      if (error_code error = clusters(inner)) return error;
      inClusters = false;
    }
  }
  if (!hasView) return shape("a frame without a viewport");
  if (!hasClusters) return shape("a frame without clusters");
  clusterEnds.push_back(memberEnds.size());
  return SUCCESS;
}

error_code FrameReader::viewport(ondemand::value &value) {
  static const char *const paths[] = {
    "viewport.lon", "viewport.lat", "viewport.zoom", "viewport.width", "viewport.height", "viewport.tileSize",
    "viewport.margin", "viewport.bearing", "viewport.clip", "viewport.x", "viewport.y",
  };
  ondemand::object object;
  if (error_code error = pinfold::object(*this, value, "expected a viewport: an object", object)) return error;
  double found[PINFOLD_VIEW_FIELDS];
  for (double &number : found) number = missing;
  for (auto result : object) {
    ondemand::field member;
    std::string_view key;
    if (error_code error = std::move(result).get(member)) return error;
    if (error_code error = parser.key(member, key)) return error;
    ondemand::value inner = member.value();
    for (size_t index = 0; index < PINFOLD_VIEW_FIELDS; index++) {
      const char *name = paths[planar && index < 2 ? PINFOLD_VIEW_FIELDS + index : index];
      if (key != name + std::strlen("viewport.")) continue;
      field = name;
      if (index == PINFOLD_VIEW_CLIP) {
        std::string_view clip;
        if (error_code error = parser.text(inner, clip)) return error;
        found[index] = clip == "markers";
        continue;
      }
      if (error_code error = number(inner, found[index])) return error;
    }
  }
  field = "viewport";
  if (std::isnan(found[PINFOLD_VIEW_X]) || std::isnan(found[PINFOLD_VIEW_Y]))
    return shape(planar ? "a viewport without x and y" : "a viewport without lon and lat");
  if (std::isnan(found[PINFOLD_VIEW_ZOOM])) return shape("a viewport without zoom");
  viewports.insert(viewports.end(), found, found + PINFOLD_VIEW_FIELDS);
  return SUCCESS;
}

error_code FrameReader::clusters(ondemand::value &value) {
  ondemand::array array;
  if (error_code error = pinfold::array(*this, value, "expected a list of clusters", array)) return error;
  for (auto result : array) {
    ondemand::value inner;
    if (error_code error = std::move(result).get(inner)) return error;
    inCluster = true;
    if (error_code error = cluster(inner)) return error;
    inCluster = false;
  }
  return SUCCESS;
}

error_code FrameReader::cluster(ondemand::value &value) {
  ondemand::object object;
  if (error_code error = pinfold::object(*this, value, "expected a cluster: an object", object)) return error;
  double x = missing, y = missing, radius = missing;
  int64_t count = -1;
  bool hasMembers = false, isHidden = false;
  size_t start = payloads.size();
  for (auto result : object) {
    ondemand::field item;
    std::string_view key;
    if (error_code error = std::move(result).get(item)) return error;
    if (error_code error = parser.key(item, key)) return error;
    ondemand::value inner = item.value();
    if (key == (planar ? "x" : "lon")) {
      field = planar ? "x" : "lon";
      if (error_code error = number(inner, x)) return error;
    } else if (key == (planar ? "y" : "lat")) {
      field = planar ? "y" : "lat";
      if (error_code error = number(inner, y)) return error;
    } else if (key == "radius") {
      field = "radius";
      if (error_code error = number(inner, radius)) return error;
      if (radius < 0) return shape("expected a radius of 0 or more");
    } else if (key == "count") {
      field = "count";
      ondemand::json_type type;
      if (error_code error = inner.type().get(type)) return error;
      if (type != ondemand::json_type::number || inner.get_int64().get(count) || count < 0)
        return shape("expected a whole number of 0 or more");
    } else if (key == "hidden") {
      field = "hidden";
      ondemand::json_type type;
      if (error_code error = inner.type().get(type)) return error;
      if (type != ondemand::json_type::boolean || inner.get_bool().get(isHidden))
        return shape("expected true or false");
    } else if (key == "members" && !hasMembers) {
      field = "members";
      hasMembers = true;
      if (error_code error = members(inner)) return error;
    }
    field = nullptr;
  }
  if (std::isnan(x) || std::isnan(y))
    return shape(planar ? "a cluster without x and y" : "a cluster without lon and lat");
  if (!hasMembers) return shape("a cluster without members; pinfold cluster lists them with --members");
  if (payloads.size() == start) return shape("a cluster of no members");
  places.push_back(x);
  places.push_back(y);
  radii.push_back(radius);
  counts.push_back(count);
  hidden.push_back(isHidden);
  memberEnds.push_back(payloads.size());
  return SUCCESS;
}

error_code FrameReader::members(ondemand::value &value) {
  ondemand::array array;
  if (error_code error = pinfold::array(*this, value, "expected a list of ids", array)) return error;
  inMembers = true;
  for (auto result : array) {
    ondemand::value inner;
    if (error_code error = std::move(result).get(inner)) return error;
    if (error_code error = member(inner)) return error;
  }
  inMembers = false;
  return SUCCESS;
}

error_code FrameReader::member(ondemand::value &value) {
  ondemand::json_type type;
  if (error_code error = value.type().get(type)) return error;
  if (type == ondemand::json_type::string) {
    std::string_view id;
    if (error_code error = parser.text(value, id)) return error;
    text.append(id);
    texts.push_back(1);
    payloads.push_back(int64_t(textEnds.size()));
    textEnds.push_back(text.size());
    return SUCCESS;
  }
  int64_t id;
  if (type != ondemand::json_type::number || value.get_int64().get(id))
    return shape("expected an id: a whole number or a text");
  texts.push_back(0);
  payloads.push_back(id);
  return SUCCESS;
}

void FrameReader::read(const uint8_t *bytes, size_t length) {
  const char *base = reinterpret_cast<const char *>(bytes);
  ondemand::document found;
  error_code error = parser.iterate(base, length, found);
  const char *at = nullptr;
  error_code located = error;
  if (!error) {
    error = document(found);
    located = found.current_location().get(at);
    if (!error && located != simdjson::OUT_OF_BOUNDS) {
      status = PINFOLD_FRAMES_SYNTAX;
      reason = "more follows after the JSON document";
    }
  }
  offset = located || at < base || at > base + length ? length : size_t(at - base);
  if (!error || status != PINFOLD_FRAMES_DONE) return;
  path = here();
  reason = std::string("not valid JSON: ") + simdjson::error_message(error);
  status = error == simdjson::MEMALLOC ? PINFOLD_FRAMES_OUT_OF_MEMORY
         : error == simdjson::CAPACITY ? PINFOLD_FRAMES_TOO_LARGE
                                       : PINFOLD_FRAMES_SYNTAX;
}

}  // namespace
}  // namespace pinfold

struct PinfoldFrames : pinfold::FrameReader {};

extern "C" {

PinfoldFrames *pinfold_frames_read(const uint8_t *bytes, size_t length, bool planar) {
  PinfoldFrames *frames = nullptr;
  try {
    frames = new PinfoldFrames();
    frames->planar = planar;
    frames->read(bytes, length);
    return frames;
  } catch (...) {
    delete frames;
    return nullptr;
  }
}

void pinfold_frames_free(PinfoldFrames *frames) { delete frames; }

int pinfold_frames_status(const PinfoldFrames *frames) { return frames->status; }
const char *pinfold_frames_reason(const PinfoldFrames *frames) { return frames->reason.c_str(); }
const char *pinfold_frames_path(const PinfoldFrames *frames) { return frames->path.c_str(); }
size_t pinfold_frames_offset(const PinfoldFrames *frames) { return frames->offset; }

PinfoldFrameColumns pinfold_frames_columns(const PinfoldFrames *frames) {
  return {
    frames->list,
    frames->clusterEnds.size(), frames->viewports.data(), frames->clusterEnds.data(),
    frames->memberEnds.size(), frames->places.data(), frames->radii.data(), frames->counts.data(), frames->hidden.data(),
    frames->memberEnds.data(),
    frames->payloads.size(), frames->texts.data(), frames->payloads.data(),
    frames->textEnds.size(), frames->textEnds.data(), frames->text.data(),
  };
}
}  // extern "C"
