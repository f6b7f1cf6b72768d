import Pinfold
import PinfoldData

/// The file of a new plugin: commented, short, and valid without changes.
package struct PluginTemplate: Hashable, Sendable {
  /// The kind.
  package let kind: PluginKind

  /// Its name.
  package let name: String

  /// Names a plugin, which need not exist.
  ///
  /// - Throws: ``PluginError`` for an invalid name.
  package init(_ kind: PluginKind, name: String) throws(PluginError) {
    guard PluginManifest.isName(name) else {
      throw PluginError(path: "'\(name)'", PluginManifest.nameRule)
    }
    self.kind = kind
    self.name = name
  }

  /// The file's text.
  package var text: String {
    EmbeddedFile.text("templates/\(kind.rawValue)").replacing("\"NAME\"", with: "\"\(name)\"")
  }
}

/// A new package in Swift: the command with a strategy of its own, and a test of its contract.
package struct SwiftPackageTemplate: Sendable {
  /// The package's name, which is the strategy's too.
  package let name: String

  /// The package Pinfold as a manifest names it, and its identity there.
  private let dependency: (words: String, identity: String)

  /// Names a package, which need not exist.
  ///
  /// - Parameter pinfold: a clone's folder, or an address of git; nil for the clone that the command was
  ///   built in.
  /// - Throws: ``PluginError`` for an invalid name, and where there is no package Pinfold.
  package init(name: String, pinfold: String?) throws(PluginError) {
    guard PluginManifest.isName(name), name.first?.isLetter == true else {
      throw PluginError(path: "'\(name)'", "\(PluginManifest.nameRule), a letter first")
    }
    guard !Workbench.builtIn.has(name, kind: "strategy") else {
      throw PluginError(path: "'\(name)'", "the built-in strategy is called so; choose another name")
    }
    self.name = name
    if let pinfold, pinfold.contains("://") || pinfold.hasPrefix("git@") {
      let last = pinfold.split(separator: "/").last.map { $0.lowercased() } ?? ""
      let identity = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
      dependency = ("url: \"\(pinfold)\", branch: \"main\"", identity)
      return
    }
    guard let folder = pinfold ?? PluginSearch.sources, let real = Folder.realPath(folder),
      Folder.isFile("\(real)/Package.swift")
    else {
      throw PluginError(
        path: pinfold.map { "--pinfold '\($0)'" } ?? "--pinfold",
        pinfold == nil
          ? "name a clone of Pinfold or its address, as in --pinfold ../pinfold"
          : "there is no package; name a clone of Pinfold or its address")
    }
    dependency = ("name: \"pinfold\", path: \"\(real)\"", "pinfold")
  }

  /// The files by their paths in the package.
  package var files: [(path: String, text: String)] {
    [
      ("Package.swift", "package"), ("Sources/\(type)Program/main.swift", "main"),
      ("Sources/\(type)Program/\(type)Strategy.swift", "strategy"),
      ("Tests/\(type)Tests/\(type)Tests.swift", "test"),
    ].map { ($0, text($1)) }
  }

  private func text(_ template: String) -> String {
    EmbeddedFile.text("templates/swift/\(template)").replacing("DEPENDENCY", with: dependency.words)
      .replacing("IDENTITY", with: dependency.identity).replacing("NAME", with: name)
      .replacing("TYPE", with: type)
  }

  /// The name as Swift writes types: "my-rows" is MyRows.
  private var type: String {
    name.split { $0 == "-" || $0 == "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
