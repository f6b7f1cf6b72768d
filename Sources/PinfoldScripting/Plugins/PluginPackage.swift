import Pinfold
import PinfoldData
import PinfoldDefinitions
import Platform

/// A folder of plugins to share: plugins, modules in subfolders, and a manifest with its name and version.
///
/// ```json
/// { "name": "rows", "version": "1.2.0", "summary": "Rows and columns of the map." }
/// ```
package struct PluginPackage: Hashable, Sendable {
  /// The file that makes a folder a package.
  package static let manifestName = "pinfold.json"

  /// The file in which an installed package has its source.
  static let originName = "installed.json"

  /// Its name, which is that of its folder where it is installed.
  package let name: String

  /// Its version.
  package let version: String

  /// One line that describes it; empty for none.
  package let summary: String

  /// The versions of Pinfold that it needs; nil for any.
  let requires: String?

  /// Where it was installed from; nil where it was not.
  package let origin: PackageOrigin?

  /// The package that a file belongs to; nil where it belongs to none, or to one whose manifest is broken.
  init?(holding path: String) {
    let folder = Folder.holding(path)
    guard Folder.realPath("\(folder)/\(Self.manifestName)") != nil else { return nil }
    try? self.init(folder: folder)
  }

  init(folder: String) throws(PluginError) {
    let path = "\(folder)/\(Self.manifestName)"
    let texts = try Self.texts(path, known: ["name", "version", "summary", "requires"])
    func text(_ field: String) throws(PluginError) -> (node: Node, text: String) {
      if let found = texts[field] { return found }
      throw PluginError(path: path, "field '\(field)' is missing; it must be a text")
    }
    let name = try text("name"), version = try text("version")
    guard PluginManifest.isName(name.text) else {
      throw PluginError(
        path: path, name.node.mistake("field 'name' is '\(name.text)'; \(PluginManifest.nameRule)"))
    }
    guard PluginManifest.isVersion(version.text) else {
      throw PluginError(
        path: path,
        version.node.mistake(
          "field 'version' is '\(version.text)'; it must be a version such as 1.0.0 or 1.2.0-beta"))
    }
    self.name = name.text
    self.version = version.text
    summary = texts["summary"]?.text ?? ""
    requires = texts["requires"]?.text
    if let range = texts["requires"], VersionRange(range.text) == nil {
      throw PluginError(
        path: path,
        range.node.mistake(
          "field 'requires' is '\(range.text)'; it must be versions of Pinfold such as >=0.2.0 <1.0.0"))
    }
    let source = try? Self.texts("\(folder)/\(Self.originName)", known: ["from", "commit"])
    origin = source?["from"].map { PackageOrigin(path: $0.text, commit: source?["commit"]?.text) }
  }

  private static func texts(
    _ path: String, known: [String]
  ) throws(PluginError) -> [String: (node: Node, text: String)] {
    guard Folder.isSmallFile(path) else {
      throw PluginError(path: path, "there is no such file, or it is a link; a package needs its manifest")
    }
    let document: Node
    do { document = try Node(json: try WholeFile.bytes(of: path), source: path) } catch {
      throw PluginError(path: path, error)
    }
    guard let members = document.members else {
      throw PluginError(path: path, document.mistake("an object with 'name' and 'version' expected"))
    }
    var texts: [String: (node: Node, text: String)] = [:]
    for (name, node) in members {
      guard known.contains(name) else {
        throw PluginError(
          path: path, node.mistake("unknown field '\(name)'" + Suggestion.clause(for: name, among: known)))
      }
      // A package that was installed from a folder without history has no commit.
      if node.isNull { continue }
      guard let text = node.text else {
        throw PluginError(path: path, node.mistake("field '\(name)' must be a text"))
      }
      guard texts.updateValue((node, text), forKey: name) == nil else {
        throw PluginError(path: path, node.mistake("field '\(name)' is given twice"))
      }
    }
    return texts
  }
}

/// Where a package was installed from.
package struct PackageOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The folder, or the archive.
  package let path: String

  /// The commit that was checked out there; nil for a folder without history.
  package let commit: String?

  init(of folder: String) {
    self.init(path: Folder.realPath(folder) ?? folder, commit: Self.commit(checkedOutIn: "\(folder)/.git"))
  }

  init(path: String, commit: String?) {
    (self.path, self.commit) = (path, commit)
  }

  package var description: String { commit.map { "\(path) at \($0.prefix(12))" } ?? path }

  var json: String {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.member("from", path)
      json.member("commit", commit)
    }
    return json.text + "\n"
  }

  /// The commit that `HEAD` names, itself or by a branch.
  private static func commit(checkedOutIn history: String) -> String? {
    func lines(_ name: String) -> [Substring] {
      let path = "\(history)/\(name)"
      guard Folder.isSmallFile(path), let bytes = try? WholeFile.bytes(of: path) else { return [] }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
    guard let head = lines("HEAD").first else { return nil }
    guard let branch = head.wholeMatch(of: /ref: (refs\/[^\s:]+)/)?.output.1, !branch.contains("..") else {
      return hash(head)
    }
    if let own = lines(String(branch)).first { return hash(own) }
    let packed = lines("packed-refs").first { $0.hasSuffix(" \(branch)") }
    return packed.flatMap { hash($0.prefix { $0 != " " }) }
  }

  private static func hash(_ text: Substring) -> String? {
    text.wholeMatch(of: /[0-9a-f]{40,64}/) == nil ? nil : String(text)
  }
}

extension Folder {
  /// Whether a path is a file itself, not a link or a pipe, and no larger than what is read whole.
  fileprivate static func isSmallFile(_ path: String) -> Bool {
    guard let status = System.status(path) else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_size <= 1 << 24
  }
}

/// A range of versions, as "0.2.0" for that one and later ones, or ">=0.2.0 <1.0.0".
struct VersionRange {
  private let bounds: [(isLower: Bool, version: [Int])]

  /// Reads a range; nil for a text that is none.
  init?(_ text: String) {
    var bounds: [(isLower: Bool, version: [Int])] = []
    for word in text.split(separator: " ") {
      let isUpper = word.hasPrefix("<")
      let number = word.hasPrefix(">=") ? word.dropFirst(2) : isUpper ? word.dropFirst() : word
      guard let version = Self.numbers(number) else { return nil }
      bounds.append((!isUpper, version))
    }
    if bounds.isEmpty { return nil }
    self.bounds = bounds
  }

  /// Whether it has a version; what follows a hyphen or a plus sign is not looked at.
  func contains(_ text: String) -> Bool {
    guard let version = Self.numbers(text.prefix { $0 != "-" && $0 != "+" }) else { return false }
    return bounds.allSatisfy { $0.isLower != version.lexicographicallyPrecedes($0.version) }
  }

  /// One to three numbers, as in "1.2"; missing ones are 0.
  private static func numbers(_ text: Substring) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy(\.isNumber) ? Int(part) : nil }
    guard numbers.count == parts.count, (1...3).contains(parts.count) else { return nil }
    return numbers + [Int](repeating: 0, count: 3 - numbers.count)
  }
}
