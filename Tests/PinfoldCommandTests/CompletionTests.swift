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

  @Test("the manual page has every command with every option")
  func manual() throws {
    let page = try tool("manual")
    #expect(page.status == 0 && page.errors.isEmpty)
    #expect(page.output.hasPrefix(".TH \"PINFOLD\" \"1\""))
    let text = page.output.replacing("\\-", with: "-")
    for command in ["info", "cluster", "plugin new", "plugin check", "run", "shell"] {
      #expect(text.contains(".SS \"pinfold \(command) ") || text.contains(".SS \"pinfold [\(command)] "))
      let help = try tool.run(command.split(separator: " ").map(String.init) + ["--help"]).output
      for option in help.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/) {
        #expect(text.contains("\(option.output.1)"), "\(command): \(option.output.1)")
      }
    }
    // No line is lost: a point or an apostrophe at the start of one would be a command.
    let commands = Set(text.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix(3) })
    #expect(commands == [".TH", ".SH", ".SS", ".PP", ".TP", ".EX", ".EE"])
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("'") })
    #expect(
      text.split(separator: "\n").count { $0 == ".EX" } == text.split(separator: "\n").count { $0 == ".EE" })
  }

  private static let groff = "/usr/bin/groff"

  @Test(
    "roff finds nothing wrong with the manual page",
    .enabled(if: FileManager.default.isExecutableFile(atPath: groff), "no groff here"))
  func roff() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.groff)
    process.arguments = ["-man", "-Tutf8", "-Kutf8", "-ww", tool.folder.appending(path: "pinfold.1").path]
    try tool.write(try tool("manual").output, to: "pinfold.1")
    let complaints = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = complaints
    try process.run()
    let text = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.isEmpty, "\(text)")
  }
}
