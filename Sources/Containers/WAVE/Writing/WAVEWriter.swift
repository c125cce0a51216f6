package import AudioBase
import Bitstream
import WaveFormats

/// Writes linear PCM, A-law, mu-law, MS and IMA ADPCM and GSM 6.10 as RIFF/WAVE, RF64, BW64 or Wave64.
///
/// To a pipe the sizes stay 0xFFFFFFFF, which readers take as "to the end". Elsewhere, too, until the end, or with
/// ``SizeUpdatePolicy/continuous`` until the first packets: a file that is abandoned before opens with the packets
/// written so far. Metadata that is known at the start precedes the samples, all other follows them.
package struct WAVEWriter: ContainerWriter {
  private let sink: any ByteSink
  private let form: WAVEForm
  private let format: WaveFormat
  private let updatesContinuously: Bool
  private let dataSizeOffset: Int64
  private let frameCountOffset: Int64?
  package let dataOffset: Int64
  /// The chunks that hold the leading metadata.
  private let leadingChunks: [(code: FourCharacterCode, offset: Int64)]
  private var metadata: Metadata
  /// The chunks to be written after the samples, or `nil` while the metadata at the front is valid.
  private var trailingChunks: [OutgoingChunk]?
  private var userChunks: [UserChunk] = []
  private var dataByteCount: Int64 = 0
  /// The number of frames of the recording, if they are not all frames of all blocks.
  private var validFrameCount: Int64?
  /// True if the header has become that of RF64 or BW64.
  private var isWide = false
  private var isFinished = false

  package init(_ sink: any ByteSink, settings: WriterSettings, form: WAVEForm) throws(ContainerError) {
    let format = try WaveFormat(settings)
    guard sink.canOverwrite || form == .riff else {
      throw ContainerError(.unsupported, "RF64, BW64 and Wave64 cannot be written to a pipe", at: 0, in: .sizesChunk)
    }
    guard sink.byteCount == 0 else {
      throw ContainerError(.invalidState, "a WAVE file begins at the first byte of its sink", at: sink.byteCount)
    }
    self.sink = sink
    self.form = form
    self.format = format
    updatesContinuously = settings.sizeUpdates == .continuous && sink.canOverwrite
    metadata = settings.metadata
    let leading = try OutgoingChunk.chunks(metadata, form: form, sampleRate: format.sampleRate)
    if let table = settings.packetTable { validFrameCount = try Self.validFrameCount(table, format) }
    var header = WAVEHeader(form, hasRoom: sink.canOverwrite)
    header.append(format, frameCount: validFrameCount)
    header.append(leading)
    header.beginData()
    dataSizeOffset = Int64(header.dataSizeOffset)
    frameCountOffset = header.frameCountOffset.map { Int64($0) }
    leadingChunks = header.metadataChunks
    dataOffset = Int64(header.bytes.count)
    try sink.append(header.bytes.span)
    try setUserChunks(settings.userChunks)
  }

  package mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    try checkIsOpen()
    try sink.append(bytes)
    dataByteCount += Int64(bytes.count)
    if updatesContinuously { try updateHeaders() }
  }

  package mutating func updateHeaders() throws(ContainerError) {
    guard sink.canOverwrite, !isFinished else { return }
    try writeSizes(end: sink.byteCount, finalEnd: sink.byteCount)
  }

  package mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    try checkIsOpen()
    let frames = try Self.validFrameCount(table, format)
    guard frames == validFrameCount || sink.canOverwrite || table.remainderFrames == 0 else {
      throw ContainerError(.unsupported, "the frames of a pipe are counted at its start", at: 0, in: .factChunk)
    }
    validFrameCount = frames
  }

  package mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    guard cookie == format.blockExtension || (cookie.isEmpty && format.tag != .microsoftADPCM) else {
      throw ContainerError(.unsupported, "the format of a WAVE file stands at its start", at: 0, in: .formatChunk)
    }
  }

  /// Replaces the metadata. Drops items that the form has no place for (pictures, and keys without a code of `INFO` in
  /// Wave64).
  package mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    try checkIsOpen()
    guard metadata != self.metadata else { return }
    guard sink.canOverwrite else {
      throw ContainerError(.unsupported, "to a pipe metadata is written at the start", at: sink.byteCount)
    }
    trailingChunks = try OutgoingChunk.chunks(metadata, form: form, sampleRate: format.sampleRate)
    self.metadata = metadata
  }

  package mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError) {
    try checkIsOpen()
    guard chunks.isEmpty || (sink.canOverwrite && form != .wave64) else {
      throw ContainerError(.unsupported, "pipes and Wave64 take no chunks of a program's own", at: sink.byteCount)
    }
    userChunks = chunks
  }

  /// Completes the file, in an order that never lets a byte behind the samples pass for a sample.
  package mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    isFinished = true
    var tail = [UInt8](repeating: 0, count: form.padding(after: dataByteCount))
    let paddedEnd = sink.byteCount + Int64(tail.count)
    let replaced = Set(userChunks.map(\.identifier))
    for chunk in trailingChunks ?? [] where !replaced.contains(chunk.code) { tail.append(chunk, form: form) }
    for chunk in userChunks { tail.append(OutgoingChunk(code: chunk.identifier, body: chunk.bytes), form: form) }
    let finalEnd = sink.byteCount + Int64(tail.count)
    if sink.canOverwrite { try writeSizes(end: paddedEnd, finalEnd: finalEnd) }
    try sink.append(tail.span)
    guard sink.canOverwrite else { return }
    if finalEnd != paddedEnd { try writeSizes(end: finalEnd, finalEnd: finalEnd) }
    try drop(leadingChunks.filter { trailingChunks != nil || replaced.contains($0.code) }.map(\.offset))
  }

  private func checkIsOpen() throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: .dataChunk)
    }
  }

  /// Returns the number of frames of the recording, or `nil` if they are all; refuses numbers that `fact` cannot
  /// hold.
  private static func validFrameCount(
    _ table: PacketTable, _ format: WaveFormat
  ) throws(ContainerError) -> Int64? {
    guard table.primingFrames == 0, table.remainderFrames == 0 || format.tag.hasBlocks else {
      throw ContainerError(
        .unsupported, "WAVE can say only how many frames of ADPCM or GSM are the recording", at: 0, in: .factChunk)
    }
    guard table.timescale == Double(format.sampleRate), table.validFrames >= 0 else {
      throw ContainerError(.invalidState, "a packet table counts at the sample rate", at: 0, in: .factChunk)
    }
    return table.remainderFrames == 0 ? nil : table.validFrames
  }
}

// MARK: - Sizes

extension WAVEWriter {
  private var frameCount: Int64 {
    let (blocks, rest) = dataByteCount.quotientAndRemainder(dividingBy: Int64(format.blockAlign))
    // A last block of ADPCM may be shorter than the others.
    let last = format.tag.framesPerBlock(byteCount: Int(rest), channelCount: Int(format.channelCount)) ?? 0
    let all = blocks * Int64(max(1, format.framesPerBlock)) + Int64(rest > 0 && format.tag.hasBlocks ? last : 0)
    return min(all, validFrameCount ?? all)
  }

  /// Writes all sizes for a file that ends at `end`.
  ///
  /// - Parameter finalEnd: The end once all is written, which determines the width of the sizes.
  private mutating func writeSizes(end: Int64, finalEnd: Int64) throws(ContainerError) {
    if form == .wave64 {
      try overwrite(dataByteCount + Int64(form.chunkHeaderByteCount), at: dataSizeOffset)
      if let frameCountOffset { try overwrite(frameCount, at: frameCountOffset) }
      try overwrite(end, at: form.sizeOffset)
    } else if form == .riff, !isWide, finalEnd - 8 < Int64(WAVELayout.unknownSize) {
      try overwrite(UInt32(dataByteCount), at: dataSizeOffset)
      // Fewer frames than 32 bits count; where not, a block has many frames and `fact` cannot count them.
      if let frameCountOffset { try overwrite(UInt32(clamping: frameCount), at: frameCountOffset) }
      try overwrite(UInt32(end - 8), at: form.sizeOffset)
    } else {
      if !isWide {
        try overwrite(WAVELayout.unknownSize, at: dataSizeOffset)
        if let frameCountOffset { try overwrite(WAVELayout.unknownSize, at: frameCountOffset) }
        isWide = true
      }
      try sink.overwrite(wideHead(end: end).span, at: 0)
    }
  }

  /// Returns the first 48 bytes of RF64 or BW64.
  private func wideHead(end: Int64) -> [UInt8] {
    var head: [UInt8] = []
    head.append(form == .bw64 ? "BW64" : "RF64")
    head.append(littleEndian: WAVELayout.unknownSize)
    head.append(.wave)
    head.append(.sizesChunk)
    head.append(littleEndian: UInt32(WAVELayout.sizesByteCount))
    head.append(littleEndian: end - 8)
    head.append(littleEndian: dataByteCount)
    head.append(littleEndian: frameCount)
    head.append(littleEndian: 0 as UInt32)
    return head
  }

  /// Converts leading chunks, which others replace, to filling.
  private func drop(_ offsets: [Int64]) throws(ContainerError) {
    var name = Wave64GUID.name(.junkChunk)
    if form != .wave64 {
      name.removeAll()
      name.append(.junkChunk)
    }
    for offset in offsets { try sink.overwrite(name.span, at: offset) }
  }

  private func overwrite(_ number: some FixedWidthInteger, at offset: Int64) throws(ContainerError) {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    try sink.overwrite(bytes.span, at: offset)
  }
}
