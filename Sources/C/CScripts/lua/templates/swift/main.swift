import Pinfold
import PinfoldCommandLine

// The command pinfold with this strategy in it: 'swift run -c release NAME list strategies'.
PinfoldTool.main(version: "1") { registry in
  registry.register("NAME", "Rows of the map, one cluster each.", TYPEStrategy.self)
}
