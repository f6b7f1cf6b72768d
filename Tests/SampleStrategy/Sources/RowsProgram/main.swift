import Pinfold
import PinfoldCommandLine

// The command pinfold with this strategy in it: 'swift run -c release rows list strategies'.
PinfoldTool.main(version: "1") { registry in
  registry.register("rows", "Rows of the map, one cluster each.", RowsStrategy.self)
}
