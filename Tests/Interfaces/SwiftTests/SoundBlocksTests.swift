import Foundation
import SwiftAudioToolbox
import TestSupport
import Testing

@Suite("Sounds that are read in blocks")
struct SoundBlocksTests {
  @Test("blocks make up the whole, bit by bit", arguments: [1000, 16_384, 1_000_000])
  func whole(frameCount: Int) async throws {
    var blocks = SoundBlocks(path: SoundFiles.music, rate: 16_000, channels: 1)
    blocks.framesPerBlock = frameCount
    var samples: [Float] = []
    var lengths: [Int] = []
    for try await block in blocks {
      #expect(block.sampleRate == 16_000 && block.channelCount == 1)
      samples += block.samples
      lengths.append(block.frameCount)
    }
    #expect(lengths.dropLast().allSatisfy { $0 == frameCount })
    try expectEqual(samples, load(SoundFiles.music, rate: 16_000, channels: 1))
  }

  @Test("a sequence may be read twice, and in parts")
  func twice() async throws {
    let bytes = SoundFiles.wave16((0..<100).map { Int16($0) }, rate: 100, channels: 1)
    var blocks = SoundBlocks(bytes: bytes, seconds: 0.2..<0.7)
    blocks.framesPerBlock = 20
    for _ in 0..<2 {
      var lengths: [Int] = []
      for try await block in blocks { lengths.append(block.frameCount) }
      expectEqual(lengths, [20, 20, 10])
    }
  }

  @Test("the report counts from the first block on")
  func report() async throws {
    let bytes = SoundFiles.wave16([Int16](repeating: 1, count: 100), rate: 100, channels: 1)
    var blocks = SoundBlocks(bytes: bytes)
    blocks.framesPerBlock = 60
    var last: DecodingReport?
    for try await block in blocks { last = block.report }
    expectEqual(last?.frameCount, 100)
  }

  @Test("an error ends the sequence")
  func failure() async throws {
    var iterator = SoundBlocks(path: "/no/such/file").makeAsyncIterator()
    await #expect(throws: AudioError.self) { try await iterator.next() }
    try await expectNil(iterator.next()?.frameCount)
  }

  @Test("a cancelled task is told so")
  func cancellation() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      var iterator = SoundBlocks(path: SoundFiles.music).makeAsyncIterator()
      return try await iterator.next()?.frameCount
    }
    task.cancel()
    let result = await task.result
    let error = #expect(throws: AudioError.self) { try result.get() }
    expectEqual(error?.kind, .cancelled)
  }

  @Test("the main actor may read blocks")
  @MainActor
  func mainActor() async throws {
    var count = 0
    for try await block in SoundBlocks(path: SoundFiles.music) { count += block.frameCount }
    expectEqual(count, 176_400)
  }
}
