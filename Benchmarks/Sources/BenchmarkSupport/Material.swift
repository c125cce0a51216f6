public import AudioBase
import AudioCatalog
import Foundation

/// The packets of one stream in memory, with the configuration that they need.
public struct Material: Sendable {
  /// What the packets are.
  public private(set) var format = StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0)
  /// The AudioSpecificConfig, or what stands for it in other formats: the magic cookie.
  public internal(set) var configuration: [UInt8]
  /// All packets, one after the other.
  public private(set) var bytes: [UInt8] = []
  /// The size of each packet in bytes.
  public private(set) var sizes: [Int] = []
  /// What a measurement must say about the packets' origin.
  public private(set) var origin: String

  /// Why material could not be read.
  public enum Failure: Error {
    /// The files of one stream have different configurations.
    case configurationsDiffer
    /// The catalog cannot read the kind of file.
    case noReader
    /// The catalog has no encoder for the format.
    case noEncoder
    /// There are no packets.
    case empty
  }

  /// Reads the packets of an ADTS file.
  public init(adtsFile path: String, origin: String) throws {
    let reader = try MaterialFile.open(path, "adts")
    configuration = reader.tracks[0].cookie
    self.origin = origin
    try append(reader)
  }

  /// Reads the packets of the first track of a file of any kind.
  public init(file path: String, _ fileType: FourCharacterCode, origin: String) throws {
    let reader = try MaterialFile.open(path, fileType)
    guard let track = reader.tracks.first else { throw Failure.empty }
    format = track.format
    configuration = track.cookie
    self.origin = origin
    try append(reader)
  }

  /// Joins the packets of test vectors, folders that hold `v.dump` and `v.asc`, which must be equal in all of them.
  public init(vectors folders: [String], origin: String) throws {
    var configuration: [UInt8]?
    self.origin = origin
    for folder in folders {
      let own = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder)/v.asc")))
      guard configuration == nil || configuration == own else { throw Failure.configurationsDiffer }
      configuration = own
    }
    guard let configuration else { throw Failure.empty }
    self.configuration = configuration
    // USAC, where the configuration is one of object type 42.
    format = CodedStream(of: TrackInfo(format: format), configuration: configuration).format
    for folder in folders { try append(MaterialFile.open("\(folder)/v.dump", "dump")) }
  }

  private mutating func append(_ source: any ContainerReader) throws {
    var reader = source
    var batch = PacketBatch()
    while try reader.readPackets(ofTrack: 0, into: &batch), batch.count > 0 {
      for index in 0..<batch.count {
        bytes += batch.packet(index)
        sizes.append(batch.descriptions[index].byteCount)
      }
    }
    if sizes.isEmpty { throw Failure.empty }
  }

  /// Repeats the packets until they last `seconds`, and says so in ``origin``.
  public mutating func repeatPackets(toLast seconds: Double, packetDuration: Double) {
    let once = Double(sizes.count) * packetDuration
    guard once > 0, once < seconds else { return }
    let times = Int((seconds / once).rounded(.up))
    bytes = [[UInt8]](repeating: bytes, count: times).flatMap { $0 }
    sizes = [[Int]](repeating: sizes, count: times).flatMap { $0 }
    origin += ", \(times) times"
  }

  /// The first `count` packets, again from the first one where there are fewer.
  public func prefix(_ count: Int) -> Material {
    var part = self
    part.sizes = (0..<count).map { sizes[$0 % sizes.count] }
    let round = bytes
    part.bytes = []
    while part.bytes.count < part.sizes.reduce(0, +) { part.bytes += round }
    return part
  }

  /// Inverts a byte in the middle of every tenth packet, so that decoding it fails, or goes astray.
  public mutating func damageEveryTenthPacket() {
    var start = 0
    for (index, size) in sizes.enumerated() {
      if index % 10 == 9, size > 0 { bytes[start + size / 2] ^= 0xFF }
      start += size
    }
  }
}

/// The files that material comes in.
private enum MaterialFile {
  static func open(_ path: String, _ fileType: FourCharacterCode) throws -> any ContainerReader {
    guard let open = Catalog.standard.container(fileType: fileType)?.open else { throw Material.Failure.noReader }
    return try open(MemoryByteSource([UInt8](Data(contentsOf: URL(fileURLWithPath: path)))), ResourceLimits())
  }
}
