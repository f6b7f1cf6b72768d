public import Pinfold
import PinfoldData
import PinfoldEvaluation

/// The plan of a study: point sets × strategies × cameras × seeds, and the metrics of each run.
///
/// A definition comes from a JSON file or from a Lua table of the same shape; the article Studies of
/// PinfoldStudies describes it.
public struct StudyDefinition: Definition, Sendable {
  /// The study's name.
  public var name = "study"

  package var datasets: [DatasetDefinition] = []

  /// The strategies; one with a parameter swept is several.
  package var strategies: [ClustererDefinition] = []

  /// The movements of the camera, each from each start.
  package var cameras: [CameraDefinition] {
    paths.flatMap { path in starts.map { path.starting($0) } }
  }

  private(set) var paths: [CameraDefinition] = []
  private(set) var starts = [CameraDefinition.Start.fit]

  /// The seeds of the starts of movements, and of metrics.
  public var seeds: [UInt64] = [1]

  private var strategySeeds: [UInt64] = []

  /// The controls that the definition names; nil for the default ones.
  private var chosenControls: [ClustererDefinition]?

  /// The number of controls, which are the last of the ``strategies``. They show the scores of making no
  /// decisions.
  private(set) var controlCount = 0

  /// The indices of the strategies that the study compares.
  package var competitors: Range<Int> { 0..<strategies.count - controlCount }
  package var metrics: [MetricDefinition] = []

  /// The measures that the study is about, as in "churn.share@zoom-ladder"; all others explore.
  public var primary: [String] = []

  package var combination: CombinationRule?
  package var match: MatchTarget?

  /// The names of the point sets on which each strategy's setting is chosen; the report is on the others.
  public var tuning: [String] = []

  private var screenDefinition = ScreenDefinition()

  /// The size, tile size and margin of every view.
  public var screen: Viewport { screenDefinition.viewport }

  /// The style of markers.
  public var style: MarkerStyle { styleDefinition.style }

  private var styleDefinition = StyleDefinition()

  /// The number of frames of a path, from the first, on which metrics that run the strategy again are
  /// measured.
  public var rerunFrames = 1

  /// The seconds after which a run fails; nil for no limit.
  public var timeout: Double?

  package var timing: TimingDefinition?

  package init() {}

  package static let owner = "a study"

  package static let options: [DefinedOption<StudyDefinition>] =
    [
      DefinedOption("name", \.name, "Name of the study."),
      DefinedOption(
        "datasets", .list(of: .type("string|table", "paths, or tables with path or generate")),
        example: #"["towns.csv"]"#, isRequired: true, "Data: paths, or tables with path or generate."
      ) { (study, node, registry) throws(DefinitionError) in
        study.datasets = try node.values.each { (node) throws(DefinitionError) in
          guard node.object(as: NamedPoints.self) == nil else {
            throw node.mistake("a dataset cannot be stored; give its path, or a table with path or generate")
          }
          return try DatasetDefinition.all(node, in: registry)
        }
      },
      DefinedOption(
        "strategies", .list(of: .type("string|table", "names, or tables with name and parameters")),
        example: #"["grid"]"#, isRequired: true,
        "Strategies: names, also as grid(cellSize=80), or tables with name, parameters and steps. A list of values is a sweep."
      ) { (study, node, registry) throws(DefinitionError) in
        study.strategies = try node.elements.each { (node) throws(DefinitionError) in
          try ClustererDefinition.studied(node, in: registry)
        }
      },
      DefinedOption(
        "cameras", .list(of: .type("string|table", "names, or tables with name and parameters")),
        standard: "still, a single frame", "Camera paths: names, or tables with name and parameters."
      ) { (study, node, registry) throws(DefinitionError) in
        study.paths = try node.elements.each { (node) throws(DefinitionError) in
          try CameraDefinition.all(node, in: registry)
        }
      },
      DefinedOption(
        "starts", .list(of: .type("string|number", "\"fit\" and zooms in -8…32")), standard: "fit",
        "Starts of the camera paths: fit (all points in view), or a zoom (at a random point)."
      ) { (study, node, _) throws(DefinitionError) in
        study.starts = try node.alternatives.map { (node) throws(DefinitionError) in
          try CameraDefinition.Start(node)
        }
      },
      DefinedOption(
        "seeds", \.seeds,
        "Seeds of the random starts and of random numbers in metrics."),
      DefinedOption(
        "strategySeeds", \.strategySeeds, standard: "one seed, the strategy's default",
        "Repeat every randomized strategy that has no seed of its own with each of these seeds."
      ),
      DefinedOption(
        "controls", .list(of: .type("string|table|boolean", "strategies, or false for none")),
        standard: "none, random(k=1) and random, if there are two strategies or more",
        "Controls: strategies that are run to show the scores of making no decisions, and are not ranked. false for none."
      ) { (study, node, registry) throws(DefinitionError) in
        if case .flag(let isWanted) = node.value {
          study.chosenControls = isWanted ? nil : []
        } else {
          study.chosenControls = try node.elements.each { (node) throws(DefinitionError) in
            try ClustererDefinition.all(node, in: registry)
          }
        }
      },
      DefinedOption(
        "metrics", .list(of: .type("string|table", "names, or tables with name and parameters")),
        standard: "all that do not rerun strategies",
        "Metrics: names, or tables with name and parameters."
      ) { (study, node, registry) throws(DefinitionError) in
        study.metrics = try MetricDefinition.all(node.elements, in: registry)
      },
      DefinedOption(
        "primary", .list(of: .text),
        "Measures that the study tests, named before it is run: overlap.share; churn.share@zoom-ladder along one camera; "
          + "overlap.share ± 0.02 with a margin of equivalence. All other measures are exploratory."
      ) { (study, node, _) throws(DefinitionError) in
        study.primary = try node.alternatives.map { (node) throws(DefinitionError) in
          try study.primaryMeasure(node)
        }
      },
      DefinedOption(
        "combine", \.combination, standard: "each camera is judged separately",
        "How to combine the scores of a primary measure along several cameras."),
      DefinedOption(
        "match", .table("Match", MatchDefinition.optionDescriptions), standard: "sizes are not tuned",
        "Target to which sizes of strategies are tuned, as the median over the views of each run."
      ) { (study, node, registry) throws(DefinitionError) in
        study.match = try MatchDefinition(node, registry: registry).target
      },
      DefinedOption(
        "tuning", .list(of: .text), standard: "none",
        "Names of datasets on which the setting of each swept strategy is chosen, by the first primary measure. The report "
          + "is on the others."
      ) { (study, node, _) throws(DefinitionError) in
        study.tuning = try node.alternatives.map { (node) throws(DefinitionError) in
          guard let name = node.text, study.datasets.contains(where: { $0.name == name }) else {
            throw node.mistake(
              "'tuning' names \(node.shown), which is not a dataset of the study"
                + Suggestion.clause(for: node.text ?? "", among: study.datasets.map(\.name)))
          }
          return name
        }
      },
    ] + ScreenDefinition.options(in: \.screenDefinition) + [
      DefinedOption(
        "style", .table("Style", StyleDefinition.optionDescriptions), "Marker sizes."
      ) { (study, node, _) throws(DefinitionError) in
        study.styleDefinition = try StyleDefinition(node)
      },
      DefinedOption(
        "rerunFrames", \.rerunFrames, takes: .integer(0...1_000_000),
        "Number of frames per path on which metrics that rerun the strategy are measured."),
      DefinedOption(
        "timeout", \.timeout, takes: .number(0.001...1e9), standard: "never", value: "seconds",
        "Seconds after which a run is stopped and counts as failed."),
      DefinedOption(
        "timing", .switched("Timing", TimingDefinition.optionDescriptions), standard: "false",
        "Time strategies: true, or the number of repetitions."
      ) { (study, node, _) throws(DefinitionError) in
        if case .flag(let isWanted) = node.value {
          study.timing = isWanted ? TimingDefinition() : nil
        } else {
          study.timing = try TimingDefinition(node)
        }
      },
    ]

  /// The files with frames of other programs, of each dataset.
  package var framePaths: [String] {
    datasets.flatMap { dataset in strategies.compactMap { $0.framesPath(of: dataset.name) } }
  }

  /// The plugins used in the plan, each once, by the names of their files.
  package var plugins: [PluginSource] {
    let origins = cameras.map(\.choice.registration.origin) + datasets.compactMap(\.generatorOrigin)
    let all =
      strategies.compactMap(\.plugin) + strategies.compactMap { $0.steps.representative?.plugin }
      + metrics.compactMap(\.plugin) + origins.compactMap { PluginSource($0) }
    return Set(all.flatMap(\.all)).sorted {
      ($0.name, $0.digest?.description ?? "") < ($1.name, $1.digest?.description ?? "")
    }
  }

  /// The full names of the metrics' measures, with whether they judge.
  private var measures: [(name: String, judges: Bool)] {
    metrics.flatMap { metric in
      metric.metric.about.measures.map { ("\(metric.label).\($0.name)", $0.better != .descriptive) }
    }
  }

  /// Reads a primary measure, which must be measured, along cameras that the study has.
  private func primaryMeasure(_ node: Node) throws(DefinitionError) -> String {
    let text = node.text ?? node.json
    let primary = PrimaryMeasure(text)
    if let margin = primary.marginText, primary.margin == nil {
      throw node.mistake(
        "primary measure '\(text)' has a margin of '\(margin)'; give a number above 0, as in \(primary.measure) ± 0.02"
      )
    }
    let known = measures.map(\.name)
    guard known.contains(primary.measure) else {
      throw node.mistake(
        "primary measure '\(text)' is not measured" + Suggestion.clause(for: primary.measure, among: known))
    }
    let isKnown = cameras.contains {
      primary.includes(camera: $0.label, name: $0.choice.registration.name, start: $0.start.description)
    }
    guard isKnown else {
      throw node.mistake(
        "primary measure '\(text)' names a camera that the study does not have"
          + Suggestion.clause(for: primary.camera ?? "", among: cameras.map(\.label)))
    }
    return text
  }

  package mutating func prepare(registry: Registry) throws(DefinitionError) {
    metrics = MetricDefinition.usual(in: registry)
    paths = try CameraDefinition.all(Node(.text("still"), place: "cameras"), in: registry)
  }

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard !datasets.isEmpty else {
      throw node.mistake(#"a study needs 'datasets', a list as in ["towns.csv"]"#)
    }
    guard !strategies.isEmpty else {
      throw node.mistake(#"a study needs 'strategies', a list as in ["grid"]"#)
    }
    if !strategySeeds.isEmpty {
      let repeated = try strategies.map { (strategy) throws(DefinitionError) in
        try strategy.repeated(strategySeeds, at: node)
      }
      strategies = repeated.flatMap { $0 }
    }
    let named = Set(primary.map { PrimaryMeasure($0).measure })
    if !primary.isEmpty, !measures.contains(where: { $0.judges && named.contains($0.name) }) {
      throw node.mistake(
        "the primary measures only describe: none says which value is better; add one that does, as overlap.share"
      )
    }
    if !tuning.isEmpty, primary.isEmpty {
      throw node.mistake("'tuning' needs 'primary', the measure by which settings are chosen")
    }
    guard datasets.contains(where: { !tuning.contains($0.name) }) else {
      throw node.mistake("'tuning' names every dataset; leave at least one for the report")
    }
    let columns = strategies.flatMap(\.columns) + metrics.flatMap(\.columns)
    datasets = datasets.map { $0.reading(columns) }
    if match != nil {
      for strategy in strategies { if let error = strategy.mistake(tunedAt: node) { throw error } }
    }
    try addControls(at: node, registry: registry)
    let lists = [
      ("datasets", datasets.map(\.name)), ("strategies", strategies.map(\.label)),
      ("cameras", cameras.map(\.label)), ("seeds", seeds.map(\.description)),
      ("metrics", metrics.map(\.label)),
    ]
    for (list, names) in lists {
      var seen: Set<String> = []
      for name in names where !seen.insert(name).inserted {
        let advice = list == "datasets" ? "; give one of them another 'name'" : ""
        throw node.mistake("'\(list)' has '\(name)' twice\(advice)")
      }
    }
  }

  private mutating func addControls(at node: Node, registry: Registry) throws(DefinitionError) {
    var controls = chosenControls ?? []
    if chosenControls == nil, strategies.count > 1 {
      for name in ["none", "random(k=1)", "random"] {
        controls.append(try ClustererDefinition.one(Node(.text(name), place: node.place), in: registry))
      }
    }
    for control in controls where !strategies.contains(where: { $0.label == control.label }) {
      strategies.append(control)
      controlCount += 1
    }
  }

  /// Removes the default control `none` if a point set is too large to draw and measure every point
  /// separately.
  ///
  /// - Parameter counts: the number of points of each dataset.
  /// - Returns: a sentence that reports the removal; nil if the plan is unchanged.
  package mutating func settleControls(for counts: [Int]) -> String? {
    guard chosenControls == nil, let large = counts.indices.max(by: { counts[$0] < counts[$1] }),
      counts[large] > Self.mostPointsAlone,
      let place = strategies.indices.dropFirst(competitors.count).first(where: {
        strategies[$0].label == "none"
      })
    else { return nil }
    strategies.remove(at: place)
    controlCount -= 1
    return
      "the control none is omitted, because '\(datasets[large].name)' has \(Numeral.text(Double(counts[large]))) points, "
      + "more than \(Numeral.text(Double(Self.mostPointsAlone))); name it in 'strategies' to run it"
  }

  /// The most points of a dataset for which the control `none` runs.
  private static let mostPointsAlone = 20_000
}

/// The number of timings.
package struct TimingDefinition: Definition, Hashable, Sendable {
  package var builds = 5
  package var passes = 5
  package var seed: UInt64 = 1

  package init() {}

  package static let owner = "'timing'"

  package static let options: [DefinedOption<TimingDefinition>] = [
    DefinedOption("builds", \.builds, takes: .integer(1...10_000), "Timed builds of each strategy."),
    DefinedOption("passes", \.passes, takes: .integer(1...10_000), "Timed passes over the views."),
    DefinedOption("seed", \.seed, "Seed of the order in which strategies are interleaved."),
  ]
}
