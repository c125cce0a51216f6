/// The sizes of samples: one number while all are alike, then four bytes each.
struct SampleSizeList {
  /// The size of every sample while they are all alike.
  private(set) var constant: UInt32 = 0
  /// The sizes, as soon as they differ; empty before.
  private(set) var list: [UInt32] = []
  /// The number of samples.
  private(set) var count: Int64 = 0

  /// True if all samples have one size.
  var isConstant: Bool { list.isEmpty }

  /// True if one number describes all sizes in a file; a constant of 0 would announce a list.
  var isOneNumber: Bool { isConstant && (constant != 0 || count == 0) }

  /// Adds `added` samples of `size` bytes each.
  mutating func append(_ size: UInt32, count added: Int = 1) {
    if count == 0 { constant = size }
    if list.isEmpty, size != constant { list.append(contentsOf: repeatElement(constant, count: Int(count))) }
    count += Int64(added)
    if list.isEmpty && size == constant { return }
    if added == 1 { list.append(size) } else { list.append(contentsOf: repeatElement(size, count: added)) }
  }

  /// Returns the size of a sample with an index below ``count``.
  func size(of sample: Int) -> UInt32 { list.isEmpty ? constant : list[sample] }

  /// Empties the list, keeping its memory.
  mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
    count = 0
    constant = 0
  }
}
