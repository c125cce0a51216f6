import AudioBase

/// ADPCM of Yamaha's chips (Y8950, AICA, telephone chips): a code is a sign and an odd number of eighths of a step.
///
/// Two channels share each byte, the first in its lower half; one channel has the lower half first. The numbers are
/// those of the Y8950's application manual: steps from 127 to 24576, changed by factors in parts of 256.
struct YamahaADPCM: RunningADPCM {
  static let formatID = FourCharacterCode.yamahaADPCM
  static let name = "ADPCM of Yamaha"

  private var predictor: Int32 = 0
  private var step: Int32 = 127

  init(_ stream: CodedStream) {}

  private static let factors: [8 of Int32] = [230, 230, 230, 230, 307, 409, 512, 614]

  mutating func decode(
    _ packet: Span<UInt8>, channel: Int, of channelCount: Int, into plane: inout MutableSpan<Float>
  ) {
    for frame in plane.indices {
      let place = frame * channelCount + channel
      let code = packet[place >> 1] >> UInt8(4 * (place & 1)) & 15
      let magnitude = Int(code & 7)
      let difference = step * Int32(2 * magnitude + 1) / 8
      predictor = clipped16(code & 8 == 0 ? predictor + difference : predictor - difference)
      step = min(max((step * Self.factors[magnitude]) >> 8, 127), 24576)
      plane[frame] = Float(predictor) * 0x1p-15
    }
  }
}
