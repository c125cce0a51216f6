import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems

// Bound throughout: the encoder takes 1 to 8 channels.
// Holds throughout: frames have the length of the configuration, channels and elements are those of the stream.

/// The encoder of spectral band replication: removes the high frequencies from the core and describes them.
///
/// ```
/// samples ── 64 subbands ─┬─ lower 32 joined ── core encoder ──────────────────┐
///                         └─ four frames ── grid, envelopes, noise ── payload ─┴─ packet
/// ```
/// In LD-SBR the core's signal is made without subbands, see ``LowDelayInputFilterbank``, and two frames are kept. With
/// Parametric Stereo the subbands of two channels become those of one first, see ``ParametricStereoEncoder``; those of
/// LD MPEG Surround come from ``SurroundEncoder``. ISO/IEC 14496-3, 4.6.18. The payload of a core's packet describes
/// earlier subbands: see ``SubbandRecord``.
struct SBREncoder: ~Copyable, Sendable {
  private let tuning: SBRTuning
  private let slots: [AACConfiguration.Slot]
  private let slotCount: Int
  /// The filterbank, one of the two kinds; `nil` with LD MPEG Surround.
  private var filterbank: HalvingFilterbank?
  private var lowDelayFilterbank: LowDelayInputFilterbank?
  /// The states of the filterbank, one per channel.
  private var states: [HalvingFilterbank.State] = []
  private var lowDelayStates: [LowDelayInputFilterbank.State] = []
  /// The encoder that makes one channel of two, and describes both.
  private var stereo: ParametricStereoEncoder?
  /// The empty Parametric Stereo data of a payload without it.
  private let noStereo = BitWriter()
  private var records: [SubbandRecord]
  private var comparisons: [PatchComparison]
  /// The planners, one per slot of the stream.
  private var planners: [SBRGridPlanner]
  private var coders: [SBRElementCoder]
  private var slotAnalysis = SlotAnalysis()
  private var tonality = SubbandTonality()
  private var first = SBRChannelDescription()
  private var second = SBRChannelDescription()

  /// Prepares the encoder of a stream with SBR.
  ///
  /// - Parameter bitsPerPacket: The mean bits of a packet, all in all.
  init(
    _ configuration: SBRConfiguration, _ tuning: SBRTuning, slots: [AACConfiguration.Slot], bitsPerPacket: Double
  ) {
    self.tuning = tuning
    self.slots = slots
    slotCount = configuration.slotCount
    let channelCount = slots.reduce(0) { $0 + $1.element.channelCount }
    if configuration.hasSurround {
      // Banks and core are those of its encoder.
    } else if configuration.isLowDelay {
      let bank = LowDelayInputFilterbank(configuration)
      lowDelayFilterbank = bank
      lowDelayStates = Array(repeating: bank.silence, count: channelCount)
    } else {
      filterbank = HalvingFilterbank(columnCount: configuration.columnCount)
      states = Array(
        repeating: HalvingFilterbank.State(), count: configuration.hasParametricStereo ? 2 : channelCount)
    }
    if configuration.hasParametricStereo {
      stereo = ParametricStereoEncoder(configuration, bitsPerPacket: bitsPerPacket)
    }
    records = Array(repeating: SubbandRecord(configuration), count: channelCount)
    comparisons = Array(repeating: PatchComparison(tuning.bands), count: channelCount)
    planners = slots.map { _ in
      SBRGridPlanner(slotCount: configuration.slotCount, isLowDelay: configuration.isLowDelay)
    }
    coders = slots.map { SBRElementCoder(tuning, isPair: $0.isPair) }
  }

  /// Adopts a frame of a channel in the scale ±1 and sets `core` to the core's, at half the rate but in LD-SBR at
  /// single rate, in the scale ±32768.
  ///
  /// - Parameter places: The destination of the core's samples. With Parametric Stereo those of its only channel come
  ///   with the second one of the input.
  mutating func load(_ input: [Float], channel: Int, core: inout [Float], _ places: Range<Int>) {
    guard stereo == nil else { return loadStereo(input, channel: channel, core: &core, places) }
    var all = core.mutableSpan
    var part = all._mutatingExtracting(places)
    if filterbank != nil {
      filterbank?.split(input.span, state: &states[channel], core: &part)
      if let matrix = filterbank?.matrix { records[channel].append(matrix) }
    } else {
      lowDelayFilterbank?.split(input.span, state: &lowDelayStates[channel], core: &part)
      if let matrix = lowDelayFilterbank?.matrix { records[channel].append(matrix) }
    }
  }

  /// Takes a frame of subbands of the only channel of a stream with LD MPEG Surround.
  mutating func append(_ matrix: borrowing QuadratureMirrorMatrix) { records[0].append(matrix) }

  private mutating func loadStereo(_ input: [Float], channel: Int, core: inout [Float], _ places: Range<Int>) {
    guard var filterbank else { return }
    self.filterbank = nil
    defer { self.filterbank = filterbank }
    stereo?.load(input.span, channel: channel, &filterbank, &states[channel])
    guard channel == 1, let matrix = stereo?.matrix else { return }
    var all = core.mutableSpan
    var part = all._mutatingExtracting(places)
    filterbank.join(matrix, state: &states[0], core: &part)
    records[0].append(matrix)
  }

  /// Computes the payloads of the next packet.
  ///
  /// - Parameter mostBits: The size that a payload of an element should not exceed, in bits; where it would, it becomes
  ///   as plain as can be.
  /// - Returns: Their bits, including those of the fill elements that contain them.
  mutating func prepare(mostBits: Int) -> Int {
    var bits = 0
    for index in slots.indices where !slots[index].isLowFrequency {
      guard !tuning.isLowDelay else {
        prepare(index, mostBytes: mostBits / 8)
        bits += coders[index].bitCount
        continue
      }
      prepare(index, mostBytes: min(mostBits / 8, SBRElementCoder.longestPayload))
      let count = coders[index].payload.bytes.count
      bits += 3 + (count < 15 ? 4 : 12) + 8 * count
    }
    return bits
  }

  /// Writes the `fill_element()` with the payload of an element, which it follows; nothing in LD-SBR.
  func writeFill(_ index: Int, to writer: inout BitWriter) {
    guard !slots[index].isLowFrequency, !tuning.isLowDelay else { return }
    let bytes = coders[index].payload.bytes
    writer.writeFillHeader(byteCount: bytes.count)
    writer.write(bitsOf: bytes.span, 0..<(8 * bytes.count))
  }

  /// Writes the payloads of LD-SBR, which follow all elements.
  func writeLowDelay(to writer: inout BitWriter) {
    guard tuning.isLowDelay else { return }
    for index in slots.indices where !slots[index].isLowFrequency {
      let bytes = coders[index].payload.bytes
      writer.write(bitsOf: bytes.span, 0..<coders[index].bitCount)
    }
  }
}

// MARK: - One element

extension SBREncoder {
  private mutating func prepare(_ index: Int, mostBytes: Int) {
    let channels = slots[index].firstChannel..<(slots[index].firstChannel + slots[index].element.channelCount)
    slotAnalysis.begin(slotCount: slotCount)
    for channel in channels { slotAnalysis.measure(records[channel], tuning.bands.low) }
    let attack = slotAnalysis.attack(from: planners[index].start)
    for channel in channels {
      tonality.measure(records[channel])
      comparisons[channel].compare(tonality, tuning.bands, hasAttack: attack != nil)
    }
    coders[index].begin()
    stereo?.prepare(hasHeader: coders[index].hasHeader, mostBits: StereoTuning.mostBits(ofBytes: mostBytes))
    var plan = planners[index].plan(attack: attack, envelopeCount: slotAnalysis.envelopeCount)
    if code(index, plan) > mostBytes {
      plan = planners[index].smallest()
      _ = code(index, plan)
    }
    coders[index].keep()
    planners[index].keep(plan)
  }

  /// Describes an element by a grid and returns the bytes that it takes.
  private mutating func code(_ index: Int, _ plan: SBRGridPlan) -> Int {
    let channel = slots[index].firstChannel
    first.describe(records[channel], comparisons[channel], tuning.bands, plan.time)
    if slots[index].isPair {
      second.describe(records[channel + 1], comparisons[channel + 1], tuning.bands, plan.time)
    }
    return coders[index].code(plan, first, second, stereo: stereo?.payload ?? noStereo)
  }
}

extension SBRChannelDescription {
  /// Measures the description of a channel within the envelopes of a time grid.
  fileprivate mutating func describe(
    _ record: borrowing SubbandRecord, _ comparison: borrowing PatchComparison, _ bands: borrowing SBRBands,
    _ time: SBRTimeGrid
  ) {
    noiseRatios = comparison.noiseRatios
    inverseFiltering = comparison.inverseFiltering
    sinusoids = comparison.sinusoids
    measureEnergies(record, bands, time)
  }
}
