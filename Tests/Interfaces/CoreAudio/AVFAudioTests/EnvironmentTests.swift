import AVFoundation
import Foundation
import Testing

/// Sources in space, held against geometry and the formulas that Apple documents for distances.
@Suite("AVAudioEnvironmentNode") struct EnvironmentTests {
  /// A source of ones in an environment.
  private final class Room {
    let offline: OfflineEngine
    let environment = AVAudioEnvironmentNode()
    let source: AVAudioSourceNode

    init(channels: UInt32 = 1) throws {
      offline = try OfflineEngine()
      let format = Make.format(rate: 48000, channels: channels)
      source = AVAudioSourceNode(format: format) { _, _, count, list in
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
          let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
          for index in 0..<Int(count) { samples?[index] = 1 }
        }
        return noErr
      }
      offline.engine.attach(source)
      offline.engine.attach(environment)
      offline.engine.connect(source, to: environment, format: format)
      offline.engine.connect(environment, to: offline.engine.mainMixerNode, format: offline.format)
      try offline.engine.start()
    }

    /// Renders until a change has come to its end, and returns the levels of left and right.
    func levels() throws -> [Float] {
      try offline.render(400)
      return offline.samples.map { $0.last ?? .nan }
    }
  }

  private func expect(
    _ levels: [Float], _ left: Double, _ right: Double, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(abs(Double(levels[0]) - left) < 1e-5 && abs(Double(levels[1]) - right) < 1e-5, sourceLocation: place)
  }

  private let half = 0.5.squareRoot()

  @Test("A source lies between the loudspeakers where it lies between the ears, at equal power")
  func directions() throws {
    let room = try Room()
    room.source.position = AVAudioMake3DPoint(0, 0, -1)
    expect(try room.levels(), half, half)
    room.source.position = AVAudioMake3DPoint(1, 0, 0)
    expect(try room.levels(), 0, 1)
    room.source.position = AVAudioMake3DPoint(-1, 0, 0)
    expect(try room.levels(), 1, 0)
    // 30° to the right: half of the way from the middle to the side.
    room.source.position = AVAudioMake3DPoint(0.5, 0, -Float(0.75.squareRoot()))
    expect(try room.levels(), cos(.pi * 3 / 8), sin(.pi * 3 / 8))
    // The listener turns to the right, and looks at it; then up, so that what was ahead is below.
    room.source.position = AVAudioMake3DPoint(1, 0, 0)
    room.environment.listenerAngularOrientation = AVAudioMake3DAngularOrientation(90, 0, 0)
    expect(try room.levels(), half, half)
    room.environment.listenerAngularOrientation = AVAudioMake3DAngularOrientation(0, 0, 90)
    expect(try room.levels(), half, half)
    room.environment.listenerVectorOrientation = AVAudioMake3DVectorOrientation(
      AVAudio3DVector(x: 0, y: 0, z: 1), AVAudio3DVector(x: 0, y: 1, z: 0))
    expect(try room.levels(), 1, 0)
    // Where the listener stands himself nothing has a side.
    room.environment.listenerPosition = room.source.position
    expect(try room.levels(), half, half)
  }

  @Test("Distances cost what their model says, between the reference and the maximum")
  func distances() throws {
    let room = try Room()
    let loss = room.environment.distanceAttenuationParameters
    room.source.position = AVAudioMake3DPoint(4, 0, 0)
    expect(try room.levels(), 0, 1 / 4)
    loss.rolloffFactor = 2
    expect(try room.levels(), 0, 1 / 7)
    (loss.distanceAttenuationModel, loss.referenceDistance) = (.exponential, 2)
    expect(try room.levels(), 0, 1 / 4)
    (loss.distanceAttenuationModel, loss.maximumDistance, loss.rolloffFactor) = (.linear, 10, 1)
    expect(try room.levels(), 0, 3 / 4)
    room.source.position = AVAudioMake3DPoint(100, 0, 0)
    expect(try room.levels(), 0, 0)
    room.source.position = AVAudioMake3DPoint(1, 0, 0)
    expect(try room.levels(), 0, 1)
  }

  @Test("Volume and obstacles are factors; sources of two channels, and without an algorithm, pass as they are")
  func sources() throws {
    let room = try Room()
    room.source.position = AVAudioMake3DPoint(2, 0, 0)
    (room.source.volume, room.source.obstruction) = (0.5, -20)
    expect(try room.levels(), 0, 0.5 * 0.5 * 0.1)
    (room.source.obstruction, room.source.occlusion) = (0, -40)
    expect(try room.levels(), 0, 0.5 * 0.5 * 0.01)
    room.source.renderingAlgorithm = .stereoPassThrough
    expect(try room.levels(), 0.5, 0.5)
    room.environment.outputVolume = 0.5
    expect(try room.levels(), 0.25, 0.25)
    // At one mixer alone.
    let destination = room.source.destination(forMixer: room.environment, bus: 0)
    destination?.renderingAlgorithm = .equalPowerPanning
    destination?.position = AVAudioMake3DPoint(-1, 0, 0)
    expect(try room.levels(), 0.25, 0)

    let pair = try Room(channels: 2)
    pair.source.position = AVAudioMake3DPoint(2, 0, 0)
    expect(try pair.levels(), 1, 1)
    pair.source.sourceMode = .pointSource
    expect(try pair.levels(), 0, 0.5)
  }
}
