import Pinfold

/// One axis of a chart: its label, and the map from values to positions.
package struct ChartAxis: Hashable, Sendable {
  /// The name of the values, with their unit.
  package var label: String

  /// Whether equal ratios, rather than equal differences, take equal room.
  package var isLogarithmic: Bool

  /// The least and greatest value shown; nil for those of the data.
  package var range: ClosedRange<Double>?

  /// Whether there are no marks between whole numbers.
  package var isWhole: Bool

  package init(
    _ label: String, isLogarithmic: Bool = false, range: ClosedRange<Double>? = nil, isWhole: Bool = false
  ) {
    (self.label, self.isLogarithmic, self.range, self.isWhole) = (label, isLogarithmic, range, isWhole)
  }

  /// A whole number as an exponent: "⁻⁵".
  package static func superscript(_ number: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return (number < 0 ? "⁻" : "")
      + String(String(number.magnitude).compactMap { $0.wholeNumberValue }.map { digits[$0] })
  }
}

/// An axis laid out over its values.
struct AxisLayout {
  /// On a logarithmic axis these are logarithms.
  private let low: Double
  private let high: Double
  private let isLogarithmic: Bool

  /// The values at which there are marks, with their texts.
  let ticks: [(value: Double, text: String)]

  /// Lays an axis out; values that it cannot show, such as 0 on a logarithmic one, are ignored.
  init(_ axis: ChartAxis, values: some Sequence<Double>) {
    isLogarithmic = axis.isLogarithmic
    let logarithmic = axis.isLogarithmic
    let usable = values.filter { $0.isFinite && (!logarithmic || $0 > 0) }
    // The difference of the ends, and their next round numbers, must be numbers too.
    let most = Double.greatestFiniteMagnitude / 16
    var low = min(max(axis.range?.lowerBound ?? usable.min() ?? (logarithmic ? 1 : 0), -most), most)
    var high = min(max(axis.range?.upperBound ?? usable.max() ?? (logarithmic ? 10 : 1), -most), most)
    if logarithmic {
      low = Double.log10(max(low, .leastNormalMagnitude)).rounded(.down)
      high = Double.log10(max(high, .leastNormalMagnitude)).rounded(.up)
      if high <= low { high = low + 1 }
      let step = max(1, ((high - low) / 6).rounded(.up))
      ticks = stride(from: low, through: high, by: step).map { (Double.pow(10, $0), Self.power(Int($0))) }
    } else {
      if low > 0, axis.range == nil, low < high / 2 { low = 0 }
      let size = max(low.magnitude, high.magnitude)
      // Values that hardly differ get room around them, in which there are numbers to step by.
      if high - low <= max(size * 1e-14, 1e-290) {
        let room = max(0.5, size * 1e-9)
        (low, high) = (low - room, low + room)
      }
      let step = max(Self.niceStep((high - low) / 5), axis.isWhole ? 1 : 0)
      if axis.range == nil {
        low = (low / step).rounded(.down) * step
        high = (high / step).rounded(.up) * step
      }
      let first = Int((low / step - 1e-9).rounded(.up))
      let last = Int((high / step + 1e-9).rounded(.down))
      ticks = (first...max(first, last)).map { (Double($0) * step, Self.text(Double($0) * step, step: step)) }
    }
    self.low = low
    self.high = high
  }

  /// The position of a value between the axis' ends, 0…1 within them; nil for one that cannot be shown.
  func share(of value: Double) -> Double? {
    guard value.isFinite, !isLogarithmic || value > 0 else { return nil }
    return ((isLogarithmic ? Double.log10(value) : value) - low) / (high - low)
  }

  /// A step of 1, 2 or 5 times a power of ten, the least that is not below `least`.
  static func niceStep(_ least: Double) -> Double {
    let power = Double.pow(10, Double.log10(least).rounded(.down))
    for factor in [1.0, 2, 5] where factor * power >= least * (1 - 1e-9) { return factor * power }
    return 10 * power
  }

  /// The greatest length of 1, 2 or 5 times a power of ten that is not above `most`.
  static func roundLength(atMost most: Double) -> Double {
    let power = Double.pow(10, Double.log10(most).rounded(.down))
    return [5.0, 2, 1].first { $0 * power <= most * (1 + 1e-9) }.map { $0 * power } ?? power
  }

  /// A multiple of a step, with the decimals that the step needs.
  static func text(_ value: Double, step: Double) -> String {
    text(value, max(0, Int(-Double.log10(step).rounded(.down))))
  }

  private static func power(_ exponent: Int) -> String {
    switch exponent {
    case 0...4: String(Int(Double.pow(10, Double(exponent))))
    case -3 ... -1: text(Double.pow(10, Double(exponent)), -exponent)
    default: "10" + ChartAxis.superscript(exponent)
    }
  }

  /// A number with a count of decimals, 0…15.
  private static func text(_ value: Double, _ digits: Int) -> String {
    guard value.magnitude < 1e15, digits <= 9 else { return "\(value)" }
    let scale = Double.pow(10, Double(digits))
    let scaled = Int((value.magnitude * scale).rounded())
    let (whole, part) = scaled.quotientAndRemainder(dividingBy: Int(scale))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let decimals = String(part)
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - decimals.count) + decimals
  }
}
