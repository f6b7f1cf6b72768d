import Pinfold
import PinfoldData
package import PinfoldDefinitions
import Platform

/// Follows data that are appended to a file or arrive on a stream: points are read again and maps rebuilt,
/// once for all changes within a moment.
package struct DataFollower: Sendable {
  private let dataset: DatasetDefinition
  private let stream: FollowedStream?
  private var input: FollowedInput
  private var unusable = 0
  private static let pause = Duration.milliseconds(150)

  package init(_ dataset: DatasetDefinition, path: String) {
    self.dataset = dataset
    stream = nil
    input = FollowedInput(path: path)
  }

  package init(_ dataset: DatasetDefinition, _ stream: FollowedStream) {
    self.dataset = dataset
    self.stream = stream
    input = FollowedInput(stream)
  }

  /// Reads the first points: those that the file has, or of a stream the first rows that make any, for which
  /// the calling thread waits.
  package mutating func first() throws -> NamedPoints {
    while true {
      let isOver = stream?.isOver ?? true
      try input.readFirst()
      do {
        let loaded = try dataset.load(bytes: input.bytes)
        if loaded.points.count > 0 || isOver {
          unusable = loaded.report?.unusableCount ?? 0
          return loaded
        }
      } catch {
        if isOver { throw error }
        if case .data(.unclearOrder) = error { throw error }
        // An empty input, without even a header row, may still receive data.
      }
      usleep(100_000)
    }
  }

  /// Follows until the task is cancelled.
  ///
  /// - Parameter note: receives problems, a line each; pages show them too.
  package func run(for subject: LiveSubject, note: @Sendable (String) -> Void) async {
    var follower = self
    while (try? await Task.sleep(for: Self.pause)) != nil {
      guard let (next, news) = try? await Work.run({ [follower] in follower.looking() }) else { return }
      follower = next
      guard let news else { continue }
      for line in news.notes { note(line) }
      subject.replace(news.points, notes: news.notes)
    }
  }

  private struct News {
    var points: PointSet?
    var notes: [String] = []
  }

  private func looking() -> (DataFollower, News?) {
    var follower = self
    var news = News()
    do {
      guard let change = try follower.input.next() else { return (follower, nil) }
      if change == .replaced { news.notes.append("\(dataset.source) was replaced; reading it again") }
      let loaded = try dataset.load(bytes: follower.input.bytes)
      news.points = loaded.points
      follower.unusable = loaded.report?.unusableCount ?? 0
      if follower.unusable > unusable { news.notes += loaded.report?.warnings.prefix(1) ?? [] }
    } catch {
      news.notes.append("\(error); what was there before stays")
    }
    return (follower, news)
  }
}

extension DataReport {
  fileprivate var unusableCount: Int { unusable.reduce(0) { $0 + $1.count } }
}
