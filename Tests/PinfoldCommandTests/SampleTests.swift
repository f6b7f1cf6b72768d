import Testing

@Suite("The sample as data of commands")
struct SampleTests {
  @Test(
    "towns is a data set in commands, scripts, studies and cells, and the working directory's file goes first"
  )
  func towns() throws {
    let tool = try Tool()
    let info = try tool("info", "towns")
    #expect(info.status == 0 && info.output.contains("usable           7343\n"))
    #expect(info.output.contains("longitude        'lon'\n"), "nothing is guessed: \(info.output)")
    #expect(
      try tool("run", "-e", "print(#dataset('towns'), dataset('towns').name[1])").output == "7343\tTokyo\n")
    try tool.write(
      #"{ "datasets": ["towns"], "strategies": ["grid"], "cameras": [{ "name": "pan", "steps": 1 }], "metrics": ["markers"] }"#,
      to: "plan.json")
    #expect(try tool("study", "run", "plan.json", "--results", "found").status == 0)
    #expect(try tool("study", "verify", "found").status == 0)
    #expect(try tool("aggregate", "towns", "--zooms", "0-2", "--output", "cells.csv").status == 0)
    #expect(try tool("plot", "towns", "--output", "map.svg").complaint == "")
    try tool.write("lon,lat\n1,2\n", to: "towns")
    #expect(try tool("run", "-e", "print(#dataset('towns'))").output == "1\n")
  }
}
