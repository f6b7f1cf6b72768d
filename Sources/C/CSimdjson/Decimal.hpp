// Numbers as the nearest doubles.
#ifndef PINFOLD_DECIMAL_HPP
#define PINFOLD_DECIMAL_HPP

#include "Parser.hpp"

namespace pinfold {

// A number as a double. Of 20 digits or more behind "0." simdjson 3.0 makes other numbers, without an error
// (https://github.com/simdjson/simdjson/issues/2093); its parser for long decimals is right.
inline error_code decimal(ondemand::value &value, double &result) {
  constexpr size_t rightLength = 20;
  std::string_view token = value.raw_json_token();
  if (error_code error = value.get_double().get(result)) return error;
  if (token.size() > rightLength) result = simdjson::internal::from_chars(token.data(), token.data() + token.size());
  return SUCCESS;
}

}  // namespace pinfold

#endif
