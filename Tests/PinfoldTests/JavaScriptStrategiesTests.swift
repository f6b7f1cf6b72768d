import Foundation
import Pinfold
import TestSupport
import Testing

@Suite("Strategies of the JavaScript package")
struct JavaScriptStrategiesTests {
  @Test("have the names, bounds and defaults of their parameters from the registry")
  func parameters() throws {
    let file = Folders.package.appending(path: "Sources/PinfoldJS/pinfold/strategies.js")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "export const strategies = "))
    let json = text[start.upperBound...].trimmingCharacters(in: CharacterSet(charactersIn: "; \n"))
    let strategies = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [String: [Double]]])
    #expect(strategies.count == 7)
    for (strategy, parameters) in strategies {
      let known = try Registry.builtIn.find(strategy, kind: .strategy).parameters
      for (name, numbers) in parameters {
        let parameter = try #require(known.first { $0.name == name }, "\(strategy) has no \(name)")
        let (range, isWhole): (ClosedRange<Double>, Bool)
        switch parameter.kind {
        case .number(let bounds), .size(let bounds): (range, isWhole) = (bounds, false)
        case .integer(let bounds):
          (range, isWhole) = (Double(bounds.lowerBound)...Double(bounds.upperBound), true)
        default:
          Issue.record("\(strategy).\(name) is no number")
          continue
        }
        let usual = try #require(Double(parameter.defaultValue.description))
        #expect(
          [range.lowerBound, range.upperBound, usual, isWhole ? 1 : 0] == numbers, "\(strategy).\(name)")
      }
    }
  }
}
