import AudioBase

/// IMA ADPCM without blocks, as in games: the state of each channel begins at zero and runs to the end of the file.
protocol RunningIMA: RunningADPCM {
  var state: IMAState { get set }
  /// Returns the state after a code.
  static func next(_ state: IMAState, _ code: UInt8) -> IMAState
  /// Returns the byte of a frame's code, and true if it is in the byte's upper half.
  static func place(_ frame: Int, channel: Int, of channelCount: Int) -> (byte: Int, isUpper: Bool)
}

extension RunningIMA {
  static func next(_ state: IMAState, _ code: UInt8) -> IMAState { state.next(code) }

  /// The first channel in the upper half of a byte, the second in the lower; of one channel the upper half first.
  static func place(_ frame: Int, channel: Int, of channelCount: Int) -> (byte: Int, isUpper: Bool) {
    let place = frame * channelCount + channel
    return (place >> 1, place & 1 == 0)
  }

  mutating func decode(
    _ packet: Span<UInt8>, channel: Int, of channelCount: Int, into plane: inout MutableSpan<Float>
  ) {
    for frame in plane.indices {
      let (byte, isUpper) = Self.place(frame, channel: channel, of: channelCount)
      state = Self.next(state, isUpper ? packet[byte] >> 4 : packet[byte] & 15)
      plane[frame] = Float(state.output) * 0x1p-15
    }
  }
}

/// IMA ADPCM of Simon & Schuster Interactive (KVAG).
struct KVAGADPCM: RunningIMA {
  static let formatID = FourCharacterCode.kvagADPCM
  static let name = "IMA ADPCM of Simon & Schuster Interactive"
  var state = IMAState()
  init(_ stream: CodedStream) {}
}

/// IMA ADPCM of Ubisoft (APM): bytes of the channels in turn, the upper half first.
struct APMADPCM: RunningIMA {
  static let formatID = FourCharacterCode.apmADPCM
  static let name = "IMA ADPCM of Ubisoft (APM)"
  var state = IMAState()
  init(_ stream: CodedStream) {}

  static func frameCount(_ byteCount: Int, _ format: StreamFormat) -> Int { byteCount / format.channelsPerFrame * 2 }

  static func place(_ frame: Int, channel: Int, of channelCount: Int) -> (byte: Int, isUpper: Bool) {
    (frame >> 1 * channelCount + channel, frame & 1 == 0)
  }
}

/// IMA ADPCM of Westwood Studios: bytes of the channels in turn, the lower half first.
///
/// The difference is the product of the step and an odd number of eighths, truncated once (V. Bato, "Format of
/// Westwood's AUD files"); the IMA's own text truncates each part.
struct WestwoodADPCM: RunningIMA {
  static let formatID = FourCharacterCode.westwoodADPCM
  static let name = "IMA ADPCM of Westwood Studios"
  var state = IMAState()
  init(_ stream: CodedStream) {}

  static func frameCount(_ byteCount: Int, _ format: StreamFormat) -> Int { byteCount / format.channelsPerFrame * 2 }

  static func place(_ frame: Int, channel: Int, of channelCount: Int) -> (byte: Int, isUpper: Bool) {
    (frame >> 1 * channelCount + channel, frame & 1 == 1)
  }

  static func next(_ state: IMAState, _ code: UInt8) -> IMAState {
    var next = state.next(code)
    let step = Int32(imaSteps[Int(state.stepIndex)])
    let difference = (step * Int32(2 * (code & 7) + 1)) >> 3
    next.predictor = clipped16(code & 8 == 0 ? state.predictor + difference : state.predictor - difference)
    return next
  }
}
