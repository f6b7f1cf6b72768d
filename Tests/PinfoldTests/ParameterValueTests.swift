import Pinfold
import Testing

@Suite struct ParameterValueTests {
  @Test("values are written as a user would type them")
  func description() {
    #expect(ParameterValue.number(60).description == "60")
    #expect(ParameterValue.number(0.1).description == "0.1")
    #expect(ParameterValue.number(-0.5).description == "-0.5")
    #expect(ParameterValue.number(1e20).description == "1e+20")
    #expect(ParameterValue.integer(-3).description == "-3")
    #expect(ParameterValue.flag(true).description == "true")
    #expect(ParameterValue.choice("box").description == "box")
  }

  @Test("numbers that are none are written, not trapped on")
  func notFinite() {
    #expect(ParameterValue.number(.nan).description == "nan")
    #expect(ParameterValue.number(.infinity).description == "inf")
  }

  @Test("whole numbers and numbers stand for each other where that loses nothing")
  func coercion() {
    #expect(ParameterKind.number(0...10).accepted(.integer(3)) == .number(3))
    #expect(ParameterKind.integer(0...10).accepted(.number(3)) == .integer(3))
    #expect(ParameterKind.integer(0...10).accepted(.number(3.5)) == nil)
    #expect(ParameterKind.integer(0...10).accepted(.number(1e300)) == nil)
    #expect(ParameterKind.integer(0...10).accepted(.number(.nan)) == nil)
    #expect(ParameterKind.number(0...10).accepted(.flag(true)) == nil)
    #expect(ParameterKind.flag.accepted(.choice("true")) == nil)
  }

  @Test("kinds name the bounds that they have, and no others")
  func expectation() {
    let greatest = Double.greatestFiniteMagnitude
    #expect(ParameterKind.number(0...10).expectation == "a number in 0…10")
    #expect(ParameterKind.number(0...greatest).expectation == "a number from 0")
    #expect(ParameterKind.number(-greatest...9.5).expectation == "a number up to 9.5")
    #expect(ParameterKind.number(-greatest...greatest).expectation == "a number")
    #expect(ParameterKind.integer(1...8).expectation == "a whole number in 1…8")
    #expect(ParameterKind.integer(1 ... .max).expectation == "a whole number from 1")
    #expect(ParameterKind.integer(.min ... .max).expectation == "a whole number")
    #expect(
      ParameterKind.list(of: .number(0...greatest)).expectation == "a list, each of it a number from 0")
  }

  @Test("texts state values of a kind, or nothing")
  func parsed() {
    #expect(ParameterKind.number(0...10).accepted(Node(.word("2.5"))) == .number(2.5))
    #expect(ParameterKind.number(0...10).accepted(Node(.word("11"))) == nil)
    #expect(ParameterKind.number(0...10).accepted(Node(.word("nan"))) == nil)
    #expect(ParameterKind.integer(0...10).accepted(Node(.word("7"))) == .integer(7))
    #expect(ParameterKind.integer(0...10).accepted(Node(.word("7.5"))) == nil)
    #expect(ParameterKind.integer(0...2000).accepted(Node(.word("1e3"))) == .integer(1000))
    #expect(
      ParameterKind.integer(0 ... .max).accepted(Node(.word("9007199254740993")))
        == .integer(9_007_199_254_740_993))
    #expect(ParameterKind.flag.accepted(Node(.word("false"))) == .flag(false))
    #expect(ParameterKind.choice(["a"]).accepted(Node(.word("a"))) == .choice("a"))
    #expect(ParameterKind.choice(["a"]).accepted(Node(.word("A"))) == nil)
  }
}
