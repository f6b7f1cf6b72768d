extension DataReport {
  /// Writes the report as one JSON object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("source", source)
      json.member("format", format.name)
      json.member("gzip", isGzipped)
      json.member("bytes", bytes)
      if let encoding { json.member("encoding", encoding) }
      if let delimiter { json.member("delimiter", String(UnicodeScalar(delimiter))) }
      if let hasHeader { json.member("header", hasHeader) }
      if let layer { json.member("layer", layer) }
      if system != .degrees { json.member("crs", system.rawValue) }
      json.member("planar", isPlanar)
      json.key("columns")
      json.array { json in for name in columns.prefix(Self.shownColumns) { json.value(name) } }
      if hiddenColumns > 0 { json.member("moreColumns", hiddenColumns) }
      json.key("roles")
      json.object { json in for use in roles { use.write(to: &json) } }
      if let idDefect { json.member("idDefect", idDefect) }
      json.member("latitudeFirst", isLatitudeFirst)
      json.member("rows", rows)
      json.member("usable", usable)
      json.key("unusable")
      json.array { json in for rows in unusable { rows.write(to: &json) } }
      if let selection {
        json.member("where", selection.condition)
        json.member("selected", selection.count)
      }
      json.member("wrappedLongitudes", wrappedLongitudes)
      if let repeats {
        json.member("distinctPlaces", repeats.distinct)
        json.member("mostOnOnePlace", repeats.most)
        json.key("mostAt")
        json.array { json in
          json.value(repeats.longitude)
          json.value(repeats.latitude)
        }
      }
      json.key("bounds")
      if shown == 0 {
        json.null()
      } else {
        json.array { json in
          for side in [extent.west, extent.south, extent.east, extent.north] { json.value(side) }
        }
      }
      json.member("beyondMercator", extent.beyondMercator)
    }
  }
}

extension ColumnUse {
  fileprivate func write(to json: inout JSONWriter) {
    json.key(role.rawValue)
    json.object { json in
      json.member("column", column)
      json.member("guessed", isGuessed)
    }
  }
}

extension UnusableRows {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("reason", reason.rawValue)
      json.member("count", count)
      json.key("examples")
      json.array { json in
        for example in examples {
          json.object { json in
            if let line = example.line { json.member("line", line) }
            if let feature = example.feature { json.member("feature", feature) }
            json.member("text", example.text)
          }
        }
      }
    }
  }
}
