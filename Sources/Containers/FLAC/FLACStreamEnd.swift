import AudioBase
import FramedStreams
import XiphAudio

/// Finds the end of the frames that `STREAMINFO` counts, after which another file may follow.
struct FLACStreamEnd {
  private let info: FLACStreamInfo
  /// A scanner at the first frame.
  private let scanner: FLACFrameScanner
  private let dataOffset: Int64
  private var window: SourceWindow

  init(_ info: FLACStreamInfo, _ scanner: FLACFrameScanner, dataOffset: Int64) {
    (self.info, self.scanner, self.dataOffset) = (info, scanner, dataOffset)
    window = SourceWindow(scanner.window.source, capacity: 1 << 12)
  }

  /// Returns the end in a source of `end` bytes; `nil` if it is unknown, or frames are missing.
  ///
  /// A few stretches are read: if their frames are in order, and the last frame is among the last bytes, the end is
  /// found there. Otherwise all frames are walked.
  mutating func place(upTo end: Int64) throws(ContainerError) -> Int64? {
    guard info.totalFrameCount > 0, end > dataOffset else { return nil }
    let view = Int64(min(info.frameSizeUpperBound, 1 << 21) + FLACFrameHeader.maximumByteCount)
    // Of a short file all frames are as quickly walked.
    if end - dataOffset > Self.probeCount * view, try isInOrder(upTo: end, view),
      let found = try lastFrameEnd(from: end - view, to: end)
    {
      return found
    }
    return try walkedEnd()
  }

  /// The number of places at which the order of frames is looked at.
  private static let probeCount: Int64 = 8

  /// Returns true if frames at several positions of the file follow each other.
  private mutating func isInOrder(upTo end: Int64, _ view: Int64) throws(ContainerError) -> Bool {
    var last: Int64 = -1
    for probe in 1..<Self.probeCount {
      let start = dataOffset + (end - dataOffset) / Self.probeCount * probe
      let number = try number(from: start, to: start + view)
      guard let number, number > last else { return false }
      last = number
    }
    return true
  }

  /// Returns the number of the first frame that begins within a stretch.
  private mutating func number(from start: Int64, to end: Int64) throws(ContainerError) -> Int64? {
    var bytes: [UInt8] = []
    // Bound: 2 MiB.
    _ = try window.append(Int(end - start), at: start, to: &bytes)
    for place in bytes.indices where bytes[place] == 0xFF {
      if let header = FLACFrameHeader(bytes.span.extracting(place..<bytes.count)),
        header.channelCount == info.channelCount, header.sampleRate == 0 || header.sampleRate == info.sampleRate,
        header.bitDepth == 0 || header.bitDepth == info.bitsPerSample
      {
        return header.number
      }
    }
    return nil
  }

  /// Returns the end of the last of the frames that STREAMINFO counts, if that is found within a stretch.
  private mutating func lastFrameEnd(from start: Int64, to end: Int64) throws(ContainerError) -> Int64? {
    var bytes: [UInt8] = []
    // Bound: 2 MiB.
    _ = try window.append(Int(end - start), at: start, to: &bytes)
    for place in bytes.indices where bytes[place] == 0xFF {
      let rest = bytes.span.extracting(place..<bytes.count)
      guard let header = FLACFrameHeader(rest), lastFrame(of: header) == info.totalFrameCount else { continue }
      var measure = FLACFrameMeasure(header, statedBitDepth: info.bitsPerSample)
      if case .whole(let byteCount) = measure.walk(rest) { return start + Int64(place + byteCount) }
    }
    return nil
  }

  /// Returns the end of the last frame that STREAMINFO counts, by walking over all frames; `nil` if some are missing,
  /// which is reported elsewhere.
  private func walkedEnd() throws(ContainerError) -> Int64? {
    var walker = scanner
    var reached: Int64 = 0
    do throws(ContainerError) {
      while reached < info.totalFrameCount {
        guard let frame = try walker.next() else { return nil }
        reached += Int64(frame.frameCount)
      }
      return walker.position
    } catch {
      if error.kind == .inputOutput { throw error }
      return nil
    }
  }

  /// Returns the number of frames of sound up to the end of a block.
  private func lastFrame(of header: FLACFrameHeader) -> Int64 {
    let (first, overflow) = header.number.multipliedReportingOverflow(
      by: header.hasVariableBlockSize ? 1 : Int64(info.maximumBlockSize))
    return overflow ? .max : first &+ Int64(header.blockSize)
  }
}
