import AudioBase
import AudioCatalog
import AudioFiles
import Foundation
import TestSupport

/// A plain WAVE file by hand: 16-bit samples, interleaved.
func wave(_ samples: [Int16], channels: Int = 1, rate: Int = 48_000) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
  let data = samples.flatMap { little(Int($0), 2) }
  var file = Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
  file += little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
  file += little(channels * 2, 2) + little(16, 2)
  return file + Array("data".utf8) + little(data.count, 4) + data
}

/// A sine of so many frames at 48 kHz.
func sine(amplitude: Double, frequency: Double, frames: Int) -> [Int16] {
  (0..<frames).map { Int16((amplitude * 32767 * sin(2 * Double.pi * frequency * Double($0) / 48_000)).rounded()) }
}

/// A file in memory, opened.
func media(_ bytes: [UInt8], named name: String) throws -> MediaFile {
  try MediaFile(source: MemoryByteSource(bytes), name: name, containers: Catalog.standard.containers)
}

/// A fixture of the repository.
func fixture(_ path: String) -> [UInt8] { SharedFiles.bytes(SharedFiles.fixtures.appending(path: path)) }
