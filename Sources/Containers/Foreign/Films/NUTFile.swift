public import AudioBase
import WaveFormats

/// NUT: films of FFmpeg and MPlayer. Read only; sound by WAVE's tags, and linear PCM.
///
/// M. Niedermayer, O. Rapp et al., "NUT Open Container Format" (github.com/FFmpeg/nut, nut.txt).
public enum NUTFile {
  static let fileType: FourCharacterCode = "nut "
  static let magic = Array("nut/multimedia container\0".utf8)

  /// Returns a descriptor for a catalog.
  public static func descriptor(framedBy frames: FrameReaders) -> ContainerDescriptor {
    ContainerDescriptor(
      fileType: fileType, name: "NUT", formatIDs: [.linearPCM, .aLaw, .muLaw, .flac] + frames.formatIDs
    ) {
      $0.extensions = ["nut"]
      $0.probe = { head in
        head.count >= magic.count && magic.indices.allSatisfy { head[$0] == magic[$0] } ? 100 : 0
      }
      $0.open = { source, limits throws(ContainerError) in
        try source.refuseArriving(fileType)
        var walk = NUTWalk(source, limits: limits)
        let file = try walk.readHeaders()
        return try InterleavedReader(source, file, walk, frames.within(limits))
      }
    }
  }
}

/// A position in a file, or within a packet after the bytes that all packets of its kind share.
struct NUTPlace: WalkPlace {
  var position: Int64
  /// The position and number of the remaining bytes of a packet; 0 if there are none.
  var rest: Int64 = 0
  var restByteCount = 0
  var stream = 0
}

/// Walks over the frames of a file.
struct NUTWalk: PayloadWalk {
  /// The meaning of a frame code.
  private struct Code: BitwiseCopyable {
    var flags: UInt64 = 0
    var stream = 0
    var sizeFactor = 1
    var size = 0
    var reservedCount = 0
    var header = 0
  }

  private enum Flag {
    static let codedTime: UInt64 = 8
    static let stream: UInt64 = 16
    static let size: UInt64 = 32
    static let check: UInt64 = 64
    static let reserved: UInt64 = 128
    static let sideData: UInt64 = 256
    static let header: UInt64 = 1024
    static let matchTime: UInt64 = 2048
    static let coded: UInt64 = 4096
    static let invalid: UInt64 = 8192
  }

  private enum StartCode {
    static let main: UInt64 = 0x4E4D_7A56_1F5F_04AD
    static let stream: UInt64 = 0x4E53_1140_5BF2_F9DB
    static let syncPoint: UInt64 = 0x4E4B_E4AD_EECA_4569
    static let index: UInt64 = 0x4E58_DD67_2F23_E64E
    static let information: UInt64 = 0x4E49_AB68_B596_BA78
    static let all = [main, stream, syncPoint, index, information]
  }

  private var window: SourceWindow
  private let limits: ResourceLimits
  var place = NUTPlace(position: Int64(NUTFile.magic.count))
  private var codes = [Code](repeating: Code(), count: 256)
  /// The places of the bytes that packets begin with and do not repeat.
  private var headers: [(offset: Int64, byteCount: Int)] = [(0, 0)]
  private var isCut = false
  private var brokenOffset: Int64?

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    self.limits = limits
  }

  var remarks: [String] {
    (isCut ? ["the file ends within a frame"] : [])
      + (brokenOffset.map { ["no frame follows at byte \($0), and nothing behind it is read"] } ?? [])
  }

  /// Reads a number of 7 bits per byte, and moves past it.
  private mutating func number(_ offset: inout Int64) throws(ContainerError) -> UInt64 {
    var value: UInt64 = 0
    for _ in 0..<10 {
      let byte = try window.bigEndian(1, at: offset)
      offset += 1
      value = value << 7 | byte & 0x7F
      guard byte & 0x80 != 0 else { return value }
    }
    throw failure("a number has at most ten bytes", at: offset)
  }

  /// Reads a number used as a bound or a count.
  private mutating func bounded(_ offset: inout Int64) throws(ContainerError) -> Int {
    let value = try number(&offset)
    guard value < 1 << 31 else { throw failure("a count is below 2^31", at: offset) }
    return Int(value)
  }

  private func failure(_ rule: StaticString, at offset: Int64) -> ContainerError {
    ContainerError(.malformed, rule, at: offset, in: NUTFile.fileType)
  }

  /// Skips the head of a packet with a start code, and returns its body.
  private mutating func packet(_ position: Int64) throws(ContainerError) -> (body: Int64, end: Int64) {
    var offset = position + 8
    let length = Int64(try number(&offset))
    // Long packets have a check of their head.
    if length > 4096 { offset += 4 }
    guard length < Int64.max / 2 - offset else { throw failure("a packet ends in the file", at: position) }
    return (offset, offset + length)
  }

  /// Reads the headers of the file and its streams, up to the first frame.
  mutating func readHeaders() throws(ContainerError) -> InterleavedFile {
    var file = InterleavedFile(fileType: NUTFile.fileType)
    var hasMain = false
    while let code = try startCode(at: place.position) {
      let (body, end) = try packet(place.position)
      switch code {
      case StartCode.main where !hasMain:
        try readMain(body)
        hasMain = true
      case StartCode.stream: try readStream(body, end, into: &file)
      case StartCode.information: file.unnamed.add("information of NUT")
      case StartCode.syncPoint:
        guard hasMain else { throw failure("the main header comes first", at: place.position) }
        return file
      default: break
      }
      place.position = end
    }
    guard hasMain else { throw failure("the main header comes first", at: place.position) }
    return file
  }

  private mutating func startCode(at position: Int64) throws(ContainerError) -> UInt64? {
    let head = try window.load(8, at: position)
    guard head.count == 8 else { return nil }
    let code = try window.bigEndian(8, at: position)
    return StartCode.all.contains(code) ? code : nil
  }

  private mutating func readMain(_ body: Int64) throws(ContainerError) {
    var offset = body
    let version = try number(&offset)
    guard (2...4).contains(version) else {
      throw ContainerError(.unsupported, "NUT of version 2 to 4 is read", at: body, in: NUTFile.fileType)
    }
    if version > 3 { _ = try number(&offset) }
    _ = try bounded(&offset)
    _ = try number(&offset)
    let baseCount = try bounded(&offset)
    guard baseCount <= limits.trackCount else { throw failure("there are no more time bases than tracks", at: offset) }
    for _ in 0..<(2 * baseCount) { _ = try number(&offset) }
    try readCodes(&offset)
    let headerCount = try bounded(&offset)
    guard headerCount < 128 else { throw failure("there are up to 128 headers of packets", at: offset) }
    for _ in 0..<headerCount {
      let size = try bounded(&offset)
      guard size <= 255 else { throw failure("a header of packets has up to 255 bytes", at: offset) }
      headers.append((offset, size))
      offset += Int64(size)
    }
  }

  private mutating func readCodes(_ offset: inout Int64) throws(ContainerError) {
    var code = Code()
    var index = 0
    while index < 256 {
      code.flags = try number(&offset)
      let fieldCount = try bounded(&offset)
      guard fieldCount <= 64 else { throw failure("a row of frame codes has few fields", at: offset) }
      var fields: [UInt64] = []
      for _ in 0..<fieldCount { fields.append(try number(&offset)) }
      func field(_ index: Int) -> Int? { index < fieldCount ? Int(clamping: min(fields[index], 1 << 31)) : nil }
      code.sizeFactor = field(1) ?? code.sizeFactor
      code.stream = field(2) ?? code.stream
      code.size = field(3) ?? 0
      code.reservedCount = field(4) ?? 0
      code.header = field(7) ?? code.header
      let count = field(5) ?? code.sizeFactor - code.size
      guard count > 0, count <= 256 else { throw failure("a row of frame codes has up to 256", at: offset) }
      var made = 0
      while made < count, index < 256 {
        // The code of the letter N begins packets of other kinds.
        if index == 0x4E {
          codes[index].flags = Flag.invalid
        } else {
          codes[index] = code
          codes[index].size = code.size + made
          made += 1
        }
        index += 1
      }
    }
  }

  private mutating func readStream(
    _ body: Int64, _ end: Int64, into file: inout InterleavedFile
  ) throws(ContainerError) {
    var offset = body
    let number = try bounded(&offset)
    let kind = try self.number(&offset)
    let nameCount = try bounded(&offset)
    guard nameCount == 4 || nameCount == 2 else { throw failure("a codec has four characters", at: offset) }
    let name = UInt32(try window.littleEndian(nameCount, at: offset))
    offset += Int64(nameCount)
    for _ in 0..<5 { _ = try self.number(&offset) }
    let size = try bounded(&offset)
    guard size <= limits.structureByteCount, file.streams.count < limits.trackCount else {
      throw ContainerError(
        .limitExceeded, "there are more streams, or a longer configuration, than the limit", at: body,
        in: NUTFile.fileType)
    }
    let configuration = try window.bytes(size, at: offset)
    offset += Int64(size)
    guard kind == 1 else {
      file.unreadTracks.append("stream \(number) (\(kind == 0 ? "video" : "text or data")) is not read")
      return
    }
    let (rate, divisor, channels) = (try bounded(&offset), try bounded(&offset), try bounded(&offset))
    guard divisor > 0 else { throw failure("a rate has a divisor", at: offset) }
    do throws(ContainerError) {
      file.streams.append(
        try Self.stream(
          number,
          Sound(name: name, configuration: configuration, rate: Double(rate) / Double(divisor), channelCount: channels),
          at: body))
    } catch {
      try file.leaveOut(number, error)
    }
  }

  /// The properties of an audio stream, as its header states them.
  private struct Sound {
    /// Four characters, the first in the lowest byte.
    var name: UInt32
    var configuration: [UInt8]
    /// The rate in Hz.
    var rate: Double
    var channelCount: Int
  }

  /// Describes a stream by its four characters: a tag of WAVE, or the letters P, S, D and a width, in the order of the
  /// samples' bytes.
  private static func stream(
    _ number: Int, _ sound: Sound, at offset: Int64
  ) throws(ContainerError) -> SoundStream {
    let (name, configuration) = (sound.name, sound.configuration)
    let (rate, channelCount) = (sound.rate, sound.channelCount)
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: name >> UInt32(8 * $0)) }
    for (text, isBigEndian) in [(letters, false), (Array(letters.reversed()), true)] {
      guard text[0] == 0x50, text[2] == 0x44 else { continue }
      let encoding: SampleFormat.Encoding? =
        switch text[1] {
        case 0x53: .signedInteger
        case 0x55: .unsignedInteger
        case 0x46: .floatingPoint
        default: nil
        }
      guard let encoding else { continue }
      let samples = SampleFormat(
        encoding, bitsPerSample: Int(text[3]), byteOrder: isBigEndian ? .bigEndian : .littleEndian)
      guard samples.isValid else { break }
      return SoundStream(
        number: number, format: StreamFormat(samples, sampleRate: rate, channelsPerFrame: channelCount), .alike)
    }
    if let law = ["ALAW": FourCharacterCode.aLaw, "ULAW": .muLaw][String(decoding: letters, as: UTF8.self)] {
      return SoundStream(
        number: number, format: StreamFormat(law, sampleRate: rate, channelCount: channelCount), .alike)
    }
    guard name <= 0xFFFF, let channels = UInt16(exactly: channelCount), rate < 0x1p32 else {
      throw ContainerError(.unsupported, "the codec of the stream is not read from NUT", at: offset)
    }
    func little(_ value: UInt32, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
    // The fields of WAVEFORMATEX.
    let fields =
      little(name, 2) + little(UInt32(channels), 2) + little(UInt32(rate), 4) + little(0, 8)
      + little(UInt32(clamping: configuration.count), 2) + configuration
    return try SoundStream(number: number, waveFormat: fields, at: offset, in: NUTFile.fileType)
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    if place.restByteCount > 0 {
      let run = PayloadRun(
        stream: place.stream, fileOffset: place.rest, byteCount: place.restByteCount, packetByteCount: 0)
      place.restByteCount = 0
      return run
    }
    while true {
      let position = place.position
      let first = try window.load(1, at: position)
      guard first.count == 1 else { return nil }
      if window.bytes[first.lowerBound] == 0x4E {
        guard try startCode(at: position) != nil else {
          brokenOffset = position
          return nil
        }
        place.position = try packet(position).end
        continue
      }
      guard let frame = try frame(window.bytes[first.lowerBound], at: position) else {
        brokenOffset = position
        return nil
      }
      let present = window.present(frame.byteCount, at: frame.offset)
      if present < frame.byteCount { isCut = true }
      let header = headers[frame.header]
      let total = frame.byteCount + header.byteCount
      place.position = frame.offset + Int64(frame.byteCount)
      guard total > 0, present == frame.byteCount else { continue }
      guard header.byteCount > 0 else {
        return PayloadRun(
          stream: frame.stream, fileOffset: frame.offset, byteCount: present, packetByteCount: total)
      }
      place.stream = frame.stream
      (place.rest, place.restByteCount) = (frame.offset, present)
      return PayloadRun(
        stream: frame.stream, fileOffset: header.offset, byteCount: header.byteCount, packetByteCount: total)
    }
  }

  /// Reads the header of a frame; `nil` if it is invalid.
  private mutating func frame(
    _ byte: UInt8, at position: Int64
  ) throws(ContainerError) -> (stream: Int, offset: Int64, byteCount: Int, header: Int)? {
    var code = codes[Int(byte)]
    guard code.flags & Flag.invalid == 0 else { return nil }
    var offset = position + 1
    if code.flags & Flag.coded != 0 { code.flags ^= try number(&offset) }
    if code.flags & Flag.stream != 0 { code.stream = try bounded(&offset) }
    if code.flags & Flag.codedTime != 0 { _ = try number(&offset) }
    var size = code.size
    if code.flags & Flag.size != 0 {
      let (product, overflow) = try bounded(&offset).multipliedReportingOverflow(by: code.sizeFactor)
      guard !overflow, product < 1 << 40 else { return nil }
      size += product
    }
    if code.flags & Flag.matchTime != 0 { _ = try number(&offset) }
    if code.flags & Flag.header != 0 { code.header = try bounded(&offset) }
    if code.flags & Flag.reserved != 0 { code.reservedCount = try bounded(&offset) }
    guard code.reservedCount <= 256 else { return nil }
    for _ in 0..<code.reservedCount { _ = try number(&offset) }
    if code.flags & Flag.check != 0 { offset += 4 }
    // Packets of more bytes begin with none that are left out.
    let header = size > 4096 ? 0 : code.header
    guard code.flags & Flag.sideData == 0, headers.indices.contains(header), size >= headers[header].byteCount else {
      return nil
    }
    return (code.stream, offset, size - headers[header].byteCount, header)
  }
}
