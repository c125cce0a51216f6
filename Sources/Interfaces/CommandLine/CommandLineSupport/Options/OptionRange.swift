package import ArgumentParser

extension ParsableArguments {
  /// Throws if an option's number is out of its range.
  ///
  /// - Parameters:
  ///   - number: The number, or `nil` if the option was not given.
  ///   - name: The option, for the error.
  ///   - range: The numbers that the option takes. A setting of the library declares its own.
  ///   - unit: The unit of the numbers, for the error.
  package func check<Number: Comparable>(
    _ number: Number?, _ name: String, takes range: ClosedRange<Number>, _ unit: String = ""
  ) throws {
    guard let number, !range.contains(number) else { return }
    let (least, most) = (text(range.lowerBound), text(range.upperBound))
    throw ValidationError("\(name) takes \(least) to \(most)\(unit.isEmpty ? "" : " " + unit).")
  }

  /// Returns a bound in everyday notation: whole numbers without a decimal point.
  private func text<Number>(_ bound: Number) -> String {
    let text = "\(bound)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
