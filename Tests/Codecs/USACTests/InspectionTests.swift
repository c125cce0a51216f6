import AudioBase
import PacketInspection
import TestSupport
import Testing
import USACCodec

/// The fields of packets, against what the names of streams and the first bits of packets say.
@Suite(.needs(.shared("vectors-usac"))) struct InspectionTests {
  /// The values of a property in each packet, of the first channel that has it.
  private func values(_ name: String, of vector: String) throws -> [Int?] {
    let stream = CodedStream(
      format: StreamFormat(formatID: "usac", sampleRate: 0, channelsPerFrame: 0),
      cookie: SharedFiles.bytes(try SharedFiles.file("vectors-usac/\(vector)/v.asc")))
    var inspector = try USACCodec.inspector.makeInspector(stream)
    let place = try required(inspector.properties.firstIndex { $0.name == name })
    return try UnifiedVector(vector).packets.map { packet in
      let values = try inspector.inspect(packet.span)
      expectEqual(values.count, inspector.properties.count)
      return values[place]
    }
  }

  /// Streams of linear prediction alone, of the frequency domain alone, and of both.
  @Test func coreModes() throws {
    #expect(try values("core mode", of: "xa_td_24000_mo_24k_alsa").allSatisfy { ($0 ?? 0) > 0 })
    #expect(try values("window sequence", of: "xa_td_24000_mo_24k_alsa").allSatisfy { $0 == nil })
    #expect(try values("core mode", of: "ex_fd_3_48000_st_wz11").allSatisfy { $0 == 0 })
    let both = try values("core mode", of: "xa_sw_24000_mo_28k_mixs")
    #expect(both.contains { $0 == 0 } && both.contains { ($0 ?? 0) > 0 })
  }

  /// `usacIndependencyFlag` is the first bit, and the second one says that AudioPreRoll is there.
  @Test func entries() throws {
    let name = "ex_fd_3_48000_st_wz11"
    let packets = try UnifiedVector(name).packets
    try expectEqual(values("independent", of: name), packets.map { Int($0[0] >> 7) })
    try expectEqual(values("AudioPreRoll", of: name), packets.map { Int($0[0] >> 6 & 1) })
  }

  /// A packet that cannot be read is refused, and so are those that refer to its values.
  @Test func damage() throws {
    let vector = try UnifiedVector("ex_fd_3_48000_st_wz11")
    let stream = CodedStream(
      format: StreamFormat(formatID: "usac", sampleRate: 0, channelsPerFrame: 0),
      cookie: SharedFiles.bytes(try SharedFiles.file("vectors-usac/\(vector.name)/v.asc")))
    var inspector = try USACCodec.inspector.makeInspector(stream)
    let (first, second) = (vector.packets[0], vector.packets[1])
    #expect(throws: CodecError.self) { _ = try inspector.inspect(second.span) }
    _ = try inspector.inspect(first.span)
    let half = Array(second.prefix(second.count / 2))
    #expect(throws: CodecError.self) { _ = try inspector.inspect(half.span) }
  }
}
