import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting

extension PluginCommand {
  /// `pinfold plugin check`: checks a plugin, or anything with a name, against the contract of its kind.
  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Hold a plugin to the contract of its kind.",
      usage: "pinfold plugin check [<options>] <plugin>",
      discussion: """
        Tries every rule on sets of points that are hard: coincident, in lines, across ±180°, at the poles, none \
        at all. What breaks a rule is shrunk to a few points and told with them. Exit code 1 when a rule is \
        broken.

        Examples:
          pinfold plugin check mine.lua
          pinfold plugin check 'hexgrid(cellSize=20)' --thorough
          pinfold plugin check recent.lua --data meteorites.csv
          pinfold plugin check mine.lua --format json
        """)

    @Argument(
      help:
        "A Lua file, or the name of something built in or a plugin, also as in 'hexgrid(cellSize=20)'.",
      completion: .file(extensions: ["lua"]))
    var plugin: String

    @Flag(help: "Try more and larger sets, a million points in one pixel among them.")
    var thorough = false

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Seed of the points that are drawn at random.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
      help: ArgumentHelp(
        "Seconds after which it ends, and says what it did not try.", valueName: "seconds"))
    var budget = ContractReport.usualBudget

    @Option(
      name: .customLong("data"),
      help: ArgumentHelp(
        "A file whose points are tried too: \(ContractSample.largestReal(thorough: false)) of them, with --thorough "
          + "\(ContractSample.largestReal(thorough: true)), drawn with the seed.", valueName: "file"),
      completion: .file())
    var data: String?

    @Option(help: "How to write the report.")
    var format = ListFormat.table

    @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>

    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func validate() throws {
      guard budget > 0, budget <= 1e6 else {
        throw ValidationError(
          "--budget \(ParameterValue.number(budget)): expected seconds above 0, up to 1000000")
      }
    }

    func run() throws {
      Interrupts.endProcess()
      let form = try Node.form(plugin, place: "<plugin>")
      let subject = try subject(form.name)
      let values = try ParameterValues(form.settings, of: subject.parameters, owner: subject.label)
      let samples =
        try realSamples(of: subject, values) + subject.samples(seed: seed, thorough: thorough)
      let progress = ProgressBar()
      let report: ContractReport
      do {
        defer { progress.finish() }
        let context = RunContext(deadline: ContinuousClock.now + .seconds(budget))
        report = try subject.report(values, on: samples, context: context) { progress.update($0, $1) }
      }
      let text = ContractText(
        subject: subject, settings: (form.settings.members ?? []).map { "\($0.name)=\($0.value.text ?? "")" },
        report: report,
        sampleCount: samples.count)
      try Output.deliver(text.written(as: format), to: nil)
      if !report.violations.isEmpty { throw Failure.reported }
    }

    /// The points of the file that is named, with the columns that the plugin reads.
    private func realSamples(
      of subject: ContractSubject, _ values: ParameterValues
    ) throws -> [ContractSample] {
      guard let data else {
        if !reading.members.isEmpty {
          throw Failure.usage("--\(reading.members[0].name) is an option of --data, which is missing")
        }
        return []
      }
      let path = Node(.text(data), place: "--data")
      let definition = try DatasetDefinition.one(
        Node(.table([("path", path)] + reading.members), place: data), in: Registry())
      let columns = subject.needs(with: values).map { ColumnRequest($0.name, option: subject.label) }
      let points = try definition.reading(columns).read(context: RunContext()).points
      return [
        .real(
          points.name, points.points, most: ContractSample.largestReal(thorough: thorough), seed: seed)
      ]
    }

    /// The thing that a file registers, whatever else has its name; or the thing of that name.
    private func subject(_ plugin: String) throws -> ContractSubject {
      guard plugin.hasSuffix(".lua") else {
        return try ContractSubject.find(plugin, in: try plugins.workbench().registry)
      }
      let workbench = try plugins.workbench().preferring([plugin])
      let plugin = try Plugin(path: plugin, limits: plugins.limits)
      return try ContractSubject.find(plugin.name, kind: plugin.kind.rawValue, in: workbench.registry)
    }
  }
}
