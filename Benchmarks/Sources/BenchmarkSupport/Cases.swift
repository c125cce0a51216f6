import AudioBase
import Foundation

/// One row of the table of figures.
public struct BenchmarkCase: Sendable {
  /// What the option `--case` calls it.
  public let name: String
  /// What the table calls it.
  public let title: String
  /// Where its packets come from.
  let source: Source
  /// What its speed is held against.
  public var yardstick = Yardstick.libavcodec

  /// What a speed is held against.
  public enum Yardstick: Sendable, Equatable {
    /// libavcodec's speed with the same packets.
    case libavcodec
    /// The speed of fdk-aac's decoder with the same packets, where that library is on the machine.
    case fdk(leastRatio: Double)
    /// A speed as a multiple of real time, since libavcodec does not decode such streams.
    case realTime(leastMultiple: Double)
    /// Our own speed with another case, for a given time or, where packets differ in length, for a given number of
    /// packets.
    case neighbour(String, leastRatio: Double, isPerPacket: Bool)
  }

  /// Where packets come from.
  enum Source: Sendable {
    /// A file that `Benchmarks/prepare` has made.
    case prepared(String)
    /// The same in another container than ADTS.
    case preparedFile(String, FourCharacterCode)
    /// Vectors of ../shared, or where there are none the fixtures of the repository.
    case vectors([String])
    /// Vectors of xHE-AAC of ../shared, which the fixtures have no place for.
    case unified([String])
    /// A vector of AC-3 of ../shared.
    case ac3(String)
    /// The same as ``vectors``, decoded as another AudioSpecificConfig says.
    case reconfigured([String], configuration: [UInt8])
  }

  private static let surroundVectors = ["eldv2_dr_44100_512_32k_etr", "xa_eldv2_512_32k_etr"]

  /// All cases, in the order of the table.
  public static let all = [
    BenchmarkCase(
      name: "lc", title: "AAC-LC 128 kbit/s stereo 44.1 kHz (FFmpeg's encoder)",
      source: .prepared("lc_44100_128k.aac")),
    BenchmarkCase(
      name: "lc-fdk", title: "AAC-LC 128 kbit/s stereo 44.1 kHz (fdk-aac)",
      source: .vectors(["lc_44100_st_128k_ins_glock", "lc_44100_st_128k_mus_nunc"])),
    BenchmarkCase(
      name: "lc-mono", title: "AAC-LC, mono, 64 kbit/s 44.1 kHz (fdk-aac)", source: .vectors(["lc_44100_mo_64k_alsa"])),
    BenchmarkCase(
      name: "lc-51", title: "AAC-LC, 5.1, 320 kbit/s 48 kHz (fdk-aac)", source: .vectors(["lc_48000_mc51_320k"])),
    BenchmarkCase(
      name: "eld-480", title: "AAC-ELD 480 128 kbit/s stereo 44.1 kHz",
      source: .vectors([
        "eld_airplay_128k_mus_battle", "eld_airplay_128k_mus_bossattack", "eld_airplay_128k_ins_glock",
        "eld_44100_480_st_128k_wz11",
      ])),
    BenchmarkCase(
      name: "eld-512", title: "AAC-ELD 512 128 kbit/s stereo 48 kHz",
      source: .vectors(["eld_48000_512_st_128k_etr", "eld_48000_512_st_128k_mus_wz5"])),
    BenchmarkCase(
      name: "he", title: "HE-AAC 64 kbit/s stereo 44.1 kHz",
      source: .vectors(["hev1_44100_st_64k_sig0_etr", "xa_hev1_64k_etr"])),
    BenchmarkCase(
      name: "he-51", title: "HE-AAC, 5.1, 160 kbit/s 48 kHz", source: .vectors(["hev1_48000_mc51_160k"])),
    BenchmarkCase(
      name: "he-v2", title: "HE-AAC v2 24 and 32 kbit/s stereo 44.1 kHz",
      source: .vectors(["hev2_44100_st_24k_drums", "hev2_44100_st_32k_spk_rap"])),
    BenchmarkCase(
      name: "mp3", title: "MP3 128 kbit/s stereo 44.1 kHz (LAME)",
      source: .preparedFile("mp3_44100_128k.mp3", "MPG3")),
    BenchmarkCase(
      name: "alac", title: "Apple Lossless, stereo 44.1 kHz, 16 bits (FFmpeg's encoder)",
      source: .preparedFile("alac_44100_16.m4a", "m4af")),
    BenchmarkCase(
      name: "flac", title: "FLAC, stereo 44.1 kHz, 16 bits (FFmpeg's encoder)",
      source: .preparedFile("flac_44100_16.flac", "flac")),
    BenchmarkCase(
      name: "ac3", title: "AC-3 448 kbit/s 5.1 48 kHz (FFmpeg's encoder)", source: .ac3("ac3_51_48k_448")),
    BenchmarkCase(
      name: "eld-sbr", title: "AAC-ELD 512 with dual-rate SBR 48 kbit/s stereo 44.1 kHz",
      source: .vectors(["eldsbr_dr_44100_512_st_48k_harpsi", "eldsbr_dr_44100_512_st_48k_spk_rap"]),
      yardstick: .realTime(leastMultiple: 300)),
    BenchmarkCase(
      name: "eld-240", title: "AAC-ELD with reduced delay, 240 samples, 160 kbit/s stereo 48 kHz",
      source: .vectors(["eld_rd_48000_240_st_160k_wz11"]),
      yardstick: .neighbour("eld-512", leastRatio: 1, isPerPacket: true)),
    BenchmarkCase(
      name: "eld-120", title: "AAC-ELD with reduced delay, 120 samples, 160 kbit/s stereo 48 kHz",
      source: .vectors(["eld_rd_48000_120_st_160k_wz11"]),
      yardstick: .neighbour("eld-512", leastRatio: 1, isPerPacket: true)),
    BenchmarkCase(
      name: "eld-v2-core", title: "AAC-ELD 512 with dual-rate SBR, mono 44.1 kHz: the next case without its stereo",
      source: .reconfigured(surroundVectors, configuration: [0xF8, 0xEE, 0x21, 0xAF, 0x00, 0x00]),
      yardstick: .realTime(leastMultiple: 300)),
    BenchmarkCase(
      name: "eld-v2", title: "AAC-ELD v2 512 with dual-rate SBR 32 kbit/s stereo 44.1 kHz",
      source: .vectors(surroundVectors),
      yardstick: .neighbour("eld-v2-core", leastRatio: 0.5, isPerPacket: false)),
    BenchmarkCase(
      name: "usac-fd", title: "xHE-AAC, frequency domain, 96 kbit/s stereo 44.1 kHz (libxaac's encoder); fdk-aac",
      source: .unified(["xa_fd_44100_st_96k_phase_cp"]), yardstick: .fdk(leastRatio: 4)),
    BenchmarkCase(
      name: "usac-fd-tools", title: "xHE-AAC with complex prediction and filled noise, stereo 48 kHz (exhale); fdk-aac",
      source: .unified(["ex_fd_3_48000_st_wz11"]), yardstick: .fdk(leastRatio: 4)),
    BenchmarkCase(
      name: "usac-lpd", title: "xHE-AAC, linear prediction, 24 kbit/s mono 24 kHz (libxaac's encoder); fdk-aac",
      source: .unified(["xa_td_24000_mo_24k_alsa"]), yardstick: .fdk(leastRatio: 2)),
    BenchmarkCase(
      name: "usac-mps", title: "xHE-AAC, eSBR and MPS 2-1-2, 32 kbit/s stereo 48 kHz (libxaac's encoder); fdk-aac",
      source: .unified(["xa_sbr21_mps_48000_st_32k_wz11"]), yardstick: .fdk(leastRatio: 3)),
  ]

  /// Reads the packets, or returns `nil` where they are not on this machine.
  public func material(in places: MaterialPlaces) throws -> Material? {
    switch source {
    case .prepared(let name):
      let path = "\(places.prepared)/\(name)"
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      return try Material(adtsFile: path, origin: "music, encoded by Benchmarks/prepare")
    case .preparedFile(let name, let fileType):
      let path = "\(places.prepared)/\(name)"
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      return try Material(file: path, fileType, origin: "music, encoded by Benchmarks/prepare")
    case .vectors(let names): return try material(vectors: names, in: [places.vectors, places.fixtures])
    case .unified(let names): return try material(vectors: names, in: [places.unified])
    case .ac3(let name):
      let path = "\(places.ac3)/\(name)/v.ac3"
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      return try Material(file: path, .ac3, origin: "a test vector")
    case .reconfigured(let names, let configuration):
      var material = try material(vectors: names, in: [places.vectors, places.fixtures])
      material?.configuration = configuration
      return material
    }
  }

  private func material(vectors names: [String], in folders: [String]) throws -> Material? {
    for folder in folders {
      let found = names.map { "\(folder)/\($0)" }.filter { FileManager.default.fileExists(atPath: "\($0)/v.dump") }
      guard !found.isEmpty else { continue }
      let origin = found.count == 1 ? "a test vector" : "\(found.count) test vectors of music, joined"
      return try Material(vectors: found, origin: origin)
    }
    return nil
  }
}

/// Where packets lie, as paths.
public struct MaterialPlaces: Sendable {
  /// What `Benchmarks/prepare` has made.
  public var prepared = ".build-material"
  /// The test vectors.
  public var vectors = "../../shared/vectors"
  /// The test vectors of xHE-AAC.
  public var unified = "../../shared/vectors-usac"
  /// The test vectors of AC-3.
  public var ac3 = "../../shared/vectors-ac3"
  /// The fixtures of the repository, laid out as the vectors.
  public var fixtures = "../Tests/Fixtures"

  /// The places as seen from the folder `Benchmarks`.
  public init() {}
}
