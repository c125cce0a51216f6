import AACReplication
import AACSyntax

// Bound throughout: four frames of 32 columns of 64 bands at most.
// Holds throughout: the matrix has the columns that the record was made for.

/// The subbands of the last frames of one channel, as the encoder examines them.
///
/// A packet describes subbands of which the first are ``origin`` columns after the start of the record: its core lags,
/// with SBR by a frame more than the newest one, and the decoder's banks and look-back add the rest.
struct SubbandRecord: Sendable {
  static let bandCount = QuadratureMirrorMatrix.bandCount
  /// Returns the number of frames that are kept: two for LD-SBR, the current and the previous one, and a third with LD
  /// MPEG Surround, whose core lags by the delay of a filterbank.
  private static func frameCount(_ configuration: SBRConfiguration) -> Int {
    configuration.hasSurround ? 3 : configuration.isLowDelay ? 2 : 4
  }
  /// Returns the number of columns by which a packet's subbands precede the second frame of the record.
  ///
  /// The decoder's column `l` of packet `p` has its middle at the sample 64(C(p − 1) + l − 6) − 258 − 577 of the input,
  /// for frames of C columns: a frame of the core's overlap, six columns that it looks back, the middle of its window,
  /// and the delay of ``HalvingFilterbank``. The encoder's column `j` has it at 64j − 257. They differ by two samples.
  /// In LD-SBR the packet is the newest frame's, and ``LowDelayInputFilterbank`` leaves no difference; with LD MPEG
  /// Surround half a column is left at frames of 480.
  private static func lead(_ configuration: SBRConfiguration) -> Int {
    guard configuration.isLowDelay else { return 15 }
    guard !configuration.hasSurround else {
      return SurroundEncoder.lead(
        subbandCount: configuration.synthesisBandCount,
        coreDelay: configuration.factor * configuration.coreFrameLength / 2)
    }
    return LowDelayInputFilterbank.delay(configuration) / configuration.synthesisBandCount
  }

  /// Returns the column of the record that the first one of the next packet is.
  static func origin(_ configuration: SBRConfiguration) -> Int {
    (configuration.hasSurround ? 2 : 1) * configuration.columnCount - lead(configuration)
  }

  let columnCount: Int
  /// From this index on subbands are empty: above 32 in LD-SBR at single rate.
  let usedBandCount: Int
  /// The number of columns of a slot of the grid.
  let columnsPerSlot: Int
  private(set) var real: [Float]
  private(set) var imaginary: [Float]
  /// Squares of the absolute values.
  private(set) var energy: [Float]

  /// The column of the record that the packet's first one is.
  let origin: Int
  /// The columns of the record that are examined to distinguish tones from noise: the packet's, in LD-SBR with as many
  /// more around them as exist, since so few would make noise look tonal.
  let tonalityColumns: Range<Int>

  init(_ configuration: SBRConfiguration) {
    columnCount = configuration.columnCount
    usedBandCount = configuration.isLowDelay ? configuration.synthesisBandCount : SubbandRecord.bandCount
    columnsPerSlot = configuration.columnsPerSlot
    let frameCount = SubbandRecord.frameCount(configuration)
    origin = SubbandRecord.origin(configuration)
    tonalityColumns =
      configuration.hasSurround
      ? (origin - columnCount / 2)..<(origin + columnCount + columnCount / 2)
      : configuration.isLowDelay ? 2..<(frameCount * columnCount) : origin..<(origin + columnCount)
    real = Array(repeating: 0, count: frameCount * columnCount * SubbandRecord.bandCount)
    imaginary = real
    energy = real
  }

  /// Adopts the next frame in place of the oldest.
  mutating func append(_ matrix: borrowing QuadratureMirrorMatrix) {
    let count = columnCount * SubbandRecord.bandCount
    SubbandRecord.append(matrix.real, count, to: &real)
    SubbandRecord.append(matrix.imaginary, count, to: &imaginary)
    SubbandRecord.square(real, imaginary, count, to: &energy)
  }

  private static func square(_ real: [Float], _ imaginary: [Float], _ count: Int, to record: inout [Float]) {
    let (re, im) = (real.span, imaginary.span)
    var squares = record.mutableSpan
    let start = squares.count - count
    for index in 0..<start { squares[index] = squares[index + count] }
    for index in start..<squares.count { squares[index] = re[index] * re[index] + im[index] * im[index] }
  }

  private static func append(_ source: [Float], _ count: Int, to record: inout [Float]) {
    let from = source.span
    var to = record.mutableSpan
    let start = to.count - count
    for index in 0..<start { to[index] = to[index + count] }
    for index in 0..<count { to[start + index] = from[index] }
  }

  /// Returns the mean energy of the subbands `bands` in columns of the packet.
  func meanEnergy(_ bands: Range<Int>, _ columns: Range<Int>) -> Float {
    var sum: Float = 0
    let values = energy.span
    for column in columns {
      let start = (origin + column) * SubbandRecord.bandCount
      for band in bands { sum += values[start + band] }
    }
    return sum / Float(max(1, bands.count * columns.count))
  }
}
