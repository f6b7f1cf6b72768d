import Foundation
import Pinfold
public import PinfoldEvaluation

/// The identity of a plugin's text, by which a study recognises whether it is still the same.
public struct PluginSource: Hashable, Sendable {
  /// The plugin's own version.
  public let version: String

  /// The digest of its file; nil for a file that can no longer be read.
  public let digest: Digest?

  /// Fails for built-ins.
  init?(_ origin: RegistrationOrigin) {
    guard case .plugin(let path, let version) = origin else { return nil }
    self.version = version
    digest = FileManager.default.contents(atPath: path).map { Digest(of: $0) }
  }
}
