import Foundation
import Pinfold
package import PinfoldEvaluation

/// The text of a plugin, by which a study knows that it is still the same.
package struct PluginSource: Hashable, Sendable {
  /// The plugin's own version.
  package let version: String

  /// The digest of its file; nil for a file that can no longer be read.
  package let digest: Digest?

  /// Nil for what is built in.
  init?(_ origin: RegistrationOrigin) {
    guard case .plugin(let path, let version) = origin else { return nil }
    self.version = version
    digest = FileManager.default.contents(atPath: path).map { Digest(of: $0) }
  }
}
