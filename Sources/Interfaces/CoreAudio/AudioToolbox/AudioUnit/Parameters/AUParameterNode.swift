import AudioBase
public import Foundation
import Synchronization

/// A parameter, or a group of them.
///
/// Any thread may use it. Observers are called by the thread that sets a value, after the value has been set.
///
/// `@unchecked`: what changes is guarded by a lock.
@safe
open class AUParameterNode: NSObject, @unchecked Sendable {
  /// A block that receives changes.
  @safe
  private enum Observer {
    case value(AUParameterObserver)
    case recording(AUParameterRecordingObserver)
    case automation(AUParameterAutomationObserver)
  }

  /// `@unchecked`: blocks of programs are called and never changed.
  @safe
  private struct State: @unchecked Sendable {
    var observers: [(token: UInt, observer: Observer)] = []
    var takesValue: AUImplementorValueObserver?
    var givesValue: AUImplementorValueProvider?
    var givesText: AUImplementorStringFromValueCallback?
    var readsText: AUImplementorValueFromStringCallback?
    var givesName: AUImplementorDisplayNameWithLengthCallback?
  }

  /// The permanent name of the node within its group.
  public let identifier: String
  private let name: String
  private let state = Lock(State())
  weak var parent: AUParameterNode?

  private static let lastToken = Atomic<UInt>(0)

  init(identifier: String, name: String) {
    (self.identifier, self.name) = (identifier, name)
    super.init()
  }

  /// The identifiers from the tree to the node, separated by dots.
  open var keyPath: String {
    guard let above = parent?.keyPath, !above.isEmpty else { return identifier }
    return above + "." + identifier
  }

  /// The name to show.
  open var displayName: String { name }

  /// Returns a display name of limited length.
  open func displayName(withLength maximumLength: Int) -> String {
    if let block = implementor(\.givesName) { return block(self, maximumLength) }
    return String(name.prefix(max(0, maximumLength)))
  }

  // MARK: Observers

  /// Adds an observer of the node's parameters, which receives each new value.
  open func token(byAddingParameterObserver observer: @escaping AUParameterObserver) -> AUParameterObserverToken {
    unsafe add(.value(observer))
  }

  /// Adds an observer, which receives each new value with its time.
  open func token(
    byAddingParameterRecordingObserver observer: @escaping AUParameterRecordingObserver
  ) -> AUParameterObserverToken {
    unsafe add(.recording(observer))
  }

  /// Adds an observer, which receives each new value with its time and its place in a gesture.
  open func token(
    byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver
  ) -> AUParameterObserverToken {
    unsafe add(.automation(observer))
  }

  private func add(_ observer: Observer) -> AUParameterObserverToken {
    let token = Self.lastToken.add(1, ordering: .relaxed).newValue
    guard let pointer = unsafe AUParameterObserverToken(bitPattern: token) else { preconditionFailure("tokens count") }
    let added = Handed(observer)
    state.withLock { $0.observers.append((token, added.observer)) }
    return unsafe pointer
  }

  /// `@unchecked`: the block is passed only once, to the lock's holder.
  private struct Handed: @unchecked Sendable {
    let observer: Observer
    init(_ observer: Observer) { self.observer = observer }
  }

  /// Removes an observer.
  open func removeParameterObserver(_ token: AUParameterObserverToken) {
    let number = UInt(bitPattern: token)
    state.withLock { $0.observers.removeAll { $0.token == number } }
  }

  /// Notifies the observers of the node, and of the groups that contain it.
  ///
  /// - Parameter origin: The token of the observer that has set the value, and does not receive it.
  func tell(_ event: AUParameterAutomationEvent, origin: UInt) {
    let handed = state.withLock { state in
      state.observers.filter { $0.token != origin }.map { Handed($0.observer) }
    }
    for observer in handed {
      switch observer.observer {
      case .value(let block):
        block(event.address, event.value)
      case .recording(let block):
        let recorded = AURecordedParameterEvent(
          hostTime: event.hostTime, address: event.address, value: event.value)
        unsafe withUnsafePointer(to: recorded) { unsafe block(1, $0) }
      case .automation(let block):
        unsafe withUnsafePointer(to: event) { unsafe block(1, $0) }
      }
    }
    parent?.tell(event, origin: origin)
  }

  // MARK: The unit's side

  /// Returns a block of the node, or of the nearest group that has one.
  private func implementor<Block>(_ path: any KeyPath<State, Block?> & Sendable) -> Block? {
    let own = state.withLock { Found(block: $0[keyPath: path]) }
    return own.block ?? parent?.implementor(path)
  }

  /// `@unchecked`: as for `Handed`.
  private struct Found<Block>: @unchecked Sendable { let block: Block? }

  private func set<Block>(_ path: any WritableKeyPath<State, Block?> & Sendable, _ block: Block?) {
    let found = Found(block: block)
    state.withLock { $0[keyPath: path] = found.block }
  }

  /// True if the node or a group that it is in has a block that takes values.
  var hasImplementor: Bool { implementor(\.takesValue) != nil || implementor(\.givesValue) != nil }

  /// Applies new values; without a block they are only stored.
  open var implementorValueObserver: AUImplementorValueObserver {
    get { implementor(\.takesValue) ?? { _, _ in } }
    set { set(\.takesValue, newValue) }
  }

  /// Returns values; without a block the stored ones.
  open var implementorValueProvider: AUImplementorValueProvider {
    get { implementor(\.givesValue) ?? { $0.stored } }
    set { set(\.givesValue, newValue) }
  }

  /// Returns values as text; without a block their strings, or numbers with the unit's name.
  open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback {
    get { unsafe implementor(\.givesText) ?? { unsafe $0.text(of: $1?.pointee ?? $0.value) } }
    set { unsafe set(\.givesText, newValue) }
  }

  /// Returns values from text; without a block from strings or numbers.
  open var implementorValueFromStringCallback: AUImplementorValueFromStringCallback {
    get { implementor(\.readsText) ?? { $0.value(ofText: $1) } }
    set { set(\.readsText, newValue) }
  }

  /// Returns short names; without a block the beginnings of names.
  open var implementorDisplayNameWithLengthCallback: AUImplementorDisplayNameWithLengthCallback {
    get { implementor(\.givesName) ?? { String($0.displayName.prefix(max(0, $1))) } }
    set { set(\.givesName, newValue) }
  }
}
