import Pinfold
import Testing

@Suite struct EasingTests {
  @Test("easings start at 0, end at 1 and are symmetric", arguments: Easing.allCases)
  func easing(easing: Easing) {
    #expect(easing.progress(at: 0) == 0)
    #expect(easing.progress(at: 1) == 1)
    #expect(easing.progress(at: 0.5) == 0.5)
    for time in stride(from: 0.0, through: 1, by: 0.125) {
      #expect(easing.progress(at: time) + easing.progress(at: 1 - time) == 1)
    }
    #expect(Easing.smooth.progress(at: 0.25) == 0.15625)
  }
}
