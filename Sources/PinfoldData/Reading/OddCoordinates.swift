/// Advice on coordinates that make no sense as they were read, but would with another option.
enum OddCoordinates {
  /// What most rows of a table look like that cannot be used; nil where nothing explains them.
  static func advice(_ table: Table, _ problems: RowProblems) -> String? {
    if problems.first == nil { return nil }
    var (metres, swapped, others) = (0, 0, 0)
    for row in 0..<table.count where table.problems[row] != 0 {
      let (x, y) = (table.x[row].magnitude, table.y[row].magnitude)
      switch UnusableReason(code: table.problems[row]) {
      case .latitudeOutOfRange, .longitudeOutOfRange:
        // The map of Web Mercator ends at 20,037,508 m; nothing in degrees goes past 360.
        if max(x, y) > 360 && max(x, y) < 20_100_000 {
          metres += 1
        } else if x <= 90 && y <= 180 {
          swapped += 1
        }
      case .unparsable: others += 1
      default: break
      }
    }
    if metres * 2 > table.count {
      if table.declaredSystem?.system == nil && table.declaredSystem != nil { return nil }
      return
        "coordinates look like metres: say --crs EPSG:3857 if they are Web Mercator's, convert those of another "
        + "system, such as UTM, to degrees, or take them as a plane with --planar"
    }
    if swapped * 2 > table.count, !table.hasLongitudesPast90 {
      return "longitude and latitude look swapped; name them with --lon and --lat"
    }
    let texts = problems.summaries.first { $0.reason == .unparsable }?.examples.map(\.text) ?? []
    if others * 2 > table.count, !texts.isEmpty, texts.allSatisfy(hasDecimalComma) {
      return "numbers look written with a decimal comma; say --decimal-comma"
    }
    return nil
  }

  private static func hasDecimalComma(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropFirst().dropLast().contains {
      bytes[$0] == .comma && bytes[$0 - 1].isDigit && bytes[$0 + 1].isDigit
    }
  }
}

extension Table {
  fileprivate var hasLongitudesPast90: Bool {
    (0..<count).contains { problems[$0] == 0 && x[$0].magnitude > 90 }
  }
}
