/// The text of a marker's count; whole-number arithmetic alone, so it rounds as one does by hand.
public struct CountLabel: Configurable, Hashable {
  /// The ways to write a count.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// All digits: `1234`.
    case exact
    /// All digits up to a limit, and `99+` beyond.
    case capped
    /// At most one digit after the point: `999`, `1.2k`, `3.4M`, `5B`, `6T`.
    case abbreviated
    /// The greatest bucket that the count fills, and a plus: `9`, `10+`, `50+`.
    case bucketed
  }

  /// The style.
  public var style = Style.exact

  /// The greatest count that the capped style writes in full.
  public var limit = 99

  /// The buckets of the bucketed style, in any order; a count below all of them is written in full.
  public var buckets = [10, 20, 50, 100, 200, 500, 1000]

  /// Creates the label with its defaults.
  public init() {}

  /// Creates a label.
  public init(_ style: Style, limit: Int = 99) {
    self.style = style
    self.limit = limit
  }

  /// Creates a label that writes the greatest bucket that a count fills, as `50+`.
  public init(buckets: [Int]) {
    style = .bucketed
    self.buckets = buckets
  }

  public static let parameters: [Parameter<Self>] = [
    Parameter("style", \.style, "Every digit, 99+, 1.2k, or 50+."),
    Parameter("limit", \.limit, in: 1...Int(Int32.max), "Greatest count that is not capped."),
  ]

  /// The label of a count. Clusters have counts from 1; a count of 0 is `0`, and a negative one, such as a
  /// difference, is the label of its size after a minus, never capped or in a bucket.
  public func text(for count: Int) -> String {
    switch style {
    case .exact: String(count)
    case .capped: count > limit ? "\(limit)+" : String(count)
    case .bucketed: buckets.filter { 0 < $0 && $0 <= count }.max().map { "\($0)+" } ?? String(count)
    case .abbreviated: (count < 0 ? "-" : "") + Self.abbreviated(count.magnitude)
    }
  }

  /// Rounded half up to a tenth of the unit, in the smallest unit that then takes less than 1000 of it: 999
  /// 949 is `999.9k`, and 999 950 is `1M`. No `.0` is written.
  private static func abbreviated(_ count: UInt) -> String {
    guard count >= 1000 else { return String(count) }
    var unit: UInt = 1000
    var suffixes = ["k", "M", "B", "T"][...]
    while true {
      let suffix = suffixes.removeFirst()
      let (whole, tenth) = ((count + unit / 20) / (unit / 10)).quotientAndRemainder(dividingBy: 10)
      if whole < 1000 || suffixes.isEmpty { return "\(whole)\(tenth == 0 ? "" : ".\(tenth)")\(suffix)" }
      unit *= 1000
    }
  }
}
