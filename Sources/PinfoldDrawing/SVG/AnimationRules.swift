/// The style sheet rules of back-and-forth animations.
///
/// Without them an element is, by its attributes, at the end of its movement: for reduced motion, and
/// programs without animation.
struct AnimationRules {
  private(set) var text = ""

  /// The length of the way there.
  private static let seconds = 4

  /// Between what percents of it all happens: it rests a second at each end, and moves slowly enough for the
  /// eye to follow a marker.
  private static let span = 25.0...75

  /// The timing function of each name.
  private var timings: [String: String] = [:]
  private var classes: Set<String> = []

  /// Adds a movement.
  ///
  /// - Parameters:
  ///   - timing: the function of CSS between two stops.
  ///   - stops: declarations at times, which are shares of the movement, rising.
  mutating func add(_ name: String, timing: String = "linear", _ stops: [(at: Double, declaration: String)]) {
    guard timings.updateValue(timing, forKey: name) == nil, let first = stops.first, let last = stops.last
    else {
      return
    }
    text += "@keyframes \(name) {\n0% { \(first.declaration) }\n"
    for (time, declaration) in stops { text += "\(percent(time)) { \(declaration) }\n" }
    text += "100% { \(last.declaration) }\n}\n"
  }

  /// Adds an element's presence, in steps, and returns its name; nil where it is always there.
  mutating func addPresence(from start: Double?, to end: Double?) -> String? {
    guard start != nil || end != nil else { return nil }
    func word(_ time: Double?) -> String {
      time.map { SVGWriter.number($0 * 100).replacing(".", with: "_") } ?? "x"
    }
    let name = "there-\(word(start))-\(word(end))"
    guard timings.updateValue("step-end", forKey: name) == nil else { return name }
    text += "@keyframes \(name) {\n0% { opacity: \(start == nil ? 1 : 0) }\n"
    if let start { text += "\(percent(start)) { opacity: 1 }\n" }
    if let end { text += "\(percent(end)) { opacity: 0 }\n" }
    text += "100% { opacity: \(end == nil ? 1 : 0) }\n}\n"
    return name
  }

  /// The class of elements with all these movements.
  mutating func className(_ names: [String]) -> String {
    let name = names.joined(separator: "-and-")
    guard classes.insert(name).inserted else { return name }
    let all = names.map { "\($0) \(Self.seconds)s \(timings[$0] ?? "linear") infinite alternate" }
    text += """
      .\(name) { animation: \(all.joined(separator: ", ")) }
      @media (prefers-reduced-motion: reduce) { .\(name) { animation: none } }

      """
    return name
  }

  private func percent(_ time: Double) -> String {
    let percent = Self.span.lowerBound + (Self.span.upperBound - Self.span.lowerBound) * max(0, min(time, 1))
    return "\((percent * 1e4).rounded() / 1e4)%"
  }
}
