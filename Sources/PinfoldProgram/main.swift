import PinfoldCommand

runCommand(Array(CommandLine.arguments.dropFirst()))
