package import AudioBase
import AudioCatalog
import AudioConversion
package import AudioFiles
import MPEG4Systems
import SignalProcessing

/// The object of an `ExtAudioFileRef`: a file, and a converter between its format and the caller's.
///
/// The three share one gate, and where this object is at work its file is.
///
/// `@unchecked`: the state that changes is accessed only inside the gate.
@safe
package final class ExtendedFileObject: GuardedObject, @unchecked Sendable {
  /// The use of the file.
  enum Direction {
    case reading
    case writing
  }

  let object: FileObject
  let direction: Direction
  /// The format of the packets for which frames are counted.
  private(set) var fileFormat: StreamFormat
  /// True if the file was created without a sample rate: it takes that of the client's format.
  var awaitsSampleRate = false
  /// The rate of a file that awaits one, in Hz.
  static let provisionalSampleRate = 44_100.0
  /// The number of decoded frames per frame that the file counts: 2 if the file counts frames of the core.
  private let layerFactor: Int64
  /// True if the file is closed with this object; false if it belongs to a caller with its handle.
  private let ownsFile: Bool
  /// The file's handle, if it was requested or passed by the caller.
  private(set) var fileHandle: AudioFileID?
  private(set) var converterHandle: AudioConverterRef?

  /// The client's format; initially the file's own.
  package private(set) var clientFormat: StreamFormat
  private(set) var clientLayout: ChannelLayout?
  package private(set) var converter: ConverterObject?
  /// The first of the next frames of the recording, at the file's rate.
  private var start: Int64 = 0
  /// The number of frames read or written since ``start``, at the client's rate.
  private var clientFrames: Int64 = 0
  private var nextPacket: Int64 = 0
  /// The number of bytes that are read at a time, in whole packets; a larger packet is read on its own.
  var ioBufferByteCount: UInt32 = 1 << 15 { didSet { transfer = nil } }
  /// The memory for reading bytes; `nil` until it is needed.
  private var transfer: TransferMemory?
  /// The requested manufacturer; all codecs are ours.
  var codecManufacturer: UInt32 = kAppleSoftwareAudioCodecManufacturer
  /// The frames that are the recording, where the caller overrides the file's.
  private var tableOverride: PacketTable?
  private var places: [PacketDescription] = []

  init(_ object: FileObject, _ direction: Direction, handle: AudioFileID?) {
    self.object = object
    self.direction = direction
    ownsFile = unsafe handle == nil
    unsafe fileHandle = handle
    (fileFormat, layerFactor) = object.file.formatOfLayers
    clientFormat = fileFormat
    super.init(gate: object.gate)
  }

  override func work(_ reentrance: Reentrance, _ body: () throws(Status) -> Void) throws(Status) {
    try super.work(reentrance) { () throws(Status) in try object.work(reentrance, body) }
  }

  override var isCallingBack: Bool { super.isCallingBack || object.isCallingBack }

  package var file: AudioFile { object.file }

  /// Returns a handle of the file, for callers that use it directly.
  func openFileHandle() -> AudioFileID? {
    if unsafe fileHandle == nil { unsafe fileHandle = Handles.insert(object) }
    return unsafe fileHandle
  }

  /// Returns a handle of the converter for setting its properties; `nil` if there is no converter.
  func openConverterHandle() -> AudioConverterRef? {
    guard let converter else { return nil }
    if unsafe converterHandle == nil { unsafe converterHandle = Handles.insert(converter) }
    return unsafe converterHandle
  }

  // MARK: The client's format

  package func setClientFormat(_ format: StreamFormat) throws(Status) {
    guard format.formatID == .linearPCM || format == fileFormat else {
      throw Status(kExtAudioFileError_NonPCMClientFormat)
    }
    if awaitsSampleRate { try takeSampleRate(of: format) }
    let kept = clientFormat
    clientFormat = format
    do throws(Status) {
      try makeConverter()
    } catch {
      clientFormat = kept
      throw error
    }
  }

  /// Sets the client's sample rate in a file that awaits it.
  private func takeSampleRate(of format: StreamFormat) throws(Status) {
    guard format.sampleRate.isFinite, format.sampleRate > 0 else {
      throw Status(kAudioConverterErr_FormatNotSupported)
    }
    var new = fileFormat
    new.sampleRate = format.sampleRate
    let cookie = new.presumedConfiguration ?? []
    try object.working { file throws(AudioError) in try file.setSampleRate(new.sampleRate, cookie: cookie) }
    fileFormat = new
    awaitsSampleRate = false
  }

  package func setClientLayout(_ layout: ChannelLayout) throws(Status) {
    guard layout.channelCount == clientFormat.channelsPerFrame else {
      throw Status(kExtAudioFileError_InvalidChannelMap)
    }
    clientLayout = layout
    guard let converter else { return }
    if direction == .reading { try converter.setOutputLayout(layout) } else { try converter.setInputLayout(layout) }
  }

  /// Makes the converter between the two formats, and continues at the current position.
  func makeConverter() throws(Status) {
    closeConverterHandle()
    converter = nil
    if direction == .reading {
      let position = position
      converter = try readingConverter()
      try seek(to: position)
    } else {
      let new = try Self.converter(from: clientFormat, to: fileFormat, gate)
      if let layout = file.channelLayout, new.isEncoding == false { try? new.setOutputLayout(layout) }
      if let clientLayout { try new.setInputLayout(clientLayout) }
      converter = new
      try setCookieOfEncoder()
    }
  }

  /// Returns a converter for a file, where low latency is of no use.
  private static func converter(
    from input: StreamFormat, to output: StreamFormat, _ gate: ObjectGate
  ) throws(Status) -> ConverterObject {
    try ConverterObject(from: input, to: output, gate: gate, delivery: .blocks)
  }

  private func readingConverter() throws(Status) -> ConverterObject {
    let new = try Self.converter(from: fileFormat, to: clientFormat, gate)
    let cookie = layerFactor > 1 ? file.cookieOfLayers : file.magicCookie
    if !cookie.isEmpty, new.isDecoding { try new.setCookie(cookie) }
    if let layout = file.channelLayout, !new.isDecoding, layout.channelCount == fileFormat.channelsPerFrame {
      try new.setInputLayout(layout)
    }
    if let clientLayout { try new.setOutputLayout(clientLayout) }
    if new.isDecoding {
      // Only reading a long file shows changes of its stream.
      let file = file
      new.allowStreams { number in file.stream(number) }
    }
    return new
  }

  /// Applies the caller's changes to the converter; reading continues with the next frame.
  package func adoptConverterChanges() throws(Status) {
    if direction == .writing { try setCookieOfEncoder() } else { try seek(to: min(position, try frameCount)) }
  }

  private func setCookieOfEncoder() throws(Status) {
    guard let cookie = converter?.encoded?.cookie, !cookie.isEmpty else { return }
    try object.working { file throws(AudioError) in try file.setMagicCookie(cookie) }
  }

  private func closeConverterHandle() {
    guard let handle = unsafe converterHandle else { return }
    _ = try? unsafe Handles.remove(handle, ConverterObject.self, orThrow: kAudio_ParamError)
    unsafe converterHandle = nil
  }

  // MARK: Positions

  /// The frames that are the recording.
  var packetTable: PacketTable? { tableOverride ?? file.packetTable }

  /// Sets the frames of a file being read that are the recording. Negative counts mean those of the file.
  func override(_ info: AudioFilePacketTableInfo) throws(Status) {
    let own = file.packetTable
    let total = try packetFrameCount
    let priming = info.mPrimingFrames >= 0 ? Int64(info.mPrimingFrames) : own?.primingFrames ?? 0
    let remainder = info.mRemainderFrames >= 0 ? Int64(info.mRemainderFrames) : own?.remainderFrames ?? 0
    guard (0...total).contains(priming), (0...(total - priming)).contains(remainder) else {
      throw Status(kAudio_ParamError)
    }
    let rest = total - priming - remainder
    let valid = info.mNumberValidFrames >= 0 ? info.mNumberValidFrames : rest
    guard valid >= 0, valid <= total - priming else { throw Status(kAudio_ParamError) }
    tableOverride = PacketTable(
      primingFrames: priming, validFrames: valid, remainderFrames: total - priming - valid,
      timescale: fileFormat.sampleRate)
    try seek(to: 0)
  }

  /// The number of frames of all packets.
  private var packetFrameCount: Int64 {
    get throws(Status) {
      let packets = try object.working { file throws(ContainerError) in try file.packetCount }
      if file.hasStreamChanges {
        let all = try object.working { file throws(ContainerError) in try file.frameCountOfAllStreams }
        let (frames, overflow) = all.multipliedReportingOverflow(by: layerFactor)
        return overflow ? .max : frames
      }
      let (frames, overflow) = packets.multipliedReportingOverflow(by: Int64(max(1, fileFormat.framesPerPacket)))
      return overflow ? .max : frames
    }
  }

  /// The number of frames of the recording, at the file's rate.
  package var frameCount: Int64 {
    get throws(Status) {
      guard let table = packetTable, table.timescale > 0 else { return withoutMissing(try packetFrameCount) }
      return Int64(rounding: Double(table.validFrames) * fileFormat.sampleRate / table.timescale)
    }
  }

  /// Returns the number of frames if all packets were full, minus those that the last packet lacks according to the
  /// duration in the headers.
  private func withoutMissing(_ frames: Int64) -> Int64 {
    guard !file.hasStreamChanges, let duration = file.estimatedDuration,
      let told = Int64(exactly: (duration * fileFormat.sampleRate).rounded()),
      told <= frames, frames - told < Int64(fileFormat.framesPerPacket)
    else { return frames }
    return told
  }

  private var primingFrames: Int64 {
    guard let table = packetTable, table.timescale > 0 else { return 0 }
    return Int64(rounding: Double(table.primingFrames) * fileFormat.sampleRate / table.timescale)
  }

  /// The next frame, at the file's rate.
  var position: Int64 {
    guard clientFormat.sampleRate > 0 else { return start }
    let read = Int64(rounding: Double(clientFrames) * fileFormat.sampleRate / clientFormat.sampleRate)
    let (sum, overflow) = start.addingReportingOverflow(read)
    return overflow ? .max : sum
  }

  /// Seeks to a frame of the recording.
  package func seek(to frame: Int64) throws(Status) {
    guard direction == .reading else { throw Status(kExtAudioFileError_InvalidOperationOrder) }
    let total = try frameCount
    guard frame >= 0, frame <= total else { throw Status(kExtAudioFileError_InvalidSeek) }
    guard clientFormat.formatID == .linearPCM else {
      // Without a format of the client's nothing is decoded yet; the place is kept until there is one.
      (start, clientFrames) = (frame, 0)
      return
    }
    if converter == nil { converter = try readingConverter() }
    let (wanted, overflow) = frame.addingReportingOverflow(primingFrames)
    guard !overflow, wanted >= 0 else { throw Status(kExtAudioFileError_InvalidSeek) }
    let (first, begin) = try object.working { file throws(ContainerError) in
      let place = try file.packet(ofFrame: wanted / layerFactor)
      let preroll = Int64(try file.rollDistance(ofPacket: place.packet))
      // A decoder knows nothing of packets of another stream.
      let first = max(
        file.firstPacket(ofStretchWith: place.packet), try file.entry(upTo: max(0, place.packet - preroll)))
      return (first, try file.frame(ofPacket: first).multipliedReportingOverflow(by: layerFactor))
    }
    guard !begin.overflow, begin.partialValue >= 0, begin.partialValue <= wanted else {
      throw Status(kExtAudioFileError_InvalidSeek)
    }
    let skipped = wanted - begin.partialValue
    // Frames before the position are decoded and removed, and so are those after the recording.
    var table = PacketTable(
      primingFrames: skipped, validFrames: total - frame, remainderFrames: 0, timescale: fileFormat.sampleRate)
    // The end by the rate of the first stream is not that of others, to a frame; packets end with the recording.
    if file.hasStreamChanges, packetTable == nil { table.validFrames = .max - skipped }
    try converter?.changeInput { $0.packetTable = table }
    (start, clientFrames, nextPacket) = (frame, 0, first)
  }

  // MARK: Memory

  /// The memory that bytes of the file pass through.
  var transferMemory: TransferMemory {
    if let transfer { return transfer }
    let new = TransferMemory(byteCount: Int(ioBufferByteCount))
    transfer = new
    return new
  }

  /// Uses the caller's memory of ``ioBufferByteCount`` bytes; null means the object's own memory.
  func setTransferMemory(_ address: UInt) {
    let pointer = unsafe UnsafeMutableRawPointer(bitPattern: address)
    transfer = unsafe pointer.map { unsafe TransferMemory($0, byteCount: Int(ioBufferByteCount)) }
  }

  // MARK: Reading

  /// Reads frames into the caller's buffers and returns their number.
  package func read(_ output: OutputBuffers, frameCount: Int) throws(Status) -> Int {
    guard direction == .reading else { throw Status(kExtAudioFileError_InvalidOperationOrder) }
    guard clientFormat.formatID == .linearPCM else { throw Status(kExtAudioFileError_NonPCMClientFormat) }
    if converter == nil { try seek(to: start) }
    guard let converter else { return 0 }
    let made = try converter.fill(output, wanted: frameCount) { (wanted, batch) throws(Status) in
      try supply(wanted, into: &batch)
    } describe: { _, _ in
    }
    if made.status != noErr { throw Status(made.status) }
    clientFrames += Int64(made.packetCount)
    return made.packetCount
  }

  private func supply(_ wanted: Int, into batch: inout PacketBatch) throws(Status) {
    // Headers may state more than readers allow for packets.
    let size = max(1, min(file.packetSizeUpperBound, Catalog.coreAudio.fileOptions.limits.packetByteCount))
    let count = max(1, min(wanted, Int(ioBufferByteCount) / size))
    // Moved out while it is filled, for a class does not lend its arrays to a closure.
    var descriptions: [PacketDescription] = []
    swap(&descriptions, &places)
    defer { swap(&descriptions, &places) }
    let memory = count * size <= transferMemory.byteCount ? transferMemory : TransferMemory(byteCount: count * size)
    if descriptions.count < count {
      descriptions = Array(repeating: PacketDescription(startOffset: 0, byteCount: 0), count: count)
    }
    let packet = nextPacket
    let packetCount = try memory.withBytes { (bytes: inout MutableSpan<UInt8>) throws(Status) -> Int in
      let read = try object.working { file throws(ContainerError) in
        var all = descriptions.mutableSpan
        var part = all._mutatingExtracting(0..<count)
        return try file.readPacketData(
          ofAnyStreamFrom: packet, count: count, into: &bytes, descriptions: &part)
      }
      batch.bytes.append(copying: bytes.span.extracting(0..<read.byteCount))
      return read.packetCount
    }
    nextPacket += Int64(packetCount)
    batch.streamNumber = file.streamOfLastRead
    if fileFormat.bytesPerPacket == 0 { batch.descriptions.append(contentsOf: descriptions[0..<packetCount]) }
  }

  // MARK: Writing

  /// Converts frames and writes the resulting packets.
  func write(_ bytes: Span<UInt8>, frameCount: Int) throws(Status) {
    guard direction == .writing, !awaitsSampleRate else {
      throw Status(kExtAudioFileError_InvalidOperationOrder)
    }
    if converter == nil { try makeConverter() }
    guard let converter else { return }
    try converter.convert(packetCount: Self.packetsAtATime) {
      $0.append(bytes)
    } take: { (batch) throws(Status) in
      try append(batch)
    }
    clientFrames += Int64(frameCount)
  }

  private static var packetsAtATime: Int { 4096 }

  private func append(_ batch: borrowing PacketBatch) throws(Status) {
    guard !batch.bytes.isEmpty else { return }
    let isConstant = fileFormat.bytesPerPacket > 0
    _ = try object.working { file throws(AudioError) in
      try file.writePackets(
        batch.bytes.span, descriptions: isConstant ? Span<PacketDescription>() : batch.descriptions.span)
    }
  }

  /// Writes the encoder's last packets and the packet table; closes the objects owned by this one.
  package func dispose() throws(Status) {
    var failure: Status?
    do throws(Status) { try finishWriting() } catch { failure = error }
    closeConverterHandle()
    if ownsFile {
      if let handle = unsafe fileHandle {
        _ = try? unsafe Handles.remove(handle, FileObject.self, orThrow: kAudioFileNotOpenError)
      }
      try object.close()
    }
    if let failure { throw failure }
  }

  private func finishWriting() throws(Status) {
    guard direction == .writing, let converter, clientFrames > 0 else { return }
    try converter.convert(packetCount: Self.packetsAtATime) {
      $0.endInput()
    } take: { (batch) throws(Status) in
      try append(batch)
    }
    if let cookie = converter.lateCookie, cookie != converter.encoded?.cookie {
      // Counts and sums are written; a file that cannot be rewritten reports that it is still open.
      _ = try? object.working { file throws(AudioError) in try file.setMagicCookie(cookie) }
    }
    if let table = converter.packetTable, table.primingFrames > 0 || table.remainderFrames > 0 {
      // Not every file type has a place for it.
      _ = try? object.working { file throws(AudioError) in try file.setPacketTable(table) }
    }
  }
}

extension AudioFile {
  /// The format of the packets with all layers, and the number of its frames per frame that the file counts.
  ///
  /// Headers of ADTS and LOAS describe the core alone; spectral band replication, which doubles its rate, shows in the
  /// packets. Entries of MPEG-4 files may say 2 for any number of channels: the configuration counts, ISO/IEC 14496-14,
  /// 5.6.
  fileprivate var formatOfLayers: (format: StreamFormat, factor: Int64) {
    var format = dataFormat
    guard format.packsConfiguration, let richest = formatList.first?.format else { return (format, 1) }
    if richest.sampleRate == format.sampleRate, richest.channelsPerFrame > 0 {
      format.channelsPerFrame = richest.channelsPerFrame
    }
    guard format.formatID == .aac, format.framesPerPacket > 0, richest.sampleRate == format.sampleRate * 2,
      richest.framesPerPacket == format.framesPerPacket * 2
    else { return (format, 1) }
    format.sampleRate = richest.sampleRate
    format.framesPerPacket = richest.framesPerPacket
    format.channelsPerFrame = richest.channelsPerFrame
    return (format, 2)
  }

  /// The cookie of the core, extended by the additional layers in the packets.
  fileprivate var cookieOfLayers: [UInt8] {
    guard let richest = formatList.first?.format,
      var configuration = try? AudioSpecificConfig(parsing: magicCookie.span), configuration.signalling == .implicit
    else { return magicCookie }
    configuration.signalling = .backwardCompatible(
      rate: SamplingFrequency(hertz: Int(richest.sampleRate)),
      hasParametricStereo: richest.formatID == .aacHighEfficiencyV2 ? true : nil)
    return configuration.bytes
  }
}
