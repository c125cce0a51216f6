// Bound throughout: sizes of transforms are constants of the codecs, 4,096 at most, or follow a rate that its user
// has bounded.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// The passes of a Fourier transform of N numbers over blocks of as many neighbours as there are lanes: N = L · Q,
/// where Q = 2^a · 3^b · 5^c is not prime.
///
/// The lanes then go through one pass more, that of ``FFT`` or of ``DCT4``; the factors before it are part of the last
/// pass here.
struct BlockPasses<Lanes: FloatLanes>: Sendable {
  typealias Numbers = ComplexLanes<Lanes>

  /// A pass: `groups` groups of butterflies, each over `radix` rows of `stride` blocks.
  struct Pass: Sendable, BitwiseCopyable {
    var radix: Int
    var stride: Int
    var groups: Int
    var firstTwiddle: Int
  }

  /// Q, the number of blocks.
  let blockCount: Int
  /// The first has stride 1, the last one group.
  let passes: [Pass]
  let twiddles: [Numbers]
  /// The results of the previous pass; ``other`` receives those of the next pass.
  var work: [Numbers]
  var other: [Numbers]

  /// Prepares passes over `blockCount` = Q blocks that leave room for `rowCount` vectors; `lanes` gives the factor of a
  /// lane of a block.
  init(blockCount: Int, rowCount: Int, lanes: (_ lane: Int, _ block: Int) -> (real: Double, imaginary: Double)) {
    self.blockCount = blockCount
    let radices = radicesOfPasses(over: blockCount)
    precondition(radices.count > 1, "a prime number of blocks")
    var passes: [Pass] = []
    var twiddles: [Numbers] = []
    var stride = 1
    for radix in radices {
      let rest = blockCount / stride
      passes.append(Pass(radix: radix, stride: stride, groups: rest / radix, firstTwiddle: twiddles.count))
      if rest > radix {
        for group in 0..<(rest / radix) {
          for leg in 1..<radix {
            let factor = FFT.root(group * leg, of: rest)
            twiddles.append(Numbers { _ in factor })
          }
        }
      } else {
        for block in 0..<stride {
          for leg in 0..<radix {
            twiddles.append(Numbers { lane in lanes(lane, block + stride * leg) })
          }
        }
      }
      stride *= radix
    }
    self.passes = passes
    self.twiddles = twiddles
    work = Array(repeating: .zero, count: rowCount)
    // A copy would share its storage until the first transform, which would have to allocate.
    other = Array(repeating: .zero, count: work.count)
  }
}

/// The source of the numbers of a transform's first pass.
protocol ComplexSource<Lanes>: ~Escapable {
  associatedtype Lanes: FloatLanes
  /// The numbers from L · `block` on.
  subscript(block: Int) -> ComplexLanes<Lanes> { get }
}

/// Returns the radices whose product is `count`; the first is not 2.
func radicesOfPasses(over count: Int) -> [Int] {
  var rest = count
  func take(_ radix: Int) -> [Int] {
    var taken: [Int] = []
    while rest % radix == 0 {
      taken.append(radix)
      rest /= radix
    }
    return taken
  }
  let fours = take(4)
  let fives = take(5)
  let threes = take(3)
  let twos = take(2)
  precondition(rest == 1, "the size has a prime factor above 5")
  // One pass over memory instead of two, and no factors between them: 1,800 instructions of a packet of AAC-LC.
  if fours.count > 1, fives.isEmpty, threes.isEmpty, twos.count == 1 { return fours.dropLast() + [8] }
  return fours + fives + threes + twos
}
