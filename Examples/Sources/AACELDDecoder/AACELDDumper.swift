import Foundation

/// Packets in a file, each behind a marker: AAC-ELD packets do not say how long they are.
///
/// The marker may occur within a packet, which then falls apart when it is read back. A real container (CAF, M4A) has
/// no such trouble; a dump is for looking at streams.
struct AACELDDumper {
  private static let audioPacketMarker = Data([0xFF, 0xAA, 0xCC, 0xDD])

  private(set) var recordedData = Data()

  mutating func record(_ data: Data) {
    recordedData.append(Self.audioPacketMarker)
    recordedData.append(data)
  }

  /// What lies between the markers; what lies before the first one is no packet.
  static func parsePackets(from data: Data) -> [Data] {
    var packets: [Data] = []
    let marker = Data([0xFF, 0xAA, 0xCC, 0xDD])

    var found = data.range(of: marker)
    while let current = found {
      let next = data.range(of: marker, in: current.upperBound..<data.endIndex)
      let packet = data[current.upperBound..<(next?.lowerBound ?? data.endIndex)]
      if !packet.isEmpty { packets.append(Data(packet)) }
      found = next
    }
    return packets
  }
}
