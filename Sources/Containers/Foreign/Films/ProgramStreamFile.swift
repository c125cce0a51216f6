public import AudioBase
import FramedStreams

/// MPEG program streams: MPG, the VOB files of DVDs. Read only: MPEG audio, AC-3, DTS, AAC in ADTS and linear PCM.
///
/// ISO/IEC 11172-1, 2.4 and ISO/IEC 13818-1, 2.5; for the substreams of private streams the DVD-Video specification, as
/// "DVD-Video Information" (dvd.sourceforge.net) and FFmpeg's file format describe them.
public enum ProgramStreamFile {
  static let fileType: FourCharacterCode = "mp2p"
  /// The number of bytes that are searched for streams.
  private static let searchedByteCount: Int64 = 1 << 22

  /// Returns a descriptor for a catalog.
  public static func descriptor(framedBy frames: FrameReaders) -> ContainerDescriptor {
    ContainerDescriptor(
      fileType: fileType, name: "MPEG Program Stream", formatIDs: [.linearPCM] + frames.formatIDs
    ) {
      $0.extensions = ["mpg", "mpeg", "vob"]
      $0.mediaTypes = ["video/mpeg", "video/mp2p"]
      $0.probe = { head in
        guard head.count >= 14, head[0] == 0, head[1] == 0, head[2] == 1, head[3] == 0xBA else { return 0 }
        return head[4] & 0xC4 == 0x44 || head[4] & 0xF1 == 0x21 ? 90 : 0
      }
      $0.open = { source, limits throws(ContainerError) in
        try source.refuseArriving(fileType)
        let start = ProgramStreamWalk(source, limits: limits)
        return try InterleavedReader(source, try streams(of: start, limits: limits), start, frames.within(limits))
      }
    }
  }

  /// Finds the audio streams at the beginning of a file.
  private static func streams(
    of start: ProgramStreamWalk, limits: ResourceLimits
  ) throws(ContainerError) -> InterleavedFile {
    var file = InterleavedFile(fileType: fileType)
    var walk = start
    var seen: Set<Int> = []
    while let run = try walk.next(), run.fileOffset < searchedByteCount {
      guard seen.insert(run.stream).inserted else { continue }
      guard seen.count <= limits.trackCount else { break }
      let number = run.stream
      switch number {
      case 0xC0...0xDF:
        file.streams.append(SoundStream(number: number, format: format(.mpegLayer2), .recognized))
      case 0x80...0x87, 0xC000...0xC0FF:
        file.streams.append(SoundStream(number: number, format: format(.ac3), .framed))
      case 0xA0...0xAF:
        do throws(ContainerError) {
          file.streams.append(try linearPCM(number, walk.pcmFields(before: run.fileOffset), at: run.fileOffset))
        } catch {
          try file.leaveOut(number, error)
        }
      case 0x88...0x8F, 0x98...0x9F:
        file.streams.append(SoundStream(number: number, format: format("dtsc"), .framed))
      case 0xB0...0xBF: file.unreadTracks.append("stream \(number) (Dolby TrueHD or MLP) is not read")
      case ProgramStreamWalk.video: file.unreadTracks.append("video is not read")
      default: break
      }
    }
    return file
  }

  /// A format that is described further by the frames themselves.
  private static func format(_ formatID: FourCharacterCode) -> StreamFormat {
    StreamFormat(formatID: formatID, sampleRate: 48000, channelsPerFrame: 2)
  }

  /// Describes linear PCM by the byte with width, rate and channels.
  private static func linearPCM(_ number: Int, _ fields: UInt8, at offset: Int64) throws(ContainerError) -> SoundStream
  {
    guard fields >> 6 < 3 else {
      throw ContainerError(.malformed, "linear PCM of DVDs has 16, 20 or 24 bits", at: offset, in: fileType)
    }
    let bits = 16 + 4 * Int(fields >> 6)
    let samples = SampleFormat(.signedInteger, bitsPerSample: bits == 16 ? 16 : 24, byteOrder: .bigEndian)
    let format = StreamFormat(
      samples, sampleRate: [48000, 96000, 44100, 32000][Int(fields >> 4 & 3)], channelsPerFrame: Int(fields & 7) + 1)
    return SoundStream(
      number: number, format: format,
      bits == 16 ? .alike : .repacked(.regrouped(channelCount: format.channelsPerFrame, bits: bits)))
  }
}

/// Walks over the packets of a program stream.
///
/// Streams of MPEG audio have the number of their `stream_id`, those of the first private stream that of their
/// substream.
struct ProgramStreamWalk: PayloadWalk {
  /// The number of all streams of video.
  static let video = 0xE0

  private var window: SourceWindow
  private let limits: ResourceLimits
  var place: Int64 = 0
  private var skippedByteCount: Int64 = 0
  private var countedUpTo: Int64 = 0
  private var isCut = false

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    self.limits = limits
  }

  var remarks: [String] {
    (skippedByteCount > 0 ? ["\(skippedByteCount) bytes between packets were skipped"] : [])
      + (isCut ? ["the file ends within a packet"] : [])
  }

  /// Returns the byte of a DVD's linear PCM that states width, rate and channels: the last but one before the samples.
  mutating func pcmFields(before offset: Int64) throws(ContainerError) -> UInt8 {
    UInt8(truncatingIfNeeded: try window.bigEndian(1, at: offset - 2))
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    while true {
      let head = try window.load(6, at: place)
      guard head.count >= 4 else { return nil }
      let at = head.lowerBound
      guard window.bytes[at] == 0, window.bytes[at + 1] == 0, window.bytes[at + 2] == 1, window.bytes[at + 3] >= 0xB9
      else {
        guard try resynchronize() else { return nil }
        continue
      }
      switch window.bytes[at + 3] {
      case 0xB9: place += 4
      case 0xBA: guard try passPack() else { return nil }
      default:
        guard head.count == 6 else { return nil }
        let end = place + 6 + Int64(try window.bigEndian(2, at: place + 4))
        let identifier = Int(window.bytes[at + 3])
        let start = place
        let data: (stream: Int, offset: Int64, time: Double?)?
        switch identifier {
        case 0xBD, 0xC0...0xEF: data = try payload(identifier, at: start, end: end)
        default: data = nil
        }
        place = end
        guard let data else { continue }
        let wanted = Int(end - data.offset)
        let present = window.present(wanted, at: data.offset)
        if present < wanted { isCut = true }
        guard present > 0 else { continue }
        return PayloadRun(
          stream: data.stream, fileOffset: data.offset, byteCount: present, packetByteCount: 0, time: data.time)
      }
    }
  }

  /// Skips a pack header (13818-1, 2.5.3.3; 11172-1, 2.4.3.2); false at the end of the source.
  private mutating func passPack() throws(ContainerError) -> Bool {
    let head = try window.load(14, at: place)
    guard head.count >= 12 else { return false }
    guard window.bytes[head.lowerBound + 4] & 0xC0 == 0x40 else {
      place += 12
      return true
    }
    guard head.count == 14 else { return false }
    place += 14 + Int64(window.bytes[head.lowerBound + 13] & 7)
    return true
  }

  /// Returns the stream, the place and the time of the data of a packet (13818-1, 2.4.3.6; 11172-1, 2.4.3.3).
  private mutating func payload(
    _ identifier: Int, at start: Int64, end: Int64
  ) throws(ContainerError) -> (stream: Int, offset: Int64, time: Double?)? {
    let wanted = Int(min(end - start, 64))
    let view = try window.load(wanted, at: start)
    guard view.count >= 9 else { return nil }
    let base = view.lowerBound
    var place = 6
    /// The place of the five bytes of `PTS`.
    var stamp: Int?
    if window.bytes[base + 6] & 0xC0 == 0x80 {
      place = 9 + Int(window.bytes[base + 8])
      if window.bytes[base + 7] & 0x80 != 0 { stamp = 9 }
    } else {
      while place < min(view.count, 6 + 16), window.bytes[base + place] == 0xFF { place += 1 }
      guard place + 2 < view.count else { return nil }
      if window.bytes[base + place] & 0xC0 == 0x40 { place += 2 }
      guard place < view.count else { return nil }
      switch window.bytes[base + place] >> 4 {
      case 2: (stamp, place) = (place, place + 5)
      case 3: (stamp, place) = (place, place + 10)
      default: place += 1
      }
    }
    let offset = start + Int64(place)
    guard offset < end else { return nil }
    let time = try stamp.flatMap { $0 + 5 <= place ? $0 : nil }.map { (stamp) throws(ContainerError) in
      PresentationTime.seconds(try window.bigEndian(5, at: start + Int64(stamp)))
    }
    if identifier >= 0xE0 { return (Self.video, offset, time) }
    guard identifier == 0xBD else { return (identifier, offset, time) }
    let substream = Int(try window.bigEndian(1, at: offset))
    switch substream {
    // The number of frames that begin, and where.
    case 0x80...0x87: return (substream, offset + 4, time)
    case 0x88...0x9F: return (substream, offset + 4, time)
    // Enhanced AC-3, whose numbers MPEG audio has, too.
    case 0xC0...0xCF: return (0xC000 | substream, offset + 4, time)
    // The same, and the fields of linear PCM.
    case 0xA0...0xAF: return offset + 7 < end ? (substream, offset + 7, time) : nil
    case 0xB0...0xBF: return (substream, offset + 4, time)
    default: return nil
    }
  }

  /// Moves to the next pack or packet; false at the end.
  private mutating func resynchronize() throws(ContainerError) -> Bool {
    let start = place
    while place - start <= Int64(limits.resynchronizationByteCount) {
      let view = try window.load(atLeast: 4, at: place)
      guard view.count >= 4 else { break }
      for index in view.lowerBound..<(view.upperBound - 3)
      where window.bytes[index] == 0 && window.bytes[index + 1] == 0 && window.bytes[index + 2] == 1 {
        let code = window.bytes[index + 3]
        guard code == 0xBA || code == 0xBD || (0xC0...0xEF).contains(code) else { continue }
        place += Int64(index - view.lowerBound)
        guard place > start else { continue }
        if start >= countedUpTo { skippedByteCount += place - start }
        countedUpTo = max(countedUpTo, place)
        return true
      }
      place += Int64(view.count - 3)
    }
    place = start
    return false
  }
}
