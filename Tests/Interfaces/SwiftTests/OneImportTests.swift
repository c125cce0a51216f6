import Foundation
import SwiftAudioToolbox
import TestSupport
import Testing

/// A file that imports nothing else of ours can do what programs do.
@Suite("import SwiftAudioToolbox is enough")
struct OneImportTests {
  private static let music = SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a").path

  @Test("to decode a file and measure its loudness")
  func decoding() throws {
    let catalog = Catalog.standard
    let file = try MediaFile(path: Self.music, containers: catalog.containers)
    var decoder = try TrackDecoder(of: file.reader, track: 0, codecs: catalog.codecs)
    var frameCount = 0
    while let frames = try decoder.decodeNext() { frameCount += frames.count }
    expectEqual(frameCount, 176_400)
  }

  @Test("to convert packets and rates")
  func converting() throws {
    let half = StreamFormat(.float32, sampleRate: 24_000, channelsPerFrame: 1)
    let whole = StreamFormat(.float32, sampleRate: 48_000, channelsPerFrame: 1)
    let stages = StageSettings(resampler: ResamplerSettings(complexity: .normal))
    var converter = try PacketConverter(
      from: PacketInput(CodedStream(format: whole)), to: PacketRequest(half, stages: stages),
      codecs: Catalog.standard.codecs)
    converter.append([UInt8](repeating: 0, count: 4 * 4800).span)
    converter.endInput()
    var batch = PacketBatch()
    var byteCount = 0
    while case .filled = try converter.fill(&batch, packetCount: 512) { byteCount += batch.bytes.count }
    expectEqual(byteCount + batch.bytes.count, 4 * 2400)
  }

  @Test("to play a file, and to make a job of one")
  func playing() throws {
    let player = try Player(playing: Self.music)
    expectEqual(player.duration, 4)
    let job = FileConversion(from: Pathname(Self.music), to: Pathname("/dev/null"))
    expectNil(job.dataFormat)
  }
}
