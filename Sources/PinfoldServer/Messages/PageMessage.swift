import Pinfold
import PinfoldData
import PinfoldDefinitions

/// A message of the page: a JSON object whose member `ask` says what it wants, with the other members beside
/// it.
enum PageMessage {
  /// `frames`: how a view looks in some panes.
  case frames(FramesRequest)

  /// `cluster`: what is in a cluster.
  case cluster(ClusterRequest)

  /// `select`: points to light up in all panes.
  case select(SelectRequest)

  /// `find`: points by id or text.
  case find(FindRequest)

  /// `copy`: what a pane shows, in another form.
  case copy(CopyRequest)

  /// The most bytes that a message may have.
  static let limit = 64 << 10

  /// Reads a message.
  init(_ bytes: [UInt8]) throws(DefinitionError) {
    let node: Node
    do { node = try Node(json: bytes, source: "message") } catch {
      throw DefinitionError(place: "message", message: "\(error)")
    }
    guard var members = node.members, let index = members.firstIndex(where: { $0.name == "ask" }) else {
      throw node.mistake("a message is an object with 'ask'")
    }
    let ask = members.remove(at: index).value
    let rest = Node(.table(members), place: node.place)
    switch ask.text {
    case "frames": self = .frames(try FramesRequest(rest))
    case "cluster": self = .cluster(try ClusterRequest(rest))
    case "select": self = .select(try SelectRequest(rest))
    case "find": self = .find(try FindRequest(rest))
    case "copy": self = .copy(try CopyRequest(rest))
    default: throw ask.mistake("ask", takes: "frames, cluster, select, find or copy")
    }
  }
}
