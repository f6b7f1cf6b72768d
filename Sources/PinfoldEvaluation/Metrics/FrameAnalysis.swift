import Synchronization

/// What several metrics compute with of one frame, made when the first of them asks.
final class FrameAnalysis: Sendable {
  private let known = Mutex<FramePicture?>(nil)

  /// The frame's picture; callers on other threads wait for the first.
  func picture(_ make: () -> FramePicture) -> FramePicture {
    known.withLock { known in
      let picture = known ?? make()
      known = picture
      return picture
    }
  }
}
