import Foundation
import Testing

@Suite("Tiles of the live map")
struct TileServiceTests {
  @Test("the document's addresses lead to tiles of its strategy, which are vector tiles")
  func document() async throws {
    try await RunningServer.with { server in
      let host = "127.0.0.1:\(server.port)"
      let document = try await server.get(
        "/\(server.token)/tiles.json?strategy=radius(radius=30)", host: host, origin: nil, method: "GET")
      #expect(document.status == 200)
      let address = "http://\(host)/\(server.token)/{z}/{x}/{y}.mvt?strategy=radius(radius=30)"
      #expect(document.body.contains(#""tiles":["\#(address)"]"#), "\(document.body)")
      #expect(document.body.contains(#""name":"samples""#))
      let tile = try await server.get(
        "/\(server.token)/0/0/0.mvt?strategy=radius(radius=30)", host: host, origin: nil, method: "GET")
      #expect(tile.status == 200 && tile.body.contains("point_count"))
      let first = try await server.get("/\(server.token)/0/0/0.mvt", host: host, origin: nil, method: "GET")
      #expect(first.status == 200 && first.body != tile.body)
    }
  }

  @Test("the points of a tile come in squares with their numbers, and no tile where there is none")
  func dots() async throws {
    try await RunningServer.with { server in
      let host = "127.0.0.1:\(server.port)"
      func get(_ name: String) async throws -> Response {
        try await server.get("/\(server.token)/\(name)", host: host, origin: nil, method: "GET")
      }
      let whole = try await get("dots/0/0/0")
      #expect(whole.status == 200)
      var numbers: [Int] = []
      var (value, shift) = (0, 0)
      for byte in whole.bytes {
        value |= Int(byte & 127) << shift
        shift += 7
        guard byte < 128 else { continue }
        numbers.append(value >> 1 ^ -(value & 1))
        (value, shift) = (0, 0)
      }
      let counts = stride(from: 4, to: numbers.count, by: 3).map { numbers[$0] }
      #expect(numbers[1] == counts.count && counts.reduce(0, +) == 200)
      // The points are at longitudes from −80 to 72.
      let columns = stride(from: 2, to: numbers.count, by: 3).reduce(into: [Int]()) {
        $0.append(($0.last ?? 0) + numbers[$1])
      }
      #expect(columns.min() == Int(100.0 / 360 * 128) && columns.max() == Int(252.0 / 360 * 128))
      for name in ["dots/0/0/1", "dots/23/0/0", "dots/0/0", "dots/0/0/0/0", "dots/x/0/0"] {
        #expect(try await get(name).status == 404, "\(name)")
      }
    }
  }

  @Test("a site that may have tiles is told so, and no other")
  func origins() async throws {
    try await RunningServer.with { server in
      let host = "127.0.0.1:\(server.port)"
      let path = "/\(server.token)/tiles.json"
      let allowed = try await server.get(path, host: host, origin: "http://localhost:3000", method: "GET")
      #expect(allowed.headers["access-control-allow-origin"] == "http://localhost:3000")
      let own = try await server.get(path, host: host, origin: nil, method: "GET")
      #expect(own.status == 200 && own.headers["access-control-allow-origin"] == nil)
      let unknown = try await server.get(
        "/\(server.token)/tiles.json?strategy=gird", host: host, origin: nil, method: "GET")
      #expect(unknown.status == 400 && unknown.body.contains("did you mean 'grid'"), "\(unknown.body)")
    }
  }
}
