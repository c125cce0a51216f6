import AudioBase

/// Decodes speech with a library of the system: packets of one or more units, one channel.
struct VoiceDecoder: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  /// Always `nil`.
  var remark: CodecError? { nil }
  /// The number of packets in a fifth of a second, in which the predictors' state fades.
  let prerollPacketCount: Int
  /// Unbounded: predictors remember all.
  var history: DecoderHistory { .unbounded("the predictor of speech") }
  var frameLimit: PacketFrameLimit {
    PacketFrameLimit(
      unitFrameCount: voice.framesPerUnit, unitByteCount: 1, maximumUnitCount: Voice.maximumUnitCount)
  }

  private let voice: Voice
  private var handle: VoiceHandle

  /// Creates a decoder.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the library is missing, or for a stream of several channels.
  init(_ voice: Voice, _ stream: CodedStream) throws(CodecError) {
    let format = try Self.decodedFormat(voice, stream.format)
    let handle = try Self.makeHandle(voice)
    (self.format, self.voice) = (format, voice)
    self.handle = handle
    prerollPacketCount = (Int(voice.sampleRate) / 5 + format.framesPerPacket - 1) / format.framesPerPacket
  }

  private static func makeHandle(_ voice: Voice) throws(CodecError) -> VoiceHandle {
    guard let library = voice.library() else { throw voice.missing }
    return try VoiceHandle(
      library, unitByteCount: voice.maximumUnitByteCount, frameCount: voice.framesPerUnit)
  }

  /// The format that packets of a stream decode to.
  static func decodedFormat(_ voice: Voice, _ stream: StreamFormat) throws(CodecError) -> DecodedFormat {
    let isOwnRate = [0, voice.sampleRate].contains(stream.sampleRate)
    guard stream.channelsPerFrame <= 1, isOwnRate || voice.takesAnyRate else {
      throw CodecError(.unsupported, "speech has one channel, at the rate of its codec")
    }
    let (units, rest) = stream.framesPerPacket.quotientAndRemainder(dividingBy: voice.framesPerUnit)
    let isUsual = rest == 0 && (1...Voice.maximumUnitCount).contains(units)
    return DecodedFormat(
      sampleRate: isOwnRate ? voice.sampleRate : stream.sampleRate, layout: ChannelLayout(unlabelledChannelCount: 1),
      framesPerPacket: isUsual ? stream.framesPerPacket : voice.framesPerUnit)
  }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    output.setFrameCount(0)
    guard output.channelCount == 1, packet.count > 0 else {
      throw CodecError(packet.count > 0 ? .invalidState : .truncated, "speech has one channel, and a packet has bytes")
    }
    // All are measured before the first is decoded, so that a refused packet changes nothing.
    var (place, unitCount) = (0, 0)
    while place < packet.count {
      place += try voice.unitByteCount(packet, at: place)
      unitCount += 1
    }
    guard unitCount <= Voice.maximumUnitCount, unitCount * voice.framesPerUnit <= output.capacity else {
      throw CodecError(.limitExceeded, "a packet of speech holds more frames than its container says")
    }
    output.setFrameCount(unitCount * voice.framesPerUnit)
    var plane = output.plane(0)
    place = 0
    for unit in 0..<unitCount {
      let count = try voice.unitByteCount(packet, at: place)
      handle.decode(packet.extracting(place..<(place + count)), to: &plane, at: unit * voice.framesPerUnit)
      place += count
    }
  }

  /// Conceals a packet's duration with the library; writes silence if it does not.
  mutating func conceal(into output: inout PCMBlock) {
    let units = min(format.framesPerPacket, output.capacity) / voice.framesPerUnit
    output.fillWithSilence(frameCount: min(format.framesPerPacket, output.capacity))
    guard !voice.lostUnit.isEmpty, output.channelCount == 1 else { return }
    var plane = output.plane(0)
    for unit in 0..<units { handle.decode(voice.lostUnit.span, to: &plane, at: unit * voice.framesPerUnit) }
  }

  /// Starts with a new decoder: the libraries cannot reset one.
  mutating func reset() {
    // Holds: the same library has made one before.
    guard let fresh = try? Self.makeHandle(voice) else { return }
    handle = fresh
  }
}
