import AudioBase
import MPEGAudioFrames

/// The first frames of a layer III stream that was cut out of another stream.
///
/// A frame whose main data begin in a frame before the cut cannot be decoded by anybody, but later frames may begin in
/// it. Within the priming it becomes a frame of silence with the same main data: its side information is zeros.
struct CutFrames {
  private var framesLeft: Int
  /// The number of bytes of main data in the frames so far.
  private var reservoirByteCount = 0

  init(primingFrames: Int) { framesLeft = primingFrames }

  /// Returns the frame that is written in place of a packet; `nil` for the packet itself.
  mutating func primer(for packet: Span<UInt8>, _ header: MPEGAudioHeader) -> [UInt8]? {
    guard header.layer == 3, framesLeft >= header.framesPerPacket, !header.isProtected else {
      framesLeft = 0
      return nil
    }
    framesLeft -= header.framesPerPacket
    let (start, count) = (MPEGAudioHeader.byteCount, header.sideInformationByteCount)
    guard packet.count >= start + count else { return nil }
    defer { reservoirByteCount += packet.count - start - count }
    // ISO/IEC 11172-3, 2.4.1.7: `main_data_begin` of nine bits; ISO/IEC 13818-3, 2.4.1.7: of eight.
    let upper = Int(packet[start])
    let begin = header.version == .one ? upper << 1 | Int(packet[start + 1]) >> 7 : upper
    guard begin > reservoirByteCount else { return nil }
    var bytes = [UInt8](copying: packet)
    for index in start..<(start + count) { bytes[index] = 0 }
    return bytes
  }
}
