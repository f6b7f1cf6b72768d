// simdjson's parser, and the one way to read texts.
#ifndef PINFOLD_PARSER_HPP
#define PINFOLD_PARSER_HPP

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace pinfold {

namespace ondemand = simdjson::ondemand;
using simdjson::error_code;
using simdjson::SUCCESS;

// A walk may look a member up and then read all of them, and so come across a text twice. simdjson's own
// functions unescape every text that they return into one buffer with room for each text of the document
// once, and do not check for its end. Here a text is returned as it stands in the document, or, where it has
// escapes, from a buffer that is made large enough for this very text; how often it is read does not matter.
class Parser {
 public:
  // Begins a document, which must have 64 readable bytes behind it.
  error_code iterate(const char *start, size_t length, ondemand::document &document) {
    end = start + length;
    return parser.iterate(start, length, length + simdjson::SIMDJSON_PADDING).get(document);
  }

  const char *documentEnd() const { return end; }

  // The text of a value; valid until the next text is read. An error if the value is no text.
  error_code text(ondemand::value &value, std::string_view &result) {
    ondemand::raw_json_string start;
    std::string_view raw;
    if (error_code error = value.get_raw_json_string().get(start)) return error;
    if (error_code error = escaped(start, raw)) return error;
    return unescaped(raw, result);
  }

  // The name of a member; valid until the next text is read.
  error_code key(ondemand::field &field, std::string_view &result) {
    std::string_view raw;
    if (error_code error = escaped(field.key(), raw)) return error;
    return unescaped(raw, result);
  }

  // Whether the document writes a name so, without its quotes.
  bool isEscaped(ondemand::raw_json_string start, std::string_view name) const {
    const char *raw = start.raw();
    return size_t(end - raw) > name.size() && raw[name.size()] == '"'
      && std::memcmp(raw, name.data(), name.size()) == 0;
  }

  // A text as the document writes it, without its quotes.
  error_code escaped(ondemand::raw_json_string start, std::string_view &result) const;

  // Decodes such a text; the result is valid until the next text is read.
  error_code unescaped(std::string_view raw, std::string_view &result);

 private:
  ondemand::parser parser;
  const char *end = nullptr;
  std::vector<uint8_t> buffer;
};

}  // namespace pinfold

#endif
