import AudioBase
import AudioDevices
import AudioGraph
import CAudioToolbox

/// A unit whose sound is made by the stages of a render graph: 32-bit floats in separate channels. All its elements
/// have one format, so that setting one sets all, except in a matrix mixer.
///
/// `@unchecked`: as for `UnitObject`.
class GraphUnit: UnitObject, @unchecked Sendable {
  /// - Parameter inputCount: Input elements.
  init(_ kind: UnitKind, inputCount: Int) {
    let standard = UnitFormat(planar: 44100, 2)
    super.init(
      kind, Configuration(inputs: Array(repeating: standard, count: inputCount), outputs: [standard]))
  }

  /// Returns the stages; the last one makes the output.
  func makeDesign(_ format: GraphFormat, capacity: Int) throws(AudioError) -> GraphDesign { GraphDesign() }

  /// Creates the stage of a unit that is a node; the code that renders it connects its input.
  func makeEffect(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    throw .notMade(kind.name)
  }

  /// True if samples pass unchanged.
  var isBypassed: Bool {
    get { false }
    set {}
  }

  /// Does the work after each call that has rendered, on its thread.
  func didRender() {}

  /// Returns the number of the first frame of a call; `nil` if the unit counts its frames itself.
  func sampleTime(_ call: RenderCall) -> Double? { nil }

  // MARK: Formats

  override func setFormat(_ scope: AudioUnitScope, _ element: Int, _ format: UnitFormat) throws(Status) {
    guard format.isPlanarFloat else { throw Status(kAudioUnitErr_FormatNotSupported) }
    try changeAtRest { Self.set(format, &$0) }
  }

  override func take(_ format: UnitFormat, forInput index: Int, _ configuration: inout Configuration) {
    Self.set(format, &configuration)
  }

  private static func set(_ format: UnitFormat, _ configuration: inout Configuration) {
    for index in configuration.inputs.indices { configuration.inputs[index] = format }
    configuration.outputs[0] = format
  }

  override var channelCounts: AUChannelInfo {
    let isGenerator = configuration.withLock { $0.inputs.isEmpty }
    return AUChannelInfo(inChannels: isGenerator ? 0 : -1, outChannels: -1)
  }

  // MARK: Rendering

  override func makeState(_ configuration: Configuration) throws(Status) -> AnyObject? {
    // A source may have taken another format since it was connected.
    guard configuration.outputs[0].isPlanarFloat else { throw Status(kAudioUnitErr_FormatNotSupported) }
    let format = GraphFormat(
      sampleRate: configuration.outputs[0].format.sampleRate,
      channelCount: configuration.outputs[0].format.channelsPerFrame)
    let capacity = configuration.maximumFrameCount
    do throws(AudioError) {
      let graph = try RenderGraph(format: format, capacity: capacity)
      try graph.apply(try makeDesign(format, capacity: capacity))
      return graph
    } catch {
      throw Status(kAudioUnitErr_FormatNotSupported)
    }
  }

  override func produce(_ call: RenderCall, _ live: Live) -> OSStatus {
    guard let graph = live.state as? RenderGraph else { return kAudioUnitErr_Uninitialized }
    let time = unsafe call.time.pointee
    graph.render(
      RenderGraph.Call(
        call.frameCount, sampleTime: sampleTime(call),
        hostTime: time.mFlags.contains(.hostTimeValid) ? time.mHostTime : 0,
        // A device does not wait for files; who renders by himself does.
        mayWait: !RenderingThread.isOnDevice)
    ) { outcome in
      outcome.forEachChannel(call.frameCount) { channel, samples in
        let target = unsafe AudioBufferMemory.samples(channel, of: call.list, 0..<call.frameCount)
        var plane = unsafe target?.mutableSpan
        plane?.copy(samples)
      }
    }
    didRender()
    return noErr
  }

  // MARK: Input

  /// Makes a stage that requests its frames.
  ///
  /// - Parameter fill: Fills the first frames of a silent block; it may use the given list.
  final func makeSource(
    _ format: GraphFormat, capacity: Int,
    _ fill: @escaping @Sendable (_ block: inout PCMBlock, _ count: Int, RenderMoment, CallbackBufferList) -> Void
  ) throws(AudioError) -> RenderStage {
    let list = CallbackBufferList(count: format.channelCount)
    _ = unsafe list.prepare(channelsPerBuffer: 1, byteCount: capacity * MemoryLayout<Float>.size)
    return try CallbackStage(format: format, capacity: capacity) { block, count, moment in
      fill(&block, count, moment, list)
      return true
    }
  }

  /// Requests frames of an input into a block that is silent, and returns the status.
  final func ask(
    _ bus: Int, _ block: inout PCMBlock, into inputList: CallbackBufferList, _ count: Int, _ moment: RenderMoment
  ) -> OSStatus {
    let size = count * MemoryLayout<Float>.size
    let list = unsafe inputList.prepare(channelsPerBuffer: 1, byteCount: size)
    unsafe AudioBufferMemory.silence(list, byteCount: size)
    var time = AudioTimeStamp(sampleTime: moment.sampleTime, nil)
    if moment.hostTime > 0 {
      time.mHostTime = moment.hostTime
      time.mFlags.insert(.hostTimeValid)
    }
    var flags: AudioUnitRenderActionFlags = []
    let status = unsafe withUnsafeMutablePointer(to: &flags) { flags in
      unsafe withUnsafePointer(to: time) { time in
        unsafe pull(RenderCall(flags: flags, time: time, bus: UInt32(bus), frameCount: count, list: list))
      }
    }
    guard status == noErr, !flags.contains(.unitRenderAction_OutputIsSilence) else { return status }
    for channel in 0..<block.channelCount {
      guard let samples = unsafe AudioBufferMemory.samples(channel, of: list, 0..<count) else { continue }
      var plane = block.plane(channel)
      plane.copy(unsafe samples.span)
    }
    return status
  }

  // MARK: State

  override func reset() {
    super.reset()
    graph?.reset()
  }

  /// The frame after the rendered ones; `nil` before the unit is initialized.
  var renderedTime: Double? { graph?.sampleTime }

  private var graph: RenderGraph? { live?.state as? RenderGraph }
}
