import ArgumentParser

/// `a,b,…`: for each output channel the number of an input channel, counted from 0; −1 is silence.
package struct ChannelMapArgument: ExpressibleByArgument {
  package var map: [Int?]

  package init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard !numbers.isEmpty else { return nil }
    map = []
    for number in numbers {
      guard let number, number >= -1 else { return nil }
      map.append(number < 0 ? nil : number)
    }
  }
}
