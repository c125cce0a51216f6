import AudioGraph
import Dispatch
import Foundation
import Synchronization

/// A tap on a node: the observer of its stage, and the block that gets the buffers.
///
/// `@unchecked`: the graph's tap changes with the engines' lock held, and the block is called on one serial queue.
final class InstalledTap: @unchecked Sendable {
  private unowned let node: AVAudioNode
  private let frameCount: Int
  private let block: AVAudioNodeTapBlock
  private let queue = DispatchQueue(label: "AVAudioNode.TapQueue")
  private let isEnded = Atomic<Bool>(false)
  private var graphTap: GraphTap?
  private var format: AVAudioFormat?
  /// The number of frames per buffer, as the block requested.
  private let wanted: Atomic<Int>
  /// The frames left over from the graph's tap; only the delivering thread uses it.
  private var rest = TapRest()

  init(_ node: AVAudioNode, frameCount: Int, _ block: @escaping AVAudioNodeTapBlock) {
    (self.node, self.frameCount) = (node, frameCount)
    wanted = Atomic(frameCount)
    self.block = block
  }

  /// Returns the tap for a stage; a new one if the stage's format has changed.
  func graphTap(for stage: RenderStage, capacity: Int) -> GraphTap {
    if let graphTap, graphTap.format == stage.format { return graphTap }
    // Parts of at most 10 ms, so that a block that wants short buffers gets them when they are there.
    let longest = min(frameCount, max(1, Int(stage.format.sampleRate / 100)))
    let part = (min(64, longest)...longest).last { frameCount % $0 == 0 } ?? frameCount
    let made = GraphTap(format: stage.format, frameCount: part, capacity: capacity)
    graphTap = made
    let stated = node.currentFormat
    format = stated.isStandard && stated.graphFormat == stage.format ? stated : AVAudioFormat(graph: stage.format)
    return made
  }

  /// Stops calling the block. A call in progress continues.
  func end() { isEnded.store(true, ordering: .releasing) }

  /// Passes on complete buffers. One thread at a time calls it, without holding the engines' lock.
  ///
  /// - Parameter waits: True if it returns only after the block has.
  func deliver(waits: Bool) {
    guard let (tap, format) = EngineLock.held({ graphTap.flatMap { tap in self.format.map { (tap, $0) } } }) else {
      return
    }
    var samples = [Float](repeating: 0, count: tap.frameCount * tap.format.channelCount)
    while !isEnded.load(ordering: .acquiring) {
      var span = samples.mutableSpan
      guard let moment = tap.read(into: &span) else { return }
      rest.append(samples, tap.format.channelCount, moment, tap.format.sampleRate)
      while !isEnded.load(ordering: .acquiring), let next = rest.take(wanted.load(ordering: .relaxed), format) {
        let given = Handover(value: next)
        if waits { queue.sync { self.call(given) } } else { queue.async { self.call(given) } }
      }
    }
  }

  private func call(_ given: Handover<(AVAudioPCMBuffer, AVAudioTime)>) {
    guard !isEnded.load(ordering: .acquiring) else { return }
    let (buffer, time) = given.value
    let count = buffer.frameLength
    block(buffer, time)
    // A block that makes the buffer shorter wants such buffers.
    if (1..<count).contains(buffer.frameLength) { wanted.store(Int(buffer.frameLength), ordering: .relaxed) }
  }
}
