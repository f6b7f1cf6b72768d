import Testing

@testable import Pinfold

@Suite struct ConfigurableTests {
  /// One parameter of each kind.
  private struct Sample: Configurable, Equatable {
    enum Shape: String, CaseIterable { case circle, box }

    var size = 60.0
    var count = 8
    var strict = false
    var shape = Shape.circle

    static let parameters: [Parameter<Self>] = [
      Parameter("size", \.size, in: 1...100, unit: "screen points", "How large."),
      Parameter("count", \.count, in: 0...10, "How many."),
      Parameter("strict", \.strict, "Whether to be strict."),
      Parameter("shape", \.shape, "What it looks like."),
    ]
  }

  private func message(_ values: ParameterValues) -> String? {
    do {
      _ = try Sample(values, owner: "strategy 'sample'")
      return nil
    } catch {
      return error.description
    }
  }

  @Test("no values give the defaults")
  func defaults() throws {
    #expect(try Sample([:], owner: "x") == Sample())
  }

  @Test("values are set by name, each in its property's own type")
  func values() throws {
    let sample = try Sample(
      ["size": .integer(7), "count": .number(3), "strict": .flag(true), "shape": .choice("box")], owner: "x")
    #expect(sample == Sample(size: 7, count: 3, strict: true, shape: .box))
  }

  @Test("bounds belong to the range")
  func bounds() {
    #expect(message(["size": .number(1)]) == nil)
    #expect(message(["size": .number(100)]) == nil)
    #expect(message(["count": .integer(10)]) == nil)
  }

  @Test("values out of range or of another type are refused in words")
  func refused() {
    #expect(
      message(["size": .number(0.5)])
        == "parameter 'size' of strategy 'sample' is 0.5; it takes a number in 1…100")
    #expect(
      message(["count": .number(2.5)])
        == "parameter 'count' of strategy 'sample' is 2.5; it takes a whole number in 0…10")
    #expect(
      message(["strict": .integer(1)])
        == "parameter 'strict' of strategy 'sample' is 1; it takes true or false")
    #expect(
      message(["shape": .choice("star")])
        == "parameter 'shape' of strategy 'sample' is star; it takes one of circle, box")
    #expect(message(["size": .number(.nan)]) != nil)
    #expect(message(["count": .integer(-1)]) != nil)
  }

  @Test("an unknown name gets the nearest known one, or the list")
  func unknown() {
    #expect(
      message(["sice": .number(1)]) == "unknown parameter 'sice' of strategy 'sample' (did you mean 'size'?)")
    #expect(
      message(["colour": .number(1)])
        == "unknown parameter 'colour' of strategy 'sample'; there are: size, count, strict, shape")
    // Of several mistakes the first by name.
    #expect(message(["zzz": .number(1), "aaa": .number(1)])?.contains("'aaa'") == true)
  }

  @Test("describes itself as data")
  func descriptions() {
    let descriptions = Sample.parameterDescriptions
    #expect(descriptions.map(\.name) == ["size", "count", "strict", "shape"])
    #expect(descriptions.map(\.defaultValue) == [.number(60), .integer(8), .flag(false), .choice("circle")])
    #expect(descriptions[0].unit == "screen points")
    #expect(descriptions[1].unit == nil)
    #expect(descriptions[3].kind == .choice(["circle", "box"]))
    #expect(descriptions[0].help == "How large.")
  }

  @Test("tells its present values, and gets the same from them")
  func present() throws {
    let sample = Sample(size: 12.5, count: 1, strict: true, shape: .box)
    #expect(try Sample(sample.parameterValues, owner: "x") == sample)
  }

  @Test("checks values that were set in Swift")
  func check() {
    #expect(throws: Never.self) { try Sample().checkParameters(owner: "x") }
    #expect(
      throws: ParameterError.unacceptable(
        name: "count", owner: "x", value: "11", expectation: "a whole number in 0…10")
    ) { try Sample(count: 11).checkParameters(owner: "x") }
  }

  @Test("strategies declare the parameter that decides how many markers there are")
  func markers() {
    let declared = Registry.builtIn.all(.strategy).map { registration in
      let trends = registration.parameters.compactMap { parameter in
        parameter.markers.map { "\(parameter.name) \($0.rawValue)" }
      }
      return "\(registration.name): \(trends.joined(separator: ", "))"
    }
    #expect(
      declared.sorted() == [
        "grid: cellSize fewer", "kmeans: k more", "none: ", "pairwise: radius fewer", "pca: budget more",
        "quadtree: cellSize fewer", "radius: radius fewer", "random: k more", "separate: padding fewer",
      ])
  }

  @Test("texts of the command line become values")
  func parsed() throws {
    func parsed(_ texts: [String: String]) throws(ParameterError) -> ParameterValues {
      var values: ParameterValues = [:]
      for parameter in Sample.parameterDescriptions {
        guard let text = texts[parameter.name] else { continue }
        values[parameter.name] = try parameter.accepted(Node(.word(text)), owner: "x")
      }
      return values
    }
    #expect(
      try parsed(["size": "7.5", "count": "3", "strict": "true", "shape": "box"])
        == ["size": .number(7.5), "count": .integer(3), "strict": .flag(true), "shape": .choice("box")])
    #expect(
      throws: ParameterError.unacceptable(
        name: "count", owner: "x", value: "'many'", expectation: "a whole number in 0…10")
    ) { try parsed(["count": "many"]) }
    #expect(throws: ParameterError.self) { try parsed(["strict": "yes"]) }
  }
}
