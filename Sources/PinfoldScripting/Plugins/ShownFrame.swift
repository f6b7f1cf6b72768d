import Pinfold
import PinfoldColumns

/// The frame shown before, as points ask for it, and as the object that plugins get: one object for all
/// calls, because it keeps what it computed.
struct ShownFrame {
  let previous: PreviousFrame

  /// The object; nil on the first frame.
  let object: FrameObject?

  init(_ frame: Frame?) {
    previous = PreviousFrame(frame)
    object = frame.map { FrameObject($0) }
  }
}
