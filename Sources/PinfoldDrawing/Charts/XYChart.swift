/// Values over values: lines, steps and dots in one frame.
public struct XYChart: Hashable, Sendable {
  /// The title.
  public var title: String

  /// The horizontal axis.
  public var x: ChartAxis

  /// The vertical axis.
  public var y: ChartAxis

  /// The series, in the order of the legend.
  public var series: [Series]

  /// The size in screen points.
  public var width = 460.0
  public var height = 320.0

  /// Describes a chart.
  public init(_ title: String, x: ChartAxis, y: ChartAxis, series: [Series]) {
    self.title = title
    self.x = x
    self.y = y
    self.series = series
  }

  /// One line or cloud of a chart.
  public struct Series: Hashable, Sendable {
    /// The name in the legend; a series without one is left out there.
    public var name: String?

    /// The values; those that an axis cannot show interrupt a line.
    public var points: [Point]

    /// The form in which they are drawn.
    public var form: Form

    /// The index in the order of colours: equal numbers look alike.
    public var color: Int

    /// Describes a series.
    public init(_ name: String?, _ points: [Point], as form: Form = .line, color: Int) {
      self.name = name
      self.points = points
      self.form = form
      self.color = color
    }
  }

  /// One value of a series.
  public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The form of a series.
  public enum Form: Hashable, Sendable {
    /// Straight lines from value to value.
    case line

    /// A line that keeps each value until the next one's x, as a distribution does.
    case steps

    /// A dot for each value.
    case dots

    /// A faint dot for each value, behind the others.
    case faintDots
  }
}

extension XYChart.Series {
  /// The share of values up to each value: an empirical distribution.
  public static func distribution(_ name: String?, of values: [Double], color: Int) -> Self {
    let sorted = values.sorted()
    let count = Double(sorted.count)
    return Self(
      name, sorted.enumerated().map { XYChart.Point(x: $0.element, y: Double($0.offset + 1) / count) },
      as: .steps,
      color: color)
  }
}
