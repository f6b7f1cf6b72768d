extension FramePicture {
  /// Why a measure that counts points by their weights has no value.
  var reasonWithoutWeights: UndefinedReason {
    count == 0 ? .noPoints : weights == nil ? .noWeights : .noSpread
  }
}
