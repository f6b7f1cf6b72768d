package import Pinfold
package import PinfoldData

/// The cells to aggregate points in, and the measures of columns per cell.
package struct CellsDefinition: Definition {
  private var zooms = WholeZooms(0...12)
  private var side = 8
  private var measures: [CellMeasure] = []
  private var strategy: Node?
  private var fitted: (strategy: any ClusteringStrategy, columns: [ColumnRequest], fit: CellFit)?

  package init() {}

  package static let owner = "cells"

  package static let options: [DefinedOption<CellsDefinition>] = [
    DefinedOption("zooms", \.zooms, example: "0-8", "Consecutive whole zooms for which to make cells."),
    DefinedOption(
      "cell", .integer(1...256), unit: "pixels", standard: "8", example: "16",
      "Side of a cell at each zoom, on maps with 256-pixel tiles; a power of two."
    ) { (cells, node, _) throws(DefinitionError) in
      let side = try Int(node, of: "cell", kind: .integer(1...256))
      guard CellPlan.knownSides.contains(side) else {
        throw node.mistake("cell", takes: "a power of two in 1…256")
      }
      cells.side = side
    },
    DefinedOption(
      "strategy", \.strategy,
      takes: .type("string|strategy|table", "name, or table with name and parameters"), example: "quadtree",
      "Make cells from which this strategy gives the same clusters as from the points: quadtree, or a strategy "
        + "whose cells do not depend on other points, as in hexgrid(cellSize=70). Not needed for a grid of larger cells."
    ),
    DefinedOption(
      "aggregate", .list(of: .text), value: "column:kinds", example: "population:sum",
      "Summarize a column per cell: sum, count, min, max, as in population:sum,max."
    ) { (cells, node, _) throws(DefinitionError) in
      for element in node.elements {
        for aggregation in try ColumnAggregation.list(element) {
          guard case .number(let number) = aggregation.kind,
            let kind = CellMeasure.Kind(rawValue: number.rawValue)
          else {
            throw element.mistake(
              "aggregate", takes: "kinds that add up: sum, count, min, max; a mean is sum over count")
          }
          let measure = CellMeasure(kind, of: aggregation.column)
          if !cells.measures.contains(measure) { cells.measures.append(measure) }
        }
      }
    },
  ]

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard let strategy else { return }
    let choice = try Choice.one(strategy, kind: .strategy, in: registry)
    let made = try choice.make(at: strategy)
    do throws(CellFit.Mistake) {
      fitted = (made, choice.columns, try CellFit(made, named: choice.label, plan))
    } catch {
      throw strategy.mistake("'\(choice.label)' is not possible with cells: \(error.reason)")
    }
  }

  package var plan: CellPlan {
    var plan = CellPlan(zooms: zooms.range, side: side)
    plan.measures = measures
    plan.fit = fitted?.fit
    return plan
  }

  package var requests: [ColumnRequest] {
    measures.map { ColumnRequest($0.column, option: "--aggregate") } + (fitted?.columns ?? [])
  }

  /// Aggregates points.
  ///
  /// - Throws: ``PinfoldData/DataError`` for points that have no cells, or that are some already; what the
  ///   strategy throws.
  package func cells(
    of named: NamedPoints, hasIDs: Bool = false, context: RunContext
  ) throws -> Cells {
    let report = named.report
    let source = report?.source ?? named.name
    guard report?.format != .cells else {
      throw DataError.badCells(source, reason: "has cells already; 'pinfold merge' adds cells up")
    }
    let roles = report?.roles.map(\.role) ?? []
    var plan = plan
    // Also a part whose points have no group: it adds up with others.
    plan.isGrouped = roles.contains(.group)
    for (index, measure) in plan.measures.enumerated() {
      plan.measures[index].column = named.columnName(measure.column)
    }
    var parts: [UInt64]?
    if let fitted, fitted.fit.means == .parts {
      parts = try plan.parts(of: named.points, by: fitted.strategy, context: context)
    }
    return try Cells(
      of: named.points, plan, hasIDs: hasIDs || roles.contains(.id), parts: parts, source: source,
      context: context)
  }
}
