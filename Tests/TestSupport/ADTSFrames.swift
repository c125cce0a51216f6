/// Frames of an ADTS stream of AAC-LC without checks around packets (ISO/IEC 14496-3, 1.A.3.2).
///
/// - Parameters:
///   - rateIndex: `sampling_frequency_index`.
///   - channels: `channel_configuration`.
package func adtsFrames(_ packets: [[UInt8]], rateIndex: UInt8, channels: UInt8) -> [UInt8] {
  var bytes: [UInt8] = []
  for packet in packets {
    let length = packet.count + 7
    bytes += [0xFF, 0xF1, 0x40 | rateIndex << 2]
    bytes.append(channels << 6 | UInt8(length >> 11))
    bytes.append(UInt8(length >> 3 & 0xFF))
    bytes.append(UInt8(length & 7) << 5 | 0x1F)
    bytes.append(0xFC)
    bytes += packet
  }
  return bytes
}
