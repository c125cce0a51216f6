import AudioBase
import AudioErrors
import AudioGraph
import AudioToolbox
import Foundation

/// A unit of the program's own class as a node of an engine: its stage calls the unit's render block.
///
/// `@unchecked`: the stage is touched with the engines' lock held.
final class HostedUnit: @unchecked Sendable {
  let unit: AUAudioUnit
  private weak var stage: HostStage?

  init(_ unit: AUAudioUnit) { self.unit = unit }

  deinit { release() }

  /// Stops rendering of the unit, and makes it free its resources.
  func release() {
    stage?.close { usleep(1000) }
    stage = nil
    if unit.renderResourcesAllocated { unit.deallocateRenderResources() }
  }

  /// Makes the stage for a format, which the busses get.
  func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    release()
    let stated = AVAudioFormat(graph: format)
    do {
      for busses in [unit.inputBusses, unit.outputBusses] where busses.count > 0 { try busses[0].setFormat(stated) }
      unit.maximumFramesToRender = AUAudioFrameCount(capacity)
      try unit.allocateRenderResources()
    } catch {
      throw .notMade("\(unit.audioUnitName ?? "the unit") at \(stated) (\(error))")
    }
    guard let call = HostedCall(unit, stated, capacity: capacity) else { throw .format(format) }
    let made = try HostStage(format: format, capacity: capacity) { block, count, moment, stage in
      call.render(&block, count, moment, stage)
    }
    stage = made
    return made
  }
}

/// The block of a unit, and the lists that it is given.
///
/// `@unchecked`: the thread that renders alone uses it.
@safe
private final class HostedCall: @unchecked Sendable {
  private let unit: UnitRendering?
  private let block: AURenderBlock
  private let output: AVAudioPCMBuffer
  private let input: AVAudioPCMBuffer
  private let layout: SampleLayout
  private let capacity: Int
  /// The stage, during a call.
  private var stage: HostStage?
  private var pull: AURenderPullInputBlock?
  /// The memory of the output, which a unit may replace in the list by its own.
  private let memory: [UnsafeMutableRawPointer?]

  init?(_ unit: AUAudioUnit, _ format: AVAudioFormat, capacity: Int) {
    guard let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(capacity)),
      let input = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(capacity))
    else { return nil }
    (self.unit, self.output, self.input, self.capacity) = (unit.rendering, output, input, capacity)
    layout = SampleLayout(format)
    unsafe block = unsafe unit.renderBlock
    unsafe memory = unsafe UnsafeMutableAudioBufferListPointer(output.mutableAudioBufferList).map { unsafe $0.mData }
    unsafe pull = { [unowned self] _, time, frameCount, bus, list in
      unsafe give(time.pointee, Int(frameCount), bus, list)
    }
  }

  func render(_ block: inout PCMBlock, _ count: Int, _ moment: RenderMoment, _ stage: HostStage) -> Bool {
    if let unit, unit.isBypassed {
      guard stage.pull(count, moment) else { return true }
      stage.withInput { block.copy(0..<count, of: $0) }
      return true
    }
    self.stage = stage
    defer { self.stage = nil }
    var stamp = AudioTimeStamp()
    stamp.mSampleTime = moment.sampleTime
    stamp.mHostTime = moment.hostTime
    stamp.mFlags = moment.hostTime > 0 ? [.sampleTimeValid, .hostTimeValid] : .sampleTimeValid
    let list = unsafe output.mutableAudioBufferList
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    for index in unsafe 0..<buffers.count {
      unsafe buffers[index].mData = memory[index]
      unsafe buffers[index].mDataByteSize = UInt32(layout.byteCount(count))
    }
    var flags: AudioUnitRenderActionFlags = []
    guard unsafe self.block(&flags, &stamp, AUAudioFrameCount(count), 0, list, pull) == noErr else { return false }
    if !flags.contains(.unitRenderAction_OutputIsSilence) { unsafe layout.read(list, count, into: &block) }
    return true
  }

  /// Passes frames of its input to the unit, in the unit's own memory or, if it has none, in lent memory.
  private func give(
    _ time: AudioTimeStamp, _ count: Int, _ bus: Int, _ list: UnsafeMutablePointer<AudioBufferList>
  ) -> AUAudioUnitStatus {
    guard count <= capacity else { return kAudioUnitErr_TooManyFramesToProcess }
    guard bus == 0, let stage, stage.pull(count, RenderMoment(sampleTime: time.mSampleTime, hostTime: time.mHostTime))
    else { return kAudioUnitErr_NoConnection }
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    let lent = unsafe UnsafeMutableAudioBufferListPointer(input.mutableAudioBufferList)
    guard unsafe buffers.count == lent.count else { return kAudioUnitErr_FormatNotSupported }
    for index in unsafe 0..<buffers.count {
      if unsafe buffers[index].mData == nil {
        unsafe buffers[index].mData = lent[index].mData
      } else if unsafe Int(buffers[index].mDataByteSize) < layout.byteCount(count) {
        return kAudio_ParamError
      }
      unsafe buffers[index].mDataByteSize = UInt32(layout.byteCount(count))
    }
    stage.withInput { frames in
      for index in unsafe 0..<buffers.count { unsafe layout.write(frames.channel(index), channel: index, to: list) }
    }
    return noErr
  }
}
