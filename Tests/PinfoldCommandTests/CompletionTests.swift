import Foundation
import Testing

@Suite("Shell completions and the manual page")
struct CompletionTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test("a script for each shell goes to standard output", arguments: ["bash", "zsh", "fish"])
  func scripts(shell: String) throws {
    let outcome = try tool("--generate-completion-script", shell)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("pinfold") && outcome.output.contains("strategy"))
  }

  @Test("a shell that nobody knows is an error of usage")
  func unknown() throws {
    let outcome = try tool("--generate-completion-script", "tcsh")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.complaint.hasPrefix("pinfold: can't generate completion scripts for 'tcsh'"))
  }

  /// What bash offers for the last of some words, if there is a bash that is not too old.
  private func offers(_ words: String...) throws -> [String] {
    let process = Tool.process([], in: tool.folder)
    let command = try #require(process.executableURL).path
    try tool.write(
      """
      [ -e completions ] || '\(command)' --generate-completion-script bash > completions
      source completions
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
      _pinfold "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """, to: "offer.bash")
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["offer.bash", command] + words
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  #if os(Linux)
    @Test("names of what there is complete, plugins among them, also in a list")
    func names() throws {
      try FileManager.default.createDirectory(
        at: tool.folder.appending(path: "Plugins"), withIntermediateDirectories: true)
      try tool.write(
        """
        return { api = 1, kind = "strategy", name = "gridiron", summary = "A plugin.",
          parameters = { yards = { type = "number", default = 10 } },
          cluster = function(points) return { groups = points:grid(10):group() } end }
        """, to: "Plugins/gridiron.lua")
      #expect(try offers("cluster", "a.csv", "--strategy", "gri") == ["grid", "gridiron"])
      #expect(try offers("compare", "a.csv", "--strategy", "pca,k") == ["pca,kmeans"])
      #expect(try offers("compare", "a.csv", "--metrics", "overl") == ["overlap"])
      #expect(try offers("diff", "a.csv", "--diff", "mem") == ["membership"])
      #expect(try offers("cluster", "--representative", "sti") == ["sticky"])
      #expect(try offers("bench", "--generate", "citi") == ["cities"])
      #expect(try offers("clu") == ["cluster"])
      // A broken plugin is left out.
      try tool.write("return 1", to: "Plugins/broken.lua")
      #expect(try offers("cluster", "a.csv", "--strategy", "gridi") == ["gridiron"])
    }

    @Test("columns of the data on the line complete, after a comma too")
    func columns() throws {
      try tool.write("name,lon,lat,people,persons\nA,1,2,3,4\n", to: "b.csv")
      #expect(try offers("cluster", "b.csv", "--weight", "pe") == ["people", "persons"])
      #expect(try offers("plot", "b.csv", "--names", "n") == ["name"])
      #expect(try offers("cluster", "b.csv", "--keep", "name,peo") == ["name,people"])
      #expect(try offers("cluster", "towns", "--aggregate", "popu") == ["population"])
      #expect(try offers("cluster", "none.csv", "--weight", "pe") == [])
    }

    @Test("parameters complete within the parentheses of a strategy")
    func settings() throws {
      #expect(try offers("cluster", "a.csv", "--strategy", "pca(bu") == ["pca(budget="])
      #expect(
        try offers("cluster", "a.csv", "--strategy", "none,grid(anchor=world,c") == [
          "none,grid(anchor=world,cellSize="
        ])
      #expect(try offers("cluster", "a.csv", "--strategy", "nosuch(c") == [])
    }
  #endif

  /// The manual page of a command that was written into the tool's folder.
  private func page(_ command: String) throws -> String {
    let name = (["pinfold"] + command.split(separator: " ")).joined(separator: "-")
    return try String(contentsOf: tool.folder.appending(path: "\(name).1"), encoding: .utf8)
  }

  @Test("every command has a manual page with every option, examples and the environment")
  func manual() throws {
    #expect(try tool("manual", "--output", ".").status == 0)
    let main = try page("").replacing("\\-", with: "-")
    #expect(main.hasPrefix(".TH \"PINFOLD\" \"1\""))
    for command in ["info", "cluster", "plugin new", "plugin check", "study run", "run", "shell"] {
      #expect(main.contains("pinfold \(command)\\fR"))
      let text = try page(command).replacing("\\-", with: "-")
      for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES", "ENVIRONMENT", "EXIT STATUS", "SEE ALSO"] {
        #expect(text.contains(".SH \"\(section)\"\n"), "\(command): \(section)")
      }
      let help = try tool.run(command.split(separator: " ").map(String.init) + ["--help"]).output
      for option in help.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/) {
        #expect(text.contains("\(option.output.1)"), "\(command): \(option.output.1)")
      }
      // No line is lost: a point or an apostrophe at the start of one would be a command.
      let lines = text.split(separator: "\n")
      let requests = Set(lines.filter { $0.hasPrefix(".") }.map { $0.prefix(3) })
      #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".PP", ".TP", ".EX", ".EE"]))
      #expect(!lines.contains { $0.hasPrefix("'") })
      #expect(lines.count { $0 == ".EX" } == lines.count { $0 == ".EE" })
    }
    #expect(try tool("manual", "study", "run").output == page("study run"))
    #expect(try tool("manual", "clutser").status == 64)
  }

  private static let groff = "/usr/bin/groff"

  @Test(
    "roff finds nothing wrong with the manual page",
    .enabled(if: FileManager.default.isExecutableFile(atPath: groff), "no groff here"))
  func roff() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.groff)
    process.arguments = [
      "-man", "-Tutf8", "-Kutf8", "-ww", tool.folder.appending(path: "pinfold-cluster.1").path,
    ]
    _ = try tool("manual", "--output", ".")
    let complaints = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = complaints
    try process.run()
    let text = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.isEmpty, "\(text)")
  }
}
