// A C face for simdjson: JSON of points in, columns out. No exception crosses it, and no value becomes an
// object.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include "CSimdjsonFrames.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The types of cells; the payload is in brackets.
enum {
  PINFOLD_CELL_MISSING = 0,
  PINFOLD_CELL_NUMBER = 1,   // [bits of a double]
  PINFOLD_CELL_INTEGER = 2,  // [bits of an int64_t]
  PINFOLD_CELL_FALSE = 3,
  PINFOLD_CELL_TRUE = 4,
  PINFOLD_CELL_TEXT = 5,  // [ordinal of a text in the column]
  PINFOLD_CELL_LIST = 6,   // of trees: [number of values that follow]
  PINFOLD_CELL_TABLE = 7,  // of trees: [number of pairs that follow, a text and a value each]
};

// The state of a row's coordinates.
enum {
  PINFOLD_ROW_GOOD = 0,
  PINFOLD_ROW_MISSING = 1,
  PINFOLD_ROW_UNPARSABLE = 2,
  PINFOLD_ROW_NOT_A_POINT = 3,
  PINFOLD_ROW_MALFORMED = 4,
  PINFOLD_ROW_IN_CELLS = 5,  // a record without geometry: its coordinates are in its cells
};

enum {
  PINFOLD_JSON_DONE = 0,
  PINFOLD_JSON_SYNTAX = 1,
  PINFOLD_JSON_TRAILING = 2,  // something follows the document
  PINFOLD_JSON_UTF8 = 3,
  PINFOLD_JSON_TOO_LARGE = 4,
  PINFOLD_JSON_OUT_OF_MEMORY = 5,
  PINFOLD_JSON_STOPPED = 6,  // the limit was reached
};

typedef struct {
  uint64_t payload;
  uint32_t row;  // 0 in trees
  uint8_t kind;
} PinfoldJSONCell;

typedef struct {
  const char *name;
  size_t nameLength;
  bool seen;  // in the data, rather than only wanted
  bool wanted;
  // The cells of the rows that have one, in the order of rows.
  size_t count;
  const PinfoldJSONCell *cells;
  size_t textCount;
  const uint64_t *textEnds;
  size_t textLength;
  const char *text;
  // The cells that are left out, as their row had one before, and the row of the first.
  size_t repeats;
  size_t repeatRow;
} PinfoldJSONColumn;

typedef struct {
  size_t count;
  const double *x;
  const double *y;
  const uint8_t *status;
  const uint64_t *offsets;   // of the coordinates or of the record, in bytes
  const uint64_t *features;  // the index of the feature or record that the row came from
  size_t columnCount;
  bool geometry;  // some row was GeoJSON
  bool arrays;    // some row was an array, whose columns are numbered from 1
  bool escapes;   // some name of a column was written with escapes
  // The geometries that are left out, as their feature had one before, and the row of the first.
  size_t geometryRepeats;
  size_t geometryRepeatRow;
} PinfoldJSONRows;

// A line or a ring of a row that is no point.
typedef struct {
  uint64_t end;  // of its coordinates, which begin where those of the path before end
  uint32_t row;
  bool area;  // a ring of a polygon
} PinfoldJSONPath;

typedef struct {
  size_t count;
  const PinfoldJSONPath *paths;
  const double *coordinates;  // x and y of each corner
} PinfoldJSONPaths;

typedef struct PinfoldJSON PinfoldJSON;

// Null if memory is out.
PinfoldJSON *pinfold_json_new(void);
void pinfold_json_free(PinfoldJSON *json);

// Only the cells of wanted columns are kept. Column 0 always exists: the "id" of GeoJSON features. Returns
// false if memory is out.
bool pinfold_json_want(PinfoldJSON *json, const char *name, size_t length);
void pinfold_json_want_all(PinfoldJSON *json);

// Sets the most records that are not GeoJSON to read; reading on is up to the caller.
void pinfold_json_limit_records(PinfoldJSON *json, size_t limit);

// Keeps the corners of lines and polygons too.
void pinfold_json_want_paths(PinfoldJSON *json);

// Adds the rows of the document at `bytes + start`. 64 bytes past its end must be readable. On a failure
// nothing is added, and `errorOffset` (from `bytes`) says where; with `asRecord` a failure adds one malformed
// row instead.
int pinfold_json_read(
  PinfoldJSON *json, const uint8_t *bytes, size_t start, size_t length, bool asRecord, size_t *errorOffset);

// Room for a part of a collection's list, for the caller to write; null if memory is out.
uint8_t *pinfold_json_room(PinfoldJSON *json, size_t length);

// Adds the rows of the features in that room, with the commas between them, up to a length that is no more
// than was asked for; `start` is their offset in the text. Returns DONE if there are one feature or more and
// nothing else; after anything else the rows are good for nothing.
int pinfold_json_read_features(PinfoldJSON *json, size_t start, size_t length);

// The different values of the members `crs` of what was read, the first two, as they stand: their number, and
// one of them.
size_t pinfold_json_system_count(const PinfoldJSON *json);
const char *pinfold_json_system(const PinfoldJSON *json, size_t index, size_t *length);

// Whether what was read has just one list of features, at an offset.
bool pinfold_json_has_list(const PinfoldJSON *json, size_t offset);

// The reason why the last reading failed.
const char *pinfold_json_reason(const PinfoldJSON *json);

// Removes the rows that were read, once they are taken; columns stay, and features are counted on.
void pinfold_json_forget_rows(PinfoldJSON *json);

PinfoldJSONRows pinfold_json_rows(const PinfoldJSON *json);
PinfoldJSONColumn pinfold_json_column(const PinfoldJSON *json, size_t index);
PinfoldJSONPaths pinfold_json_paths(const PinfoldJSON *json);

// Whether bytes are UTF-8.
bool pinfold_is_utf8(const uint8_t *bytes, size_t length);

// A whole small document: its values one after another, each before its elements, and their offsets in bytes.
typedef struct PinfoldJSONTree PinfoldJSONTree;

// Null if memory is out.
PinfoldJSONTree *pinfold_json_tree_new(void);
void pinfold_json_tree_free(PinfoldJSONTree *tree);

// Reads an array or object, once. 64 bytes past the end must be readable.
int pinfold_json_tree_read(PinfoldJSONTree *tree, const uint8_t *bytes, size_t length, size_t *errorOffset);
const char *pinfold_json_tree_reason(const PinfoldJSONTree *tree);

PinfoldJSONColumn pinfold_json_tree_nodes(const PinfoldJSONTree *tree);
const uint64_t *pinfold_json_tree_offsets(const PinfoldJSONTree *tree);

#ifdef __cplusplus
}
#endif

#endif
