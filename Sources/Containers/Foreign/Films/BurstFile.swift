public import AudioBase

/// Coded sound in bursts of IEC 61937, as on S/PDIF and in recordings of it. Read only: AC-3 and Enhanced AC-3; other
/// sound is only named.
///
/// IEC 61937-1 and -3: words of 16 bits, of which four precede a burst: `F872`, `4E1F`, its type, its length in bits.
public enum BurstFile {
  static let fileType: FourCharacterCode = "iec6"

  /// Returns a descriptor for a catalog.
  public static func descriptor(framedBy frames: FrameReaders) -> ContainerDescriptor {
    ContainerDescriptor(fileType: fileType, name: "IEC 61937 (S/PDIF)", formatIDs: [.ac3, .enhancedAC3]) {
      $0.extensions = ["spdif"]
      $0.probe = { head in
        guard head.count >= 8 else { return 0 }
        let isLittleEndian = head[0] == 0x72 && head[1] == 0xF8 && head[2] == 0x1F && head[3] == 0x4E
        let isBigEndian = head[0] == 0xF8 && head[1] == 0x72 && head[2] == 0x4E && head[3] == 0x1F
        return isLittleEndian || isBigEndian ? 95 : 0
      }
      $0.open = { source, limits throws(ContainerError) in
        let start = BurstWalk(source, limits: limits)
        var walk = start
        guard let run = try walk.next() else {
          throw ContainerError(.malformed, "the file holds no burst", at: 0, in: fileType)
        }
        let format = StreamFormat(formatID: try formatID(run.stream), sampleRate: 48_000, channelsPerFrame: 2)
        var file = InterleavedFile(fileType: fileType)
        file.streams = [SoundStream(number: run.stream, format: format, .framed)]
        return try InterleavedReader(source, file, start, frames.within(limits))
      }
    }
  }

  /// Returns the format of a type of burst (IEC 61937-2, Table 2).
  private static func formatID(_ type: Int) throws(ContainerError) -> FourCharacterCode {
    switch type {
    case 1: return .ac3
    case 21: return .enhancedAC3
    case 4...6, 8...10: throw refusal("MPEG audio in bursts is not read")
    case 7, 19, 20: throw refusal("AAC in bursts is not read")
    case 11...13, 17: throw refusal("DTS in bursts is not read")
    case 14...16: throw refusal("ATRAC in bursts is not read")
    case 22: throw refusal("Dolby TrueHD in bursts is not read")
    default: throw refusal("this type of burst is not read")
    }
  }

  private static func refusal(_ rule: StaticString) -> ContainerError {
    ContainerError(.unsupported, rule, at: 4, in: fileType)
  }
}

/// Walks over bursts, whose bytes stay in the order of the file: readers of AC-3 know both.
struct BurstWalk: PayloadWalk {
  private var window: SourceWindow
  private let limits: ResourceLimits
  var place: Int64 = 0
  private var isCut = false
  private var brokenOffset: Int64?
  /// The first byte between bursts that is not zero.
  private var strayOffset: Int64?

  init(_ source: any ByteSource, limits: ResourceLimits) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    self.limits = limits
  }

  var remarks: [String] {
    (isCut ? ["the file ends within a burst"] : [])
      + (brokenOffset.map { ["no burst follows byte \($0), and nothing behind it is read"] } ?? [])
      + (strayOffset.map { ["what lies at byte \($0) is no burst, and is passed over"] } ?? [])
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    let start = place
    // Zeros fill up the time between bursts.
    while place - start <= Int64(limits.resynchronizationByteCount) {
      let view = try window.load(atLeast: 8, at: place)
      guard view.count >= 8 else { return nil }
      var index = view.lowerBound
      // Words are no longer at even places where bytes are missing.
      while index + 8 <= view.upperBound, !isBurst(at: index) {
        if window.bytes[index] != 0 { strayOffset = strayOffset ?? place + Int64(index - view.lowerBound) }
        index += 1
      }
      place += Int64(index - view.lowerBound)
      guard index + 8 <= view.upperBound else { continue }
      let isLittleEndian = window.bytes[index] == 0x72
      let type = Int(window.bytes[index + (isLittleEndian ? 4 : 5)]) & 0x1F
      let low = Int(window.bytes[index + (isLittleEndian ? 6 : 7)])
      let length = Int(window.bytes[index + (isLittleEndian ? 7 : 6)]) << 8 | low
      // Enhanced AC-3 counts bytes; nothing but a pause has none.
      let wanted = (type == 21 ? length : (length + 7) / 8) + 1 & ~1
      let body = place + 8
      let present = window.present(wanted, at: body)
      if present < wanted { isCut = true }
      place = body + Int64(wanted)
      guard type != 0, type != 3, present > 0 else { continue }
      return PayloadRun(stream: type, fileOffset: body, byteCount: present, packetByteCount: 0)
    }
    brokenOffset = start
    place = start
    return nil
  }

  private func isBurst(at index: Int) -> Bool {
    let bytes = (window.bytes[index], window.bytes[index + 1], window.bytes[index + 2], window.bytes[index + 3])
    return bytes == (0x72, 0xF8, 0x1F, 0x4E) || bytes == (0xF8, 0x72, 0x4E, 0x1F)
  }
}
