// The encoder of libmp3lame. `unsafe` marks the calls into the library: it is given memory of OwnMemory alone, with its
// size, and how much it states that it has written is checked against that.

import AudioBase
import SystemLibraries

/// An encoder of libmp3lame with its input and output memory.
@safe struct LAMEHandle: ~Copyable {
  /// The parameters from which an encoder is made.
  struct Shape {
    /// One of the nine rates of MPEG audio, in Hz.
    var sampleRate: Int
    /// 1 or 2.
    var channelCount: Int
    var rate: Rate
    /// The effort: 0 (best) … 9 (fastest); `nil` leaves it to the library.
    var effort: Int?
    /// The low pass in Hz; `nil` leaves it to the library.
    var lowPass: Int?
  }

  /// The rate control of an encoder.
  enum Rate: Equatable {
    /// A constant bit rate in kbit/s.
    case constant(Int)
    /// An average bit rate in kbit/s.
    case average(Int)
    /// A quality of a variable bit rate: 0 (best) … 10.
    case quality(Float)
  }

  /// The number of frames of a call.
  static let framesPerCall = 1152
  /// The delay of the encoder in frames, without the decoder's own delay.
  let delay: Int
  /// The library and its version.
  var name: String { library.name }

  private let library: LAMELibrary
  private let encoder: OpaquePointer
  private let planes: [2 of OwnMemory]
  /// The factor of the input that compensates the library's own gain, so that the level is unchanged.
  private let gain: Float
  private let output: OwnMemory

  /// Makes an encoder.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if the library is missing or refuses the settings.
  init(_ shape: Shape) throws(CodecError) {
    Self.fillTables
    try self.init(unprepared: shape)
  }

  private init(unprepared shape: Shape) throws(CodecError) {
    guard let library = LAMELibrary.shared else { throw LAMECodec.missing }
    guard let made = unsafe library.create() else { throw CodecError(.unsupported, "libmp3lame makes no encoder") }
    unsafe library.silence(made)
    var wanted: [(LAMELibrary.Setting, Int)] = [
      (.inputRate, shape.sampleRate), (.outputRate, shape.sampleRate), (.channelCount, shape.channelCount),
      (.mode, shape.channelCount == 1 ? 3 : 1), (.writesInfoFrame, 0),
    ]
    var isSet = true
    switch shape.rate {
    case .constant(let rate): wanted += [(.rateControl, 0), (.constantRate, rate)]
    case .average(let rate): wanted += [(.rateControl, 3), (.averageRate, rate)]
    case .quality(let quality):
      wanted.append((.rateControl, 4))
      isSet = unsafe library.setQuality(made, quality) >= 0
    }
    if let effort = shape.effort { wanted.append((.effort, effort)) }
    if let lowPass = shape.lowPass { wanted.append((.lowPass, lowPass)) }
    for (setting, value) in wanted { isSet = unsafe library.set(setting, value, of: made) && isSet }
    let hasBegun = unsafe isSet && library.begin(made) >= 0
    let delay = unsafe library.delay(made)
    guard hasBegun, (0...4095).contains(delay) else {
      _ = unsafe library.destroy(made)
      throw CodecError(.unsupported, "libmp3lame refuses the rate, the channels or a setting")
    }
    self.library = library
    unsafe encoder = made
    self.delay = Int(delay)
    let scale = unsafe library.scale(made)
    gain = scale > 0.1 && scale < 10 ? 1 / scale : 1
    planes = [OwnMemory(byteCount: Self.framesPerCall * 4), OwnMemory(byteCount: Self.framesPerCall * 4)]
    // lame.h: 1.25 bytes per frame and 7200 more, whatever the settings.
    output = OwnMemory(byteCount: Self.framesPerCall * 5 / 4 + 7200)
  }

  deinit { _ = unsafe library.destroy(encoder) }

  /// The tables that all encoders share, which the first encoder fills when it encodes: never two at once.
  private static let fillTables: Void = {
    do throws(CodecError) {
      let first = try LAMEHandle(unprepared: Shape(sampleRate: 44_100, channelCount: 2, rate: .quality(4)))
      var bytes: [UInt8] = []
      for _ in 0..<4 { try first.encode(frameCount: framesPerCall, into: &bytes) }
    } catch {
      // The encoder that is requested fails the same way, and says so.
    }
  }()

  /// The magnitude to which samples are limited: far beyond full scale libmp3lame ends the process.
  static let largestSample: Float = 8

  /// Sets the first samples of a channel's input.
  func load(_ plane: Span<Float>, channel: Int) {
    for index in plane.indices {
      planes[channel].store(plane[index].limited(to: Self.largestSample) * gain, at: 4 * index)
    }
  }

  /// Encodes the first frames of the input, and appends bytes that are ready: parts of frames of MPEG audio.
  func encode(frameCount: Int, into bytes: inout [UInt8]) throws(CodecError) {
    // Holds: the encoder has checked its input.
    precondition((1...Self.framesPerCall).contains(frameCount))
    try take(
      unsafe library.encode(
        encoder, planes[0].address, planes[1].address, Int32(frameCount), output.address, Int32(output.byteCount)),
      into: &bytes)
  }

  /// Encodes the remaining input, and appends the last bytes.
  func finish(into bytes: inout [UInt8]) throws(CodecError) {
    try take(unsafe library.flush(encoder, output.address, Int32(output.byteCount)), into: &bytes)
  }

  private func take(_ count: Int32, into bytes: inout [UInt8]) throws(CodecError) {
    guard count >= 0 else { throw CodecError(.unsupported, "libmp3lame refuses to encode the samples") }
    // Holds: the library was told the size.
    precondition(Int(count) <= output.byteCount && output.isGuardIntact, "libmp3lame wrote beyond its memory")
    output.append(Int(count), to: &bytes)
  }
}
