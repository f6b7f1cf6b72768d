// Points as most files write them. An object of just a type and two plain numbers needs no search for its
// members, and a number of few digits no general parser: two thirds of the time of a point.
#ifndef PINFOLD_USUALPOINT_HPP
#define PINFOLD_USUALPOINT_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pinfold {

// A walk over the bytes of a document, behind which eight more are readable.
class UsualPoint {
 public:
  double x = 0, y = 0;
  const char *coordinates = nullptr;  // where they begin

  // Whether this object is a point that can be read here, to the last bit as simdjson does; any other is to
  // be read by it.
  bool read(const char *object, const char *end) {
    place = object;
    limit = end;
    if (!(token("{") && token("\"type\"") && token(":") && token("\"Point\"") && token(",")
          && token("\"coordinates\"") && token(":") && token("[")))
      return false;
    coordinates = place - 1;
    return number(x) && token(",") && number(y) && token("]") && token("}");
  }

 private:
  const char *place = nullptr, *limit = nullptr;

  bool skipBlanks() {
    while (place < limit && (*place == ' ' || *place == '\n' || *place == '\r' || *place == '\t')) place++;
    return place < limit;
  }

  // A text of a length that the compiler knows.
  template <size_t size>
  bool token(const char (&text)[size]) {
    if (!skipBlanks() || size_t(limit - place) < size - 1 || std::memcmp(place, text, size - 1)) return false;
    place += size - 1;
    return true;
  }

  // Up to eight digits; returns how many there are.
  size_t digits(uint64_t &value) {
    if (place >= limit) return 0;
    uint64_t bytes = 0;
    for (int index = 0; index < 8; index++) bytes |= uint64_t(uint8_t(place[index])) << (8 * index);
    bytes ^= 0x3030303030303030;
    uint64_t others = (bytes | (bytes + 0x7676767676767676)) & 0x8080808080808080;
    size_t count = others ? size_t(__builtin_ctzll(others)) / 8 : 8;
    if (count == 0) return 0;
    place += count;
    // As if zeros were before them; then pairs, fours and all eight are put together.
    bytes <<= 64 - 8 * count;
    bytes = (bytes * 10 + (bytes >> 8)) & 0x00FF00FF00FF00FF;
    bytes = (bytes * 100 + (bytes >> 16)) & 0x0000FFFF0000FFFF;
    value = (bytes * 10000 + (bytes >> 32)) & 0xFFFFFFFF;
    return count;
  }

  // A quotient of two numbers that doubles hold exactly is rounded once, so that it is the nearest to the
  // decimal.
  bool number(double &result) {
    static constexpr double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                        1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};
    static constexpr uint64_t factors[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    if (!skipBlanks()) return false;
    bool negative = *place == '-';
    if (negative) place++;
    const char *start = place;
    uint64_t value, more;
    size_t whole = digits(value), fraction = 0;
    if (whole == 0 || (*start == '0' && whole > 1)) return false;
    if (*place == '.') {
      place++;
      size_t count = digits(more);
      if (count == 0) return false;
      value = value * factors[count] + more;
      fraction = count;
      if (count == 8 && (count = digits(more))) {
        value = value * factors[count] + more;
        fraction += count;
      }
    }
    // Further digits or an exponent are no token that may follow.
    if (whole + fraction > 18 || value > uint64_t(1) << 53) return false;
    double quotient = double(value) / powers[fraction];
    result = negative ? -quotient : quotient;
    return true;
  }
};

}  // namespace pinfold

#endif
