import CSwiftAudioToolbox
import Foundation
import PlainInterface
import TestSupport
import Testing

/// 5.1 with one sounding loudspeaker at a time, through every container and codec to one, two and six channels, by the
/// functions of C.
@Suite struct LoudspeakerTests {
  /// A folder that goes away with the test.
  private final class Folder {
    let path = NSTemporaryDirectory() + "/plain-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { path + "/" + name }

    func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: self[name])) }
  }

  /// Converts, and returns what the JSON says of warnings, or the kind of the error.
  private func convert(
    _ input: String, _ output: String, _ format: String, bitRate: Int = 0, channels: Int = 0
  ) throws -> (warnings: [String], failure: String?) {
    var (conversion, error) = (sat_conversion(), sat_error())
    (conversion.bit_rate, conversion.channels) = (Int64(bitRate), Int32(channels))
    withUnsafeMutableBytes(of: &conversion.format) { $0.copyBytes(from: format.utf8) }
    guard let text = satConvertFile(input, output, &conversion, &error) else {
      return ([], withUnsafeBytes(of: error.kind) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    defer { satFree(text) }
    let object = try JSONSerialization.jsonObject(with: Data(String(cString: text).utf8))
    return (try required((object as? [String: Any])?["warnings"] as? [String]), nil)
  }

  private func check(_ file: Loudspeakers.File, in folder: Folder) throws {
    for channels in [1, 2, 6] {
      let made = try convert(folder[file.name], folder["\(channels).wav"], "float32", channels: channels)
      try #require(made.failure == nil)
      expectEqual(file.unexpected(made.warnings), [])
      let wave = [UInt8](try Data(contentsOf: URL(filePath: folder["\(channels).wav"])))
      let gains = try Loudspeakers.gains(wave, of: Loudspeakers.speakers).gains
      expectEqual(file.faults(gains, channels: channels), [], "sat_convert_file")
      var (request, format) = (sat_request(), sat_format())
      request.channels = Int32(channels)
      let reader = satOpenFile(folder[file.name], &request, &format, nil)
      defer { satClose(reader) }
      try #require(reader != 0 && format.channels == channels)
      var samples = [Float](repeating: 0, count: 2 * Loudspeakers.frameCount * channels)
      let frames = satReadFloat(reader, &samples, Int64(2 * Loudspeakers.frameCount), nil)
      try #require(frames > 0)
      samples.removeLast(samples.count - Int(frames) * channels)
      let read = Loudspeakers.gains(samples, channels: channels, of: Loudspeakers.speakers)
      expectEqual(file.faults(read, channels: channels), [], "sat_read_float")
    }
  }

  @Test(arguments: Loudspeakers.files.filter { !["a.mka", "a.ts"].contains($0.name) })
  func filesOfOurs(file: Loudspeakers.File) throws {
    let folder = try Folder()
    try folder.write("in.wav", Loudspeakers.surroundWave)
    let made = try convert(folder["in.wav"], folder[file.name], file.formatName, bitRate: file.bitRate)
    // Opus and Vorbis need libraries that not every system has.
    if file.needsLibrary, made.failure == "unsupported" { return }
    try #require(made.failure == nil && file.unexpected(made.warnings) == [])
    try check(file, in: folder)
  }

  @Test(.needs(.ffmpeg), arguments: Loudspeakers.files) func filesOfFFmpeg(file: Loudspeakers.File) throws {
    let folder = try Folder()
    guard let bytes = try file.foreign() else { return }
    try folder.write(file.name, bytes)
    try check(file, in: folder)
  }
}
