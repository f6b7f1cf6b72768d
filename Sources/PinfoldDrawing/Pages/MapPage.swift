import CPlayer
import Ground
public import Pinfold

/// A map as one HTML page that works from a disk: the frames of whole zooms, panned, zoomed and played by a
/// plain script in it. It asks for nothing from anywhere.
///
/// Each frame shows the whole world, and the page goes from one to the next by the points that their clusters
/// share, so that the counts in sight add up at every instant. Markers have the size of the first frame's.
public struct MapPage: Sendable {
  /// The heading.
  public var title: String

  /// Whether the coast is drawn under the markers.
  public var hasCoast = true

  /// Describes a page.
  public init(title: String) { self.title = title }

  /// The most bytes that a page may have, which any browser opens at once.
  public static let mostBytes = 8_000_000

  /// The view of the whole world at a zoom.
  ///
  /// - Parameter projection: that of the points.
  public static func world(atZoom zoom: Int, of projection: Projection) -> Viewport {
    .world(atZoom: zoom, of: projection)
  }

  /// Writes the page.
  ///
  /// - Parameters:
  ///   - frames: one or more, of ``world(atZoom:of:)`` at zooms that rise by one, from one map.
  ///   - start: the view that the page opens with.
  ///   - theme: its colors.
  /// - Precondition: There is a frame.
  /// - Complexity: O(*n* log *n*) for each frame, where *n* is the number of points.
  public func html(of frames: [Frame], start: Viewport, theme: PictureTheme = .auto) -> String {
    precondition(!frames.isEmpty)
    let (projection, style) = (frames[0].points.projection, frames[0].markerStyle)
    let hasGround = hasCoast && projection.wraps
    let middle = projection.project(start.center)
    let levels = frames.map(Self.level).joined(separator: ",\n")
    let flows = zip(frames, frames.dropFirst()).map(Self.flows).joined(separator: ",\n")
    let data = """
      {"unit":\(Self.unit),"wraps":\(projection.wraps),"points":\(frames[0].points.count),
      "middle":[\(middle.unitX),\(middle.unitY)],"zoom":\(start.zoom),
      "width":\(start.width),"height":\(start.height),"classes":\(Theme.classCount),
      "style":{"smallest":\(style.smallest),"largest":\(style.largest),"saturation":\(style.saturation)},
      "ground":\(hasGround ? "\"\(Self.ground(of: frames[0].points))\"" : "null"),
      "levels":[\(levels)],
      "flows":[\(flows)]}
      """
    let classes = Set(
      frames.flatMap { frame in
        (0..<frame.count).map { frame.memberCount(of: $0) }.filter { $0 > 1 }.map { CountClass(Double($0)) }
      }
    ).sorted()
    let legend = classes.map { one in
      "<li class=\"class\(one.index)\">\(one.name(areCounts: true))</li>"
    }.joined(separator: "\n")
    let swatches = classes.map { ".class\($0.index) { --swatch: var(--fill\($0.index)) }" }.joined(
      separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-map'; style-src 'nonce-map'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title.xmlEscaped)</title>
      <style nonce="map">
      \(Theme.variables(theme))
      \(unsafe Self.file(pinfold_player_css(), pinfold_player_css_size()))\(swatches)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title.xmlEscaped)</h1>
      <p id="facts" aria-live="polite"></p>
      </header>
      <main>
      <canvas id="map" tabindex="0" role="img" aria-label="Map of clusters: arrows move it, plus and minus zoom, space plays"></canvas>
      <nav aria-label="Map">
      <button id="in" aria-label="Closer">+</button>
      <button id="out" aria-label="Farther">−</button>
      <button id="play" aria-label="Play" aria-pressed="false">▶</button>
      </nav>
      <ul aria-label="Points of a marker">
      \(legend)
      </ul>
      <noscript>This map is drawn by a script in the page, which is switched off.</noscript>
      </main>
      <script type="application/json" id="data" nonce="map">\(data)</script>
      <script nonce="map">
      \(Self.groundScript)
      \(unsafe Self.file(pinfold_player_js(), pinfold_player_js_size()))</script>
      </body>
      </html>

      """
  }

  /// The ground of the tiles with points in them and of those around, in base 64.
  private static func ground(of points: PointSet) -> String {
    let ground = Ground.world
    let (columns, rows) = (Int(360 / ground.side), Int(180 / ground.side))
    var isNear = [Bool](repeating: false, count: columns * rows)
    for index in 0..<points.count {
      let place = points.projection.unproject(points.position(index))
      let column = Int(((place.longitude + 180) / ground.side).rounded(.down))
      let row = Int(((place.latitude + 90) / ground.side).rounded(.down))
      for near in max(0, row - 1)...min(row + 1, rows - 1) {
        for side in column - 1...column + 1 { isNear[near * columns + (side + columns) % columns] = true }
      }
    }
    return base64(
      ground.bytes { west, south in
        isNear[Int((south + 90) / ground.side) * columns + Int((west + 180) / ground.side)]
      })
  }

  /// The bytes as letters of four for three (RFC 4648), without Foundation, which apps would have to link.
  static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for letter in 0..<4 {
        text.append(letter <= group.count ? letters[bits >> (18 - 6 * letter) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The module that draws the ground, as a part of a plain script.
  private static let groundScript = unsafe file(pinfold_ground_js(), pinfold_ground_js_size()).replacing(
    #/(?m)^export /#, with: "")

  /// The steps of positions across the world: some two meters.
  private static let unit = 1 << 24

  private static func level(_ frame: Frame) -> String {
    func list(_ number: (Int) -> Int) -> String {
      (0..<frame.count).map { "\(number($0))" }.joined(separator: ",")
    }
    return """
      {"zoom":\(Int(frame.view.viewport.zoom)),"x":[\(list { Int(frame.positions[$0].x >> 8) })],\
      "y":[\(list { Int(frame.positions[$0].y >> 8) })],"count":[\(list { frame.memberCount(of: $0) })]}
      """
  }

  /// The points that each pair of clusters of two frames shares, as three lists.
  private static func flows(_ outer: Frame, _ inner: Frame) -> String {
    var clusters = [Int](repeating: 0, count: outer.points.count)
    for cluster in 0..<outer.count { outer.forEachMember(of: cluster) { clusters[$0] = cluster } }
    var (low, high, counts): ([String], [String], [String]) = ([], [], [])
    for cluster in 0..<inner.count {
      var shared: [Int: Int] = [:]
      inner.forEachMember(of: cluster) { shared[clusters[$0], default: 0] += 1 }
      for (other, count) in shared.sorted(by: { $0.key < $1.key }) {
        low.append("\(other)")
        high.append("\(cluster)")
        counts.append("\(count)")
      }
    }
    return """
      {"low":[\(low.joined(separator: ","))],"high":[\(high.joined(separator: ","))],\
      "count":[\(counts.joined(separator: ","))]}
      """
  }

  private static func file(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
