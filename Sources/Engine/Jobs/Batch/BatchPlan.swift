import AudioBase
import AudioCatalog
package import AudioFiles

/// All files of a batch, listed once and kept in a nameless file: files that appear while the batch runs are not part
/// of it, and only 16 bytes per file are in memory.
struct BatchPlan: Sendable {
  /// Files of this batch's share.
  private(set) var count = 0
  /// Files of all shares.
  private(set) var totalCount = 0
  /// Files below folders that are no audio files.
  private(set) var otherCount = 0
  /// Pipes, sockets, devices and lists of other files that are skipped.
  private(set) var special: [Pathname] = []
  private let spool: LineFile
  private let shard: BatchShard?
  /// The slots of all files, sorted.
  private var slots: [UInt128] = []
  /// Slots that the same input has more than once.
  private var repeated: Set<UInt128> = []

  /// Lists all files, and checks each as far as possible without opening it.
  ///
  /// - Parameter prepare: Refuses options of a file that cannot be obeyed.
  /// - Throws: `AudioError` that names the file, or the line of its manifest, if it has no output, or that of another
  ///   one.
  init(_ batch: Batch) throws(AudioError) {
    spool = try LineFile.temporary()
    shard = batch.shard
    var listing = BatchListing(batch.sources, batch.catalog)
    var slots: [UInt128] = []
    var (count, totalCount) = (0, 0)
    let (spool, shard) = (spool, shard)
    try listing.forEach { (sourced) throws(AudioError) in
      let item = try Self.completed(sourced, batch)
      try spool.append(item.line)
      slots.append(item.slot)
      totalCount += 1
      if shard?.holds(item.input) ?? true { count += 1 }
    }
    slots.sort()
    self.slots = slots
    (self.count, self.totalCount) = (count, totalCount)
    (otherCount, special) = (listing.otherCount, listing.special)
    try checkSlots(batch.action)
  }

  /// Returns the item with its output and its options, which are checked.
  private static func completed(_ sourced: SourcedItem, _ batch: Batch) throws(AudioError) -> BatchItem {
    var item = sourced.item
    item.options = batch.options + item.options
    item.findSlot()
    if item.isUnreadFolder { return item }
    func refused(_ text: String) -> AudioError {
      guard let place = sourced.place else { return .input(item.input, .refused(text)) }
      return .input(place.manifest, .refused("line \(place.line): \(text)"))
    }
    if item.input.isStandardStream { throw refused("'-' is no file of a batch; --manifest - reads names") }
    if batch.action != .convert {
      if item.output != nil { throw refused("'\(batch.action.rawValue)' writes no output") }
    } else if item.output == nil {
      guard let template = batch.template else { throw refused("nothing says where its output goes: -o does") }
      item.output = template.output(for: item.input, tree: sourced.tree)
    }
    item.findSlot()
    if !item.isFound, item.output != nil, item.slot == BatchItem.slot(ofFile: item.input) {
      throw refused("the output is the input")
    }
    do throws(AudioError) {
      _ = try batch.prepare(item.options, item.output)
    } catch {
      guard sourced.place != nil else { throw error }
      throw refused(error.text)
    }
    return item
  }

  /// Rejects two inputs with the same output.
  private mutating func checkSlots(_ action: BatchAction) throws(AudioError) {
    var doubled: Set<UInt128> = []
    for (one, next) in zip(slots, slots.dropFirst()) where one == next { doubled.insert(one) }
    guard !doubled.isEmpty else { return }
    var seen: [UInt128: UInt128] = [:]
    var reader = reader()
    while let item = try reader.nextOfAllShards() {
      guard doubled.contains(item.slot), !isOutput(item) else { continue }
      guard let other = seen.updateValue(item.identity, forKey: item.slot) else { continue }
      guard other == item.identity else { throw try conflict(item) }
      repeated.insert(item.slot)
    }
  }

  private func conflict(_ item: BatchItem) throws(AudioError) -> AudioError {
    var reader = reader()
    while let first = try reader.nextOfAllShards() {
      guard first.slot == item.slot, first.identity != item.identity, !isOutput(first) else { continue }
      let both =
        first.input == item.input
        ? "\(item.input) would be written here twice, with different options"
        : "both \(first.input) and \(item.input) would be written here"
      return .output(item.output ?? item.input, .refused(both))
    }
    return .output(item.output ?? item.input, .refused("two inputs would be written here"))
  }

  /// Returns true if a file that was not named explicitly is the output of another file or of itself.
  private func isOutput(_ item: BatchItem) -> Bool {
    item.isFound && isWritten(item)
  }

  /// Returns true if the input of an item is the output of one of the items.
  private func isWritten(_ item: BatchItem) -> Bool {
    guard item.output != nil else { return false }
    let slot = BatchItem.slot(ofFile: item.input)
    var range = slots.startIndex..<slots.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if slots[middle] == slot { return true }
      range = slots[middle] < slot ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  /// Begins to read the files.
  func reader() -> Reader { Reader(plan: self, lines: LineReader(spool)) }

  /// Reads the files of a plan in order.
  struct Reader: Sendable {
    private let plan: BatchPlan
    private var lines: LineReader
    private var taken: Set<UInt128> = []
    /// The number of files that were skipped because they are outputs or were listed before.
    private(set) var leftAsideCount = 0

    fileprivate init(plan: BatchPlan, lines: LineReader) {
      self.plan = plan
      self.lines = lines
    }

    fileprivate mutating func nextOfAllShards() throws(AudioError) -> BatchItem? {
      guard let line = try lines.next() else { return nil }
      guard let item = BatchItem(line: line.bytes) else {
        throw .input("the list of files", .refused("line \(lines.number) has changed"))
      }
      return item
    }

    /// Returns the next file that is to be checked, or `nil` at the end.
    mutating func next() throws(AudioError) -> BatchItem? {
      while var item = try nextOfAllShards() {
        guard plan.shard?.holds(item.input) ?? true else { continue }
        let isRepeated = plan.repeated.contains(item.slot) && !taken.insert(item.slot).inserted
        item.isWritten = plan.isWritten(item)
        guard isRepeated || item.isWritten && item.isFound else { return item }
        leftAsideCount += 1
      }
      return nil
    }
  }
}

/// One share of a batch that several machines divide.
package struct BatchShard: Sendable, Hashable {
  /// The number of the share, from 1 to ``count``.
  package var index: Int
  /// The number of shares.
  package var count: Int

  /// Creates a share, or returns `nil` if its number is out of range.
  package init?(_ index: Int, of count: Int) {
    guard count > 0, (1...count).contains(index) else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Returns true if a file belongs to the share, by its name as given, so that all machines decide alike.
  package func holds(_ input: Pathname) -> Bool {
    NameDigest.of([input.tidied.bytes]) % UInt128(count) == UInt128(index - 1)
  }
}
