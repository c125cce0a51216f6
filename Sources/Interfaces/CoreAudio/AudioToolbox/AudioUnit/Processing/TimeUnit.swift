import AudioBase
import AudioErrors
import AudioGraph
import CAudioToolbox
import Foundation
import SignalProcessing

/// The method by which a ``TimeUnit`` changes time.
struct TimeUnitMethod: Sendable {
  let method: TimePitchMethod
  let parameters: [UnitParameter]
  /// The parameters for the rate and the pitch; `nil` for an unchanged property.
  let rate: AudioUnitParameterID?
  let pitch: AudioUnitParameterID?
  /// The parameter that means the rate in cents.
  var cents: AudioUnitParameterID?

  /// `kAudioUnitSubType_Varispeed`: the pitch changes with the rate.
  static let varispeed = TimeUnitMethod(
    method: .varispeed,
    parameters: [
      parameter(kVarispeedParam_PlaybackRate, "Playback Rate", .rate, 0.25...4, 1),
      parameter(kVarispeedParam_PlaybackCents, "Playback Cents", .cents, -2400...2400, 0),
    ], rate: kVarispeedParam_PlaybackRate, pitch: nil, cents: kVarispeedParam_PlaybackCents)

  /// `kAudioUnitSubType_NewTimePitch`: a phase vocoder. Its smoothness and its switches are kept and have no effect:
  /// here pieces overlap, and phases are kept together, as the quality needs it.
  static let newTimePitch = TimeUnitMethod(
    method: .spectral,
    parameters: [
      parameter(kNewTimePitchParam_Rate, "Rate", .rate, 1 / 32...32, 1),
      parameter(kNewTimePitchParam_Pitch, "Pitch", .cents, -2400...2400, 0),
      parameter(kNewTimePitchParam_Smoothness, "Smoothness", .generic, 3...32, 8),
      parameter(kNewTimePitchParam_EnableSpectralCoherence, "Spectral Coherence", .boolean, 0...1, 1),
      parameter(kNewTimePitchParam_EnableTransientPreservation, "Transient Preservation", .boolean, 0...1, 1),
    ], rate: kNewTimePitchParam_Rate, pitch: kNewTimePitchParam_Pitch)

  /// `kAudioUnitSubType_TimePitch`: splices pieces if they are most alike.
  static let timePitch = TimeUnitMethod(
    method: .timeDomain,
    parameters: [
      parameter(kTimePitchParam_Rate, "Rate", .rate, 1 / 32...32, 1),
      parameter(kTimePitchParam_Pitch, "Pitch", .cents, -2400...2400, 0),
    ], rate: kTimePitchParam_Rate, pitch: kTimePitchParam_Pitch)

  /// `kAudioUnitSubType_NewTimePitch` of `kAudioUnitType_Effect`: the same at a rate that stays 1.
  static let newPitch = TimeUnitMethod(
    method: .spectral,
    parameters: [parameter(kNewTimePitchParam_Pitch, "Pitch", .cents, -2400...2400, 0)],
    rate: nil, pitch: kNewTimePitchParam_Pitch)

  private static func parameter(
    _ id: AudioUnitParameterID, _ name: String, _ unit: AudioUnitParameterUnit, _ range: ClosedRange<Float>,
    _ initial: Float
  ) -> UnitParameter {
    UnitParameter(id: id, name: name, unit: unit, range: range, initial: initial, scopes: [kAudioUnitScope_Global])
  }
}

/// Changes the rate and the pitch of its input: varispeed and time-pitch units.
///
/// It asks for as many frames as the stretching wants, on a time line of the input's own that begins at 0. Parameters
/// are taken over at the next block of the stretching.
///
/// `@unchecked`: as for `UnitObject`.
final class TimeUnit: InputUnit, @unchecked Sendable {
  private let way: TimeUnitMethod
  let controls = TimePitchControls()
  /// The values of the parameters, in their order.
  private let values: [ParameterValue]

  init(_ kind: UnitKind, _ way: TimeUnitMethod) {
    self.way = way
    values = way.parameters.map { ParameterValue($0.initial) }
    super.init(kind)
  }

  // MARK: Rendering

  override func reset() {
    super.reset()
    controls.askToReset()
  }

  override func makeEffect(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try TimePitchEffect(format: format, capacity: capacity, method: way.method, controls: controls)
  }

  // MARK: Parameters

  override var parameters: [UnitParameter] { way.parameters }

  /// The value that an address is of.
  private func value(_ address: ParameterAddress) throws(Status) -> (index: Int, value: ParameterValue) {
    let index = try index(of: address)
    guard address.element == 0 else { throw Status(kAudioUnitErr_InvalidElement) }
    return (index, values[index])
  }

  /// The value of a parameter of the kind; `nil` for a parameter that the kind lacks.
  private func value(_ id: AudioUnitParameterID?) -> ParameterValue? {
    way.parameters.firstIndex { $0.id == id }.map { values[$0] }
  }

  override func parameter(_ address: ParameterAddress) throws(Status) -> Float { try value(address).value.now }

  override func setParameter(_ address: ParameterAddress, to new: Float) throws(Status) {
    let (index, value) = try value(address)
    guard new.isFinite else { throw Status(kAudioUnitErr_InvalidParameterValue) }
    let range = way.parameters[index].range
    value.now = min(max(new, range.lowerBound), range.upperBound)
    // The rate stands twice if it can be set in cents.
    if let cents = self.value(way.cents), let rate = self.value(way.rate) {
      if address.id == way.cents { rate.now = exp2(cents.now / 1200) } else { cents.now = 1200 * log2(rate.now) }
    }
    controls.rate = self.value(way.rate)?.now ?? 1
    controls.pitch = self.value(way.pitch)?.now ?? 0
  }

  /// Parameters change immediately: the stretching applies them from block to block, not at a given frame. They do not
  /// ramp, and have no `kAudioUnitParameterFlag_CanRamp` by which Core Audio says which parameters do. A ramp is
  /// refused with `kAudioUnitErr_InvalidParameter` and changes nothing.
  override func schedule(_ event: AudioUnitParameterEvent) throws(Status) {
    guard event.eventType == .parameterEvent_Immediate else { throw Status(kAudioUnitErr_InvalidParameter) }
    let address = ParameterAddress(id: event.parameter, scope: event.scope, element: event.element)
    try setParameter(address, to: unsafe event.eventValues.immediate.value)
  }

  override var isBypassed: Bool {
    get { controls.isBypassed }
    set { controls.isBypassed = newValue }
  }
}
