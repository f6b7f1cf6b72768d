public import Pinfold

/// Points under random edits, kept as a plain list: what an edited set is compared with.
public struct EditedPoints {
  /// One point, with all that columns say of it.
  public struct Item: Sendable {
    public var id: PointID
    public var coordinate: Coordinate
    public var weight: Double
    public var group: String?
    public var mergeable: Bool
    public var priority: Double
    public var height: Double
    public var name: String?
  }

  /// One edit.
  public enum Edit {
    case insert(PointColumns)
    case remove([PointID])
    case move([(id: PointID, to: Coordinate)])
    case update([PointID], PointColumns)
    case keep(Set<PointID>)
  }

  /// The points as they are now.
  public private(set) var items: [Item] = []

  private let sample: SamplePoints
  private let isPlain: Bool
  private let textIDs: Bool
  private var random: SplitMix64
  private var serial = 0

  /// Starts with some points of a sample.
  ///
  /// - Parameters:
  ///   - isPlain: whether points have neither weights nor groups nor attributes, and all may merge.
  ///   - textIDs: whether ids are texts.
  public init(_ sample: SamplePoints, count: Int, isPlain: Bool = false, textIDs: Bool = false, seed: UInt64)
  {
    self.sample = sample
    self.isPlain = isPlain
    self.textIDs = textIDs
    random = SplitMix64(seed: seed)
    items = fresh(count)
  }

  /// The points as columns, in an order of their own.
  public mutating func columns() -> PointColumns { columns(of: random.shuffled(items)) }

  /// Edits the list at random and answers how.
  public mutating func edit() -> Edit {
    switch items.count < 8 ? 0 : random.below(9) {
    case 0...2:
      let more = fresh(1 + random.below(6))
      items += more
      return .insert(columns(of: more))
    case 3...4:
      let gone = Set(random.shuffled(items).prefix(1 + random.below(5)).map(\.id))
      items.removeAll { gone.contains($0.id) }
      return .remove(random.shuffled(gone.sorted { $0.description < $1.description }))
    case 5...6: return .move(moves(of: 1 + random.below(6)))
    case 7:
      let places = random.shuffled(items.indices).prefix(1 + random.below(6))
      for (place, fresh) in zip(places, fresh(places.count)) {
        let id = items[place].id
        items[place] = fresh
        items[place].id = id
      }
      let changed = places.map { items[$0] }
      return .update(changed.map(\.id), columns(of: changed))
    default:
      items.removeAll { _ in random.below(12) == 0 }
      return .keep(Set(items.map(\.id)))
    }
  }

  /// Moves some points, half of them onto the spots of others.
  public mutating func moves(of count: Int) -> [(id: PointID, to: Coordinate)] {
    var moves: [(id: PointID, to: Coordinate)] = []
    for place in random.shuffled(items.indices).prefix(count) {
      let target = random.below(2) == 0 ? items[random.below(items.count)].coordinate : coordinates(1)[0]
      items[place].coordinate = target
      moves.append((items[place].id, target))
    }
    return moves
  }

  private mutating func coordinates(_ count: Int) -> [Coordinate] {
    let columns = sample.columns(count: max(2, count), seed: random.next())
    return (0..<count).map { place in
      place < columns.count
        ? Coordinate(longitude: columns.longitude[place], latitude: columns.latitude[place])
        : Coordinate(longitude: 2, latitude: 48)
    }
  }

  private mutating func fresh(_ count: Int) -> [Item] {
    coordinates(count).map { coordinate in
      serial += 1
      // An odd step visits every number once, in an order that has nothing to do with place.
      let number = (Int64(serial) &* 2_654_435_761) & 0xFFFF
      return Item(
        id: textIDs ? .text("point-\(number)") : .integer(number), coordinate: coordinate,
        // Sevens at most, so that new points seldom change the scale of weights.
        weight: Double(random.below(70)) * 0.1,
        group: [nil, "open", "closed", "été", "Zoo"][random.below(5)],
        mergeable: random.below(10) > 0, priority: Double(random.below(4)), height: Double(random.below(9)),
        name: random.below(3) == 0 ? nil : "n\(random.below(50))")
    }
  }

  private func columns(of items: [Item]) -> PointColumns {
    var columns = PointColumns(
      longitude: items.map(\.coordinate.longitude), latitude: items.map(\.coordinate.latitude),
      ids: PointIDs(items.map(\.id)))
    if isPlain { return columns }
    columns.weight = items.map(\.weight)
    // Only the names that are there, so that groups come and go.
    columns.groupNames = Array(Set(items.compactMap(\.group)))
    columns.group = items.map { item in
      Int32(columns.groupNames.firstIndex { $0 == item.group } ?? -1)
    }
    columns.mergeable = items.map(\.mergeable)
    columns.priority = items.map(\.priority)
    var names = TextColumn()
    for item in items { if let name = item.name { names.append(name) } else { names.appendMissing() } }
    columns.attributes = [
      Attribute(name: "height", values: .numbers(items.map(\.height))),
      Attribute(name: "name", values: .texts(names)),
    ]
    return columns
  }
}

extension ClusterMap {
  /// Edits as a list was edited.
  public mutating func apply(_ edit: EditedPoints.Edit) throws {
    switch edit {
    case .insert(let columns): try insert(columns)
    case .remove(let ids): try remove(ids)
    case .move(let moves): try move(moves)
    case .update(let ids, let columns): try update(ids) { $0 = columns }
    case .keep(let ids):
      let points = points
      try filter { ids.contains(points.id($0)) }
    }
  }
}
