// Values of protocol types, which Embedded Swift does not have: each becomes a class behind a struct. Scripts/package web
// writes the names of these structs where the sources say `any ContainerReader` and the like.

// MARK: - Readers of containers

/// A reader of any container; a copy reads on by itself.
public struct ContainerReaderBox: ContainerReader {
  private var held: any HeldReader

  /// Holds a reader.
  public init<Reader: ContainerReader>(_ reader: Reader) { held = ReaderHolder(reader) }

  /// Returns a reader that no other value holds. Copies are made always, at the cost of one allocation for a batch of
  /// packets: the optimizer of Swift 6.3 leaves the copy out where the class behind a protocol is asked for its references.
  private mutating func own() -> any HeldReader {
    held = held.copy()
    return held
  }

  public var fileType: FourCharacterCode { held.fileType }
  public var tracks: [TrackInfo] { held.tracks }
  public var metadata: Metadata { held.metadata }
  public var warnings: [String] { held.warnings }
  public var unreadTracks: [String] { held.unreadTracks }
  public var unnamedItems: [String] { held.unnamedItems }
  public var chunks: [ChunkInfo] { held.chunks }
  public var isOptimized: Bool { held.isOptimized }
  public var lowestNeededOffset: Int64 { held.lowestNeededOffset }
  public func streamChanges(ofTrack track: Int) -> StreamChanges { held.streamChanges(ofTrack: track) }
  public mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try own().seek(toPacket: packet, ofTrack: track)
  }
  public mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try own().readPackets(ofTrack: track, into: &batch)
  }
  public mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try own().locate(target, ofTrack: track)
  }
  public mutating func locateSync(
    before target: PacketTarget, ofTrack track: Int
  ) throws(ContainerError) -> PacketPosition? {
    try own().locateSync(before: target, ofTrack: track)
  }
  public mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    try own().resynchronize(atOffset: byteOffset, asPacket: packet)
  }
}

private protocol HeldReader: AnyObject {
  var fileType: FourCharacterCode { get }
  var tracks: [TrackInfo] { get }
  var metadata: Metadata { get }
  var warnings: [String] { get }
  var unreadTracks: [String] { get }
  var unnamedItems: [String] { get }
  var chunks: [ChunkInfo] { get }
  var isOptimized: Bool { get }
  var lowestNeededOffset: Int64 { get }
  func copy() -> any HeldReader
  func streamChanges(ofTrack track: Int) -> StreamChanges
  func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError)
  func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool
  func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition?
  func locateSync(before target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition?
  func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError)
}

private final class ReaderHolder<Reader: ContainerReader>: HeldReader {
  var reader: Reader

  init(_ reader: Reader) { self.reader = reader }

  func copy() -> any HeldReader { ReaderHolder(reader) }
  var fileType: FourCharacterCode { reader.fileType }
  var tracks: [TrackInfo] { reader.tracks }
  var metadata: Metadata { reader.metadata }
  var warnings: [String] { reader.warnings }
  var unreadTracks: [String] { reader.unreadTracks }
  var unnamedItems: [String] { reader.unnamedItems }
  var chunks: [ChunkInfo] { reader.chunks }
  var isOptimized: Bool { reader.isOptimized }
  var lowestNeededOffset: Int64 { reader.lowestNeededOffset }
  func streamChanges(ofTrack track: Int) -> StreamChanges { reader.streamChanges(ofTrack: track) }
  func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try reader.seek(toPacket: packet, ofTrack: track)
  }
  func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try reader.readPackets(ofTrack: track, into: &batch)
  }
  func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try reader.locate(target, ofTrack: track)
  }
  func locateSync(before target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try reader.locateSync(before: target, ofTrack: track)
  }
  func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    try reader.resynchronize(atOffset: byteOffset, asPacket: packet)
  }
}

// MARK: - Writers of containers

/// A writer of any container.
public struct ContainerWriterBox: ContainerWriter {
  private let held: any HeldWriter

  /// Holds a writer.
  public init<Writer: ContainerWriter>(_ writer: Writer) { held = WriterHolder(writer) }

  public var dataOffset: Int64 { held.dataOffset }
  public mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    try held.write(bytes, descriptions: descriptions)
  }
  public mutating func write(_ packets: PacketBatch, track: Int) throws(ContainerError) {
    try held.write(packets, track: track)
  }
  public mutating func updateHeaders() throws(ContainerError) { try held.updateHeaders() }
  public mutating func setPacketTable(_ table: PacketTable) throws(ContainerError) { try held.setPacketTable(table) }
  public mutating func setCookie(_ cookie: [UInt8]) throws(ContainerError) { try held.setCookie(cookie) }
  public mutating func changeStream(to stream: CodedStream) throws(ContainerError) {
    try held.changeStream(to: stream, track: 0)
  }
  public mutating func changeStream(to stream: CodedStream, track: Int) throws(ContainerError) {
    try held.changeStream(to: stream, track: track)
  }
  public mutating func setMetadata(_ metadata: Metadata) throws(ContainerError) { try held.setMetadata(metadata) }
  public mutating func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError) { try held.setUserChunks(chunks) }
  public mutating func finish() throws(ContainerError) { try held.finish() }
}

private protocol HeldWriter: AnyObject {
  var dataOffset: Int64 { get }
  func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError)
  func write(_ packets: PacketBatch, track: Int) throws(ContainerError)
  func updateHeaders() throws(ContainerError)
  func setPacketTable(_ table: PacketTable) throws(ContainerError)
  func setCookie(_ cookie: [UInt8]) throws(ContainerError)
  func changeStream(to stream: CodedStream, track: Int) throws(ContainerError)
  func setMetadata(_ metadata: Metadata) throws(ContainerError)
  func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError)
  func finish() throws(ContainerError)
}

private final class WriterHolder<Writer: ContainerWriter>: HeldWriter {
  var writer: Writer

  init(_ writer: Writer) { self.writer = writer }

  var dataOffset: Int64 { writer.dataOffset }
  func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    try writer.write(bytes, descriptions: descriptions)
  }
  func write(_ packets: PacketBatch, track: Int) throws(ContainerError) { try writer.write(packets, track: track) }
  func updateHeaders() throws(ContainerError) { try writer.updateHeaders() }
  func setPacketTable(_ table: PacketTable) throws(ContainerError) { try writer.setPacketTable(table) }
  func setCookie(_ cookie: [UInt8]) throws(ContainerError) { try writer.setCookie(cookie) }
  func changeStream(to stream: CodedStream, track: Int) throws(ContainerError) {
    try writer.changeStream(to: stream, track: track)
  }
  func setMetadata(_ metadata: Metadata) throws(ContainerError) { try writer.setMetadata(metadata) }
  func setUserChunks(_ chunks: [UserChunk]) throws(ContainerError) { try writer.setUserChunks(chunks) }
  func finish() throws(ContainerError) { try writer.finish() }
}

// MARK: - Decoders and encoders

/// A decoder of any codec.
public struct PacketDecoderBox: PacketDecoder, ~Copyable {
  private let held: any HeldDecoder

  /// Holds a decoder.
  public init<Decoder: PacketDecoder & ~Copyable>(_ decoder: consuming Decoder) { held = DecoderHolder(decoder) }

  public var format: DecodedFormat { held.format }
  public var remark: CodecError? { held.remark }
  public var unmetSettings: [UnmetSetting] { held.unmetSettings }
  public var delay: Int { held.delay }
  public var lookAheadPacketCount: Int { held.lookAheadPacketCount }
  public var prerollPacketCount: Int { held.prerollPacketCount }
  public var canBegin: (@Sendable (Span<UInt8>) -> Bool)? { held.canBegin }
  public var frameLimit: PacketFrameLimit { held.frameLimit }
  public var history: DecoderHistory { held.history }
  public var usesFollowingPacket: Bool { held.usesFollowingPacket }
  public mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    try held.decode(packet, frameCount: frameCount, into: &output)
  }
  public mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>
  ) throws(CodecError) {
    try held.decode(packet, frameCount: frameCount, into: &output)
  }
  public mutating func conceal(into output: inout PCMBlock) { held.conceal(into: &output) }
  public mutating func conceal(before following: Span<UInt8>, into output: inout PCMBlock) {
    held.conceal(before: following, into: &output)
  }
  public mutating func reset() { held.reset() }
}

private protocol HeldDecoder: AnyObject {
  var format: DecodedFormat { get }
  var remark: CodecError? { get }
  var unmetSettings: [UnmetSetting] { get }
  var delay: Int { get }
  var lookAheadPacketCount: Int { get }
  var prerollPacketCount: Int { get }
  var canBegin: (@Sendable (Span<UInt8>) -> Bool)? { get }
  var frameLimit: PacketFrameLimit { get }
  var history: DecoderHistory { get }
  var usesFollowingPacket: Bool { get }
  func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError)
  func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>) throws(CodecError)
  func conceal(into output: inout PCMBlock)
  func conceal(before following: Span<UInt8>, into output: inout PCMBlock)
  func reset()
}

private final class DecoderHolder<Decoder: PacketDecoder & ~Copyable>: HeldDecoder {
  var decoder: Decoder

  init(_ decoder: consuming Decoder) { self.decoder = decoder }

  var format: DecodedFormat { decoder.format }
  var remark: CodecError? { decoder.remark }
  var unmetSettings: [UnmetSetting] { decoder.unmetSettings }
  var delay: Int { decoder.delay }
  var lookAheadPacketCount: Int { decoder.lookAheadPacketCount }
  var prerollPacketCount: Int { decoder.prerollPacketCount }
  var canBegin: (@Sendable (Span<UInt8>) -> Bool)? { decoder.canBegin }
  var frameLimit: PacketFrameLimit { decoder.frameLimit }
  var history: DecoderHistory { decoder.history }
  var usesFollowingPacket: Bool { decoder.usesFollowingPacket }
  func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    try decoder.decode(packet, frameCount: frameCount, into: &output)
  }
  func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>) throws(CodecError) {
    try decoder.decode(packet, frameCount: frameCount, into: &output)
  }
  func conceal(into output: inout PCMBlock) { decoder.conceal(into: &output) }
  func conceal(before following: Span<UInt8>, into output: inout PCMBlock) {
    decoder.conceal(before: following, into: &output)
  }
  func reset() { decoder.reset() }
}

/// An encoder of any codec.
public struct PacketEncoderBox: PacketEncoder, ~Copyable {
  private let held: any HeldEncoder

  /// Holds an encoder.
  public init<Encoder: PacketEncoder & ~Copyable>(_ encoder: consuming Encoder) { held = EncoderHolder(encoder) }

  public var format: EncodedFormat { held.format }
  public var lastFrameCount: Int? { held.lastFrameCount }
  public mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try held.encode(input, frames: frames, into: &packet)
  }
  public mutating func encode(
    _ input: borrowing SampleBlock<Double>, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try held.encode(input, frames: frames, into: &packet)
  }
  public mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool { try held.finish(into: &packet) }
  public mutating func reset() { held.reset() }
}

private protocol HeldEncoder: AnyObject {
  var format: EncodedFormat { get }
  var lastFrameCount: Int? { get }
  func encode(_ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]) throws(CodecError)
  func encode(
    _ input: borrowing SampleBlock<Double>, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError)
  func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool
  func reset()
}

private final class EncoderHolder<Encoder: PacketEncoder & ~Copyable>: HeldEncoder {
  var encoder: Encoder

  init(_ encoder: consuming Encoder) { self.encoder = encoder }

  var format: EncodedFormat { encoder.format }
  var lastFrameCount: Int? { encoder.lastFrameCount }
  func encode(_ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]) throws(CodecError) {
    try encoder.encode(input, frames: frames, into: &packet)
  }
  func encode(
    _ input: borrowing SampleBlock<Double>, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try encoder.encode(input, frames: frames, into: &packet)
  }
  func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool { try encoder.finish(into: &packet) }
  func reset() { encoder.reset() }
}

// MARK: - Scanners of packets

/// A scanner of any packets; a copy scans on by itself.
public struct PacketScannerBox: PacketScanner, @unchecked Sendable {
  private var held: any HeldScanner

  /// Holds a scanner.
  public init<Scanner: PacketScanner>(_ scanner: Scanner) { held = ScannerHolder(scanner) }

  public mutating func byteCount(ofFirstPacketIn bytes: Span<UInt8>) throws(CodecError) -> Int {
    held = held.copy()
    return try held.byteCount(ofFirstPacketIn: bytes)
  }
}

private protocol HeldScanner: AnyObject {
  func copy() -> any HeldScanner
  func byteCount(ofFirstPacketIn bytes: Span<UInt8>) throws(CodecError) -> Int
}

private final class ScannerHolder<Scanner: PacketScanner>: HeldScanner {
  var scanner: Scanner

  init(_ scanner: Scanner) { self.scanner = scanner }

  func copy() -> any HeldScanner { ScannerHolder(scanner) }
  func byteCount(ofFirstPacketIn bytes: Span<UInt8>) throws(CodecError) -> Int {
    try scanner.byteCount(ofFirstPacketIn: bytes)
  }
}
