import AudioBase
import ID3Tags

/// The contents of the chunks around the samples, read once when a file is opened.
struct FileSurvey {
  /// The number of chunks that are examined before the samples, and after them.
  static let maximumChunkCount = 1 << 14

  let form: AIFFForm
  /// The offset of the form: after tags.
  var start: Int64 { walker.leadingTags.end }
  /// The contents of the chunk `COMM`, and the offset of its body; never `nil` after a complete survey.
  private(set) var common: (chunk: CommonChunk, offset: Int64)?
  /// The offset of the samples.
  private(set) var dataOffset: Int64 = 0
  /// The stated number of bytes of samples; `nil` for "to the end".
  private(set) var statedByteCount: Int64?
  /// The bytes of samples present, or `nil` if they continue to the end of a pipe.
  private(set) var dataByteCount: Int64?
  /// True if all that is needed precedes the samples.
  private(set) var isOptimized = true
  private(set) var chunks: [ChunkInfo] = []
  private(set) var warnings: [String] = []
  private(set) var metadata = MetadataReading()

  private var walker: ChunkWalker
  private let limits: ResourceLimits
  private let source: any ByteSource

  init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    walker = try ChunkWalker(
      source, tagLimit: limits.tagByteCount)
    form = walker.form
    self.limits = limits
    self.source = source
    let sound = try counted(walkToSamples())
    try noteSamples(sound)
    if let byteCount = statedByteCount { try lookBehind(sound, byteCount: byteCount) }
    guard let common else {
      throw ContainerError(
        source.isArriving ? .notStreamable : .malformed,
        source.isArriving
          ? "the format comes behind the samples" : "a file has a chunk that says what its samples are",
        at: sound.offset, in: .commonChunk)
    }
    if let remark = walker.leadingTags.remark {
      warnings.append(remark)
      // A tag among the chunks states it better.
      if !walker.leadingTags.tag.isEmpty { metadata.read(.id3Chunk, walker.leadingTags.tag, at: 0) }
    }
    if common.chunk.lacksCompression { warnings.append("the compression type is missing") }
    if walker.hasUnpaddedChunks { warnings.append("a chunk of odd length is not followed by a byte of padding") }
  }

  /// The stated end of the file; `nil` if it is unknown.
  private var statedEnd: Int64? {
    let size = walker.statedByteCount
    return size == 0 || size == AIFFLayout.unknownSize ? nil : start + Int64(size) + 8
  }
}

// MARK: - Before the samples

extension FileSurvey {
  private mutating func walkToSamples() throws(ContainerError) -> ChunkWalker.Header {
    var place: Int64 = 0
    for _ in 0..<Self.maximumChunkCount {
      guard let header = try walker.next() else {
        if let sound = soundOfEmptyFile(at: place) { return sound }
        throw ContainerError(.truncated, "the file ends before its samples", at: place, in: .soundChunk)
      }
      place = header.bodyOffset
      if header.code == .soundChunk { return header }
      try look(header)
      note(header, byteCount: Int64(header.byteCount))
      try walker.pass(header, byteCount: Int64(header.byteCount))
    }
    throw ContainerError(.limitExceeded, "there are too many chunks before the samples", at: place, in: .form)
  }

  /// Returns an empty sound chunk for a file without frames, which need not have one (AIFF 1.3, "Sound Data Chunk").
  private func soundOfEmptyFile(at place: Int64) -> ChunkWalker.Header? {
    guard let common, common.chunk.frameCount == 0 else { return nil }
    return ChunkWalker.Header(code: .soundChunk, offset: place, byteCount: 0)
  }

  private mutating func look(_ header: ChunkWalker.Header) throws(ContainerError) {
    func count(atMost limit: Int) -> Int { Int(min(Int64(header.byteCount), Int64(limit))) }
    if header.code == .commonChunk {
      guard common == nil else { return }
      let body = try walker.body(header, byteCount: count(atMost: CommonChunk.maximumByteCount))
      common = (try CommonChunk(parsing: body.span, form: form, at: header.bodyOffset), header.bodyOffset)
      return
    }
    guard let limit = MetadataReading.maximumByteCount(header.code, limits: limits) else { return }
    guard header.byteCount <= limit else {
      warnings.append("the chunk '\(header.code)' is too long and was passed over")
      return
    }
    let body = try walker.body(header, byteCount: count(atMost: limit))
    metadata.read(header.code, body, at: header.bodyOffset)
  }

  private mutating func note(_ header: ChunkWalker.Header, byteCount: Int64) {
    let present = source.byteCount.map { max(0, $0 - header.bodyOffset) } ?? byteCount
    chunks.append(
      ChunkInfo(identifier: header.code, bodyOffset: header.bodyOffset, byteCount: min(byteCount, present)))
  }
}

// MARK: - The samples and what follows

extension FileSurvey {
  /// Returns the header of the samples with the size that follows from their count, if a program has not come back
  /// to write it.
  private mutating func counted(_ header: ChunkWalker.Header) throws(ContainerError) -> ChunkWalker.Header {
    guard header.byteCount == 0, let source = source.byteCount, let common, common.chunk.coding != .ima4 else {
      return header
    }
    let count = Int64(common.chunk.frameCount)
    let format = try common.chunk.streamFormat(at: common.offset, limits: limits)
    let (samples, overflow) = count.multipliedReportingOverflow(by: Int64(format.bytesPerFrame))
    let room = min(source - header.bodyOffset, Int64(UInt32.max) - 1) - Int64(AIFFLayout.soundHeaderByteCount)
    guard count > 0, !overflow, samples <= room, try !isFollowedByChunk(header) else { return header }
    warnings.append("the header states no size of the samples, and as many are read as it counts")
    var header = header
    header.byteCount = UInt32(samples) + UInt32(AIFFLayout.soundHeaderByteCount)
    return header
  }

  private mutating func noteSamples(_ header: ChunkWalker.Header) throws(ContainerError) {
    let size = header.byteCount
    let soundHeader = Int64(AIFFLayout.soundHeaderByteCount)
    // Programs that write to a pipe, or end early, leave all ones, or zero, where they have not come back to.
    var isUnknown = size == AIFFLayout.unknownSize
    if size == 0 {
      let isFollowed = try isFollowedByChunk(header)
      isUnknown = (statedEnd ?? 0) <= header.bodyOffset || !isFollowed
    }
    guard isUnknown || Int64(size) >= soundHeader else {
      dataOffset = header.bodyOffset
      (statedByteCount, dataByteCount) = (0, 0)
      note(header, byteCount: Int64(size))
      return
    }
    let head = try walker.body(header, byteCount: Int(soundHeader))
    guard head.count == Int(soundHeader) else {
      throw ContainerError(.truncated, "the file ends before its samples", at: header.bodyOffset, in: .soundChunk)
    }
    let skipped = Int64(head.span.code(at: 0).rawValue)
    dataOffset = header.bodyOffset + soundHeader + skipped
    statedByteCount = isUnknown ? nil : max(0, Int64(size) - soundHeader - skipped)
    if !isUnknown, skipped > Int64(size) - soundHeader {
      warnings.append("the samples are said to begin behind the end of their chunk")
    }
    guard let sourceByteCount = source.byteCount else {
      dataByteCount = statedByteCount
      note(header, byteCount: Int64(isUnknown ? 0 : size))
      return
    }
    let present = max(0, sourceByteCount - dataOffset)
    if let statedByteCount, statedByteCount > present {
      warnings.append("\(ConstantPacketCursor.earlyEnd)")
    }
    dataByteCount = min(statedByteCount ?? present, present)
    note(header, byteCount: isUnknown ? max(0, sourceByteCount - header.bodyOffset) : Int64(size))
  }

  /// Returns true if another chunk lies where an empty one ends, or nothing that can be examined.
  private func isFollowedByChunk(_ header: ChunkWalker.Header) throws(ContainerError) -> Bool {
    guard let size = source.byteCount, size - header.bodyOffset >= 8 else { return true }
    var walker = walker
    try walker.pass(header, byteCount: 0)
    guard let next = try walker.next() else { return true }
    return next.code.isPlausibleChunk
  }

  /// Reads the chunks after the samples, if the file can be read in any order or the format was not found yet.
  private mutating func lookBehind(_ sound: ChunkWalker.Header, byteCount: Int64) throws(ContainerError) {
    let isWanted = common == nil || source.byteCount != nil
    guard !source.isArriving, isWanted else { return }
    if common == nil { isOptimized = false }
    try walker.pass(sound, byteCount: Int64(sound.byteCount))
    let soundEnd = sound.bodyOffset + Int64(sound.byteCount)
    // After the end lie the remains of a program that did not live to correct the sizes.
    let end = statedEnd.flatMap { $0 >= soundEnd ? $0 : nil } ?? source.byteCount ?? .max
    for _ in 0..<Self.maximumChunkCount {
      guard let header = try walker.next() else { return }
      guard header.offset < end else {
        if header.code == "FORM" {
          warnings.append("another file follows at byte \(header.offset), and is not read")
        }
        return
      }
      guard header.code.isPlausibleChunk else {
        warnings.append("what follows the samples is not made of chunks")
        return
      }
      if header.code != .soundChunk { try look(header) }
      note(header, byteCount: Int64(header.byteCount))
      try walker.pass(header, byteCount: Int64(header.byteCount))
    }
    warnings.append("there are too many chunks behind the samples, and the rest was passed over")
  }
}
