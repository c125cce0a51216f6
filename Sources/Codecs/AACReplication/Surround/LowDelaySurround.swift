package import AACSyntax
package import Bitstream
import MPEG4Systems

/// LD MPEG Surround, the stereo of AAC-ELD version 2: from payloads to the subbands of left and right.
///
/// ISO/IEC 23003-2. Where payloads are missing or broken the last values continue, and fade to equal channels with the
/// core, or after some frames; differences can be followed again from the next independent frame on.
package struct LowDelaySurround: ~Copyable, Sendable {
  /// The number of frames in a row without values after which they begin to fade, and how many that takes.
  private static let heldFrameCount = 10
  private static let fadedFrameCount = 5

  private let initial: SurroundConfiguration
  private let codebooks = SurroundCodebooks()
  private let outputRate: Int
  private let frameLength: Int
  private var frame = SurroundFrame()
  private var upmix: SurroundUpmix
  /// True if all frames since the last independent one have arrived.
  private var isSynchronized = false
  private var missingCount = 0

  /// Prepares a stream.
  ///
  /// - Parameters:
  ///   - outputRate: The rate of the output, in Hz.
  ///   - frameLength: The number of samples per frame of the output.
  package init(_ configuration: SurroundConfiguration, outputRate: Int, frameLength: Int) {
    initial = configuration
    self.outputRate = outputRate
    self.frameLength = frameLength
    upmix = SurroundUpmix(configuration)
  }

  /// Clears all frames.
  package mutating func reset() {
    if upmix.configuration == initial { upmix.reset() } else { upmix = SurroundUpmix(initial) }
    frame.reset()
    isSynchronized = false
    missingCount = 0
  }

  /// Reads the payload of the next frame, from behind its `extension_type` on.
  ///
  /// - Throws: If the payload breaks a rule; the frame must be concealed then: ``prepareMissing(level:)``.
  package mutating func prepare(_ reader: inout BitReader) throws(AACError) {
    let start = reader.offset
    let kind = try reader.bits(2)
    guard kind < 2 else { return prepareMissing(level: 1) }
    guard try reader.bits(2) == 3 else { throw AACError(.surroundFragment, at: start) }
    if kind == 1 { try adoptConfiguration(&reader) }
    try frame.parse(&reader, upmix.configuration, codebooks)
    if frame.isIndependent { isSynchronized = true }
    guard isSynchronized else { return holdValues(level: 1) }
    missingCount = 0
    upmix.parameters.advance(to: frame)
    upmix.shapingData = frame.shaping
  }

  /// Reads a configuration in a packet; a configuration that differs from the last one restarts the decoding.
  private mutating func adoptConfiguration(_ reader: inout BitReader) throws(AACError) {
    let start = reader.offset
    let hasTimeAlignment = try reader.bit()
    var length = try reader.bits(7)
    if length == 127 { length += try reader.bits(16) }
    let end = reader.offset + 8 * length
    guard !hasTimeAlignment else { throw AACError(.surroundTimeAlignment, at: start) }
    var part = try reader.part(upTo: end)
    let configuration = try SurroundConfiguration(parsing: &part)
    do throws(AACError) {
      try configuration.check(outputRate: outputRate, frameLength: frameLength)
    } catch {
      throw AACError(error.rule, at: start)
    }
    try reader.jump(to: end)
    guard configuration != upmix.configuration else { return }
    upmix = SurroundUpmix(configuration)
    frame.reset()
    isSynchronized = false
  }

  /// Conceals the next frame, whose payload is missing or damaged.
  ///
  /// - Parameter level: The amplitude of a core that was concealed as well, relative to the last packet.
  package mutating func prepareMissing(level: Float) {
    isSynchronized = false
    holdValues(level: level)
  }

  private mutating func holdValues(level: Float) {
    missingCount = min(missingCount + 1, 1 << 20)
    let faded = Float(missingCount - Self.heldFrameCount) / Float(Self.fadedFrameCount)
    let width = min(level, 1 - min(max(faded, 0), 1))
    upmix.parameters.hold(width: width, slotCount: upmix.configuration.slotCount)
    upmix.shapingData = SurroundShapingData()
  }

  /// Computes left and right of the frame that was prepared: `left` holds the one channel before.
  mutating func apply(left: inout QuadratureMirrorMatrix, right: inout QuadratureMirrorMatrix) {
    upmix.apply(left: &left, right: &right)
  }
}

extension BitReader {
  /// Returns a reader of the bits from here to a place.
  @_lifetime(copy self)
  fileprivate func part(upTo end: Int) throws(AACError) -> BitReader {
    do throws(EndOfBits) {
      return try prefix(end - offset)
    } catch {
      throw AACError(.truncated, at: offset)
    }
  }
}
