import AudioBase
import BenchmarkSupport
import CPeer

/// Another decoder with the packets of a stream.
protocol Peer {
  /// Decodes all packets from the first on.
  func decode(_ kind: PeerPassKind) -> PeerPass
}

/// fdk-aac's decoder with the packets of a stream.
@safe
final class FDKDecoder: Peer {
  private let peer: OpaquePointer

  /// True where the library is on this machine.
  static var isThere: Bool { fdkIsThere() != 0 }

  /// Opens the decoder, or returns `nil` where fdk-aac is not there, or refuses the configuration.
  init?(_ material: borrowing Material) {
    let configuration = material.configuration
    let opened = unsafe withPackets(of: material) { unsafe fdkOpen(configuration, configuration.count, $0) }
    guard let opened = unsafe opened else { return nil }
    unsafe peer = opened
  }

  deinit { unsafe fdkClose(peer) }

  func decode(_ kind: PeerPassKind) -> PeerPass { unsafe fdkDecode(peer, kind) }
}

private func withPackets(
  of material: borrowing Material, _ body: (PeerPackets) -> OpaquePointer?
) -> OpaquePointer? {
  let sizes = material.sizes
  let bytes = material.bytes
  return unsafe bytes.withUnsafeBufferPointer { bytes in
    unsafe sizes.withUnsafeBufferPointer { sizes in
      unsafe body(PeerPackets(bytes: bytes.baseAddress, sizes: sizes.baseAddress, packetCount: sizes.count))
    }
  }
}

/// libavcodec's decoder with the packets of a stream.
@safe
final class PeerDecoder: Peer {
  private let peer: OpaquePointer

  /// Opens the decoder, or returns `nil` where libavcodec refuses the configuration.
  init?(_ material: borrowing Material) {
    guard let (name, configuration) = Self.decoder(material.format.formatID, material.configuration) else { return nil }
    let opened = unsafe withPackets(of: material) { unsafe peerOpen(name, configuration, configuration.count, $0) }
    guard let opened = unsafe opened else { return nil }
    unsafe peer = opened
  }

  /// What libavcodec calls the decoder of a format, and what it wants of the magic cookie.
  private static func decoder(_ formatID: FourCharacterCode, _ cookie: [UInt8]) -> (String, [UInt8])? {
    switch formatID {
    case .aac: return ("aac", cookie)
    case .mpegLayer3: return ("mp3float", [])
    case .flac: return ("flac", cookie)
    case .ac3: return ("ac3", [])
    // The configuration's 24 bytes in the box that they have in MP4: size, name, version and flags.
    case .appleLossless: return ("alac", [0, 0, 0, 36] + "alac".utf8 + [0, 0, 0, 0] + cookie.prefix(24))
    default: return nil
    }
  }

  deinit { unsafe peerClose(peer) }

  func decode(_ kind: PeerPassKind) -> PeerPass { unsafe peerDecode(peer, kind) }

  /// `59.37.100`.
  static var version: String {
    let number = peerVersion()
    return "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }
}
