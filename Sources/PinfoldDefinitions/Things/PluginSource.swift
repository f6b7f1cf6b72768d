import Foundation
import Pinfold
package import PinfoldEvaluation

/// The identity of a plugin's text, by which a study recognises whether it is still the same.
package struct PluginSource: Hashable, Sendable {
  /// The plugin's own version.
  package let version: String

  /// The digest of its file; nil for a file that can no longer be read.
  package let digest: Digest?

  /// Fails for built-ins.
  init?(_ origin: RegistrationOrigin) {
    guard case .plugin(let path, let version) = origin else { return nil }
    self.version = version
    digest = FileManager.default.contents(atPath: path).map { Digest(of: $0) }
  }
}
