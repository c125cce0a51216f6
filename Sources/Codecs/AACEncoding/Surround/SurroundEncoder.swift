import AACReplication
import AACSyntax
import AudioBase
import Bitstream

// Bound throughout: a frame has at most 16 columns of 64 bands.
// Holds throughout: frames have the length of the configuration, and the second channel comes after the first.

/// The encoder of LD MPEG Surround 2-1-2: makes one channel of two, and describes how to restore the two.
///
/// ```
/// left, right ── 64 or 32 subbands ──┬── downmix ──┬── synthesis ── core
///                                    │             └── LD-SBR
///                                    └── three frames of products ── levels, coherences ── payload
/// ```
/// ISO/IEC 23003-2. The banks are the decoder's. Mixing in subbands costs the delay of a bank; in return no band loses
/// the parts that cancel out in a sum of samples, and LD-SBR needs no low-pass.
struct SurroundEncoder: ~Copyable, Sendable {
  /// The delay of the mono channel relative to the stereo input, and of the decoder's output relative to the mono
  /// channel, in columns.
  private static let bankColumns = 4
  /// The number of packets from one independently decodable packet to the next, as with the payloads of LD-SBR.
  private static let independencePeriod = SBRTuning.headerPeriod

  private let coreBandCount: Int
  private var analysis: SubbandAnalysis
  private var synthesis: SubbandSynthesis
  private var leftHistory: SubbandAnalysis.History
  private var rightHistory: SubbandAnalysis.History
  private var coreHistory: SubbandSynthesis.History
  private var right: QuadratureMirrorMatrix
  private var downmix: SurroundDownmix
  private var record: SurroundRecord
  private var coder: SurroundParameterCoder
  private var packetCount = 0
  /// The subbands of the one channel of the last frame.
  private(set) var matrix: QuadratureMirrorMatrix

  /// Prepares the encoder.
  ///
  /// - Parameters:
  ///   - configuration: That of the stream.
  ///   - coreFrameLength: The number of samples of the core in a packet.
  ///   - coreDelay: The delay of the core's coding, in samples of the output.
  init(_ configuration: SurroundConfiguration, coreFrameLength: Int, coreDelay: Int) {
    let (columnCount, subbandCount) = (configuration.slotCount, configuration.subbandCount)
    coreBandCount = coreFrameLength / columnCount
    analysis = SubbandAnalysis(
      .surround, bandCount: subbandCount, columnCount: columnCount, synthesisBandCount: coreBandCount)
    synthesis = SubbandSynthesis(.surround, bandCount: coreBandCount, columnCount: columnCount)
    leftHistory = SubbandAnalysis.History(bandCount: subbandCount)
    rightHistory = leftHistory
    coreHistory = SubbandSynthesis.History(bandCount: coreBandCount)
    matrix = QuadratureMirrorMatrix(columnCount: columnCount)
    right = matrix
    downmix = SurroundDownmix(configuration)
    record = SurroundRecord(
      columnCount: columnCount, bandCount: configuration.bandCount,
      lead: SurroundEncoder.lead(subbandCount: subbandCount, coreDelay: coreDelay))
    coder = SurroundParameterCoder(bandCount: configuration.bandCount)
  }

  /// Returns the delay of the mono channel relative to the stereo input, in samples of the output.
  static func delay(subbandCount: Int) -> Int { bankColumns * subbandCount }

  /// Returns the lag of the decoder's columns behind the encoder's, for packets of the last frame: half a column more
  /// with frames of 480 samples.
  static func lead(subbandCount: Int, coreDelay: Int) -> Int { bankColumns + coreDelay / subbandCount }

  /// Splits a frame of a channel in the scale ±1: 0 is left, 1 right, which comes second.
  mutating func load(_ input: [Float], channel: Int) {
    if channel == 0 {
      analysis.analyze(input.span, history: &leftHistory, into: &matrix)
    } else {
      analysis.analyze(input.span, history: &rightHistory, into: &right)
      mix()
    }
  }

  private mutating func mix() {
    record.beginFrame()
    for column in 0..<matrix.columnCount {
      downmix.measure(matrix, right, column: column)
      record.set(downmix.products, column: column)
      downmix.apply(to: &matrix, right, column: column)
    }
  }

  /// Stores the samples of the mono mix in a range of `core`, at the core's rate, in the scale ±32768.
  mutating func join(core: inout [Float], _ places: Range<Int>) {
    var all = core.mutableSpan
    var part = all._mutatingExtracting(places)
    synthesis.synthesize(matrix, history: &coreHistory, into: &part)
    let scale = Float(AudioScale.fullScale)
    for index in part.indices { part[index] *= scale }
  }

  /// Computes the payload of the next packet and returns its bits.
  mutating func prepare() -> Int {
    coder.code(record.describe(), isIndependent: packetCount % SurroundEncoder.independencePeriod == 0)
    packetCount += 1
    return coder.payload.offset
  }

  /// Writes the payload, which follows the core and LD-SBR.
  func write(to writer: inout BitWriter) {
    let payload = coder.payload
    writer.write(bitsOf: payload.bytes.span, 0..<payload.offset)
  }
}
