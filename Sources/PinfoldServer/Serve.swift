package import Pinfold
import PinfoldData
package import PinfoldDefinitions
package import PinfoldVerbs
import Platform

/// Shows points on a map in the browser, served in the background.
package struct Serve: Verb {
  package var dataset: DatasetDefinition
  package var strategies: [ClustererDefinition]
  package var view: ViewDefinition?
  package var options: ServeDefinition
  package var registry: Registry

  /// The words of a command line that name the data; none where no command line can.
  package var words: [String] = []

  /// Nil where there are no scripts.
  package var recommend: LiveSubject.Recommendation?

  package init(
    _ dataset: DatasetDefinition, by strategies: [ClustererDefinition], _ options: ServeDefinition,
    in registry: Registry
  ) {
    (self.dataset, self.strategies, self.options, self.registry) = (dataset, strategies, options, registry)
  }

  package func answer(_ context: VerbContext) throws -> LiveMap {
    guard strategies.count <= LiveBeginning.mostPanes else {
      throw VerbMistake(
        "\(context.option("strategy")): a page shows \(LiveBeginning.mostPanes) strategies at most, "
          + "not \(strategies.count)")
    }
    if options.suggest, recommend == nil {
      throw VerbMistake("\(context.option("suggest")): nothing is recommended here; use 'pinfold serve'")
    }
    let host = try host(context)
    let token = try token(context)
    let base = try base(context)
    let (points, follower) = try read(context)
    for column in options.number.by.columns { _ = try points.points.attribute(named: column) }
    let view = try view?.viewport(on: points.points.projection)
    let subject = LiveSubject(
      points, registry: registry, recommend: recommend, base: base,
      beginning: LiveBeginning(
        view: view, strategies: strategies, by: options.number.by, suggests: options.suggest,
        words: words, lua: dataset.lua))
    let map = try LiveMap(
      subject, host: host, port: UInt16(options.port), token: token, tileOrigins: options.allowOrigin)
    if let follower {
      let note = context.note
      Task { await follower.run(for: subject, note: note) }
    }
    return map
  }

  /// The points, and what takes up those that come later.
  private func read(_ context: VerbContext) throws -> (NamedPoints, DataFollower?) {
    if options.maxAge != nil, options.key == nil {
      throw VerbMistake("\(context.option("maxAge")) needs \(context.option("key"))")
    }
    guard options.follow else {
      if options.key != nil {
        throw VerbMistake("\(context.option("key")) needs \(context.option("follow"))")
      }
      return (try context.load(dataset), nil)
    }
    guard let path = dataset.path else {
      throw VerbMistake(
        "\(context.option("follow")): generated points do not grow; name a file, or - for standard input")
    }
    var follower =
      path == "-"
      ? DataFollower(dataset, FollowedStream(descriptor: STDIN_FILENO)) : DataFollower(dataset, path: path)
    if let key = options.key { follower.key = DataFollower.Key(column: key, maxAge: options.maxAge) }
    let first = try follower.first()
    first.report?.warnings.forEach(context.note)
    return (first, follower)
  }

  private func host(_ context: VerbContext) throws -> LiveHost? {
    guard let text = options.host else { return nil }
    guard let host = LiveHost(text) else {
      throw VerbMistake(
        "\(context.option("host")) '\(text)': expected an address in numbers, as in 127.0.0.1 or ::1")
    }
    if host.isOpen {
      context.note("other machines can reach \(text); anyone who knows the address sees the data")
    }
    return host
  }

  private func base(_ context: VerbContext) throws -> BaseTiles? {
    guard let text = options.tiles else { return nil }
    guard let base = BaseTiles(text) else {
      throw VerbMistake(
        "\(context.option("tiles")) '\(text)': expected an address as in https://example.org/{z}/{x}/{y}.png, or a file "
          + "of PMTiles")
    }
    if let origin = base.origin { context.note("the page loads its base map from \(origin)") }
    return base
  }

  private func token(_ context: VerbContext) throws -> AccessToken {
    guard let text = options.token else { return AccessToken() }
    guard let token = AccessToken(text) else {
      throw VerbMistake("\(context.option("token")): expected 32 letters and digits or more")
    }
    return token
  }
}

/// The options of a live map in scripts and C.
package struct LiveDefinition: Definition {
  private var strategies: [ClustererDefinition] = []
  package private(set) var view: ViewDefinition?
  private var server = ServeDefinition()

  package init() {}

  package static let owner = "live"
  package static let options: [DefinedOption<LiveDefinition>] =
    [
      DefinedOption(
        "strategies", .list(of: .type("string|strategy|table", "names, or tables with name and parameters")),
        standard: Registry.usualStrategy, "Strategies, one to four, side by side."
      ) { (live, node, registry) throws(DefinitionError) in
        live.strategies = try node.elements.each { (node) throws(DefinitionError) in
          try ClustererDefinition.all(node, in: registry)
        }
        guard (1...LiveBeginning.mostPanes).contains(live.strategies.count) else {
          throw node.mistake("strategies", takes: "one to four strategies")
        }
      },
      DefinedOption("view", .type("view", "a view"), standard: "all points", "The first view.") {
        (live, node, _) throws(DefinitionError) in live.view = try ViewDefinition(node)
      },
    ] + ServeDefinition.options(in: \.server).filter { ["by", "port", "open"].contains($0.about.name) }

  package mutating func prepare(registry: Registry) throws(DefinitionError) {
    let usual = Node(.text(Registry.usualStrategy), place: Self.owner)
    strategies = try ClustererDefinition.all(usual, in: registry)
  }

  package func serving(_ points: NamedPoints, in registry: Registry) -> Serve {
    var serve = Serve(DatasetDefinition(points), by: strategies, server, in: registry)
    serve.view = view
    return serve
  }
}
