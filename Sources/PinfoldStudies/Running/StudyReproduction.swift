import Foundation
package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation

extension StudyManifest {
  /// Reads a manifest from a file.
  package init(path: String) throws(StudyError) {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw .data("\(path): the file cannot be read")
    }
    guard let manifest = StudyManifest(json: bytes) else {
      throw .data("\(path): not a study manifest, or one of an unsupported version")
    }
    self = manifest
  }

  /// Reads a manifest of this layout; nil for anything else.
  init?(json: Data) {
    guard let manifest = try? JSONDecoder().decode(StudyManifest.self, from: json),
      manifest.schema == Self.layout
    else { return nil }
    self = manifest
  }

  /// The plan that the manifest holds.
  ///
  /// - Parameters:
  ///   - registry: has the plugins of ``plugins``.
  ///   - path: the manifest's name in messages.
  package func plan(registry: Registry, path: String) throws(StudyError) -> StudyDefinition {
    try StudyError.wrapping {
      var definition = definition
      // Older manifests call controls anchors, or have none.
      if case .table(var members) = definition, members["controls"] == nil {
        members["controls"] = members.removeValue(forKey: "anchors") ?? .list([])
        definition = .table(members)
      }
      let node = try Node(json: Array(try JSONEncoder().encode(definition)), source: path)
      return try StudyDefinition(node, registry: registry)
    }
  }

  /// Writes the plugins' files into a folder, each with its modules into a folder of its own there.
  ///
  /// - Returns: the paths of the plugins' own files.
  /// - Throws: ``StudyError`` for a plugin whose text is not the one that its digest is of.
  package func writePlugins(to folder: String) throws(StudyError) -> [String] {
    var paths: [String] = []
    for (number, plugin) in plugins.enumerated() {
      guard plugin.isSound else {
        throw .data("plugin '\(plugin.name)' in the manifest does not match its SHA-256")
      }
      let own = "\(folder)/\(number + 1)"
      for module in plugin.modules {
        try write(module.source, to: "\(own)/\(module.name.replacing(".", with: "/")).lua")
      }
      paths.append("\(own)/\(plugin.name)")
      try write(plugin.source, to: paths[number])
    }
    return paths
  }

  private func write(_ text: String, to path: String) throws(StudyError) {
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try AtomicFile.write(text, to: path)
    } catch {
      throw .cannotWrite(path, reason: "\(error)")
    }
  }

  /// Where another manifest makes other frames, in words: other points, strategies, parameters or views.
  func differences(from other: StudyManifest) -> [String] {
    var differences: [String] = []
    func compare<Item: Hashable>(
      _ kind: String, _ items: [Item], _ others: [Item], _ name: (Item) -> String, _ text: (Item) -> String
    ) {
      for (item, other) in zip(items, others) where text(item) != text(other) {
        differences.append("\(kind) '\(name(item))': \(text(item)) here, \(text(other)) in the manifest")
      }
      if items.count != others.count {
        differences.append("\(items.count) \(kind)s here, \(others.count) in the manifest")
      }
    }
    compare("dataset", datasets, other.datasets, \.name) { "points of SHA-256 \($0.sha256.prefix(12))" }
    compare("strategy", strategies, other.strategies, \.label) { strategy in
      "\(strategy.name), version \(strategy.version)"
        + strategy.parameters.sorted { $0.key < $1.key }.map { ", \($0.key) \($0.value)" }.joined()
        + (strategy.sourceSHA256.map { ", SHA-256 \($0.prefix(12))" } ?? "")
    }
    compare("camera", cameras, other.cameras, \.label) { "views of SHA-256 \($0.viewsSHA256.prefix(12))" }
    return differences
  }
}

extension StudyManifest.Plugin {
  init(_ plugin: PluginSource) {
    let texts = plugin.sources.map { String(decoding: $0.text, as: UTF8.self) }
    self.init(
      name: plugin.name, version: plugin.version, sha256: plugin.digest?.description ?? "",
      source: texts.first ?? "",
      modules: zip(plugin.sources, texts).dropFirst().map { Module(name: $0.name, source: $1) })
  }

  /// Whether the texts are those that the digest is of, and their names stay in one folder.
  fileprivate var isSound: Bool {
    let files =
      [SourceFile(name: name, text: Array(source.utf8))]
      + modules.map { SourceFile(name: $0.name, text: Array($0.source.utf8)) }
    return PluginSource(name: name, version: version, sources: files).digest?.description == sha256
      && name == URL(filePath: name).lastPathComponent
      && modules.allSatisfy {
        !$0.name.contains("/")
          && !$0.name.split(separator: ".", omittingEmptySubsequences: false).contains("")
      }
  }
}
