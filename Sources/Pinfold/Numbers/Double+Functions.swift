#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WASILibc)
  import WASILibc
#endif

/// The functions of the system's math library, named as in swift-numerics; only this file imports it.
extension Double {
  package static func exp(_ x: Double) -> Double { systemExp(x) }
  package static func exp2(_ x: Double) -> Double { systemExp2(x) }
  package static func log(_ x: Double) -> Double { systemLog(x) }
  package static func log2(_ x: Double) -> Double { systemLog2(x) }
  package static func log10(_ x: Double) -> Double { systemLog10(x) }
  package static func pow(_ x: Double, _ y: Double) -> Double { systemPow(x, y) }
  package static func sin(_ x: Double) -> Double { systemSin(x) }
  package static func cos(_ x: Double) -> Double { systemCos(x) }
  package static func asin(_ x: Double) -> Double { systemAsin(x) }
  package static func acos(_ x: Double) -> Double { systemAcos(x) }
  package static func atan(_ x: Double) -> Double { systemAtan(x) }
  package static func atan2(y: Double, x: Double) -> Double { systemAtan2(y, x) }
}

// Inside the extension a plain name would be the method itself.
private func systemExp(_ x: Double) -> Double { exp(x) }
private func systemExp2(_ x: Double) -> Double { exp2(x) }
private func systemLog(_ x: Double) -> Double { log(x) }
private func systemLog2(_ x: Double) -> Double { log2(x) }
private func systemLog10(_ x: Double) -> Double { log10(x) }
private func systemPow(_ x: Double, _ y: Double) -> Double { pow(x, y) }
private func systemSin(_ x: Double) -> Double { sin(x) }
private func systemCos(_ x: Double) -> Double { cos(x) }
private func systemAsin(_ x: Double) -> Double { asin(x) }
private func systemAcos(_ x: Double) -> Double { acos(x) }
private func systemAtan(_ x: Double) -> Double { atan(x) }
private func systemAtan2(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
