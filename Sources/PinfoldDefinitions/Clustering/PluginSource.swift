package import Pinfold
package import PinfoldEvaluation

/// A plugin's text and its identity, by which a study recognizes whether it is still the same.
package struct PluginSource: Hashable, Sendable {
  /// The name of its file; of a plugin without one, the place where it was written.
  package let name: String

  /// The plugin's own version.
  package let version: String

  /// Its file, then the modules that it requires, as they were read; empty for a plugin without a file.
  package let sources: [SourceFile]

  /// Describes a plugin.
  package init(name: String, version: String, sources: [SourceFile]) {
    (self.name, self.version, self.sources) = (name, version, sources)
  }

  /// Fails for built-ins.
  init?(_ origin: RegistrationOrigin) {
    guard case .plugin(let path, let version, let sources) = origin else { return nil }
    self.init(
      name: path.split(separator: "/").last.map(String.init) ?? path, version: version, sources: sources)
  }

  /// The digest of its file and its modules; nil for a plugin without a file.
  ///
  /// It is over the file's text, and then the name and the text of each module, a byte 0 before each.
  package var digest: Digest? {
    guard let file = sources.first else { return nil }
    return Digest(of: file.text + sources.dropFirst().flatMap { [0] + Array($0.name.utf8) + [0] + $0.text })
  }
}
