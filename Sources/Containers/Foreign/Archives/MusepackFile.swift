public import AudioBase
import FramedStreams

/// Musepack of stream versions 7 and 8, with an ID3v2 tag before and APE tags after the frames. Read only.
///
/// ```
/// 7  MP+ 7 │ frames 4 │ parameters 16 │ encoder 1 │ length 20 bits │ frame │ … │ frames of the last 11 bits │ tags
/// 8  MPCK │ SH: parameters │ RG: gains │ EI │ SO │ AP: 4ⁿ frames │ … │ ST: seek table │ SE │ tags
/// ```
/// Version 8: "SV8 Specification" (trac.musepack.net). Version 7 has no page: words of 32 bits with the lowest byte
/// first, whose highest bit is read first, and the fields of the header as libmpcdec knows them.
public enum MusepackFile {
  static let fileType: FourCharacterCode = "mpc "
  /// The frames of sound of a coded frame.
  static let frameLength = 1152
  /// The delay of the synthesis, in frames (`MPC_DECODER_SYNTH_DELAY`).
  static let synthesisDelay: Int64 = 481

  /// The descriptor for a catalog.
  public static let descriptor = ContainerDescriptor(fileType: fileType, name: "Musepack", formatIDs: [fileType]) {
    $0.extensions = ["mpc", "mp+", "mpp"]
    $0.mediaTypes = ["audio/x-musepack", "audio/musepack"]
    $0.probe = { head in
      if head.begins(with: "MPCK") { return 100 }
      return head.count >= 4 && head.begins(with: "MP+") && head[3] & 15 == 7 ? 100 : 0
    }
    $0.open = { source, limits throws(ContainerError) in
      try source.refuseArriving(fileType)
      let header = try MusepackHeader(source, limits: limits)
      return header.version == 7
        ? try MusepackReader(MusepackFrameScanner(source, header), header, source, limits)
        : try MusepackReader(MusepackBlockScanner(source, header, limits), header, source, limits)
    }
    $0.marksRecording = true
  }
}

/// The parameters of a stream.
struct MusepackHeader {
  private static let sampleRates = [44_100, 48_000, 37_800, 32_000]
  /// The most frames of a block: 4⁵, which are 27 seconds, and memory of 9 MiB. Encoders make 4³.
  private static let greatestBlockPower = 10

  let tags: ArchiveTags
  let version: Int
  private(set) var sampleRate = 0
  private(set) var channelCount = 2
  private(set) var highestBand = 0
  private(set) var isMidSide = false
  /// The frames of a block are two to this power.
  private(set) var blockPower = 0
  /// The number of frames of sound, including those omitted at the beginning.
  private(set) var soundLength: Int64 = 0
  private(set) var leadingSilence: Int64 = 0
  /// The offset of the first block; for version 7, the offset from which bits are counted.
  private(set) var dataOffset: Int64 = 0
  /// The names of gains and chapters, which cannot be stored as metadata.
  private(set) var unnamedItems: [String] = []

  /// The number of coded frames: enough for the last frame of sound to pass the synthesis.
  var frameCount: Int64 {
    let length = Int64(MusepackFile.frameLength)
    return (soundLength + MusepackFile.synthesisDelay + length - 1) / length
  }
  var framesPerPacket: Int { MusepackFile.frameLength << blockPower }
  /// The cookie: version, highest band, middle and side, channels, power of two of a block.
  var cookie: [UInt8] {
    [UInt8(version), UInt8(highestBand), isMidSide ? 1 : 0, UInt8(channelCount), UInt8(blockPower)]
  }

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    tags = try ArchiveTags(source, limits: limits)
    let start = tags.start
    var window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    let magic = try window.bigEndian(4, at: start)
    version = magic == 0x4D50_434B ? 8 : Int(magic & 15)
    if version == 8 {
      try readBlocks(&window, at: start + 4)
    } else if magic >> 8 == 0x4D_502B, version == 7 {
      try readWords(&window, at: start)
    } else {
      throw ContainerError(
        .unsupported, "Musepack is read in its stream versions 7 and 8", at: start, in: MusepackFile.fileType)
    }
    guard highestBand < 32, channelCount <= 2, blockPower <= Self.greatestBlockPower else {
      throw ContainerError(
        .unsupported, "Musepack has up to two channels, 32 bands and 1024 frames a block here", at: start,
        in: MusepackFile.fileType)
    }
    guard soundLength > 0, leadingSilence >= 0, leadingSilence <= soundLength, soundLength < 1 << 48 else {
      throw ContainerError(
        soundLength == 0 ? .unsupported : .malformed,
        "a stream of Musepack states its length, which is more than the silence before it", at: start,
        in: MusepackFile.fileType)
    }
  }

  /// Reads the 32-bit words of version 7.
  private mutating func readWords(_ window: inout SourceWindow, at start: Int64) throws(ContainerError) {
    let count = Int64(try window.littleEndian(4, at: start + 4))
    let fields = try window.littleEndian(4, at: start + 8)
    // Intensity stereo 1, middle and side 1, bands 6, profile 4, link 2, rate 2, level 16.
    isMidSide = fields >> 30 & 1 == 1
    highestBand = Int(fields >> 24 & 63)
    sampleRate = Self.sampleRates[Int(fields >> 16 & 3)]
    for (place, name) in [(12, "title"), (16, "album")] where try window.littleEndian(4, at: start + Int64(place)) != 0
    {
      unnamedItems.append("the gain of the \(name) in Musepack's header")
    }
    // The exact length is known 1, frames of sound of the last frame 11.
    let last = try window.littleEndian(4, at: start + 20)
    let length = Int64(MusepackFile.frameLength)
    let ofLast = Int64(last >> 20 & 0x7FF)
    guard count > 0 else { return }
    guard ofLast <= length else {
      throw ContainerError(.malformed, "the last frame has up to 1152 frames of sound", at: start, in: "mpc ")
    }
    soundLength =
      last >> 31 == 1
      ? (count - 1) * length + (ofLast == 0 ? length : ofLast) : count * length - MusepackFile.synthesisDelay
    dataOffset = start + 25
  }

  /// Reads the packets of version 8 up to the first one with sound.
  private mutating func readBlocks(_ window: inout SourceWindow, at start: Int64) throws(ContainerError) {
    var place = start
    // Few packets stand in front of the sound.
    for _ in 0..<256 {
      let packet = try MusepackPacketHeader(&window, at: place)
      switch packet.key {
      case "AP":
        guard sampleRate > 0 else {
          throw ContainerError(.malformed, "the stream header comes first (SH)", at: place, in: "mpc ")
        }
        return dataOffset = place
      case "SE": throw ContainerError(.malformed, "the stream has no sound", at: place, in: "mpc ")
      case "SH": try readParameters(&window, packet)
      case "RG":
        // Version 1, then level and peak of title and album.
        if packet.bodyByteCount >= 9, try window.bigEndian(8, at: packet.body + 1) != 0 {
          unnamedItems.append("the gains of Musepack's header (RG)")
        }
      case "CT": unnamedItems.append("chapters of Musepack (CT)")
      default: break
      }
      place = packet.end
    }
    throw ContainerError(.malformed, "sound follows the header within 256 packets", at: start, in: "mpc ")
  }

  private mutating func readParameters(
    _ window: inout SourceWindow, _ packet: MusepackPacketHeader
  ) throws(ContainerError) {
    guard (9...64).contains(packet.bodyByteCount) else {
      throw ContainerError(.malformed, "the stream header has 9 to 64 bytes", at: packet.body, in: "mpc ")
    }
    let bytes = try window.bytes(packet.bodyByteCount, at: packet.body)
    let check = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    // CRC-32 of IEEE 802.3.
    var sum = UInt32.max
    for byte in bytes.dropFirst(4) {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    guard check == ~sum, bytes[4] == 8 else {
      throw ContainerError(.malformed, "the stream header differs from its check", at: packet.body, in: "mpc ")
    }
    var place = packet.body + 5
    soundLength = try MusepackPacketHeader.size(&window, at: &place)
    leadingSilence = try MusepackPacketHeader.size(&window, at: &place)
    let fields = Int(try window.bigEndian(2, at: place))
    // Rate 3, bands 5, channels 4, middle and side 1, power of four of a block 3.
    guard fields >> 13 < Self.sampleRates.count else {
      throw ContainerError(.malformed, "the stream header has a rate that does not exist", at: place, in: "mpc ")
    }
    sampleRate = Self.sampleRates[fields >> 13]
    highestBand = (fields >> 8 & 31) + 1
    channelCount = (fields >> 4 & 15) + 1
    isMidSide = fields >> 3 & 1 == 1
    blockPower = 2 * (fields & 7)
  }
}

/// The key and the size of a packet of version 8.
struct MusepackPacketHeader {
  let key: String
  let body: Int64
  let end: Int64
  var bodyByteCount: Int { Int(end - body) }

  init(_ window: inout SourceWindow, at offset: Int64) throws(ContainerError) {
    let letters = try window.bigEndian(2, at: offset)
    guard (65...90).contains(letters >> 8), (65...90).contains(letters & 0xFF) else {
      throw ContainerError(.malformed, "a packet begins with two letters", at: offset, in: "mpc ")
    }
    key = String(UnicodeScalar(UInt8(letters >> 8))) + String(UnicodeScalar(UInt8(letters & 0xFF)))
    var place = offset + 2
    let size = try Self.size(&window, at: &place)
    guard size >= place - offset, size < 1 << 48 else {
      throw ContainerError(.malformed, "a packet has at least the bytes of its header", at: offset, in: "mpc ")
    }
    (body, end) = (place, offset + size)
  }

  /// Reads a number of seven bits per byte, and moves past it.
  static func size(_ window: inout SourceWindow, at place: inout Int64) throws(ContainerError) -> Int64 {
    var number: Int64 = 0
    for _ in 0..<9 {
      let byte = Int64(try window.bigEndian(1, at: place))
      place += 1
      number = number << 7 | byte & 0x7F
      if byte & 0x80 == 0 { return number }
    }
    throw ContainerError(.malformed, "a number has up to nine bytes", at: place, in: "mpc ")
  }
}

/// Reads the packets of a file of Musepack: the frames of version 7, each from the first bit of a byte on, or the
/// blocks of version 8.
struct MusepackReader<Scanner: FrameScanner>: FramedReader where Scanner.Stream == CodedStream {
  let fileType = MusepackFile.fileType
  var stream: FramedStream<Scanner>
  let metadata: Metadata
  let unnamedItems: [String]
  private let remarks: [String]
  var warnings: [String] { remarks + stream.warnings }

  init(
    _ scanner: Scanner, _ header: MusepackHeader, _ source: any ByteSource, _ limits: ResourceLimits
  ) throws(ContainerError) {
    let rate = Double(header.sampleRate)
    var track = TrackInfo(
      format: StreamFormat(
        formatID: MusepackFile.fileType, sampleRate: rate, channelsPerFrame: header.channelCount,
        framesPerPacket: header.framesPerPacket),
      cookie: header.cookie)
    track.layout = ChannelLayout(tag: header.channelCount == 1 ? .mono : .stereo)
    track.dataOffset = header.dataOffset
    let priming = MusepackFile.synthesisDelay + header.leadingSilence
    let valid = header.soundLength - header.leadingSilence
    track.packetTable = PacketTable(
      primingFrames: priming, validFrames: valid,
      remainderFrames: header.frameCount * Int64(MusepackFile.frameLength) - priming - valid, timescale: rate)
    track.packetCount = (header.frameCount + (1 << header.blockPower) - 1) >> header.blockPower
    track.duration = Double(valid) / rate
    var stream = FramedStream(scanner, track, stream: CodedStream(of: track), limits: limits)
    try stream.survey(upTo: source.walkableByteCount)
    stream.tracks[0].duration = track.duration
    self.stream = stream
    (metadata, remarks) = (header.tags.metadata, header.tags.warnings)
    unnamedItems = header.tags.unnamed.names + header.unnamedItems
  }
}
