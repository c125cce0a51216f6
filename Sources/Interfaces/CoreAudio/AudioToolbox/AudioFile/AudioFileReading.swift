// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioFiles

// <AudioToolbox/AudioFile.h>: bytes and packets in and out.

@c @implementation
public func AudioFileReadBytes(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
  _ outBuffer: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      try object.requireReading()
      try requirePointer(UInt(bitPattern: ioNumBytes))
      let wanted = unsafe Int(ioNumBytes.pointee)
      unsafe ioNumBytes.pointee = 0
      if wanted > 0 { try requirePointer(UInt(bitPattern: outBuffer)) }
      guard inStartingByte >= 0 else { throw Status(kAudioFilePositionError) }
      let memory = unsafe UnsafeMutableRawBufferPointer(start: outBuffer, count: wanted).bindMemory(to: UInt8.self)
      var bytes = unsafe memory.mutableSpan
      let count = try object.working { file throws(ContainerError) in
        try file.readBytes(at: inStartingByte, into: &bytes)
      }
      unsafe ioNumBytes.pointee = UInt32(count)
      if count < wanted { throw Status(kAudioFileEndOfFileError) }
    }
  }
}

@c @implementation
public func AudioFileReadPacketData(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
  _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: ioNumBytes))
    try requirePointer(UInt(bitPattern: ioNumPackets))
    let room = unsafe Int(ioNumBytes.pointee)
    let wanted = unsafe Int(ioNumPackets.pointee)
    unsafe (ioNumBytes.pointee, ioNumPackets.pointee) = (0, 0)
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      let target = try unsafe PacketTarget(outBuffer, room, outPacketDescriptions, count: wanted)
      let read = try target.read(from: object, at: inStartingPacket) { file, bytes, places throws(ContainerError) in
        try file.readPacketData(from: inStartingPacket, count: wanted, into: &bytes, descriptions: &places)
      }
      unsafe (ioNumBytes.pointee, ioNumPackets.pointee) = (UInt32(read.byteCount), UInt32(read.packetCount))
      if read.packetCount == 0, wanted > 0 { throw Status(kAudioFileEndOfFileError) }
    }
  }
}

@c @implementation
public func AudioFileReadPackets(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ outNumBytes: UnsafeMutablePointer<UInt32>,
  _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
  _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ outBuffer: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outNumBytes))
    try requirePointer(UInt(bitPattern: ioNumPackets))
    let wanted = unsafe Int(ioNumPackets.pointee)
    unsafe (outNumBytes.pointee, ioNumPackets.pointee) = (0, 0)
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      // The caller does not say how large the buffer is: by contract so many of the largest packets fit.
      let largest = try object.working { file throws(ContainerError) in try file.maximumPacketSize }
      let (room, overflow) = wanted.multipliedReportingOverflow(by: largest)
      guard !overflow else { throw Status(kAudio_ParamError) }
      let target = try unsafe PacketTarget(outBuffer, room, outPacketDescriptions, count: wanted)
      let read = try target.read(from: object, at: inStartingPacket) { file, bytes, places throws(ContainerError) in
        try file.readPackets(from: inStartingPacket, count: wanted, into: &bytes, descriptions: &places)
      }
      unsafe (outNumBytes.pointee, ioNumPackets.pointee) = (UInt32(clamping: read.byteCount), UInt32(read.packetCount))
    }
  }
}

/// The destination of packets that are read.
@safe
private struct PacketTarget {
  private let memory: UnsafeMutableRawBufferPointer
  private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
  private let count: Int

  @unsafe
  init(
    _ buffer: UnsafeMutableRawPointer?, _ room: Int,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?, count: Int
  ) throws(Status) {
    guard unsafe buffer != nil || room == 0 else { throw Status(kAudio_ParamError) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: buffer, count: unsafe buffer == nil ? 0 : room)
    unsafe self.descriptions = descriptions
    self.count = count
  }

  func read(
    from object: FileObject, at packet: Int64,
    _ body: (AudioFile, inout MutableSpan<UInt8>, inout MutableSpan<PacketDescription>) throws(ContainerError) ->
      PacketsRead
  ) throws(Status) -> PacketsRead {
    try object.requireReading()
    guard packet >= 0 else { throw Status(kAudioFileInvalidPacketOffsetError) }
    guard count > 0 else { return PacketsRead() }
    let described = unsafe descriptions == nil ? 0 : min(count, 1 << 16)
    return try object.withPlaces(described) { places throws(Status) in
      let read = try object.working { file throws(ContainerError) in
        let buffer = unsafe memory.bindMemory(to: UInt8.self)
        var bytes = unsafe buffer.mutableSpan
        var all = places.mutableSpan
        var part = all._mutatingExtracting(0..<described)
        do throws(ContainerError) {
          return try body(file, &bytes, &part)
        } catch {
          // A source that ends early, or has not got further yet, is read to where it ends.
          guard error.kind == .truncated else { throw error }
          return PacketsRead()
        }
      }
      if let descriptions = unsafe descriptions {
        for index in 0..<read.packetCount {
          unsafe descriptions[index] = AudioStreamPacketDescription(places[index])
        }
      }
      return read
    }
  }
}

@c @implementation
public func AudioFileWriteBytes(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inStartingByte: Int64, _ ioNumBytes: UnsafeMutablePointer<UInt32>,
  _ inBuffer: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: ioNumBytes))
    let count = unsafe Int(ioNumBytes.pointee)
    unsafe ioNumBytes.pointee = 0
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      try object.requireWriting()
      if count > 0 { try requirePointer(UInt(bitPattern: inBuffer)) }
      // Without constant packets there is no telling where a byte belongs.
      guard object.file.dataFormat.bytesPerPacket > 0 else { throw Status(kAudioFileOperationNotSupportedError) }
      let end = try object.working { file throws(ContainerError) in try file.audioDataByteCount }
      guard (0...max(0, end)).contains(inStartingByte) else { throw Status(kAudioFilePositionError) }
      let memory = unsafe UnsafeRawBufferPointer(start: inBuffer, count: count).bindMemory(to: UInt8.self)
      let bytes = unsafe memory.span
      try object.writing(count) { file throws(AudioError) in try file.writeBytes(bytes, at: inStartingByte) }
      unsafe ioNumBytes.pointee = UInt32(count)
    }
  }
}

@c @implementation
public func AudioFileWritePackets(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
  _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?, _ inStartingPacket: Int64,
  _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: ioNumPackets))
    let count = unsafe Int(ioNumPackets.pointee)
    unsafe ioNumPackets.pointee = 0
    try unsafe withAudioFile(inAudioFile) { object throws(Status) in
      try object.requireWriting()
      let size = object.file.dataFormat.bytesPerPacket
      let byteCount = try byteCount(of: count, size: size, told: Int(inNumBytes))
      if byteCount > 0 { try requirePointer(UInt(bitPattern: inBuffer)) }
      let end = try object.working { file throws(ContainerError) in try file.packetCount }
      // After the last packet; where all are alike, in place of others as well.
      guard inStartingPacket == end || (size > 0 && (0..<end).contains(inStartingPacket)) else {
        throw Status(kAudioFileInvalidPacketOffsetError)
      }
      let places = size == 0 ? try unsafe places(inPacketDescriptions, count) : []
      let memory = unsafe UnsafeRawBufferPointer(start: inBuffer, count: byteCount).bindMemory(to: UInt8.self)
      let bytes = unsafe memory.span
      let written = try object.writing(byteCount) { file throws(AudioError) in
        try file.writePackets(bytes, descriptions: places.span, startingAt: inStartingPacket)
      }
      unsafe ioNumPackets.pointee = UInt32(written)
    }
  }
}

/// Returns the positions of packets from a program's descriptions; empty if there are none.
private func places(
  _ descriptions: UnsafePointer<AudioStreamPacketDescription>?, _ count: Int
) throws(Status) -> [PacketDescription] {
  guard let descriptions = unsafe descriptions else { return [] }
  var places: [PacketDescription] = []
  for index in 0..<count {
    guard let place = unsafe PacketDescription(descriptions[index]) else { throw Status(kAudio_ParamError) }
    places.append(place)
  }
  return places
}

/// Returns the number of bytes that are written. With packets of constant size their count decides, as in Core Audio,
/// because programs pass frames as bytes.
private func byteCount(of packetCount: Int, size: Int, told: Int) throws(Status) -> Int {
  guard size > 0 else { return told }
  let (count, overflow) = packetCount.multipliedReportingOverflow(by: size)
  guard !overflow, count <= Int(UInt32.max) else { throw Status(kAudio_ParamError) }
  return count
}

@c @implementation
public func AudioFileWritePacketsWithDependencies(
  _ inAudioFile: AudioFileID, _ inUseCache: Bool, _ inNumBytes: UInt32,
  _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  _ inPacketDependencies: UnsafeMutablePointer<AudioStreamPacketDependencyDescription>, _ inStartingPacket: Int64,
  _ ioNumPackets: UnsafeMutablePointer<UInt32>, _ inBuffer: UnsafeMutableRawPointer
) -> OSStatus {
  unsafe AudioFileWritePackets(
    inAudioFile, inUseCache, inNumBytes, inPacketDescriptions, inStartingPacket, ioNumPackets, inBuffer)
}
