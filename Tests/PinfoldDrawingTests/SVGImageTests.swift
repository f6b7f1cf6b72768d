import Platform
import Testing

@testable import PinfoldDrawing

@Suite("Pictures as PNG and PDF")
struct SVGImageTests {
  private let picture = Picture(width: 30, height: 20) { svg in
    svg.element("text", ["x": 3, "y": 12], text: "a < b")
  }

  @Test("a PNG has as many pixels as its scale asks for", arguments: [0.5, 1, 3])
  func png(scale: Double) throws {
    let bytes = try SVGImage.png(of: picture, scale: scale)
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The header's width and height are big-endian, from byte 16 on.
    let sides = [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(sides == [Int(30 * scale), Int(20 * scale)])
  }

  @Test("a picture that follows its reader becomes a light image")
  func schemes() throws {
    let (auto, light, dark) = (
      try SVGImage.png(of: picture, scale: 1), try SVGImage.png(of: picture, scale: 1, theme: .light),
      try SVGImage.png(of: picture, scale: 1, theme: .dark)
    )
    #expect(auto == light && light != dark)
  }

  @Test("a PDF is the same each time, in whatever second it is made")
  func pdf() throws {
    let bytes = try SVGImage.pdf(of: picture)
    #expect(bytes.starts(with: Array("%PDF".utf8)))
    #expect(
      bytes.firstRange(of: Array("CreationDate (D:19700101".utf8)) != nil
        || bytes.firstRange(of: Array("CreationDate (19700101".utf8)) != nil)
    #expect(try SVGImage.pdf(of: picture) == bytes)
  }

  @Test("an image that no file can hold is refused")
  func tooLarge() {
    let wide = Picture(width: 4000, height: 10) { _ in }
    #expect(throws: PictureError.tooLarge(width: 40_000, height: 100)) {
      try SVGImage.png(of: wide, scale: 10)
    }
    #expect(
      PictureError.tooLarge(width: 40_000, height: 100).description
        == "the picture would be 40000 × 100 pixels; a side can have 32767")
  }

  @Test("documents of fixed colours know of one theme, and say the same otherwise")
  func fixed() {
    let auto = picture.svg
    #expect(auto.contains("prefers-color-scheme") && auto.contains("#ffffff") && auto.contains("#0d1117"))
    let (light, dark) = (picture.svg(in: .light), picture.svg(in: .dark))
    #expect(!light.contains("prefers") && light.contains("#ffffff") && !light.contains("#0d1117"))
    #expect(
      !dark.contains("prefers") && !dark.contains(".paper { fill: #ffffff }") && dark.contains("#0d1117"))
    #expect(PictureTheme.dark.applied(to: auto) == dark && PictureTheme.light.applied(to: auto) == light)
    #expect(
      PictureTheme.dark.applied(to: "<svg/>") == "<svg/>" && PictureTheme.auto.applied(to: auto) == auto)
  }
}

@Suite("Programs as child processes")
struct ProgramTests {
  private func program(_ name: String) -> Program {
    Program(name: name, debian: "debs", homebrew: "brews")
  }

  @Test("much goes in and comes out")
  func bytes() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
    #expect(try program("cat").output([], input: bytes) == bytes)
  }

  @Test("variables are set where they are not, and the others are handed on")
  func variables() throws {
    let script = "echo $PINFOLD_TEST-$PATH"
    let output = try program("sh").output(
      ["-c", script], input: [], variables: ["PINFOLD_TEST=7", "PATH=nowhere"])
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.hasPrefix("7-") && !text.contains("nowhere") && text.count > 4)
  }

  @Test("a missing program is told with the packages that bring it")
  func missing() {
    let error = #expect(throws: PictureError.self) { try program("pinfold-none").converted([], input: []) }
    #expect(
      error?.description == "the program 'pinfold-none' is not installed: 'apt-get install debs' or "
        + "'brew install brews' brings it")
  }

  @Test(
    "a failure is told by what the program said, or how it ended",
    arguments: [
      ("echo oh >&2; echo no >&2; exit 1", "oh"), ("exit 3", "exit code 3"), ("kill -9 $$", "signal 9"),
    ])
  func failures(script: String, reason: String) {
    #expect(throws: PictureError.failed(program: "sh", reason: reason)) {
      try program("sh").converted(["-c", script], input: [])
    }
  }
}
