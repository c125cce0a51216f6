import AudioBase
import AudioConversion
import AudioDevices
import CAudioToolbox

/// The way from what a device captures to a program: element 1 of an output unit, from an initialization to its end.
///
/// The device's thread converts and puts the frames away; `AudioUnitRender` takes them on any thread.
///
/// `@unchecked`: the converter and its memory are the device's thread's, which calls one at a time.
@safe
final class InputPath: @unchecked Sendable {
  /// What the program gets.
  let format: UnitFormat
  let maximumFrameCount: Int
  /// Frames a second of the device.
  let deviceRate: Double
  private let frames: CapturedFrames
  private let lent: LentMemory?
  private let cycleFrameCount: Int
  private let isSame: Bool
  private var converter: PacketConverter
  private var batch = PacketBatch()

  /// - Parameters:
  ///   - device: What the device captures.
  ///   - cycleFrameCount: Frames that it captures at a time at most.
  ///   - map: For each channel of the program's the number of one of the device's.
  init(
    from device: DeviceFormat, _ cycleFrameCount: Int, _ configuration: UnitObject.Configuration, map: [Int?]?
  ) throws(Status) {
    format = configuration.outputs[1]
    maximumFrameCount = configuration.maximumFrameCount
    deviceRate = device.sampleRate
    let hardware = UnitFormat(planar: device.sampleRate, device.channelCount)
    isSame = map == nil && hardware.isSame(as: format)
    converter = try PullConverter.makeConverter(from: hardware, to: format, map: map)
    let ratio = format.format.sampleRate / device.sampleRate
    self.cycleFrameCount = Int((Double(cycleFrameCount) * ratio).rounded(.up)) + 1
    frames = CapturedFrames(format, capacity: max(maximumFrameCount, 8 * self.cycleFrameCount))
    lent = configuration.withoutMemory.contains(1) ? nil : LentMemory(format, frameCount: maximumFrameCount)
    warmUp(DeviceFormat(sampleRate: device.sampleRate, channelCount: device.channelCount), cycleFrameCount)
  }

  /// Converts silence, so that all memory is there that a cycle needs.
  private func warmUp(_ device: DeviceFormat, _ frameCount: Int) {
    guard !isSame else { return }
    let silence = [Float](repeating: 0, count: frameCount * device.channelCount)
    let cycle = DeviceCycle(
      time: DeviceTime(sampleTime: 0, hostTime: 0), frameCount: frameCount, channelCount: device.channelCount)
    for _ in 0..<3 { _ = append(silence.span, cycle) }
    reset()
  }

  /// Forgets all sound that is under way. The device does not call.
  func reset() {
    converter.reset()
    frames.removeAll()
  }

  /// Seconds by which what comes out is behind what goes in.
  var latency: Double { isSame ? 0 : converter.latency }

  /// Takes what a device has captured.
  ///
  /// - Returns: Frames that have come by it, in the program's format.
  func append(_ samples: Span<Float>, _ cycle: DeviceCycle) -> Int {
    guard !isSame else {
      frames.append(planes: samples, frameCount: cycle.frameCount)
      return cycle.frameCount
    }
    converter.append(
      PlanarSamples(
        samples, stride: cycle.frameCount, channelCount: cycle.channelCount, frames: 0..<cycle.frameCount))
    guard (try? converter.fill(&batch, packetCount: 2 * cycleFrameCount)) != nil else { return 0 }
    return Self.put(batch, into: frames)
  }

  private static func put(_ batch: PacketBatch, into frames: CapturedFrames) -> Int {
    let size = batch.bytes.count / frames.format.bufferCount
    let count = size / frames.format.bytesPerFrame
    frames.append(batch.bytes.span, frameCount: count, stride: size)
    return count
  }

  /// Who asks for captured frames.
  enum Reader {
    /// The input function, of the frames that it was told of.
    case inputFunction
    /// The function that gives frames to be played, by the same unit: what is played is not to get later and later.
    case renderFunction
    /// Any other.
    case program
  }

  /// Gives frames to the program.
  ///
  /// - Returns: `kAudioUnitErr_CannotDoInCurrentContext` where the input function asks for more than it was told of.
  ///   Others get silence then, and are told by `kAudioUnitRenderAction_OutputIsSilence`.
  func render(_ call: RenderCall, _ reader: Reader) -> OSStatus {
    Status.of { () throws(Status) in
      guard call.frameCount <= maximumFrameCount else { throw Status(kAudioUnitErr_TooManyFramesToProcess) }
      try UnitObject.prepare(call, format, lent)
      let most = reader == .renderFunction ? cycleFrameCount : .max
      if unsafe frames.take(call.frameCount, into: call.list, keeping: most) { return }
      guard reader != .inputFunction else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
      unsafe AudioBufferMemory.silence(call.list, byteCount: call.frameCount * format.bytesPerFrame)
      unsafe call.flags.pointee.insert(.unitRenderAction_OutputIsSilence)
    }
  }
}
