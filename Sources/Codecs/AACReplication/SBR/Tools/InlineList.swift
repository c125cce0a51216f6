// Holds throughout: SBRMasterBands and SBRBands refuse headers of more bands than their lists hold, before they
// append.

/// A short list stored in place, so that making and changing it allocates nothing.
package struct InlineList<let capacity: Int, Element: Sendable & BitwiseCopyable>: Sendable, RandomAccessCollection {
  private var storage: [capacity of Element]
  package private(set) var count = 0

  /// Creates an empty list.
  ///
  /// - Parameter filler: The value of unused places.
  package init(filler: Element) { storage = .init(repeating: filler) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      // A subscript of the array itself would copy all of it.
      return storage.span[index]
    }
    set {
      precondition(index >= 0 && index < count)
      storage[index] = newValue
    }
  }

  /// The elements.
  package var span: Span<Element> {
    @_lifetime(borrow self) get { storage.span.extracting(0..<count) }
  }

  /// Appends an element; there must be room.
  package mutating func append(_ element: Element) {
    precondition(count < capacity)
    storage[count] = element
    count += 1
  }

  /// Removes the element at a valid index; later elements move up.
  package mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count)
    for place in index..<(count - 1) { storage[place] = storage[place + 1] }
    count -= 1
  }
}

extension InlineList where Element: Comparable {
  /// Sorts the elements, the smallest first.
  package mutating func sort() {
    for end in indices.dropFirst() {
      let element = storage[end]
      var place = end
      while place > 0, element < storage[place - 1] {
        storage[place] = storage[place - 1]
        place -= 1
      }
      storage[place] = element
    }
  }
}
