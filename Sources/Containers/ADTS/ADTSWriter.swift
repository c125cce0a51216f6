package import AudioBase
import ID3Tags
import MPEG4Systems

/// Writes packets of AAC as an ADTS stream without CRC, after an ID3v2 tag if there are metadata.
///
/// A header has room for the four oldest object types with 1024 samples per frame. SBR and PS are not announced, as
/// there is no field for them: decoders find them in the packets. A stream whose writer was killed holds every frame
/// that was complete.
package struct ADTSWriter: ContainerWriter {
  private let sink: any ByteSink
  private var format: StreamFormat
  private var header: ADTSHeader
  private var metadata: Metadata
  private var frames: [UInt8] = []
  /// The frames of sound that were written.
  private var frameCount: Int64 = 0
  private var hasBegun = false
  /// True if no frame of the stream has been written; the first one may have to describe it.
  private var isStreamNew = true
  private var isFinished = false
  package private(set) var dataOffset: Int64 = 0

  package init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    header = try ADTSHeader(configuration: settings.cookie)
    self.sink = sink
    format = settings.format
    metadata = settings.metadata
    // Which frames are the recording has no place here; a copy from MP4 is requested all the same.
  }

  package mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: "adts")
    }
    // All frames are made before the first is written, so that a refused call leaves the stream as it was.
    frames.removeAll(keepingCapacity: true)
    for index in descriptions.indices {
      try appendFrame(descriptions[index], of: bytes, isFirst: isStreamNew && index == 0)
    }
    guard !frames.isEmpty else { return }
    if !hasBegun { try begin() }
    try sink.append(frames.span)
    isStreamNew = false
  }

  private mutating func appendFrame(
    _ place: PacketDescription, of bytes: Span<UInt8>, isFirst: Bool
  ) throws(ContainerError) {
    guard place.startOffset >= 0, place.byteCount >= 0, place.startOffset <= bytes.count,
      place.byteCount <= bytes.count - place.startOffset
    else {
      throw ContainerError(.invalidState, "a packet lies within the bytes that come with it", at: sink.byteCount)
    }
    let packet = bytes.extracting(place.startOffset..<(place.startOffset + place.byteCount))
    guard packet.count <= ADTSHeader.maximumFrameByteCount - ADTSHeader.byteCount else {
      throw ContainerError(
        .unsupported, "a packet in ADTS has at most 8184 bytes; MP4, CAF and LOAS hold longer ones",
        at: sink.byteCount, in: "adts")
    }
    let beginsWithConfiguration =
      packet.count > 0 && UInt32(packet[0] >> 5) == ADTSConfiguration.programConfigurationIdentifier
    guard !isFirst || header.channelConfiguration != 0 || beginsWithConfiguration else {
      throw ContainerError(
        .unsupported,
        "without a channel configuration the first packet begins with a program configuration; MP4, CAF and LOAS need none",
        at: sink.byteCount, in: "adts")
    }
    var own = header
    own.frameByteCount = ADTSHeader.byteCount + packet.count
    own.blockCount = blockCount(of: place)
    frameCount += Int64(1024 * own.blockCount)
    own.append(to: &frames)
    frames.append(copying: packet)
  }

  /// Returns the number of blocks: a packet has several blocks only in ADTS streams without CRC.
  private func blockCount(of place: PacketDescription) -> Int {
    let blocks = place.frameCount / 1024
    let isWhole = format.framesPerPacket == 1024 && place.frameCount == blocks * 1024 && (1...4).contains(blocks)
    return isWhole ? blocks : 1
  }

  /// Writes the bytes before the first frame.
  private mutating func begin() throws(ContainerError) {
    let tag = try tag()
    if !tag.isEmpty { try sink.append(tag.span) }
    hasBegun = true
    dataOffset = sink.byteCount
  }

  /// Returns the tag, whose last chapter ends with the frames so far.
  private func tag() throws(ContainerError) -> [UInt8] {
    try ID3Tag.bytes(
      for: metadata, options: ID3WritingOptions(sampleRate: header.sampleRate, frameCount: frameCount))
  }

  /// Sets the configuration; throws for a different one after frames have been written.
  package mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    let other = try ADTSHeader(configuration: cookie)
    guard other == header || !hasBegun else {
      throw ContainerError(.invalidState, "all frames of a stream are alike", at: sink.byteCount, in: "adts")
    }
    header = other
  }

  /// Continues with frames of another stream, which their own headers describe.
  package mutating func changeStream(to stream: CodedStream) throws(ContainerError) {
    header = try ADTSHeader(configuration: stream.cookie)
    format = stream.format
    isStreamNew = true
  }

  package mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard metadata != self.metadata else { return }
    guard !hasBegun else {
      throw ContainerError(.invalidState, "the tag stands before the frames", at: sink.byteCount, in: "ID3 ")
    }
    self.metadata = metadata
  }

  /// Ends the stream, which is complete after every frame.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if there was none: a stream without frames has no bytes at all, which
  ///   cannot be distinguished from a failure.
  package mutating func finish() throws(ContainerError) {
    isFinished = true
    guard hasBegun else {
      throw ContainerError(.unsupported, "a stream of ADTS frames has one at least", at: sink.byteCount, in: "adts")
    }
    // The end of the last chapter, in a place of the same length.
    if sink.canOverwrite, !metadata.markers.isEmpty {
      let tag = try tag()
      try sink.overwrite(tag.span, at: 0)
    }
  }
}

extension ADTSHeader {
  /// Creates the header of a stream from its AudioSpecificConfig, plain or wrapped as a magic cookie.
  ///
  /// - Throws: ``ErrorKind/unsupported`` for properties that ADTS cannot state, ``ErrorKind/invalidState`` if this
  ///   is not a configuration.
  init(configuration cookie: [UInt8]) throws(ContainerError) {
    func refusal(_ rule: StaticString) -> ContainerError { ContainerError(.unsupported, rule, at: 0, in: "adts") }
    let bytes: [UInt8]
    do throws(DescriptorError) {
      bytes = try MagicCookie.audioSpecificConfig(in: cookie.span)
    } catch {
      throw ContainerError(.invalidState, "the magic cookie holds an AudioSpecificConfig", at: 0, in: "adts")
    }
    let config: AudioSpecificConfig
    do throws(CodecError) {
      config = try AudioSpecificConfig(parsing: bytes.span)
    } catch {
      throw ContainerError(error.kind == .unsupported ? .unsupported : .invalidState, error.rule, at: 0, in: "adts")
    }
    guard config.objectType != .usac else {
      throw refusal("ADTS has no number for USAC (xHE-AAC), whose object type is 42")
    }
    guard (1...4).contains(config.objectType.rawValue) else {
      throw refusal(
        "ADTS holds AAC Main, LC, SSR and LTP; AAC-LD, AAC-ELD and the others go into MP4, CAF or LOAS")
    }
    guard config.coreFrameLength == 1024 else {
      throw refusal("ADTS holds frames of 1024 samples; those of 960 go into MP4, CAF or LOAS")
    }
    guard let index = SamplingFrequency.rates.firstIndex(of: config.samplingFrequency.hertz) else {
      throw refusal("ADTS knows 13 sample rates from 7350 to 96000 Hz; MP4, CAF and LOAS hold the others")
    }
    guard (0...7).contains(config.channelConfiguration) else {
      throw refusal("ADTS knows the channel configurations 1 to 7; MP4, CAF and LOAS hold the others")
    }
    self.init(
      profile: UInt8(config.objectType.rawValue - 1), samplingFrequencyIndex: UInt8(index),
      channelConfiguration: UInt8(config.channelConfiguration))
  }
}
