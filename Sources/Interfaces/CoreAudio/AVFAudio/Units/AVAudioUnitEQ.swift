import AudioGraph
import AudioToolbox
public import Foundation
import SignalProcessing

/// The response of an equalizer's band.
public enum AVAudioUnitEQFilterType: Int, Sendable {
  /// Boosts or cuts a band: frequency, bandwidth, gain.
  case parametric = 0
  /// A low-pass filter: frequency.
  case lowPass = 1
  /// A high-pass filter: frequency.
  case highPass = 2
  /// A low-pass filter with a resonance: frequency, bandwidth.
  case resonantLowPass = 3
  /// A high-pass filter with a resonance: frequency, bandwidth.
  case resonantHighPass = 4
  /// A band-pass filter: frequency, bandwidth.
  case bandPass = 5
  /// Removes a band: frequency, bandwidth.
  case bandStop = 6
  /// Boosts or cuts low frequencies: frequency, gain.
  case lowShelf = 7
  /// Boosts or cuts high frequencies: frequency, gain.
  case highShelf = 8
  /// Boosts or cuts low frequencies: frequency, bandwidth, gain.
  case resonantLowShelf = 9
  /// Boosts or cuts high frequencies: frequency, bandwidth, gain.
  case resonantHighShelf = 10
}

/// One band of an equalizer; any thread may change it.
open class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {
  private let controls: EqualizerControls
  private let index: Int

  init(_ controls: EqualizerControls, _ index: Int) {
    self.controls = controls
    self.index = index
    super.init()
  }

  /// The response of the band, initially parametric.
  open var filterType: AVAudioUnitEQFilterType {
    get { AVAudioUnitEQFilterType(rawValue: Int(controls[index].kind.rawValue)) ?? .parametric }
    set { controls[index].kind = BandKind(rawValue: UInt(newValue.rawValue)) ?? .parametric }
  }

  /// The frequency in hertz: from 20 to half the rate, initially 1,000; other values are clamped.
  open var frequency: Float {
    get { controls[index].frequency }
    set { controls[index].frequency = newValue.isNaN ? 1000 : max(newValue, 20) }
  }

  /// The bandwidth in octaves: 0.05…5, initially 0.5; other values are clamped.
  open var bandwidth: Float {
    get { controls[index].bandwidth }
    set { controls[index].bandwidth = newValue.isNaN ? 0.5 : min(max(newValue, 0.05), 5) }
  }

  /// The gain in decibels: −96…24, initially 0; other values are clamped.
  open var gain: Float {
    get { controls[index].gain }
    set { controls[index].gain = newValue.isNaN ? 0 : min(max(newValue, -96), 24) }
  }

  /// True to bypass the band, which is the initial value.
  open var bypass: Bool {
    get { controls[index].isBypassed }
    set { controls[index].isBypassed = newValue }
  }
}

/// An equalizer of any number of bands: second-order filters in series.
///
/// Their coefficients follow Robert Bristow-Johnson's "Audio EQ Cookbook"; Apple's curves may differ in detail.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
  private let controls: EqualizerControls
  /// The bands.
  public let bands: [AVAudioUnitEQFilterParameters]

  /// The number of bands that there may be.
  private static let bandLimit = 1024

  /// Creates an equalizer with all bands bypassed.
  ///
  /// - Precondition: There are 0 up to 1,024 bands.
  public init(numberOfBands: Int) {
    require((0...Self.bandLimit).contains(numberOfBands), "numberOfBands <= \(Self.bandLimit)")
    let unit = NodeUnit(equalizerBandCount: numberOfBands)
    guard let values = unit.effectControls else { preconditionFailure("an equalizer has parameters") }
    let controls = EqualizerControls(values)
    self.controls = controls
    bands = (0..<numberOfBands).map { AVAudioUnitEQFilterParameters(controls, $0) }
    super.init(unit)
  }

  /// Creates an equalizer of one band.
  public convenience init() { self.init(numberOfBands: 1) }

  /// The gain of the whole signal in dB: −96…24; other values are clamped.
  open var globalGain: Float {
    get { controls.gain }
    set { controls.gain = newValue.isNaN ? 0 : min(max(newValue, -96), 24) }
  }
}
