package import Pinfold
package import PinfoldData

extension ClustererDefinition {
  /// What a written document says of where its clusters are from.
  ///
  /// - Parameters:
  ///   - clusterer: the clusterer that the definition makes.
  ///   - overlaps: the pairs of markers that overlap nevertheless; nil where they were not counted.
  ///   - totalRows: the rows of the data, usable or not.
  package func origin(of clusterer: Clusterer, overlaps: Int? = nil, totalRows: Int) -> FrameOrigin {
    FrameOrigin(
      strategy: choice.registration.name + mark, parameters: choice.parameters,
      representative: steps.representative?.label, limits: clusterer.limits,
      separation: clusterer.separation, overlaps: overlaps, totalRows: totalRows)
  }
}
