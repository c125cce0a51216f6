import AudioBase

/// The writing half of an ``AudioFile``.
///
/// The writer begins with the first packets, so that settings can change until then. If a file is rewritten, its old
/// packets are the first.
final class AudioFileOutput {
  let container: ContainerDescriptor
  let sink: any ByteSink
  /// The same sink, where this object finishes or discards it.
  private let file: (any FileSink)?
  /// The settings of the new file; the writer receives them when it begins.
  private(set) var settings: WriterSettings
  /// The original file, whose packets come first.
  private let original: AudioFileInput?
  private var writer: (any ContainerWriter)?
  private var failure: AudioError?
  private var hasOwnPacketTable = false

  /// The number of packets written; those of a file that is rewritten are included.
  private(set) var packetCount: Int64 = 0
  private(set) var byteCount: Int64 = 0
  private(set) var frameCount: Int64 = 0
  private(set) var maximumPacketSize = 0
  private var sizeUpdatesOfWriter: SizeUpdatePolicy

  init(
    _ sink: any ByteSink, file: (any FileSink)?, container: ContainerDescriptor, settings: WriterSettings
  ) {
    self.sink = sink
    self.file = file
    self.container = container
    self.settings = settings
    original = nil
    sizeUpdatesOfWriter = settings.sizeUpdates
  }

  /// Begins to rewrite a file, with a sink that will take its place.
  init(
    rewriting input: AudioFileInput, in sink: any FileSink, container: ContainerDescriptor
  ) throws(ContainerError) {
    guard input.reader.tracks.count == 1 else {
      throw ContainerError(.unsupported, "a file of several tracks is not rewritten", at: 0)
    }
    settings = WriterSettings(copying: input.info, metadata: input.reader.metadata)
    // More may come.
    settings.expectedByteCount = nil
    settings.expectedPacketCount = nil
    try Self.check(settings, for: container)
    self.sink = sink
    file = sink
    self.container = container
    original = input
    sizeUpdatesOfWriter = settings.sizeUpdates
    if let packets = input.info.packetCount, let bytes = input.info.audioByteCount {
      (packetCount, byteCount) = (packets, bytes)
      maximumPacketSize = input.info.maximumPacketSize ?? 0
    } else {
      let scan = try input.scan()
      (packetCount, byteCount) = (scan.packetCount, scan.byteCount)
      maximumPacketSize = scan.maximumPacketSize
    }
    frameCount = packetCount.multipliedReportingOverflow(by: Int64(input.info.format.framesPerPacket)).partialValue
  }

  static func rewritingSink(path: String, of source: any ByteSource) throws(AudioError) -> any FileSink {
    try FileByteSink(path: Pathname(path), replacing: source)
  }

  /// Checks that a container can hold the output of settings, as far as this is known before the cookie is available.
  static func check(_ settings: WriterSettings, for container: ContainerDescriptor) throws(ContainerError) {
    guard let create = container.create else {
      throw ContainerError(.unsupported, "this file type is only read", at: 0)
    }
    guard container.formatIDs.contains(settings.format.formatID) else {
      throw ContainerError(.unsupported, "this file type does not hold the data format", at: 0)
    }
    if settings.format.formatID == .linearPCM { _ = try create(MemoryByteSink(), settings) }
  }

  /// The properties of the file written so far, as a reader would report them.
  var info: TrackInfo {
    var info = TrackInfo(format: settings.format, cookie: settings.cookie)
    info.layout = settings.layout
    info.packetCount = packetCount
    info.audioByteCount = byteCount
    info.maximumPacketSize = maximumPacketSize
    info.dataOffset = writer?.dataOffset ?? 0
    info.bitRate = settings.bitRate
    info.packetTable = settings.packetTable
    info.rollDistance = settings.rollDistance
    if settings.format.sampleRate > 0, frameCount > 0 {
      info.duration = Double(frameCount) / settings.format.sampleRate
    }
    return info
  }

  /// True if packets have been written, which settles everything that precedes them.
  var hasBegun: Bool { writer != nil }

  /// Keeps the first failure: data after a gap would be wrong.
  private func failing<Result>(
    _ body: () throws(ContainerError) -> Result
  ) throws(AudioError) -> Result {
    if let failure { throw failure }
    do throws(ContainerError) {
      return try body()
    } catch {
      let raised = AudioError(error)
      if error.kind == .inputOutput { failure = raised }
      throw raised
    }
  }

  private func begin() throws(ContainerError) {
    guard writer == nil else { return }
    guard let create = container.create else {
      throw ContainerError(.unsupported, "this file type is only read", at: 0)
    }
    var new = try create(sink, settings)
    if let original {
      var reader = original.reader
      let report = try copyPackets(of: &reader, track: original.track, to: &new)
      (packetCount, byteCount) = (report.packetCount, report.byteCount)
    }
    writer = new
    sizeUpdatesOfWriter = settings.sizeUpdates
  }

  // MARK: Packets

  /// Adds packets after all others.
  func append(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(AudioError) {
    try failing { () throws(ContainerError) in
      try begin()
      try writer?.write(bytes, descriptions: descriptions)
    }
    byteCount += Int64(bytes.count)
    let format = settings.format
    if descriptions.isEmpty {
      let packets = Int64(bytes.count / max(1, format.bytesPerPacket))
      packetCount += packets
      frameCount &+= packets &* Int64(format.framesPerPacket)
      if packets > 0 { maximumPacketSize = max(maximumPacketSize, format.bytesPerPacket) }
    } else {
      for index in descriptions.indices {
        let packet = descriptions[index]
        packetCount += 1
        frameCount &+= Int64(packet.frameCount > 0 ? packet.frameCount : format.framesPerPacket)
        maximumPacketSize = max(maximumPacketSize, packet.byteCount)
      }
    }
    try updateHeadersIfWanted()
  }

  /// Replaces bytes of packets that were written earlier; `offset` counts from the first byte of audio.
  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(AudioError) {
    try failing { () throws(ContainerError) in
      try begin()
      let start = writer?.dataOffset ?? 0
      // A writer that does not say where its packets lie says 0, which is right only for files without a header.
      guard sink.canOverwrite, start > 0 || sink.byteCount == byteCount, isContiguous else {
        throw ContainerError(.unsupported, "packets of this file cannot be replaced once written", at: start)
      }
      try sink.overwrite(bytes, at: start + offset)
    }
  }

  private var isContiguous: Bool {
    if case .fragmented = settings.structure { return false }
    return true
  }

  /// The times at which headers are updated; it can change at any time.
  var sizeUpdates: SizeUpdatePolicy {
    get { settings.sizeUpdates }
    set { settings.sizeUpdates = newValue }
  }

  private func updateHeadersIfWanted() throws(AudioError) {
    guard settings.sizeUpdates == .continuous else { return }
    if sizeUpdatesOfWriter == .deferred, sink.canOverwrite { return try updateHeaders() }
    try failing { () throws(ContainerError) in try file?.flush() }
  }

  func updateHeaders() throws(AudioError) {
    try failing { () throws(ContainerError) in
      try begin()
      try writer?.updateHeaders()
      try file?.flush()
    }
  }

  // MARK: Settings

  /// Changes settings that can be changed only before anything has been written.
  func changeSettings(_ change: (inout WriterSettings) -> Void) throws(AudioError) {
    guard !hasBegun else {
      throw .container(
        ContainerError(.invalidState, "this can be set only before the first packet is written", at: 0))
    }
    change(&settings)
  }

  func setPacketTable(_ table: PacketTable) throws(AudioError) {
    try failing { () throws(ContainerError) in try writer?.setPacketTable(table) }
    settings.packetTable = table
    hasOwnPacketTable = true
  }

  func setCookie(_ cookie: [UInt8]) throws(AudioError) {
    try failing { () throws(ContainerError) in try writer?.setCookie(cookie) }
    settings.cookie = cookie
  }

  func setMetadata(_ metadata: Metadata) throws(AudioError) {
    try failing { () throws(ContainerError) in try writer?.setMetadata(metadata) }
    settings.metadata = metadata
  }

  func setUserChunks(_ chunks: [UserChunk]) throws(AudioError) {
    try failing { () throws(ContainerError) in try writer?.setUserChunks(chunks) }
    settings.userChunks = chunks
  }

  // MARK: The end

  /// Completes the headers and puts the file in its place.
  func finish() throws(AudioError) {
    do throws(AudioError) {
      try failing { () throws(ContainerError) in
        try begin()
        try extendPacketTable()
        try writer?.finish()
      }
    } catch {
      abandon()
      throw error
    }
    try file?.commit()
  }

  /// Counts packets that were appended to a file as recording, unless the caller states otherwise.
  private func extendPacketTable() throws(ContainerError) {
    guard original != nil, !hasOwnPacketTable, var table = settings.packetTable, hasAppended else { return }
    guard table.timescale == settings.format.sampleRate, frameCount > table.primingFrames else { return }
    table.validFrames = frameCount - table.primingFrames
    table.remainderFrames = 0
    try writer?.setPacketTable(table)
  }

  private var hasAppended: Bool { original?.info.packetCount.map { $0 < packetCount } ?? false }

  /// Gives up on a file that cannot be finished.
  func abandon() {
    // Where the file is in its place already, as much of it as possible shall be readable.
    if failure != nil { try? writer?.finish() }
    file?.discard()
  }
}
