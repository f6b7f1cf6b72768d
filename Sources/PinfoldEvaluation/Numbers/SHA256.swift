import CSodium

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
package struct SHA256 {
  private var state = crypto_hash_sha256_state()
  // Small pieces are gathered, because a call for each would cost more than the hashing.
  private var pending: [UInt8] = []

  /// Begins a hash.
  package init() {
    pending.reserveCapacity(1 << 16)
    unsafe crypto_hash_sha256_init(&state)
  }

  /// Adds bytes.
  package mutating func update(_ bytes: some Sequence<UInt8>) {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 15 { flush() }
  }

  /// The digest of all bytes; the hash must not be used afterwards.
  package mutating func finish() -> Digest {
    flush()
    var bytes = [UInt8](repeating: 0, count: 32)
    unsafe crypto_hash_sha256_final(&state, &bytes)
    return Digest(bytes: bytes)
  }

  private mutating func flush() {
    unsafe crypto_hash_sha256_update(&state, pending, UInt64(pending.count))
    pending.removeAll(keepingCapacity: true)
  }
}
