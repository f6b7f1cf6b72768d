import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies

/// Everything that comes with the package, and strategies that fail as broken plugins would.
let studyRegistry: Registry = {
  var registry = Registry.builtIn
  registry.registerMetrics()
  registry.registerGenerators()
  registry.registerCameras()
  func add(_ name: String, _ strategy: any ClusteringStrategy) {
    registry.register(
      Registration(kind: .strategy, name: name, summary: "", parameters: []) { _ in strategy })
  }
  add("broken-build", BrokenStrategy(failsBuild: true))
  add("broken-view", BrokenStrategy(deepestZoom: 7.5))
  add("lossy", LossyStrategy())
  add("slow", SlowStrategy())
  return registry
}()

/// Never answers, but listens to its deadline.
struct SlowStrategy: ClusteringStrategy {
  var capabilities: Capabilities { [] }

  func makeIndex(over points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    while true { try context.check() }
  }
}

/// A plan of a JSON text.
func makeStudy(_ json: String, registry: Registry = studyRegistry) throws -> StudyDefinition {
  try StudyDefinition(Node(json: Array(json.utf8), source: "study.json"), registry: registry)
}

/// A study that is done in a moment: 2 datasets × 3 strategies × 2 cameras × 2 seeds.
func makeSmallStudy() throws -> StudyDefinition {
  try makeStudy(
    """
    {
      "datasets": [{ "generate": "cities", "count": [60, 90], "seed": 3 }],
      "controls": false, "strategies": [{ "name": "grid", "cellSize": [50, 90] }, { "name": "kmeans", "k": 6 }],
      "cameras": ["still", { "name": "zoom-ladder", "steps": 2 }], "starts": [6], "seeds": [1, 2],
      "metrics": ["conservation", "overlap", "nesting", "churn"], "primary": ["overlap.share"]
    }
    """)
}
