import Foundation
import Lua
import Testing

/// A folder that is gone afterwards.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  func folder(_ name: String) { mkdir("\(path)/\(name)", 0o777) }
  func link(_ name: String, to target: String) { symlink(target, "\(path)/\(name)") }
}

@Suite("Files and modules")
struct FileTests {
  @Test("files and modules may begin with the mark of UTF-8, and files with a line for the system after it")
  func marks() throws {
    let folder = try TemporaryFolder()
    try folder.write("marked.lua", "\u{FEFF}#!/usr/bin/lua\nreturn require 'module'")
    try folder.write("module.lua", "\u{FEFF}return 7")
    let state = try sandbox()
    try state.allowRequire(from: folder.path)
    #expect(try state.load(file: "\(folder.path)/marked.lua")() == [.integer(7)])
    #expect(try state.first("return '\u{FEFF}'") == .string("\u{FEFF}"))
  }

  @Test("modules are found in the folder, loaded once, and cannot be loaded from elsewhere")
  func modules() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    try other.write("secret.lua", "return 'secret'")
    folder.folder("shapes")
    folder.folder("pack")
    try folder.write("one.lua", "count = (count or 0) + 1 return { name = ..., two = require 'shapes.two' }")
    try folder.write("shapes/two.lua", "return 2")
    try folder.write("pack/init.lua", "-- nothing")
    try folder.write("loop.lua", "return require 'loop'")
    try folder.write("broken.lua", "x = = 1")
    try folder.write("failing.lua", "\nerror('no')")
    folder.link("out.lua", to: other.path + "/secret.lua")
    folder.link("way", to: other.path)
    let state = try sandbox()
    let modules = try LuaModules(folder: folder.path)
    try state.allowRequire(modules)
    #expect(
      try state.run("local m = require 'one' return m.name, m.two, require 'one' == m, count")
        == [.string("one"), .integer(2), .boolean(true), .integer(1)])
    #expect(modules.read.map(\.path) == ["\(folder.path)/one.lua", "\(folder.path)/shapes/two.lua"])
    #expect(try state.first("return require 'pack'") == .boolean(true))
    #expect(try state.failure("require 'loop'").message == "loop in 'require' of 'loop'")
    #expect(try state.failure("require 'broken'").description.contains("broken.lua:1:"))
    for _ in 0..<2 { #expect(try state.failure("require 'failing'").description == "failing.lua:2: no") }
    #expect(try state.failure("require 'missing'").message.hasPrefix("module 'missing' not found"))
    #expect(try state.failure("require 'out'").message.contains("is outside of"))
    #expect(try state.failure("require 'way.secret'").message.contains("is outside of"))
    for name in ["", "..", "a..b", "../x", "/etc/passwd", "a/b", "1a", "a.", ".a", "a\\0b", "ü"] {
      #expect(try state.failure("require '\(name)'").message.hasPrefix("bad argument #1 to 'require'"))
    }
  }

  @Test("states that share modules find them as they were when the first required them")
  func sharedModules() throws {
    let folder = try TemporaryFolder()
    try folder.write("one.lua", "return 1")
    let modules = try LuaModules(folder: folder.path)
    for _ in 0..<2 {
      let state = try sandbox()
      try state.allowRequire(modules)
      #expect(try state.first("return require 'one'") == .integer(1))
      try folder.write("one.lua", "return 2")
    }
    let state = try sandbox()
    try state.allowRequire(from: folder.path)
    #expect(try state.first("return require 'one'") == .integer(2))
  }

  @Test("scripts write and read files below their folder, and nowhere else")
  func files() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    try other.write("secret", "secret")
    folder.folder("sub")
    folder.link("out", to: other.path)
    folder.link("dangling", to: other.path + "/new")
    folder.link("inside", to: "sub")
    let state = LuaState()
    try state.openScript(files: try LuaConfinement(folder: folder.path))
    var text = ""
    state.output = { text += $0 }
    try state.run(
      """
      io.write('a', 1, 'b')
      local f = assert(io.open('sub/x.txt', 'w')) f:write('one\\ntwo\\n') f:close()
      local lines = {}
      for line in io.lines('inside/x.txt') do lines[#lines + 1] = line end
      io.write(table.concat(lines, '+'))
      local g <close> = io.open('sub/x.txt') io.write(#g:read('a'))
      """)
    #expect(text == "a1bone+two8")
    for path in [
      "../x", "/etc/passwd", "out/secret", "out/new", "dangling", "sub/../../x", "sub", ".", "no/x", "",
    ] {
      #expect(throws: LuaError.self, "\(path)") { try state.run("io.open('\(path)', 'w')") }
    }
    #expect(try state.failure("io.open('sub/x.txt', 'bad')").kind == .runtime)
    #expect(try state.run("return io.open('none')").first == .nil)
    #expect(try state.failure("io.lines('none')").kind == .runtime)
    #expect(try state.failure("io.write({})").kind == .runtime)
    #expect(try state.first("return io.popen or io.tmpfile or io.output") == .nil)
    #expect(throws: LuaError.self) { try LuaConfinement(folder: folder.path + "/none") }
  }
}
