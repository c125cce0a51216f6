import AudioBase
import AudioCatalog
import Foundation
import TestSupport
import Testing

/// The bytes of a fixture.
func fixture(_ name: String) -> [UInt8] { SharedFiles.bytes(SharedFiles.fixtures.appending(path: name)) }

/// Opens bytes by their file type.
func open(_ bytes: [UInt8], as fileType: FourCharacterCode) throws -> any ContainerReader {
  try open(MemoryByteSource(bytes), as: fileType)
}

func open(_ source: any ByteSource, as fileType: FourCharacterCode) throws -> any ContainerReader {
  let container = try required(Catalog.standard.container(fileType: fileType))
  let open = try required(container.open)
  return try open(source, ResourceLimits())
}

/// The packets of a track of a file.
func packets(_ bytes: [UInt8], as fileType: FourCharacterCode, track: Int = 0) throws -> [[UInt8]] {
  var reader = try open(bytes, as: fileType)
  return readAll(&reader, track: track).packets
}

extension ContainerReader {
  /// All packets of a track, whatever the reader is.
  func all(track: Int) -> [[UInt8]] {
    var copy = self
    return readAll(&copy, track: track).packets
  }
}
