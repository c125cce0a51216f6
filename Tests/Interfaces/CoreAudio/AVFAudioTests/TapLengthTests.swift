import AVFoundation
import Foundation
import TestSupport
import Testing

/// Taps whose blocks ask for shorter buffers by setting their length, as programs do to have more of them.
@Suite("Lengths of taps' buffers") struct TapLengthTests {
  @Test func aBlockThatShortensItsBufferIsGivenSuchOnes() throws {
    let offline = try OfflineEngine(rate: 48000, channels: 2)
    let player = offline.player()
    let heard = Reports<(start: Int64, samples: [Float])>()
    player.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, time in
      heard.add((time.sampleTime, buffer.floats(1)))
      buffer.frameLength = 1024
    }
    try offline.engine.start()
    let ramp = Make.buffer(offline.format, frames: 24_000) { Double($1 + $0) / 32768 }
    player.scheduleBuffer(ramp, completionHandler: nil)
    player.play()
    try offline.render(24_000)
    // The first has 100 ms; the others follow one another without a gap.
    let all = heard.all
    #expect(all.count == 19 && all.first?.samples.count == 4800 && all.first?.start == 0)
    for (index, buffer) in all.dropFirst().enumerated() {
      #expect(buffer.samples.count == 1024 && buffer.start == Int64(4800 + 1024 * index))
    }
    let whole = all.flatMap(\.samples)
    let isRamp = whole.indices.allSatisfy { whole[$0] == Float($0 + 1) / 32768 }
    #expect(isRamp)
    // Such a buffer comes as soon as its frames are there, not with the next 100 ms.
    try offline.render(800)
    expectEqual(heard.all.count, 20)
    // A length of 0, or a greater one, changes nothing.
    player.removeTap(onBus: 0)
    let lengths = Reports<Int>()
    player.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
      lengths.add(Int(buffer.frameLength))
      buffer.frameLength = 0
    }
    try offline.render(9600)
    expectEqual(lengths.all, [4800, 4800])
  }
}
