import AACDecoding
import AACSyntax
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// Coupling channels against the formulas in double precision.
struct CouplingTests {
  /// Where and how a coupling channel is added.
  enum Mode: CaseIterable { case beforeShaping, afterShaping, independent }

  /// Frames of an element of each kind and a coupling channel for both.
  struct Scene {
    let configuration: AACConfiguration
    let bands: BandLayout
    var streams: RandomStreams

    init(seed: UInt64) throws {
      configuration = try AACDecodingTests.configuration(.aacLC, channels: 3)
      bands = configuration.bands
      streams = RandomStreams(configuration, seed: seed)
      streams.isPlain = true
      streams.largestLine = 200
    }

    /// A frame whose coupling channel goes to the single channel (tag 3) and to the pair (tag 5).
    mutating func frame(_ mode: Mode, _ pair: (left: Bool, right: Bool), isCommon: Bool, isSigned: Bool) -> AccessUnit {
      var unit = streams.unit()
      unit.elements[0].tag = 3
      unit.elements[1].tag = 5
      var coupling = CouplingChannelStream(frameLength: configuration.frameLength)
      coupling.isIndependent = mode == .independent
      coupling.domain = mode == .beforeShaping ? .beforeTemporalNoiseShaping : .afterTemporalNoiseShaping
      coupling.targetCount = 2
      coupling.targets[0] = .init(isPair: false, tag: 3)
      coupling.targets[1] = .init(isPair: true, tag: 5, left: pair.left, right: pair.right)
      coupling.gainsAreSigned = isSigned
      coupling.gainScale = Int.random(in: 0...3, using: &streams.generator)
      var source = ChannelElementStream(element: .single, frameLength: configuration.frameLength)
      streams.fill(&source, isPair: false)
      coupling.stream = source.first
      for list in 1..<coupling.listCount {
        coupling.hasCommonGain[list] = isCommon || mode == .independent
        let common = Int16.random(in: -9...9, using: &streams.generator)
        for band in 0..<bands.longOffsets.count {
          let own = Int16.random(in: -9...9, using: &streams.generator)
          coupling.gains[list * 128 + band] = coupling.hasCommonGain[list] ? common : own
        }
      }
      unit.couplings = [coupling]
      unit.couplingCount = 1
      return unit
    }
  }

  /// The gain of a band, by the formula of the standard.
  private static func gain(_ coupling: CouplingChannelStream, _ list: Int, _ place: Int) -> Double {
    guard list > 0 else { return 1 }
    let scale = [pow(2, 0.125), pow(2, 0.25), pow(2, 0.5), 2][coupling.gainScale]
    var element = Int(coupling.gains[list * 128 + place])
    var sign = 1.0
    if coupling.gainsAreSigned, !coupling.hasCommonGain[list] {
      sign = element & 1 != 0 ? -1 : 1
      element >>= 1
    }
    return sign * pow(scale, -Double(element))
  }

  /// The list of gains for each of the three channels, or `nil`.
  private static func lists(_ pair: (left: Bool, right: Bool)) -> [Int?] {
    switch pair {
    case (false, false): [0, 1, 1]
    case (true, false): [0, 1, nil]
    case (false, true): [0, nil, 1]
    case (true, true): [0, 1, 2]
    }
  }

  /// The spectrum of the coupling channel itself.
  private static func source(_ unit: AccessUnit) -> [Double] {
    var source = Reference.spectrum(unit.couplings[0].stream, unit.configuration.bands)
    Reference.undoShaping(unit.couplings[0].stream, unit.configuration.bands, &source)
    return source
  }

  /// The spectra of the three channels as the transform gets them.
  private static func spectra(_ unit: AccessUnit, _ pair: (left: Bool, right: Bool), _ mode: Mode) -> [[Double]] {
    let bands = unit.configuration.bands
    let coupling = unit.couplings[0]
    let source = source(unit)
    let targets = [unit.elements[0].first, unit.elements[1].first, unit.elements[1].second]
    return targets.enumerated().map { channel, target in
      var addition = [Double](repeating: 0, count: bands.frameLength)
      if mode != .independent, let list = lists(pair)[channel] {
        for band in 0..<coupling.stream.info.bandCount where coupling.stream.codebooks[band] != 0 {
          let gain = gain(coupling, list, band)
          for line in bands.longOffsets[band]..<bands.longOffsets[band + 1] { addition[line] = gain * source[line] }
        }
      }
      var spectrum = Reference.spectrum(target, bands)
      if mode == .beforeShaping { for line in spectrum.indices { spectrum[line] += addition[line] } }
      Reference.undoShaping(target, bands, &spectrum)
      if mode == .afterShaping { for line in spectrum.indices { spectrum[line] += addition[line] } }
      return spectrum
    }
  }

  @Test(arguments: Mode.allCases, 0..<4)
  func couplingIsTheSumWithItsGain(mode: Mode, combination: Int) throws {
    let pair = (left: combination & 1 != 0, right: combination & 2 != 0)
    for (isCommon, isSigned) in [(true, false), (false, false), (false, true), (true, true)] {
      var scene = try Scene(seed: UInt64(combination) + 7)
      var decoding = Decoding(scene.configuration)
      var synthesis = [ReferenceSynthesis](repeating: ReferenceSynthesis(frameLength: 1024), count: 4)
      for _ in 0..<2 {
        let unit = scene.frame(mode, pair, isCommon: isCommon, isSigned: isSigned)
        let samples = try decoding.decode(packet(unit))
        let spectra = CouplingTests.spectra(unit, pair, mode)
        let signal = synthesis[3].next(CouplingTests.source(unit))
        for channel in 0..<3 {
          var frame = synthesis[channel].next(spectra[channel])
          if mode == .independent, let list = CouplingTests.lists(pair)[channel] {
            let gain = CouplingTests.gain(unit.couplings[0], list, 0)
            for n in frame.indices { frame[n] += gain * signal[n] }
          }
          let ratio = signalToNoise(samples[channel], frame)
          expectGreater(ratio, 100, "channel \(channel), common \(isCommon), signed \(isSigned): \(ratio) dB")
        }
      }
    }
  }

  @Test func couplingChannelsAreReadBackAsWritten() throws {
    var scene = try Scene(seed: 3)
    for mode in Mode.allCases {
      for combination in 0..<4 {
        for kind in 0..<4 {
          let unit = scene.frame(
            mode, (combination & 1 != 0, combination & 2 != 0), isCommon: kind & 1 != 0, isSigned: kind & 2 != 0)
          expectEqual(integers(try parsed(packet(unit), scene.configuration)), integers(unit))
        }
      }
    }
  }
}
