package import Pinfold

extension PointSet {
  /// The SHA-256 of everything that strategies can see of the points, whatever the order of the input's rows.
  ///
  /// 1. The projection: the text `mercator`, or `planar` with the square's west and south edge and side.
  /// 2. Each point in the order of ids: longitude, latitude, weight, priority, a byte that is 1 where it may
  /// join clusters, group and id.
  /// 3. Each attribute: its name, the number of values, and each value after its point's rank by id.
  ///
  /// Numbers are doubles, least byte first; strings are UTF-8 with a 0 after them, booleans one byte.
  package var digest: Digest {
    var hash = SHA256()
    switch projection {
    case .mercator: hash.put("mercator")
    case .planar(let extent):
      hash.put("planar")
      for number in [extent.minX, extent.minY, extent.side] { hash.put(number) }
    }
    let byID = pointsByID
    var sections = [Int](repeating: 0, count: count)
    for (place, section) in self.sections.enumerated() {
      for point in section.range { sections[point] = place }
    }
    let (longitude, latitude, weight, priority, ids) = (longitude, latitude, weight, priority, ids)
    let idRanks = idRanks
    for point in byID {
      let section = self.sections[sections[point]]
      hash.put(longitude[point])
      hash.put(latitude[point])
      hash.put(weight?[point] ?? 1)
      hash.put(priority?[point] ?? 0)
      hash.update([section.mergeable ? 1 : 0])
      hash.put(section.group < 0 ? "" : groupNames[Int(section.group)])
      hash.put(ids[point].description)
    }
    for attribute in attributes {
      hash.put(attribute.name)
      let points = attribute.values.presentRows.sorted { idRanks[$0] < idRanks[$1] }
      hash.put(Double(points.count))
      for point in points {
        hash.put(Double(idRanks[point]))
        hash.put(attribute.values, at: point)
      }
    }
    return hash.finish()
  }

  private var pointsByID: [Int] {
    var points = [Int](repeating: 0, count: count)
    for (point, rank) in idRanks.enumerated() { points[Int(rank)] = point }
    return points
  }
}

extension SHA256 {
  fileprivate mutating func put(_ number: Double) {
    unsafe withUnsafeBytes(of: number.bitPattern.littleEndian) { unsafe update($0) }
  }

  fileprivate mutating func put(_ text: String) {
    update(text.utf8)
    update([0])
  }

  fileprivate mutating func put(_ values: Attribute.Values, at point: Int) {
    switch values {
    case .numbers(let column): put(column[point])
    // As doubles where these are exact: the digest does not depend on how numbers are stored.
    case .integers(let column):
      let value = column[point]
      if value.isMissing || value.magnitude <= 1 << 53 {
        put(value.isMissing ? .nan : Double(value))
      } else {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe update($0) }
      }
    case .booleans(let column): update([column[point] == true ? 1 : 0])
    case .texts(let column): put(column[point] ?? "")
    }
  }
}
