/// A SHA-256 digest.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

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

  package var description: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The share of pairs of runs with equal digests; nil for fewer than two runs.
  package static func identicalRate(of runs: [Digest]) -> Double? {
    guard runs.count > 1 else { return nil }
    let frequencies = Dictionary(runs.map { ($0, 1) }, uniquingKeysWith: +).values
    let pairs = frequencies.reduce(0) { $0 + $1 * ($1 - 1) }
    return Double(pairs) / Double(runs.count * (runs.count - 1))
  }
}

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
package struct SHA256 {
  /// The fractional parts of the square roots of the first eight primes.
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Bytes that are not hashed yet.
  private var pending: [UInt8] = []
  private var length = 0

  package init() { pending.reserveCapacity(1 << 16) }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 15 { hashBlocks() }
  }

  /// The digest of all bytes; the hash must not be used afterwards.
  package mutating func finish() -> Digest {
    let bits = UInt64(length + pending.count) * 8
    pending.append(0x80)
    while pending.count % 64 != 56 { pending.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      pending.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    hashBlocks()
    return Digest(
      bytes: state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } })
  }

  private mutating func hashBlocks() {
    let end = pending.count & ~63
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: end, by: 64) {
      for t in 0..<16 {
        let byte = block + 4 * t
        words[t] =
          UInt32(pending[byte]) << 24 | UInt32(pending[byte + 1]) << 16 | UInt32(pending[byte + 2]) << 8
          | UInt32(pending[byte + 3])
      }
      hashBlock(&words, Self.constants)
    }
    pending.removeFirst(end)
    length += end
  }

  /// Hashes a block, whose 16 words are extended to 64 in place.
  private mutating func hashBlock(_ words: inout [UInt32], _ constants: [UInt32]) {
    for t in 16..<64 {
      let (x, y) = (words[t - 15], words[t - 2])
      let s0 = x.rotated(by: 7) ^ x.rotated(by: 18) ^ x >> 3
      let s1 = y.rotated(by: 17) ^ y.rotated(by: 19) ^ y >> 10
      words[t] = words[t - 16] &+ s0 &+ words[t - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let s1 = e.rotated(by: 6) ^ e.rotated(by: 11) ^ e.rotated(by: 25)
      let first = h &+ s1 &+ (g ^ e & (f ^ g)) &+ constants[t] &+ words[t]
      let s0 = a.rotated(by: 2) ^ a.rotated(by: 13) ^ a.rotated(by: 22)
      let second = s0 &+ (a & b | c & (a | b))
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  /// The fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  fileprivate func rotated(by count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
