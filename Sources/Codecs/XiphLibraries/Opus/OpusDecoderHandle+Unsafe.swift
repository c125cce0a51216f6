// The decoder of libopus. `unsafe` marks the calls into the library: it is given memory of OwnMemory alone, with its
// size, and how much it states that it has written is checked against that.

import AudioBase
import SystemLibraries
import XiphAudio

/// A multistream decoder of libopus with its input and output memory.
@safe struct OpusDecoderHandle: ~Copyable {
  private let library: OpusLibrary
  private let decoder: OpaquePointer
  private let channelCount: Int
  private let capacity: Int
  private var packet: OwnMemory
  private let samples: OwnMemory

  /// `OPUS_SET_GAIN` and `OPUS_RESET_STATE`.
  private static let (setGain, resetState): (Int32, Int32) = (4034, 4028)

  /// Makes a decoder of a stream that gives frames at a rate of 8, 12, 16, 24 or 48 kHz.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the library is missing or refuses the stream.
  init(_ header: OpusHeader, sampleRate: Int) throws(CodecError) {
    guard let library = OpusLibrary.shared else { throw OpusCodec.missing }
    let mapping = OwnMemory(byteCount: 256)
    mapping.store(header.mapping.span)
    var error: Int32 = 0
    let made = unsafe library.createDecoder(
      Int32(sampleRate), Int32(header.channelCount), Int32(header.streamCount), Int32(header.coupledCount),
      UnsafePointer(mapping.address.assumingMemoryBound(to: UInt8.self)), &error)
    guard let made = unsafe made, error == 0 else {
      throw CodecError(.unsupported, "libopus refuses the stream's channels or rate")
    }
    guard header.outputGain == 0 || (unsafe library.controlDecoder(made, Self.setGain, Int32(header.outputGain))) == 0
    else {
      unsafe library.destroyDecoder(made)
      throw CodecError(.unsupported, "libopus refuses the stream's gain")
    }
    self.library = library
    unsafe decoder = made
    channelCount = header.channelCount
    capacity = OpusPacket.maximumFrameCount * sampleRate / OpusPacket.sampleRate
    packet = OwnMemory(byteCount: 4096)
    samples = OwnMemory(byteCount: capacity * header.channelCount * 4)
  }

  deinit { unsafe library.destroyDecoder(decoder) }

  /// Decodes a packet into the handle's own memory and returns the number of frames.
  mutating func decode(_ bytes: Span<UInt8>) throws(CodecError) -> Int {
    if packet.byteCount < bytes.count { packet = OwnMemory(byteCount: bytes.count) }
    packet.store(bytes)
    // Holds: containers bound packets far below 2 GiB.
    let count = unsafe library.decode(
      decoder, packet.address, Int32(clamping: bytes.count), samples.address, Int32(capacity), 0)
    return try checked(count)
  }

  /// Fills in `frameCount` frames for a packet that is missing.
  mutating func conceal(frameCount: Int) throws(CodecError) -> Int {
    // Holds: the decoder asks for no more than 120 ms.
    precondition((1...capacity).contains(frameCount))
    return try checked(unsafe library.decode(decoder, nil, 0, samples.address, Int32(frameCount), 0))
  }

  /// Conceals `frameCount` frames for a missing packet right before `bytes`, from the copy in `bytes`.
  mutating func recover(_ bytes: Span<UInt8>, frameCount: Int) throws(CodecError) -> Int {
    // Holds: the decoder asks for no more than 120 ms.
    precondition((1...capacity).contains(frameCount))
    if packet.byteCount < bytes.count { packet = OwnMemory(byteCount: bytes.count) }
    packet.store(bytes)
    return try checked(
      unsafe library.decode(
        decoder, packet.address, Int32(clamping: bytes.count), samples.address, Int32(frameCount), 1))
  }

  private func checked(_ count: Int32) throws(CodecError) -> Int {
    guard count >= 0 else { throw CodecError(.malformed, "libopus refuses the packet", clause: "RFC 6716, 3.4") }
    // Holds: the library was told the size.
    precondition(Int(count) <= capacity && samples.isGuardIntact, "libopus wrote behind its memory")
    return Int(count)
  }

  /// Copies a channel of the frames that were made last.
  func copy(_ channel: Int, to plane: inout MutableSpan<Float>) {
    samples.copyFloats(from: channel, stride: channelCount, to: &plane)
  }

  /// Clears all packets.
  func reset() { _ = unsafe library.controlDecoder(decoder, Self.resetState, 0) }
}
