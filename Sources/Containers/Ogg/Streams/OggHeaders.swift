import AudioBase
import VorbisComments
import XiphAudio

/// The header packets of one stream, collected as its pages arrive.
struct OggHeaderPackets {
  /// The number of the stream.
  let serial: UInt32
  /// The packets that are whole.
  private(set) var packets: [[UInt8]] = []
  /// The bytes of the next packet so far.
  private var partial: [UInt8] = []
  /// True if bytes of a packet were left out, because it is longer than the limit.
  private(set) var isCut = false
  /// The offset of the page after the headers.
  private(set) var end: Int64 = 0
  /// The number of sound packets on the last page of the headers.
  private(set) var strayCount = 0
  private var hasLastBlock = false

  init(serial: UInt32) { self.serial = serial }

  /// Adds the packets of a page that `scanner` has found.
  mutating func add(_ scanner: inout OggPageScanner, limits: ResourceLimits) throws(ContainerError) {
    let page = scanner.page
    var place = 0
    for value in page.lacing {
      let range = place..<(place + Int(value))
      place = range.upperBound
      guard !isComplete else {
        if value < 255 { strayCount += 1 }
        continue
      }
      if partial.count + range.count <= limits.tagByteCount {
        try scanner.append(range, to: &partial)
      } else {
        isCut = true
      }
      if value < 255 { take() }
    }
    end = scanner.position
  }

  private mutating func take() {
    // A block of FLAC that is the last states so.
    if packets.count > 0, let first = partial.first, first & 0x80 != 0 { hasLastBlock = true }
    packets.append(partial)
    partial = []
  }

  /// True if all header packets are available.
  var isComplete: Bool {
    guard let first = packets.first else { return false }
    if first.starts(with: OpusHeader.magic) { return packets.count >= 2 }
    if first.starts(with: VorbisHeaders.magic(1)) { return packets.count >= 3 }
    if first.starts(with: SpeexHeader.magic) {
      return packets.count >= 2 + ((try? SpeexHeader(first))?.extraHeaderCount ?? 0)
    }
    guard first.starts(with: OggFLACHeader.magic) else { return true }
    if let count = OggFLACHeader(first)?.headerCount { return packets.count > count }
    return hasLastBlock || packets[0][OggFLACHeader.streamInfoOffset - 4] & 0x80 != 0
  }

  /// A stream that is not read here.
  struct Foreign {
    let name: String
    /// False for pictures, texts and similar streams.
    var isSound = true
  }

  /// The stream by its first bytes, if it is not sound, or of a kind that is not read here.
  var foreign: Foreign? {
    guard let first = packets.first else { return Foreign(name: "a stream without packets") }
    // Before the list is made, for a chain may have many links.
    if first.starts(with: OpusHeader.magic) || first.starts(with: VorbisHeaders.magic(1))
      || first.starts(with: OggFLACHeader.magic) || first.starts(with: SpeexHeader.magic)
    {
      return nil
    }
    let sound: [(magic: [UInt8], name: String)] = [
      ([1] + Array("audio".utf8), "OGM audio"), (Array("CELT    ".utf8), "CELT"),
      (Array("PCM     ".utf8), "Ogg PCM"), (Array("fLaC".utf8), "FLAC without the mapping of RFC 9639"),
    ]
    if let found = sound.first(where: { first.starts(with: $0.magic) }) { return Foreign(name: found.name) }
    let others: [(magic: [UInt8], name: String)] = [
      ([0x80] + Array("theora".utf8), "Theora"), (Array("fishead".utf8), "Skeleton"), (Array("BBCD".utf8), "Dirac"),
      ([0x80] + Array("kate".utf8), "Kate"), (Array("CMML".utf8), "CMML"), ([0x4F] + Array("VP80".utf8), "VP8"),
      ([1] + Array("video".utf8), "OGM video"), ([1] + Array("text".utf8), "OGM text"),
    ]
    let found = others.first { first.starts(with: $0.magic) }
    return found.map { Foreign(name: $0.name, isSound: false) } ?? Foreign(name: "an unknown kind")
  }

  /// Returns the codec of the stream.
  ///
  /// - Throws: ``ContainerError`` if the headers break a rule of theirs.
  func mapping(at offset: Int64) throws(ContainerError) -> OggMapping {
    let first = packets[0]
    do throws(CodecError) {
      if first.starts(with: OpusHeader.magic) {
        guard packets[1].starts(with: OpusHeader.tagsMagic) else {
          throw CodecError(.malformed, "the second packet of Opus is OpusTags", clause: "RFC 7845, 3")
        }
        return .opus(try OpusHeader(first.span))
      }
      if first.starts(with: VorbisHeaders.magic(1)) {
        let setup = packets[2]
        let headers = try VorbisHeaders(identification: first.span, setup: setup.span)
        guard packets[1].starts(with: VorbisHeaders.magic(3)) else {
          throw CodecError(.malformed, "the second packet of Vorbis has its comments", clause: "Vorbis I, 4.2.1")
        }
        // Comments are no configuration, and streams that differ in them alone are alike.
        let comments = VorbisHeaders.magic(3) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
        return .vorbis(headers, cookie: XiphLacing.join([first, comments, packets[2]]))
      }
      if first.starts(with: SpeexHeader.magic) { return .speex(try SpeexHeader(first)) }
    } catch {
      throw ContainerError(error.kind, error.rule, at: offset, in: "OggS")
    }
    guard let header = OggFLACHeader(first) else {
      throw ContainerError(.unsupported, "FLAC in Ogg has version 1 and a STREAMINFO", at: offset, in: .flac)
    }
    return .flac(header)
  }

  /// Blocks of FLAC that are not read, by name.
  var unnamedItems: [String] {
    guard let first = packets.first, first.starts(with: OggFLACHeader.magic) else { return [] }
    return packets.dropFirst().compactMap { block in
      guard let head = block.first, block.count >= 8 else { return nil }
      switch head & 0x7F {
      case 2:
        return "the block APPLICATION '\(FourCharacterCode(rawValue: block[4..<8].reduce(0) { $0 << 8 | UInt32($1) }))'"
      case 5: return "the block CUESHEET"
      case let type where type > 6: return "the block of type \(type)"
      default: return nil
      }
    }
  }

  /// Reads the metadata in the headers.
  func readMetadata(into metadata: inout Metadata) {
    let first = packets[0]
    if first.starts(with: OggFLACHeader.magic) {
      for block in packets.dropFirst() where block.count >= 4 {
        let body = block.span.extracting(4..<block.count)
        if block[0] & 0x7F == 4 { VorbisComments.read(body, into: &metadata) }
        if block[0] & 0x7F == 6 { VorbisComments.readPicture(body, into: &metadata) }
      }
      return
    }
    // Comments of Speex begin without a magic.
    let magicCount =
      first.starts(with: SpeexHeader.magic)
      ? 0 : first.starts(with: OpusHeader.magic) ? OpusHeader.tagsMagic.count : VorbisHeaders.magic(3).count
    let comments = packets[1]
    guard comments.count >= magicCount else { return }
    VorbisComments.read(comments.span.extracting(magicCount..<comments.count), into: &metadata)
  }
}

/// The streams that begin together: a link of a chain. RFC 3533, 4.
struct OggLink {
  /// The audio streams.
  private(set) var streams: [OggHeaderPackets] = []
  /// The streams that are skipped.
  private(set) var foreignStreams: [OggHeaderPackets.Foreign] = []
  /// The offset of the first page after all headers.
  private(set) var end: Int64 = 0

  /// Reads the headers of the streams that begin at a place.
  ///
  /// - Throws: ``ErrorKind/malformed`` if no stream begins there or its headers do not end.
  init(_ scanner: inout OggPageScanner, limits: ResourceLimits) throws(ContainerError) {
    let start = scanner.position
    var others: [OggHeaderPackets] = []
    var serials: Set<UInt32> = []
    while true {
      let place = scanner.position
      guard try scanner.next() else {
        guard !streams.isEmpty || !others.isEmpty else {
          throw ContainerError(.malformed, "the file holds no page of Ogg", at: start, in: "OggS")
        }
        guard streams.isEmpty else {
          throw ContainerError(.truncated, "the headers of a stream are cut", at: place, in: "OggS")
        }
        break
      }
      let page = scanner.page
      if page.isFirst, !serials.contains(page.serial), streams.count + others.count < limits.trackCount {
        serials.insert(page.serial)
        var headers = OggHeaderPackets(serial: page.serial)
        try headers.add(&scanner, limits: limits)
        if headers.foreign == nil { streams.append(headers) } else { others.append(headers) }
      } else {
        if streams.isEmpty { break }
        guard let index = streams.firstIndex(where: { $0.serial == page.serial && !$0.isComplete }) else { continue }
        try streams[index].add(&scanner, limits: limits)
      }
      end = scanner.position
      if !streams.isEmpty, streams.allSatisfy(\.isComplete) { break }
      guard end - start <= Int64(limits.streamHeadByteCount) else {
        throw ContainerError(.limitExceeded, "the headers are longer than the limit", at: start, in: "OggS")
      }
    }
    foreignStreams = others.compactMap(\.foreign)
    guard !streams.isEmpty else {
      throw ContainerError(.unsupported, Self.refusal(foreignStreams.map(\.name)), at: start, in: "OggS")
    }
  }

  /// Returns the reason for refusing a file without a stream read here.
  private static func refusal(_ names: [String]) -> StaticString {
    if names.contains("FLAC without the mapping of RFC 9639") {
      return "FLAC in Ogg without the header of its mapping is not read here"
    }
    return "the file holds no stream of Opus, Vorbis, FLAC or Speex"
  }
}
