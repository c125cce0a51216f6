import AudioBase

/// A track whose packets are returned, and the conversion of its frames to packets.
struct SoundTrack {
  /// `TrackNumber`.
  let number: UInt64
  let durations: PacketDurations
  let encodings: ContentEncodings
  let limits: ResourceLimits

  /// The packets and frames in a stored frame.
  struct Content: BitwiseCopyable {
    var packetCount: Int64
    var frameCount: Int64
    /// The number of bytes of all packets.
    var byteCount: Int
  }

  /// Reads as much of a stored frame as its duration needs; `nil` if the source ends first.
  ///
  /// - Parameters:
  ///   - walk: Reads the bytes.
  ///   - scratch: Its contents are lost.
  ///   - previousBlock: As ``PacketDurations/content(head:byteCount:previousBlock:)`` has it.
  func content(
    of frame: StoredFrame, _ walk: inout BlockWalk, scratch: inout [UInt8], previousBlock: inout Int?
  ) throws(ContainerError) -> Content? {
    scratch.removeAll(keepingCapacity: true)
    var byteCount: Int
    if let prefix = encodings.prefix {
      byteCount = prefix.count + frame.byteCount
      guard byteCount <= limits.packetByteCount else { throw ContentEncodings.tooLarge(frame.offset) }
      scratch.append(contentsOf: prefix.prefix(durations.headByteCount))
      let wanted = min(durations.headByteCount - scratch.count, frame.byteCount)
      guard try walk.append(wanted, at: frame.offset, to: &scratch) else { return nil }
    } else {
      guard try load(frame, &walk, into: &scratch) else { return nil }
      byteCount = scratch.count
    }
    let content = durations.content(head: scratch.span, byteCount: byteCount, previousBlock: &previousBlock)
    if case .constant(let size, _) = durations { byteCount = Int(content.packetCount) * size }
    return Content(packetCount: content.packetCount, frameCount: content.frameCount, byteCount: byteCount)
  }

  /// Appends a frame in the codec's own form; false if the source ends first.
  func load(
    _ frame: StoredFrame, _ walk: inout BlockWalk, into bytes: inout [UInt8]
  ) throws(ContainerError) -> Bool {
    guard frame.byteCount <= limits.packetByteCount else { throw ContentEncodings.tooLarge(frame.offset) }
    if let prefix = encodings.prefix {
      guard prefix.count + frame.byteCount <= limits.packetByteCount else {
        throw ContentEncodings.tooLarge(frame.offset)
      }
      bytes.append(contentsOf: prefix)
      return try walk.append(frame.byteCount, at: frame.offset, to: &bytes)
    }
    var stored: [UInt8] = []
    guard try walk.append(frame.byteCount, at: frame.offset, to: &stored) else { return false }
    bytes.append(contentsOf: try encodings.decode(stored, at: frame.offset, limits: limits))
    return true
  }
}
