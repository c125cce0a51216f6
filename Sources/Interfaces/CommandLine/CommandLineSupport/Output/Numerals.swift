/// Returns a number with a fixed count of decimal places.
package func decimal(_ value: Double, digits: Int) -> String {
  let factor = (0..<digits).reduce(1.0) { product, _ in product * 10 }
  let scaled = (value.magnitude * factor).rounded()
  guard scaled < 0x1p62 else { return "\(value)" }
  let number = Int64(scaled)
  let sign = value < 0 && number != 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(number)" }
  let whole = number / Int64(factor)
  let fraction = String(number % Int64(factor))
  return "\(sign)\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// Returns a rate with its unit, with at most three decimals: `44100 Hz`, `22254.545 Hz`.
package func hertz(_ rate: Double) -> String {
  let isWhole = rate.rounded() == rate
  return decimal(rate, digits: isWhole ? 0 : 3) + " Hz"
}

/// Returns seconds as minutes and seconds, with hours if there are any.
package func clockTime(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "?" }
  let whole = Int(seconds.rounded())
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let minutes = "\(two(whole / 60 % 60)):\(two(whole % 60))"
  return whole < 3600 ? minutes : "\(whole / 3600):\(minutes)"
}
