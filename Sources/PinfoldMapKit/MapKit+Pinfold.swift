#if canImport(MapKit)
  public import MapKit
  public import Pinfold
  import PinfoldMarkers

  extension CLLocationCoordinate2D {
    /// Creates a location from degrees. Longitudes past ±180 are reduced to −180…180.
    public init(_ coordinate: Coordinate) {
      let longitude = coordinate.longitude
      self.init(
        latitude: coordinate.latitude,
        longitude: abs(longitude) > 180 ? longitude.remainder(dividingBy: 360) : longitude)
    }
  }

  extension MKMapRect {
    /// The rectangle of a box of degrees. Across ±180° it reaches past the world's east edge.
    public init(_ bounds: CoordinateBounds) {
      let northWest = MKMapPoint(CLLocationCoordinate2D(latitude: bounds.north, longitude: bounds.west))
      let southEast = MKMapPoint(CLLocationCoordinate2D(latitude: bounds.south, longitude: bounds.east))
      let turn = bounds.west > bounds.east ? MKMapSize.world.width : 0
      self.init(
        x: northWest.x, y: northWest.y, width: southEast.x + turn - northWest.x,
        height: southEast.y - northWest.y)
    }
  }

  extension Viewport {
    /// Creates the view of a map.
    ///
    /// - Parameters:
    ///   - rect: the upright rectangle around the screen.
    ///   - size: the size of the map, in points.
    ///   - heading: the direction that is up, in degrees clockwise from north.
    public init(showing rect: MKMapRect, in size: CGSize, heading: Double) {
      let world = MKMapSize.world
      self.init(
        showing: rect.origin.x / world.width, north: rect.origin.y / world.height,
        width: rect.size.width / world.width, height: rect.size.height / world.height,
        on: (Double(size.width), Double(size.height)), bearing: heading)
    }
  }
#endif
