import Foundation
import Pinfold
import PinfoldData
import TestSupport
import Testing

@testable import PinfoldScripting

@Suite("Packages of plugins")
struct PluginPackageTests {
  private let folder = TemporaryFolder()

  private var home: String { "\(folder.path)/home" }

  /// Writes a file and the folders that it lies in.
  private func write(_ name: String, _ text: String) {
    try? FileManager.default.createDirectory(
      atPath: Folder.holding("\(folder.path)/\(name)"), withIntermediateDirectories: true)
    _ = folder.write(name, text)
  }

  private static let plugin = """
    local size = require "lib.size"
    return { api = 1, kind = "strategy", name = "rows", version = "2.0.0", summary = "Rows of the map.",
      cluster = function(points) return { groups = (points.y // size):group() } end }
    """

  /// Writes a package and returns its folder.
  private func package(
    _ manifest: String = #"{ "name": "rows", "version": "1.2.0" }"#, plugin: String = plugin
  ) -> String {
    write("source/lib/size.lua", "return 60")
    write("source/rows.lua", plugin)
    write("source/pinfold.json", manifest)
    return "\(folder.path)/source"
  }

  private func refusal(_ source: String) -> String {
    do {
      _ = try PackageInstaller(into: home).install(source)
      return "installed"
    } catch {
      return "\(error)".replacing(folder.path + "/", with: "")
    }
  }

  @Test("are copied whole, but for history, and found with their version and origin")
  func install() throws {
    let source = package()
    let commit = String(repeating: "0f", count: 20)
    write("source/.git/HEAD", "ref: refs/heads/main\n")
    write("source/.git/refs/heads/main", commit + "\n")
    let installed = try PackageInstaller(into: home).install(source)
    #expect(installed.folder == "\(home)/rows" && installed.plugins.map(\.name) == ["rows"])
    let names = try FileManager.default.subpathsOfDirectory(atPath: installed.folder).sorted()
    #expect(names == ["installed.json", "lib", "lib/size.lua", "pinfold.json", "rows.lua"])

    var workbench = Workbench()
    #expect(workbench.addPlugins(in: home).isEmpty)
    let entry = try #require(workbench.plugins.first)
    #expect(entry.package?.version == "1.2.0" && entry.package?.origin?.commit == commit)
    #expect(entry.package?.origin?.path == Folder.realPath(source))
    let strategy = try workbench.registry.find("rows", kind: .strategy)()
    let map = try Clusterer(strategy).build(PluginFixture.points())
    #expect(try map.frame(for: PluginFixture.view).count > 0)
  }

  @Test("are not copied over one that is there, whose files stay")
  func twice() throws {
    _ = try PackageInstaller(into: home).install(package())
    let newer = package(#"{ "name": "rows", "version": "2.0.0" }"#)
    #expect(
      refusal(newer)
        == "home/rows: is there already, version 1.2.0; --replace installs version 2.0.0 in its place")
    #expect(try PluginPackage(folder: "\(home)/rows").version == "1.2.0")
    #expect(Folder.names(in: home).filter { !$0.hasPrefix(".") } == ["rows"])
  }

  @Test("are replaced when asked for, and removed; folders of other origin are left alone")
  func replacing() throws {
    let installer = PackageInstaller(into: home)
    var names: [String] { Folder.names(in: home).filter { !$0.hasPrefix(".") } }
    _ = try installer.install(package())
    let newer = package(#"{ "name": "rows", "version": "2.0.0" }"#)
    #expect(try installer.install(newer, replacing: true).package.version == "2.0.0")
    #expect(names == ["rows"])
    let typo = #expect(throws: PluginError.self) { try installer.uninstall("row") }
    #expect(
      "\(try #require(typo))".contains("no installed package has the name 'row' (did you mean 'rows'?)"))
    #expect(try installer.uninstall("rows").version == "2.0.0")
    #expect(names.isEmpty)
    write("home/rows/pinfold.json", #"{ "name": "rows", "version": "1.0.0" }"#)
    #expect(throws: PluginError.self) { try installer.uninstall("rows") }
    #expect(throws: PluginError.self) { try installer.install(newer, replacing: true) }
    #expect(names == ["rows"])
  }

  @Test(
    "may require versions of Pinfold",
    arguments: [
      ("0.1", true), (">=0.2.0 <1.0.0", true), ("<0.2.0", false), (">=7", false), ("0.2.1", false),
    ])
  func requirement(range: String, isMet: Bool) throws {
    let found = refusal(package(#"{ "name": "rows", "version": "1.2.0", "requires": "\#(range)" }"#))
    #expect(
      isMet ? found == "installed" : found.contains("requires Pinfold \(range); this is 0.2.0"), "\(found)")
  }

  @Test(
    "with a manifest that is wrong are refused, with the line",
    arguments: [
      (#"{ "name": "../rows", "version": "1.0.0" }"#, "pinfold.json:1: field 'name' is '../rows'; a name is"),
      (#"{ "name": "rows" }"#, "pinfold.json: field 'version' is missing"),
      (
        #"{ "name": "rows", "version": "new" }"#,
        "pinfold.json:1: field 'version' is 'new'; it must be a version"
      ),
      (#"{ "name": "rows", "verson": "1.0.0" }"#, "unknown field 'verson' (did you mean 'version'?)"),
      (#"{ "name": 3, "version": "1.0.0" }"#, "field 'name' must be a text"),
      (
        #"{ "name": "rows", "version": "1.0.0", "requires": "new" }"#,
        "field 'requires' is 'new'; it must be versions of Pinfold such as >=0.2.0 <1.0.0"
      ),
      ("[]", "an object with 'name' and 'version' expected"), ("{", "pinfold.json"),
    ])
  func manifests(manifest: String, message: String) {
    #expect(refusal(package(manifest)).contains(message), "\(refusal(package(manifest)))")
    #expect(Folder.names(in: home).isEmpty)
  }

  private static let files = [
    (name: "pinfold.json", text: #"{ "name": "rows", "version": "1.2.0" }"#),
    (name: "rows.lua", text: plugin),
    (name: "lib/size.lua", text: "return 60"),
  ]

  @Test("are installed from archives, with or without a folder around the files")
  func archives() throws {
    let inFolder = Self.files.map { (name: "./rows-1.2.0/\($0.name)", text: $0.text) }
    let hidden = [(name: "__MACOSX/._rows.lua", text: "?"), (name: ".git/HEAD", text: "?")]
    let archives = [
      folder.write("rows.tar", ArchiveFile.tar(Self.files)),
      folder.write("rows.tgz", GzipPacker().pack(ArchiveFile.tar(inFolder + hidden))),
      folder.write("rows-1.2.0.tar.gz", GzipPacker().pack(ArchiveFile.tar(Self.files + hidden))),
      folder.write("rows.zip", ArchiveFile.zip(inFolder + hidden)),
    ]
    for (number, archive) in archives.enumerated() {
      let installed = try PackageInstaller(into: "\(home)\(number)").install(archive)
      let names = try FileManager.default.subpathsOfDirectory(atPath: installed.folder).sorted()
      #expect(names == ["installed.json", "lib", "lib/size.lua", "pinfold.json", "rows.lua"], "\(archive)")
      #expect(installed.package.origin?.path == Folder.realPath(archive))
    }
  }

  @Test(
    "from archives with names that lead out of the folder, links or other contents are refused",
    arguments: [
      ("../rows.lua", "is no name in a package's folder"), ("/etc/rows.lua", "is no name"),
      ("lib/../../rows.lua", "is no name"), ("lib\\rows.lua", "is no name"), ("lib//rows.lua", "is no name"),
      ("a\nb.lua", "is no name"), ("rows.lua", "two files named 'rows.lua'"),
      ("a/b/c/d/e/f/g/h/i/j/k.lua", "more than 8 folders"),
    ])
  func hostileArchives(name: String, message: String) {
    let files = Self.files + [(name: name, text: "return 1")]
    for (ending, bytes) in [("tar", ArchiveFile.tar(files)), ("zip", ArchiveFile.zip(files))] {
      let found = refusal(folder.write("rows.\(ending)", bytes))
      #expect(found.hasPrefix("rows.\(ending): ") && found.contains(message), "\(found)")
    }
    #expect(folder.names.filter { !$0.hasPrefix("rows.") }.isEmpty, "\(folder.names)")
  }

  @Test("from damaged archives, and archives of broken packages, are refused by the archive's name")
  func brokenArchives() {
    let tar = ArchiveFile.tar(Self.files)
    func found(_ name: String, _ bytes: [UInt8]) -> String { refusal(folder.write(name, bytes)) }
    #expect(found("rows.tar", ArchiveFile.tar(Self.files, kind: "2")).contains("a link or a device"))
    #expect(found("rows.tar", Array(tar.prefix(520))).contains("is cut short"))
    #expect(found("rows.tar", Array("rows".utf8)).contains("or is none"))
    #expect(found("rows.tgz", Array(GzipPacker().pack(tar).prefix(100))).contains("rows.tgz"))
    #expect(found("rows.zip", Array(ArchiveFile.zip(Self.files).prefix(200))).contains("rows.zip"))
    #expect(found("rows.txt", tar).contains("is no package: a folder, or an archive"))
    #expect(found("rows.tar", ArchiveFile.tar([Self.files[0]])).contains("no plugins"))
    let broken = ArchiveFile.tar([Self.files[0], (name: "rows.lua", text: "return { api = 2 }")])
    #expect(found("rows.tar", broken).hasPrefix("rows.tar/rows.lua:1: written for plugin API 2"))
    #expect(Folder.names(in: home).isEmpty)
  }

  @Test("are updated from where they came from, unless that is older or gone")
  func update() throws {
    let installer = PackageInstaller(into: home)
    let source = package()
    _ = try installer.install(source)
    #expect(try !installer.update("rows").hasChanged)
    _ = package(#"{ "name": "rows", "version": "1.3.0" }"#)
    let updated = try installer.update("rows")
    #expect(updated.hasChanged && updated.before.version == "1.2.0" && updated.after.version == "1.3.0")
    write("source/lib/size.lua", "return 61")
    #expect(try installer.update("rows").hasChanged, "a changed module is a change too")
    #expect(try !installer.update("rows").hasChanged)
    _ = package(#"{ "name": "rows", "version": "1.0.0" }"#)
    let older = #expect(throws: PluginError.self) { try installer.update("rows") }
    #expect("\(try #require(older))".contains("has version 1.0.0, older than the installed 1.3.0"))
    try FileManager.default.removeItem(atPath: source)
    let gone = #expect(throws: PluginError.self) { try installer.update("rows") }
    #expect("\(try #require(gone))".contains("which is no longer there"))
    #expect(try PluginPackage(folder: "\(home)/rows").version == "1.3.0")
  }

  @Test(
    "hold plugins for ranges of versions of the interface",
    arguments: [("1", true), (">=1", true), (">=1 <3", true), (">=2", false), ("<1", false)])
  func interface(range: String, isMet: Bool) {
    let found = refusal(package(plugin: Self.plugin.replacing("api = 1", with: "api = '\(range)'")))
    #expect(
      isMet ? found == "installed" : found.contains("written for plugin API \(range); this is 1"), "\(found)")
    #expect(refusal(package(plugin: "return { api = 'new' }")).contains("or a range such as '>=1 <3'"))
  }

  @Test("with links, plugins that do not load, or none at all are refused")
  func hostile() throws {
    #expect(refusal("\(folder.path)/nowhere") == "nowhere: no folder or archive of that name")
    let source = package(plugin: "return { api = 2 }")
    #expect(refusal(source).contains("rows.lua:1: written for plugin API 2; this is 1, so another version"))
    try FileManager.default.removeItem(atPath: "\(source)/rows.lua")
    #expect(refusal(source).contains("no plugins"))
    _ = package()
    for target in ["/etc/passwd", "lib", "nowhere"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(source)/lib/link.lua", withDestinationPath: target)
      #expect(refusal(source) == "source/lib/link.lua: is a link; a package holds only files")
      try FileManager.default.removeItem(atPath: "\(source)/lib/link.lua")
    }
    write("source/a\nb.txt", "")
    #expect(refusal(source).contains("control characters"))
    #expect(Folder.names(in: home).isEmpty)
  }
}
