package import AudioBase
import AudioConversion

/// The input of one call of a converter, packet by packet if packets have descriptions.
package struct InputSupply {
  private let needsDescriptions: Bool
  /// The end of the input, if it has ended: its status is returned after the packets that came with it.
  private var ending: Result<Void, Status>?

  /// Prepares for a call.
  package init(_ object: ConverterObject) { needsDescriptions = object.needsDescriptions }

  /// Requests packets; an answer without packets ends the input.
  ///
  /// Packets that have descriptions are asked for one by one until there are enough: functions that hand over a single
  /// packet often leave the number as it was. More than requested are accepted.
  ///
  /// - Parameter ask: Adds about that many packets to a batch, and returns whether there were any.
  /// - Throws: What `ask` throws. If packets came before it, they are given first, and the next call throws.
  package mutating func supply(
    _ wanted: Int, into batch: inout PacketBatch,
    ask: (_ wanted: UInt32, _ batch: inout PacketBatch) throws(Status) -> Bool
  ) throws(Status) {
    do throws(Status) {
      if let ending { return try ending.get() }
      guard needsDescriptions else {
        _ = try ask(UInt32(clamping: wanted), &batch)
        return
      }
      while batch.count < wanted {
        guard try ask(1, &batch) else {
          ending = .success(())
          return
        }
      }
    } catch {
      guard batch.count > 0 else { throw error }
      ending = .failure(error)
    }
  }
}

/// The caller's function that gives a converter its input.
@safe
struct InputCallback {
  private let handle: AudioConverterRef
  private let function: AudioConverterComplexInputDataProc
  private let userData: UnsafeMutableRawPointer?
  private let object: ConverterObject

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
  }

  /// Calls the function once. Returns true if it returned any packets; no packets with `noErr` mean the end of the
  /// input.
  ///
  /// If packets are all alike the buffers come with memory for the requested packets: some functions copy their input
  /// there, most set the buffers to point to memory of their own.
  func ask(_ wanted: UInt32, into batch: inout PacketBatch) throws(Status) -> Bool {
    let (format, needsDescriptions) = (object.input.format, object.needsDescriptions)
    var count = needsDescriptions ? wanted : min(wanted, object.largestPortion)
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
    // The function's memory may have been freed with the converter.
    guard object.isOpen else { throw Status(kAudio_ParamError) }
    guard count > 0 else { return false }
    try unsafe object.append(Int(count), places, of: list, to: &batch)
    return true
  }
}

extension ConverterObject {
  /// True if packets cannot be separated without descriptions.
  fileprivate var needsDescriptions: Bool { input.format.bytesPerPacket == 0 }

  /// The number of packets requested at a time if all are alike: as many as fit into a megabyte, at least one.
  fileprivate var largestPortion: UInt32 {
    UInt32(clamping: max(1, (1 << 20) / (input.format.bytesPerPacket * bufferList.count)))
  }

  /// Takes packets from a caller's buffers.
  ///
  /// - Throws: `kAudioConverterErr_InvalidInputSize`, `kAudioConverterErr_RequiresPacketDescriptionsError`.
  @unsafe
  package func append(
    _ count: Int, _ places: UnsafePointer<AudioStreamPacketDescription>?,
    of list: UnsafeMutablePointer<AudioBufferList>, to batch: inout PacketBatch
  ) throws(Status) {
    guard unsafe Int(list.pointee.mNumberBuffers) >= bufferList.count else {
      throw Status(kAudioConverterErr_InvalidInputSize)
    }
    guard needsDescriptions else { return try unsafe appendConstant(count, of: list, to: &batch) }
    try unsafe appendDescribed(count, places, of: list, to: &batch)
  }

  /// Takes packets over that are all alike, buffer after buffer.
  @unsafe
  private func appendConstant(
    _ count: Int, of list: UnsafeMutablePointer<AudioBufferList>, to batch: inout PacketBatch
  ) throws(Status) {
    let (size, overflow) = count.multipliedReportingOverflow(by: input.format.bytesPerPacket)
    for index in 0..<bufferList.count {
      let buffer = unsafe AudioBufferMemory.buffer(index, of: list).pointee
      guard let data = unsafe buffer.mData, !overflow, unsafe size <= Int(buffer.mDataByteSize),
        unsafe size <= bufferList.byteLimit(at: data)
      else {
        throw Status(kAudioConverterErr_InvalidInputSize)
      }
      unsafe batch.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: size))
    }
  }

  /// Takes packets over that have descriptions.
  @unsafe
  private func appendDescribed(
    _ count: Int, _ places: UnsafePointer<AudioStreamPacketDescription>?,
    of list: UnsafeMutablePointer<AudioBufferList>, to batch: inout PacketBatch
  ) throws(Status) {
    guard let places = unsafe places else { throw Status(kAudioConverterErr_RequiresPacketDescriptionsError) }
    let buffer = unsafe AudioBufferMemory.buffer(0, of: list).pointee
    let size = unsafe Int(buffer.mDataByteSize)
    guard let data = unsafe buffer.mData else { throw Status(kAudioConverterErr_InvalidInputSize) }
    // Packets are side by side, so that more packets than bytes, or more bytes than there are, cannot be.
    guard count <= max(1, size) else { throw Status(kAudioConverterErr_InvalidInputSize) }
    let format = input.format
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

  /// Fills the caller's buffers and returns the number of their packets.
  ///
  /// - Parameters:
  ///   - wanted: The largest number of packets.
  ///   - supply: Supplies input, as for ``PacketConverter/fill(_:packetCount:supply:)``.
  ///   - describe: Takes the description of each packet where they differ in size.
  /// - Returns: The packets, and the status that `supply` ended the call with.
  package func fill(
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

  /// The number of bytes of each buffer that are produced at a time: more than most calls request, and few enough to
  /// stay in a cache until they are copied into the caller's memory. Linear PCM is written there directly.
  private static var portionByteCount: Int { 1 << 16 }

  /// Makes packets that are all alike, a portion at a time. Packets made before a failure are returned with its status.
  private func fillPortions(
    _ output: OutputBuffers, packetCount: Int, packetByteCount size: Int,
    supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Status) -> Void
  ) throws(Status) -> (packetCount: Int, status: OSStatus) {
    let largest = max(1, Self.portionByteCount / size)
    let (batch, result) = try working { converter, batch -> (packetCount: Int, status: OSStatus) in
      var (made, status) = (0, noErr)
      while true {
        let portion = min(packetCount - made, largest)
        let rest = output.dropping(made * size)
        converter.lend(rest)
        do throws(AudioError) {
          let ahead = packetCount - made - portion
          status = try converter.fill(&batch, packetCount: portion, ahead: ahead, supply: supply).status
        } catch {
          status = Status(converting: error).code
        }
        rest.put(batch.bytes.span)
        let count = converter.packetCount
        made += count
        if count < portion || made == packetCount || status != noErr { return (made, status) }
      }
    }
    output.setSize(result.packetCount * size)
    reuse(batch)
    return result
  }

  /// Makes packets of different sizes, one by one, as long as they fit.
  private func fillPackets(
    _ output: OutputBuffers, wanted: Int,
    supply: (_ wanted: Int, _ batch: inout PacketBatch) throws(Status) -> Void,
    describe: (_ index: Int, _ packet: PacketDescription) -> Void
  ) throws(Status) -> (packetCount: Int, status: OSStatus) {
    let room = output.room
    var (made, size, status) = (0, 0, noErr)
    while made < wanted {
      if leftOver.bytes.isEmpty {
        // A packet that might not fit is not begun after another one.
        guard made == 0 || room - size >= maximumOutputPacketSize else { break }
        let (batch, result) = try fill(packetCount: 1, ahead: wanted - made - 1, supply: supply)
        status = result.status
        leftOver = batch
        reuse(PacketBatch())
      }
      guard !leftOver.bytes.isEmpty else { break }
      guard leftOver.bytes.count <= room - size else {
        if made == 0 { throw Status(kAudioConverterErr_InvalidOutputSize) }
        break
      }
      describe(
        made,
        PacketDescription(
          startOffset: size, byteCount: leftOver.bytes.count,
          frameCount: leftOver.descriptions.first?.frameCount ?? 0))
      output.dropping(size).put(leftOver.bytes.span)
      size += leftOver.bytes.count
      leftOver.removeAll(nextPacket: 0)
      made += 1
      if status != noErr { break }
    }
    output.setSize(size)
    return (made, status)
  }
}

extension PullStatus<Status> {
  /// The status that the input function returned last.
  fileprivate var status: OSStatus {
    if case .interrupted(let failure) = self { failure.code } else { noErr }
  }
}
