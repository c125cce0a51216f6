// The encoder of libopus. `unsafe` marks the calls into the library: it is given memory of OwnMemory alone, with its
// size, and how much it states that it has written is checked against that.

import AudioBase
import SystemLibraries
import XiphAudio

/// A multistream encoder of libopus with its input and output memory.
@safe struct OpusEncoderHandle: ~Copyable {
  /// A setting of the encoder and its value, opus_defines.h.
  enum Setting {
    case bitRate(Int)
    case isVariable(Bool)
    case isConstrained(Bool)
    case complexity(Int)
    /// The widest band to code: 1101 (4 kHz) … 1105 (20 kHz).
    case bandwidth(Int)
    /// `OPUS_SET_INBAND_FEC`.
    case repeatsPackets(Bool)
    /// `OPUS_SET_PACKET_LOSS_PERC`.
    case expectedLoss(Int)

    fileprivate var request: (number: Int32, value: Int32) {
      switch self {
      case .bitRate(let rate): (4002, Int32(clamping: rate))
      case .isVariable(let flag): (4006, flag ? 1 : 0)
      case .isConstrained(let flag): (4020, flag ? 1 : 0)
      case .complexity(let value): (4010, Int32(clamping: value))
      case .bandwidth(let value): (4004, Int32(clamping: value))
      case .repeatsPackets(let flag): (4012, flag ? 1 : 0)
      case .expectedLoss(let value): (4014, Int32(clamping: value))
      }
    }
  }

  /// The magnitude to which samples are limited: twice full scale, to which libopus limits them in its transform. Far
  /// larger samples would become silence.
  static let largestSample: Float = 2
  /// The stream's header, without its pre-skip.
  let header: OpusHeader
  /// The delay of the encoder in frames, at its own rate.
  let lookahead: Int

  private let library: OpusLibrary
  private let encoder: OpaquePointer
  private let samples: OwnMemory
  private let packet: OwnMemory
  private let frameCount: Int

  /// `OPUS_GET_LOOKAHEAD` and `OPUS_RESET_STATE`.
  private static let (getLookahead, resetState): (Int32, Int32) = (4027, 4028)

  /// The parameters from which an encoder is made.
  struct Shape {
    /// 8000, 12000, 16000, 24000 or 48000 Hz.
    var sampleRate: Int
    var channelCount: Int
    /// The channel mapping family: 0, 1 or 255.
    var mappingFamily: UInt8
    /// `OPUS_APPLICATION_…`.
    var application: Int32
    /// The number of frames of a packet, at the rate.
    var frameCount: Int
  }

  /// Makes an encoder.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the library is missing or refuses the channels.
  init(_ shape: Shape) throws(CodecError) {
    guard let library = OpusLibrary.shared else { throw OpusCodec.missing }
    let mapping = shape.mappingFamily
    let table = OwnMemory(byteCount: 256)
    var (streams, coupled, error): (Int32, Int32, Int32) = (0, 0, 0)
    let made = unsafe library.createEncoder(
      Int32(shape.sampleRate), Int32(shape.channelCount), Int32(mapping), &streams, &coupled,
      table.address.assumingMemoryBound(to: UInt8.self), shape.application, &error)
    guard let made = unsafe made, error == 0 else {
      throw CodecError(.unsupported, "libopus refuses the channels or the rate")
    }
    var lookahead: Int32 = 0
    guard streams > 0, coupled >= 0, coupled <= streams, streams + coupled <= 255,
      (unsafe library.queryEncoder(made, Self.getLookahead, &lookahead)) == 0, (0...8192).contains(lookahead)
    else {
      unsafe library.destroyEncoder(made)
      throw CodecError(.unsupported, "libopus answers otherwise than it is documented to")
    }
    self.library = library
    unsafe encoder = made
    self.lookahead = Int(lookahead)
    frameCount = shape.frameCount
    var header = OpusHeader(channelCount: shape.channelCount, inputSampleRate: UInt32(shape.sampleRate))
    header.mappingFamily = mapping
    header.streamCount = Int(streams)
    header.coupledCount = Int(coupled)
    var channels: [UInt8] = []
    table.append(shape.channelCount, to: &channels)
    header.mapping = channels
    self.header = header
    samples = OwnMemory(byteCount: shape.frameCount * shape.channelCount * 4)
    // RFC 6716, 3.2.1: 1275 bytes a coded frame, of which a packet of 60 ms has three; and lengths.
    packet = OwnMemory(byteCount: Int(streams) * (3 * 1277 + 8))
  }

  deinit { unsafe library.destroyEncoder(encoder) }

  /// The largest number of bytes of a packet.
  var maximumPacketByteCount: Int { packet.byteCount }

  /// Changes a setting; `false` if the library refuses the value.
  func set(_ setting: Setting) -> Bool {
    let (number, value) = setting.request
    return unsafe library.controlEncoder(encoder, number, value) == 0
  }

  /// Makes the input silent.
  func clearInput() { samples.clear() }

  /// Sets the first frames of a channel's input.
  func load(_ plane: Span<Float>, channel: Int) {
    samples.storeFloats(plane, from: channel, stride: header.channelCount, limit: Self.largestSample)
  }

  /// Encodes the input and appends the packet.
  func encode(into bytes: inout [UInt8]) throws(CodecError) {
    let count = unsafe library.encode(
      encoder, samples.address, Int32(frameCount), packet.address, Int32(packet.byteCount))
    guard count > 0 else { throw CodecError(.unsupported, "libopus refuses to encode the samples") }
    // Holds: the library was told the size.
    precondition(Int(count) <= packet.byteCount && packet.isGuardIntact, "libopus wrote behind its memory")
    packet.append(Int(count), to: &bytes)
  }

  /// Clears all input.
  func reset() { _ = unsafe library.controlEncoder(encoder, Self.resetState, 0) }
}
