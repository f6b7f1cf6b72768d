public import Pinfold

/// A change of a marker from one frame to the next.
///
/// Splits and additions happen at the start of a plan, merges and removals at its end. In between, each
/// marker on the map has exactly one of keep, add, remove, move and fly.
///
/// Coordinates are in degrees. The end of a flight across ±180° has a longitude past ±180.
public enum MarkerChange: Hashable, Sendable {
  /// The marker stays, with the same points and in its place.
  case keep(ClusterMarker)

  /// The marker is added in its place: no marker of the old frame shows its points.
  case add(ClusterMarker)

  /// The marker stands still and is removed at the end: no marker of the new frame shows its points.
  case remove(ClusterMarker)

  /// The marker moves to another position with the same points.
  case move(ClusterMarker, from: Coordinate, to: Coordinate)

  /// The marker moves with its points: away from a cluster that split, or into one that others join.
  case fly(ClusterMarker, from: Coordinate, to: Coordinate)

  /// The marker becomes the first of several, and the others are added where it is. The first is the part
  /// with most points of those that both frames show.
  case split(Int, into: [ClusterMarker])

  /// The first of the markers, chosen as in a split, gets the points of all; the others are removed.
  case merge([Int], into: ClusterMarker)
}

/// The movement of one marker, in degrees. The end of a flight across ±180° has a longitude past ±180.
public struct MarkerFlight: Hashable, Sendable {
  /// The number of the marker object.
  public var id: Int

  /// Where it is. An animator that can starts from the position on the screen, which is more recent.
  public var from: Coordinate

  /// The end position.
  public var to: Coordinate
}

/// One call to a map: what to change at once, and what to animate from then on.
///
/// It replaces the animations of the step before: a marker in none of the lists stands still at full opacity.
public struct MarkerStep: Hashable, Sendable {
  /// The markers to remove.
  public var removed: [Int] = []

  /// The markers to add, each where it stands or its flight starts.
  public var added: [ClusterMarker] = []

  /// The markers on the map that look different from now on.
  public var updated: [ClusterMarker] = []

  /// The markers that move.
  public var flights: [MarkerFlight] = []

  /// The added markers that fade in.
  public var appearing: [Int] = []

  /// The markers that fade out.
  public var disappearing: [Int] = []

  /// The length of flights and fades, in seconds; 0…60.
  public var seconds = 0.0

  /// A step that changes nothing.
  public init() {}

  /// Whether it neither adds, removes nor changes a marker, nor animates one.
  public var isEmpty: Bool {
    removed.isEmpty && added.isEmpty && updated.isEmpty && flights.isEmpty && disappearing.isEmpty
  }
}

/// The transition of a board from one frame to the next.
public struct MarkerPlan: Sendable {
  /// The changes of each marker.
  public let changes: [MarkerChange]

  /// The call to the map with which it starts. ``MarkerBoard/finish()`` returns the one with which it ends.
  public let step: MarkerStep
}
