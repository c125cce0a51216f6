public import AudioBase

/// ASF: Windows Media. Read only; sound as `WAVEFORMATEX` describes it. Windows Media Audio itself is recognised but
/// not decoded.
///
/// Microsoft, "Advanced Systems Format (ASF) Specification", revision 01.20.06.
public enum ASFFile {
  static let fileType: FourCharacterCode = "asf "

  /// Returns a descriptor for a catalog.
  public static func descriptor(framedBy frames: FrameReaders) -> ContainerDescriptor {
    ContainerDescriptor(
      fileType: fileType, name: "Windows Media (ASF)",
      formatIDs: [.linearPCM, .aLaw, .muLaw, .microsoftADPCM, .dviADPCM, .microsoftGSM] + frames.formatIDs
    ) {
      $0.extensions = ["wma", "asf", "wmv"]
      $0.mediaTypes = ["audio/x-ms-wma", "video/x-ms-asf", "video/x-ms-wmv"]
      $0.probe = { head in
        let magic = ASFObject.header
        return head.count >= 30 && magic.indices.allSatisfy { head[$0] == magic[$0] } ? 100 : 0
      }
      $0.open = { source, limits throws(ContainerError) in
        try source.refuseArriving(fileType)
        let (file, walk) = try ASFHeaders(source, limits: limits).described()
        return try InterleavedReader(source, file, walk, frames.within(limits))
      }
    }
  }
}

/// The identifiers of the objects that are read (chapter 10), in the byte order of the file.
enum ASFObject {
  static let header: [UInt8] = [
    0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]
  static let data: [UInt8] = [
    0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]
  static let fileProperties: [UInt8] = [
    0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  static let streamProperties: [UInt8] = [
    0x91, 0x07, 0xDC, 0xB7, 0xB7, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  static let audioMedia: [UInt8] = [
    0x40, 0x9E, 0x69, 0xF8, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0x00, 0x80, 0x5F, 0x5C, 0x44, 0x2B,
  ]
  static let videoMedia: [UInt8] = [
    0xC0, 0xEF, 0x19, 0xBC, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0x00, 0x80, 0x5F, 0x5C, 0x44, 0x2B,
  ]
  static let audioSpread: [UInt8] = [
    0x50, 0xCD, 0xC3, 0xBF, 0x8F, 0x61, 0xCF, 0x11, 0x8B, 0xB2, 0x00, 0xAA, 0x00, 0xB4, 0xE2, 0x20,
  ]
  static let contentDescription: [UInt8] = [
    0x33, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]
  static let extendedContentDescription: [UInt8] = [
    0x40, 0xA4, 0xD0, 0xD2, 0x07, 0xE3, 0xD2, 0x11, 0x97, 0xF0, 0x00, 0xA0, 0xC9, 0x5E, 0xA8, 0x50,
  ]
  static let contentEncryption: [UInt8] = [
    0xFB, 0xB3, 0x11, 0x22, 0x23, 0xBD, 0xD2, 0x11, 0xB4, 0xB7, 0x00, 0xA0, 0xC9, 0x55, 0xFC, 0x6E,
  ]
}

/// The objects before the data.
private struct ASFHeaders {
  private var window: SourceWindow
  private let limits: ResourceLimits
  private var file = InterleavedFile(fileType: ASFFile.fileType)
  private var packetByteCount = 0
  private var duration: Double?

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    self.limits = limits
  }

  func described() throws(ContainerError) -> (InterleavedFile, ASFWalk) {
    var headers = self
    let end = Int64(clamping: try headers.window.littleEndian(8, at: 16))
    // Two bytes are reserved behind the number of objects.
    var position: Int64 = 30
    while position + 24 <= end {
      position = try headers.readObject(at: position, end: end)
    }
    for index in headers.file.streams.indices { headers.file.streams[index].duration = headers.duration }
    guard headers.packetByteCount > 0 else {
      throw ContainerError(.malformed, "data packets have a size, which the headers state", at: 0, in: ASFFile.fileType)
    }
    guard try headers.window.bytes(16, at: end) == ASFObject.data else {
      throw ContainerError(.malformed, "the data follow the headers", at: end, in: ASFFile.fileType)
    }
    // Identifier and size; the file's identifier, the number of packets, two bytes.
    let size = Int64(clamping: try headers.window.littleEndian(8, at: end + 16))
    let dataEnd = size >= 50 ? end.addingReportingOverflow(size) : (0, true)
    if !dataEnd.1 { headers.file.statedEnd = dataEnd.0 }
    let walk = ASFWalk(
      headers.window.source, start: end + 50, end: dataEnd.1 ? nil : dataEnd.0,
      packetByteCount: headers.packetByteCount)
    return (headers.file, walk)
  }

  /// Reads an object of the header, and returns the place of the next.
  private mutating func readObject(at position: Int64, end: Int64) throws(ContainerError) -> Int64 {
    let identifier = try window.bytes(16, at: position)
    let size = Int64(clamping: try window.littleEndian(8, at: position + 16))
    guard size >= 24, size <= end - position else {
      throw ContainerError(.malformed, "an object is larger than the one around it", at: position, in: ASFFile.fileType)
    }
    let body = position + 24
    switch identifier {
    case ASFObject.fileProperties where size >= 104:
      // In units of 100 ns, with the time of waiting before it in milliseconds.
      let ticks = Double(try window.littleEndian(8, at: body + 40)) / 1e7
      let wait = Double(try window.littleEndian(8, at: body + 56)) / 1e3
      if ticks > wait, ticks < 1e9 { duration = ticks - wait }
      packetByteCount = Int(try window.littleEndian(4, at: body + 68))
      guard packetByteCount <= limits.packetByteCount else {
        throw ContainerError(.limitExceeded, "data packets are larger than the limit", at: body, in: ASFFile.fileType)
      }
    case ASFObject.streamProperties where size >= 78: try readStream(body, size - 24)
    case ASFObject.contentDescription: try readContent(body, end: position + size)
    case ASFObject.extendedContentDescription: try readExtendedContent(body, end: position + size)
    case ASFObject.contentEncryption:
      throw ContainerError(.unsupported, "the file is encrypted (DRM)", at: position, in: ASFFile.fileType)
    default: break
    }
    return position + size
  }

  private mutating func readStream(_ body: Int64, _ size: Int64) throws(ContainerError) {
    let type = try window.bytes(16, at: body)
    let correction = try window.bytes(16, at: body + 16)
    let formatByteCount = Int(try window.littleEndian(4, at: body + 40))
    let number = Int(try window.littleEndian(2, at: body + 48)) & 0x7F
    guard file.unreadTracks.count < limits.trackCount else {
      throw ContainerError(.limitExceeded, "there are more streams than the limit allows", at: body)
    }
    guard type == ASFObject.audioMedia else {
      let what = type == ASFObject.videoMedia ? "video" : "of another kind"
      return file.unreadTracks.append("stream \(number) (\(what)) is not read")
    }
    guard file.streams.count < limits.trackCount, formatByteCount <= limits.structureByteCount else {
      throw ContainerError(.limitExceeded, "a stream's format, or their number, is beyond the limit", at: body)
    }
    let bytes = try window.bytes(formatByteCount, at: body + 54)
    do throws(ContainerError) {
      if correction == ASFObject.audioSpread, size >= Int64(54 + formatByteCount + 8) {
        let span = try window.littleEndian(1, at: body + 54 + Int64(formatByteCount))
        guard span <= 1 else {
          throw ContainerError(.unsupported, "scrambled sound is not read", at: body, in: ASFFile.fileType)
        }
      }
      file.streams.append(try SoundStream(number: number, waveFormat: bytes, at: body, in: ASFFile.fileType))
    } catch {
      try file.leaveOut(number, error)
    }
  }

  /// Reads text in UTF-16, little endian, up to its first zero.
  private mutating func text(_ byteCount: Int, at offset: Int64) throws(ContainerError) -> String {
    let bytes = try window.bytes(min(byteCount, limits.structureByteCount), at: offset)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  private mutating func readContent(_ body: Int64, end: Int64) throws(ContainerError) {
    var position = body + 10
    for (index, key) in [InfoKey.title, .artist, .copyright, .comments, nil].enumerated() {
      let size = Int(try window.littleEndian(2, at: body + Int64(2 * index)))
      guard position + Int64(size) <= end else { return }
      if let key {
        let value = try text(size, at: position)
        if !value.isEmpty { file.metadata[key] = value }
      } else if size > 2 {
        file.unnamed.add("Rating of ASF")
      }
      position += Int64(size)
    }
  }

  /// The attributes with a key here ("ASF Specification", 3.11 and the SDK's list of attributes).
  private static let keys: [String: InfoKey] = [
    "WM/AlbumTitle": .album, "WM/AlbumArtist": .albumArtist, "WM/Genre": .genre, "WM/Year": .year,
    "WM/Composer": .composer, "WM/TrackNumber": .trackNumber, "WM/PartOfSet": .discNumber, "WM/Lyrics": .lyrics,
    "WM/ISRC": .isrc, "WM/EncodingSettings": .encodingApplication,
  ]

  private mutating func readExtendedContent(_ body: Int64, end: Int64) throws(ContainerError) {
    let count = try window.littleEndian(2, at: body)
    var position = body + 2
    for _ in 0..<count {
      guard position + 6 <= end else { return }
      let nameSize = Int(try window.littleEndian(2, at: position))
      let name = try text(nameSize, at: position + 2)
      position += 2 + Int64(nameSize)
      guard position + 4 <= end else { return }
      let (type, size) = (try window.littleEndian(2, at: position), Int(try window.littleEndian(2, at: position + 2)))
      position += 4
      guard position + Int64(size) <= end else { return }
      if let key = Self.keys[name], type == 0 || type == 3 {
        let value =
          type == 0 ? try text(size, at: position) : size == 4 ? "\(try window.littleEndian(4, at: position))" : ""
        if !value.isEmpty { file.metadata[key] = value }
      } else {
        file.unnamed.add("\(name.prefix(64)) of ASF")
      }
      position += Int64(size)
    }
  }
}
