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
