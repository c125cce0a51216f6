import Bitstream

// Bound throughout: codebooks have at most 1,089 codewords.
// Holds throughout: the encoder chooses a codebook that holds the largest value of its section.

/// All spectral codewords with their signs, by their lines: ``SpectralCodewordBits`` for every codeword, computed once.
/// Two hundred instructions per codeword became thirty.
struct SpectralCodewordTable: Sendable {
  static let shared = SpectralCodewordTable()

  /// The length in the highest byte, the bits below; 0 if a codebook has no such codeword.
  private typealias Row = UInt32

  /// Codebooks 1…4 one after the other, for four lines of −2…2, the first line the most significant digit of base 5.
  private let quads: [Row]
  /// Codebooks 5…11 one after the other, for two lines of −16…16; the first line is the higher digit to the base 33;
  /// without escapes.
  private let pairs: [Row]

  private static let quadCount = 625
  private static let pairCount = 33 * 33

  private init() {
    quads = (1...4).flatMap { SpectralCodewordTable.rows($0) }
    pairs = (5...11).flatMap { SpectralCodewordTable.rows($0) }
  }

  /// Returns the rows of a codebook, for all its combinations of lines, with the last line varying fastest.
  private static func rows(_ codebook: Int) -> [Row] {
    let (dimension, reach) = codebook <= 4 ? (4, 2) : (2, 16)
    let largest = Int16(Codebooks.largestAbsoluteValue[codebook])
    var rows = [Row](repeating: 0, count: codebook <= 4 ? quadCount : pairCount)
    var lines = [Int16](repeating: -largest, count: dimension)
    while true {
      let index = lines.reduce(0) { $0 * (2 * reach + 1) + Int($1) + reach }
      let codeword = SpectralCodewordBits(withoutEscapes: UInt8(codebook), lines.span, 0)
      rows[index] = Row(codeword.count) << 24 | Row(codeword.bits)
      var place = dimension - 1
      while place >= 0, lines[place] == largest {
        lines[place] = -largest
        place -= 1
      }
      guard place >= 0 else { return rows }
      lines[place] += 1
    }
  }

  /// Writes the lines of a band with codebook 1…11 or 16…31; there are a multiple of four.
  ///
  /// No line may be beyond the codebook's largest absolute value; 8191 in codebook 11.
  func write(_ codebook: UInt8, _ lines: Span<Int16>, _ pending: inout PendingBits, to writer: inout BitWriter) {
    let book = Int(min(codebook, Codebook.escape))
    let largest = SpectralCodewordTable.largest(lines)
    precondition(book > 0 && largest <= (book == 11 ? 8191 : Codebooks.largestAbsoluteValue[book]))
    if book <= 4 {
      let start = (book - 1) * SpectralCodewordTable.quadCount
      SpectralCodewordTable.writeQuads(
        lines, quads.span.extracting(start..<(start + SpectralCodewordTable.quadCount)), &pending, to: &writer)
      return
    }
    let start = (book - 5) * SpectralCodewordTable.pairCount
    let rows = pairs.span.extracting(start..<(start + SpectralCodewordTable.pairCount))
    if largest < 16 {
      SpectralCodewordTable.writePairs(lines, rows, &pending, to: &writer)
    } else {
      SpectralCodewordTable.writeEscaped(lines, rows, &pending, to: &writer)
    }
  }

  @inline(never)
  private static func largest(_ lines: Span<Int16>) -> Int {
    var largest: UInt16 = 0
    for line in lines.indices { largest = max(largest, lines[line].magnitude) }
    return Int(largest)
  }

  // Functions of their own, not inlined, with the pending bits in a variable of theirs: so these stay in registers.

  @inline(never)
  private static func writeQuads(
    _ lines: Span<Int16>, _ rows: Span<Row>, _ pending: inout PendingBits, to writer: inout BitWriter
  ) {
    var bits = pending
    var rest = lines
    while rest.count >= 4 {
      let first = 125 &* Int(rest[0]) &+ 25 &* Int(rest[1])
      bits.append(rows[first &+ 5 &* Int(rest[2]) &+ Int(rest[3]) &+ 312], to: &writer)
      rest = rest.extracting(droppingFirst: 4)
    }
    pending = bits
  }

  @inline(never)
  private static func writePairs(
    _ lines: Span<Int16>, _ rows: Span<Row>, _ pending: inout PendingBits, to writer: inout BitWriter
  ) {
    var bits = pending
    var rest = lines
    while rest.count >= 2 {
      bits.append(rows[33 &* Int(rest[0]) &+ Int(rest[1]) &+ 544], to: &writer)
      rest = rest.extracting(droppingFirst: 2)
    }
    pending = bits
  }

  @inline(never)
  private static func writeEscaped(
    _ lines: Span<Int16>, _ rows: Span<Row>, _ pending: inout PendingBits, to writer: inout BitWriter
  ) {
    for line in stride(from: 0, to: lines.count - 1, by: 2) {
      let (first, second) = (Int(lines[line]), Int(lines[line + 1]))
      let (low, high) = (min(max(first, -16), 16), min(max(second, -16), 16))
      pending.append(rows[33 * low + high + 544], to: &writer)
      if abs(first) >= 16 { pending.appendEscape(abs(first), to: &writer) }
      if abs(second) >= 16 { pending.appendEscape(abs(second), to: &writer) }
    }
  }
}
