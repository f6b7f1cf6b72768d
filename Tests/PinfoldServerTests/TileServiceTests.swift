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
