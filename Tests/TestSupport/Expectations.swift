package import Testing

// Comparisons that are functions. `#expect` and `#require` expand in their callers, where `#expect(a == b)` costs the
// compiler 30 ms of processor time; a call costs 3 ms. Where a comparison fails the macro tells of it, with the values
// and the caller's place: `Benchmarks/notes/building.md`.

/// Expects two values to be equal: `#expect(found == expected)`.
package func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  guard found != expected else { return }
  #expect(found == expected, sourceLocation: .at(file, path, line, column))
}

/// Expects two values to be equal, and says of which case they are where they are not.
package func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ comment: @autoclosure () -> Comment,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  guard found != expected else { return }
  #expect(found == expected, comment(), sourceLocation: .at(file, path, line, column))
}

/// Expects nothing to be there: `#expect(found == nil)`.
package func expectNil<Value>(
  _ found: Value?, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  guard let found else { return }
  #expect(found as Value? == nil, comment(), sourceLocation: .at(file, path, line, column))
}

/// Expects a value to be below a bound: `#expect(found < bound)`.
package func expectLess<Value: Comparable>(
  _ found: Value, _ bound: Value, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  if found < bound { return }
  #expect(found < bound, comment(), sourceLocation: .at(file, path, line, column))
}

/// Expects a value to be a bound or below it: `#expect(found <= bound)`.
package func expectLessOrEqual<Value: Comparable>(
  _ found: Value, _ bound: Value, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  if found <= bound { return }
  #expect(found <= bound, comment(), sourceLocation: .at(file, path, line, column))
}

/// Expects a value to be above a bound: `#expect(found > bound)`.
package func expectGreater<Value: Comparable>(
  _ found: Value, _ bound: Value, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  if found > bound { return }
  #expect(found > bound, comment(), sourceLocation: .at(file, path, line, column))
}

/// Expects a value to be a bound or above it: `#expect(found >= bound)`.
package func expectGreaterOrEqual<Value: Comparable>(
  _ found: Value, _ bound: Value, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  if found >= bound { return }
  #expect(found >= bound, comment(), sourceLocation: .at(file, path, line, column))
}

/// A value that a test cannot go on without: `#require(value)`.
@discardableResult
package func required<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) throws -> Value {
  if let value { return value }
  return try #require(value, comment(), sourceLocation: .at(file, path, line, column))
}

/// Expects a condition that a test cannot go on without: `#require(condition)`.
package func required(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #fileID, path: StaticString = #filePath, line: Int = #line, column: Int = #column
) throws {
  if condition { return }
  try #require(condition, comment(), sourceLocation: .at(file, path, line, column))
}

extension SourceLocation {
  /// The place of a call.
  fileprivate static func at(
    _ file: StaticString, _ path: StaticString, _ line: Int, _ column: Int
  ) -> SourceLocation {
    SourceLocation(fileID: "\(file)", filePath: "\(path)", line: line, column: column)
  }
}
