import Synchronization

/// The value of a parameter, which any thread can set and read.
package final class ParameterValue: Sendable {
  private let bits: Atomic<UInt32>

  /// Creates a parameter with a value.
  package init(_ value: Float) { bits = Atomic(value.bitPattern) }

  /// The value.
  package var now: Float {
    get { Float(bitPattern: bits.load(ordering: .relaxed)) }
    set { bits.store(newValue.bitPattern, ordering: .relaxed) }
  }
}

/// The parameters of a ``SoundEffect``, by number; any thread may change them during rendering, without waiting.
package final class EffectControls: Sendable {
  private let values: [ParameterValue]
  private let changeCount = Atomic<Int>(1)
  private let bypass = Atomic<Bool>(false)
  private let isToReset = Atomic<Bool>(false)
  /// The changes to come.
  package let changes = EventQueue<ParameterChange>()

  /// Creates parameters of these values.
  package init(_ initial: [Float]) { values = initial.map { ParameterValue($0) } }

  /// The number of parameters.
  package var count: Int { values.count }

  /// The value of a parameter.
  package subscript(_ index: Int) -> Float {
    get { values[index].now }
    set { set(index, to: newValue) }
  }

  /// Sets a parameter.
  package func set(_ index: Int, to value: Float) {
    values[index].now = value
    // After the value: who has seen the count sees the value, too.
    changeCount.add(1, ordering: .releasing)
  }

  /// Sets a value that the effect has measured, which changes no sound.
  package func tell(_ index: Int, _ value: Float) { values[index].now = value }

  /// The number of changes.
  var version: Int { changeCount.load(ordering: .acquiring) }

  /// Requests the effect to clear its state before its next frames.
  package func askToReset() { isToReset.store(true, ordering: .releasing) }

  /// Returns true once after ``askToReset()``.
  func takeReset() -> Bool {
    isToReset.load(ordering: .relaxed) && isToReset.exchange(false, ordering: .acquiring)
  }

  /// True if samples pass unchanged.
  package var isBypassed: Bool {
    get { bypass.load(ordering: .relaxed) }
    set { bypass.store(newValue, ordering: .relaxed) }
  }
}
