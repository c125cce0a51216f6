package import AudioBase
import Bitstream

/// The first packet of a Speex stream in Ogg ("The Speex Codec Manual", version 1.2, section 7, "Ogg file format").
package struct SpeexHeader: Equatable, Sendable {
  /// The bytes at the start of the packet.
  package static let magic = Array("Speex   ".utf8)
  /// The number of bytes of the header.
  package static let byteCount = 80
  /// The largest plausible number of frames of a packet.
  package static let maximumFrameCount = 64

  /// The sample rate in Hz, 1 to 2^20.
  package let sampleRate: Int
  /// The mode: 0 for narrow band (8 kHz), 1 for wide band, 2 for ultra-wide band.
  package let mode: Int
  /// The number of channels, 1 or 2.
  package let channelCount: Int
  /// The number of coded frames of a packet.
  package let framesPerPacket: Int
  /// The number of packets between the comments and the first audio packet.
  package let extraHeaderCount: Int
  /// The header itself.
  package let bytes: [UInt8]

  /// The number of frames of sound of a packet.
  package var soundFramesPerPacket: Int { (160 << mode) * framesPerPacket }

  /// Creates the header of a stream without one, as in Flash video: wide band, one channel.
  package init() {
    (sampleRate, mode, channelCount, framesPerPacket, extraHeaderCount, bytes) = (16_000, 1, 1, 1, 0, [])
  }

  /// Reads the packet.
  ///
  /// - Throws: `CodecError`: ``ErrorKind/truncated`` if it is cut, ``ErrorKind/malformed`` for numbers that no
  ///   stream has.
  package init(_ packet: [UInt8]) throws(CodecError) {
    guard packet.count >= Self.byteCount, packet.starts(with: Self.magic) else {
      throw CodecError(.truncated, "the header of Speex has 80 bytes", clause: "Speex manual, 7")
    }
    func field(_ offset: Int) -> Int {
      Int(packet[offset]) | Int(packet[offset + 1]) << 8 | Int(packet[offset + 2]) << 16 | Int(packet[offset + 3]) << 24
    }
    (sampleRate, mode, channelCount) = (field(36), field(40), field(48))
    // Some encoders state no number for one.
    framesPerPacket = max(1, field(64))
    extraHeaderCount = field(68)
    guard (0...2).contains(mode), (1...2).contains(channelCount), (1...1 << 20).contains(sampleRate),
      framesPerPacket <= Self.maximumFrameCount, extraHeaderCount <= 16
    else {
      throw CodecError(.malformed, "the header of Speex states a mode, a rate and channels", clause: "Speex manual, 7")
    }
    bytes = Array(packet.prefix(Self.byteCount))
  }
}

/// The frames of a packet of Speex.
package enum SpeexPacket {
  /// The number of bytes needed to count frames.
  package static let headByteCount = 512
  /// The bits of a narrow-band frame by its submode, including its first five bits; 0 for submodes that do not exist.
  private static let narrowBitCounts = [5, 43, 119, 160, 220, 300, 364, 492, 79, 0, 0, 0, 0, 0, 0, 0]
  /// The bits of a wide-band layer by its submode, including its first four bits.
  private static let wideBitCounts = [4, 36, 112, 192, 352, 0, 0, 0]

  /// The bits of a request in band behind its code (Speex manual, 5.5).
  private static let requestBitCounts = [1, 1, 4, 4, 4, 4, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64]

  /// Returns the number of coded frames of a packet (Speex manual, 9.3 and 10.4); `nil` if a frame has an undefined
  /// submode.
  ///
  /// - Parameter layers: The layers above the narrow band: the mode of the stream.
  package static func frameCount(_ packet: Span<UInt8>, layers: Int) -> Int? {
    var (place, count) = (0, 0)
    let end = packet.count * 8
    func bits(_ width: Int, at place: Int) -> Int {
      (place..<(place + width)).reduce(0) {
        $0 << 1 | ($1 < end ? Int(packet[$1 >> 3] >> UInt8(7 - $1 & 7)) & 1 : 0)
      }
    }
    while count < SpeexHeader.maximumFrameCount {
      var passedLayers = 0
      var isFrame = false
      while !isFrame {
        guard end - place >= 5 else { return count }
        if bits(1, at: place) == 1 {
          let size = wideBitCounts[bits(3, at: place + 1)]
          guard size > 0, passedLayers < 2 else { return nil }
          (place, passedLayers) = (place + size, passedLayers + 1)
          continue
        }
        let submode = bits(4, at: place + 1)
        switch submode {
        case 15: return count
        case 14: place += 9 + requestBitCounts[bits(4, at: place + 5)]
        case 13: place += 14 + 8 * bits(4, at: place + 5)
        case 9...12: return nil
        default: (place, isFrame) = (place + narrowBitCounts[submode], true)
        }
      }
      for layer in 0..<layers where bits(1, at: place) == 1 {
        let submode = bits(3, at: place + 1)
        // The upper of two layers has one submode.
        guard submode <= (layer == 0 ? 4 : 1) else { return nil }
        place += wideBitCounts[submode]
      }
      count += 1
    }
    return count
  }
}
