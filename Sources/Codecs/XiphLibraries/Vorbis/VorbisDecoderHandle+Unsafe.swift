// The decoder of libvorbis. `unsafe` marks the calls into the library, which is given memory of OwnMemory alone, and
// the copy of samples from the library's own memory: as many as it has just reported.

import AudioBase
import SystemLibraries
import XiphAudio

/// A decoder of libvorbis with its input and output memory.
@safe struct VorbisDecoderHandle: ~Copyable {
  private let library: VorbisLibrary
  private let channelCount: Int
  private let info = OwnMemory(byteCount: VorbisLayout.structureByteCount)
  private let comment = OwnMemory(byteCount: VorbisLayout.structureByteCount)
  private let state = OwnMemory(byteCount: VorbisLayout.structureByteCount)
  private let block = OwnMemory(byteCount: VorbisLayout.structureByteCount)
  private let description = OwnMemory(byteCount: VorbisLayout.packetByteCount)
  private var packet = OwnMemory(byteCount: 4096)
  private var hasState = false

  private init(_ library: VorbisLibrary, channelCount: Int) {
    self.library = library
    self.channelCount = channelCount
    unsafe library.infoInit(info.address)
    unsafe library.commentInit(comment.address)
  }

  /// Creates a decoder from the three headers of a stream; `headers` is this package's parsed form of them.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the library is missing, ``ErrorKind/malformed`` if it refuses the
  ///   headers.
  static func make(
    _ packets: [[UInt8]], _ headers: VorbisHeaders
  ) throws(CodecError) -> VorbisDecoderHandle {
    guard let library = VorbisLibrary.shared else { throw VorbisCodec.missing }
    var handle = VorbisDecoderHandle(library, channelCount: headers.channelCount)
    try handle.begin(packets, headers)
    return handle
  }

  private mutating func begin(_ packets: [[UInt8]], _ headers: VorbisHeaders) throws(CodecError) {
    for (index, header) in packets.enumerated() {
      load(header.span, isFirst: index == 0)
      guard unsafe library.headerIn(info.address, comment.address, description.address) == 0 else {
        throw CodecError(.malformed, "libvorbis refuses the headers", clause: "Vorbis I, 4.2")
      }
    }
    // The library's structures are laid out as documented where they hold the values that we have read ourselves.
    guard info.load(Int32.self, at: VorbisLayout.channelsOffset) == Int32(headers.channelCount),
      info.load(Int.self, at: VorbisLayout.rateOffset) == headers.sampleRate
    else { throw CodecError(.unsupported, "this libvorbis has other structures than the documented ones") }
    guard unsafe library.synthesisInit(state.address, info.address) == 0 else {
      throw CodecError(.malformed, "libvorbis refuses the headers", clause: "Vorbis I, 4.2")
    }
    hasState = true
    _ = unsafe library.blockInit(state.address, block.address)
    checkGuards()
  }

  deinit {
    if hasState {
      _ = unsafe library.blockClear(block.address)
      unsafe library.stateClear(state.address)
    }
    unsafe library.commentClear(comment.address)
    unsafe library.infoClear(info.address)
  }

  private func checkGuards() {
    let areIntact =
      info.isGuardIntact && comment.isGuardIntact && state.isGuardIntact && block.isGuardIntact
      && description.isGuardIntact
    // Holds: the structures have room for more than twice their documented size.
    precondition(areIntact, "libvorbis wrote behind its structures")
  }

  /// Fills `ogg_packet`.
  private mutating func load(_ bytes: Span<UInt8>, isFirst: Bool) {
    if packet.byteCount < bytes.count { packet = OwnMemory(byteCount: bytes.count) }
    packet.store(bytes)
    unsafe description.store(UInt(bitPattern: packet.address), at: 0)
    description.store(bytes.count, at: 8)
    description.store(isFirst ? 1 : 0, at: 16)
    description.store(0, at: 24)
    description.store(-1, at: 32)
    description.store(0, at: 40)
  }

  /// Decodes a packet and returns the number of frames that it adds; ``copy(_:to:)`` returns them.
  mutating func decode(_ bytes: Span<UInt8>) throws(CodecError) -> Int {
    load(bytes, isFirst: false)
    guard unsafe library.synthesis(block.address, description.address) == 0,
      unsafe library.synthesisBlockIn(state.address, block.address) == 0
    else { throw CodecError(.malformed, "libvorbis refuses the packet", clause: "Vorbis I, 4.3") }
    let count = unsafe withPlanes { $1 }
    return max(0, count)
  }

  /// Copies one channel of the available frames.
  func copy(_ channel: Int, to plane: inout MutableSpan<Float>) {
    let count = plane.count
    unsafe withPlanes { planes, available in
      guard let planes = unsafe planes, channel < channelCount, count <= available, let source = unsafe planes[channel]
      else { return }
      for index in 0..<count { plane[index] = unsafe source[index] }
    }
  }

  /// Marks the frames as read.
  func finish(frameCount: Int) { _ = unsafe library.synthesisRead(state.address, Int32(frameCount)) }

  private func withPlanes<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?, Int) -> Result
  ) -> Result {
    var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    let count = unsafe library.synthesisSamples(state.address, &planes)
    return unsafe body(planes, Int(max(0, count)))
  }

  /// Clears all packets.
  func reset() { _ = unsafe library.synthesisRestart(state.address) }
}
