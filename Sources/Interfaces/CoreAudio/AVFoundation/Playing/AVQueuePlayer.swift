import AudioBase

/// Plays items in sequence, with a short gap between two for starting the device.
///
/// `@unchecked`, as ``AVPlayer``: it has no state of its own.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  /// Creates a player without items.
  public override init() {
    super.init()
    actionAtItemEnd = .advance
  }

  /// Creates a player for items; each item may occur once.
  public convenience init(items: [AVPlayerItem]) {
    self.init()
    for item in items { insert(item, after: nil) }
  }

  /// Returns the current item and the following ones.
  open func items() -> [AVPlayerItem] { state.withLock { $0.items } }

  /// Ends the current item, and plays the next one.
  open func advanceToNextItem() { changeItems { if !$0.isEmpty { $0.removeFirst() } } }

  /// Returns true if an item can be inserted: if it is not in the queue, and the item to insert it after, if given, is.
  open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let items = items()
    return !items.contains { $0 === item } && (afterItem == nil || items.contains { $0 === afterItem })
  }

  /// Inserts an item.
  ///
  /// - Parameter afterItem: The item before it; `nil` for the last one.
  /// - Precondition: It can be inserted.
  open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    precondition(canInsert(item, after: afterItem), "required condition is false: canInsert(item, after: afterItem)")
    changeItems { items in
      let place = items.firstIndex { $0 === afterItem }
      items.insert(item, at: place.map { $0 + 1 } ?? items.count)
    }
  }

  /// Removes an item; if it is the current one, the next one is played.
  open func remove(_ item: AVPlayerItem) { changeItems { $0.removeAll { $0 === item } } }

  /// Removes all items, and stops.
  open func removeAllItems() { changeItems { $0 = [] } }
}
