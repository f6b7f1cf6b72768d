// What was read, as columns. Nothing here knows JSON.
#ifndef PINFOLD_TABLE_HPP
#define PINFOLD_TABLE_HPP

#include "include/CSimdjson.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pinfold {

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

struct Table {
  std::vector<double> x, y;
  std::vector<uint8_t> status;
  std::vector<uint64_t> offsets, features;
  size_t featureCount = 0;
  std::vector<Column> columns;
  std::unordered_map<std::string, size_t> byRaw;
  bool wantAll = false;
  const char *base = nullptr;  // where offsets count from

  Table() {
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
