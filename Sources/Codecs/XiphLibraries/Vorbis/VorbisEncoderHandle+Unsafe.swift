// The encoder of libvorbis. `unsafe` marks the calls into the library, which is given memory of OwnMemory alone; the
// copies of samples into the buffer that it offers, for the requested number of frames; and the copies of packets from
// its own memory, with the size that it states.

import AudioBase
import SystemLibraries

/// An encoder of libvorbis with its input and output memory.
@safe struct VorbisEncoderHandle: ~Copyable {
  private let library: VorbisLibrary
  private let channelCount: Int
  /// The magnitude to which samples are limited: much larger samples spread through libvorbis's analysis.
  static let largestSample: Float = 8

  private let info = OwnMemory(byteCount: VorbisLayout.structureByteCount)
  private let comment = OwnMemory(byteCount: VorbisLayout.structureByteCount)
  private let state = OwnMemory(byteCount: VorbisLayout.structureByteCount)
  private let block = OwnMemory(byteCount: VorbisLayout.structureByteCount)
  private let description = OwnMemory(byteCount: VorbisLayout.packetByteCount)
  private var hasState = false
  /// The largest number of bytes of a packet that are believed.
  private static let largestPacket = 1 << 20

  /// The rate control of an encoder.
  enum Rate {
    /// A quality of −0.1…1.
    case quality(Float)
    /// The maximum, nominal and minimum bit rate, in bits/s; −1 for none.
    case bits(most: Int, nominal: Int, least: Int)
  }

  private init(_ library: VorbisLibrary, channelCount: Int) {
    self.library = library
    self.channelCount = channelCount
    unsafe library.infoInit(info.address)
    unsafe library.commentInit(comment.address)
  }

  /// Makes an encoder.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if a library is missing or refuses the settings.
  static func make(
    channelCount: Int, sampleRate: Int, _ rate: Rate
  ) throws(CodecError) -> VorbisEncoderHandle {
    guard let library = VorbisLibrary.shared else { throw VorbisCodec.missing }
    guard let setUp = VorbisEncoderLibrary.shared else { throw VorbisCodec.missingEncoder }
    var handle = VorbisEncoderHandle(library, channelCount: channelCount)
    try handle.begin(setUp, sampleRate: sampleRate, rate)
    return handle
  }

  private mutating func begin(
    _ setUp: VorbisEncoderLibrary, sampleRate: Int, _ rate: Rate
  ) throws(CodecError) {
    let result: Int32
    switch rate {
    case .quality(let quality):
      result = unsafe setUp.setUpQuality(info.address, channelCount, sampleRate, quality)
    case .bits(let most, let nominal, let least):
      result = unsafe setUp.setUpRates(info.address, channelCount, sampleRate, most, nominal, least)
    }
    guard result == 0 else {
      throw CodecError(.unsupported, "libvorbisenc has no such combination of rate, channels and bit rate")
    }
    guard info.load(Int32.self, at: VorbisLayout.channelsOffset) == Int32(channelCount),
      info.load(Int.self, at: VorbisLayout.rateOffset) == sampleRate
    else { throw CodecError(.unsupported, "this libvorbis has other structures than the documented ones") }
    guard unsafe library.analysisInit(state.address, info.address) == 0 else {
      throw CodecError(.unsupported, "libvorbis refuses the settings")
    }
    hasState = true
    _ = unsafe library.blockInit(state.address, block.address)
    let areIntact =
      info.isGuardIntact && comment.isGuardIntact && state.isGuardIntact && block.isGuardIntact
    // Holds: the structures have room for more than twice their documented size.
    precondition(areIntact, "libvorbis wrote behind its structures")
  }

  deinit {
    if hasState {
      _ = unsafe library.blockClear(block.address)
      unsafe library.stateClear(state.address)
    }
    unsafe library.commentClear(comment.address)
    unsafe library.infoClear(info.address)
  }

  /// Returns the three headers.
  func headers() throws(CodecError) -> [[UInt8]] {
    let second = OwnMemory(byteCount: VorbisLayout.packetByteCount)
    let third = OwnMemory(byteCount: VorbisLayout.packetByteCount)
    guard
      unsafe library.analysisHeaders(
        state.address, comment.address, description.address, second.address, third.address) == 0
    else { throw CodecError(.unsupported, "libvorbis gives no headers") }
    var packets: [[UInt8]] = [[], [], []]
    try Self.append(description, to: &packets[0])
    try Self.append(second, to: &packets[1])
    try Self.append(third, to: &packets[2])
    return packets
  }

  /// Copies the bytes of an `ogg_packet`.
  private static func append(_ description: borrowing OwnMemory, to bytes: inout [UInt8]) throws(CodecError) {
    let (address, count) = (description.load(UInt.self, at: 0), description.load(Int.self, at: 8))
    guard (1...largestPacket).contains(count), let first = unsafe UnsafePointer<UInt8>(bitPattern: address) else {
      throw CodecError(.unsupported, "libvorbis gives a packet out of all reason")
    }
    // Bound: a packet, checked above.
    for index in 0..<count { bytes.append(unsafe first[index]) }
  }

  /// Hands frames over: `load` gives the samples of a channel.
  func write(frameCount: Int, _ input: borrowing PCMBlock, from start: Int) throws(CodecError) {
    // Holds: the encoder has checked its input.
    precondition(input.channelCount == channelCount && start >= 0 && frameCount > 0)
    guard let planes = unsafe library.analysisBuffer(state.address, Int32(frameCount)) else {
      throw CodecError(.unsupported, "libvorbis has no memory")
    }
    for channel in 0..<channelCount {
      guard let plane = unsafe planes[channel] else { continue }
      let samples = input.channel(channel)
      for index in 0..<frameCount {
        unsafe plane[index] = samples[start + index].limited(to: Self.largestSample)
      }
    }
    guard unsafe library.analysisWrote(state.address, Int32(frameCount)) == 0 else {
      throw CodecError(.unsupported, "libvorbis refuses the samples")
    }
  }

  /// Ends the library's input.
  func end() { _ = unsafe library.analysisWrote(state.address, 0) }

  /// Appends the packets that are ready, one element each.
  func takePackets(into packets: inout [[UInt8]]) throws(CodecError) {
    while unsafe library.analysisBlockOut(state.address, block.address) == 1 {
      guard unsafe library.analysis(block.address, nil) == 0, unsafe library.addBlock(block.address) == 0 else {
        throw CodecError(.unsupported, "libvorbis refuses to encode the samples")
      }
      while unsafe library.flushPacket(state.address, description.address) == 1 {
        var bytes: [UInt8] = []
        try Self.append(description, to: &bytes)
        packets.append(bytes)
      }
    }
  }
}
