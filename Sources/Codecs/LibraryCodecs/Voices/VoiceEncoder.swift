import AudioBase

/// Encodes AMR or AMR-WB by a library of the system: frames of 20 ms, one channel, without discontinuous transmission.
struct VoiceEncoder: PacketEncoder, ~Copyable {
  let format: EncodedFormat

  private let coding: VoiceCoding
  private let mode: Int32
  private var handle: VoiceEncoderHandle
  /// The number of frames that were given so far, and packets that were made.
  private var frameCount: Int64 = 0
  private var packetCount: Int64 = 0

  /// Creates an encoder.
  ///
  /// - Throws: `CodecError` if the library is missing, and for rates, channels and bit rates that the codec does not
  ///   have.
  init(_ coding: VoiceCoding, _ settings: EncoderSettings) throws(CodecError) {
    guard settings.sampleRate == coding.sampleRate, settings.layout.channelCount == 1 else {
      throw CodecError(.unsupported, coding.shape, clause: "RFC 4867, 3.1")
    }
    let bitRate = settings.bitRate ?? coding.usualBitRate
    guard let mode = coding.bitRates.firstIndex(of: bitRate) else {
      throw CodecError(.unsupported, coding.rates, clause: "RFC 4867, 3.1")
    }
    let handle = try Self.makeHandle(coding)
    (self.coding, self.mode) = (coding, Int32(mode))
    self.handle = handle
    var format = EncodedFormat(
      stream: StreamFormat(
        formatID: coding.formatID, sampleRate: coding.sampleRate, channelsPerFrame: 1,
        framesPerPacket: coding.framesPerPacket),
      layout: ChannelLayout(unlabelledChannelCount: 1), maximumPacketByteCount: VoiceCoding.maximumPacketByteCount,
      primingFrames: coding.primingFrames)
    format.largestSample = 1
    self.format = format
  }

  private static func makeHandle(_ coding: VoiceCoding) throws(CodecError) -> VoiceEncoderHandle {
    guard let library = coding.library() else { throw coding.missing }
    return try VoiceEncoderHandle(library, frameCount: coding.framesPerPacket)
  }

  /// Encodes the frames of a packet, and appends it.
  mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    guard input.channelCount == 1 else { throw CodecError(.invalidState, "speech has one channel") }
    guard !frames.isEmpty, frames.count <= coding.framesPerPacket, frames.lowerBound >= 0,
      frames.upperBound <= input.frameCount
    else { throw CodecError(.invalidState, "a packet has its number of frames, or fewer at the end") }
    try handle.encode(input.channel(0).extracting(frames), mode: mode, into: &packet)
    frameCount += Int64(frames.count)
    packetCount += 1
  }

  /// Appends a packet of silence; returns false if the packets so far already decode to all of the input.
  mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool {
    guard frameCount > 0, packetCount * Int64(coding.framesPerPacket) < frameCount + Int64(coding.primingFrames) else {
      return false
    }
    try handle.encode(Span(), mode: mode, into: &packet)
    packetCount += 1
    return true
  }

  /// Starts with a new encoder: the libraries cannot reset one.
  mutating func reset() {
    // Holds: the same library has made one before.
    guard let fresh = try? Self.makeHandle(coding) else { return }
    handle = fresh
    (frameCount, packetCount) = (0, 0)
  }
}

/// The description of an encoder of speech.
struct VoiceCoding: Sendable {
  /// The longest frame: AMR-WB at 23.85 kbit/s.
  static let maximumPacketByteCount = 61

  let formatID: FourCharacterCode
  let name: String
  /// The sample rate in Hz.
  let sampleRate: Double
  /// The bit rates by the library's number of the mode, in bits/s.
  let bitRates: [Int]
  let usualBitRate: Int
  /// The delay of a decoder's output relative to the encoder's input, in frames, as measured with pulses.
  let primingFrames: Int
  let library: @Sendable () -> VoiceEncoderLibrary?
  /// The errors thrown for another shape, for another bit rate, and where the library is not installed.
  let shape: StaticString
  let rates: StaticString
  let missing: CodecError

  /// The number of frames per packet, which lasts 20 ms.
  var framesPerPacket: Int { Int(sampleRate) / 50 }

  static let amrNarrowBand = VoiceCoding(
    formatID: "samr", name: "AMR", sampleRate: 8000,
    bitRates: [4750, 5150, 5900, 6700, 7400, 7950, 10_200, 12_200], usualBitRate: 12_200, primingFrames: 40,
    library: { .amrNarrowBand }, shape: "AMR has one channel at 8000 Hz; ask for them",
    rates: "AMR has 4750, 5150, 5900, 6700, 7400, 7950, 10200 or 12200 bits/s",
    missing: CodecError(
      .unsupported,
      "AMR is encoded by the library libopencore-amrnb.so.0, which is not installed (package libopencore-amrnb0)"))

  static let amrWideBand = VoiceCoding(
    formatID: "sawb", name: "AMR-WB", sampleRate: 16_000,
    bitRates: [6600, 8850, 12_650, 14_250, 15_850, 18_250, 19_850, 23_050, 23_850], usualBitRate: 23_850,
    primingFrames: 95, library: { .amrWideBand }, shape: "AMR-WB has one channel at 16000 Hz; ask for them",
    rates: "AMR-WB has 6600, 8850, 12650, 14250, 15850, 18250, 19850, 23050 or 23850 bits/s",
    missing: CodecError(
      .unsupported,
      "AMR-WB is encoded by the library libvo-amrwbenc.so.0, which is not installed (package libvo-amrwbenc0)"))

  /// A descriptor for a catalog.
  var descriptor: CodecDescriptor {
    CodecDescriptor(
      name: name, encodedFormatIDs: [formatID], encoderSettings: [.bitRate],
      makeEncoder: { settings throws(CodecError) in try VoiceEncoder(self, settings) },
      encoderChoices: EncoderChoices(
        sampleRates: { _ in [sampleRate] },
        bitRates: { _ throws(CodecError) in
          // Holds: a row has rates.
          EncoderBitRates(
            range: bitRates[0]...bitRates[bitRates.count - 1], recommended: usualBitRate, usual: bitRates)
        }),
      missing: { direction in direction == .encoding && library() == nil ? missing : nil })
  }
}
