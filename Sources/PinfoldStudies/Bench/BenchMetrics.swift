public import PinfoldEvaluation

extension Bench {
  /// What a bench measures, described as metrics are: with a clock and nothing else running, which a
  /// `Metric` that looks at frames has neither of.
  public static var metrics: [MetricDescription] { [time, memory] }

  private static var time: MetricDescription {
    func measure(_ name: String, _ unit: String, _ help: String) -> Measure {
      Measure(name, in: 0...(.infinity), unit: unit, better: .lower, help)
    }
    return MetricDescription(
      id: "C1", name: "time", summary: "How long a strategy takes; measured by pinfold bench.",
      formula: """
        build: median of at least 5 builds of the index after a first one, which is coldBuild; query: median over all \
        views and passes after a first one, and its 99 % quantile by nearest rank. Strategies take turns at random on \
        a monotonic clock.
        """,
      measures: [
        measure("build", "seconds", "Median time to build the index."),
        measure("query", "seconds", "Median time to answer a view."),
        measure("queryP99", "seconds", "Time that 99 % of the answers do not exceed."),
        measure("coldBuild", "seconds", "Time of the first build."),
      ],
      reruns: true, cost: "(builds + 1) builds and (passes + 1) × views queries",
      source: "Hyndman and Fan 1996 for the quantile.")
  }

  private static var memory: MetricDescription {
    func bytes(_ name: String, _ help: String) -> Measure {
      Measure(name, in: 0...(.infinity), unit: "bytes", better: .lower, help)
    }
    return MetricDescription(
      id: "C2", name: "memory", summary: "How much memory an index takes; measured by pinfold bench.",
      formula:
        "live bytes of the index, and of the set of points, by what each says of its columns, for each point.",
      measures: [
        bytes("indexBytesPerPoint", "Memory of the index for each point."),
        bytes("bytesPerPoint", "Memory of the set of points for each point."),
      ],
      reruns: true, undefined: [.noPoints], cost: "a build", source: "Defined here.")
  }
}
