import AudioGraph
public import AudioToolbox
public import Foundation

/// An input or an output of a unit.
///
/// `@unchecked`: a program changes its own bus while resources are not allocated, and no thread renders then.
open class AUAudioUnitBus: NSObject, @unchecked Sendable {
  private weak var node: AVAudioNode?
  private var ownFormat: AVAudioFormat?
  private var ownName: String?
  private var enabled = true
  /// The index of the bus among the unit's inputs or outputs.
  open internal(set) var index: Int
  /// The direction: input or output.
  open internal(set) var busType: AUAudioUnitBusType
  /// The unit.
  open internal(set) weak var ownerAudioUnit: AUAudioUnit?

  init(_ owner: AUAudioUnit, _ busType: AUAudioUnitBusType, _ index: Int) {
    (self.busType, self.index) = (busType, index)
    (ownerAudioUnit, node) = (owner, owner.node)
  }

  /// Creates a bus with a format for a unit of the program's own class.
  ///
  /// - Throws: `kAudioUnitErr_FormatNotSupported` unless the format has 32-bit floats in separate channels, in which
  ///   engines render.
  public init(format: AVAudioFormat) throws {
    (busType, index) = (.input, 0)
    super.init()
    try Self.check(format, "initWithFormat")
    ownFormat = format
  }

  private static func check(_ format: AVAudioFormat, _ call: String) throws {
    if format.isStandard, format.graphFormat.isPossible { return }
    throw NSError.ofEngine(kAudioUnitErr_FormatNotSupported, "a bus cannot have the format \(format)", call: call)
  }

  /// The format; for a node's unit, that of the connections.
  open var format: AVAudioFormat {
    if let ownFormat { return ownFormat }
    guard let node else { return .ofNodes }
    return busType == .input ? node.inputFormat(forBus: index) : node.outputFormat(forBus: index)
  }

  /// Sets the format.
  ///
  /// - Throws: `kAudioUnitErr_FormatNotSupported` for a format that is not of 32-bit floats with channels apart;
  ///   `kAudioUnitErr_Initialized` while resources are allocated; `kAudioUnitErr_PropertyNotWritable` for a node's unit
  ///   that its engine renders: the connections set its formats.
  open func setFormat(_ format: AVAudioFormat) throws {
    guard ownFormat != nil else {
      guard format != self.format else { return }
      throw NSError.ofEngine(
        OSStatus(kAudioUnitErr_PropertyNotWritable), "connections set the formats of a node", call: "setFormat")
    }
    try Self.check(format, "setFormat")
    if ownerAudioUnit?.renderResourcesAllocated ?? false {
      throw NSError.ofEngine(kAudioUnitErr_Initialized, "the unit's resources are allocated", call: "setFormat")
    }
    try ownerAudioUnit?.take(format)
    ownFormat = format
  }

  /// Adopts the unit's format.
  func state(_ format: AVAudioFormat) { ownFormat = format }

  /// The name.
  open var name: String? {
    get { ownName ?? (busType == .input ? node?.name(forInputBus: index) : node?.name(forOutputBus: index)) }
    set { ownName = newValue }
  }

  /// True if the bus is connected, and for every output; for a unit of a program's class, the value that was set.
  open var isEnabled: Bool {
    get {
      guard ownFormat == nil, busType == .input, let node else { return enabled }
      return EngineLock.held { node.owner?.link(to: node, index) != nil }
    }
    set { enabled = newValue }
  }

  /// True if the bus is to allocate its own buffer; stored only, because engines always supply memory.
  open var shouldAllocateBuffer = true
  /// The largest number of channels of the bus; 0 for any.
  open var maximumChannelCount: AUAudioChannelCount = 0
  /// The possible numbers of channels of the bus; `nil` for any.
  open var supportedChannelCounts: [NSNumber]?
  /// The latency of the processing connected to the bus, in seconds; stored only.
  open var contextPresentationLatency: TimeInterval = 0
}

/// The directions of a bus.
public enum AUAudioUnitBusType: Int, Sendable {
  /// Sound enters the unit.
  case input = 1
  /// Sound leaves the unit.
  case output = 2
}

/// The inputs or the outputs of a unit.
///
/// `@unchecked`: as for ``AUAudioUnitBus``.
open class AUAudioUnitBusArray: NSObject, @unchecked Sendable {
  private weak var owner: AUAudioUnit?
  /// The busses of a unit of a program's class; `nil` if the unit's node has them.
  private var own: [AUAudioUnitBus]?
  /// The direction: input or output.
  public let busType: AUAudioUnitBusType

  init(of owner: AUAudioUnit, _ busType: AUAudioUnitBusType) { (self.owner, self.busType) = (owner, busType) }

  /// Creates a list of busses.
  public init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType, busses busArray: [AUAudioUnitBus]) {
    (self.owner, self.busType) = (owner, busType)
    super.init()
    replaceBusses(busArray)
  }

  /// Creates a list without busses.
  public convenience init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType) {
    self.init(audioUnit: owner, busType: busType, busses: [])
  }

  /// Replaces the busses.
  open func replaceBusses(_ busArray: [AUAudioUnitBus]) {
    own = busArray
    for (index, bus) in busArray.enumerated() {
      (bus.index, bus.busType, bus.ownerAudioUnit) = (index, busType, owner)
    }
  }

  /// The unit.
  ///
  /// - Precondition: The unit still exists.
  open var ownerAudioUnit: AUAudioUnit {
    guard let owner else { preconditionFailure("com.apple.coreaudio.avfaudio: the unit of the busses is gone") }
    return owner
  }

  /// The number of busses.
  open var count: Int {
    if let own { return own.count }
    guard let node = owner?.node, owner?.rendering == nil else { return 0 }
    return busType == .input ? node.numberOfInputs : node.numberOfOutputs
  }

  /// False: the number of busses is fixed.
  open var isCountChangeable: Bool { false }

  /// Sets the number of busses.
  ///
  /// - Throws: `kAudioUnitErr_PropertyNotWritable` for another one than there is.
  open func setBusCount(_ count: Int) throws {
    guard count != self.count else { return }
    throw NSError.ofEngine(
      OSStatus(kAudioUnitErr_PropertyNotWritable), "the number of busses cannot be changed", call: "setBusCount")
  }

  /// A bus.
  ///
  /// - Precondition: The index is below ``count``.
  open subscript(index: Int) -> AUAudioUnitBus {
    require(index >= 0 && index < count, "index < count")
    return own?[index] ?? AUAudioUnitBus(ownerAudioUnit, busType, index)
  }
}
