// The reader: a table that grows by walking over JSON. Each part is in the file that is named.
#ifndef PINFOLD_READER_HPP
#define PINFOLD_READER_HPP

#include "Lookup.hpp"
#include "Table.hpp"

namespace pinfold {

struct Reader : Table {
  Parser parser;
  std::vector<size_t> numbered;  // the columns of record arrays, by index
  bool geometry = false, arrays = false, stopped = false;
  bool escapes = false;  // some name of a member has escapes
  size_t limit = SIZE_MAX;
  size_t listCount = 0;  // of lists of features, and the offset of the last one
  uint64_t listPlace = 0;
  std::vector<std::string> systems;  // the different values of members `crs`, the first two, as they stand
  std::vector<char> slice;
  const char *reason = "";

  // Documents.cpp
  int read(const uint8_t *bytes, size_t start, size_t length, bool asRecord, size_t *errorOffset);
  uint8_t *room(size_t length);
  int readFeatures(size_t start, size_t length);
  error_code documentRows(ondemand::document &document, bool asRecord, const char *start);
  bool atLimit();

  // Records.cpp
  error_code listed(ondemand::value &value);
  error_code objectRows(ondemand::object &object, const char *where);
  error_code recordObject(ondemand::object &object, const char *where);
  error_code recordArray(ondemand::array array, const char *where);

  // Features.cpp
  error_code featureCollection(ondemand::object &object);
  error_code features(ondemand::array &array);
  error_code feature(ondemand::object &object, const char *where);
  error_code system(ondemand::value &value);

  // Geometry.cpp
  error_code geometryValue(ondemand::value &value, int depth);
  error_code geometryRows(ondemand::object object, const char *where, int depth);
  error_code positions(ondemand::array array, const char *where);
  error_code position(ondemand::array array, const char *where);
  error_code keepPaths(ondemand::array array, int depth, bool area);
  error_code keepPath(ondemand::array array, bool area);

  // Cells.cpp
  error_code cells(ondemand::object &object, size_t row);
  error_code cell(size_t index, ondemand::value &value, size_t row);
  error_code find(ondemand::field &field, size_t &hint, size_t &index);
};

}  // namespace pinfold

#endif
