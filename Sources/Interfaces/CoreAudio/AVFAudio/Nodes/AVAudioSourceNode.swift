import AudioBase
import AudioErrors
import AudioGraph
import AudioToolbox
import Foundation

/// A node whose sound is produced by a block of the program.
@safe
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
  private let levels = InputLevels()
  private let told: AVAudioFormat?
  private let block: AVAudioSourceNodeRenderBlock

  /// Creates a node whose block fills lists in the format of its connection.
  public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
    told = nil
    unsafe self.block = unsafe block
    super.init()
  }

  /// Creates a node whose block fills lists of linear PCM in a common format, with the connection's rate and channels.
  public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
    require(format.commonFormat != .otherFormat, "format.commonFormat != AVAudioOtherFormat")
    told = format
    unsafe self.block = unsafe block
    super.init()
  }

  override var ownLevels: InputLevels? { levels }
  override var usualFormat: AVAudioFormat { told ?? .ofNodes }

  /// The volume at the next mixer.
  open var volume: Float {
    get { levels.volume }
    set { levels.volume = newValue }
  }

  /// The position at the next mixer.
  open var pan: Float {
    get { levels.pan }
    set { levels.pan = newValue }
  }

  /// Returns the volume and position at one connection only.
  open func destination(forMixer mixer: AVAudioNode, bus: AVAudioNodeBus) -> AVAudioMixingDestination? {
    mixingDestination(mixer, bus)
  }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    let listed = told ?? AVAudioFormat(graph: format)
    guard listed.graphFormat == format,
      let buffer = AVAudioPCMBuffer(pcmFormat: listed, frameCapacity: AVAudioFrameCount(capacity))
    else { throw .mismatch(from: listed.graphFormat, to: format) }
    let call = unsafe SourceCall(block, buffer)
    return try CallbackStage(format: format, capacity: capacity) { planes, count, moment in
      call.render(&planes, count, moment)
      return true
    }
  }
}

/// A source node's block and the list that it is given.
///
/// `@unchecked`, for only who renders uses it. A class of its own, for the compiler ends with "Found ownership error"
/// where a closure takes a pair of both apart.
@safe
private final class SourceCall: @unchecked Sendable {
  private let block: AVAudioSourceNodeRenderBlock
  private let buffer: AVAudioPCMBuffer
  private let layout: SampleLayout

  init(_ block: @escaping AVAudioSourceNodeRenderBlock, _ buffer: AVAudioPCMBuffer) {
    unsafe self.block = unsafe block
    self.buffer = buffer
    layout = SampleLayout(buffer.format)
  }

  func render(_ planes: inout PCMBlock, _ count: Int, _ moment: RenderMoment) {
    var isSilence = ObjCBool(false)
    var stamp = AudioTimeStamp()
    stamp.mSampleTime = moment.sampleTime
    stamp.mHostTime = moment.hostTime
    stamp.mFlags = moment.hostTime > 0 ? [.sampleTimeValid, .hostTimeValid] : .sampleTimeValid
    // The list says how many bytes are requested, and may come back with memory of the program's own.
    let list = unsafe buffer.mutableAudioBufferList
    for index in 0..<buffer.format.bufferCount {
      unsafe UnsafeMutableAudioBufferListPointer(list)[index].mDataByteSize = UInt32(layout.byteCount(count))
    }
    let status = unsafe block(&isSilence, &stamp, AVAudioFrameCount(count), list)
    if status == noErr, !isSilence.boolValue { unsafe layout.read(list, count, into: &planes) }
  }
}
