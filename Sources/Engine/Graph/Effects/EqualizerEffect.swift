import AudioBase
package import SignalProcessing

// Bound throughout: who makes an equalizer limits its bands, and formats their channels.
// Holds throughout: bands and channels are those that the stage was made with.

/// The bands of an ``EqualizerEffect``; any thread may change them while it is rendered.
package final class EqualizerControls: Sendable {
  struct Settings: Sendable {
    var bands: [EqualizerBand]
    var gain: Float = 0
    var isBypassed = false
    /// Grows with each change.
    var version = 1
  }

  let settings: RenderLock<Settings>

  /// Creates bands that do nothing.
  ///
  /// - Parameter bandCount: Bands, at least 0.
  package init(bandCount: Int) {
    // Bound: an equalizer's bands are limited by who makes it.
    settings = RenderLock(Settings(bands: Array(repeating: EqualizerBand(), count: bandCount)))
  }

  /// The bands.
  package var bandCount: Int { settings.withLock { $0.bands.count } }

  /// A band.
  package subscript(_ index: Int) -> EqualizerBand {
    get { settings.withLock { $0.bands[index] } }
    set {
      settings.withLock { settings in
        settings.bands[index] = newValue
        settings.version += 1
      }
    }
  }

  /// Decibels by which everything is raised.
  package var gain: Float {
    get { settings.withLock { $0.gain } }
    set {
      settings.withLock { settings in
        settings.gain = newValue
        settings.version += 1
      }
    }
  }

  /// True if samples pass as they come.
  package var isBypassed: Bool {
    get { settings.withLock { $0.isBypassed } }
    set { settings.withLock { $0.isBypassed = newValue } }
  }
}

/// Filters of the second order, one behind the other, in double precision.
///
/// `@unchecked` restates what `RenderStage` says; the controls have a lock.
package final class EqualizerEffect: RenderStage, @unchecked Sendable {
  private let controls: EqualizerControls
  private var version = 0
  private var equalizer: EqualizerStage<Float>

  /// Prepares an effect.
  ///
  /// - Parameters:
  ///   - format: The format of what it takes and gives.
  ///   - capacity: Frames that it is asked for at a time, at most.
  ///   - controls: The bands.
  package init(format: GraphFormat, capacity: Int, controls: EqualizerControls) throws(GraphError) {
    guard format.isPossible else { throw .format(format) }
    self.controls = controls
    equalizer = EqualizerStage(
      Array(repeating: EqualizerBand(), count: controls.bandCount), sampleRate: format.sampleRate,
      channelCount: format.channelCount)
    try super.init(format: format, capacity: capacity)
  }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    guard let input = inputs.first else { return silence(0..<count) }
    input.pull(count, moment, context)
    input.copy(count, into: &block)
    let isBypassed = controls.settings.withLock { settings in
      if settings.version != version {
        version = settings.version
        equalizer.gain = settings.gain
        for index in settings.bands.indices { equalizer.setBand(index, to: settings.bands[index]) }
      }
      return settings.isBypassed
    }
    if !isBypassed { equalizer.process(&block, 0..<count) }
  }

  override func reset() {
    super.reset()
    equalizer.reset()
  }
}
