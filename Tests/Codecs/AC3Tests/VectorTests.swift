import AC3Codec
import AC3Frames
import AudioBase
import Foundation
import TestSupport
import Testing

/// A row of the vectors' index.
struct AC3Vector: Decodable, Sendable, CustomTestStringConvertible {
  struct Limit: Decodable, Sendable {
    var rms, peak: Double
  }

  var name, file: String
  var layout: [String]
  var samples, refStart, refSamples: Int
  var limit: Limit
  var noiseRms: [Double]
  var testDescription: String { name }

  static let all: [AC3Vector] = {
    struct Index: Decodable { var streams: [AC3Vector] }
    guard let file = try? SharedFiles.file("vectors-ac3/INDEX.json"), let data = try? Data(contentsOf: file) else {
      return []
    }
    return (try? JSONDecoder().decode(Index.self, from: data))?.streams ?? []
  }()

  /// The bytes of one of the stream's files, none where it has no such file.
  func bytes(_ name: String) -> [UInt8] {
    (try? SharedFiles.file("vectors-ac3/\(self.name)/\(name)")).map(SharedFiles.bytes) ?? []
  }

  func floats(_ name: String) -> [Float] {
    TestSupport.floats(bytes(name))
  }
}

@Suite("AC-3: reference streams", .needs(.shared("vectors-ac3")))
struct AC3VectorTests {
  /// What differs between two runs of samples.
  private func difference(_ ours: [Float], _ theirs: [Float]) -> (rms: Double, peak: Double) {
    var (sum, peak) = (0.0, 0.0)
    for (a, b) in zip(ours, theirs) {
      let error = Double(a) - Double(b)
      sum += error * error
      peak = max(peak, abs(error))
    }
    return ((sum / Double(max(1, theirs.count))).squareRoot(), peak)
  }

  @Test(
    "without noise, decodes agree with another decoder's within the limits of each stream", arguments: AC3Vector.all)
  func agreement(vector: AC3Vector) throws {
    let decoded = try AC3Streams.decode(vector.bytes(vector.file), noise: .off)
    let width = vector.layout.count
    expectEqual(decoded.channelCount, width)
    expectEqual(decoded.samples.count, vector.samples * width)
    let window = Array(decoded.samples[(vector.refStart * width)..<((vector.refStart + vector.refSamples) * width)])
    let near = difference(window, vector.floats("ref.f32"))
    #expect(near.rms < vector.limit.rms && near.peak < vector.limit.peak)
    let far = difference(decoded.everyFrame(32), vector.floats("ref32.f32"))
    #expect(far.rms < vector.limit.rms && far.peak < vector.limit.peak)
  }

  @Test("the stream's own gains agree where they are followed", arguments: AC3Vector.all)
  func dynamicRange(vector: AC3Vector) throws {
    let reference = vector.floats("ref32_drc.f32")
    guard !reference.isEmpty else { return }
    var settings = DecoderSettings()
    settings.dynamicRange = .whole
    let decoded = try AC3Streams.decode(vector.bytes(vector.file), noise: .off, settings)
    let far = difference(decoded.everyFrame(32), reference)
    // The gains are of up to 24 dB, by which the coarseness of the reference grows.
    #expect(far.rms < 4 * vector.limit.rms && far.peak < 4 * vector.limit.peak)
  }

  @Test(
    "the noise has the level that another decoder's has", arguments: AC3Vector.all.filter { !$0.name.hasPrefix("syn_") }
  )
  func noise(vector: AC3Vector) throws {
    let width = vector.layout.count
    let loud = try AC3Streams.decode(vector.bytes(vector.file), noise: .on).samples
    let still = try AC3Streams.decode(vector.bytes(vector.file), noise: .off).samples
    for channel in 0..<width where vector.noiseRms[channel] > 1e-5 {
      var sum = 0.0
      for index in stride(from: channel, to: loud.count, by: width) {
        let part = Double(loud[index]) - Double(still[index])
        sum += part * part
      }
      let rms = (sum / Double(loud.count / width)).squareRoot()
      expectLess(abs(log10(rms / vector.noiseRms[channel])), 0.15, "3 dB, channel \(channel)")
    }
  }
}
