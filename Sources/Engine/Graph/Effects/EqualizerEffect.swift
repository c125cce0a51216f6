import AudioBase
import AudioDevices
package import AudioErrors
package import SignalProcessing

// Bound throughout: who makes an equalizer limits its bands, and formats their channels.
// Holds throughout: bands and channels are those that the stage was made with.

/// The bands of an ``EqualizerEffect``; any thread may change them while it is rendered.
package final class EqualizerControls: Sendable {
  /// Settings at a time, which never change.
  final class Settings: Sendable {
    let bands: [EqualizerBand]
    let gain: Float
    let isBypassed: Bool
    /// Grows with each change.
    let version: Int

    init(_ bands: [EqualizerBand], gain: Float, isBypassed: Bool, version: Int) {
      (self.bands, self.gain, self.isBypassed, self.version) = (bands, gain, isBypassed, version)
    }
  }

  let settings: SwappedReference<Settings>

  /// Creates bands that do nothing.
  ///
  /// - Parameter bandCount: Bands, at least 0.
  package init(bandCount: Int) {
    // Bound: an equalizer's bands are limited by who makes it.
    let bands = Array(repeating: EqualizerBand(), count: bandCount)
    settings = SwappedReference(Settings(bands, gain: 0, isBypassed: false, version: 1))
  }

  private func change(_ body: (_ bands: inout [EqualizerBand], _ gain: inout Float, _ isBypassed: inout Bool) -> Void) {
    settings.replace { old in
      var (bands, gain, isBypassed) = (old.bands, old.gain, old.isBypassed)
      body(&bands, &gain, &isBypassed)
      return Settings(bands, gain: gain, isBypassed: isBypassed, version: old.version + 1)
    }
    settings.settle()
  }

  /// The bands.
  package var bandCount: Int { settings.present.bands.count }

  /// A band.
  package subscript(_ index: Int) -> EqualizerBand {
    get { settings.present.bands[index] }
    set { change { bands, _, _ in bands[index] = newValue } }
  }

  /// Decibels by which everything is raised.
  package var gain: Float {
    get { settings.present.gain }
    set { change { _, gain, _ in gain = newValue } }
  }

  /// True if samples pass as they come.
  package var isBypassed: Bool {
    get { settings.present.isBypassed }
    set { change { _, _, isBypassed in isBypassed = newValue } }
  }
}

/// Filters of the second order, one after the other, in double precision.
///
/// `@unchecked`: as for `RenderStage`; the controls can be set by any thread.
package final class EqualizerEffect: RenderStage, @unchecked Sendable {
  private let controls: EqualizerControls
  private var version = 0
  private var equalizer: EqualizerStage<Float>

  /// Prepares an effect.
  ///
  /// - Parameters:
  ///   - format: The format of its input and output.
  ///   - capacity: The largest number of frames that are requested at a time.
  ///   - controls: The bands.
  package init(format: GraphFormat, capacity: Int, controls: EqualizerControls) throws(AudioError) {
    guard format.isPossible else { throw .format(format) }
    self.controls = controls
    equalizer = EqualizerStage(
      Array(repeating: EqualizerBand(), count: controls.bandCount), sampleRate: format.sampleRate,
      channelCount: format.channelCount)
    try super.init(format: format, capacity: capacity)
    // Silence, so that the runtime makes what it knows of the generic type now, and not in a cycle.
    equalizer.process(&block, 0..<0)
  }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    guard let input = inputs.first else { return silence(0..<count) }
    input.pull(count, moment, context)
    input.copy(count, into: &block)
    let isBypassed = controls.settings.use { settings in
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
