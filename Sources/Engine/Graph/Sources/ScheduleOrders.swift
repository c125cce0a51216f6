import AudioBase
import Synchronization

// Bound throughout: a program's own sounds and orders are as many as it gives.

/// A change of a schedule for the rendering thread.
enum ScheduleOrder: Sendable {
  /// Continue playing, immediately or from a moment of the stage on; a new time line begins at its start.
  case play(at: RenderMoment?, isNew: Bool, era: UInt64)
  case pause
  /// End all sounds.
  case drop
  /// End all sounds, and go back to the start of the time line.
  case stop
  /// Keep the sounds in other memory.
  case room(SoundRoom)
  case add(ScheduledSound)
}

/// Memory for the sounds of a schedule; rendering takes it in exchange for its previous memory.
///
/// `@unchecked`: it belongs to who makes it, and from the order on to rendering until it has taken it.
final class SoundRoom: HeldByRendering, @unchecked Sendable {
  var sounds: [ScheduledSound] = []

  init(_ capacity: Int) { sounds.reserveCapacity(capacity) }
}

/// An object that rendering uses for some time. The scheduling thread frees it after rendering has released it.
///
/// `@unchecked`: subclasses say why.
package class HeldByRendering: @unchecked Sendable {
  /// True after rendering has released it.
  final let isOver = Atomic<Bool>(false)
}

/// Orders that wait for the next rendering call.
///
/// `@unchecked`: who has the turn alone touches the orders that wait. Threads that give orders do so one at a time, and
/// wait for the turn; rendering does not: where it finds it taken, the orders wait once more.
final class ScheduleOrders: @unchecked Sendable {
  private let turn = RenderTurn()
  private var waiting: [ScheduleOrder] = []
  /// The orders taken by rendering.
  private var taken: [ScheduleOrder] = []

  /// Adds an order.
  func give(_ order: ScheduleOrder) { change { $0.append(order) } }

  /// Adds an order that replaces orders to add sounds that rendering has not seen.
  func replaceSounds(by order: ScheduleOrder) {
    change { waiting in
      for case .add(let sound) in waiting { sound.isOver.store(true, ordering: .releasing) }
      waiting.removeAll { if case .add = $0 { true } else { false } }
      waiting.append(order)
    }
  }

  private func change(_ body: (inout [ScheduleOrder]) -> Void) {
    // Rendering has the turn for as long as two words change places.
    while !turn.take() {}
    body(&waiting)
    turn.giveBack()
  }

  /// Executes the waiting orders, unless one is being added. It does not free the orders: the thread that added them
  /// holds their contents.
  func take(_ obey: (ScheduleOrder) -> Void) {
    guard turn.take() else { return }
    swap(&waiting, &taken)
    turn.giveBack()
    for order in taken { obey(order) }
    taken.removeAll(keepingCapacity: true)
  }
}
