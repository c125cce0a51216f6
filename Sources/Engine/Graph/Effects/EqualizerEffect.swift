import AudioBase
package import AudioErrors
package import SignalProcessing

// Bound throughout: who makes an equalizer limits its bands, and formats their channels.
// Holds throughout: bands and channels are those that the stage was made with.

/// The bands of an ``EqualizerEffect``; any thread may change them during rendering.
///
/// Its numbers: the gain of all, and then for each band those of ``Field``.
package struct EqualizerControls: Sendable {
  /// A property of a band, by its index.
  package enum Field: Int, CaseIterable, Sendable {
    /// 1 if the band is bypassed.
    case bypass
    /// A ``BandKind``.
    case kind
    /// The frequency, in Hz.
    case frequency
    /// The gain, in dB.
    case gain
    /// The bandwidth, in octaves.
    case bandwidth
  }

  /// The numbers.
  package let values: EffectControls

  /// Creates bands that do nothing.
  ///
  /// - Parameter bandCount: Bands, at least 0.
  package init(bandCount: Int) {
    let band = EqualizerBand()
    let numbers = [1, Float(band.kind.rawValue), band.frequency, band.gain, band.bandwidth]
    // Bound: an equalizer's bands are limited by who makes it.
    values = EffectControls([0] + (0..<bandCount).flatMap { _ in numbers })
  }

  /// Creates bands that share the parameters of others.
  package init(_ values: EffectControls) { self.values = values }

  /// Returns the index of a band's property.
  package static func index(_ field: Field, ofBand band: Int) -> Int {
    1 + band * Field.allCases.count + field.rawValue
  }

  /// The bands.
  package var bandCount: Int { (values.count - 1) / Field.allCases.count }

  /// A band.
  package subscript(_ index: Int) -> EqualizerBand {
    get {
      func value(_ field: Field) -> Float { values[Self.index(field, ofBand: index)] }
      var band = EqualizerBand()
      band.isBypassed = value(.bypass) != 0
      band.kind = BandKind(rawValue: UInt(min(max(value(.kind), 0), 255))) ?? .parametric
      (band.frequency, band.gain, band.bandwidth) = (value(.frequency), value(.gain), value(.bandwidth))
      return band
    }
    nonmutating set {
      func set(_ field: Field, _ value: Float) { values.set(Self.index(field, ofBand: index), to: value) }
      set(.kind, Float(newValue.kind.rawValue))
      set(.frequency, newValue.frequency)
      set(.gain, newValue.gain)
      set(.bandwidth, newValue.bandwidth)
      set(.bypass, newValue.isBypassed ? 1 : 0)
    }
  }

  /// The gain of the whole signal, in dB.
  package var gain: Float {
    get { values[0] }
    nonmutating set { values.set(0, to: newValue) }
  }

  /// True if samples pass unchanged.
  package var isBypassed: Bool {
    get { values.isBypassed }
    nonmutating set { values.isBypassed = newValue }
  }
}

/// Second-order filters in series, in double precision.
package typealias EqualizerEffect = SoundEffect<EqualizerStage<Float>>

extension SoundEffect where Stage == EqualizerStage<Float> {
  /// Prepares an equalizer.
  ///
  /// - Parameters:
  ///   - format: The format of its input and output.
  ///   - capacity: The largest number of frames that are requested at a time.
  ///   - controls: The bands.
  package convenience init(format: GraphFormat, capacity: Int, controls: EqualizerControls) throws(AudioError) {
    guard format.isPossible else { throw .format(format) }
    let equalizer = EqualizerStage<Float>(
      Array(repeating: EqualizerBand(), count: controls.bandCount), sampleRate: format.sampleRate,
      channelCount: format.channelCount)
    let work = EffectWork(equalizer) { values, stage in
      let controls = EqualizerControls(values)
      stage.gain = controls.gain
      for index in 0..<controls.bandCount { stage.setBand(index, to: controls[index]) }
    }
    try self.init(format: format, capacity: capacity, controls: controls.values, work: work)
  }
}
