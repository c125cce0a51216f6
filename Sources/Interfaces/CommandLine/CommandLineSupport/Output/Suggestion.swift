/// The word that was probably meant.
package enum Suggestion {
  /// Returns the candidate with the fewest different letters, or `nil` if all differ in more than a third of them.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let near = candidates.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, word.count / 3) else { return nil }
    return near.name
  }

  /// Returns the letters that are inserted, left out, replaced or swapped with their neighbour.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var rows = [Array(0...other.count)]
    for (index, letter) in one.enumerated() {
      var row = [index + 1]
      for (place, target) in other.enumerated() {
        var least = min(rows[index][place] + (letter == target ? 0 : 1), rows[index][place + 1] + 1, row[place] + 1)
        if index > 0, place > 0, letter == other[place - 1], one[index - 1] == target {
          least = min(least, rows[index - 1][place - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
