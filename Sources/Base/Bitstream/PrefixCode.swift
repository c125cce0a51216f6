// Bound throughout: codebooks are tables of the sources.
// Holds throughout: codebooks are tables of the sources; each is built by a test.

/// A codeword of a prefix code in the form of the tables: length in bits in the top byte, code in the low 24 bits.
///
/// The code is right-aligned and its most significant bit is sent first.
public struct PrefixCodeRow: Sendable, BitwiseCopyable, Equatable {
  /// Length and code in one number.
  public var packed: UInt32

  /// Creates a row from a packed number.
  @inlinable
  public init(packed: UInt32) { self.packed = packed }

  /// The number of bits of the codeword, 1…24.
  @inlinable
  public var length: Int { Int(packed >> 24) }

  /// The codeword, right-aligned.
  @inlinable
  public var code: UInt32 { packed & 0xFF_FFFF }
}

/// A decoding table for a Huffman code.
///
/// A codeword of up to `primaryBits` bits is found with one look-up, a longer one with two:
/// ```
/// entry      payload (24 bits) | 0 | length (7 bits)       the codeword ends here
///            start    (24 bits) | 1 | width  (7 bits)       look `width` more bits up from `start` on
/// ```
/// Payloads are the caller's: the symbol itself, or its meaning, already unpacked.
public struct PrefixCode: Sendable {
  /// The payload for bits that are no codeword.
  public static let invalid: UInt32 = 0xFF_FFFF

  @usableFromInline let entries: [UInt32]
  @usableFromInline let primaryBits: Int

  /// The number of bits of the first look-up.
  @inlinable
  public var primaryBitCount: Int { primaryBits }

  /// Builds the tables.
  ///
  /// - Parameters:
  ///   - rows: One packed row a symbol (see ``PrefixCodeRow``); the rows must be prefix free.
  ///   - primaryBits: The number of bits of the first look-up; longer codewords cost a second one.
  ///   - payload: The value that decoding yields for symbol `i`, below 2^24 − 1.
  public init(rows: Span<UInt32>, primaryBits: Int, payload: (_ symbol: Int) -> UInt32 = { UInt32($0) }) {
    precondition(primaryBits > 0 && primaryBits <= 16)
    let miss = PrefixCode.invalid << 8 | 1
    var entries = [UInt32](repeating: miss, count: 1 << primaryBits)
    var longest = [Int](repeating: 0, count: 1 << primaryBits)
    for symbol in rows.indices {
      let row = PrefixCodeRow(packed: rows[symbol])
      if row.length > primaryBits {
        let prefix = Int(row.code >> UInt32(row.length - primaryBits))
        longest[prefix] = max(longest[prefix], row.length - primaryBits)
      }
    }
    for prefix in longest.indices where longest[prefix] > 0 {
      entries[prefix] = UInt32(entries.count) << 8 | 0x80 | UInt32(longest[prefix])
      entries.append(contentsOf: repeatElement(miss, count: 1 << longest[prefix]))
    }
    for symbol in rows.indices {
      let row = PrefixCodeRow(packed: rows[symbol])
      precondition(row.length > 0 && row.length <= 24 && payload(symbol) < PrefixCode.invalid)
      let first: Int, spare: Int
      if row.length <= primaryBits {
        spare = primaryBits - row.length
        first = Int(row.code) << spare
      } else {
        let below = row.length - primaryBits
        let link = entries[Int(row.code >> UInt32(below))]
        spare = Int(link & 0x7F) - below
        first = Int(link >> 8) + (Int(row.code) & (1 << below - 1)) << spare
      }
      for entry in first..<(first + 1 << spare) {
        precondition(entries[entry] == miss, "the rows are not prefix free")
        entries[entry] = payload(symbol) << 8 | UInt32(row.length)
      }
    }
    self.entries = entries
    self.primaryBits = primaryBits
  }

  /// Decodes one codeword without a check for the end of the data; see ``BitReader/isPastEnd``.
  ///
  /// - Returns: The payload, or ``invalid``.
  @inlinable
  public func decode(_ reader: inout BitReader) -> UInt32 {
    let window = reader.window
    let entry = PrefixCode.lookUp(window, entries.span, primaryBits)
    reader.consume(Int(entry & 0x7F))
    return entry >> 8
  }

  /// Returns the entry (payload above, length in the low byte) for left-aligned bits; for loops that keep their own
  /// window.
  @inlinable
  @inline(__always)
  public static func lookUp(_ window: UInt64, _ entries: Span<UInt32>, _ primaryBits: Int) -> UInt32 {
    var entry = entries[Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- primaryBits))]
    if entry & 0x80 != 0 {
      let rest = window &<< UInt64(truncatingIfNeeded: primaryBits)
      entry =
        entries[
          Int(entry >> 8) &+ Int(truncatingIfNeeded: rest &>> UInt64(truncatingIfNeeded: 64 &- Int(entry & 0x7F)))]
    }
    return entry
  }

  /// The tables, for loops that call ``lookUp(_:_:_:)`` themselves.
  @inlinable
  public var table: Span<UInt32> {
    @_lifetime(borrow self) get { entries.span }
  }
}
