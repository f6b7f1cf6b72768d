import Synchronization

/// Intermediate results on the last frames of a subject that several metrics share, made when first needed.
final class FrameAnalysis: Sendable {
  private let knownPicture = Mutex<FramePicture?>(nil)
  private let knownPair = Mutex<FramePair??>(nil)

  /// The last frame's picture; callers on other threads wait for the first.
  func picture(_ make: () -> FramePicture) -> FramePicture {
    knownPicture.withLock { known in
      let picture = known ?? make()
      known = picture
      return picture
    }
  }

  /// The last two frames with their common points; nil for frames of different point sets.
  func pair(_ make: () -> FramePair?) -> FramePair? {
    knownPair.withLock { known in
      let pair = known ?? make()
      known = pair
      return pair
    }
  }
}
