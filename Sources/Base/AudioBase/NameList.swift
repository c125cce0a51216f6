/// A list of unique names for messages, bounded so that a hostile file cannot fill the memory with them.
package struct NameList: Hashable, Sendable {
  private static let maximumCount = 64

  /// The names, in the order of their first addition.
  package private(set) var names: [String] = []

  /// Creates an empty list.
  package init() {}

  /// Adds a name that is not in the list; beyond the limit, only records that there are more.
  package mutating func add(_ name: @autoclosure () -> String) {
    if names.count < Self.maximumCount {
      let name = name()
      if !names.contains(name) { names.append(name) }
    } else if names.count == Self.maximumCount {
      names.append("further things")
    }
  }

  /// Returns the names of this list, followed by those of another.
  package func merging(_ other: NameList) -> NameList {
    var result = self
    for name in other.names { result.add(name) }
    return result
  }
}
