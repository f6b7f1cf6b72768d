package import Pinfold

extension ConditionColumns {
  /// The columns of points as read.
  package init(_ columns: PointColumns) {
    self.init(columns.longitude, columns.latitude, columns.attributes)
  }

  /// The columns of a point set, in canonical order.
  package init(_ points: PointSet) {
    self.init(points.longitude, points.latitude, points.attributes)
  }

  private init(_ longitude: [Double], _ latitude: [Double], _ attributes: [Attribute]) {
    let names = attributes.map(\.name)
    self.init(longitude: longitude, latitude: latitude, attributes: attributes) {
      ColumnNames.place(of: $0, in: names)
    }
  }
}
