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
    do {
      self = try JSONDecoder().decode(StudyManifest.self, from: bytes)
    } catch {
      throw .data("\(path): not a manifest of a study, or one of another version")
    }
  }

  /// The plan that the manifest holds.
  ///
  /// - Parameters:
  ///   - registry: has the plugins of ``plugins``.
  ///   - path: the manifest's name in messages.
  package func plan(registry: Registry, path: String) throws(StudyError) -> StudyDefinition {
    do {
      let node = try JSONNode(bytes: Array(try JSONEncoder().encode(definition)), source: path)
      return try StudyDefinition(Node(node, source: path), registry: registry)
    } catch let error as DefinitionError {
      throw .definition(error)
    } catch {
      throw .data("\(error)")
    }
  }

  /// Writes the plugins' files into a folder.
  ///
  /// - Returns: their paths.
  /// - Throws: ``StudyError`` for a plugin whose text is not the one that its digest is of.
  package func writePlugins(to folder: String) throws(StudyError) -> [String] {
    var paths: [String] = []
    for plugin in plugins {
      guard Digest(of: plugin.source.utf8).description == plugin.sha256,
        plugin.name == URL(filePath: plugin.name).lastPathComponent
      else {
        throw .data("plugin '\(plugin.name)' of the manifest is not the one that its SHA-256 is of")
      }
      let path = "\(folder)/\(plugin.name)"
      do {
        try AtomicFile.write(plugin.source, to: path)
      } catch {
        throw .cannotWrite(path, reason: error.description)
      }
      paths.append(path)
    }
    return paths
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
