package import AudioBase
import Bitstream

/// Writes linear PCM, A-law and mu-law as Sun and NeXT audio.
///
/// The size is "to the end" until it is corrected, so a file that is abandoned opens with the samples written so far;
/// on a pipe, and beyond 4 GiB, it stays so.
package struct SunAudioWriter: ContainerWriter {
  private let sink: any ByteSink
  private let updatesContinuously: Bool
  private let metadata: Metadata
  package let dataOffset: Int64
  private var isFinished = false

  package init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    var header = try SunAudioHeader(settings)
    guard settings.layout.channelCount == settings.format.channelsPerFrame else {
      throw ContainerError(.invalidState, "the layout must have one entry a channel", at: 0, in: .sunAudio)
    }
    guard sink.byteCount == 0 else {
      throw ContainerError(
        .invalidState, "a Sun audio file begins at the first byte of its sink", at: sink.byteCount, in: .sunAudio)
    }
    let annotation = Self.annotation(settings.metadata)
    guard let offset = UInt32(exactly: SunAudioHeader.byteCount + annotation.count) else {
      throw ContainerError(.unsupported, "an annotation has less than 4 GiB", at: 24, in: .sunAudio)
    }
    header.dataOffset = offset
    self.sink = sink
    updatesContinuously = settings.sizeUpdates == .continuous && sink.canOverwrite
    metadata = settings.metadata
    dataOffset = Int64(offset)
    if let table = settings.packetTable { try setPacketTable(table) }
    let bytes = header.bytes + annotation
    try sink.append(bytes.span)
  }

  /// Returns the comments, ended by one to eight zeros so that the samples begin at a multiple of eight; some readers
  /// need at least four bytes even without comments.
  private static func annotation(_ metadata: Metadata) -> [UInt8] {
    let text = (metadata[.comments] ?? "").utf8.prefix { $0 != 0 }
    return Array(text) + [UInt8](repeating: 0, count: 8 - text.count % 8)
  }

  package mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: .sunAudio)
    }
    try sink.append(bytes)
    if updatesContinuously { try updateHeaders() }
  }

  package mutating func updateHeaders() throws(ContainerError) {
    guard sink.canOverwrite else { return }
    var bytes: [UInt8] = []
    bytes.append(bigEndian: UInt32(clamping: sink.byteCount - dataOffset))
    try sink.overwrite(bytes.span, at: SunAudioHeader.sizeOffset)
  }

  package mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    guard cookie.isEmpty else {
      throw ContainerError(.unsupported, "a Sun audio file holds no magic cookie", at: 0, in: .sunAudio)
    }
  }

  /// Accepts only the metadata that the file has already, because the annotation precedes the samples. It holds only
  /// comments.
  package mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    guard metadata == self.metadata || Self.annotation(metadata) == Self.annotation(self.metadata) else {
      throw ContainerError(.unsupported, "the annotation is written at the start", at: 24, in: .sunAudio)
    }
  }

  package mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    try updateHeaders()
    isFinished = true
  }
}
