package import Pinfold
package import PinfoldEvaluation

/// A plugin's text and its identity, by which a study recognizes whether it is still the same.
package struct PluginSource: Hashable, Sendable {
  /// The name of its file; of a plugin without one, the place where it was written.
  package let name: String

  package let version: String

  /// Its file, then the modules that it requires, as they were read; empty for a plugin without a file.
  package let sources: [SourceFile]

  private let uses: [PluginSource]

  package init(name: String, version: String, sources: [SourceFile], uses: [PluginSource] = []) {
    (self.name, self.version, self.sources, self.uses) = (name, version, sources, uses)
  }

  /// Fails for built-ins.
  ///
  /// - Parameter uses: the plugins that it may call by their names.
  init?(_ origin: RegistrationOrigin, uses: [RegistrationOrigin] = []) {
    guard case .plugin(let path, let version, let sources) = origin else { return nil }
    self.init(
      name: path.split(separator: "/").last.map(String.init) ?? path, version: version, sources: sources,
      uses: uses.compactMap { PluginSource($0) })
  }

  /// The plugin, and those that it may call.
  var all: [PluginSource] { [PluginSource(name: name, version: version, sources: sources)] + uses }

  /// The digest of all that its results may depend on: its own where it calls no other plugin. Nil for a
  /// plugin without a file.
  package var digestWithUses: Digest? {
    guard let digest, !uses.isEmpty else { return digest }
    return Digest(of: ([digest] + uses.compactMap(\.digest)).map(\.description).joined(separator: " ").utf8)
  }

  /// The digest of its file and its modules; nil for a plugin without a file.
  ///
  /// It is over the file's text, and then the name and the text of each module, a byte 0 before each.
  package var digest: Digest? {
    guard let file = sources.first else { return nil }
    return Digest(of: file.text + sources.dropFirst().flatMap { [0] + Array($0.name.utf8) + [0] + $0.text })
  }
}

extension Choice {
  /// The plugin that defines it, with those that it may call; nil for built-ins.
  package var plugin: PluginSource? { PluginSource(registration.origin, uses: registration.uses(values)) }
}
