import Pinfold

/// How strategies scale.
package struct ScaleResult: Hashable, Sendable {
  /// The name of the points.
  package var dataset: String

  /// The numbers of points, ascending.
  package var sizes: [Int]

  /// The seconds that a build or a frame was allowed to take.
  package var longest: Double

  /// One row for each strategy, in the order given.
  package var rows: [ScaleRow]
}

/// How one strategy scales.
package struct ScaleRow: Hashable, Sendable {
  /// The name of the strategy.
  package var strategy: String

  /// What was timed, by ascending number of points.
  package var sizes: [Size] = []

  /// Why there are no more; nil where all sizes were timed.
  package var stop: Stop?

  init(strategy: String) { self.strategy = strategy }

  /// The times at one number of points.
  package struct Size: Hashable, Sendable {
    /// The number of points.
    package var count: Int

    /// The times of builds.
    package var build = Timing()

    /// The times of each build's first frame, of all points.
    package var frame = Timing()

    /// The clusters of that frame.
    package var clusters = 0

    init(count: Int) { self.count = count }
  }

  /// Why a strategy was timed no further.
  package enum Stop: Hashable, Sendable {
    /// At so many points a build or a frame was expected to take longer than allowed.
    case expected(points: Int, seconds: Double)

    /// At so many points one took longer.
    case tookLonger(points: Int)

    /// At so many points it failed.
    case failed(points: Int, message: String)
  }

  /// The growth of the builds' median time with the number of points; nil for fewer than three sizes.
  package var buildExponent: ScalingExponent? { exponent(\.build) }

  /// The growth of the frames' median time with the number of points; nil for fewer than three sizes.
  package var frameExponent: ScalingExponent? { exponent(\.frame) }

  private func exponent(_ timing: KeyPath<Size, Timing>) -> ScalingExponent? {
    ScalingExponent(medians(timing))
  }

  /// The median seconds of something by the number of points.
  func medians(_ timing: KeyPath<Size, Timing>) -> [(count: Double, seconds: Double)] {
    sizes.compactMap { size in
      size[keyPath: timing].median.map { (count: Double(size.count), seconds: $0) }
    }
  }

  /// The seconds to expect of the longer of a build and a frame at so many points: as from the size before
  /// last to the last, but no less than in proportion; 0 before anything was timed.
  func expectedSeconds(at count: Int) -> Double {
    let times = [medians(\.build), medians(\.frame)].compactMap { medians -> Double? in
      guard let last = medians.last, last.seconds > 0 else { return nil }
      let slope = ScalingExponent.slopes(medians).last ?? 1
      return last.seconds * Double.pow(Double(count) / last.count, max(1, slope))
    }
    return times.max() ?? 0
  }

  mutating func record(build: Double, frame: Double, clusters: Int) {
    sizes[sizes.count - 1].build.samples.append(build)
    sizes[sizes.count - 1].frame.samples.append(frame)
    sizes[sizes.count - 1].clusters = clusters
  }

  /// Ends the row, without its last size where nothing was timed there.
  mutating func drop(_ stop: Stop) {
    if sizes.last?.build.samples.isEmpty == true { sizes.removeLast() }
    self.stop = stop
  }
}
