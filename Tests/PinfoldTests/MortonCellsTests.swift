import TestSupport
import Testing

@testable import Pinfold

@Suite struct MortonCellsTests {
  @Test("finds the points in a window that looking at each finds", arguments: SamplePoints.allCases)
  func ranges(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 200).decorated(seed: 1))
    let scan = LinearScan(points)
    for viewport in Viewport.samples(of: points) {
      let rect = try ProjectedView(viewport, on: .mercator).rect
      let window = MortonWindow(rect, phase: points.projection.gridPhase)
      for mergeable in [true, false] {
        var found: [Int] = []
        points.forEachSection(mergeable: mergeable) { _, cells in
          cells.forEachRange(in: window) { found.append(contentsOf: $0) }
        }
        #expect(found == scan.points(in: rect, mergeable: mergeable), "\(viewport)")
      }
    }
  }

  @Test("finds the cells of every level that hold a point in a window", arguments: SamplePoints.allCases)
  func cells(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 200))
    let scan = LinearScan(points)
    for viewport in Viewport.samples(of: points, random: 2) {
      let rect = try ProjectedView(viewport, on: .mercator).rect
      let window = MortonWindow(rect, phase: points.projection.gridPhase)
      for level in [0, 1, 2, 7, 14, 20, 31, 32] {
        var found: [[Int]] = []
        points.forEachSection(mergeable: true) { _, cells in
          cells.forEachCell(level: level, in: window) { cell, isInWindow in
            if isInWindow { found.append(Array(cell.points)) }
            let square = cell.rect(phase: points.projection.gridPhase)
            #expect(cell.points.allSatisfy { scan.contains(square, points.position($0)) })
          }
        }
        let side = 1 << (32 - level)
        let expected = scan.clusters(in: rect) { position in
          [(Int(position.x) + 0x5555_5555) % (1 << 32) / side, Int(position.y) / side]
        }
        #expect(found == expected, "level \(level), \(viewport)")
      }
    }
  }

  @Test(
    "edited points have the cells of a fresh set, at the ends of sections too",
    arguments: SamplePoints.allCases)
  func edited(sample: SamplePoints) throws {
    let points = try PointSet(sample.columns(count: 300).decorated(seed: 2))
    // The ends of sections go, so that the next begins behind points that were taken out.
    let ends = points.sections.map(\.range)
    let edited = points.filtering { index in
      !ends.contains { ($0.upperBound - 5..<$0.upperBound).contains(index) }
    }
    let fresh = edited.merged
    #expect(edited.delta != nil || points.count < 40)
    let window = MortonWindow(.world, phase: points.projection.gridPhase)
    for level in [0, 1, 2, 3, 5, 9, 17, 32] {
      for mergeable in [true, false] {
        func cells(_ points: PointSet) -> [[UInt64]] {
          var found: [[UInt64]] = []
          points.forEachSection(mergeable: mergeable) { _, cells in
            cells.forEachCell(level: level, in: window) { cell, _ in
              found.append([cell.corner] + cell.points.map { cells.key(at: $0) })
            }
          }
          return found
        }
        #expect(cells(edited) == cells(fresh), "level \(level)")
      }
    }
  }

  @Test("the smallest cell around points is the first one up that holds both ends")
  func smallestCell() throws {
    let points = try PointSet(SamplePoints.clusters.columns(count: 80))
    points.forEachSection(mergeable: true) { section, cells in
      for low in section.range {
        for high in low..<section.range.upperBound {
          let cell = cells.smallestCell(around: low..<high + 1)
          let level = (0...32).last { level in
            func place(_ point: Int) -> [UInt64] {
              [
                UInt64(points.x[point] &+ 0x5555_5555) >> (32 - level),
                UInt64(points.y[point]) >> (32 - level),
              ]
            }
            return place(low) == place(high)
          }
          #expect(cell.level == level)
          #expect(LinearScan(points).contains(cell.rect(phase: 0x5555_5555), points.position(low)))
        }
      }
    }
  }

  @Test("±180° lies well inside a cell of every level, 60° on an edge of all")
  func phase() {
    for level in 1...30 {
      let side = UInt64(1) << (32 - level)
      let dateLine = UInt64(Projection.mercator.gridPhase) % side
      #expect(min(dateLine, side - dateLine) * 4 >= side)
    }
    #expect(Projection.planar(PlanarExtent(minX: 0, minY: 0, side: 1)).gridPhase == 0)
  }
}
