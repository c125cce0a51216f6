public import AudioBase

/// AVI: films of Windows. Read only; sound that a `WAVEFORMATEX` describes.
///
/// Microsoft, "AVI RIFF File Reference", and "OpenDML AVI File Format Extensions" (1996) for files beyond 1 GiB.
public enum AVIFile {
  static let fileType: FourCharacterCode = "avi "

  /// Returns a descriptor for a catalog.
  public static func descriptor(framedBy frames: FrameReaders) -> ContainerDescriptor {
    ContainerDescriptor(
      fileType: fileType, name: "AVI",
      formatIDs: [.linearPCM, .aLaw, .muLaw, .microsoftADPCM, .dviADPCM, .microsoftGSM, .flac] + frames.formatIDs
    ) {
      $0.extensions = ["avi"]
      $0.mediaTypes = ["video/avi", "video/x-msvideo"]
      $0.probe = { head in
        head.begins(with: "RIFF") && head.begins(with: "AVI ", at: 8) ? 100 : 0
      }
      $0.open = { source, limits throws(ContainerError) in
        try source.refuseArriving(fileType)
        let (file, walk) = try AVIHeaders(source, limits: limits).described()
        return try InterleavedReader(source, file, walk, frames.within(limits))
      }
    }
  }
}

extension Span<UInt8> {
  /// True if the given ASCII characters are at a position.
  func begins(with text: StaticString, at place: Int = 0) -> Bool {
    let wanted = Array("\(text)".utf8)
    return count >= place + wanted.count && wanted.indices.allSatisfy { self[place + $0] == wanted[$0] }
  }
}

/// The headers of an AVI file: `hdrl`, with a list `strl` for each stream.
private struct AVIHeaders {
  private var window: SourceWindow
  private let limits: ResourceLimits
  private var file = InterleavedFile(fileType: AVIFile.fileType)
  private var streamCount = 0

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    self.limits = limits
  }

  /// Reads the headers up to the first list `movi`.
  func described() throws(ContainerError) -> (InterleavedFile, AVIWalk) {
    var headers = self
    let start = try headers.read()
    var walk = AVIWalk(headers.window.source)
    walk.place = start
    return (headers.file, walk)
  }

  private mutating func read() throws(ContainerError) -> Int64 {
    // A writer that could not come back left 0, or all bits set.
    let size = Int64(try window.littleEndian(4, at: 4))
    if size > 0, size < Int64(UInt32.max) { file.statedEnd = 8 + size }
    var position: Int64 = 12
    while true {
      let chunk = try chunk(at: position)
      guard chunk.identifier == "LIST" else {
        position = chunk.end
        continue
      }
      switch try FourCharacterCode(rawValue: UInt32(window.bigEndian(4, at: chunk.body))) {
      case "movi": return position
      case "hdrl", "strl":
        // Their chunks are taken as they follow each other.
        if try FourCharacterCode(rawValue: UInt32(window.bigEndian(4, at: chunk.body))) == "strl" {
          try readStream(from: chunk.body + 4, to: chunk.end)
          position = chunk.end
        } else {
          position = chunk.body + 4
        }
      case "INFO":
        try readInformation(from: chunk.body + 4, to: chunk.end)
        position = chunk.end
      default: position = chunk.end
      }
    }
  }

  private typealias Chunk = (identifier: FourCharacterCode, body: Int64, byteCount: Int, end: Int64)

  private mutating func chunk(at position: Int64) throws(ContainerError) -> Chunk {
    let identifier = FourCharacterCode(rawValue: UInt32(try window.bigEndian(4, at: position)))
    let byteCount = Int(try window.littleEndian(4, at: position + 4))
    return (identifier, position + 8, byteCount, position + 8 + Int64(byteCount + byteCount & 1))
  }

  private mutating func readStream(from start: Int64, to end: Int64) throws(ContainerError) {
    let number = streamCount
    guard number < limits.trackCount else {
      throw ContainerError(.limitExceeded, "there are more streams than the limit allows", at: start, in: "strl")
    }
    streamCount += 1
    var position = start
    var kind: FourCharacterCode = "none"
    var handler: FourCharacterCode = "none"
    while position + 8 <= end {
      let chunk = try chunk(at: position)
      switch chunk.identifier {
      case "strh" where chunk.byteCount >= 8:
        kind = FourCharacterCode(rawValue: UInt32(try window.bigEndian(4, at: chunk.body)))
        handler = FourCharacterCode(rawValue: UInt32(try window.bigEndian(4, at: chunk.body + 4)))
      case "strf" where kind == "auds":
        guard chunk.byteCount <= limits.structureByteCount else {
          throw ContainerError(.limitExceeded, "a stream's format is larger than the limit", at: position, in: "strf")
        }
        let bytes = try window.bytes(chunk.byteCount, at: chunk.body)
        do throws(ContainerError) {
          file.streams.append(try SoundStream(number: number, waveFormat: bytes, at: chunk.body, in: "strf"))
        } catch {
          try file.leaveOut(number, error)
        }
      default: break
      }
      position = chunk.end
    }
    if kind != "auds" {
      let what = kind == "vids" ? "video, \(handler)" : kind == "txts" ? "text" : "\(kind)"
      file.unreadTracks.append("stream \(number) (\(what)) is not read")
    }
  }

  /// The identifiers of `INFO` with a key here: those registered for RIFF.
  private static let keys: [FourCharacterCode: InfoKey] = [
    "INAM": .title, "IART": .artist, "ICMT": .comments, "ICOP": .copyright, "ICRD": .year, "IGNR": .genre,
    "IPRD": .album, "ISFT": .encodingApplication,
  ]

  private mutating func readInformation(from start: Int64, to end: Int64) throws(ContainerError) {
    var position = start
    while position + 8 <= end {
      let chunk = try chunk(at: position)
      if let key = Self.keys[chunk.identifier], chunk.byteCount <= limits.structureByteCount {
        let bytes = try window.bytes(chunk.byteCount, at: chunk.body).prefix { $0 != 0 }
        if let text = String(validating: bytes, as: UTF8.self), !text.isEmpty { file.metadata[key] = text }
      } else {
        file.unnamed.add("\(chunk.identifier) of INFO")
      }
      position = chunk.end
    }
  }
}

/// Walks over the chunks of the lists `movi`, of which a long file has several.
struct AVIWalk: PayloadWalk {
  private var window: SourceWindow
  var place: Int64 = 0
  private var isCut = false
  private var brokenOffset: Int64?

  init(_ source: any ByteSource) { window = SourceWindow(source, capacity: SourceWindow.headerCapacity) }

  var remarks: [String] {
    (isCut ? ["the file ends within a chunk"] : [])
      + (brokenOffset.map { ["no chunk follows at byte \($0), and nothing behind it is read"] } ?? [])
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    while true {
      let head = try window.load(8, at: place)
      guard head.count == 8 else { return nil }
      let name = [head.lowerBound, head.lowerBound + 1, head.lowerBound + 2, head.lowerBound + 3].map {
        window.bytes[$0]
      }
      let size = Int(try window.littleEndian(4, at: place + 4))
      if name.elementsEqual("LIST".utf8) || name.elementsEqual("RIFF".utf8) {
        let type = try window.bytes(4, at: place + 8)
        let isEntered = ["movi", "rec ", "AVIX", "AVI "].contains { type.elementsEqual($0.utf8) }
        place += isEntered ? 12 : 8 + Int64(size + size & 1)
        continue
      }
      guard name.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        // Zeros fill up the rest of some files.
        if !name.allSatisfy({ $0 == 0 }) { brokenOffset = place }
        return nil
      }
      let body = place + 8
      let present = window.present(size, at: body)
      if present < size { isCut = true }
      place = body + Int64(size + size & 1)
      guard (0x30...0x39).contains(name[0]), (0x30...0x39).contains(name[1]), name[2...].elementsEqual("wb".utf8),
        present > 0
      else { continue }
      return PayloadRun(
        stream: Int(name[0] - 0x30) * 10 + Int(name[1] - 0x30), fileOffset: body, byteCount: present,
        packetByteCount: size)
    }
  }
}
