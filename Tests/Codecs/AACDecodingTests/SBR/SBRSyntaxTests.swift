import AACDecoding
import AACReplication
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// What is written is read again, whatever a header, a grid or an envelope may say.
struct SBRSyntaxTests {
  /// Random headers whose bands are usable.
  static func header(_ generator: inout SplitMix64) -> SBRHeader {
    var header = SBRHeader()
    header.amplitudeResolution = Bool.random(using: &generator)
    header.startFrequency = Int.random(in: 0...15, using: &generator)
    header.stopFrequency = Int.random(in: 0...15, using: &generator)
    header.crossoverBand = Int.random(in: 0...7, using: &generator)
    header.reserved = Int.random(in: 0...3, using: &generator)
    if Bool.random(using: &generator) {
      var part = SBRHeader.Frequency()
      part.scale = Int.random(in: 0...3, using: &generator)
      part.alterScale = Bool.random(using: &generator)
      part.noiseBands = Int.random(in: 0...3, using: &generator)
      header.frequency = part
    }
    if Bool.random(using: &generator) {
      var part = SBRHeader.Limiter()
      part.bands = Int.random(in: 0...3, using: &generator)
      part.gains = Int.random(in: 0...3, using: &generator)
      part.interpolatesFrequency = Bool.random(using: &generator)
      part.smoothingMode = Bool.random(using: &generator)
      header.limiter = part
    }
    return header
  }

  /// A random grid whose borders rise.
  static func grid(_ generator: inout SplitMix64, isLowDelay: Bool, slotCount: Int) -> SBRGrid {
    while true {
      var grid = SBRGrid()
      if isLowDelay {
        grid.frameClass = Bool.random(using: &generator) ? .fixFix : .lowDelayTransient
      } else {
        grid.frameClass = SBRGrid.FrameClass(rawValue: UInt8.random(in: 0...3, using: &generator)) ?? .fixFix
      }
      switch grid.frameClass {
      case .fixFix:
        grid.envelopeCount = [1, 2, 4][Int.random(in: 0..<3, using: &generator)]
        if Bool.random(using: &generator) { grid.highResolution = 1 << UInt8(grid.envelopeCount) - 1 }
        if isLowDelay, grid.envelopeCount == 1 { grid.step = Bool.random(using: &generator) ? .fine : .coarse }
        return grid
      case .lowDelayTransient:
        grid.transientPosition = Int.random(in: 0..<slotCount, using: &generator)
        grid.envelopeCount = SBRTimeGrid.transientEnvelopeCount(at: grid.transientPosition, slotCount: slotCount)
      case .fixVar, .varFix, .varVar:
        if grid.frameClass != .fixVar {
          grid.startOffset = Int.random(in: 0...3, using: &generator)
          grid.leadingCount = Int.random(in: 0...3, using: &generator)
          for index in 0..<grid.leadingCount { grid.leading[index] = UInt8.random(in: 0...3, using: &generator) }
        }
        if grid.frameClass != .varFix {
          grid.endOffset = Int.random(in: 0...3, using: &generator)
          grid.trailingCount = Int.random(in: 0...3, using: &generator)
          for index in 0..<grid.trailingCount { grid.trailing[index] = UInt8.random(in: 0...3, using: &generator) }
        }
        grid.envelopeCount = grid.leadingCount + grid.trailingCount + 1
        guard grid.envelopeCount <= 5 else { continue }
        let most = min(grid.envelopeCount + 1, [0, 1, 3, 3, 7, 7][grid.envelopeCount])
        grid.pointer = Int.random(in: 0...most, using: &generator)
      }
      grid.highResolution = UInt8.random(in: 0...255, using: &generator) & (1 << UInt8(grid.envelopeCount) - 1)
      if (try? SBRTimeGrid(grid, slotCount: slotCount, at: 0)) != nil { return grid }
    }
  }

  static func fill(
    _ data: inout SBRChannelData, _ bands: SBRBands, _ meaning: SBRCodebooks.Use.Meaning, isLowDelay: Bool,
    _ generator: inout SplitMix64
  ) {
    data.envelopesOverTime = UInt8.random(in: 0...255, using: &generator) & (1 << UInt8(data.time.envelopeCount) - 1)
    data.noiseOverTime = UInt8.random(in: 0...255, using: &generator) & (1 << UInt8(data.time.noiseCount) - 1)
    let step = data.step(bands, isLowDelay: isLowDelay)
    let use = SBRCodebooks.Use(quantity: .envelope, meaning: meaning, step: step)
    for index in 0..<data.time.envelopeCount {
      let overTime = data.envelopesOverTime >> UInt8(index) & 1 != 0
      let largest = SBRCodebooks.largest(SBRCodebooks.place(use, overTime: overTime))
      for band in 0..<bands.bandCount(isHighResolution: data.time.isHighResolution(index)) {
        data.envelopes[64 * index + band] =
          band == 0 && !overTime
          ? Int16.random(in: 0..<(1 << Int16(use.startBitCount)), using: &generator)
          : Int16(Int.random(in: -largest...largest, using: &generator))
      }
    }
    let noiseUse = SBRCodebooks.Use(quantity: .noise, meaning: meaning, step: .coarse)
    for index in 0..<data.time.noiseCount {
      let overTime = data.noiseOverTime >> UInt8(index) & 1 != 0
      let largest = SBRCodebooks.largest(SBRCodebooks.place(noiseUse, overTime: overTime))
      for band in 0..<bands.noiseBandCount {
        data.noise[8 * index + band] =
          band == 0 && !overTime
          ? Int16.random(in: 0..<32, using: &generator) : Int16(Int.random(in: -largest...largest, using: &generator))
      }
    }
    data.harmonics =
      Bool.random(using: &generator)
      ? UInt64.random(in: 0..<UInt64.max, using: &generator) & (1 << UInt64(bands.high.count - 1) - 1) : nil
  }

  /// A random payload with a header.
  static func element(
    _ generator: inout SplitMix64, _ context: SBRContext, isPair: Bool
  ) -> (data: SBRElementData, bands: SBRBands) {
    var found: SBRBands?
    while found == nil { found = try? SBRBands(header(&generator), sampleRate: context.sampleRate) }
    let bands = found!
    var data = SBRElementData()
    data.header = bands.header
    data.isCoupled = isPair && Bool.random(using: &generator)
    data.reserved = Bool.random(using: &generator) ? UInt8.random(in: 0...15, using: &generator) : nil
    data.first.grid = grid(&generator, isLowDelay: context.isLowDelay, slotCount: context.slotCount)
    data.second.grid = grid(&generator, isLowDelay: context.isLowDelay, slotCount: context.slotCount)
    data.first.time = (try? SBRTimeGrid(data.first.grid, slotCount: context.slotCount, at: 0)) ?? SBRTimeGrid()
    data.second.time = (try? SBRTimeGrid(data.second.grid, slotCount: context.slotCount, at: 0)) ?? SBRTimeGrid()
    for band in 0..<bands.noiseBandCount {
      data.first.inverseFiltering[band] = UInt8.random(in: 0...3, using: &generator)
      data.second.inverseFiltering[band] = UInt8.random(in: 0...3, using: &generator)
    }
    if data.isCoupled { data.second.share(data.first) }
    fill(&data.first, bands, .level, isLowDelay: context.isLowDelay, &generator)
    fill(&data.second, bands, data.isCoupled ? .balance : .level, isLowDelay: context.isLowDelay, &generator)
    return (data, bands)
  }

  static let rates = [16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]

  @Test(arguments: rates, [false, true]) func payloadsAreReadAsTheyWereWritten(rate: Int, isLowDelay: Bool) throws {
    var generator = SplitMix64(seed: UInt64(rate))
    for round in 0..<60 {
      let context = SBRContext(slotCount: 15 + round & 1, isLowDelay: isLowDelay, sampleRate: rate)
      let isPair = round % 3 != 0
      let (data, bands) = Self.element(&generator, context, isPair: isPair)
      var writer = BitWriter()
      data.write(to: &writer, isPair: isPair, bands, isLowDelay: isLowDelay)
      let length = writer.offset
      var read = SBRElementData()
      var readBands: SBRBands?
      let bytes = writer.bytes
      var reader = BitReader(bytes.span)
      #expect(try read.parse(&reader, isPair: isPair, context, bands: &readBands))
      expectEqual(reader.offset, length)
      expectEqual(read.header, data.header)
      expectEqual(read.first.grid, data.first.grid)
      var again = BitWriter()
      read.write(to: &again, isPair: isPair, try required(readBands), isLowDelay: isLowDelay)
      expectEqual(again.bytes, bytes)
    }
  }

  /// ISO/IEC 14496-3, Table 4.82 for `bs_frame_class` FIXVAR: borders count down from the end, resolutions come
  /// reversed.
  @Test func variableBordersCountFromTheirEnd() throws {
    var writer = BitWriter()
    // FIXVAR, var_bord_1 2, two relative borders 1 and 3 (4 and 8 slots), pointer 1, resolutions low high high.
    for (value, count) in [(1, 2), (2, 2), (2, 2), (1, 2), (3, 2), (1, 2), (0, 1), (1, 1), (1, 1)] {
      writer.write(UInt32(value), count)
    }
    let bytes = writer.bytes
    var reader = BitReader(bytes.span)
    let grid = try SBRGrid(parsing: &reader)
    let time = try SBRTimeGrid(grid, slotCount: 16, at: 0)
    expectEqual(time.envelopeCount, 3)
    expectEqual((0...3).map { time.borders[$0] }, [0, 6, 14, 18])
    expectEqual((0..<3).map { time.isHighResolution($0) }, [true, true, false])
    expectEqual(time.transientEnvelope, 3)
    #expect(time.noiseCount == 2 && time.noiseBorder == 14)
  }
}
