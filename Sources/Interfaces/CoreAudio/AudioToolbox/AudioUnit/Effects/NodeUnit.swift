import AudioBase
package import AudioErrors
package import AudioGraph
package import CAudioToolbox

/// The unit of an engine's node: a handle for C functions, whose parameters change the node's sound.
@safe
package final class NodeUnit: Sendable {
  private let unit: GraphUnit
  /// The number of the handle.
  private let number: UInt

  private init(_ unit: GraphUnit) {
    self.unit = unit
    number = UInt(bitPattern: unsafe unit.open())
  }

  /// A kind of unit that changes the sound of one input, or mixes several inputs by a matrix.
  package struct Kind: Sendable {
    fileprivate let kind: UnitKind
  }

  /// Returns the kind of unit for a description; `nil` if it is not a node of this toolbox.
  package static func kind(of wanted: AudioComponentDescription) -> Kind? {
    guard let kind = UnitKind.all.first(where: { $0.matches(wanted) }),
      [kAudioUnitType_Effect, kAudioUnitType_FormatConverter].contains(kind.type)
        || kind.subType == kAudioUnitSubType_MatrixMixer,
      kind.subType != kAudioUnitSubType_AUConverter
    else { return nil }
    return Kind(kind: kind)
  }

  /// Makes a unit of a kind.
  package convenience init(_ kind: Kind) {
    guard let unit = kind.kind.make(kind.kind) as? GraphUnit else { preconditionFailure("a kind has no stages") }
    self.init(unit)
  }

  /// Makes an equalizer.
  package convenience init(equalizerBandCount count: Int) {
    let kind = UnitKind(type: kAudioUnitType_Effect, subType: kAudioUnitSubType_NBandEQ, name: "AUNBandEQ") {
      EffectUnit($0, .equalizer(bandCount: count))
    }
    self.init(EffectUnit(kind, .equalizer(bandCount: count)))
  }

  deinit {
    guard let handle = unsafe handle else { return }
    unsafe _ = audioComponentInstanceDispose(handle)
  }

  /// The handle.
  package var handle: AudioUnit? { unsafe OpaquePointer(bitPattern: number) }

  /// The unit's description.
  package var description: AudioComponentDescription { unit.kind.description }

  /// The unit's name.
  package var name: String { unit.kind.name }

  /// True if samples pass unchanged.
  package var isBypassed: Bool {
    get { unit.isBypassed }
    set { unit.isBypassed = newValue }
  }

  /// The parameters of an effect; `nil` for a unit that changes time.
  package var effectControls: EffectControls? { (unit as? EffectUnit)?.controls }

  /// The rate and the pitch of a unit that changes time.
  package var timeControls: TimePitchControls? { (unit as? TimeUnit)?.controls }

  /// True for a matrix mixer.
  package var mixesByMatrix: Bool { unit is MatrixMixerUnit }

  /// The number of inputs.
  package var inputCount: Int { unit.configuration.withLock { $0.inputs.count } }

  /// The formats of the inputs.
  package var inputFormats: [GraphFormat] {
    unit.configuration.withLock { configuration in
      configuration.inputs.map {
        GraphFormat(sampleRate: $0.format.sampleRate, channelCount: $0.format.channelsPerFrame)
      }
    }
  }

  /// Sets the formats of a matrix mixer used as a node.
  package func stateFormats(inputs: [GraphFormat], output: GraphFormat) {
    (unit as? MatrixMixerUnit)?.state(inputs, output)
  }

  /// The duration of sound after the end of the input, in seconds.
  package var tailTime: Double { unit.tailTime }

  /// A parameter of the unit.
  package struct Parameter: Sendable {
    /// The number.
    package let id: AudioUnitParameterID
    /// The name.
    package let name: String
    /// The smallest and the largest value.
    package let range: ClosedRange<Float>
    /// The unit of measure.
    package let unit: AudioUnitParameterUnit
    /// The flags of the parameter.
    package let flags: AudioUnitParameterOptions
  }

  /// The parameters of the global scope, in order.
  package var parameterInfos: [Parameter] {
    unit.parameters.filter { $0.has(kAudioUnitScope_Global) }.map {
      Parameter(id: $0.id, name: $0.name, range: $0.range, unit: $0.unit, flags: $0.flags)
    }
  }

  /// Schedules the change of a parameter from its value at that time to another value; on any thread. An unknown
  /// address, or a change beyond the capacity, has no effect, as with Apple's block, which returns no result.
  package func schedule(
    _ address: AUParameterAddress, to value: Float, at time: AUEventSampleTime, over duration: AUAudioFrameCount
  ) {
    guard let id = AudioUnitParameterID(exactly: address), value.isFinite else { return }
    guard let effect = unit as? EffectUnit else { return self[id] = value }
    effect.schedule(id, to: value, at: time, over: duration)
  }

  /// Makes the graph's stage that the parameters control.
  package func makeEffect(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try unit.makeEffect(format, capacity: capacity)
  }

  /// The value of a global parameter; 0 for one that does not exist.
  package subscript(_ id: AudioUnitParameterID) -> Float {
    get { (try? unit.parameter(ParameterAddress(id: id, scope: kAudioUnitScope_Global, element: 0))) ?? 0 }
    set {
      // Infinite numbers are the ends of the range; what is none changes nothing.
      let value = min(max(newValue, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
      try? unit.setParameter(
        ParameterAddress(id: id, scope: kAudioUnitScope_Global, element: 0), to: newValue.isNaN ? newValue : value)
    }
  }
}
