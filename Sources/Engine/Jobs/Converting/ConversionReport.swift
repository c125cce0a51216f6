public import AudioBase
public import AudioConversion
import AudioFiles

/// What a conversion came to.
public struct ConversionReport: Sendable {
  /// The output's format, layout and cookie.
  public var stream: CodedStream
  /// What decoding came to; `nil` where packets were copied.
  public var decoding: DecodingReport?
  /// Frames of the output that are the recording, at its rate; `nil` where packets were copied.
  public var frameCount: Int64?
  /// Packets of the output: of a compressed format those that were written, otherwise `nil`.
  public var packetCount: Int64?
  /// Bytes of audio that were written.
  public var byteCount: Int64
  /// Seconds that decoding, converting and writing took; 0 where packets were copied.
  public var elapsedSeconds = 0.0
  /// Whether the packets were copied as they are.
  public var isCopy: Bool { decoding == nil }
  /// Everything that was to be said, in the order in which it was noticed.
  public var notes: [JobNote] = []

  /// The report of a copy.
  init(_ copied: PacketCopyReport, of track: TrackInfo) {
    stream = CodedStream(format: track.format, layout: track.layout)
    packetCount = copied.packetCount
    byteCount = copied.byteCount
  }

  /// The report of packets that were joined.
  init(_ joined: CopyReport, joining track: TrackInfo) {
    self.init(joined.packets ?? PacketCopyReport(), of: track)
    notes = joined.notes
  }

  /// The report of a conversion.
  init(_ transfer: ConversionTransfer, _ converter: borrowing TrackConverter, _ decoding: DecodingReport) {
    let isPCM = converter.encoded == nil
    stream = converter.output
    self.decoding = decoding
    byteCount = transfer.byteCount
    frameCount =
      isPCM ? byteCount / Int64(max(1, stream.format.bytesPerFrame)) : converter.outputFrameCount
    packetCount = isPCM ? nil : transfer.packetCount
    elapsedSeconds = transfer.elapsedSeconds
  }
}
