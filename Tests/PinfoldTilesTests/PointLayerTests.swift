import PinfoldData
import Testing

@testable import PinfoldTiles

@Suite struct PointLayerTests {
  @Test func `a feature has its id, its position and its properties with their types`() throws {
    var layer = PointLayer("towns")
    layer.add(id: 1 << 53 - 1, x: -64, y: 4159) { layer in
      layer.member("name", "Köln")
      layer.member("people", 1_084_831)
      layer.member("share", 0.25)
      layer.member("whole", 3.0)
      layer.member("below", -7)
      layer.member("deep", -7.0)
      layer.member("capital", false)
      layer.member("box") { json in json.array { $0.value(1.5) } }
    }
    let tile = try ReadTile(layer.tile)
    #expect(tile.layer == "towns" && tile.extent == 4096 && tile.version == 2)
    let feature = try #require(tile.features.first)
    #expect(feature.id == 1 << 53 - 1 && feature.x == -64 && feature.y == 4159)
    #expect(
      feature.properties.map(\.name) == [
        "name", "people", "share", "whole", "below", "deep", "capital", "box",
      ])
    #expect(
      feature.properties.map(\.value) == [
        .text("Köln"), .whole(1_084_831), .number(0.25), .whole(3), .whole(-7), .whole(-7), .truth(false),
        .text("[1.5]"),
      ])
  }

  @Test func `what is missing, or no number, is no property`() throws {
    var layer = PointLayer("l")
    layer.add(id: 0, x: 0, y: 0) { layer in
      layer.member("a", nil as String?)
      layer.member("b", nil as Double?)
      layer.member("c", Double.infinity)
      layer.member("d", Double.nan)
      layer.member("e", nil as Bool?)
    }
    #expect(try ReadTile(layer.tile).features[0].properties.isEmpty)
    #expect(layer.fields.isEmpty)
  }

  @Test func `names and values stand once, those of other bytes by themselves`() throws {
    var layer = PointLayer("l")
    // Equal to Swift, but not to a reader: composed and decomposed.
    let names = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"]
    for (id, name) in names.enumerated() {
      layer.add(id: id, x: 0, y: 0) { layer in
        layer.member(name, name)
        layer.member("n", 1)
      }
    }
    var message = WireReader(layer.tile)
    var inner = WireReader(try message.fields()[0].bytes)
    let fields = try inner.fields()
    #expect(fields.count { $0.number == 3 } == 3)
    #expect(fields.count { $0.number == 4 } == 3)
    let features = try ReadTile(layer.tile).features
    for (feature, name) in zip(features, names) {
      #expect(Array(feature.properties[0].name.utf8) == Array(name.utf8))
      #expect(feature.properties[0].value == .text(name) && feature["n"] == .whole(1))
    }
  }

  @Test func `zero, its negative and a number that is not whole are told apart`() throws {
    var layer = PointLayer("l")
    let numbers = [0, -0.0, 0.5, 9_007_199_254_740_992, -9_007_199_254_740_991, 1e300]
    for (id, number) in numbers.enumerated() { layer.add(id: id, x: 0, y: 0) { $0.member("n", number) } }
    let read = try ReadTile(layer.tile).features.map { try #require($0["n"]) }
    #expect(
      read == [
        .whole(0), .whole(0), .number(0.5), .number(9_007_199_254_740_992), .whole(-9_007_199_254_740_991),
        .number(1e300),
      ])
  }

  @Test func `a layer that was cleared is as new, and knows the kinds of what came after`() throws {
    var layer = PointLayer("l")
    layer.add(id: 1, x: 1, y: 1) { $0.member("a", "text") }
    layer.clear()
    layer.add(id: 2, x: 2, y: 2) { $0.member("b", 2) }
    var fresh = PointLayer("l")
    fresh.add(id: 2, x: 2, y: 2) { $0.member("b", 2) }
    #expect(layer.tile == fresh.tile)
    layer.add(id: 3, x: 3, y: 3) { $0.member("b", "two") }
    #expect(layer.fields.map(\.name) == ["b"] && layer.fields[0].kind == .text)
    #expect(FieldKind.number.joined(with: .text) == .text && FieldKind.truth.joined(with: .truth) == .truth)
    #expect(FieldKind.text.rawValue == "String" && FieldKind.truth.rawValue == "Boolean")
  }
}
