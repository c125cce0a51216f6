package import AudioBase

/// The part of a file that holds frames of MPEG audio, such as `data` in WAVE and `SSND` in AIFF-C.
package struct MPEGAudioSection {
  /// The start of the frames, in bytes from the start of the file.
  package var start: Int64
  /// The end of the frames; `nil` if it is the end of the source.
  package var end: Int64?
  /// Core Audio's type of the file; `nil` for a file of bare frames, whose type follows from their layer.
  package var fileType: FourCharacterCode?
  /// The number of frames of the recording as the file states it, counted from the first that is decoded: priming is
  /// included, padding after the recording is not. `nil` if the file states none.
  ///
  /// FFmpeg 5.1 counts so in the chunk `fact`: 101,430 frames that LAME encodes with a delay of 1105 are 102,535.
  /// `nCodecDelay` in the format chunk does not help: it is 1393 in files of FFmpeg and of other programs, whatever the
  /// encoder's delay.
  package var frameCount: Int64?

  /// Creates a description of the bytes from `start` to `end`.
  package init(start: Int64, end: Int64?) {
    self.start = start
    self.end = end
  }

  /// Creates a section of `byteCount` bytes from `start` on, or of all remaining bytes.
  package init(start: Int64, byteCount: Int64?) {
    let end = byteCount.map { start.addingReportingOverflow(max(0, $0)) }
    self.init(start: start, end: end.flatMap { $0.overflow ? nil : $0.partialValue })
  }

  /// Returns the table of a recording of ``frameCount`` frames in `packetCount` packets, or in as many as there are.
  ///
  /// - Returns: `nil` if nothing is stated, or more than the packets hold.
  func packetTable(packetCount: Int64?, format: StreamFormat) -> PacketTable? {
    guard let frameCount, frameCount > 0 else { return nil }
    var remainder: Int64 = 0
    if let packetCount {
      let (total, overflow) = packetCount.multipliedReportingOverflow(by: Int64(format.framesPerPacket))
      guard !overflow, frameCount <= total else { return nil }
      remainder = total - frameCount
    }
    return PacketTable(
      primingFrames: 0, validFrames: frameCount, remainderFrames: remainder, timescale: format.sampleRate)
  }
}
