public import AudioBase

/// A library of the system that decodes whole packets, with its state: all that its codec differs in from others.
protocol PacketLibrary: ~Copyable, SendableMetatype {
  /// The data format.
  static var formatID: FourCharacterCode { get }
  static var name: String { get }
  /// True if the library is installed.
  static var isInstalled: Bool { get }
  /// The error thrown if the library is not installed.
  static var missing: CodecError { get }
  /// The most frames of any packet.
  static var maximumFrameCount: Int { get }
  /// The distance of earlier packets on which a packet depends.
  static var history: DecoderHistory { get }
  /// The number of packets to decode before the first one with correct output.
  static var prerollPacketCount: Int { get }
  /// The problem of the packet decoded last that left its sound usable; `nil` for most libraries.
  var remark: CodecError? { get }

  /// Describes the decoded packets of a stream.
  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat
  /// Begins; the library is installed.
  init(_ stream: CodedStream) throws(CodecError)
  /// Decodes a packet and returns its number of frames; ``copy(_:to:)`` returns the frames.
  ///
  /// - Parameter frameCount: The frames of the packet by its container, 0 if it does not say.
  mutating func decode(_ packet: Span<UInt8>, frameCount: Int) throws(CodecError) -> Int
  /// Copies a channel of the frames that were decoded.
  func copy<Sample: PlaneSample>(_ channel: Int, to plane: inout MutableSpan<Sample>)
}

extension PacketLibrary where Self: ~Copyable {
  var remark: CodecError? { nil }

  /// A descriptor for a catalog.
  static var descriptor: CodecDescriptor {
    CodecDescriptor(
      formatIDs: [formatID], name: name,
      describe: { stream, _ throws(CodecError) in
        CodecSummary(
          formatID: Self.formatID, profile: Self.name, decoded: try Self.decodedFormat(stream),
          notes: Self.isInstalled ? [] : ["\(Self.missing.rule)"], configuration: stream.cookie)
      },
      makeDecoder: { stream, _ throws(CodecError) in try PacketLibraryDecoder<Self>(stream) },
      missing: { _ in Self.isInstalled ? nil : Self.missing })
  }
}

/// Codecs of archives, films and calls whose packets a library of the system decodes, as entered in the catalog.
public enum PacketCodec {
  /// WavPack, Musepack, Speex, DTS, SBC, aptX and Codec 2.
  public static let descriptors: [CodecDescriptor] = [
    WavPackLibrary.descriptor, MusepackLibrary.descriptor, SpeexLibrary.descriptor, DTSLibrary.descriptor,
    SBCLibrary.descriptor,
    AptXLibrary<StandardAptX>.descriptor, AptXLibrary<HDAptX>.descriptor, Codec2Library.descriptor,
  ]
}

/// Decodes packets by a library of the system.
struct PacketLibraryDecoder<Library: PacketLibrary & ~Copyable>: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  var remark: CodecError? { library.remark }
  var history: DecoderHistory { Library.history }
  var prerollPacketCount: Int { Library.prerollPacketCount }
  var frameLimit: PacketFrameLimit {
    PacketFrameLimit(unitFrameCount: Library.maximumFrameCount, unitByteCount: 1, maximumUnitCount: 1)
  }

  private let stream: CodedStream
  private var library: Library
  private var lastFrameCount: Int

  /// Creates a decoder.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the library is missing.
  init(_ stream: CodedStream) throws(CodecError) {
    guard Library.isInstalled else { throw Library.missing }
    let format = try Library.decodedFormat(stream)
    library = try Library(stream)
    self.format = format
    self.stream = stream
    lastFrameCount = format.framesPerPacket
  }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    try decodeAny(packet, frameCount, into: &output)
  }

  mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>
  ) throws(CodecError) {
    try decodeAny(packet, frameCount, into: &output)
  }

  private mutating func decodeAny<Sample: PlaneSample>(
    _ packet: Span<UInt8>, _ stated: Int, into output: inout SampleBlock<Sample>
  ) throws(CodecError) {
    output.setFrameCount(0)
    guard !packet.isEmpty else { throw CodecError(.truncated, "a packet is missing") }
    let count = try library.decode(packet, frameCount: stated)
    guard count <= Library.maximumFrameCount else {
      throw CodecError(.limitExceeded, "a packet has more frames than any of its codec")
    }
    if output.capacity < count {
      // Bound: the most frames of a packet of the codec.
      output = SampleBlock<Sample>(channelCount: output.channelCount, capacity: count)
    }
    output.setFrameCount(count)
    for channel in 0..<min(output.channelCount, format.layout.channelCount) {
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(0..<count)
      library.copy(channel, to: &part)
    }
    lastFrameCount = max(1, count)
  }

  /// Writes silence, for the duration of the last packet.
  mutating func conceal(into output: inout PCMBlock) {
    output.fillWithSilence(frameCount: min(lastFrameCount, output.capacity))
  }

  /// Starts with a new decoder.
  mutating func reset() {
    // Holds: the same stream has made one before.
    if let fresh = try? Library(stream) { library = fresh }
    lastFrameCount = format.framesPerPacket
  }
}
