import AudioBase
import AudioConversion

/// The input of a converter: the caller's function and what belongs to it.
@safe
struct InputCallback {
  private let handle: AudioConverterRef
  private let function: AudioConverterComplexInputDataProc
  private let userData: UnsafeMutableRawPointer?
  private let object: ConverterObject
  private let format: StreamFormat
  /// Whether packets cannot be told apart without descriptions.
  private let needsDescriptions: Bool
  /// How the function ended the input behind the packets it gave, if it did: a status of its own is told behind them.
  private var ending: Result<Void, Status>?

  @unsafe
  init(
    _ handle: AudioConverterRef, _ object: ConverterObject, _ function: @escaping AudioConverterComplexInputDataProc,
    _ userData: UnsafeMutableRawPointer?
  ) throws(Status) {
    try requirePointer(UInt(bitPattern: unsafe unsafeBitCast(function, to: Int.self)))
    unsafe self.handle = unsafe handle
    unsafe self.function = function
    unsafe self.userData = userData
    self.object = object
    format = object.input.format
    needsDescriptions = format.bytesPerPacket == 0
  }

  /// Asks for packets and takes over what comes. None at all is the end of the input.
  ///
  /// Packets that have descriptions are asked for one by one until there are as many as are wanted: functions that hand
  /// over a single packet often leave the number as it was. More than were asked for are welcome.
  ///
  /// - Throws: The function's own status; what is wrong with its answer. Where packets came before it, they are given
  ///   first, and the next call throws.
  mutating func supply(_ wanted: Int, into batch: inout PacketBatch) throws(Status) {
    do throws(Status) {
      if let ending { return try ending.get() }
      guard needsDescriptions else {
        _ = try ask(UInt32(clamping: wanted), into: &batch)
        return
      }
      while batch.count < wanted {
        guard try ask(1, into: &batch) else {
          ending = .success(())
          return
        }
      }
    } catch {
      guard batch.count > 0 else { throw error }
      ending = .failure(error)
    }
  }

  /// Calls the function once. Returns whether it gave any packets; none with `noErr` is the end of the input.
  ///
  /// Where packets are all alike the buffers come with memory for what is asked for: some functions copy their input
  /// there, most set the buffers to point to memory of their own.
  private func ask(_ wanted: UInt32, into batch: inout PacketBatch) throws(Status) -> Bool {
    var count = needsDescriptions ? wanted : min(wanted, largestPortion)
    let list = unsafe object.bufferList.prepare(
      channelsPerBuffer: format.channelsPerFrame / object.bufferList.count,
      byteCount: needsDescriptions ? 0 : Int(count) * format.bytesPerPacket)
    var places: UnsafeMutablePointer<AudioStreamPacketDescription>?
    let status =
      if needsDescriptions {
        unsafe function(handle, &count, list, &places, userData)
      } else {
        unsafe function(handle, &count, list, nil, userData)
      }
    guard status == noErr else { throw Status(status) }
    // What the function gave may be gone with the converter.
    guard object.isOpen else { throw Status(kAudio_ParamError) }
    guard count > 0 else { return false }
    guard unsafe Int(list.pointee.mNumberBuffers) >= object.bufferList.count else {
      throw Status(kAudioConverterErr_InvalidInputSize)
    }
    if needsDescriptions {
      try unsafe appendDescribed(Int(count), places, of: list, to: &batch)
    } else {
      try unsafe appendConstant(Int(count), of: list, to: &batch)
    }
    return true
  }

  /// Packets that are asked for at a time where all are alike: as many as a megabyte holds, one at least.
  private var largestPortion: UInt32 {
    UInt32(clamping: max(1, (1 << 20) / (format.bytesPerPacket * object.bufferList.count)))
  }

  /// Takes packets over that are all alike, buffer after buffer.
  @unsafe
  private func appendConstant(
    _ count: Int, of list: UnsafeMutablePointer<AudioBufferList>, to batch: inout PacketBatch
  ) throws(Status) {
    let (size, overflow) = count.multipliedReportingOverflow(by: format.bytesPerPacket)
    for index in 0..<object.bufferList.count {
      let buffer = unsafe AudioBufferMemory.buffer(index, of: list).pointee
      guard let data = unsafe buffer.mData, !overflow, unsafe size <= Int(buffer.mDataByteSize),
        unsafe size <= object.bufferList.byteLimit(at: data)
      else {
        throw Status(kAudioConverterErr_InvalidInputSize)
      }
      unsafe batch.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: size))
    }
  }

  /// Takes packets over that have descriptions.
  @unsafe
  private func appendDescribed(
    _ count: Int, _ places: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    of list: UnsafeMutablePointer<AudioBufferList>, to batch: inout PacketBatch
  ) throws(Status) {
    guard let places = unsafe places else { throw Status(kAudioConverterErr_RequiresPacketDescriptionsError) }
    let buffer = unsafe AudioBufferMemory.buffer(0, of: list).pointee
    let size = unsafe Int(buffer.mDataByteSize)
    guard let data = unsafe buffer.mData else { throw Status(kAudioConverterErr_InvalidInputSize) }
    // Packets lie side by side, so that more packets than bytes, or more bytes than there are, cannot be.
    guard count <= max(1, size) else { throw Status(kAudioConverterErr_InvalidInputSize) }
    var rest = size
    for index in 0..<count {
      guard let place = unsafe PacketDescription(places[index], of: format), place.startOffset <= size,
        place.byteCount <= size - place.startOffset, place.byteCount <= rest
      else { throw Status(kAudioConverterErr_InvalidInputSize) }
      rest -= place.byteCount
      let start = batch.bytes.count
      let bytes = unsafe UnsafeBufferPointer(
        start: (data + place.startOffset).assumingMemoryBound(to: UInt8.self), count: place.byteCount)
      let header = unsafe format.framingByteCount(bytes.span)
      unsafe batch.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[header...]))
      batch.noteAppendedPacket(from: start, fileOffset: 0, frameCount: place.frameCount)
    }
  }
}

extension ConverterObject {
  /// Fills the caller's buffers and returns how many packets they hold.
  ///
  /// - Parameters:
  ///   - wanted: Packets to make at most.
  ///   - supply: Gives input, as ``PacketConverter/fill(_:packetCount:supply:)`` wants it.
  ///   - describe: Takes the description of each packet where they differ in size.
  /// - Returns: The packets, and the status that `supply` ended the call with.
  func fill(
    _ output: OutputBuffers, wanted: Int,
    supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Status) -> Void,
    describe: (_ index: Int, _ packet: PacketDescription) -> Void
  ) throws(Status) -> (packetCount: Int, status: OSStatus) {
    if isEncoding && encoded?.stream.bytesPerPacket == 0 {
      return try fillPackets(output, wanted: wanted, supply: supply, describe: describe)
    }
    let size = isEncoding ? maximumOutputPacketSize : max(1, currentOutput.format.bytesPerPacket)
    let count = min(wanted, output.room / size)
    guard count > 0 || wanted == 0 else { throw Status(kAudioConverterErr_InvalidOutputSize) }
    let (made, status) = try fillPortions(output, packetCount: count, packetByteCount: size, supply: supply)
    if isEncoding {
      for index in 0..<made { describe(index, PacketDescription(startOffset: index * size, byteCount: size)) }
    }
    return (made, status)
  }

  /// Bytes of each buffer that are made at a time: so few that they are still in a cache when they are copied into the
  /// caller's memory.
  private static var portionByteCount: Int { 1 << 14 }

  /// Makes packets that are all alike, a portion at a time. What was made before a failure comes with its status.
  private func fillPortions(
    _ output: OutputBuffers, packetCount: Int, packetByteCount size: Int,
    supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Status) -> Void
  ) throws(Status) -> (packetCount: Int, status: OSStatus) {
    let largest = max(1, Self.portionByteCount / size)
    let (batch, result) = try working { converter, batch -> (packetCount: Int, status: OSStatus) in
      var made = 0
      while true {
        let portion = min(packetCount - made, largest)
        do throws(ConversionError) {
          let result = try converter.fill(
            &batch, packetCount: portion, ahead: packetCount - made - portion, supply: supply)
          output.put(batch.bytes.span, behind: made * size)
          let count = batch.bytes.count / (size * output.count)
          made += count
          if count < portion || made == packetCount || result.status != noErr { return (made, result.status) }
        } catch {
          output.put(Span(), behind: made * size)
          return (made, Status(converting: error).code)
        }
      }
    }
    reuse(batch)
    return result
  }

  /// Makes packets that differ in size, one by one, as long as they fit.
  private func fillPackets(
    _ output: OutputBuffers, wanted: Int,
    supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Status) -> Void,
    describe: (_ index: Int, _ packet: PacketDescription) -> Void
  ) throws(Status) -> (packetCount: Int, status: OSStatus) {
    var gathered: [UInt8] = []
    var made = 0
    var status = noErr
    while made < wanted {
      if leftOver.bytes.isEmpty {
        // A packet that might not fit is not begun behind another one.
        guard made == 0 || output.room - gathered.count >= maximumOutputPacketSize else { break }
        let (batch, result) = try fill(packetCount: 1, ahead: wanted - made - 1, supply: supply)
        status = result.status
        leftOver = batch
        reuse(PacketBatch())
      }
      guard !leftOver.bytes.isEmpty else { break }
      guard leftOver.bytes.count <= output.room - gathered.count else {
        if made == 0 { throw Status(kAudioConverterErr_InvalidOutputSize) }
        break
      }
      describe(
        made,
        PacketDescription(
          startOffset: gathered.count, byteCount: leftOver.bytes.count,
          frameCount: leftOver.descriptions.first?.frameCount ?? 0))
      gathered += leftOver.bytes
      leftOver.removeAll(nextPacket: 0)
      made += 1
      if status != noErr { break }
    }
    output.put(gathered.span)
    return (made, status)
  }
}

extension PullStatus<Status> {
  /// What the input function returned last.
  fileprivate var status: OSStatus {
    if case .interrupted(let failure) = self { failure.code } else { noErr }
  }
}
