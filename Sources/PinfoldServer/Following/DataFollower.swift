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
  private var unusable: [UnusableRows] = []
  /// The column by whose values rows are about the same points; nil where each row is a point.
  package var key: Key?
  private var keyed: KeyedPoints?

  /// The column of a key, and after how many seconds without a row a point goes; nil for never.
  package struct Key: Sendable {
    package var column: String
    package var maxAge: Double?

    package init(column: String, maxAge: Double?) { (self.column, self.maxAge) = (column, maxAge) }
  }

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
        let points = try read()
        if points.points.count > 0 || isOver { return points }
      } catch {
        if isOver || error is DefinitionError { throw error }
        if case .data(.unclearOrder)? = error as? DatasetError { throw error }
        switch error as? DataError {
        case .unclearOrder, .unknownColumn: throw error
        default: break
        }
        // An empty input, without even a header row, may still receive data.
      }
      usleep(100_000)
    }
  }

  private mutating func read() throws -> NamedPoints {
    guard let key else {
      let loaded = try dataset.load(bytes: input.bytes)
      unusable = loaded.report?.unusable ?? []
      return loaded
    }
    let points = try KeyedPoints(key, dataset, input.bytes)
    keyed = points
    return NamedPoints(dataset.name, points.set, report: points.report)
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
      if news.isEdit, let points = news.points { await subject.edit(points) }
      if !news.isEdit || !news.notes.isEmpty {
        subject.replace(news.isEdit ? nil : news.points, notes: news.notes)
        if !news.isEdit, news.points != nil { await subject.reselect() }
      }
    }
  }

  private struct News {
    var points: PointSet?
    var notes: [String] = []

    /// Whether the points are those of before with edits.
    var isEdit = false
  }

  private func looking() -> (DataFollower, News?) {
    var follower = self
    var news = News()
    do {
      if follower.keyed != nil { return try follower.lookingAtKeys() }
      guard let change = try follower.input.next() else { return (follower, nil) }
      if change == .replaced { news.notes.append("\(dataset.source) was replaced; reading it again") }
      let loaded = try dataset.load(bytes: follower.input.bytes)
      news.points = loaded.points
      follower.unusable = loaded.report?.unusable ?? []
      news.notes += loaded.report?.unusableLines(since: unusable) ?? []
    } catch {
      news.notes.append("\(error); what was there before stays")
    }
    return (follower, news)
  }

  private func lookingAtKeys() throws -> (DataFollower, News?) {
    guard let key, var points = keyed else { return (self, nil) }
    var (follower, news) = (self, News())
    let change = try follower.input.next()
    if change == .replaced {
      news.notes.append("\(dataset.source) was replaced; reading it again")
      points = try KeyedPoints(key, dataset, follower.input.bytes)
    } else {
      let before = points.set
      if change != nil {
        do { news.notes = try points.take(follower.input.bytes) } catch {
          news.notes = ["\(error); these rows are passed over"]
        }
        points.taken -= follower.input.forget(points.taken)
      }
      try points.age()
      news.isEdit = true
      if points.set.isIdentical(to: before), news.notes.isEmpty {
        follower.keyed = points
        return (follower, nil)
      }
    }
    news.points = points.set
    follower.keyed = points
    return (follower, news)
  }
}
