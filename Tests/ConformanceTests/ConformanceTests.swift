import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation
import TestSupport
import Testing

/// Decodes every vector that a sample by sample comparison makes sense for, through the whole pipeline.
///
/// `Scripts/prove conformance` prints the same as a table, and compares the energies of streams with noise substitution
/// too.
@Suite struct ConformanceTests {
  /// Decodes a file from its first packet on, nothing trimmed, interleaved in WAVE order.
  static func decode(_ path: String, configuration: [UInt8]? = nil) throws -> [Double] {
    let catalog = Catalog.standard
    let media = try MediaFile(path: path, containers: catalog.containers)
    var options = DecodeRequest()
    options.trimming = .none
    options.damagePolicy = .stop
    options.configuration = configuration
    var decoder = try TrackDecoder(of: media.reader, track: 0, codecs: catalog.codecs, options: options)
    let order = decoder.format.layout.waveOrder
    var samples: [Double] = []
    while let frames = try decoder.decodeNext() {
      for frame in frames {
        for channel in order { samples.append(Double(decoder.block.channel(channel)[frame])) }
      }
    }
    return samples
  }

  /// FFmpeg reads channel configuration 7 as L R in front and a side pair, where the standard has Lc Rc and L R.
  static func inStandardOrder(_ reference: [Double], _ vector: Vector) -> [Double] {
    guard vector.name == "eld_44100_480_71_448k" else { return reference }
    let slots = [6, 7, 2, 3, 4, 5, 0, 1]
    return reference.indices.map { reference[$0 / 8 * 8 + slots[$0 % 8]] }
  }

  @Test(
    "vectors decode within the limits, from the dump and from MP4 alike", .needs(.vectors), arguments: Vector.comparable
  )
  func vector(_ vector: Vector) throws {
    let reference = try required(vector.reference)
    let expected = Self.inStandardOrder(reference.samples, vector)
    let dump = try required(vector.file("v.dump"))
    let configuration = SharedFiles.bytes(try required(vector.file("v.asc")))
    var samples = try Self.decode(dump.path, configuration: configuration)
    let single = samples
    // FFmpeg makes two equal channels of one of HE-AAC, since Parametric Stereo might still come.
    if vector.channels == 1, vector.family == "HEv1" { samples = samples.flatMap { [$0, $0] } }
    try #require(samples.count >= expected.count && !expected.isEmpty)
    var sum = 0.0, peak = 0.0
    for (decoded, wanted) in zip(samples, expected) {
      // A reference of 16 bits does not say by how much a sample is beyond full scale.
      let sample = reference.isInteger ? min(max(decoded, -1), 32767.0 / 32768) : decoded
      sum += (sample - wanted) * (sample - wanted)
      peak = max(peak, abs(sample - wanted))
    }
    let rms = (sum / Double(expected.count)).squareRoot()
    #expect(rms < reference.limits.rms && peak <= reference.limits.peak, "rms \(rms), peak \(peak)")
    if let movie = vector.file("v.m4a") { try expectEqual(Self.decode(movie.path), single) }
  }

  @Test(
    "trimmed files have the length of what was encoded, four seconds", .needs(.vectors),
    arguments: Vector.comparable.compactMap { $0.file("v.edit.m4a") })
  func trimming(_ file: URL) throws {
    let catalog = Catalog.standard
    let media = try MediaFile(path: file.path, containers: catalog.containers)
    var decoder = try TrackDecoder(of: media.reader, track: 0, codecs: catalog.codecs)
    while try decoder.decodeNext() != nil {}
    expectEqual(decoder.report.frameCount, 176_400)
  }

  @Test("AAC-ELD version 2 is stereo, and is described as what it is", .needs(.vectors))
  func lowDelaySurround() throws {
    for name in ["eldv2_dr_44100_512_32k_etr", "eldv2_ds_24000_512_32k_harpsi", "xa_eldv2_512_32k_etr"] {
      let path = try SharedFiles.file("vectors/\(name)/v.m4a").path
      let samples = try Self.decode(path)
      var (energy, difference) = (0.0, 0.0)
      for index in stride(from: 0, to: samples.count - 1, by: 2) {
        energy += samples[index] * samples[index]
        difference += (samples[index] - samples[index + 1]) * (samples[index] - samples[index + 1])
      }
      #expect(energy / Double(samples.count) > 1e-5 && difference > 1e-5 * energy)
      let media = try MediaFile(path: path, containers: Catalog.standard.containers)
      let codec = try required(Catalog.standard.codec(formatID: .aacEnhancedLowDelayV2))
      let summary = try codec.summary(of: CodedStream(of: media.reader.tracks[0]))
      #expect(summary.formatID == .aacEnhancedLowDelayV2 && summary.decoded.layout.channelCount == 2)
      #expect(summary.notes.isEmpty && summary.layers.first?.formatID == .aacEnhancedLowDelayV2)
    }
  }

  @Test("the number of vectors is told", .needs(.vectors))
  func count() {
    print("conformance: \(Vector.comparable.count) vectors compared sample by sample")
    expectGreaterOrEqual(Vector.comparable.count, 80)
  }
}
