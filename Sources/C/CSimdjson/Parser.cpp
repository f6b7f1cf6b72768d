// Decodes quoted and escaped texts.
#include "Parser.hpp"

#include <cstring>

namespace pinfold {

error_code Parser::escaped(ondemand::raw_json_string start, std::string_view &result) const {
  const char *raw = start.raw();
  const char *close = static_cast<const char *>(std::memchr(raw, '"', size_t(end - raw)));
  if (close && std::memchr(raw, '\\', size_t(close - raw))) {
    // That quote may be escaped.
    close = raw;
    while (close < end && *close != '"') close += *close == '\\' ? 2 : 1;
    if (close >= end) close = nullptr;
  }
  if (!close) return simdjson::STRING_ERROR;
  result = {raw, size_t(close - raw)};
  return SUCCESS;
}

error_code Parser::unescaped(std::string_view raw, std::string_view &result) {
  if (raw.empty() || !std::memchr(raw.data(), '\\', raw.size())) {
    result = raw;
    return SUCCESS;
  }
  // No escape is shorter than its character; simdjson writes whole registers.
  buffer.resize(raw.size() + simdjson::SIMDJSON_PADDING);
  uint8_t *destination = buffer.data();
  ondemand::raw_json_string start(reinterpret_cast<const uint8_t *>(raw.data()));
  return parser.unescape(start, destination).get(result);
}

}  // namespace pinfold
