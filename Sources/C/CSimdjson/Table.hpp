// The data read, as columns. Nothing here knows JSON.
#ifndef PINFOLD_TABLE_HPP
#define PINFOLD_TABLE_HPP

#include "include/CSimdjson.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pinfold {

// The cells of the rows that have one, so that a column which few rows have costs little.
struct Column {
  std::string raw;   // the name as the file escapes it
  std::string name;  // the name itself
  bool wanted = false;
  bool seen = false;  // in the data, rather than only wanted
  std::vector<PinfoldJSONCell> cells;  // in the order of rows
  std::vector<uint64_t> textEnds;
  std::string text;
  size_t repeats = 0;  // the cells that are left out, as their row had one before
  size_t repeatRow = 0;  // the row of the first of them

  bool has(size_t row) const { return !cells.empty() && cells.back().row == row; }

  void push(size_t row, uint8_t kind, uint64_t payload) { cells.push_back({payload, uint32_t(row), kind}); }

  void pushText(size_t row, std::string_view value) {
    push(row, PINFOLD_CELL_TEXT, textEnds.size());
    text.append(value);
    textEnds.push_back(text.size());
  }

  void forget() {
    cells.clear();
    textEnds.clear();
    text.clear();
    repeats = 0;
  }

  // Texts of removed cells stay behind, unused.
  void truncate(size_t rows) {
    while (!cells.empty() && cells.back().row >= rows) cells.pop_back();
    if (repeatRow >= rows) repeats = 0;
  }
};

struct Table {
  std::vector<double> x, y;
  std::vector<uint8_t> status;
  std::vector<uint64_t> offsets, featureOf;
  size_t featureCount = 0;
  std::vector<Column> columns;
  std::unordered_map<std::string, size_t> byRaw;
  bool wantAll = false;
  const char *base = nullptr;  // where offsets count from
  uint64_t origin = 0;  // the offset of that place

  // The columns that got a cell since the record began, and before it those since the document began where
  // that may have to be undone: a walk over all columns for each record would take rows × columns.
  std::vector<size_t> touched;
  size_t recordStart = 0;

  // The lines and rings of rows that are no points, and their corners in pairs, where these are wanted.
  bool wantPaths = false;
  std::vector<PinfoldJSONPath> paths;
  std::vector<double> corners;

  bool undoable = false;

  // The geometries of features that are left out, as theirs had one before, and the row of the first of them.
  size_t geometryRepeats = 0, geometryRepeatRow = 0;

  Table() {
    columns.emplace_back();
    columns[0].wanted = true;
  }

  size_t rows() const { return x.size(); }

  void beginDocument(bool mayBeUndone) {
    undoable = mayBeUndone;
    touched.clear();
  }

  void beginRecord() {
    if (!undoable) touched.clear();
    recordStart = touched.size();
  }

  uint64_t offset(const char *place) const { return origin + uint64_t(place - base); }

  void pushRow(double px, double py, uint8_t what, const char *place) {
    if (rows() == UINT32_MAX) throw std::length_error("cells count rows in 32 bits");
    x.push_back(px);
    y.push_back(py);
    status.push_back(what);
    offsets.push_back(place ? offset(place) : 0);
    featureOf.push_back(featureCount);
  }

  void pushBad(uint8_t what, const char *place) { pushRow(0, 0, what, place); }

  // Copies the cells of this record's first row to its other rows.
  void repeatCells(size_t first) {
    if (rows() - first < 2) return;
    for (size_t index = recordStart; index < touched.size(); index++) {
      Column &column = columns[touched[index]];
      if (!column.has(first)) continue;
      PinfoldJSONCell cell = column.cells.back();
      for (size_t row = first + 1; row < rows(); row++) column.push(row, cell.kind, cell.payload);
    }
  }

  // Removes the rows of a document that turned out to be none.
  void truncate(size_t count) {
    x.resize(count);
    y.resize(count);
    status.resize(count);
    offsets.resize(count);
    featureOf.resize(count);
    if (geometryRepeatRow >= count) geometryRepeats = 0;
    while (!paths.empty() && paths.back().row >= count) paths.pop_back();
    corners.resize(paths.empty() ? 0 : paths.back().end);
    if (undoable) {
      for (size_t index : touched) columns[index].truncate(count);
    } else {
      for (Column &column : columns) column.truncate(count);
    }
  }

  // Removes all rows and keeps their memory, for rows to come.
  void forgetRows() {
    x.clear();
    y.clear();
    status.clear();
    offsets.clear();
    featureOf.clear();
    paths.clear();
    corners.clear();
    geometryRepeats = 0;
    for (Column &column : columns) column.forget();
  }

  // The column filed under `raw`, a new one if there is none.
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
};

}  // namespace pinfold

#endif
