import AudioToolbox
import ExampleSupport
import Foundation

/// The properties of an audio file that the text lists, each with a way to show its value.
struct PropertyList {
  let file: AudioFileID

  private enum Kind {
    case number32, number64, seconds, code, codes, format, formats, layout, packetTable, markers, bytes, object
  }

  private static let properties: [(name: String, id: AudioFilePropertyID, kind: Kind)] = [
    ("FileFormat", kAudioFilePropertyFileFormat, .code),
    ("DataFormat", kAudioFilePropertyDataFormat, .format),
    ("IsOptimized", kAudioFilePropertyIsOptimized, .number32),
    ("MagicCookieData", kAudioFilePropertyMagicCookieData, .bytes),
    ("AudioDataByteCount", kAudioFilePropertyAudioDataByteCount, .number64),
    ("AudioDataPacketCount", kAudioFilePropertyAudioDataPacketCount, .number64),
    ("MaximumPacketSize", kAudioFilePropertyMaximumPacketSize, .number32),
    ("DataOffset", kAudioFilePropertyDataOffset, .number64),
    ("ChannelLayout", kAudioFilePropertyChannelLayout, .layout),
    ("DeferSizeUpdates", kAudioFilePropertyDeferSizeUpdates, .number32),
    ("MarkerList", kAudioFilePropertyMarkerList, .markers),
    ("RegionList", kAudioFilePropertyRegionList, .markers),
    ("ChunkIDs", kAudioFilePropertyChunkIDs, .codes),
    ("InfoDictionary", kAudioFilePropertyInfoDictionary, .object),
    ("PacketTableInfo", kAudioFilePropertyPacketTableInfo, .packetTable),
    ("FormatList", kAudioFilePropertyFormatList, .formats),
    ("PacketSizeUpperBound", kAudioFilePropertyPacketSizeUpperBound, .number32),
    ("ReserveDuration", kAudioFilePropertyReserveDuration, .seconds),
    ("EstimatedDuration", kAudioFilePropertyEstimatedDuration, .seconds),
    ("BitRate", kAudioFilePropertyBitRate, .number32),
    ("ID3Tag", kAudioFilePropertyID3Tag, .bytes),
    ("SourceBitDepth", kAudioFilePropertySourceBitDepth, .number32),
    ("AlbumArtwork", kAudioFilePropertyAlbumArtwork, .object),
    ("AudioTrackCount", kAudioFilePropertyAudioTrackCount, .number32),
    ("UseAudioTrack", kAudioFilePropertyUseAudioTrack, .number32),
  ]

  /// One line a property: its name, its size, whether it can be set, its value; or the error that it gives.
  func print() {
    for property in Self.properties {
      var size: UInt32 = 0
      var isWritable: UInt32 = 0
      let status = AudioFileGetPropertyInfo(file, property.id, &size, &isWritable)
      let name = property.name.padding(toLength: 20, withPad: " ", startingAt: 0)
      guard status == noErr else {
        Swift.print("\(name)  \(statusText(status))")
        continue
      }
      let text = value(property.id, size, property.kind)
      Swift.print("\(name)  \(size) bytes\(isWritable != 0 ? ", writable" : ""): \(text)")
    }
  }

  private func value(_ property: AudioFilePropertyID, _ size: UInt32, _ kind: Kind) -> String {
    var size = size
    // Room for the largest struct that is read out of it, whatever the size.
    var memory = [UInt8](repeating: 0, count: max(Int(size), MemoryLayout<AudioFormatListItem>.size))
    let status = AudioFileGetProperty(file, property, &size, &memory)
    guard status == noErr else { return statusText(status) }
    return memory.withUnsafeBytes { text(of: $0, count: Int(size), kind) }
  }

  private func text(of memory: UnsafeRawBufferPointer, count: Int, _ kind: Kind) -> String {
    func item<Value: BitwiseCopyable>(_ type: Value.Type, _ index: Int = 0) -> Value {
      memory.loadUnaligned(fromByteOffset: index * MemoryLayout<Value>.stride, as: type)
    }
    func list<Value: BitwiseCopyable>(_ type: Value.Type) -> [Value] {
      (0..<(count / MemoryLayout<Value>.stride)).map { item(type, $0) }
    }
    switch kind {
    case .number32: return "\(item(UInt32.self))"
    case .number64: return "\(item(UInt64.self))"
    case .seconds: return String(format: "%.4f s", item(Double.self))
    case .code: return fourCharacters(item(UInt32.self))
    case .codes: return list(UInt32.self).map(fourCharacters).joined(separator: " ")
    case .format: return item(AudioStreamBasicDescription.self).summary
    // The text steps through this list by its size in bytes and numbers it by the same; an index is what numbers it.
    case .formats: return list(AudioFormatListItem.self).map(\.mASBD.summary).joined(separator: "; ")
    case .layout:
      let words = list(UInt32.self)
      return "tag \(words[0] >> 16) with \(words[0] & 0xFFFF) channels"
    case .packetTable:
      let table = item(AudioFilePacketTableInfo.self)
      return "\(table.mPrimingFrames) + \(table.mNumberValidFrames) + \(table.mRemainderFrames) frames"
    case .markers: return "\(list(UInt32.self).dropFirst().first ?? 0) of them"
    case .bytes: return memory.prefix(min(count, 24)).map { String(format: "%02X", $0) }.joined()
    case .object: return described(item(UInt.self))
    }
  }

  /// Dictionaries and data are objects that the caller has to release.
  private func described(_ address: UInt) -> String {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return "none" }
    switch Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue() {
    case let dictionary as NSDictionary:
      return dictionary.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", ")
    case let data as NSData: return "\(data.length) bytes"
    default: return "an object"
    }
  }
}
