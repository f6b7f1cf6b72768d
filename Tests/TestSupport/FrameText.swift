package import Pinfold
import PinfoldEvaluation

extension Frame {
  /// The text of ``canonicalHashes``' screen hash.
  package var canonicalText: String {
    var bytes: [UInt8] = []
    forEachCanonicalLine { members, cluster in
      bytes += members
      bytes += screenPlace(of: cluster).utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
