import AudioToolbox
import TestSupport
import Testing

/// What lies in the buffers that a converter hands to its input function: some functions copy their input there instead
/// of setting the buffers to point to memory of their own.
@Suite("Converters: the memory that an input function is given")
struct InputMemoryTests {
  /// Input of which each byte tells where it stands, and what its function saw.
  private final class Source {
    var planes: [[UInt8]]
    let bytesPerPacket: Int
    var given = 0
    var isEnough = true
    init(_ planes: [[UInt8]], bytesPerPacket: Int) { (self.planes, self.bytesPerPacket) = (planes, bytesPerPacket) }

    /// Copies as many packets as are asked for to where the buffers lie.
    static let copying: AudioConverterComplexInputDataProc = { _, count, list, _, userData in
      guard let userData else { return kAudio_ParamError }
      let source = Unmanaged<Source>.fromOpaque(userData).takeUnretainedValue()
      let buffers = UnsafeMutableAudioBufferListPointer(list)
      let left = source.planes[0].count / source.bytesPerPacket - source.given
      let packets = min(Int(count.pointee), left)
      let start = source.given * source.bytesPerPacket
      for (index, plane) in source.planes.enumerated() {
        let size = packets * source.bytesPerPacket
        guard let memory = buffers[index].mData, Int(buffers[index].mDataByteSize) >= size else {
          source.isEnough = false
          return kAudio_ParamError
        }
        memory.copyMemory(from: Array(plane[start..<start + size]), byteCount: size)
        buffers[index].mDataByteSize = UInt32(size)
      }
      source.given += packets
      count.pointee = UInt32(packets)
      return noErr
    }
  }

  private func bytes(_ count: Int, from first: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: first + $0 * 7) }
  }

  /// All that a converter makes of a source, by calls for at most `packets` packets.
  private func convert(
    _ source: Source, _ converter: AudioConverterRef, packets: UInt32, room: Int
  ) -> [UInt8] {
    let target = OneBuffer(room)
    var made: [UInt8] = []
    while true {
      target.reset()
      var count = packets
      let status = AudioConverterFillComplexBuffer(
        converter, Source.copying, Unmanaged.passUnretained(source).toOpaque(), &count, target.list, nil)
      expectEqual(status, noErr)
      guard status == noErr, count > 0 else { return made }
      made += UnsafeRawBufferPointer(start: target.memory, count: Int(target.list.pointee.mBuffers.mDataByteSize))
    }
  }

  @Test("Interleaved input that is copied there comes through", arguments: [UInt32(1), 100, 50_000])
  func interleaved(packets: UInt32) throws {
    let converter = try makeConverter(.pcm(), .pcm())
    defer { AudioConverterDispose(converter) }
    let source = Source([bytes(40_000 * 4, from: 1)], bytesPerPacket: 4)
    if packets == 1 { source.planes[0].removeLast(39_000 * 4) }
    expectEqual(convert(source, converter, packets: packets, room: 50_000 * 4), source.planes[0])
    #expect(source.isEnough)
  }

  @Test("Planes that are copied there come through, each from its own place")
  func planar() throws {
    let converter = try makeConverter(.pcm(isPlanar: true), .pcm())
    defer { AudioConverterDispose(converter) }
    let source = Source([bytes(6000, from: 3), bytes(6000, from: 101)], bytesPerPacket: 2)
    let frames = (0..<3000).flatMap { frame in source.planes.flatMap { $0[frame * 2..<frame * 2 + 2] } }
    expectEqual(convert(source, converter, packets: 700, room: 700 * 4), frames)
    #expect(source.isEnough)
  }

  @Test("So does the input of a rate conversion and of an encoder, as what points to other memory does")
  func sameAsPointing() throws {
    let pairs: [(AudioStreamBasicDescription, AudioStreamBasicDescription, Int)] = [
      (.pcm(rate: 44100), .pcm(rate: 48000), 4), (.pcm(), .coded(kAudioFormatULaw, frames: 1), 2),
    ]
    for (input, output, size) in pairs {
      var output = output
      if output.mFormatID == kAudioFormatULaw { (output.mBytesPerPacket, output.mBytesPerFrame) = (2, 2) }
      let sound = bytes(9000 * 4, from: 5)
      let (copied, pointed) = (try makeConverter(input, output), try makeConverter(input, output))
      defer { for converter in [copied, pointed] { AudioConverterDispose(converter) } }
      let source = Source([sound], bytesPerPacket: 4)
      let made = convert(source, copied, packets: 1000, room: 1000 * size)
      var expected: [UInt8] = []
      let memory = OneBuffer(sound.count)
      memory.memory.copyMemory(from: sound, byteCount: sound.count)
      var isGiven = false
      while true {
        let target = OneBuffer(1000 * size)
        var count: UInt32 = 1000
        let status = withUnsafeMutablePointer(to: &isGiven) { flag in
          memory.list.pointee.mBuffers.mNumberChannels = 2
          var whole = (memory.list.pointee.mBuffers, flag)
          return AudioConverterFillComplexBuffer(
            pointed,
            { _, count, list, _, userData in
              guard let whole = userData?.assumingMemoryBound(to: (AudioBuffer, UnsafeMutablePointer<Bool>).self)
              else { return kAudio_ParamError }
              count.pointee = whole.pointee.1.pointee ? 0 : whole.pointee.0.mDataByteSize / 4
              list.pointee.mBuffers = whole.pointee.0
              whole.pointee.1.pointee = true
              return noErr
            }, &whole, &count, target.list, nil)
        }
        try #require(status == noErr)
        if count == 0 { break }
        expected += UnsafeRawBufferPointer(
          start: target.memory, count: Int(target.list.pointee.mBuffers.mDataByteSize))
      }
      expectEqual(made, expected)
      expectGreater(made.count, 9000)
    }
  }

  @Test("Packets that differ in size come with no memory: how large they are is not known")
  func described() throws {
    let converter = try makeConverter(.coded(kAudioFormatMPEG4AAC, frames: 1024), .pcm())
    defer { AudioConverterDispose(converter) }
    let target = OneBuffer(4096)
    var packets: UInt32 = 1024
    var seen = (hasMemory: true, byteCount: UInt32.max)
    let status = AudioConverterFillComplexBuffer(
      converter,
      { _, count, list, _, userData in
        count.pointee = 0
        let buffer = list.pointee.mBuffers
        userData?.assumingMemoryBound(to: (hasMemory: Bool, byteCount: UInt32).self).pointee =
          (buffer.mData != nil, buffer.mDataByteSize)
        return noErr
      }, &seen, &packets, target.list, nil)
    expectEqual(status, noErr)
    #expect(!seen.hasMemory)
    expectEqual(seen.byteCount, 0)
  }

  @Test("More than the memory holds is refused, whatever the function says of its size")
  func tooMuch() throws {
    let converter = try makeConverter(.pcm(), .pcm())
    defer { AudioConverterDispose(converter) }
    let target = OneBuffer(400)
    var packets: UInt32 = 100
    let status = AudioConverterFillComplexBuffer(
      converter,
      { _, count, list, _, _ in
        count.pointee = 1 << 24
        list.pointee.mBuffers.mDataByteSize = 1 << 26
        return noErr
      }, nil, &packets, target.list, nil)
    expectEqual(status, kAudioConverterErr_InvalidInputSize)
    expectEqual(packets, 0)
  }
}
