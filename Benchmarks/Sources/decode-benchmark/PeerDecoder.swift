import BenchmarkSupport
import CPeer

/// libavcodec's AAC decoder with the packets of a stream.
@safe
struct PeerDecoder: ~Copyable {
  private let peer: OpaquePointer

  /// Opens the decoder, or returns `nil` where libavcodec refuses the configuration.
  init?(_ material: borrowing Material) {
    let sizes = material.sizes
    let opened = unsafe peerOpen(
      material.configuration, material.configuration.count, material.bytes, sizes, sizes.count)
    guard let opened = unsafe opened else { return nil }
    unsafe peer = opened
  }

  deinit { unsafe peerClose(peer) }

  /// Decodes all packets from the first on.
  func decode(_ kind: PeerPassKind) -> PeerPass { unsafe peerDecode(peer, kind) }

  /// `59.37.100`.
  static var version: String {
    let number = peerVersion()
    return "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)"
  }
}
