import AudioBase
import TestSupport
import Testing

/// What decoders are asked for, and how they refuse it.
@Suite struct DecoderSettingsTests {
  /// Settings that ask for one thing each, in the order of ``DecoderSetting``.
  private static let single: [(setting: DecoderSetting, settings: DecoderSettings, name: String)] = {
    var range = DecoderSettings()
    range.dynamicRange = .off
    var level = DecoderSettings()
    level.targetLevel = -20
    var effect = DecoderSettings()
    effect.dynamicRangeEffect = .night
    var scope = DecoderSettings()
    scope.loudnessScope = .album
    var times = DecoderSettings()
    times.concealment = .off
    var ahead = DecoderSettings()
    ahead.lookAhead = .noPacket
    return [
      (.dynamicRange, range, "dynamic range control"),
      (.dynamicRangeEffect, effect, "effect of dynamic range control"), (.targetLevel, level, "target level"),
      (.loudnessScope, scope, "loudness of the album"),
      (.concealment, times, "concealment times"), (.lookAhead, ahead, "look-ahead"),
    ]
  }()

  /// A codec that knows some settings, and whose decoders cannot be made.
  private func codec(_ known: Set<DecoderSetting>) -> CodecDescriptor {
    CodecDescriptor(
      formatIDs: ["none"], name: "None",
      describe: { _, _ throws(CodecError) in throw CodecError(.unsupported, "reached") }, decoderSettings: known,
      makeDecoder: { _, _ throws(CodecError) in throw CodecError(.unsupported, "reached") })
  }

  /// The rule and the kind by which a codec refuses to make a decoder.
  private func refusal(
    _ settings: DecoderSettings, knowing known: Set<DecoderSetting>
  ) -> (rule: String, kind: ErrorKind)? {
    let stream = CodedStream(format: StreamFormat(formatID: "none", sampleRate: 8000, channelsPerFrame: 1))
    do throws(CodecError) {
      _ = try codec(known).makeDecoder(stream, settings)
      return nil
    } catch {
      return ("\(error.rule)", error.kind)
    }
  }

  @Test("What is asked for is what is not left open, even where it is what a codec does anyway")
  func asked() {
    #expect(DecoderSettings().asked.isEmpty)
    for (setting, settings, name) in Self.single {
      expectEqual(settings.asked, [setting])
      expectEqual("\(setting)", name)
    }
  }

  @Test("A codec refuses by name what it does not know, and makes no decoder")
  func unknown() throws {
    for (setting, settings, name) in Self.single {
      let known = Set(DecoderSetting.allCases).subtracting([setting])
      let refused = try required(refusal(settings, knowing: known))
      #expect(refused.rule == "the codec has no \(name)" && refused.kind == .unsupported)
      expectEqual(settings.firstUnknown(to: known), setting)
      expectEqual(settings.limited(to: known), DecoderSettings())
      expectEqual(refusal(settings.limited(to: known), knowing: known)?.rule, "reached")
      expectEqual(settings.limited(to: [setting]), settings)
      expectEqual(refusal(settings, knowing: [setting])?.rule, "reached")
    }
    var all = DecoderSettings()
    (all.dynamicRange, all.lookAhead) = (.whole, .onePacket)
    expectEqual(all.firstUnknown(to: []), .dynamicRange)
    expectEqual(all.firstUnknown(to: [.dynamicRange]), .lookAhead)
    expectNil(all.firstUnknown(to: [.dynamicRange, .lookAhead]))
  }

  @Test(
    "Numbers out of their range are refused by name",
    arguments: [Double.nan, .infinity, -.infinity, -0.001, 1e300])
  func ranges(number: Double) {
    func rule(_ change: (inout DecoderSettings) -> Void) -> String? {
      var settings = DecoderSettings()
      change(&settings)
      let refused = refusal(settings, knowing: Set(DecoderSetting.allCases))
      return refused?.kind == .invalidState ? refused?.rule : nil
    }
    expectEqual(rule { $0.dynamicRange = DynamicRangeScale(boost: number) }?.contains("boost"), true)
    expectEqual(rule { $0.dynamicRange = DynamicRangeScale(cut: number) }?.contains("cut"), true)
    if number != -0.001 { expectEqual(rule { $0.targetLevel = number }?.contains("target level"), true) }
    expectEqual(rule { $0.concealment = ConcealmentTimes(hold: number) }?.contains("hold"), true)
    expectEqual(rule { $0.concealment = ConcealmentTimes(fade: number) }?.contains("fade"), true)
  }

  @Test("The ends of the ranges are within them")
  func ends() throws {
    for part in [0.0, 1] {
      var settings = DecoderSettings()
      settings.dynamicRange = DynamicRangeScale(boost: part, cut: part)
      settings.targetLevel = part == 0 ? 0 : -31.75
      settings.concealment = ConcealmentTimes(hold: 0, fade: 3600)
      try settings.check()
      settings.targetLevel = part == 0 ? 0.001 : -31.76
      #expect(throws: CodecError.self) { try settings.check() }
    }
  }
}
