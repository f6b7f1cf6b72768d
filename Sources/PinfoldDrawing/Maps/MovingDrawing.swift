import Pinfold

/// A transition that plays, there and back again, by the animations of CSS: one picture without a script.
///
/// All that moves lies on a plane in screen points of the closer view. The camera is one movement of the
/// plane; each marker has at most one of its own, and turns the camera's scale back. Markers come and go in
/// steps, so that the counts in sight add up at every instant.
struct MovingDrawing {
  let transition: MarkerTransitions
  let camera: CameraMove
  let style: MarkerStyle
  let drawing: TransitionDrawing

  func draw(to svg: inout SVGWriter) {
    var rules = AnimationRules()
    let end = camera.moment(at: 1)
    addCamera(to: &rules)
    var plane = SVGWriter()
    let views = CameraMove.times.map { (at: $0, zoom: camera.moment(at: $0).zoom) }
    let ground = GroundLayer(camera.square, fromZoom: views.map(\.zoom).min() ?? 0)
    let opacities = views.map { ground.opacity(atZoom: $0.zoom) }
    rules.add(name("ground"), zip(views, opacities).map { ($0.at, "opacity: \($1.short)") })
    let last = ground.opacity(atZoom: end.zoom)
    let fade: SVGWriter.Attributes = [
      "class": .text(opacities.allSatisfy { $0 == 1 } ? "" : rules.className([name("ground")])),
      "opacity": .text(last < 1 ? last.short : ""),
    ]
    let hasGround = drawing.hasCoast && camera.square.projection.wraps
    if hasGround { ground.draw(fading: fade, to: &plane) }
    for one in drawing.shapes { ShapeLayer(shapes: one, square: camera.square).draw(to: &plane) }
    let symbols = drawMarkers(to: &plane, &rules)
    let cameraClass = rules.className([name("camera")])
    svg.style(rules.text)
    func cover(_ look: SVGWriter.Value) -> SVGWriter.Attributes {
      ["class": look, "width": .number(camera.width), "height": .number(camera.height)]
    }
    svg.element("rect", cover("world"))
    if hasGround { svg.element("g", fade) { $0.element("rect", cover("sea")) } }
    let transform =
      "translate(\(SVGWriter.number(end.x)) \(SVGWriter.number(end.y))) scale(\(end.scale.short))"
    svg.element("g", ["class": .text(cameraClass), "transform": .text(transform)]) { $0.raw(plane.text) }
    svg.usesLand = svg.usesLand || plane.usesLand
    LegendBox(of: symbols, in: MarkerScale(style)).draw(on: camera.sheet, to: &svg)
  }

  /// The name of a movement that depends on the camera: different ones may be in one document.
  private func name(_ movement: String) -> String {
    let (start, end) = (camera.moment(at: 0), camera.moment(at: 1))
    let numbers = [start.x, start.y, start.scale, end.x, end.y, end.scale, camera.square.side]
    var hash: UInt32 = 2_166_136_261
    for byte in numbers.map(SVGWriter.number).joined(separator: " ").utf8 {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    return "\(movement)-\(String(hash, radix: 16))"
  }

  /// The movements of the plane, of what keeps its size on it.
  private func addCamera(to rules: inout AnimationRules) {
    let stops = CameraMove.times.map { (at: $0, view: camera.moment(at: $0)) }
    rules.add(
      name("camera"),
      stops.map { time, view in
        let (x, y) = (SVGWriter.number(view.x), SVGWriter.number(view.y))
        return (time, "transform: translate(\(x)px, \(y)px) scale(\(view.scale.short))")
      })
    rules.add(name("size"), stops.map { ($0.at, "transform: scale(\((1 / $0.view.scale).short))") })
    // The same as 3t² − 2t³.
    let smooth = "cubic-bezier(0.333333, 0, 0.666667, 1)"
    rules.add(
      "move-\(transition.easing.rawValue)", timing: transition.easing == .smooth ? smooth : "linear",
      [(0, "transform: translate(var(--a))"), (1, "transform: translate(var(--b))")])
  }

  /// Draws every marker that is seen at some moment, the largest on top, and returns them.
  private func drawMarkers(to svg: inout SVGWriter, _ rules: inout AnimationRules) -> [MarkerSymbol] {
    let size = rules.className([name("size")])
    let scale = 1 / camera.moment(at: 1).scale
    let order = transition.markers.enumerated().sorted {
      ($0.element.count, $0.offset) < ($1.element.count, $1.offset)
    }
    var symbols: [MarkerSymbol] = []
    for (number, marker) in order {
      let symbol = MarkerSymbol(
        isPin: marker.count == 1, value: Double(marker.count), scale: MarkerScale(style),
        at: ScreenPosition(x: 0, y: 0))
      let way = camera.way(of: marker, in: transition, radius: symbol.radius)
      guard !way.shifts.isEmpty else { continue }
      symbols.append(symbol)
      let presence = rules.addPresence(from: marker.addedAt, to: marker.removedAt)
      for shift in way.shifts {
        let ends = [way.start, way.end].map { (SVGWriter.number($0.x + shift), SVGWriter.number($0.y)) }
        let moves = ends[0] != ends[1] || marker.motion != nil
        var movement = "move-\(transition.easing.rawValue)"
        if marker.motion != nil {
          movement = name("way-\(number)-\(Int(shift))")
          rules.add(
            movement,
            CameraMove.times.map { time in
              let place = way.position(at: time)
              return (
                time,
                "transform: translate(\(SVGWriter.number(place.x + shift))px, \(SVGWriter.number(place.y))px)"
              )
            })
        }
        let movements = (moves ? [movement] : []) + (presence.map { [$0] } ?? [])
        let steps =
          moves && marker.motion == nil
          ? "--a: \(ends[0].0)px, \(ends[0].1)px; --b: \(ends[1].0)px, \(ends[1].1)px" : ""
        svg.element(
          "g",
          [
            "class": .text(movements.isEmpty ? "" : rules.className(movements)), "style": .text(steps),
            "transform": .text("translate(\(ends[1].0) \(ends[1].1))"),
            "opacity": .text(marker.removedAt == nil ? "" : "0"),
          ]
        ) { svg in
          svg.element(
            "g", ["class": .text(size), "transform": .text(scale == 1 ? "" : "scale(\(scale.short))")]
          ) {
            symbol.draw(drawing.label, to: &$0)
          }
        }
      }
    }
    return symbols
  }
}

extension Double {
  /// With six decimals, for scales.
  var short: String { "\((self * 1e6).rounded() / 1e6)" }
}
