import AudioToolbox
import FuzzSupport

/// Asks a file everything that Audio File Services can be asked, and reads what it holds.
struct FileExercise {
  let file: AudioFileID
  var generator: SeededGenerator

  /// Properties whose value is an object that the caller releases.
  private static let objects: Set<AudioFilePropertyID> = [
    kAudioFilePropertyInfoDictionary, kAudioFilePropertyAlbumArtwork, kAudioFilePropertyDataFormatName,
  ]

  private static let properties: [AudioFilePropertyID] = [
    kAudioFilePropertyFileFormat, kAudioFilePropertyDataFormat, kAudioFilePropertyIsOptimized,
    kAudioFilePropertyMagicCookieData, kAudioFilePropertyAudioDataByteCount, kAudioFilePropertyAudioDataPacketCount,
    kAudioFilePropertyMaximumPacketSize, kAudioFilePropertyDataOffset, kAudioFilePropertyChannelLayout,
    kAudioFilePropertyMarkerList, kAudioFilePropertyRegionList, kAudioFilePropertyPacketToFrame,
    kAudioFilePropertyFrameToPacket, kAudioFilePropertyRestrictsRandomAccess, kAudioFilePropertyPacketToRollDistance,
    kAudioFilePropertyPreviousIndependentPacket, kAudioFilePropertyNextIndependentPacket,
    kAudioFilePropertyPacketToDependencyInfo, kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket,
    kAudioFilePropertyChunkIDs, kAudioFilePropertyInfoDictionary, kAudioFilePropertyPacketTableInfo,
    kAudioFilePropertyFormatList, kAudioFilePropertyPacketSizeUpperBound,
    kAudioFilePropertyPacketRangeByteCountUpperBound, kAudioFilePropertyReserveDuration,
    kAudioFilePropertyEstimatedDuration, kAudioFilePropertyBitRate, kAudioFilePropertyID3Tag,
    kAudioFilePropertyID3TagOffset, kAudioFilePropertySourceBitDepth, kAudioFilePropertyAlbumArtwork,
    kAudioFilePropertyAudioTrackCount, kAudioFilePropertyUseAudioTrack, kAudioFilePropertyDataFormatName,
  ]

  /// Reads everything, and returns the packets that were read.
  mutating func run() -> Int {
    for property in Self.properties { ask(property) }
    askUserData()
    var packets = readPackets(from: 0, count: 64)
    for place in [1, Int64.random(in: 0..<1000, using: &generator), 1 << 40, .max, -1] {
      packets += readPackets(from: place, count: 8)
      readBytes(at: place)
    }
    return packets
  }

  /// Packet, frame and byte numbers that translations are asked with.
  private mutating func number() -> Int64 {
    let numbers: [Int64] = [0, 1, 2, 100, -1, 1 << 31, 1 << 62, .max, .min]
    return numbers[Int.random(in: 0..<numbers.count, using: &generator)]
  }

  private mutating func ask(_ property: AudioFilePropertyID) {
    var size: UInt32 = 0
    var isWritable: UInt32 = 0
    guard AudioFileGetPropertyInfo(file, property, &size, &isWritable) == noErr, size < 1 << 24 else { return }
    let memory = GuardedMemory(byteCount: max(Int(size), 32))
    // Translations take their question from where the answer goes.
    memory.start.storeBytes(of: number(), as: Int64.self)
    memory.start.storeBytes(of: number(), toByteOffset: 8, as: Int64.self)
    var given = size
    let status = AudioFileGetProperty(file, property, &given, memory.start)
    memory.check()
    guard status == noErr else { return }
    memory.touch(Int(given))
    if Self.objects.contains(property), let object = memory.start.load(as: UnsafeRawPointer?.self) {
      Unmanaged<AnyObject>.fromOpaque(object).release()
    }
    // Too little room must be refused or obeyed, never overrun.
    guard size > 4, !Self.objects.contains(property) else { return }
    let small = GuardedMemory(byteCount: Int(size) - 4)
    given = size - 4
    _ = AudioFileGetProperty(file, property, &given, small.start)
    small.check()
  }

  private mutating func askUserData() {
    for identifier: UInt32 in [
      0x696E_666F, 0x6461_7461, 0x666D_7420, 0x7374_7267, UInt32.random(in: 0...UInt32.max, using: &generator),
    ] {
      var count: UInt32 = 0
      guard AudioFileCountUserData(file, identifier, &count) == noErr else { continue }
      for index in [0, count &- 1, count] {
        var size: UInt32 = 0
        guard AudioFileGetUserDataSize(file, identifier, index, &size) == noErr else { continue }
        size = min(size, 1 << 16)
        let memory = GuardedMemory(byteCount: Int(size))
        _ = AudioFileGetUserData(file, identifier, index, &size, memory.start)
        memory.check()
      }
    }
  }

  private func readPackets(from first: Int64, count: UInt32) -> Int {
    var byteCount: UInt32 = 1 << 15
    var packetCount = count
    let memory = GuardedMemory(byteCount: Int(byteCount))
    let places = GuardedMemory(byteCount: Int(count) * MemoryLayout<AudioStreamPacketDescription>.stride)
    let descriptions = places.start.bindMemory(to: AudioStreamPacketDescription.self, capacity: Int(count))
    _ = AudioFileReadPacketData(file, false, &byteCount, descriptions, first, &packetCount, memory.start)
    memory.check()
    places.check()
    precondition(packetCount <= count, "more packets than were asked for")
    memory.touch(Int(byteCount))
    return Int(packetCount)
  }

  private func readBytes(at position: Int64) {
    var count: UInt32 = 1000
    let memory = GuardedMemory(byteCount: 1000)
    _ = AudioFileReadBytes(file, false, position, &count, memory.start)
    memory.check()
    memory.touch(Int(count))
  }
}
