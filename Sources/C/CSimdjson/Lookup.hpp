// Access to values that every walk over JSON needs.
#ifndef PINFOLD_LOOKUP_HPP
#define PINFOLD_LOOKUP_HPP

#include "Parser.hpp"

// Texts are read through `Parser` alone.
#pragma GCC poison get_string get_wobbly_string unescaped_key unescape

namespace pinfold {

inline const char *place(ondemand::value &value) {
  return value.raw_json_token().data();
}

// The type of a value. The words for numbers that are not finite, which JSON does not have and many programs
// write, are null.
inline error_code typeOf(ondemand::value &value, ondemand::json_type &type) {
  error_code error = value.type().get(type);
  std::string_view text = value.raw_json_token();
  if (!error && !(type == ondemand::json_type::number && text.size() > 1 && text[1] == 'I')) return SUCCESS;
  for (const char *word : {"NaN", "Infinity", "-Infinity"}) {
    if (text.substr(0, std::strlen(word)) != word) continue;
    type = ondemand::json_type::null;
    return SUCCESS;
  }
  return error;
}

// A member of an object, whatever the order; `present` is false if it has none.
inline error_code member(ondemand::object &object, const char *name, ondemand::value &value, bool &present) {
  error_code error = object.find_field_unordered(name).get(value);
  present = error == SUCCESS;
  return error == simdjson::NO_SUCH_FIELD ? SUCCESS : error;
}

// The text of a member, valid until the next text is read; empty if the object has none or it is no text.
inline error_code textMember(
  Parser &parser, ondemand::object &object, const char *name, std::string_view &text) {
  ondemand::value value;
  bool present;
  text = {};
  if (error_code error = member(object, name, value, present)) return error;
  if (!present) return SUCCESS;
  ondemand::json_type type;
  if (error_code error = value.type().get(type)) return error;
  return type == ondemand::json_type::string ? parser.text(value, text) : SUCCESS;
}

// Looking members up leaves an object half read; whether anything follows it shows only behind its end.
inline error_code finish(ondemand::object &object) {
  bool nonEmpty;
  if (error_code error = object.reset().get(nonEmpty)) return error;
  for (auto result : object) {
    ondemand::field field;
    if (error_code error = std::move(result).get(field)) return error;
  }
  return SUCCESS;
}

}  // namespace pinfold

#endif
