import AACReplication
import AACSyntax
import Bitstream

// Holds throughout: matrices are made with the column count of one configuration.

/// The encoder of Parametric Stereo: makes one channel of two, and describes how to restore the two.
///
/// ```
/// left, right ── hybrid analysis ──┬── downmix ── hybrid synthesis ── one channel for SBR and the core
///                                  └── four frames of products ── envelopes, steps, differences ── ps_data()
/// ```
/// ISO/IEC 14496-3, 8.6.4. Phases (IPD, OPD) are not sent.
struct ParametricStereoEncoder: ~Copyable, Sendable {
  /// The delay of the mono channel relative to the stereo input, in columns: the look-ahead of the hybrid filterbank.
  static let delayColumns = HybridFilterbank.reach

  private let tuning: StereoTuning
  private let columnCount: Int
  private let bank = HybridFilterbank(.coarse)
  /// The subbands of the channels, delayed by ``delayColumns``, with as many columns after the frame.
  private var left: QuadratureMirrorMatrix
  private var right: QuadratureMirrorMatrix
  private var leftLines: HybridFilterbank.Lines
  private var rightLines: HybridFilterbank.Lines
  private var leftSignal = StereoSignal()
  private var rightSignal = StereoSignal()
  private var leftColumn = StereoColumn()
  private var rightColumn = StereoColumn()
  private var downmix = StereoDownmix()
  private var record: StereoRecord
  private var planner: StereoEnvelopePlanner
  private var coder: StereoParameterCoder
  /// The subbands of the one channel of the last frame.
  private(set) var matrix: QuadratureMirrorMatrix
  /// The parts of its split subbands.
  private var parts: QuadratureMirrorMatrix

  /// `ps_data()` of the next packet.
  var payload: BitWriter { coder.payload }

  /// Prepares the encoder.
  ///
  /// - Parameter bitsPerPacket: The mean bits of a packet, all in all.
  init(_ configuration: SBRConfiguration, bitsPerPacket: Double) {
    tuning = StereoTuning(bitsPerPacket: bitsPerPacket)
    columnCount = configuration.columnCount
    left = QuadratureMirrorMatrix(columnCount: columnCount)
    right = left
    matrix = left
    parts = left
    leftLines = HybridFilterbank.Lines(columnCount: columnCount)
    rightLines = leftLines
    record = StereoRecord(columnCount: columnCount, origin: SubbandRecord.origin(configuration))
    planner = StereoEnvelopePlanner(tuning, columnCount: columnCount)
    coder = StereoParameterCoder(tuning)
  }

  /// Splits a frame of a channel: 0 is left, 1 right, which comes second.
  mutating func load(
    _ input: Span<Float>, channel: Int, _ filterbank: inout HalvingFilterbank,
    _ state: inout HalvingFilterbank.State
  ) {
    if channel == 0 {
      left.advance(keeping: Self.delayColumns)
      filterbank.analyze(input, state: &state, into: &left, from: Self.delayColumns)
    } else {
      right.advance(keeping: Self.delayColumns)
      filterbank.analyze(input, state: &state, into: &right, from: Self.delayColumns)
      mix()
    }
  }

  private mutating func mix() {
    leftLines.append(left)
    rightLines.append(right)
    leftSignal.load(left)
    rightSignal.load(right)
    bank.split(leftLines, into: &leftSignal)
    bank.split(rightLines, into: &rightSignal)
    record.beginFrame()
    for column in 0..<columnCount {
      leftColumn.load(leftSignal, column)
      rightColumn.load(rightSignal, column)
      downmix.measure(leftColumn, rightColumn)
      record.set(downmix.products, column: column)
      downmix.apply(&leftColumn, rightColumn)
      leftColumn.store(in: &matrix, parts: &parts, column)
    }
    bank.join(parts, into: &matrix)
  }

  /// Computes ``payload``.
  ///
  /// - Parameters:
  ///   - hasHeader: True if the packet has a header and refers to no previous one.
  ///   - mostBits: The payload's limit in bits; where it would need more, fewer parameters are sent, or none.
  mutating func prepare(hasHeader: Bool, mostBits: Int) {
    planner.plan(record)
    if coder.code(planner.envelopes, hasHeader: hasHeader) > mostBits {
      planner.planOne(record)
      if coder.code(planner.envelopes, hasHeader: hasHeader) > mostBits {
        coder.codeNothing(hasHeader: hasHeader)
      }
    }
    coder.keep()
    planner.keep()
  }
}
