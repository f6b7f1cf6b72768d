import Foundation
import TestSupport
import Testing

@testable import PinfoldServer

@Suite("Base maps")
struct BaseTilesTests {
  @Test("an address of pictures has places for a tile, and a host that no policy misreads")
  func addresses() {
    let good = BaseTiles("https://tiles.example.org:8443/a/{z}/{x}/{y}.png")
    #expect(good == .pictures("https://tiles.example.org:8443/a/{z}/{x}/{y}.png"))
    #expect(good?.origin == "https://tiles.example.org:8443")
    for text in [
      "https://example.org/{z}/{x}.png", "https:///{z}/{x}/{y}", "https://a b/{z}/{x}/{y}",
      "https://a;script-src *{x}{y}{z}", "https://x'unsafe/{z}/{x}/{y}", "ftp://example.org/{z}/{x}/{y}", "",
      "/no/such.pmtiles", "https://user@host/{z}/{x}/{y}",
    ] {
      #expect(BaseTiles(text) == nil, "\(text)")
    }
  }

  @Test("of a file of PMTiles the page has the parts that it names, and of other files nothing")
  func parts() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/a.pmtiles"
    try Data("PMTiles\u{3}0123456789".utf8).write(to: URL(filePath: path))
    #expect(BaseTiles(path) == .archive(path) && BaseTiles(path)?.origin == nil)
    #expect(BaseTiles.part(of: path, "bytes=8-11") == Data("0123".utf8))
    #expect(BaseTiles.part(of: path, "bytes=16-99") == Data("89".utf8))
    for range in [
      nil, "", "bytes=", "bytes=3", "bytes=-3", "bytes=5-", "bytes=9-8", "bytes=0-99999999999", "items=0-1",
    ] {
      #expect(BaseTiles.part(of: path, range) == nil, "\(range ?? "nil")")
    }
    try Data("PMTiles\u{2}".utf8).write(to: URL(filePath: path))
    #expect(BaseTiles(path) == nil)
  }
}
