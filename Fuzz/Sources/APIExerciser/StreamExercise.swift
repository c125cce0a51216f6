import AudioToolbox
import FuzzSupport

/// Pushes bytes through Audio File Stream Services in pieces, asks for properties where they are announced, and
/// decodes.
final class StreamExercise {
  private var generator: SeededGenerator
  private var converter: PacketConverter?
  private var isConverterTried = false
  private(set) var packetCount = 0
  /// Packets that are decoded at most.
  private let mostDecodedPackets: Int

  init(generator: SeededGenerator, depth: Int) {
    self.generator = generator
    mostDecodedPackets = 8 * depth
  }

  /// Frames that were decoded.
  var frameCount: Int { converter?.frameCount ?? 0 }

  /// Parses everything, with a loss now and then, and a seek at the end.
  func run(_ bytes: [UInt8], hint: AudioFileTypeID) {
    var opened: AudioFileStreamID?
    let status = AudioFileStreamOpen(
      Unmanaged.passUnretained(self).toOpaque(),
      { data, stream, property, _ in
        Unmanaged<StreamExercise>.fromOpaque(data).takeUnretainedValue().ask(stream, property)
      },
      { data, byteCount, count, bytes, places in
        let exercise = Unmanaged<StreamExercise>.fromOpaque(data).takeUnretainedValue()
        let list = places.map { Array(UnsafeBufferPointer(start: $0, count: Int(count))) } ?? []
        exercise.take(UnsafeRawBufferPointer(start: bytes, count: Int(byteCount)), count: Int(count), list)
      }, hint, &opened)
    guard status == noErr, let stream = opened else { return }
    defer { AudioFileStreamClose(stream) }
    self.stream = stream
    let most = [1, 64, 997, 4096, 65_536][Int.random(in: 0..<5, using: &generator)]
    // Pieces of one byte take long; of the beginning they show all that they can show.
    let end = most == 1 ? min(bytes.count, 4096) : bytes.count
    var position = 0
    while position < end {
      let count = min(end - position, Int.random(in: 1...most, using: &generator))
      let isLoss = Int.random(in: 0..<100, using: &generator) == 0
      let piece = Array(bytes[position..<(position + count)])
      guard AudioFileStreamParseBytes(stream, UInt32(count), piece, isLoss ? .discontinuity : []) == noErr else {
        break
      }
      position += count
    }
    for packet in [0, Int64(packetCount / 2), 1 << 40, .max, -1] {
      var offset: Int64 = 0
      var flags = AudioFileStreamSeekFlags()
      let status = AudioFileStreamSeek(stream, packet, &offset, &flags)
      precondition(status != noErr || offset >= 0, "a place before the start")
    }
  }

  private var stream: AudioFileStreamID?

  private func ask(_ stream: AudioFileStreamID, _ property: AudioFileStreamPropertyID) {
    var size: UInt32 = 0
    var isWritable = false
    guard AudioFileStreamGetPropertyInfo(stream, property, &size, &isWritable) == noErr, size < 1 << 22 else { return }
    let memory = GuardedMemory(byteCount: max(16, Int(size)))
    let status = AudioFileStreamGetProperty(stream, property, &size, memory.start)
    memory.check()
    guard status == noErr, property == kAudioFileStreamProperty_InfoDictionary else { return }
    if let object = memory.start.load(as: UnsafeRawPointer?.self) {
      Unmanaged<AnyObject>.fromOpaque(object).release()
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer, count: Int, _ places: [AudioStreamPacketDescription]) {
    for place in places {
      precondition(
        place.mStartOffset >= 0 && place.mStartOffset + Int64(place.mDataByteSize) <= bytes.count,
        "a packet that is not in the memory it came with")
    }
    defer { packetCount += count }
    guard packetCount < mostDecodedPackets else { return }
    if !isConverterTried { makeConverter() }
    converter?.decode(bytes, places)
  }

  private func makeConverter() {
    isConverterTried = true
    guard let stream else { return }
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout.size(ofValue: format))
    guard AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &format) == noErr else {
      return
    }
    var cookie: [UInt8] = []
    var isWritable = false
    if AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_MagicCookieData, &size, &isWritable) == noErr,
      size < 1 << 20
    {
      cookie = Array(repeating: 0, count: Int(size))
      _ = AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_MagicCookieData, &size, &cookie)
    }
    converter = PacketConverter(format, cookie: cookie)
  }
}
