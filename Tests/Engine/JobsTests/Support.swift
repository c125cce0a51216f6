import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation

/// A directory that goes away with the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/jobs-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file of a name.
  func file(_ name: String) -> Pathname { Pathname(path + "/" + name) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func read(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: path + "/" + name).map { Array($0) } }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// A plain WAVE file by hand: 16-bit samples, interleaved.
func wave(_ samples: [Int16], channels: Int = 2, rate: Int = 8000) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
  let data = samples.flatMap { little(Int($0), 2) }
  var file = Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
  file += little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
  file += little(channels * 2, 2) + little(16, 2)
  return file + Array("data".utf8) + little(data.count, 4) + data
}

/// A saw-tooth of a length.
func sawtooth(_ count: Int) -> [Int16] { (0..<count).map { Int16(truncatingIfNeeded: $0 &* 331) } }

/// A sine of so many seconds at 48 kHz, one channel.
func sine(amplitude: Double, frequency: Double, seconds: Int) -> [Int16] {
  (0..<seconds * 48_000).map { index in
    Int16((amplitude * 32767 * sin(2 * Double.pi * frequency * Double(index) / 48_000)).rounded())
  }
}

/// A reader of several files as the tracks of one.
private struct TracksOfFiles: ContainerReader {
  private var readers: [any ContainerReader]

  init(_ paths: [Pathname]) throws(ContainerError) {
    readers = []
    do throws(AudioError) {
      for path in paths { readers.append(try MediaFile(path: path, containers: Catalog.standard.containers).reader) }
    } catch {
      throw ContainerError(.inputOutput, "a track cannot be opened", at: 0)
    }
  }

  var fileType: FourCharacterCode { "trks" }
  var tracks: [TrackInfo] { readers.map { $0.tracks[0] } }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try readers[track].seek(toPacket: packet, ofTrack: 0)
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try readers[track].readPackets(ofTrack: 0, into: &batch)
  }
}

extension Catalog {
  /// The catalog with a container that takes any file for one whose tracks are those of other files.
  static func showing(tracks paths: [Pathname]) -> Catalog {
    var catalog = Catalog.standard
    let container = ContainerDescriptor(fileType: "trks", name: "Tracks", formatIDs: []) {
      $0.extensions = ["tracks"]
      $0.probe = { _ in 101 }
      $0.open = { (_, _) throws(ContainerError) in try TracksOfFiles(paths) }
    }
    catalog.containers.append(container)
    return catalog
  }
}

/// What a body throws, as the error of a job.
func jobError(_ body: () throws -> Void) -> AudioError? {
  do {
    try body()
    return nil
  } catch {
    return error as? AudioError
  }
}
