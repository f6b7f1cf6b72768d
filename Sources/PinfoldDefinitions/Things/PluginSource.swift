import Foundation
import Pinfold
package import PinfoldEvaluation

/// A plugin's text and its identity, by which a study recognises whether it is still the same.
package struct PluginSource: Hashable, Sendable {
  /// The name of its file.
  package let name: String

  /// The plugin's own version.
  package let version: String

  /// The digest of its file; nil for a file that can no longer be read.
  package let digest: Digest?

  /// The text of its file; nil for one that can no longer be read.
  package let text: String?

  /// Fails for built-ins.
  init?(_ origin: RegistrationOrigin) {
    guard case .plugin(let path, let version) = origin else { return nil }
    self.version = version
    name = URL(filePath: path).lastPathComponent
    let content = FileManager.default.contents(atPath: path)
    digest = content.map { Digest(of: $0) }
    text = content.map { String(decoding: $0, as: UTF8.self) }
  }
}
