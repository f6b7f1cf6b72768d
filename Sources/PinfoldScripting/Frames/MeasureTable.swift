import Lua
import Pinfold
import PinfoldEvaluation

/// The results of a metric as a table: numbers by measure, in `undefined` the reasons of the measures without
/// one, and in `why` what these mean.
struct MeasureTable: LuaPushable {
  let results: [MetricResult]

  func push(to call: LuaCall) {
    var fields = LuaFields(
      results.map { ($0.measure.name, $0.value.number.map { LuaValue.number($0) } ?? .nil) })
    let reasons = results.compactMap { result in result.value.reason.map { (result.measure.name, $0.code) } }
    if !reasons.isEmpty {
      fields.set("undefined", Dictionary(uniqueKeysWithValues: reasons))
      fields.set("why", meanings.joined(separator: " "))
    }
    fields.push(to: call)
  }

  private var meanings: [String] {
    var meanings: [String] = []
    for reason in results.compactMap(\.value.reason) {
      let advice = reason == .needsFrames ? " Give it a list, as in measure { old, new }." : ""
      let meaning = reason.meaning + advice
      if !meaning.isEmpty, !meanings.contains(meaning) { meanings.append(meaning) }
    }
    return meanings
  }
}
