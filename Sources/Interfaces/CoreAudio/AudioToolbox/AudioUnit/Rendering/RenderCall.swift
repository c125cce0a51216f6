import AudioBase
import AudioConversion
import CAudioToolbox

/// The arguments of a render function.
///
/// The pointers are those of one call, and are valid for its duration: the struct is never kept.
@safe
struct RenderCall {
  /// `kAudioUnitRenderAction_…`, which the called function changes.
  let flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>
  /// The time of the first frame.
  let time: UnsafePointer<AudioTimeStamp>
  /// The element that is rendered, or whose input is requested.
  var bus: UInt32
  /// The number of requested frames.
  var frameCount: Int
  /// The destination.
  let list: UnsafeMutablePointer<AudioBufferList>

  /// Returns the same call with other buffers.
  func into(_ list: UnsafeMutablePointer<AudioBufferList>, bus: UInt32, frameCount: Int) -> RenderCall {
    unsafe RenderCall(flags: flags, time: time, bus: bus, frameCount: frameCount, list: list)
  }
}

/// A function of the program and its pointer, which is only passed back: `@unchecked` for that reason.
@safe
struct RenderFunction: @unchecked Sendable {
  /// `AURenderCallback`, which programs also pass without a pointer, although the header requires one.
  typealias Function =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
      UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus

  let function: Function
  let context: UnsafeMutableRawPointer?

  /// Creates the function from a program's struct; `nil` if it has none.
  init?(_ given: AURenderCallbackStruct) {
    guard let function = unsafe given.inputProc else { return nil }
    unsafe self.init(function, given.inputProcRefCon)
  }

  init(_ function: @escaping AURenderCallback, _ context: UnsafeMutableRawPointer?) {
    unsafe self.function = unsafeBitCast(function, to: Function.self)
    unsafe self.context = context
  }

  func callAsFunction(_ call: RenderCall) -> OSStatus {
    unsafe function(context, call.flags, call.time, call.bus, UInt32(clamping: call.frameCount), call.list)
  }

  /// The struct in the form that the program passed.
  var asGiven: AURenderCallbackStruct {
    unsafe AURenderCallbackStruct(
      inputProc: unsafeBitCast(function, to: AURenderCallback.self), inputProcRefCon: context)
  }

  /// Returns true if this is the same function with the same pointer.
  func isSame(_ other: RenderFunction) -> Bool {
    unsafe unsafeBitCast(function, to: UInt.self) == unsafeBitCast(other.function, to: UInt.self)
      && UInt(bitPattern: context) == UInt(bitPattern: other.context)
  }
}

/// The source of an input element's frames.
enum UnitSource {
  /// No source.
  case none
  /// A function of the program: `kAudioUnitProperty_SetRenderCallback`.
  case function(RenderFunction)
  /// An output element of another unit: `kAudioUnitProperty_MakeConnection`.
  case unit(UnitObject, bus: UInt32)
}

extension AudioBufferMemory {
  /// Returns the number of buffers of a list.
  @unsafe
  static func count(of list: UnsafeMutablePointer<AudioBufferList>) -> Int { unsafe Int(list.pointee.mNumberBuffers) }

  /// Clears the first bytes of every buffer, as far as it extends.
  @unsafe
  static func silence(_ list: UnsafeMutablePointer<AudioBufferList>, byteCount: Int) {
    for index in 0..<(unsafe count(of: list)) {
      let buffer = unsafe buffer(index, of: list).pointee
      unsafe buffer.mData?.initializeMemory(
        as: UInt8.self, repeating: 0, count: min(byteCount, Int(buffer.mDataByteSize)))
    }
  }

  /// Returns the samples of a channel of separate 32-bit floats; `nil` if there are not enough.
  @unsafe
  static func samples(
    _ channel: Int, of list: UnsafeMutablePointer<AudioBufferList>, _ frames: Range<Int>
  ) -> UnsafeMutableBufferPointer<Float>? {
    let buffer = unsafe buffer(channel, of: list).pointee
    guard unsafe Int(buffer.mDataByteSize) >= frames.upperBound * 4 else { return nil }
    return unsafe buffer.mData.map {
      unsafe UnsafeMutableBufferPointer(
        start: $0.assumingMemoryBound(to: Float.self) + frames.lowerBound, count: frames.count)
    }
  }

  /// Sets the byte count of every buffer.
  @unsafe
  static func setSize(_ list: UnsafeMutablePointer<AudioBufferList>, byteCount: Int) {
    for index in 0..<(unsafe count(of: list)) {
      unsafe buffer(index, of: list).pointee.mDataByteSize = UInt32(clamping: byteCount)
    }
  }
}

/// Linear PCM in an audio unit, with the sizes of its buffers.
struct UnitFormat: Sendable {
  let format: StreamFormat

  var bufferCount: Int { format.bufferCount }
  var bytesPerFrame: Int { format.bytesPerFrame }
  var channelsPerBuffer: Int { format.channelsPerFrame / format.bufferCount }

  /// The number of channels that a unit's element may have.
  static let largestChannelCount = 64
  /// The sample rates that an element may have, in Hz.
  static let sampleRates = 1.0...1_000_000.0

  /// - Throws: `kAudioUnitErr_FormatNotSupported` for formats other than linear PCM that can be converted.
  init(_ format: StreamFormat) throws(Status) {
    var format = format
    // Programs leave the packets' size out, which follows from the frames'.
    if format.formatID == .linearPCM {
      if format.framesPerPacket == 0 { format.framesPerPacket = 1 }
      if format.bytesPerPacket == 0 { format.bytesPerPacket = format.bytesPerFrame }
    }
    guard format.formatID == .linearPCM, format.sampleRate.isFinite, Self.sampleRates.contains(format.sampleRate),
      (1...Self.largestChannelCount).contains(format.channelsPerFrame), (try? LinearPCMLayout(format)) != nil
    else { throw Status(kAudioUnitErr_FormatNotSupported) }
    self.format = format
  }

  /// Creates a format of 32-bit floats, channels apart.
  init(planar sampleRate: Double, _ channelCount: Int) {
    format = .planarFloats(sampleRate: sampleRate, channelCount: channelCount)
  }

  /// True if the format is 32-bit floats of this machine, channels apart.
  var isPlanarFloat: Bool {
    let flags = format.formatFlags & ~kAudioFormatFlagIsPacked & ~kAudioFormatFlagIsNonMixable
    return flags == kAudioFormatFlagIsFloat | kAudioFormatFlagIsNonInterleaved && format.bitsPerChannel == 32
      && format.bytesPerFrame == 4
  }

  /// Returns true if frames of one format are frames of the other, byte for byte.
  func isSame(as other: UnitFormat) -> Bool {
    guard format.sampleRate == other.format.sampleRate, format.channelsPerFrame == other.format.channelsPerFrame else {
      return false
    }
    if isPlanarFloat && other.isPlanarFloat { return true }
    return format == other.format
  }
}
