public import AudioBase
import Bitstream
import MPEG4Systems
import WaveFormats

/// The containers that read the frames in streams of other files, provided from outside this module.
public struct FrameReaders: Sendable {
  private let containers: [ContainerDescriptor]
  /// Bounds for the values that a file may state.
  private(set) var limits = ResourceLimits()

  /// Creates readers of containers; each data format uses the first container that holds it.
  public init(_ containers: [ContainerDescriptor]) { self.containers = containers }

  /// Returns the same readers with other bounds for stated values.
  func within(_ limits: ResourceLimits) -> FrameReaders {
    var readers = self
    readers.limits = limits
    return readers
  }

  /// The data formats of all of them.
  var formatIDs: [FourCharacterCode] {
    var found: [FourCharacterCode] = []
    for container in containers {
      for formatID in container.formatIDs where !found.contains(formatID) { found.append(formatID) }
    }
    return found
  }

  /// Opens the joined frames of a format.
  func open(_ formatID: FourCharacterCode, _ bytes: any ByteSource) throws(ContainerError) -> any ContainerReader {
    guard let open = containers.first(where: { $0.formatIDs.contains(formatID) })?.open else {
      throw ContainerError(.unsupported, "the catalog has no reader for the stream's frames", at: 0)
    }
    return try open(bytes, limits)
  }

  /// Returns the format of the container that best recognises the first bytes; `nil` if none is certain.
  func recognized(_ head: Span<UInt8>) -> FourCharacterCode? {
    var best: (score: Int, formatID: FourCharacterCode)?
    for container in containers {
      guard let score = container.probe?(head), score > (best?.score ?? 50), let formatID = container.formatIDs.first
      else { continue }
      best = (score, formatID)
    }
    return best?.formatID
  }
}

/// An audio stream in a file that holds several, as its headers describe it.
struct SoundStream {
  /// The method of finding the packets of a stream in its pieces.
  enum Packets {
    /// Packets of one size.
    case alike
    /// Packets of one size, with samples stored in groups.
    case repacked(Repacking)
    /// A piece is a packet.
    case pieces
    /// Frames of another container.
    case framed
    /// Frames of the container that recognises their first bytes, or else of this one.
    case recognized
  }

  /// The stream, as the file numbers it.
  var number: Int
  var format: StreamFormat
  var cookie: [UInt8] = []
  var packets: Packets
  /// The loudspeakers of the channels, where the file states them.
  var layout: ChannelLayout?
  /// The language, as three letters of ISO 639-2.
  var language = ""
  /// The stated duration of the file in seconds, used if packets state none.
  var duration: Double?

  /// Describes a stream by the body of a `WAVEFORMATEX`.
  ///
  /// - Throws: ``ContainerError`` if it is cut, or contradicts itself.
  init(
    number: Int, waveFormat bytes: [UInt8], at offset: Int64, in structure: FourCharacterCode
  ) throws(ContainerError) {
    self.number = number
    let fields: WaveFormatFields
    do throws(EndOfBytes) { fields = try WaveFormatFields(parsing: bytes.span) } catch {
      throw ContainerError(.truncated, "WAVEFORMATEX is cut", at: offset, in: structure)
    }
    do throws(CodecError) {
      if let alike = try fields.constantPackets() {
        (format, cookie, packets) = (alike.format, alike.cookie, .alike)
        return
      }
    } catch {
      throw ContainerError(error.kind, error.rule, at: offset, in: structure)
    }
    let configuration = fields.extensionBytes
    // The letters `ms` and the tag: Core Audio's form of codecs without a code of their own.
    let own = FourCharacterCode(rawValue: 0x6D73_0000 | UInt32(fields.meantTag))
    switch fields.meantTag {
    case 0x50: (format, packets) = (fields.format(.mpegLayer2), .framed)
    case 0x55: (format, packets) = (fields.format(.mpegLayer3), .framed)
    case 0x92, 0x2000: (format, packets) = (fields.format(.ac3), .framed)
    case 0x08, 0x2001: (format, packets) = (fields.format("dtsc"), .framed)
    case 0x1600: (format, packets) = (fields.format(.aac), .framed)
    case 0xFF where configuration.isEmpty: (format, packets) = (fields.format(.aac), .recognized)
    case 0xFF, 0x706D, 0xA106:
      (format, packets) = (fields.format(.aac), .pieces)
      setAAC(configuration)
    // `Vo`: the three headers of Vorbis, laced.
    case 0x566F where !configuration.isEmpty:
      (format, cookie, packets) = (fields.format(.vorbis), configuration, .pieces)
    case 0xF1AC where configuration.count >= Self.streamInformationByteCount:
      (format, packets) = (fields.format(.flac), .pieces)
      setFLAC(configuration)
    default: (format, cookie, packets) = (fields.format(own), configuration, .pieces)
    }
  }

  /// The bytes of FLAC's STREAMINFO; RFC 9639, 8.2.
  static let streamInformationByteCount = 34

  /// Sets an AudioSpecificConfig; decoders report errors in it.
  mutating func setAAC(_ configuration: [UInt8]) {
    cookie = configuration
    guard let parsed = try? AudioSpecificConfig(parsing: configuration.span) else { return }
    let stated = format.channelsPerFrame
    format = parsed.coreFormat
    if format.channelsPerFrame == 0 { format.channelsPerFrame = stated }
  }

  /// Sets a STREAMINFO of FLAC, which takes precedence over the fields around it; RFC 9639, 8.2.
  mutating func setFLAC(_ configuration: [UInt8]) {
    cookie = Array(configuration.prefix(Self.streamInformationByteCount))
    let depth = (Int(cookie[12] & 1) << 4 | Int(cookie[13] >> 4)) + 1
    // `kAppleLosslessFormatFlag_16BitSourceData` and its neighbours, which count for FLAC, too.
    format.formatFlags = depth <= 16 ? 1 : depth <= 20 ? 2 : depth <= 24 ? 3 : 4
    let sizes = (Int(cookie[0]) << 8 | Int(cookie[1]), Int(cookie[2]) << 8 | Int(cookie[3]))
    format.framesPerPacket = sizes.0 == sizes.1 ? sizes.0 : 0
  }

  init(number: Int, format: StreamFormat, cookie: [UInt8] = [], _ packets: Packets) {
    (self.number, self.format, self.cookie, self.packets) = (number, format, cookie, packets)
  }
}
