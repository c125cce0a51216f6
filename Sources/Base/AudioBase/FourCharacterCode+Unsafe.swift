// Holds throughout: codes written as literals are in the sources; those of files come as numbers.

// Readers compare each box of a file with a dozen codes that are written as literals. Seen through, a comparison is one
// of two constants; made from a `String`, a file of a million empty boxes spent its time on nothing else.

extension FourCharacterCode: ExpressibleByStringLiteral {
  /// Creates a code from a literal of exactly four ISO 8859-1 characters; another length stops the program.
  @inlinable
  public init(stringLiteral value: StaticString) {
    guard value.hasPointerRepresentation, value.isASCII, value.utf8CodeUnitCount == 4 else {
      self.init(spelling: value)
      return
    }
    // Safe: the literal's bytes are constants of the program, and there are four of them.
    let bytes = unsafe value.utf8Start
    unsafe self.init(
      rawValue: UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3]))
  }

  /// Creates a code from a literal with characters beyond ASCII, such as `©nam`.
  @usableFromInline
  init(spelling value: StaticString) {
    guard let code = FourCharacterCode("\(value)") else { preconditionFailure("a code has four characters") }
    self = code
  }
}
