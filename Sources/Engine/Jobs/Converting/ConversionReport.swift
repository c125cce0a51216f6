public import AudioBase
public import AudioConversion
import AudioFiles

/// The result of a conversion.
public struct ConversionReport: Sendable {
  /// The output's format, layout and cookie.
  public var stream: CodedStream
  /// The result of decoding; `nil` if packets were copied.
  public var decoding: DecodingReport?
  /// The number of the output's frames in the recording, at its rate; `nil` if packets were copied.
  public var frameCount: Int64?
  /// The number of packets written in a compressed format, otherwise `nil`.
  public var packetCount: Int64?
  /// The number of bytes of audio written.
  public var byteCount: Int64
  /// The seconds that decoding, converting and writing took; 0 if packets were copied.
  public var elapsedSeconds = 0.0
  /// True if the packets were copied unchanged.
  public var isCopy: Bool { decoding == nil }
  /// All notes, in order.
  public var notes: [JobNote] = []

  /// Creates the report of a copy.
  init(_ copied: PacketCopyReport, of track: TrackInfo) {
    stream = CodedStream(format: track.format, layout: track.layout)
    packetCount = copied.packetCount
    byteCount = copied.byteCount
  }

  /// Creates the report of packets that were joined.
  init(_ joined: CopyReport, joining track: TrackInfo) {
    self.init(joined.packets ?? PacketCopyReport(), of: track)
    notes = joined.notes
  }

  /// Creates the report of a conversion.
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
