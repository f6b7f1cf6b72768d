extension DataReport {
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("source", source)
      json.member("format", format.name)
      json.member("gzip", isGzipped)
      json.member("bytes", bytes)
      if let encoding { json.member("encoding", encoding) }
      if let delimiter { json.member("delimiter", String(UnicodeScalar(delimiter))) }
      if let hasHeader { json.member("header", hasHeader) }
      if linesAboveHeader > 0 { json.member("linesAboveHeader", linesAboveHeader) }
      if let member { json.member("member", member) }
      if let layer { json.member("layer", layer) }
      if system != .degrees { json.member("crs", system.rawValue) }
      json.member("planar", isPlanar)
      json.array("columns", columns.prefix(Self.shownColumns)) { json, name in json.value(name) }
      if hiddenColumns > 0 { json.member("moreColumns", hiddenColumns) }
      json.object("roles") { json in
        for use in roles {
          json.object(use.role.rawValue) { json in
            json.member("column", use.column)
            json.member("guessed", use.isGuessed)
          }
        }
      }
      if !otherReadings.isEmpty {
        json.member("otherReadings", objects: otherReadings) { reading, json in
          json.member("longitude", reading.longitude)
          json.member("latitude", reading.latitude)
        }
      }
      if let idDefect { json.member("idDefect", idDefect) }
      json.member("latitudeFirst", isLatitudeFirst)
      json.member("rows", rows)
      json.member("usable", usable)
      json.member("unusable", objects: unusable) { rows, json in rows.writeMembers(to: &json) }
      if let weightless { json.object("weightless", weightless.writeMembers) }
      if !oddCells.isEmpty {
        json.member("oddCells", objects: oddCells) { odd, json in
          json.member("column", odd.column)
          json.member("kind", odd.kind.rawValue)
          json.member("count", odd.count)
          if let example = odd.example { json.object("example", example.writeMembers) }
        }
      }
      if let selection {
        json.member("where", selection.condition)
        json.member("selected", selection.count)
      }
      json.member("wrappedLongitudes", wrappedLongitudes)
      if let repeats {
        json.member("distinctPlaces", repeats.distinct)
        json.member("mostOnOnePlace", repeats.most)
        json.array("mostAt", [repeats.longitude, repeats.latitude]) { json, degrees in json.value(degrees) }
      }
      json.member("bounds") { json in
        if shown == 0 { json.null() } else { json.array(extent.edges) { json, edge in json.value(edge) } }
      }
      json.member("beyondMercator", extent.beyondMercator)
      if !notes.isEmpty { json.member("notes", notes) }
    }
  }
}

extension UnusableRows {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("reason", reason.rawValue)
    json.member("count", count)
    json.member("examples", objects: examples) { example, json in example.writeMembers(to: &json) }
  }
}

extension UnusableRows.Example {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    if let line { json.member("line", line) }
    if let feature { json.member("feature", feature) }
    json.member("text", text)
  }
}
