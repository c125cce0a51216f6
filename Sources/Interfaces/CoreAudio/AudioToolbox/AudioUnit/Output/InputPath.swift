import AudioBase
import AudioConversion
import AudioDevices
import CAudioToolbox

/// The path of captured frames from a device to a program: element 1 of an output unit, from an initialization to its
/// end.
///
/// The device's thread converts and stores the frames; `AudioUnitRender` takes them on any thread.
///
/// `@unchecked`: the converter and its memory belong to the device's thread, which makes one call at a time.
@safe
final class InputPath: @unchecked Sendable {
  /// The format of the program's frames.
  let format: UnitFormat
  let maximumFrameCount: Int
  /// The sample rate of the device, in Hz.
  let deviceRate: Double
  private let deviceChannelCount: Int
  private let frames: CapturedFrames
  private let lent: LentMemory?
  private let cycleFrameCount: Int
  /// The conversion and its destination; `nil` if the program gets the captured frames unchanged.
  private let conversion: (any BufferConversion)?
  private let converted: LentMemory

  /// - Parameters:
  ///   - device: The format that the device captures.
  ///   - cycleFrameCount: The largest number of frames that it captures at a time.
  ///   - channels: The mapping of the device's channels to the program's, if that is not plain.
  init(
    from device: DeviceFormat, _ cycleFrameCount: Int, _ configuration: UnitObject.Configuration,
    channels: ChannelMapping?
  ) throws(Status) {
    format = configuration.outputs[1]
    maximumFrameCount = configuration.maximumFrameCount
    (deviceRate, deviceChannelCount) = (device.sampleRate, device.channelCount)
    let hardware = UnitFormat(planar: device.sampleRate, device.channelCount)
    conversion =
      channels == nil && hardware.isSame(as: format)
      ? nil : try PullConverter.conversion(from: hardware, to: format, channels: channels, frameCount: cycleFrameCount)
    let ratio = format.format.sampleRate / device.sampleRate
    self.cycleFrameCount = Int((Double(cycleFrameCount) * ratio).rounded(.up)) + 1
    frames = CapturedFrames(format, capacity: max(maximumFrameCount, 8 * self.cycleFrameCount))
    lent = configuration.withoutMemory.contains(1) ? nil : LentMemory(format, frameCount: maximumFrameCount)
    converted = LentMemory(format, frameCount: conversion == nil ? 0 : self.cycleFrameCount)
  }

  /// Clears all sound in it. The device does not call.
  func reset() {
    conversion?.reset()
    frames.removeAll()
  }

  /// The delay of the output relative to the input, in seconds.
  var latency: Double { conversion?.latency ?? 0 }

  /// Takes captured frames.
  ///
  /// - Returns: Frames that have come by it, in the program's format.
  func append(_ samples: Span<Float>, _ cycle: DeviceCycle) -> Int {
    guard let conversion else {
      frames.append(planes: samples, frameCount: cycle.frameCount)
      return cycle.frameCount
    }
    var (taken, total, made) = (0, 0, 0)
    repeat {
      made = conversion.fill(converted, frameCount: cycleFrameCount) { wanted, take in
        let count = min(wanted, cycle.frameCount - taken)
        guard count > 0 else { return nil }
        for channel in 0..<min(deviceChannelCount, cycle.channelCount) {
          let start = channel * cycle.frameCount + taken
          unsafe samples.extracting(start..<(start + count)).withUnsafeBytes {
            take(channel, unsafe $0.bindMemory(to: UInt8.self).span)
          }
        }
        taken += count
        return count
      }
      converted.read { frames.append($0, frameCount: made, stride: converted.bytesPerBuffer) }
      total += made
    } while made == cycleFrameCount
    return total
  }

  /// The reader of captured frames.
  enum Reader {
    /// The input function, for the frames that it was notified of.
    case inputFunction
    /// The function that supplies the frames to play, from the same unit; its delay must not grow.
    case renderFunction
    /// Another function of the program.
    case program
  }

  /// Passes frames to the program.
  ///
  /// - Returns: `kAudioUnitErr_CannotDoInCurrentContext` if the input function requests more than it was notified
  ///   of.
  ///   Others get silence then, marked by `kAudioUnitRenderAction_OutputIsSilence`.
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
