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

    @OptionGroup(title: "What to try") var check: Flags<CheckDefinition>

    @Option(
      name: .customLong("data"),
      help: ArgumentHelp(
        "A file whose points are tried too: \(ContractSample.largestReal(thorough: false)) of them, with --thorough "
          + "\(ContractSample.largestReal(thorough: true)), drawn with the seed.", valueName: "file"),
      completion: .file())
    var data: String?

    @OptionGroup var result: ResultOptions<ListFormat>

    @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>

    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      let format = try result.chosen()
      Interrupts.endProcess()
      var check = try check.definition()
      let form = try Node.form(plugin, place: "<plugin>")
      let subject = try subject(form.name, kind: check.kind)
      let values = try ParameterValues(form.settings, of: subject.parameters, owner: subject.label)
      check.data = try points(for: subject, values)
      let samples = check.samples(of: subject)
      let progress = ProgressBar()
      let report: ContractReport
      do {
        defer { progress.finish() }
        report = try subject.report(values, on: samples, context: check.limiting(RunContext())) {
          progress.update($0, $1)
        }
      }
      let text = ContractText(
        subject: subject, settings: (form.settings.members ?? []).map { "\($0.name)=\($0.value.text ?? "")" },
        report: report,
        sampleCount: samples.count)
      try Output.deliver(text.written(as: format), to: result.output.path)
      if !report.violations.isEmpty { throw Failure.reported }
    }

    /// The points of the file that is named, with the columns that the plugin reads.
    private func points(for subject: ContractSubject, _ values: ParameterValues) throws -> NamedPoints? {
      guard let data else {
        if !reading.members.isEmpty {
          throw Failure.usage("--\(reading.members[0].name) is an option of --data, which is missing")
        }
        return nil
      }
      let path = Node(.text(data), place: "--data")
      let definition = try DatasetDefinition.one(
        Node(.table([("path", path)] + reading.members), place: data), in: Registry())
      let columns = subject.needs(with: values).map { ColumnRequest($0.name, option: subject.label) }
      return try definition.reading(columns).read(context: RunContext())
    }

    /// The thing that a file registers, whatever else has its name; or the thing of that name.
    private func subject(_ plugin: String, kind: String?) throws -> ContractSubject {
      guard plugin.hasSuffix(".lua") else {
        return try ContractSubject.find(plugin, kind: kind, in: try plugins.workbench().registry)
      }
      let workbench = try plugins.workbench().preferring([plugin])
      let plugin = try Plugin(path: plugin, limits: plugins.limits)
      if let kind, kind != plugin.kind.rawValue {
        throw Failure.usage("--kind \(kind): \(plugin.path) is a \(plugin.kind.rawValue)")
      }
      return try ContractSubject.find(plugin.name, kind: plugin.kind.rawValue, in: workbench.registry)
    }
  }
}
