import Synchronization

/// Intermediate results on one frame that several metrics share, made when first needed.
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
