package import PinfoldDefinitions
import PinfoldEvaluation

/// A measure along one camera, or along several whose scores a rule combines: what strategies are judged by.
///
/// Frames of different cameras and starts are different regimes: a pan from a far view and a ladder of zooms
/// have nothing in common that a pooled median would show.
public struct Criterion: Hashable, Sendable {
  /// The index of the measure in the study's list.
  public let measure: Int

  /// The indices of the cameras.
  public let cameras: [Int]

  /// The rule that combines the scores along the cameras; nil for one camera.
  package let rule: CombinationRule?

  /// The cameras in words, with the rule: "zoom-ladder from z6", "mean of zoom-ladder".
  package let along: String

  /// The difference of scores below which strategies are alike; nil where the plan states none.
  package var margin: Double?

  init(
    _ measure: Int, cameras: [Int], by rule: CombinationRule? = nil, along: String, margin: Double? = nil
  ) {
    (self.measure, self.cameras, self.rule, self.along) = (measure, cameras, rule, along)
    self.margin = margin
  }

  /// Another measure along the same cameras.
  func with(measure: Int) -> Criterion { Criterion(measure, cameras: cameras, by: rule, along: along) }
}

extension StudyResults {
  package func criterion(_ measure: Int, camera: Int, margin: Double? = nil) -> Criterion {
    Criterion(measure, cameras: [camera], along: cameras[camera].label, margin: margin)
  }

  /// A measure along each camera separately.
  package func criteria(_ measure: Int) -> [Criterion] {
    cameras.indices.map { criterion(measure, camera: $0) }
  }

  /// The criteria of a primary measure as the plan names it; empty where nothing of that name was measured.
  ///
  /// A combination leaves out cameras along which the measure has no value for any strategy: nesting has none
  /// along a pan.
  func criteria(_ primary: PrimaryMeasure, by rule: CombinationRule?) -> [Criterion] {
    guard let measure = measure(primary.measure) else { return [] }
    let included = cameras.indices.filter {
      primary.includes(camera: cameras[$0].label, name: cameras[$0].name, start: cameras[$0].start)
    }
    guard let rule, included.count > 1 else {
      return included.map { criterion(measure, camera: $0, margin: primary.margin) }
    }
    let defined = included.filter { camera in
      runs.contains { $0.camera == camera && $0.numbers(measure).contains { $0 != nil } }
    }
    guard !defined.isEmpty else { return [] }
    return [
      Criterion(
        measure, cameras: defined, by: rule, along: "\(rule.rawValue) of \(primary.camera ?? "all cameras")",
        margin: primary.margin)
    ]
  }

  /// The full name of a criterion: "churn.share@zoom-ladder from z6"; the measure's alone where the study has
  /// one camera.
  package func label(_ criterion: Criterion) -> String {
    let label = measures[criterion.measure].label
    return cameras.count == 1 ? label : "\(label)@\(criterion.along)"
  }
}

extension StudyRun {
  /// The values of a measure in the order of frames, nil where it is undefined.
  func numbers(_ measure: Int) -> [Double?] {
    values.indices.contains(measure) ? values[measure].map(\.number) : []
  }
}
