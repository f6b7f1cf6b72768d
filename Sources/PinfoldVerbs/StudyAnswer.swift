import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
package import PinfoldStudies

/// A study after a run or a merge.
package struct StudyAnswer {
  let store: StudyStore

  /// The same answer, after recording in the study's log that its scores were read.
  package func reported(_ context: VerbContext) -> StudyAnswer {
    if let missing = store.recordReport() { context.note(missing) }
    return self
  }

  package var status: StudyStatus { get throws(StudyError) { try store.status() } }

  /// Rows of values by name for each dataset, strategy and camera, and for each rule by which the plan
  /// combines cameras. For a missing value the reason is at its name followed by `.reason`; `.defined` and
  /// `.frames` are the numbers of frames with a value and in all.
  package var script: ScriptForm {
    get throws(StudyError) {
      let (results, status) = (try store.results(), try store.status())
      let columns =
        ["dataset", "strategy"] + (results.cameras.count > 1 ? ["camera"] : [])
        + results.shownMeasures.map { results.measures[$0].label } + ["verdict"]
      return ScriptForm(
        list: results.scriptRows,
        members: [
          ("name", Node(results.name)), ("runs", Node(status.finished)), ("failed", Node(status.failed)),
          ("frames", (results.manifest.frames?.sha256).node),
          (
            "problems",
            Node(
              status.problems,
              [
                RowColumn("dataset", \.dataset), RowColumn("strategy", \.strategy),
                RowColumn("message", \.message),
              ])
          ), ("columns", Node(columns)),
        ])
    }
  }
}

extension StudyResults {
  /// The measures to show: the primary ones, then the first of each other metric.
  fileprivate var shownMeasures: [Int] {
    func metric(_ measure: Int) -> Substring {
      measures[measure].label.dropLast(measures[measure].measure.name.count)
    }
    let first = primary.map(\.measure).uniqued
    let covered = Set(first.map(metric))
    return first + measures.indices.filter { !covered.contains(metric($0)) }.uniqued(by: metric)
  }

  /// The scores by their cameras: each camera with all measures, then each combination with its own.
  private var sections: [(along: String, criteria: [Criterion])] {
    var sections = cameras.indices.map { camera in
      (
        along: cameras[camera].label,
        criteria: measures.indices.compactMap { criterion($0, camera: camera) }
      )
    }
    for criterion in primary where criterion.cameras.count > 1 {
      if let section = sections.firstIndex(where: { $0.along == criterion.along }) {
        sections[section].criteria.append(criterion)
      } else {
        sections.append((criterion.along, [criterion]))
      }
    }
    return sections
  }

  fileprivate var scriptRows: [Node] {
    let sections = sections
    return datasets.indices.flatMap { dataset in
      strategies.indices.flatMap { strategy in
        sections.map { row(dataset, strategy, along: $0.along, $0.criteria) }
      }
    }
  }

  private func row(_ dataset: Int, _ strategy: Int, along: String, _ criteria: [Criterion]) -> Node {
    var row = [
      (name: "dataset", value: Node(datasets[dataset].name)), ("strategy", Node(strategies[strategy].label)),
      ("camera", Node(along)), ("verdict", Node(verdict(dataset: dataset, strategy: strategy).rawValue)),
    ]
    for criterion in criteria {
      let label = measures[criterion.measure].label
      let score = score(criterion, dataset: dataset, strategy: strategy)
      if let number = score.value.number { row.append((label, Node(number))) }
      if let reason = score.value.reason { row.append(("\(label).reason", Node(reason.code))) }
      row += [("\(label).defined", Node(score.defined)), ("\(label).frames", Node(score.count))]
    }
    return Node(.table(row))
  }
}
