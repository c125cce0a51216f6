import AudioBase
import AudioErrors
import AudioGraph
import AudioToolbox
public import Foundation

/// A part of an ``AVAudioEngine``, which makes, changes, mixes or takes sound.
///
/// It is of use once it is attached to an engine and connected. Misuse, such as connecting a node that is not attached,
/// ends the process with the text of Apple's exception.
///
/// `@unchecked`, for all that changes of it is touched with the engines' lock held alone.
open class AVAudioNode: NSObject, @unchecked Sendable {
  weak var owner: AVAudioEngine?
  /// The format that a connection or a tap gave the output.
  var statedFormat: AVAudioFormat?
  /// The stage that renders it, and the number of frames at a time.
  private(set) var stage: RenderStage?
  private var stageCapacity = 0
  var tap: InstalledTap?
  /// The position in space, for nodes that have one.
  let spatial = Lock(SpatialSettings())
  private var ownUnit: AUAudioUnit?
  /// The inputs of a mixer: as many as connections have come to, or as were set.
  var mixedInputCount = 1

  /// Creates a node that does nothing. Programs create nodes of derived classes.
  public override init() { super.init() }

  // MARK: To be overridden

  /// The number of inputs.
  open var numberOfInputs: Int { 0 }
  /// The number of outputs.
  open var numberOfOutputs: Int { 1 }

  /// The largest number of inputs of the node: mixers get more of them with their connections.
  var inputLimit: Int { numberOfInputs }
  /// True if inputs are converted to the output's format.
  var convertsInputs: Bool { false }
  /// The format of the output if none was set.
  var usualFormat: AVAudioFormat { .ofNodes }
  /// The volume and panorama at the mixer after the node, if it has them.
  var ownLevels: InputLevels? { nil }

  /// Makes the stage that renders the node.
  func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try RenderStage(format: format, capacity: capacity)
  }

  /// Called when it leaves its engine.
  func detached() {}
  /// Called when its engine pauses or stops.
  func engineStopped() {}
  /// Clears the sound that the node holds or is about to produce.
  open func reset() {
    EngineLock.held {
      // A stage that no graph has holds nothing.
      if let stage, let graph = owner?.graph { graph.reset(stage) }
    }
  }

  // MARK: Units

  /// Makes the answer to ``auAudioUnit``.
  func makeUnit() -> AUAudioUnit { AUAudioUnit(self, nil, AudioComponentDescription()) }

  /// The audio unit of the node, with its parameters and busses; without parameters and component for nodes that are
  /// not audio units.
  open var auAudioUnit: AUAudioUnit {
    EngineLock.held {
      if let ownUnit { return ownUnit }
      let made = makeUnit()
      ownUnit = made
      return made
    }
  }

  // MARK: Formats

  /// The engine that the node is attached to.
  open var engine: AVAudioEngine? { EngineLock.held { owner } }

  /// Returns the format of an input: that of the node connected to it.
  open func inputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    require(bus >= 0 && bus < max(1, inputLimit), "bus < numberOfInputs")
    return EngineLock.held { owner?.link(to: self, bus)?.source.currentFormat ?? unconnectedInputFormat }
  }

  /// The format of an input to which nothing is connected.
  var unconnectedInputFormat: AVAudioFormat { convertsInputs ? .ofNodes : currentFormat }

  /// Returns the format of an output.
  open func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
    require(bus >= 0 && bus < max(1, numberOfOutputs), "bus < numberOfOutputs")
    return EngineLock.held { currentFormat }
  }

  /// The format of the output: the one that was set, otherwise that of the input if nothing is converted.
  var currentFormat: AVAudioFormat { format(through: 0) }

  /// - Parameter depth: Nodes that were asked before, which ends at a loop.
  private func format(through depth: Int) -> AVAudioFormat {
    if let statedFormat { return statedFormat }
    guard numberOfInputs == 1, !convertsInputs, depth < 1000, let link = owner?.link(to: self, 0) else {
      return usualFormat
    }
    return link.source.format(through: depth + 1)
  }

  /// Returns the name of an input.
  open func name(forInputBus bus: AVAudioNodeBus) -> String? { bus < numberOfInputs ? "Input \(bus)" : nil }

  /// Returns the name of an output.
  open func name(forOutputBus bus: AVAudioNodeBus) -> String? { bus < numberOfOutputs ? "Output \(bus)" : nil }

  // MARK: Rendering

  /// Returns the stage for a number of frames at a time: the existing one, unless its format has changed.
  func currentStage(capacity: Int) throws(AudioError) -> RenderStage {
    let format = currentFormat.graphFormat
    if let stage, stage.format == format, stageCapacity == capacity { return stage }
    let made = try makeStage(format, capacity: capacity)
    (stage, stageCapacity) = (made, capacity)
    return made
  }

  /// Discards the stage; the next request creates another one.
  func forgetStage() { stage = nil }

  /// The time of the node's last output, counted in its frames; `nil` if its engine does not run, or does not render
  /// the node.
  ///
  /// In manual rendering it is the end of that output, unless other rates or units that change time stand between the
  /// node and the engine's output.
  open var lastRenderTime: AVAudioTime? {
    EngineLock.held {
      guard let owner, owner.isRunning, let stage, owner.renders(self) else { return nil }
      if let moment = stage.clock.last {
        let isAtOutput = owner.manual.map { $0.lastSliceStart == moment.sampleTime } ?? false
        let end = isAtOutput ? owner.firstSampleTime.map { RenderMoment(sampleTime: $0) } : nil
        return AVAudioTime(end ?? moment, rate: stage.format.sampleRate)
      }
      guard let time = owner.firstSampleTime else { return nil }
      return AVAudioTime(RenderMoment(sampleTime: time), rate: stage.format.sampleRate)
    }
  }

  /// The delay caused by the node, in seconds: 0 for all nodes here.
  open var latency: TimeInterval { 0 }

  /// The seconds until the node's output is heard.
  open var outputPresentationLatency: TimeInterval { EngineLock.held { owner?.deviceLatency ?? 0 } }

  // MARK: Taps

  /// Installs a block that receives all frames of an output.
  ///
  /// It receives buffers of one length: `bufferSize` frames, limited to the range from 100 ms to 400 ms. Once it has
  /// shortened a buffer by setting its length, it receives buffers of that length, several at a time. In offline
  /// rendering the call that renders waits for it.
  ///
  /// - Parameters:
  ///   - bus: The output; on an output node its input.
  ///   - bufferSize: Frames that are requested at a time.
  ///   - format: That of the output, or `nil`. If nothing is connected it becomes the output's format.
  ///   - tapBlock: Is given the frames, and the moment of the first.
  /// - Precondition: The node is attached, has no tap, and has that format.
  open func installTap(
    onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
    block tapBlock: @escaping AVAudioNodeTapBlock
  ) {
    EngineLock.held {
      guard let owner else { return require(false, "_engine != nil") }
      require(bus >= 0 && bus < max(1, numberOfOutputs), "bus < numberOfOutputs")
      require(tap == nil, "nullptr == Tap()")
      if let format { owner.state(format, ofTapOn: self) }
      let rate = currentFormat.sampleRate
      let length = min(max(Double(bufferSize), (rate * 0.1).rounded()), (rate * 0.4).rounded())
      tap = InstalledTap(self, frameCount: max(1, Int(length)), tapBlock)
      owner.changed()
    }
  }

  /// Removes a tap, if there is one.
  open func removeTap(onBus bus: AVAudioNodeBus) {
    EngineLock.held {
      guard let present = tap, bus == 0 else { return }
      present.end()
      tap = nil
      owner?.changed()
    }
  }
}

extension AVAudioTime {
  /// Creates a moment of a stage.
  convenience init(_ moment: RenderMoment, rate: Double) {
    let sample = AVAudioFramePosition(exactly: moment.sampleTime.rounded()) ?? 0
    if moment.hostTime > 0 {
      self.init(hostTime: moment.hostTime, sampleTime: sample, atRate: rate)
    } else {
      self.init(sampleTime: sample, atRate: rate)
    }
  }
}
