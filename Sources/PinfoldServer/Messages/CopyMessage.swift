import PinfoldData

/// `copy`: what a pane shows, in the form that was asked for.
struct CopyMessage: ServerMessage {
  static let kind = "copy"

  var subject: String? { nil }

  var request: CopyRequest
  var text: String

  func writeMembers(to json: inout JSONWriter) {
    json.member("pane", request.pane)
    json.member("form", request.form.rawValue)
    json.member("text", text)
  }
}
