import AudioBase
import AudioDevices
import AudioGraph
import Foundation

extension AVAudioEngine {
  /// True from ``start()`` until ``pause()``, ``stop()`` or a failure of the device.
  public var isRunning: Bool { EngineLock.held { running } }

  /// Always false, and without effect: the device is released when the engine is paused or stopped.
  public var isAutoShutdownEnabled: Bool {
    get { false }
    set {}
  }

  /// Prepares rendering, so that ``start()`` takes less time. Does nothing if that is impossible; ``start()`` throws
  /// the reason.
  public func prepare() {
    EngineLock.held {
      guard !running, output != nil || input != nil else { return }
      try? applyDesign()
    }
  }

  /// Starts rendering: by the device, or by the caller in a manual mode.
  ///
  /// - Throws: An `NSError` of AVFAudio's domain: `kAudioUnitErr_FormatNotSupported` where nodes are connected that do
  ///   not fit together, `kAudio_UnimplementedError` for a node that is not made here,
  ///   `kAudioUnitErr_FailedInitialization` if the device does not start.
  /// - Precondition: There is an output or an input: ``outputNode``, ``mainMixerNode`` or ``inputNode`` has been
  ///   accessed.
  public func start() throws {
    try EngineLock.held {
      if running { return }
      require(output != nil || input != nil, "inputNode != nullptr || outputNode != nullptr")
      do throws(AudioError) {
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

  /// Releases the device and keeps everything else: ``start()`` resumes.
  public func pause() { halt { _ in } }

  /// Releases the device and the rendering memory. Players must be started again after the next start.
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

  /// Clears the sound in nodes: stops players and empties delays.
  public func reset() {
    for node in EngineLock.held({ attachedNodes }) { node.reset() }
    EngineLock.held { graph?.reset() }
  }
}
