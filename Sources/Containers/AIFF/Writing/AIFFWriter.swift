package import AudioBase
import Bitstream

/// Writes linear PCM as AIFF, and linear PCM, A-law, mu-law and IMA4 as AIFF-C.
///
/// ```
/// FORM size AIFC │ FVER │ COMM │ (CHAN) │ (NAME, MARK, ID3 …) │ SSND size │ packets │ (pad) │ (NAME, MARK, ID3 …)
/// ```
/// In sizes and counts all bits are set until the headers are updated. Readers take this as "up to the end", so that an
/// abandoned file can be opened, with the packets written so far. Metadata that is known at the start precedes the
/// samples; all other metadata follows them.
package struct AIFFWriter: ContainerWriter {
  /// The largest file size: the size field has 32 bits, and the value with all bits set means "unknown".
  private static let maximumByteCount = Int64(AIFFLayout.unknownSize) - 1 + 8

  private let sink: any ByteSink
  private let sampleRate: Double
  private let bytesPerPacket: Int64
  private let updatesContinuously: Bool
  private let frameCountOffset: Int64
  private let soundSizeOffset: Int64
  package let dataOffset: Int64
  /// The chunks that hold the leading metadata.
  private let leadingChunks: [(code: FourCharacterCode, offset: Int64)]
  private var metadata: Metadata
  /// The chunks to be written after the samples, or `nil` while the metadata at the front is valid.
  private var trailingChunks: [OutgoingChunk]?
  private var userChunks: [OutgoingChunk] = []
  private var dataByteCount: Int64 = 0
  private var isFinished = false

  package init(_ sink: any ByteSink, settings: WriterSettings, form: AIFFForm) throws(ContainerError) {
    guard sink.canOverwrite else {
      throw ContainerError(
        .unsupported, "AIFF and AIFC cannot be written to a pipe; WAVE, AU and CAF can", at: 0, in: .form)
    }
    guard sink.byteCount == 0 else {
      throw ContainerError(.invalidState, "an AIFF file begins at the first byte of its sink", at: sink.byteCount)
    }
    let common = try CommonChunk(settings, form: form)
    try Self.check(settings.packetTable)
    self.sink = sink
    sampleRate = common.sampleRate
    bytesPerPacket = Int64(settings.format.bytesPerPacket)
    updatesContinuously = settings.sizeUpdates == .continuous
    metadata = settings.metadata
    var chunks = try OutgoingChunk.chunks(metadata, sampleRate: sampleRate)
    if let layout = LayoutChunk.bytes(settings.layout) {
      chunks.insert(OutgoingChunk(code: .layoutChunk, body: layout), at: 0)
    }
    let header = AIFFHeader(common, form: form, chunks: chunks)
    frameCountOffset = Int64(header.frameCountOffset)
    soundSizeOffset = Int64(header.soundSizeOffset)
    leadingChunks = header.metadataChunks
    dataOffset = Int64(header.bytes.count)
    let expected = settings.expectedByteCount ?? 0
    guard expected <= Self.maximumByteCount - dataOffset else { throw Self.tooLong(at: dataOffset) }
    try sink.append(header.bytes.span)
    try setUserChunks(settings.userChunks)
  }

  private static func tooLong(at offset: Int64) -> ContainerError {
    ContainerError(
      .unsupported, "AIFF and AIFC hold less than 4 GiB; CAF, RF64 and Wave64 hold more", at: offset, in: .form)
  }

  private static func check(_ table: PacketTable?) throws(ContainerError) {
    guard let table, table.primingFrames != 0 || table.remainderFrames != 0 else { return }
    throw ContainerError(.unsupported, "AIFF and AIFC cannot say which frames are the recording", at: 0, in: .form)
  }

  private func checkIsOpen() throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: .soundChunk)
    }
  }

  private var tailByteCount: Int64 { ((trailingChunks ?? []) + userChunks).reduce(1) { $0 + Int64($1.byteCount) } }

  package mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    try checkIsOpen()
    guard Int64(bytes.count) <= Self.maximumByteCount - tailByteCount - sink.byteCount else {
      throw Self.tooLong(at: sink.byteCount)
    }
    try sink.append(bytes)
    dataByteCount += Int64(bytes.count)
    if updatesContinuously { try updateHeaders() }
  }

  package mutating func updateHeaders() throws(ContainerError) {
    guard !isFinished else { return }
    try writeSizes(end: sink.byteCount)
  }

  package mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) { try Self.check(table) }

  package mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    guard cookie.isEmpty else {
      throw ContainerError(.unsupported, "AIFF and AIFC hold no magic cookie", at: 0, in: .commonChunk)
    }
  }

  /// Replaces the metadata; drops items that the form has no place for, see ``OutgoingChunk/chunks(_:sampleRate:)``.
  package mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    try checkIsOpen()
    guard metadata != self.metadata else { return }
    let chunks = try OutgoingChunk.chunks(metadata, sampleRate: sampleRate)
    let byteCount = chunks.reduce(1) { $0 + Int64($1.byteCount) }
    guard byteCount <= Self.maximumByteCount - sink.byteCount else { throw Self.tooLong(at: sink.byteCount) }
    trailingChunks = chunks
    self.metadata = metadata
  }

  package mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError) {
    try checkIsOpen()
    let outgoing = chunks.map { OutgoingChunk(code: $0.identifier, body: $0.bytes) }
    let byteCount = ((trailingChunks ?? []) + outgoing).reduce(1) { $0 + Int64($1.byteCount) }
    guard byteCount <= Self.maximumByteCount - sink.byteCount else { throw Self.tooLong(at: sink.byteCount) }
    userChunks = outgoing
  }

  /// Completes the file, in an order in which bytes after the samples can never be taken for samples.
  package mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    isFinished = true
    try writeSizes(end: sink.byteCount)
    var tail: [UInt8] = dataByteCount & 1 == 1 ? [0] : []
    let replaced = Set(userChunks.map(\.code))
    for chunk in (trailingChunks ?? []).filter({ !replaced.contains($0.code) }) + userChunks { tail.append(chunk) }
    guard !tail.isEmpty || trailingChunks != nil else { return }
    try sink.append(tail.span)
    try overwrite(UInt32(sink.byteCount - 8), at: 4)
    // Leading chunks that are replaced become filling.
    for chunk in leadingChunks where trailingChunks != nil || replaced.contains(chunk.code) {
      try overwrite(FourCharacterCode.fillerChunk.rawValue, at: chunk.offset)
    }
  }

  /// Writes all sizes for a file that ends at `end`.
  private func writeSizes(end: Int64) throws(ContainerError) {
    // Whatever stops the program in between, no count exceeds the packets present.
    try overwrite(UInt32(dataByteCount / bytesPerPacket), at: frameCountOffset)
    try overwrite(UInt32(dataByteCount + Int64(AIFFLayout.soundHeaderByteCount)), at: soundSizeOffset)
    try overwrite(UInt32(end - 8), at: 4)
  }

  private func overwrite(_ number: UInt32, at offset: Int64) throws(ContainerError) {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: number)
    try sink.overwrite(bytes.span, at: offset)
  }
}
