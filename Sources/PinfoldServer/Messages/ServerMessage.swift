import PinfoldData

/// A message to the page: a JSON object whose member `kind` says what it is, with the other members beside
/// it.
protocol ServerMessage: Sendable {
  /// The value of `kind`.
  static var kind: String { get }

  /// What the message is about; a newer one of the same subject replaces it while it waits. nil for a message
  /// that is never replaced.
  var subject: String? { get }

  /// Writes the other members.
  func writeMembers(to json: inout JSONWriter)
}

extension ServerMessage {
  /// The message as it is sent.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("kind", Self.kind)
      writeMembers(to: &json)
    }
    return json.bytes
  }
}
