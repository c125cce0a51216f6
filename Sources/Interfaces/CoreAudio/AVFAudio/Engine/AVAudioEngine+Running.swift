import AudioBase
import AudioDevices
import AudioGraph
import Foundation

extension AVAudioEngine {
  /// True from ``start()`` to ``pause()`` or ``stop()``, and until the device stops by itself.
  public var isRunning: Bool { EngineLock.held { running } }

  /// False, and without effect: the device is let go when the engine is paused or stopped.
  public var isAutoShutdownEnabled: Bool {
    get { false }
    set {}
  }

  /// Makes what rendering needs, so that ``start()`` takes less time. It does nothing where that cannot be; ``start()``
  /// says why.
  public func prepare() {
    EngineLock.held {
      guard !running, output != nil || input != nil else { return }
      try? applyDesign()
    }
  }

  /// Renders from now on: the device, or the caller in a manual mode.
  ///
  /// - Throws: An `NSError` of AVFAudio's domain: `kAudioUnitErr_FormatNotSupported` where nodes are connected that do
  ///   not fit together, `kAudio_UnimplementedError` for a node that is not made here,
  ///   `kAudioUnitErr_FailedInitialization` where the device does not start.
  /// - Precondition: There is something to be heard or captured: ``outputNode``, ``mainMixerNode`` or ``inputNode`` has
  ///   been asked for.
  public func start() throws {
    try EngineLock.held {
      if running { return }
      require(output != nil || input != nil, "inputNode != nullptr || outputNode != nullptr")
      do throws(GraphError) {
        try applyDesign()
      } catch {
        throw NSError.ofGraph(error, call: "start")
      }
      running = true
      do {
        if manual == nil { try startDevice() }
      } catch {
        running = false
        throw error
      }
      setRenderedGraph(graph)
      startService()
    }
  }

  /// Lets the device go and keeps all else: ``start()`` goes on.
  public func pause() { halt { _ in } }

  /// Lets the device go, and what rendering needs. Players must be played again after the next start.
  public func stop() {
    halt { engine in
      engine.graph?.reset()
      engine.graph?.clear()
      engine.graph = nil
      engine.rendered = []
      for link in engine.links { link.release() }
      for node in engine.attachedNodes { node.forgetStage() }
    }
  }

  private func setRenderedGraph(_ graph: RenderGraph?) {
    let new = RenderedGraph(graph)
    renderedGraph.replace { _ in new }
    renderedGraph.settle()
  }

  private func halt(_ more: (AVAudioEngine) -> Void) {
    EngineLock.held {
      letDeviceGo()
      stopService()
      running = false
      setRenderedGraph(nil)
      for node in nodes { node.engineStopped() }
      more(self)
    }
  }

  /// Lets all nodes forget the sound that they hold: players are stopped, and delays are empty.
  public func reset() {
    for node in EngineLock.held({ attachedNodes }) { node.reset() }
    EngineLock.held { graph?.reset() }
  }
}
