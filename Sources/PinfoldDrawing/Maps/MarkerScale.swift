import Pinfold

/// The size and the color of markers: of counts by a style, of other values by the largest in view.
///
/// A value's disc has an area between those of the style's smallest and largest radius, in proportion to the
/// value: the largest value in view has the largest radius, and what is negative or missing the smallest. The
/// last class of colors is that of the largest value, so that sums of millions differ in color too.
struct MarkerScale {
  let style: MarkerStyle

  /// The largest value in view, 0 where none is positive; nil for counts.
  let largest: Double?

  init(_ style: MarkerStyle, values: [Double?]? = nil) {
    self.style = style
    largest = values.map { $0.lazy.compactMap { $0 }.filter(\.isFinite).max().map { max(0, $0) } ?? 0 }
  }

  /// The radius of a marker in screen points.
  func radius(_ value: Double?) -> Double {
    guard let largest else { return style.radius(count: Int(max(1, min(value ?? 1, 9e18)))) }
    guard let value, value.isFinite, value > 0 else { return style.smallest }
    let (least, most) = (style.smallest * style.smallest, style.largest * style.largest)
    return (least + min(1, value / largest) * (most - least)).squareRoot()
  }

  /// The number of powers of ten by which the classes start above ten, so that the last one contains the
  /// largest value.
  private var shift: Int {
    var (shift, end) = (0, Double.pow(10, Double(Theme.classCount)))
    while let largest, largest >= end { (shift, end) = (shift + 1, end * 10) }
    return shift
  }

  func colorClass(of value: Double?) -> CountClass { CountClass(value, shift: shift) }

  /// The numbers of a class in words.
  func name(of one: CountClass) -> String { one.name(areCounts: largest == nil, shift: shift) }
}

/// The values that the markers of a frame show instead of counts, such as a column's sum for each cluster.
public struct MarkerValues: Hashable, Sendable {
  /// The name of the values, for the legend: "sum of population".
  public var name: String

  /// A value for each cluster; nil, or a number that is not finite, where there is none.
  public var values: [Double?]

  /// Names the values of a frame's clusters.
  public init(name: String, values: [Double?]) {
    self.name = name
    self.values = values
  }
}

extension CountLabel {
  /// One digit after the point below 100, where it has one; a dash where there is none.
  func text(for value: Double?) -> String {
    guard let value, value.isFinite else { return "–" }
    if value.magnitude < 100, value != value.rounded() {
      return SVGWriter.number((value * 10).rounded() / 10)
    }
    return text(for: Int(max(-9e18, min(value.rounded(), 9e18))))
  }
}

/// A color that a strategy gave one of its clusters, written as `#ff8800`.
struct MarkerColor: Hashable {
  let hex: String

  /// Fails for anything else, which a picture must not hold.
  init?(_ text: String) {
    guard text.wholeMatch(of: /#[0-9a-fA-F]{6}/) != nil else { return nil }
    hex = text
  }

  /// The color of labels on it: dark on what is light to the eye.
  var ink: String {
    let channels = [1, 3, 5].map { start in
      let from = hex.utf8.index(hex.startIndex, offsetBy: start)
      return Double(UInt8(hex[from...].prefix(2), radix: 16) ?? 0)
    }
    // The luma of ITU-R BT.601.
    let lightness = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2]
    return lightness > 140 ? Theme.darkInk : Theme.lightInk
  }
}

extension Frame {
  /// The colors of clusters, nil for one without; empty where the strategy gave none.
  var colors: [MarkerColor?] { texts(of: "color").map { $0.flatMap { MarkerColor($0) } } }

  /// The names of clusters, nil for one without; empty where the strategy gave none.
  var names: [String?] { texts(of: "name") }

  private func texts(of name: String) -> [String?] {
    guard case .texts(let column)? = details?.fields.first(where: { $0.name == name })?.values else {
      return []
    }
    return (0..<count).map { column[$0] }
  }
}

/// The class of a number by its digits, which chooses the color of its marker: below 10, below 100 and so on.
struct CountClass: Hashable {
  /// The offset of the class's color; the last class takes all numbers beyond.
  let index: Int

  /// One that is missing, negative or not finite is in the first class.
  ///
  /// - Parameter shift: how many powers of ten above 10 the first class ends.
  init(_ value: Double?, shift: Int = 0) {
    var (index, end) = (0, Double.pow(10, Double(1 + shift)))
    while let value, value.isFinite, value >= end, index < Theme.classCount - 1 {
      (index, end) = (index + 1, end * 10)
    }
    self.index = index
  }

  /// The numbers of the class in words.
  ///
  /// - Parameter areCounts: whether the numbers are of points in a cluster, of which there are two at least.
  func name(areCounts: Bool, shift: Int = 0) -> String {
    func end(_ digits: Int) -> String {
      CountLabel(.abbreviated).text(for: Int(min(Double.pow(10, Double(digits + shift)), 9e18)))
    }
    switch index {
    case 0: return areCounts ? "2–9" : "below \(end(1))"
    case Theme.classCount - 1: return "\(end(index)) and more"
    case 1 where shift == 0: return "10–99"
    case 2 where shift == 0: return "100–999"
    default: return "\(end(index))–\(end(index + 1))"
    }
  }
}
