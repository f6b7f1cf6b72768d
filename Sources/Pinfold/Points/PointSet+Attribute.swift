extension PointSet {
  /// The first attribute with a name.
  ///
  /// - Throws: ``AttributeError/unknown(_:known:)``.
  public func attribute(named name: String) throws(AttributeError) -> Attribute {
    guard let found = attributes.first(where: { $0.name == name }) else {
      throw .unknown(name, known: attributes.map { $0.name })
    }
    return found
  }
}
