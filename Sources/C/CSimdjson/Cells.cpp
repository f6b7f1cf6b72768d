// Keys to columns, and values to cells.
#include "Decimal.hpp"
#include "Reader.hpp"

#include <cmath>
#include <cstring>

namespace pinfold {

namespace {

uint64_t bits(double value) {
  uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::strchr(" \t\r\n", text.back())) text.remove_suffix(1);
  return text;
}

// Whether a token is a whole number that a double rounds.
bool isRounded(std::string_view token, double real) {
  if (std::fabs(real) < 0x1p63) return false;
  unsigned __int128 whole = 0;
  if (token.front() == '-') token.remove_prefix(1);
  for (char digit : token) {
    if (digit < '0' || digit > '9') return false;
    if (whole > ~static_cast<unsigned __int128>(0) / 10 - 1) return true;
    whole = whole * 10 + unsigned(digit - '0');
  }
  return std::fabs(real) >= 0x1p128 || static_cast<unsigned __int128>(std::fabs(real)) != whole;
}

error_code number(Column &column, size_t row, ondemand::value &value) {
  int64_t integer;
  if (!value.get_int64().get(integer)) {
    column.push(row, PINFOLD_CELL_INTEGER, uint64_t(integer));
    return SUCCESS;
  }
  double real;
  if (!decimal(value, real) && !isRounded(trimmed(value.raw_json_token()), real)) {
    column.push(row, PINFOLD_CELL_NUMBER, bits(real));
    return SUCCESS;
  }
  // A number that neither 64 bits nor doubles hold: its digits are still worth keeping.
  column.pushText(row, trimmed(value.raw_json_token()));
  return SUCCESS;
}

}  // namespace

error_code Reader::cell(size_t index, ondemand::value &value, size_t row) {
  Column &column = columns[index];
  if (!column.wanted) return SUCCESS;
  if (column.has(row)) {  // of a repeated key the first counts
    if (column.repeats++ == 0) column.repeatRow = row;
    return SUCCESS;
  }
  touched.push_back(index);
  ondemand::json_type type;
  if (error_code error = typeOf(value, type)) return error;
  switch (type) {
    case ondemand::json_type::number: return number(column, row, value);
    case ondemand::json_type::string: {
      std::string_view text;
      if (error_code error = parser.text(value, text)) return error;
      column.pushText(row, text);
      return SUCCESS;
    }
    case ondemand::json_type::boolean: {
      bool truth;
      if (error_code error = value.get_bool().get(truth)) return error;
      column.push(row, truth ? PINFOLD_CELL_TRUE : PINFOLD_CELL_FALSE, 0);
      return SUCCESS;
    }
    case ondemand::json_type::null: column.push(row, PINFOLD_CELL_MISSING, 0); return SUCCESS;
    case ondemand::json_type::array: {
      ondemand::array array;
      std::string_view text;
      if (error_code error = value.get_array().get(array)) return error;
      if (error_code error = array.raw_json().get(text)) return error;
      column.pushText(row, trimmed(text));
      return SUCCESS;
    }
    case ondemand::json_type::object: {
      ondemand::object object;
      std::string_view text;
      if (error_code error = value.get_object().get(object)) return error;
      if (error_code error = object.raw_json().get(text)) return error;
      column.pushText(row, trimmed(text));
      return SUCCESS;
    }
  }
  return SUCCESS;
}

// The column of a key. Objects of one file mostly list their keys in one order, so `hint`, the column after
// the last one found, is tried first.
error_code Reader::find(ondemand::field &field, size_t &hint, size_t &index) {
  if (hint < columns.size() && parser.isEscaped(field.key(), columns[hint].raw)) {
    index = hint++;
    columns[index].seen = true;
    return SUCCESS;
  }
  std::string_view raw;
  if (error_code error = parser.escaped(field.key(), raw)) return error;
  std::string key(raw);
  auto found = byRaw.find(key);
  if (found != byRaw.end()) {
    index = found->second;
  } else {
    std::string_view name;
    if (error_code error = parser.unescaped(raw, name)) return error;
    if (name != raw) escapes = true;
    // A name that was wanted beforehand was filed under its unescaped form.
    std::string plain(name);
    auto asked = byRaw.find(plain);
    if (asked != byRaw.end()) {
      index = asked->second;
      byRaw.emplace(std::move(key), index);
    } else {
      index = add(std::move(key), std::move(plain));
    }
  }
  columns[index].seen = true;
  hint = index + 1;
  return SUCCESS;
}

error_code Reader::cells(ondemand::object &object, size_t row) {
  size_t hint = 1;
  for (auto result : object) {
    ondemand::field field;
    if (error_code error = std::move(result).get(field)) return error;
    size_t index;
    if (error_code error = find(field, hint, index)) return error;
    if (!columns[index].wanted) continue;
    ondemand::value value = field.value();
    if (error_code error = cell(index, value, row)) return error;
  }
  return SUCCESS;
}

}  // namespace pinfold
