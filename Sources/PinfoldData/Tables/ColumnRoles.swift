/// The uses of a table's columns, as indices in its list of names.
struct ColumnRoles: Sendable {
  /// A column, and whether it was guessed rather than named.
  struct Choice: Sendable, Equatable {
    var column: Int
    var guessed: Bool
  }

  var longitude: Choice?
  var latitude: Choice?
  var id: Choice?
  var weight: Choice?
  var group: Choice?
  var priority: Choice?
  var mergeable: Choice?
  var attributes: [Int] = []

  /// The attribute that holds labels to compare clusters with.
  var truth: Int?

  /// Those of the attributes that options name.
  private(set) var requested: [Int] = []

  init() {}

  /// Resolves the names in options, and guesses an id and a weight column by those very names.
  ///
  /// - Parameters:
  ///   - names: all columns.
  ///   - featureIDs: whether `id` may also mean the ids of GeoJSON features.
  init(names: [String], options: ReadOptions, source: String, featureIDs: Bool = false) throws(DataError) {
    func find(_ name: String, _ option: String) throws(DataError) -> Int {
      if let place = ColumnNames.place(of: name, in: names) { return place }
      throw .unknownColumn(source, name: name, option: option, columns: names)
    }
    func named(_ name: String?, _ option: String) throws(DataError) -> Choice? {
      guard let name else { return nil }
      return Choice(column: try find(name, option), guessed: false)
    }
    longitude = try named(options.longitude, "--lon")
    latitude = try named(options.latitude, "--lat")
    weight = try named(options.weight, "--weight")
    group = try named(options.group, "--group")
    priority = try named(options.priority, "--priority")
    mergeable = try named(options.mergeable, "--mergeable")
    if !(featureIDs && options.id == "id") { id = try named(options.id, "--id") }
    let taken = [longitude, latitude, weight, group, priority, mergeable].compactMap { $0?.column }
    if options.id == nil, let place = names.firstIndex(where: { ColumnNames.fold($0) == "id" }),
      !taken.contains(place)
    {
      id = Choice(column: place, guessed: true)
    }
    if weight == nil, let place = names.firstIndex(where: { ColumnNames.fold($0) == "weight" }),
      ![longitude, latitude, id, group, priority, mergeable].contains(where: { $0?.column == place })
    {
      weight = Choice(column: place, guessed: true)
    }
    var requests = options.allRequests
    if case .named(let list) = options.attributes {
      requests = list.map { ColumnRequest($0, option: "--attributes") } + requests
    }
    for request in requests {
      let place = try find(request.name, request.option)
      if !requested.contains(place) { requested.append(place) }
    }
    if let name = options.truth { truth = try find(name, "--truth") }
    attributes = requested
  }

  /// Guesses the coordinates that no option named, or fails with the list of columns.
  mutating func completeCoordinates(names: [String], options: ReadOptions, source: String) throws(DataError) {
    switch (longitude, latitude) {
    case (.some, .some): return
    case (nil, nil):
      guard let guess = ColumnNames.coordinates(in: names, planar: options.planar) else { break }
      longitude = Choice(column: guess.longitude, guessed: true)
      latitude = Choice(column: guess.latitude, guessed: true)
      return
    default:
      // One was named: the other may be its counterpart, if the guess agrees about the named one.
      guard let guess = ColumnNames.coordinates(in: names, planar: options.planar),
        longitude?.column == guess.longitude || latitude?.column == guess.latitude
      else { break }
      if longitude == nil { longitude = Choice(column: guess.longitude, guessed: true) }
      if latitude == nil { latitude = Choice(column: guess.latitude, guessed: true) }
      return
    }
    throw .noCoordinateColumns(source, columns: names)
  }

  /// If all attributes are to be loaded, takes every column that nothing else took.
  mutating func takeRemaining(of count: Int, options: ReadOptions) {
    guard options.attributes == .all else { return }
    // A guessed id may turn out to be none; if it is one, it is skipped later.
    let named = id.flatMap { $0.guessed ? nil : $0 }
    let taken = Set(
      [longitude, latitude, named, weight, group, priority, mergeable].compactMap { $0?.column })
    attributes = (0..<count).filter { !taken.contains($0) || requested.contains($0) }
  }

  /// The same roles where columns have other indices; those that have none are left out.
  func moved(_ index: (Int) -> Int?) -> ColumnRoles {
    func moved(_ choice: Choice?) -> Choice? {
      choice.flatMap { choice in index(choice.column).map { Choice(column: $0, guessed: choice.guessed) } }
    }
    var result = self
    result.longitude = moved(longitude)
    result.latitude = moved(latitude)
    result.id = moved(id)
    result.weight = moved(weight)
    result.group = moved(group)
    result.priority = moved(priority)
    result.mergeable = moved(mergeable)
    result.attributes = attributes.compactMap(index)
    result.requested = requested.compactMap(index)
    return result
  }

  /// The columns whose elements are needed; coordinates are not, where the reader parses them on its way.
  var columnsOfCells: Set<Int> {
    Set([id, weight, group, priority, mergeable].compactMap { $0?.column }).union(attributes)
  }
}
