import PinfoldScripting
var w = Workbench()
for e in w.addPlugins(in: "Plugins") { print(e) }
do {
  let s = try ScriptSession(workbench: w, arguments: Array(CommandLine.arguments.dropFirst(2)), output: { print($0, terminator: "") })
  if CommandLine.arguments[1] == "-e" { print(try s.evaluate(CommandLine.arguments[2])) } else { try s.run(file: CommandLine.arguments[1]) }
} catch { print("error:", error) }
