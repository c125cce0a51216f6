import Foundation
import TestSupport

/// A row of `vectors/INDEX.json`: an encoded stream, and what it must decode to.
struct Vector: Decodable, Sendable, CustomStringConvertible {
  var name: String
  var family: String
  var channels: Int
  var pnsBands: Int
  var references: [String]

  var description: String { name }

  /// The families that this package decodes whole.
  static let decodedFamilies: Set<String> = [
    "LC", "LC-multichannel", "ffmpeg-LC", "LD", "xaac-LD", "xaac-LC", "xaac-LC-960", "ELD", "ELD-AirPlay",
    "ELD-multichannel", "ER-LC", "ER-LD", "ER-ELD", "ffmpeg-Main", "ffmpeg-LTP", "HEv1", "HEv1-downsampled",
    "HEv1-multichannel", "HEv2", "xaac-HEv2", "ELD-SBR-dual-rate", "ELD-SBR-downsampled", "ELD-SBR-multichannel",
    "xaac-HEv1", "xaac-HEv1-960", "ELD-reduced-delay", "ELDv2", "ELDv2-tools", "xaac-ELD",
  ]

  /// Streams with noise substitution whose rows do not count its bands.
  static let uncountedNoise: Set<String> = [
    "ff_main_ins_harpsi_48000_st", "ff_main_spk_fillets_44100_mo", "ff_ltp_ins_harpsi_48000_st",
    "ff_ltp_spk_fillets_44100_mo",
  ]

  /// The vectors that can be compared sample by sample: without noise substitution, and with a reference.
  static let comparable: [Vector] = {
    guard let folder = SharedFiles.folder?.appending(path: "vectors"),
      let data = try? Data(contentsOf: folder.appending(path: "INDEX.json")),
      let rows = try? JSONDecoder().decode([Vector].self, from: data)
    else { return [] }
    return rows.filter { $0.pnsBands == 0 && !uncountedNoise.contains($0.name) && $0.reference != nil }
  }()

  /// The families with LD MPEG Surround.
  static let surroundFamilies: Set<String> = ["ELDv2", "ELDv2-tools", "xaac-ELD"]

  /// The reference of the whole stream, or `nil` where a part of it is left aside.
  var reference: Reference? {
    guard Vector.decodedFamilies.contains(family), let name = references.first, let file = file(name) else {
      return nil
    }
    return Reference(
      file: file, isInteger: name.hasSuffix(".s16"), hasReplication: family.contains("SBR") || family.contains("HE"),
      hasSurround: Vector.surroundFamilies.contains(family))
  }

  /// A file of the vector, or `nil` where it has none or an empty one.
  func file(_ name: String) -> URL? {
    guard let file = SharedFiles.folder?.appending(path: "vectors/\(self.name)/\(name)"),
      let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize, size > 0
    else { return nil }
    return file
  }
}

/// A reference decode, interleaved in WAVE order.
struct Reference {
  var file: URL
  /// 16-bit samples of a fixed-point decoder; otherwise 32-bit floats.
  var isInteger: Bool
  /// Whether high frequencies are made by SBR, which a fixed-point decoder does less exactly.
  var hasReplication = false
  /// Whether stereo is made by LD MPEG Surround, likewise.
  var hasSurround = false

  /// The samples, full scale ±1.
  var samples: [Double] {
    let bytes = SharedFiles.bytes(file)
    return isInteger ? integers(bytes).map { Double($0) / 32768 } : floats(bytes).map { Double($0) }
  }

  /// The limits of `vectors/README.md`.
  var limits: (rms: Double, peak: Double) {
    if hasSurround { return (6.0e-05, 1.0e-03) }
    return isInteger ? (hasReplication ? 1.0e-04 : 3.1e-05, 4.9e-04) : (8.81e-06, 6.10e-05)
  }
}
