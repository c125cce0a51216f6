import AudioBase
import Bitstream
import MPEG4Systems
import WaveFormats

/// Writes CAF files.
///
/// ```
/// caff │ desc │ chan │ kuki │ info … │ (free: room for pakt) │ data −1 │ packets │ pakt │ what was set late
///                                           ▲ pakt, where the number of packets was known
/// ```
/// The size of `data` stays −1, which means "to the end of the file", until the end. A file that is abandoned before
/// holds the packets written so far if they are all alike; otherwise it has no table yet, and is refused as incomplete.
struct CAFWriter: ContainerWriter {
  private let sink: any ByteSink
  private let format: StreamFormat
  private let head: FileHead
  private var table: PacketTableBuilder
  private var trimming: PacketTable?
  /// The cookie and the metadata, if they were set after the start.
  private var lateCookie: [UInt8]?
  private var lateMetadata: Metadata?
  private var userChunks: [UserChunk] = []
  private var isFinished = false

  var dataOffset: Int64 { head.dataOffset }

  init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    guard sink.byteCount == 0 else {
      throw ContainerError(.invalidState, "a file begins at the first byte of its sink", at: sink.byteCount, in: "caff")
    }
    let format = try Self.fileFormat(settings)
    guard sink.canOverwrite || format.bytesPerPacket > 0 && format.framesPerPacket > 0 else {
      throw ContainerError(
        .unsupported, "packets of many sizes need a table, which cannot be written to a pipe", at: 0,
        in: .packetTableChunk)
    }
    self.sink = sink
    self.format = format
    table = PacketTableBuilder(format)
    head = try FileHead(format, settings: settings, hasTable: format.bytesPerPacket == 0 || format.framesPerPacket == 0)
    try sink.append(head.bytes.span)
    if let table = settings.packetTable { try setPacketTable(table) }
    try setUserChunks(settings.userChunks)
  }

  /// Returns the format that the file states: for AAC, fields that other containers leave open come from its
  /// configuration.
  private static func fileFormat(_ settings: WriterSettings) throws(ContainerError) -> StreamFormat {
    var format = settings.format
    guard format.formatID.isAdvancedAudio else { return format }
    let noCookie = settings.cookie.isEmpty
    guard !noCookie, let bytes = try? MagicCookie.audioSpecificConfig(in: settings.cookie.span),
      let configuration = try? AudioSpecificConfig(parsing: bytes.span)
    else { return format }
    if format.framesPerPacket == 0 { format.framesPerPacket = configuration.coreFrameLength }
    // A core of AAC may be that of HE-AAC, as the writer's settings tell.
    if configuration.formatID != .aac { format.formatID = configuration.formatID }
    return format
  }

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    try checkIsOpen()
    if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
      let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: format.bytesPerPacket)
      let lastFrames = rest > 0 && sink.canOverwrite ? format.framesInPart?(rest) ?? 0 : 0
      guard rest == 0 || lastFrames > 0, !table.endsEarly else {
        throw ContainerError(.invalidState, "whole packets are written", at: sink.byteCount, in: .dataChunk)
      }
      try sink.append(bytes)
      table.add(constantPackets: count)
      guard rest > 0 else { return }
      // A short last block of ADPCM is filled up, and the table states its frames.
      // Bound: less than the packet that was given.
      let filling = [UInt8](repeating: 0, count: format.bytesPerPacket - rest)
      try sink.append(filling.span)
      return try table.add(
        PacketDescription(startOffset: 0, byteCount: format.bytesPerPacket, frameCount: lastFrames))
    }
    var pending = 0..<0
    for index in descriptions.indices {
      let packet = descriptions[index]
      guard packet.startOffset >= 0, packet.byteCount >= 0, packet.startOffset <= bytes.count,
        packet.byteCount <= bytes.count - packet.startOffset
      else { throw ContainerError(.invalidState, "a description lies within the bytes", at: sink.byteCount) }
      try table.add(packet)
      // Packets that are side by side are written at once.
      if packet.startOffset != pending.upperBound {
        if !pending.isEmpty { try sink.append(bytes.extracting(pending)) }
        pending = packet.startOffset..<packet.startOffset
      }
      pending = pending.lowerBound..<(packet.startOffset + packet.byteCount)
    }
    if !pending.isEmpty { try sink.append(bytes.extracting(pending)) }
  }

  mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) {
    try checkIsOpen()
    guard sink.canOverwrite || table.primingFrames == 0 && table.remainderFrames == 0 else {
      throw ContainerError(.unsupported, "to a pipe no frames can be marked", at: sink.byteCount, in: .packetTableChunk)
    }
    guard table.timescale > 0, table.validFrames >= 0, (0...Int64(Int32.max)).contains(table.primingFrames) else {
      throw ContainerError(.invalidState, "a packet table counts frames", at: sink.byteCount, in: .packetTableChunk)
    }
    trimming = table
  }

  mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) {
    try checkIsOpen()
    guard sink.canOverwrite else {
      throw ContainerError(.unsupported, "to a pipe the cookie is written at the start", at: sink.byteCount)
    }
    lateCookie = cookie
  }

  mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) {
    try checkIsOpen()
    guard sink.canOverwrite else {
      throw ContainerError(.unsupported, "to a pipe metadata is written at the start", at: sink.byteCount)
    }
    lateMetadata = metadata
  }

  mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError) {
    try checkIsOpen()
    guard sink.canOverwrite || chunks.isEmpty else {
      throw ContainerError(.unsupported, "to a pipe nothing is written behind the packets", at: sink.byteCount)
    }
    userChunks = chunks
  }

  /// Completes the file in such an order that nothing after the packets is ever taken for one of them.
  mutating func finish() throws(ContainerError) {
    guard !isFinished else { return }
    isFinished = true
    guard sink.canOverwrite else { return }
    let dataSize = sink.byteCount - head.dataOffset + CAFLayout.editCountByteCount
    let body = tableBody()
    var tail: [UInt8] = []
    if let body, try !writeIntoRoom(body) { tail.append(.packetTableChunk, body) }
    if let lateCookie { tail.append(.cookieChunk, CookieForm.fileCookie(lateCookie, formatID: format.formatID)) }
    let replaced = Set(userChunks.map(\.identifier))
    for (type, chunk) in lateMetadata.map(FileHead.chunks) ?? [] where !replaced.contains(type) {
      tail.append(type, chunk)
    }
    for chunk in userChunks { tail.append(chunk.identifier, chunk.bytes) }
    try overwrite(1 as UInt32, at: head.dataOffset - CAFLayout.editCountByteCount)
    try overwrite(dataSize, at: head.dataOffset - CAFLayout.editCountByteCount - 8)
    try sink.append(tail.span)
    if lateCookie != nil, let offset = head.cookieOffset {
      try overwrite(FourCharacterCode.fillerChunk.rawValue, at: offset)
    }
    for chunk in head.metadataChunks where lateMetadata != nil || replaced.contains(chunk.code) {
      try overwrite(FourCharacterCode.fillerChunk.rawValue, at: chunk.offset)
    }
  }

  /// Returns the packet table, or `nil` if packets are all alike and all frames are the recording.
  private func tableBody() -> [UInt8]? {
    let isNeeded = format.bytesPerPacket == 0 || format.framesPerPacket == 0
    guard let trimming else {
      return isNeeded || table.endsEarly ? table.body(priming: 0, valid: table.recordedFrameCount) : nil
    }
    guard isNeeded || trimming.primingFrames > 0 || trimming.remainderFrames > 0 || table.endsEarly else { return nil }
    let factor = format.sampleRate / trimming.timescale
    func frames(_ count: Int64) -> Int64 {
      factor == 1 ? count : Int64(exactly: (Double(count) * factor).rounded()) ?? count
    }
    // A recording without a packet has no priming frames either.
    return table.body(
      priming: min(frames(trimming.primingFrames), table.frameCount), valid: frames(trimming.validFrames))
  }

  /// Writes the table into the space left for it, the chunk's name last, and returns true if it fits.
  private func writeIntoRoom(_ body: [UInt8]) throws(ContainerError) -> Bool {
    let header = CAFLayout.chunkHeaderByteCount
    guard let room = head.room, Int64(body.count) + 2 * header <= room.upperBound - room.lowerBound else {
      return false
    }
    let rest = room.lowerBound + header + Int64(body.count)
    try overwrite(room.upperBound - rest - header, at: rest + 4)
    try overwrite(FourCharacterCode.fillerChunk.rawValue, at: rest)
    try sink.overwrite(body.span, at: room.lowerBound + header)
    var name: [UInt8] = []
    name.append(bigEndian: FourCharacterCode.packetTableChunk.rawValue)
    name.append(bigEndian: Int64(body.count))
    try sink.overwrite(name.span, at: room.lowerBound)
    return true
  }

  private func overwrite<Number: FixedWidthInteger>(_ number: Number, at offset: Int64) throws(ContainerError) {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: number)
    try sink.overwrite(bytes.span, at: offset)
  }

  private func checkIsOpen() throws(ContainerError) {
    guard !isFinished else {
      throw ContainerError(.invalidState, "nothing can be written after the end", at: sink.byteCount, in: .dataChunk)
    }
  }
}
