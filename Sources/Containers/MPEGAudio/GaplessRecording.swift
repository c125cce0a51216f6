import AudioBase

/// The frames of a layer III stream that are the recording, by its encoder's values in the first frame or a tag.
///
/// LAME counts the encoder's delay and padding; a decoder adds 528 samples and one of its own, which come out before
/// the recording and push its end into the padding.
///
/// ```
/// delay + 529 │ recording │ padding − 529
/// ╰──────── packets · frames ───────────╯
/// ```
struct GaplessRecording: Equatable {
  private let gap: InfoFrame.Gap
  private let format: StreamFormat
  /// The number of packets by the first frame's count or the tag's; `nil` if neither states it.
  let statedPacketCount: Int64?

  /// Combines the known values; `nil` if there are none.
  init?(_ gap: InfoFrame.Gap?, infoFrame: InfoFrame?, format: StreamFormat) {
    guard let gap, format.formatID == .mpegLayer3, format.framesPerPacket > 0 else { return nil }
    self.gap = gap
    self.format = format
    let length = Int64(format.framesPerPacket)
    let ofText = gap.recordedFrameCount.map { ($0 + Int64(gap.delay + gap.padding) + length - 1) / length }
    statedPacketCount = infoFrame?.frameCount ?? ofText
  }

  private var primingFrames: Int64 { Int64(gap.delay + InfoFrame.decoderDelay) }
  private var remainderFrames: Int64 { max(0, Int64(gap.padding - InfoFrame.decoderDelay)) }

  /// The table of the stated values only, `nil` if they are not sufficient or contradictory.
  var statedTable: PacketTable? { statedPacketCount.flatMap { table(packetCount: $0) } }

  /// Returns the table of a stream that is `packetCount` packets long.
  ///
  /// The end of a stream that was cut is not padding, nor is the part after the stated end of one that continues.
  func table(packetCount: Int64) -> PacketTable? {
    let (stated, isEndless) = (statedPacketCount ?? packetCount).multipliedReportingOverflow(
      by: Int64(format.framesPerPacket))
    let (total, overflow) = packetCount.multipliedReportingOverflow(by: Int64(format.framesPerPacket))
    guard !overflow, !isEndless else { return nil }
    let padded = min(total, stated - remainderFrames)
    let valid = (total > stated ? total : padded) - primingFrames
    // Of a stream that was cut within its priming nothing is left; one that states less than its priming is not
    // believed.
    guard valid > 0 || packetCount != statedPacketCount ?? packetCount else { return nil }
    return table(validFrames: max(0, valid), remainderFrames: max(0, total - primingFrames - max(0, valid)))
  }

  /// Returns the table of a stream of the given duration in seconds that ends like another one, with its own padding in
  /// the middle.
  func table(seconds: Double) -> PacketTable? {
    // A sum of seconds is off by less than a millionth of a frame, which must not become a whole one.
    guard let frames = Int64(exactly: (seconds * format.sampleRate - 1e-6).rounded(.up)) else { return nil }
    return table(validFrames: max(0, frames - primingFrames), remainderFrames: 0)
  }

  /// The table of a stream that continues after the stated end, for an unknown length.
  var openTable: PacketTable { table(validFrames: Int64.max - primingFrames, remainderFrames: 0) }

  /// Returns the first packet with padding in it, in a stream of `packetCount` packets.
  func firstPaddedPacket(of packetCount: Int64) -> Int64 {
    packetCount - (remainderFrames + Int64(format.framesPerPacket) - 1) / Int64(format.framesPerPacket)
  }

  private func table(validFrames: Int64, remainderFrames: Int64) -> PacketTable {
    PacketTable(
      primingFrames: primingFrames, validFrames: validFrames, remainderFrames: remainderFrames,
      timescale: format.sampleRate)
  }
}
