import AudioBase
import AudioCatalog
import AudioConversion
import BenchmarkSupport

/// Decodes with the package's converter, which asks for packets.
struct SwiftSide: ~Copyable {
  private var converter: PacketConverter
  private var batch = PacketBatch()
  private let material: Material

  init(_ material: Material, _ format: DecodedFormat) throws {
    self.material = material
    let input = CodedStream(
      format: StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0), cookie: material.configuration)
    let output = StreamFormat(
      .float32, sampleRate: format.sampleRate, channelsPerFrame: format.layout.channelCount)
    converter = try PacketConverter(
      from: input, to: CodedStream(format: output), codecs: Catalog.standard.codecs)
  }

  /// Decodes all packets.
  mutating func decode() throws -> Pass {
    converter.reset()
    var pass = Pass()
    var (next, start) = (0, 0)
    let (sizes, bytes) = (material.sizes, material.bytes)
    while true {
      let status = try converter.fill(&batch, packetCount: Pass.portion) { wanted, batch in
        for _ in 0..<wanted where next < sizes.count {
          let end = start + sizes[next]
          let offset = batch.bytes.count
          batch.bytes.append(contentsOf: bytes[start..<end])
          batch.noteAppendedPacket(from: offset, fileOffset: 0)
          (next, start) = (next + 1, end)
        }
      }
      let frames = batch.descriptions.first?.frameCount ?? 0
      batch.bytes.withUnsafeBytes { pass.note($0, frameCount: frames) }
      guard case .filled = status else { return pass }
    }
  }
}
