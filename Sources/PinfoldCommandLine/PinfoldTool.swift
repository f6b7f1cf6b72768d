public import Pinfold
import PinfoldCommand
import PinfoldScripting
import Platform

/// The command `pinfold` as a part of other programs.
public enum PinfoldTool {
  /// Runs the command with things of this program's own, which have names like built-in ones: in the command,
  /// the shell and scripts, studies, the live map and tiles. Call it in `main.swift`.
  ///
  /// ```swift
  /// PinfoldTool.main { $0.register("rows", "Rows of the map, one cluster each.", RowsStrategy.self) }
  /// ```
  ///
  /// It reads the arguments of the process, and ends the process with the command's exit code; with 1 for a
  /// name that is taken. Where it was built from the package's sources, the plugins and scripts of these are
  /// found, unless `PINFOLD_PLUGINS` and `PINFOLD_SCRIPTS` name others.
  ///
  /// - Parameters:
  ///   - version: the version of what is registered. Studies record it for strategies, and run those of
  ///     another version again: state a new one when clusters change.
  ///   - register: registers strategies, representatives, diffs, metrics, cameras and generators.
  public static func main(version: String = "1", registering register: (inout Registry) -> Void) -> Never {
    var registry = Workbench.builtIn
    do { try registry.add(version: version, register) } catch { failCommand(error) }
    let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/")
    for (name, folder) in [("PINFOLD_PLUGINS", "Plugins"), ("PINFOLD_SCRIPTS", "Scripts")] {
      System.setMissing(name, toFolder: "\(package)/\(folder)")
    }
    runCommand(Array(CommandLine.arguments.dropFirst()), registry: registry)
  }
}
