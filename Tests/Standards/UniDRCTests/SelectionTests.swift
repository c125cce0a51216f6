import AudioBase
import Bitstream
import TestSupport
import Testing
import UniDRC

/// Which sets are chosen, and at what level.
@Suite struct SelectionTests {
  private typealias DRCSet = ConfigFields.DRCSet
  private static let (night, noisy, general, clipping, fade, duck) = (1, 2, 32, 256, 512, 2048)

  private func select(
    _ sets: [ConfigFields.DRCSet], _ loudness: StatedLoudnessSet = StatedLoudnessSet(),
    _ change: (inout DecoderSettings) -> Void
  ) throws -> DRCSelection {
    let config = sets.isEmpty ? nil : try ConfigFields(sets: sets).config()
    let wishes = request(change)
    return DRCSelection(try required(wishes), config, loudness)
  }

  @Test func nothingAsked() {
    expectNil(request { _ in })
    expectNil(request { $0.dynamicRange = .off })
    expectNil(request { $0.loudnessScope = .album })
    expectEqual(request { $0.dynamicRange = .whole }?.effect, .general)
  }

  @Test func levels() throws {
    let loudness = StatedLoudnessSet(track: [stated(-20, peak: -6)], album: [stated(-14, peak: -1)])
    let down = try select([], loudness) { $0.targetLevel = -24 }
    #expect(down.normalization == -4 && down.identifiers.isEmpty)
    // 8 dB would bring the peak to +2 dB.
    try expectEqual(select([], loudness) { $0.targetLevel = -12 }.normalization, 6)
    let album = try select([], loudness) {
      $0.targetLevel = -24
      $0.loudnessScope = .album
    }
    expectEqual(album.normalization, -10)
    try expectEqual(select([]) { $0.targetLevel = -24 }.normalization, 0)
    // A level alone applies no set, and not the loudness that one has.
    let onlyWithSet = StatedLoudnessSet(track: [stated(-16, set: 1)])
    let plain = try select([DRCSet(identifier: 1, effects: Self.night)], onlyWithSet) { $0.targetLevel = -24 }
    #expect(plain.normalization == 0 && plain.identifiers.isEmpty)
    let withSet = try select([DRCSet(identifier: 1, effects: Self.night)], onlyWithSet) {
      $0.targetLevel = -24
      $0.dynamicRangeEffect = .night
    }
    #expect(withSet.normalization == -8 && withSet.identifiers == [1])
  }

  /// By the table of effects that stand in for others.
  @Test(arguments: [
    (DynamicRangeEffect.night, 3), (.noisy, 5), (.limited, 7), (.lowLevel, 7), (.dialog, 7), (.general, 7),
  ])
  func effects(effect: DynamicRangeEffect, expected: Int) throws {
    let sets = [
      DRCSet(identifier: 3, effects: Self.night), DRCSet(identifier: 5, effects: Self.noisy),
      DRCSet(identifier: 7, effects: Self.general),
    ]
    try expectEqual(select(sets) { $0.dynamicRangeEffect = effect }.identifiers, [expected])
    try expectEqual(select(sets) { $0.dynamicRangeEffect = DynamicRangeEffect.none }.identifiers, [])
    let some = Array(sets.prefix(2))
    try expectEqual(select(some) { $0.dynamicRangeEffect = .limited }.identifiers, [3])
    try expectEqual(select(some) { $0.dynamicRangeEffect = .lowLevel }.identifiers, [5])
  }

  @Test func setsThatGoWithOthers() throws {
    var first = DRCSet(identifier: 1, effects: Self.general)
    first.dependency = 2
    var second = DRCSet(identifier: 2, effects: Self.clipping)
    second.isDependent = true
    let third = DRCSet(identifier: 9, effects: Self.duck)
    try expectEqual(select([first, second, third]) { $0.dynamicRange = .whole }.identifiers, [9, 2, 1])
    try expectEqual(select([third]) { $0.dynamicRangeEffect = DynamicRangeEffect.none }.identifiers, [9])
    // Gains for other sound.
    let other = DRCSet(identifier: 9, effects: 1024)
    try expectEqual(select([other]) { $0.dynamicRangeEffect = DynamicRangeEffect.none }.identifiers, [])
    // What it depends on is not there.
    try expectEqual(select([first]) { $0.dynamicRange = .whole }.identifiers, [])
    var last = DRCSet(identifier: 4, effects: Self.fade)
    last.downmix = 127
    try expectEqual(select([last]) { $0.dynamicRange = .whole }.identifiers, [4])
    let album = try select([last]) {
      $0.dynamicRange = .whole
      $0.loudnessScope = .album
    }
    expectEqual(album.identifiers, [])
  }

  /// Of sets for ranges of targets the one that holds the target, and of several the one with the smallest end.
  @Test(arguments: [(-28.0, 1), (-24.0, 2), (-18.0, 3)]) func targetRanges(target: Double, expected: Int) throws {
    var sets = [1, 2, 3].map { DRCSet(identifier: $0, effects: Self.general) }
    sets[0].range = (-26, -31)
    sets[1].range = (-20, -26)
    sets[2].range = (0, -20)
    let found = try select(sets) {
      $0.dynamicRange = .whole
      $0.targetLevel = target
    }
    expectEqual(found.identifiers, [expected])
  }

  /// The set with fewer effects goes first; general compression does not count.
  @Test func fewestEffects() throws {
    let sets = [
      DRCSet(identifier: 1, effects: Self.night | Self.noisy),
      DRCSet(identifier: 2, effects: Self.night | Self.general),
    ]
    try expectEqual(select(sets) { $0.dynamicRangeEffect = .night }.identifiers, [2])
  }

  /// Whatever is asked for and cannot be given is told.
  @Test func unmetWishes() throws {
    let loud = StatedLoudnessSet(track: [stated(-20, peak: -6)])
    try expectEqual(select([], loud) { $0.targetLevel = -24 }.unmet, [])
    try expectEqual(select([], loud) { $0.targetLevel = -12 }.unmet, [.levelLowered(by: 2)])
    try expectEqual(select([]) { $0.targetLevel = -24 }.unmet, [.levelUnknown])
    try expectEqual(select([]) { $0.dynamicRange = .whole }.unmet, [.dynamicRange(reason: DRCSelection.noGains)])
    try expectEqual(select([]) { $0.dynamicRangeEffect = DynamicRangeEffect.none }.unmet, [])
    let night = DRCSet(identifier: 1, effects: Self.night)
    try expectEqual(select([night]) { $0.dynamicRangeEffect = .night }.unmet, [])
    // The gains of the second set are not there, and those of the third are for other sound.
    let lacking = DRCSet(identifier: 2, effects: Self.night, gains: 7)
    let other = DRCSet(identifier: 3, effects: 1024)
    let found = try select([night, lacking, other]) { $0.dynamicRangeEffect = .night }
    expectEqual(found.identifiers, [1])
    expectEqual(found.unmet, [.dynamicRangeSet(2, reason: "its gains are not in this stream")])
    // Nobody asks for gains.
    try expectEqual(select([lacking], loud) { $0.targetLevel = -24 }.unmet, [])
  }

  /// Gains for other channels, or frames of another length, are told set by set.
  @Test func otherFormats() throws {
    let config = try ConfigFields(sets: [DRCSet(identifier: 4, effects: Self.night)]).config()
    let wishes = try required(request { $0.dynamicRangeEffect = .night })
    let mono = DRCFormat(frameLength: 1024, sampleRate: 48000, channelCount: 1, delay: 0)
    let obstacle = try required(config.obstacle(for: mono))
    let selection = DRCSelection(wishes, config, StatedLoudnessSet(), obstacle: obstacle)
    expectEqual(selection.identifiers, [])
    expectEqual(
      selection.unmet,
      [
        .dynamicRangeSet(4, reason: "it is for another number of channels than the stream has")
      ])
    expectNil(DynamicRangeStage(wishes, config, StatedLoudnessSet(), mono))
  }
}
