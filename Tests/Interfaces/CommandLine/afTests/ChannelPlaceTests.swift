import Foundation
import TestSupport
import Testing

/// 5.1 with one sounding loudspeaker at a time, through every container and codec by `af convert -c 1`, `-c 2`, `-c 6`.
@Suite struct ChannelPlaceTests {
  private func check(_ file: Loudspeakers.File, in directory: TemporaryDirectory) throws {
    for channels in [1, 2, 6] {
      let made = try af(["convert", file.name, "\(channels).wav", "-d", "LEF32", "-c", "\(channels)"], in: directory)
      try #require(made.status == 0, "\(made.error)")
      expectEqual(file.unexpected(made.errorLines.map(String.init)), [])
      let wave = [UInt8](try Data(contentsOf: URL(filePath: directory.path + "/\(channels).wav")))
      let gains = try Loudspeakers.gains(wave, of: Loudspeakers.speakers).gains
      expectEqual(file.faults(gains, channels: channels), [])
    }
  }

  @Test(arguments: Loudspeakers.files.filter { !["a.mka", "a.ts"].contains($0.name) })
  func filesOfOurs(file: Loudspeakers.File) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", Loudspeakers.surroundWave)
    var arguments = ["convert", "in.wav", file.name]
    if !file.formatName.isEmpty { arguments += ["-d", file.formatName == "int16" ? "LEI16" : file.formatName] }
    if file.bitRate > 0 { arguments += ["-b", "\(file.bitRate)"] }
    let made = try af(arguments, in: directory)
    // Opus and Vorbis need libraries that not every system has.
    if file.needsLibrary, made.error.contains("lib") { return }
    try #require(made.status == 0 && file.unexpected(made.errorLines.map(String.init)) == [], "\(made.error)")
    try check(file, in: directory)
  }

  @Test(.needs(.ffmpeg), arguments: Loudspeakers.files) func filesOfFFmpeg(file: Loudspeakers.File) throws {
    let directory = try TemporaryDirectory()
    guard let bytes = try file.foreign() else { return }
    try directory.write(file.name, bytes)
    try check(file, in: directory)
  }
}
