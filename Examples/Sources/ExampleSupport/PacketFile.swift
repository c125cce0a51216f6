import AudioToolbox
import Foundation

/// A file opened by Audio File Services: its properties and its packets.
public final class PacketFile {
  /// The file's handle, for the functions of Audio File Services.
  public let id: AudioFileID
  /// `kAudioFilePropertyDataFormat`.
  public let format: AudioStreamBasicDescription

  /// Opens a file to be read.
  public init(reading url: URL, hint: AudioFileTypeID = 0) throws {
    var opened: AudioFileID?
    try check("AudioFileOpenURL \(url.path)", AudioFileOpenURL(url as CFURL, .readPermission, hint, &opened))
    guard let opened else { throw CallFailed("AudioFileOpenURL", kAudio_ParamError) }
    id = opened
    format = try Self.value(kAudioFilePropertyDataFormat, of: opened, AudioStreamBasicDescription())
  }

  deinit { AudioFileClose(id) }

  /// A property of a fixed size.
  public func value<Value: BitwiseCopyable>(_ property: AudioFilePropertyID, _ empty: Value) throws -> Value {
    try Self.value(property, of: id, empty)
  }

  private static func value<Value: BitwiseCopyable>(
    _ property: AudioFilePropertyID, of file: AudioFileID, _ empty: Value
  ) throws -> Value {
    var value = empty
    var size = UInt32(MemoryLayout<Value>.size)
    try check("property \(fourCharacters(property))", AudioFileGetProperty(file, property, &size, &value))
    return value
  }

  /// A property whose size the file knows; `nil` where it has none.
  public func bytes(_ property: AudioFilePropertyID) -> Data? {
    var size: UInt32 = 0
    guard AudioFileGetPropertyInfo(id, property, &size, nil) == noErr else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard AudioFileGetProperty(id, property, &size, &bytes) == noErr else { return nil }
    return Data(bytes.prefix(Int(size)))
  }

  /// `kAudioFilePropertyAudioDataPacketCount`.
  public var packetCount: Int { get throws { Int(try value(kAudioFilePropertyAudioDataPacketCount, UInt64(0))) } }

  /// Packets from one on, as many as there are of those asked for.
  public func packets(from first: Int = 0, count: Int? = nil) throws -> [Data] {
    let bound = try value(kAudioFilePropertyPacketSizeUpperBound, UInt32(0))
    let wanted = try count ?? packetCount
    var packetCount = UInt32(wanted)
    var byteCount = bound * packetCount
    var buffer = [UInt8](repeating: 0, count: Int(byteCount))
    var places = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: wanted)
    let status = AudioFileReadPacketData(id, false, &byteCount, &places, Int64(first), &packetCount, &buffer)
    if status != kAudioFileEndOfFileError { try check("AudioFileReadPacketData", status) }
    return places.prefix(Int(packetCount)).map { place in
      Data(buffer[Int(place.mStartOffset)..<(Int(place.mStartOffset) + Int(place.mDataByteSize))])
    }
  }
}
