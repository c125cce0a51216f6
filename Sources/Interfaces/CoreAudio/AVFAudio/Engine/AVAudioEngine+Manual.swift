import AudioBase
import AudioGraph
import AudioToolbox
import Foundation
import Synchronization

/// The rendering of an engine by its caller.
@safe
final class ManualRendering {
  let mode: AVAudioEngineManualRenderingMode
  let format: AVAudioFormat
  let maximumFrameCount: Int
  /// The buffer lent to callers without their own memory.
  let lent: AVAudioPCMBuffer
  private let sliceStart = Atomic<UInt64>(0)

  init?(_ mode: AVAudioEngineManualRenderingMode, _ format: AVAudioFormat, _ maximumFrameCount: AVAudioFrameCount) {
    guard format.commonFormat != .otherFormat, format.graphFormat.isPossible,
      RenderGraph.capacities.contains(Int(maximumFrameCount)),
      let lent = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: maximumFrameCount)
    else { return nil }
    self.mode = mode
    self.format = format
    self.maximumFrameCount = Int(maximumFrameCount)
    self.lent = lent
  }

  /// Renders the next frames of a graph, and keeps the time of the first.
  fileprivate func render(_ graph: RenderGraph, _ count: Int, _ body: (RenderGraph.Outcome) -> Void) -> Bool {
    let start = graph.sampleTime
    let isRendered = graph.render(RenderGraph.Call(count, mayWait: mode == .offline), body)
    if isRendered { sliceStart.store(start.bitPattern, ordering: .relaxed) }
    return isRendered
  }

  /// The time of the first of the frames that were rendered last.
  var lastSliceStart: Double { Double(bitPattern: sliceStart.load(ordering: .relaxed)) }
}

extension AVAudioEngine {
  /// True if the caller renders instead of a device.
  public var isInManualRenderingMode: Bool { EngineLock.held { manual != nil } }

  /// The mode in which the caller renders; offline rendering otherwise.
  public var manualRenderingMode: AVAudioEngineManualRenderingMode { EngineLock.held { manual?.mode ?? .offline } }

  /// The format of the frames for the caller.
  public var manualRenderingFormat: AVAudioFormat { EngineLock.held { outputDeviceFormat } }

  /// The largest number of frames rendered at a time; 0 without manual rendering.
  public var manualRenderingMaximumFrameCount: AVAudioFrameCount {
    EngineLock.held { AVAudioFrameCount(manual?.maximumFrameCount ?? 0) }
  }

  /// The number of frames rendered since the engine was last started after a stop.
  public var manualRenderingSampleTime: AVAudioFramePosition {
    EngineLock.held { manual == nil ? 0 : AVAudioFramePosition(graph?.sampleTime ?? 0) }
  }

  /// Switches to rendering by the caller instead of a device. Removes taps on the input and the output node.
  ///
  /// - Parameters:
  ///   - mode: The permission for rendering to wait.
  ///   - pcmFormat: The format of the output: one of the usual formats.
  ///   - maximumFrameCount: The largest number of frames at a time, from 1 up to 2^20.
  /// - Throws: ``AVAudioEngineManualRenderingError/initialized`` in AVFAudio's domain where the engine runs;
  ///   `kAudioUnitErr_FormatNotSupported` for another format, or another number of frames.
  public func enableManualRenderingMode(
    _ mode: AVAudioEngineManualRenderingMode, format pcmFormat: AVAudioFormat, maximumFrameCount: AVAudioFrameCount
  ) throws {
    try EngineLock.held {
      guard !running else { throw Self.error(.initialized, "the engine runs", "enableManualRenderingMode") }
      guard let made = ManualRendering(mode, pcmFormat, maximumFrameCount) else {
        throw NSError.ofEngine(
          OSStatus(kAudioUnitErr_FormatNotSupported), "\(maximumFrameCount) frames of \(pcmFormat) cannot be rendered",
          call: "enableManualRenderingMode")
      }
      for node in [input, output].compactMap({ $0 as AVAudioNode? }) { node.removeTap(onBus: 0) }
      stop()
      manual = made
    }
  }

  /// Returns to rendering by the device.
  ///
  /// - Precondition: The engine does not run.
  public func disableManualRenderingMode() {
    EngineLock.held {
      guard manual != nil else { return }
      require(!running, "!IsRunning()")
      stop()
      manual = nil
      input?.forgetManualInput()
    }
  }

  private static func error(
    _ error: AVAudioEngineManualRenderingError, _ reason: String, _ call: String
  ) -> NSError {
    .ofEngine(error.rawValue, reason, call: call)
  }

  /// Renders the next frames as fast as possible.
  ///
  /// Files are read meanwhile, and blocks of taps have returned when it does.
  ///
  /// - Parameters:
  ///   - numberOfFrames: At most ``manualRenderingMaximumFrameCount``.
  ///   - buffer: Of ``manualRenderingFormat``, with room for them; its length is set.
  /// - Throws: ``AVAudioEngineManualRenderingError/invalidMode`` or ``AVAudioEngineManualRenderingError/notRunning`` in
  ///   AVFAudio's domain; `kAudio_ParamError` for too many frames, or another buffer.
  @discardableResult
  public func renderOffline(
    _ numberOfFrames: AVAudioFrameCount, to buffer: AVAudioPCMBuffer
  ) throws -> AVAudioEngineManualRenderingStatus {
    let (graph, manual) = try EngineLock.held {
      guard let manual = self.manual, manual.mode == .offline else {
        throw Self.error(.invalidMode, "the engine is not rendered offline", "renderOffline")
      }
      guard running, let graph = self.graph else {
        throw Self.error(.notRunning, "the engine does not run", "renderOffline")
      }
      guard buffer.format == manual.format, Int(numberOfFrames) <= manual.maximumFrameCount,
        numberOfFrames <= buffer.frameCapacity
      else {
        throw NSError.ofEngine(
          kAudio_ParamError, "the buffer does not fit, or there are too many frames", call: "renderOffline")
      }
      return (graph, Handover(value: manual))
    }
    let count = Int(numberOfFrames)
    buffer.frameLength = numberOfFrames
    var lacksInput = false
    let isRendered = manual.value.render(graph, count) { outcome in
      unsafe outcome.write(count, to: buffer.mutableAudioBufferList, SampleLayout(manual.value.format))
      lacksInput = outcome.lacksInput
    }
    guard isRendered else { return .cannotDoInCurrentContext }
    serve(waits: true)
    return lacksInput ? .insufficientDataFromInputNode : .success
  }

  /// Renders the next frames on a thread that must not wait. Get this block before rendering; the engine must live as
  /// long as it is used.
  ///
  /// A list whose buffers have no memory is given the engine's own, which stays until the next call.
  public var manualRenderingBlock: AVAudioEngineManualRenderingBlock {
    let present = EngineLock.held { manual }
    return { [unowned self] frameCount, list, status in
      guard let manual = present, manual.mode == .realtime else {
        unsafe status?.pointee = AVAudioEngineManualRenderingError.invalidMode.rawValue
        return .error
      }
      return renderedGraph.use { rendered in
        guard let graph = rendered.graph else {
          unsafe status?.pointee = AVAudioEngineManualRenderingError.notRunning.rawValue
          return .error
        }
        guard unsafe manual.prepare(list, Int(frameCount)) else {
          unsafe status?.pointee = kAudio_ParamError
          return .error
        }
        var lacksInput = false
        let isRendered = manual.render(graph, Int(frameCount)) { outcome in
          unsafe outcome.write(Int(frameCount), to: list, SampleLayout(manual.format))
          lacksInput = outcome.lacksInput
        }
        unsafe status?.pointee = noErr
        guard isRendered else { return .cannotDoInCurrentContext }
        return lacksInput ? .insufficientDataFromInputNode : .success
      }
    }
  }
}

extension ManualRendering {
  /// Lends memory to a list without memory, and returns true if it can be filled.
  fileprivate func prepare(_ list: UnsafeMutablePointer<AudioBufferList>, _ frameCount: Int) -> Bool {
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    guard frameCount <= maximumFrameCount, (unsafe buffers.count) == format.bufferCount else { return false }
    let size = UInt32(SampleLayout(format).byteCount(frameCount))
    let own = unsafe UnsafeMutableAudioBufferListPointer(lent.mutableAudioBufferList)
    for index in 0..<(unsafe buffers.count) {
      if unsafe buffers[index].mData == nil {
        unsafe buffers[index].mData = own[index].mData
      } else if unsafe buffers[index].mDataByteSize < size {
        return false
      }
      unsafe buffers[index].mDataByteSize = size
    }
    return true
  }
}

extension RenderGraph.Outcome {
  /// Writes the rendered frames; silence if nothing is connected.
  fileprivate func write(_ count: Int, to list: UnsafePointer<AudioBufferList>, _ layout: SampleLayout) {
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
    for index in 0..<(unsafe buffers.count) {
      let size = min(Int(unsafe buffers[index].mDataByteSize), layout.byteCount(count))
      unsafe buffers[index].mData?.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }
    forEachChannel(count) { channel, samples in unsafe layout.write(samples, channel: channel, to: list) }
  }
}
