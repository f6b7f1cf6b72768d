/// A SHA-256 digest.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes.
  package let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Computes the digest of some bytes.
  package init(of bytes: some Sequence<UInt8>) {
    var hash = SHA256()
    hash.update(bytes)
    self = hash.finish()
  }

  /// Reads 64 hexadecimal digits; nil for any other text.
  package init?(_ text: String) {
    let digits = text.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// 64 hexadecimal digits.
  package var description: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The share of pairs of runs with equal digests: Σ *v* (*v* − 1) / *R* (*R* − 1) over the frequencies *v*
  /// of the runs' digests; nil for fewer than two runs.
  package static func identicalRate(of runs: [Digest]) -> Double? {
    guard runs.count > 1 else { return nil }
    let frequencies = Dictionary(runs.map { ($0, 1) }, uniquingKeysWith: +).values
    let pairs = frequencies.reduce(0) { $0 + $1 * ($1 - 1) }
    return Double(pairs) / Double(runs.count * (runs.count - 1))
  }
}
