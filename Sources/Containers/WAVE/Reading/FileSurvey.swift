import AudioBase
import ID3Tags

/// The contents of the chunks around the samples, read once when a file is opened.
package struct FileSurvey {
  /// The largest number of chunks examined before the samples, and after them.
  package static let maximumChunkCount = 1 << 14

  let form: WAVEForm
  /// The offset of the form: after tags.
  var start: Int64 { walker.leadingTags.end }
  /// The contents of the chunk `fmt `, and the offset of its body; never `nil` after a complete survey.
  private(set) var format: (fields: WaveFormat, offset: Int64)?
  /// The offset of the samples.
  private(set) var dataOffset: Int64 = 0
  /// The bytes of samples present, or `nil` if they continue to the end of a pipe.
  private(set) var dataByteCount: Int64?
  /// The number of frames as `fact` says, or `nil`.
  private(set) var statedFrameCount: UInt64?
  private(set) var chunks: [ChunkInfo] = []
  private(set) var warnings: [String] = []

  /// The names of the chunks' metadata that have no key here.
  var unnamedItems: [String] { reading.unread.names }

  private var walker: ChunkWalker
  private var reading = MetadataReading()
  private var sizes: WideSizes?
  private let limits: ResourceLimits
  private let sourceByteCount: Int64?
  /// The stated end of the form, or `nil`.
  private var formEnd: Int64?

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    walker = try ChunkWalker(source, tagLimit: limits.tagByteCount)
    form = walker.form
    self.limits = limits
    sourceByteCount = source.byteCount
    formEnd = try walker.statedEnd()
    let data = try walkToData()
    let stated = try noteData(data)
    if let formEnd, let stated, formEnd - dataOffset < stated {
      warnings.append("the header states an end before that of the samples")
    }
    // In a source that arrives in order and only once, nothing is searched after the samples.
    if !source.isArriving, let size = sourceByteCount, let stated, stated < size - dataOffset {
      try walkBehind(data, byteCount: stated, sourceByteCount: size)
    }
    if let remark = walker.leadingTags.remark {
      warnings.append(remark)
      // A tag among the chunks states it better.
      if !walker.leadingTags.tag.isEmpty { reading.read(.id3Chunk, ChunkBody(walker.leadingTags.tag), at: 0) }
    }
    if walker.hasUnpaddedChunks { warnings.append("a chunk of odd length is not followed by a byte of padding") }
    warnings += reading.warnings
  }

  /// Returns the metadata in the chunks, and remarks on it.
  func metadata(sampleRate: Double, warnings: inout [String]) -> Metadata {
    let metadata = reading.finish(sampleRate: sampleRate, warnings: &warnings)
    warnings += metadata.remarksOnLimits
    return metadata
  }
}

// MARK: - Before the samples

extension FileSurvey {
  private mutating func walkToData() throws(ContainerError) -> ChunkWalker.Header {
    var place: Int64 = 0
    for _ in 0..<Self.maximumChunkCount {
      guard let header = try walker.next() else {
        throw ContainerError(.truncated, "the file ends before its samples", at: place, in: .dataChunk)
      }
      place = header.offset
      if header.code == .dataChunk {
        guard format != nil else {
          throw ContainerError(.malformed, "the format comes before the samples", at: place, in: .dataChunk)
        }
        return header
      }
      guard let size = header.byteCount ?? sizes?[header.code] else {
        throw ContainerError(.malformed, "a chunk before the samples has a size", at: place, in: header.code)
      }
      try look(header, byteCount: size)
      note(header, byteCount: size)
      try walker.pass(header, byteCount: size)
    }
    throw ContainerError(.limitExceeded, "there are too many chunks before the samples", at: place)
  }

  private mutating func look(_ header: ChunkWalker.Header, byteCount: UInt64) throws(ContainerError) {
    func count(atMost limit: Int) -> Int { Int(min(byteCount, UInt64(limit))) }
    switch header.code {
    case .sizesChunk where form == .rf64 || form == .bw64:
      let body = try walker.body(header, byteCount: count(atMost: WideSizes.maximumByteCount))
      let sizes = try WideSizes(body, at: header.bodyOffset)
      if formEnd == nil {
        formEnd = sizes.formEnd.flatMap { $0.addingReportingOverflow(start).overflow ? nil : $0 + start }
      }
      self.sizes = sizes
    case .formatChunk where format == nil:
      let body = try walker.body(header, byteCount: count(atMost: WaveFormat.maximumByteCount))
      format = (try WaveFormat(parsing: body, at: header.bodyOffset), header.bodyOffset)
    case .factChunk where statedFrameCount == nil:
      let body = try walker.body(header, byteCount: count(atMost: 8))
      let frames = form == .wave64 ? body.uint64(at: 0) ?? body.uint32(at: 0).map(UInt64.init) : nil
      statedFrameCount = frames ?? body.uint32(at: 0).map(UInt64.init)
    default: try lookForMetadata(header, byteCount: byteCount)
    }
  }

  private mutating func lookForMetadata(_ header: ChunkWalker.Header, byteCount: UInt64) throws(ContainerError) {
    guard MetadataReading.wants(header.code) else { return }
    let isTag = header.code == .id3Chunk || header.code == "ID3 "
    guard byteCount <= UInt64(isTag ? limits.tagByteCount : limits.structureByteCount) else {
      warnings.append("the chunk '\(header.code)' is too long and was passed over")
      return
    }
    let body = try walker.body(header, byteCount: Int(byteCount))
    reading.read(header.code, body, at: header.bodyOffset)
  }

  private mutating func note(_ header: ChunkWalker.Header, byteCount: UInt64) {
    let stated = Int64(clamping: byteCount)
    let present = sourceByteCount.map { max(0, $0 - header.bodyOffset) } ?? stated
    chunks.append(
      ChunkInfo(identifier: header.code, bodyOffset: header.bodyOffset, byteCount: min(stated, present)))
  }
}

// MARK: - The samples and the bytes after them

extension FileSurvey {
  /// Records the range of the samples, and returns the stated number of their bytes, or `nil` for "to the end".
  private mutating func noteData(_ header: ChunkWalker.Header) throws(ContainerError) -> Int64? {
    dataOffset = header.bodyOffset
    let isWide = form == .rf64 || form == .bw64
    if isWide, sizes == nil { warnings.append("the chunk of 64-bit sizes is missing") }
    var size = header.byteCount
    if isWide, size == nil || size == 0, let sizes { size = sizes.dataByteCount }
    if isWide, statedFrameCount == UInt64(WAVELayout.unknownSize) { statedFrameCount = sizes?.frameCount }
    if statedFrameCount == UInt64(WAVELayout.unknownSize) { statedFrameCount = nil }
    // Programs that write to a pipe, or end early, leave all ones, or zero, if they have not come back to.
    var isUnknown = size.map { $0 > WAVELayout.unknownWideSize } ?? true
    if size == 0 {
      let isFollowed = try isFollowedByChunk(header)
      isUnknown = (formEnd ?? 0) <= dataOffset || !isFollowed
    }
    let stated = isUnknown ? nil : size.map { Int64(clamping: $0) }
    guard let sourceByteCount else {
      dataByteCount = stated
      note(header, byteCount: UInt64(clamping: stated ?? 0))
      return stated
    }
    let present = max(0, sourceByteCount - dataOffset)
    if let stated, stated > present { warnings.append("\(ConstantPacketCursor.earlyEnd)") }
    if stated == nil, present > 0 {
      warnings.append("the header does not say how long the samples are, and they are read to the end of the file")
    }
    let count = min(stated ?? present, present)
    dataByteCount = count
    note(header, byteCount: UInt64(count))
    return stated
  }

  /// Returns true if an empty chunk is followed by another chunk, or if that cannot be checked.
  private func isFollowedByChunk(_ header: ChunkWalker.Header) throws(ContainerError) -> Bool {
    guard let size = sourceByteCount, size - header.bodyOffset >= 8 else { return true }
    var walker = walker
    try walker.pass(header, byteCount: 0)
    guard let next = try walker.next() else { return true }
    return FourCharacterCode.knownChunks.contains(next.code) || form == .wave64 || next.code.isPlausibleChunk
  }

  /// Reads the chunks after the samples. Nothing there is worth refusing the file for.
  private mutating func walkBehind(
    _ data: ChunkWalker.Header, byteCount: Int64, sourceByteCount: Int64
  ) throws(ContainerError) {
    try walker.pass(data, byteCount: UInt64(byteCount))
    // A file whose end is stated before its samples' end, or not at all, states nothing.
    let dataEnd = dataOffset + byteCount
    let end = formEnd.flatMap { $0 >= dataEnd ? $0 : nil } ?? sourceByteCount
    var isBeyond = false
    for _ in 0..<Self.maximumChunkCount {
      guard let header = try walker.next() else { return }
      // After the end lie the remains of a program that did not live to correct its sizes: samples, or chunks after
      // all.
      let isKnown = FourCharacterCode.knownChunks.contains(header.code) || header.code == .summaryChunk
      guard isKnown || (header.offset < end && (form == .wave64 || header.code.isPlausibleChunk)) else {
        if header.offset < end {
          warnings.append("what follows the samples is not made of chunks")
        } else if ["RIFF", "RIFX", "RF64", "BW64", "riff"].contains(header.code) {
          warnings.append("another file follows at byte \(header.offset), and is not read")
        }
        return
      }
      guard let size = header.byteCount ?? sizes?[header.code] else { return }
      if header.offset >= end, !isBeyond {
        isBeyond = true
        warnings.append("chunks lie behind the end that the header states")
      }
      if header.code == .factChunk { try look(header, byteCount: size) }
      if header.code == .dataChunk { warnings.append("more samples lie at byte \(header.offset), and are not read") }
      try lookForMetadata(header, byteCount: size)
      note(header, byteCount: size)
      guard Int64(clamping: size) < sourceByteCount - header.bodyOffset else { return }
      try walker.pass(header, byteCount: size)
    }
    warnings.append("there are too many chunks behind the samples, and the rest was passed over")
  }
}
